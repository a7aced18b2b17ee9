import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { removeLinkFiles } from '../../src/server/http/start/link-file.js';
import {
  hasScreen,
  openBrowser,
  placeToOpen,
  type Surroundings,
} from '../../src/server/open-browser.js';

const at: Surroundings = {
  wanted: undefined,
  env: { DISPLAY: ':0' },
  platform: 'linux',
  isTerminal: true,
  isSupervised: false,
  exists: () => false,
};

describe('R26.2 a browser is opened', () => {
  it('where somebody sits at a terminal with a screen', () => {
    expect(hasScreen(at)).toBe(true);
    expect(hasScreen({ ...at, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true);
    for (const platform of ['darwin', 'win32'] as const)
      expect(hasScreen({ ...at, env: {}, platform })).toBe(true);
  });

  it('nowhere else', () => {
    const others: Partial<Surroundings>[] = [
      { env: {} },
      { env: { DISPLAY: '' } },
      { isTerminal: false },
      { isTerminal: false, platform: 'darwin' },
      { isSupervised: true },
      ...['CI', 'pm_id', 'SSH_CONNECTION', 'KUBERNETES_SERVICE_HOST', 'container'].map((name) => ({
        env: { DISPLAY: ':0', [name]: '1' },
      })),
      { exists: (path) => path === '/.dockerenv' },
      { exists: (path) => path === '/run/.containerenv', platform: 'win32' },
    ];
    for (const other of others) expect(hasScreen({ ...at, ...other })).toBe(false);
  });

  it('as OPEN says', () => {
    const nobody = { ...at, env: { CI: '1' }, isTerminal: false };
    expect(hasScreen({ ...nobody, wanted: true })).toBe(true);
    expect(hasScreen({ ...at, wanted: false })).toBe(false);
  });

  it('by a file that only its user may read, and never by a ticket on a command line', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'madang-link-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const quiet = pino({ level: 'silent' });
    const path = '/start#ticket=1234.a_b-c';
    const to = (dir: string, platform: NodeJS.Platform): string =>
      placeToOpen({ port: 3000, path, dataDir: dir }, quiet, platform);
    const file = join(dataDir, 'open-1234.html');
    for (const [platform, place] of [
      ['linux', pathToFileURL(file).href],
      ['darwin', pathToFileURL(file).href],
      ['win32', file],
    ] as const) {
      expect(to(dataDir, platform)).toBe(place);
      expect(readFileSync(file, 'utf8')).toContain(`url=http://localhost:3000${path}"`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // The file of another ticket that is still good stays.
      removeLinkFiles(dataDir, '1', 1_233);
      expect(existsSync(file)).toBe(true);
      removeLinkFiles(dataDir, platform === 'linux' ? '1234' : undefined, 1_234);
      expect(existsSync(file)).toBe(false);
    }
    const hidden = join(dataDir, '.local', 'madang');
    mkdirSync(hidden, { recursive: true });
    expect(to(hidden, 'linux')).toBe('http://localhost:3000/start');
    expect(to(hidden, 'darwin')).toBe(pathToFileURL(join(hidden, 'open-1234.html')).href);
    // Nothing can be written there, or another file has its name.
    expect(to(hidden, 'darwin')).toBe('http://localhost:3000/start');
    expect(to(join(dataDir, 'none'), 'linux')).toBe('http://localhost:3000/start');
  });

  it('by the program of the system, and what fails is a line in the log', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'madang-open-'));
    vi.stubEnv('PATH', dir);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(dir, { recursive: true });
    });
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const opened = join(dir, 'opened');
    writeFileSync(join(dir, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, {
      mode: 0o755,
    });
    const url = 'http://localhost:3000/start#ticket=1.a_b-c';
    await openBrowser(url, logger, 'linux');
    await expect.poll(() => readFileSync(opened, 'utf8')).toBe(url);
    expect(lines).toEqual([]);
    writeFileSync(join(dir, 'xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await openBrowser(url, logger, 'linux');
    await expect.poll(() => lines.join()).toMatch(/could not be opened/);
    lines.length = 0;
    // There is no such program here.
    await openBrowser(url, logger, 'darwin');
    expect(lines.join()).toMatch(/could not be opened/);
    expect(lines.join()).not.toContain('a_b-c');
  });
});
