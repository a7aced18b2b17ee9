import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AccessGuard } from '../../src/server/http/access/access-guard.js';
import { Open } from '../../src/server/http/access/way-in.js';
import { flatPng } from '../support/images.js';
import { readRoutes } from '../support/routes.js';

/** Of Nest and Express themselves: what makes a request theirs, then what answers where nothing else did. */
const OF_THE_FRAMEWORK = [
  'middleware <anonymous>/3',
  'middleware <anonymous>/3',
  'middleware <anonymous>/4',
];

function aTheme(): string {
  const dir = mkdtempSync(join(tmpdir(), 'madang-theme-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'logo.png'), flatPng(300, 100));
  const file = join(dir, 'theme.json');
  const theme = {
    name: 'Kim',
    logo: 'logo.png',
    colours: ['#0a5c36', '#1b3f8b'],
    background: '#f4f7f2',
  };
  writeFileSync(file, JSON.stringify(theme));
  return file;
}

describe('R10.10 every route', () => {
  it('R10.10 declares how one gets in', async () => {
    const { routes } = await readRoutes({ THEME_FILE: aTheme() });
    const names = routes.map(({ name }) => name);
    // Of each kind one, or the walk has lost its way.
    for (const one of ['GET /api/rooms/:pin/door', 'GET /health/live', 'GET /metrics'])
      expect(names).toContain(one);
    for (const one of [
      'GET /',
      'GET /assets/:name',
      'GET /theme.css',
      'GET /theme-logo',
      'POST /api/desk/report',
    ])
      expect(names).toContain(one);
    const without = routes.filter(({ way }) => way === undefined).map(({ name }) => name);
    expect(without).toEqual(OF_THE_FRAMEWORK);
    expect([names[0], ...names.slice(-2)]).toEqual(OF_THE_FRAMEWORK);
  });

  it('R10.10 with a PIN in its address is by PIN, but for pages, which look alike for every PIN', async () => {
    const { routes } = await readRoutes();
    const byPin = routes.filter(({ name }) => name.includes('/:pin'));
    const ways = byPin.map(({ name, way }) => [name, typeof way === 'object' && way.kind]);
    expect(Object.fromEntries(ways)).toEqual({
      'GET /join/:pin': 'open',
      'GET /screen/:pin': 'open',
      'GET /host/:pin': 'open',
      'GET /api/rooms/:pin/door': 'pin',
      'GET /api/rooms/:pin/results': 'member',
      'GET /api/rooms/:pin/results/file': 'member',
      'GET /api/rooms/:pin/pictures/:id': 'pin',
      'POST /api/rooms/:pin/host-link': 'pin',
      'POST /api/rooms/:pin/quiz-set': 'member',
    });
  });

  it('R10.10 is of Nest or Express, or of Engine.IO, whose sockets the gateway guards', async () => {
    const { listeners } = await readRoutes();
    expect([...new Set(listeners)].sort()).toEqual([
      'request connection-limits.ts',
      'request http-adapter.ts',
      'request server.js',
      'upgrade connection-limits.ts',
      'upgrade fast-path.ts',
      'upgrade server.js',
      'upgrade sliced-input.ts',
    ]);
  });

  it('R10.10 that declares nothing lets nobody in', async () => {
    class Forgetful {
      forgotten(): void {}

      @Open()
      open(): void {}
    }
    const none = {} as never;
    const guard = new AccessGuard(none, none, none, none, none, none);
    const { prototype } = Forgetful;
    const admit = (handler: () => void): Promise<boolean> =>
      guard.canActivate({
        getHandler: () => handler,
        switchToHttp: () => ({ getRequest: () => ({}) }),
      } as unknown as ExecutionContext);
    expect(await admit(prototype.open)).toBe(true);
    await expect(admit(prototype.forgotten)).rejects.toThrow('forgotten declares no way in');
  });
});
