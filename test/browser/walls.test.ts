import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';

/** A wall in the middle, with a gate at the top and one at the bottom. */
const MAP = Array.from({ length: 64 }, (_, y) => {
  const row = Array.from('.'.repeat(64));
  if (y > 7 && y < 56) row[31] = row[32] = '#';
  return row.join('');
}).join('\n');
const [LEFT, RIGHT] = [31 / 64, 33 / 64];
const [TOP, BOTTOM] = [8 / 64, 56 / 64];

let dir: string;
let server: Child & { url: string };
let browser: Browser;
let host: TestClient;
let gameId: string;
let phone: Tab;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'maps-'));
  writeFileSync(join(dir, 'hall.txt'), MAP);
  server = await runServer({ LOG_LEVEL: 'warn', MAP_FILE: join(dir, 'hall.txt') });
  host = TestClient.withToken(server.url);
  const room = { playerName: 'Host', map: 'own', walking: 'checked' } as const;
  ({ gameId } = await host.do('createRoom', room));
  browser = await workerBrowser();
  phone = await openTab(browser, 'phone', 'en-US');
  await phone.page.goto(`${server.url}/join/${gameId}`);
  await phone.page.getByTestId('join-name').fill('Walker');
  await phone.page.getByTestId('join-submit').tap();
  await phone.page.getByTestId('arena').waitFor();
});

afterAll(async () => {
  host.close();
  await closeAllTabs(browser);
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** Where the server has told that the player went, newest last. */
function places(): [x: number, y: number][] {
  const told = host.all('updatePosition').flatMap(({ updates }) => updates);
  return told.flatMap(({ playerId, playerPosition }) =>
    playerId === host.playerId ? [] : [playerPosition],
  );
}

/** Taps on a place of the arena, and waits until the server has the player there. */
async function tapOn(x: number, y: number): Promise<void> {
  const arena = phone.page.getByTestId('arena');
  const { width, height } = await boxOf(arena);
  await arena.tap({ position: { x: x * width, y: y * height } });
  await expect
    .poll(() => {
      const [atX = NaN, atY = NaN] = places().at(-1) ?? [];
      return Math.hypot(atX - x, atY - y);
    })
    .toBeLessThan(0.01);
}

/** Waits until two places of the arena are drawn in other colours. */
async function wallSeen(
  page: Page,
  places: { wall: readonly [number, number]; ground: readonly [number, number] },
): Promise<void> {
  await page.evaluate(`new Promise((tell) => {
    const arena = document.querySelector('[data-testid=arena]');
    const at = ([x, y]) =>
      String(arena.getContext('2d').getImageData(arena.width * x, arena.height * y, 1, 1).data);
    const { wall, ground } = ${JSON.stringify(places)};
    const look = () => (at(wall) === at(ground) ? requestAnimationFrame(look) : tell());
    look();
  })`);
}

describe('R24 walls on a page', () => {
  it('R24.3 a tap behind a wall leads around it, as far as the server can tell, too', async () => {
    await tapOn(0.25, 0.3);
    const before = places().length;
    await tapOn(0.75, 0.3);
    const way = places().slice(before);
    for (const [x, y] of way) expect(x > LEFT && x < RIGHT && y > TOP && y < BOTTOM).toBe(false);
    expect(Math.min(...way.map(([, y]) => y))).toBeLessThan(TOP + 0.07);
    // It walked, and was put back by nobody.
    expect(way.length).toBeGreaterThan(5);
    await phone.shoot('walls-phone');
    expect(phone.errors).toEqual([]);
  });

  it('R24.3 keys lead along a wall', async () => {
    await tapOn(0.6, 0.5);
    await phone.page.getByTestId('arena').focus();
    await phone.page.keyboard.down('ArrowLeft');
    await expect.poll(() => places().at(-1)?.[0]).toBeLessThan(RIGHT + 0.01);
    await phone.page.keyboard.down('ArrowDown');
    // Below the wall it goes on to the left.
    await expect.poll(() => places().at(-1)?.[0]).toBeLessThan(LEFT - 0.1);
    await phone.page.keyboard.up('ArrowLeft');
    await phone.page.keyboard.up('ArrowDown');
    for (const [x, y] of places())
      expect(x > LEFT && x < RIGHT && y > TOP && y < BOTTOM).toBe(false);
  });

  it('R24.4 projectors and pages in the dark show them', async () => {
    const projector = await openTab(browser, 'projector', 'en-US');
    await projector.page.goto(`${server.url}/screen/${gameId}`);
    await projector.page.locator('[data-testid=arena][data-avatars="2"]').waitFor();
    const pages = [projector.page, phone.page];
    for (const theme of ['yard', 'night'] as const) {
      await host.do('updateRoomOption', { theme });
      for (const page of pages) {
        await page.locator(`html[data-theme=${theme}]`).waitFor();
        await wallSeen(page, { wall: [0.5, 0.5], ground: [0.46, 0.5] });
      }
      await projector.shoot(`walls-projector-${theme}`);
      await phone.shoot(`walls-phone-${theme}`);
    }
    await host.do('updateRoomOption', { map: 'maze' });
    for (const page of pages)
      await wallSeen(page, { wall: [6.5 / 64, 20.5 / 64], ground: [0.05, 20.5 / 64] });
    await projector.shoot('maze-projector');
    await phone.shoot('maze-phone');
    await host.do('updateRoomOption', { map: 'garden', theme: 'yard' });
    for (const page of pages) {
      await wallSeen(page, { wall: [0.5, 0.5], ground: [6.5 / 64, 0.5] });
      await page.locator('html[data-theme=yard]').waitFor();
    }
    await projector.shoot('garden-projector');
    await phone.shoot('garden-phone');
    expect(projector.errors).toEqual([]);
  });
});
