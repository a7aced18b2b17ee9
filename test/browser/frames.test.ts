import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boxOf,
  bringQuiz,
  closeAllTabs,
  openRoom,
  openTab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';

const QUIZ_FILE = 'question,answer,choice1,choice2,seconds\nWhich?,left,left,right,60\n';
/** Of the floor: zone 1 while it is asked, right and wrong at the reveal. */
const ZONE_1 = '#bfd3ee';
const RIGHT = '#c9efc9';
const WRONG = '#e4d8c2';
/** Of a walk through half of the arena, where each frame takes as long as it may. */
const LEAST_FRAMES = 6;

let server: Child & { url: string };
let browser: Browser;
let page: Page;
let other: TestClient;
let pin: string;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
    // Nobody goes on.
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
  ({ page } = await openTab(browser, 'desktop', 'en-US'));
  pin = await openRoom(page, server.url);
  other = TestClient.withToken(server.url);
  await other.do('joinRoom', { gameId: pin, playerName: 'Bora' });
  await drawn(page, 2);
});

afterAll(async () => {
  other.close();
  await closeAllTabs(browser);
  await server.stop();
});

/** How many of the browser's next frames the arena draws itself in. */
const drawnOf = (target: Page, frames: number) =>
  target.evaluate<number>(`new Promise((tell) => {
    const { dataset } = document.querySelector('[data-testid=arena]');
    const before = Number(dataset.frames);
    let left = ${frames};
    const next = () =>
      left-- > 0 ? requestAnimationFrame(next) : tell(Number(dataset.frames) - before);
    next();
  })`);

/**
 * Of the browser's next frames, in how many the arena draws itself, and in how many it does not before the
 * last of those: a slow machine has walked to the wall after a few.
 */
const walkOf = (target: Page, frames: number) =>
  target.evaluate<{ drawn: number; missed: number }>(`new Promise((tell) => {
    const { dataset } = document.querySelector('[data-testid=arena]');
    const counts = [Number(dataset.frames)];
    const next = () => {
      counts.push(Number(dataset.frames));
      if (counts.length <= ${frames}) return requestAnimationFrame(next);
      const drawn = counts.at(-1) - counts[0];
      tell({ drawn, missed: counts.indexOf(counts.at(-1)) - drawn });
    };
    requestAnimationFrame(next);
  })`);

/** Frames drawn up to now. */
const framesOf = async (target: Page) =>
  Number(await target.getByTestId('arena').getAttribute('data-frames'));

/** Waits until that many avatars are drawn. */
const drawn = (target: Page, avatars: number) =>
  target.locator(`[data-testid=arena][data-avatars="${avatars}"]`).waitFor();

async function atRest(target: Page): Promise<void> {
  await expect.poll(() => drawnOf(target, 30)).toBe(0);
}

/** The colour of the floor in the upper left corner of zone 1. */
const colour = (target: Page) =>
  target.evaluate<string>(`(() => {
    const canvas = document.querySelector('[data-testid=arena]');
    const [...rgb] = canvas.getContext('2d').getImageData(14, 14, 1, 1).data;
    return '#' + rgb.slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join('');
  })()`);

describe('the arena of a player', () => {
  it('draws nothing in a lobby in which nobody moves', async () => {
    await atRest(page);
    expect(await drawnOf(page, 120)).toBe(0);
  });

  it('draws every frame while the own avatar walks, and stops when it stands', async () => {
    await atRest(page);
    await page.keyboard.down('ArrowRight');
    const held = await walkOf(page, 40);
    await page.keyboard.up('ArrowRight');
    await atRest(page);
    const box = await boxOf(page.getByTestId('arena'));
    await page.mouse.click(box.x + 40, box.y + 40);
    const clicked = await walkOf(page, 20);
    await atRest(page);
    for (const { drawn, missed } of [held, clicked]) {
      expect(drawn).toBeGreaterThanOrEqual(LEAST_FRAMES);
      expect(missed).toBeLessThanOrEqual(2);
    }
  });

  it('draws others 30 times a second at most, and the own avatar in every frame', async () => {
    await atRest(page);
    await page.keyboard.down('ArrowLeft');
    const { own, crowd, ms } = await page.evaluate<{ own: number; crowd: number; ms: number }>(`
      new Promise((tell) => {
        const { dataset } = document.querySelector('[data-testid=arena]');
        let left = 60;
        const began = { own: dataset.frames, crowd: dataset.crowdFrames, at: performance.now() };
        const next = () => {
          if (left-- > 0) return requestAnimationFrame(next);
          const ms = performance.now() - began.at;
          tell({ own: dataset.frames - began.own, crowd: dataset.crowdFrames - began.crowd, ms });
        };
        requestAnimationFrame(next);
      })`);
    await page.keyboard.up('ArrowLeft');
    expect(own).toBeGreaterThanOrEqual(56);
    expect(crowd).toBeGreaterThan(2);
    // A frame's time is that of its beginning.
    expect(crowd).toBeLessThanOrEqual(ms / 30 + 2);
    await atRest(page);
  });

  it('begins a walk after a rest with a step and not with a leap', async () => {
    await atRest(page);
    const left = () =>
      page.evaluate<number>(
        `document.querySelector('[data-testid=own-avatar]').getBoundingClientRect().left`,
      );
    const before = await left();
    await page.evaluate(`new Promise((tell) => {
      dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowRight' }));
      requestAnimationFrame(() => {
        dispatchEvent(new KeyboardEvent('keyup', { code: 'ArrowRight' }));
        requestAnimationFrame(tell);
      });
    })`);
    const step = (await left()) - before;
    // 1.5 s for the whole width: an eighth of a second is more than any first frame lasts.
    expect(step).toBeLessThan(1280 / 1.5 / 8);
    await atRest(page);
  });

  it('draws the glide of another player, and then nothing', async () => {
    await atRest(page);
    const before = await framesOf(page);
    await other.do('updatePosition', { newPosition: [0.25, 0.25] });
    await other.do('updatePosition', { newPosition: [0.75, 0.75] });
    await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 2);
    await atRest(page);
  });

  it('has drawn where everybody stands in the end, and draws it again for a page that is back', async () => {
    await other.do('updatePosition', { newPosition: [0.4, 0.6] });
    await page.keyboard.press('ArrowRight');
    await atRest(page);
    const picture = () =>
      page.evaluate<string>(`document.querySelector('[data-testid=arena]').toDataURL()`);
    const [before, shown] = [await framesOf(page), await picture()];
    await page.evaluate(`dispatchEvent(new Event('pageshow'))`);
    await expect.poll(() => framesOf(page)).toBe(before + 1);
    expect(await picture()).toBe(shown);
    // One that comes within 30 ms of the last frame of all avatars takes two.
    await atRest(page);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await expect.poll(() => framesOf(page)).toBe(before + 2);
  });

  it('draws who comes, is renamed, drops and leaves, and a new size at once', async () => {
    await atRest(page);
    const third = TestClient.withToken(server.url);
    await third.do('joinRoom', { gameId: pin, playerName: 'Chan' });
    await drawn(page, 3);
    const changes = [
      () => third.do('setPlayerName', { playerName: 'Chanho' }),
      () => Promise.resolve(third.drop()),
      () => page.setViewportSize({ width: 1200, height: 700 }),
      () => page.setViewportSize({ width: 1280, height: 800 }),
    ];
    for (const change of changes) {
      await atRest(page);
      const before = await framesOf(page);
      await change();
      await expect.poll(() => framesOf(page)).toBeGreaterThan(before);
    }
    const back = TestClient.withToken(server.url, { token: third.token });
    await back.do('joinRoom', { gameId: pin });
    await back.do('exitRoom', {});
    await drawn(page, 2);
    third.close();
    back.close();
  });

  it('appears at the new place at once with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await other.do('updatePosition', { newPosition: [0.5, 0.5] });
    await atRest(page);
    const before = await framesOf(page);
    await other.do('updatePosition', { newPosition: [0.3, 0.7] });
    await expect.poll(() => framesOf(page)).toBe(before + 1);
    await atRest(page);
    await page.emulateMedia({ reducedMotion: null });
  });

  it('draws zones and reveal on the floor when they come, and rests between them', async () => {
    await bringQuiz(page, QUIZ_FILE);
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    await drawn(screen.page, 2);
    await atRest(screen.page);
    expect(await drawnOf(screen.page, 60)).toBe(0);

    await page.getByTestId('start').click();
    for (const { target } of [{ target: page }, { target: screen.page }])
      await expect.poll(() => colour(target)).toBe(ZONE_1);
    await atRest(page);
    await atRest(screen.page);
    const texts = await page.getByTestId('zone-text').allTextContents();
    await page.locator('[data-testid=skip][data-skips=close]').click();
    const revealed = texts[0] === 'left' ? RIGHT : WRONG;
    await expect.poll(() => colour(page)).toBe(revealed);
    await expect.poll(() => colour(screen.page)).toBe(revealed);
    await atRest(page);
  });
});
