import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleCrowd, openCrowd } from '../../load-test/show/crowd.js';
import { closeAllTabs, openTab, SIZES, workerBrowser } from '../support/browser.js';

/** Of the floor: 2,000 figures cover more than this, and avatars alone less. */
const COVERED = 0.08;

let browser: Browser;
let bundle: Awaited<ReturnType<typeof bundleCrowd>>;
beforeAll(async () => {
  browser = await workerBrowser();
  bundle = await bundleCrowd(join(import.meta.dirname, '../..'));
});
afterAll(() => closeAllTabs(browser));

const figures = (page: Page) =>
  page.evaluate<{ frames: number; avatars: number }>(`(() => {
    const { frames = 0, avatars = 0 } = document.querySelector('[data-testid=arena]').dataset;
    return { frames: Number(frames), avatars: Number(avatars) };
  })()`);

/** How many of the browser's next frames the arena draws itself in. */
async function drawnOf(page: Page, frames: number): Promise<number> {
  const before = await figures(page);
  await page.evaluate(`new Promise((tell) => {
    let left = ${frames};
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : tell());
    next();
  })`);
  return (await figures(page)).frames - before.frames;
}

async function atRest(page: Page): Promise<void> {
  await expect.poll(() => drawnOf(page, 30)).toBe(0);
}

/** What part of the pixels has none of the colours of the floor. */
const covered = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('[data-testid=arena]');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const floor = new Set();
    for (const token of ['earth', 'zone-1', 'zone-2', 'zone-3', 'zone-4'])
      floor.add(getComputedStyle(document.documentElement).getPropertyValue('--' + token));
    let other = 0;
    for (let at = 0; at < data.length; at += 4) {
      const hex = [data[at], data[at + 1], data[at + 2]];
      if (!floor.has('#' + hex.map((part) => part.toString(16).padStart(2, '0')).join(''))) other++;
    }
    return (other * 4) / data.length;
  })()`);

describe.each([
  ['phone', false],
  ['projector', true],
] as const)('the picture of 2,000 people on a %s', (size, isScreen) => {
  it('shows figures and avatars, rests while nobody moves, and is drawn anew in another size', async () => {
    const { page, errors } = await openTab(browser, size, 'ko-KR');
    await openCrowd(page, bundle, 2_000, { isScreen, isStill: true, theme: 'yard' });
    await atRest(page);
    const { avatars, frames } = await figures(page);
    expect(avatars).toBeGreaterThanOrEqual(12);
    expect(avatars).toBeLessThanOrEqual(150);
    expect(await covered(page)).toBeGreaterThan(COVERED);
    const { width, height } = SIZES[size].viewport;
    await page.setViewportSize({ width: width - 50, height: height - 50 });
    await expect.poll(async () => (await figures(page)).frames).toBeGreaterThan(frames);
    await atRest(page);
    expect(await covered(page)).toBeGreaterThan(COVERED);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
