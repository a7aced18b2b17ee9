import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import {
  chooseLanguage,
  boxOf,
  closeAllTabs,
  openRoom,
  openTab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

const LONG = { COUNTDOWN_MS: '500', PICTURE_READY_MS: '1500', REVEAL_MS: '600000' };

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', HOSTS: 'anyone', ...LONG });
  browser = await workerBrowser();
});
afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** A tower under a sky. */
async function picture(): Promise<number[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000">
    <rect width="1600" height="1000" fill="#8fc7e8"/><rect y="800" width="1600" height="200" fill="#7a9a58"/>
    <path d="M700 850 L800 150 L900 850 Z" fill="#6b4a35"/></svg>`;
  return [...(await sharp(Buffer.from(svg)).jpeg().toBuffer())];
}

const shown = (page: Page): Promise<boolean> =>
  page
    .getByTestId('picture')
    .locator('img')
    .evaluate((img) => (img as unknown as Picture).naturalWidth > 0);

interface Picture {
  naturalWidth: number;
}

it('R18.5 stand beside the floor on phone and projector, with room kept for them, and large by a tap', async () => {
  const host = await openTab(browser, 'desktop', 'en-US');
  const pin = await openRoom(host.page, server.url, { title: 'Pictures', name: 'Dana' });
  const { id, width } = await host.page.evaluate(
    async (bytes) => {
      const body = new Uint8Array(bytes);
      return (await fetch('/api/desk/images', { method: 'POST', body })).json() as Promise<{
        id: string;
        width: number;
      }>;
    },
    await picture(),
  );
  expect(width).toBe(1600);
  const alt = 'A tower of iron in front of a blue sky';
  const question = {
    quiz: 'In which city is this tower?',
    choices: ['London', 'Paris', 'Rome', 'Berlin'],
    answer: 2,
    limitTime: 60,
  };
  const questions = [
    { ...question, image: { id, alt } },
    { ...question, quiz: 'And this one?', image: { id, alt } },
  ];
  await host.page.getByTestId('open-host').click();
  await host.page.getByTestId('quiz-file').setInputFiles({
    name: 'pictures.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ title: 'Pictures', questions })),
  });
  await host.page.getByTestId('host-panel').locator('.done').waitFor();

  const phone = await openTab(browser, 'phone', 'ko-KR');
  await phone.page.goto(`${server.url}/join/${pin}`);
  await phone.page.getByTestId('join-submit').click();
  const projector = await openTab(browser, 'projector', 'ko-KR');
  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen').waitFor();

  await host.page.getByTestId('start').click();
  for (const { page, shoot } of [phone, projector, host]) {
    await page.getByTestId('picture').waitFor();
    await page.locator('[data-stage=answering]').first().waitFor();
    await expect.poll(() => shown(page)).toBe(true);
    expect(await page.getByTestId('picture').locator('img').getAttribute('alt')).toBe(alt);
    await shoot('picture');
  }
  const { page } = phone;
  const small = await boxOf(page.getByTestId('picture'));
  await page.getByTestId('picture').click();
  await expect
    .poll(async () => (await boxOf(page.getByTestId('picture'))).height)
    .toBeGreaterThan(small.height * 2);
  await phone.shoot('picture-large');
  await page.getByTestId('picture').click();
  await page.setViewportSize({ width: 360, height: 640 });
  await phone.shoot('picture-360');
  for (const tab of [phone, projector, host]) expect(tab.errors).toEqual([]);
});

it('R18.6 are brought, described and pointed at in the editor, and seen in its preview', async () => {
  const desk = await openTab(browser, 'desktop', 'en-US');
  const { page } = desk;
  const saved = () => page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  await page.goto(`${server.url}/desk`);
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add-spot').click();
  await page.getByTestId('quiz').fill('Where is the top of the tower?');
  const buffer = Buffer.from(await picture());
  const file = { name: 'tower.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByTestId('image-file').setInputFiles(file);
  await page.getByTestId('alt').fill('A tower in front of a blue sky');

  const square = page.getByTestId('spot-picture');
  const { width } = await boxOf(square);
  for (const part of [0.2, 0.5, 0.8])
    await square.click({ position: { x: part * width, y: part * width } });
  for (const [n, name] of ['Sky', 'Top', 'Grass'].entries())
    await page.getByTestId('place-name').nth(n).fill(name);
  await page.getByTestId('is-target').nth(1).check();
  await page.getByTestId('radius').fill('15');
  await page.getByTestId('faults').waitFor({ state: 'detached' });

  const top = page.getByTestId('spot-place').nth(1);
  const where = async (): Promise<string[]> => [
    await page.getByTestId('place-x').nth(1).inputValue(),
    await page.getByTestId('place-y').nth(1).inputValue(),
  ];
  await top.scrollIntoViewIfNeeded();
  const from = await boxOf(top);
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 10 - 0.3 * width, { steps: 4 });
  await page.mouse.up();
  await expect.poll(where).toEqual(['50', '20']);
  await page.keyboard.press('Control+z');
  await expect.poll(where).toEqual(['50', '50']);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(where).toEqual(['50', '20']);
  await top.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect.poll(where).toEqual(['51', '15']);
  expect(await page.getByTestId('is-target').nth(1).isChecked()).toBe(true);
  expect(await page.getByTestId('spot-place').count()).toBe(3);
  await saved();
  expect(await violations(page)).toEqual([]);
  await desk.shoot('editor-spot');

  await page.reload();
  await page.getByTestId('open').click();
  await expect.poll(where).toEqual(['51', '15']);
  await page.getByTestId('preview').click();
  const stage = page.frameLocator('[data-testid=stage-frame]');
  await stage.getByTestId('place').nth(2).waitFor({ state: 'attached' });
  await desk.shoot('editor-spot-preview');
  await page.getByTestId('preview-projector').click();
  await stage.locator('main.screen').waitFor();
  await desk.shoot('editor-spot-preview-projector');
  expect(await stage.locator('.missing').count()).toBe(0);
  await page.keyboard.press('Escape');

  // A description that tells the answer.
  await page.getByTestId('kind').selectOption('choice');
  await page.getByTestId('choice').first().fill('Paris');
  await page.getByTestId('choice').nth(1).fill('Rome');
  await page.getByTestId('right').first().check();
  await page.getByTestId('faults').waitFor({ state: 'detached' });
  await page.getByTestId('alt').fill('The tower of Paris');
  await page.getByText('This tells the right answer, “Paris”.').waitFor();
  await page.getByTestId('faults').waitFor();
  await page.getByTestId('preview').click();
  const shownInFrame = stage.getByTestId('picture').locator('img');
  await expect
    .poll(() => shownInFrame.evaluate((img) => (img as unknown as Picture).naturalWidth))
    .toBeGreaterThan(0);
  await desk.shoot('editor-picture-preview');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseLanguage(page, 'ko');
  await desk.shoot('editor-picture-390');
  await page.getByTestId('kind').selectOption('spot');
  await page.getByTestId('spot-picture').waitFor();
  expect(await violations(page)).toEqual([]);
  await desk.shoot('editor-spot-390');
  expect(desk.errors).toEqual([]);
});

it('R16.13 are the choices of a question, each with its own description and perhaps a word', async () => {
  const desk = await openTab(browser, 'desktop', 'en-US');
  const { page } = desk;
  await page.goto(`${server.url}/desk`);
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add-pictures').click();
  await page.getByTestId('quiz').fill('Which sky is the bluest?');
  const choices = page.getByTestId('picture-choice');
  expect(await choices.count()).toBe(4);
  for (const [n, colour] of ['#8fc7e8', '#1d4fd7', '#c9d6df'].entries()) {
    const svg = await sharp(Buffer.from(await picture()))
      .tint(colour)
      .jpeg()
      .toBuffer();
    const file = { name: `sky-${n}.jpg`, mimeType: 'image/jpeg', buffer: svg };
    const choice = choices.nth(n);
    await choice.getByTestId('image-file').setInputFiles(file);
    await choice.getByTestId('alt').fill(`A tower below sky ${n + 1}`);
  }
  await choices.nth(2).getByTestId('picture-word').fill('Foggy');
  await choices.nth(1).getByTestId('right').check();
  // The fourth has nothing in it, and is as if it were not there.
  await page.getByTestId('faults').waitFor({ state: 'detached' });
  await choices.nth(2).getByTestId('alt').fill('A tower below sky 2');
  // With a word of its own it may be described as another one is.
  await page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  await choices.nth(2).getByTestId('picture-word').fill('');
  await page.getByText('This is the same as an earlier choice.').first().waitFor();
  await choices.nth(2).getByTestId('picture-word').fill('Foggy');
  await page.getByTestId('faults').waitFor({ state: 'detached' });
  await page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  expect(await violations(page)).toEqual([]);
  await desk.shoot('editor-pictures');

  await page.reload();
  await page.getByTestId('open').click();
  await choices.nth(2).getByAltText('A tower below sky 2').waitFor();
  expect(await choices.nth(1).getByTestId('right').isChecked()).toBe(true);
  await page.getByTestId('preview').click();
  const stage = page.frameLocator('[data-testid=stage-frame]');
  await stage
    .getByTestId('pictures')
    .filter({ hasText: 'Foggy' })
    .first()
    .waitFor({ state: 'attached' });
  await desk.shoot('editor-pictures-preview');
  await page.keyboard.press('Escape');
  // One that cannot be loaded is said in its zone, and asked for once.
  await page.route('**/api/desk/images/*?size=square', (route) => route.abort());
  await page.getByTestId('preview').click();
  await stage.getByTestId('zone-text').filter({ hasText: 'A tower below sky 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.unroute('**/api/desk/images/*?size=square');
  const lost = 'Failed to load resource: net::ERR_FAILED';
  expect(desk.errors.splice(0)).toEqual([lost, lost, lost]);

  // A link to look shows them, and nothing to write into.
  await page.getByTestId('share').click();
  await page.getByTestId('share-answers').check();
  await page.getByTestId('share-make').click();
  const link = await page.getByTestId('share-link').inputValue();
  const looker = await openTab(browser, 'phone', 'ko-KR');
  await looker.page.goto(`${server.url}/desk/share#${link.split('#')[1]}`);
  const printed = looker.page.getByTestId('printed-picture');
  const sizes = () =>
    printed.evaluateAll((all) => all.map((img) => (img as unknown as Picture).naturalWidth > 0));
  await expect.poll(sizes).toEqual([true, true, true]);
  const alts = () => printed.evaluateAll((all) => all.map((img) => (img as { alt?: string }).alt));
  expect(await alts()).toEqual([1, 2, 2].map((n) => `A tower below sky ${n}`));
  await looker.page.getByTestId('shared').filter({ hasText: 'Foggy' }).waitFor();
  expect(await looker.page.locator('input, textarea, select').count()).toBe(0);
  await looker.shoot('look-pictures');
  expect(await violations(looker.page)).toEqual([]);
  expect([...desk.errors, ...looker.errors]).toEqual([]);
});

it('R18.6 go into their own card, wherever it is when the server has them', async () => {
  const desk = await openTab(browser, 'desktop', 'en-US');
  const { page } = desk;
  await page.goto(`${server.url}/desk`);
  await page.getByTestId('desk-new').click();
  for (const quiz of ['Alpha', 'Omega']) {
    await page.getByTestId('add-pictures').click();
    await page.getByTestId('quiz').fill(quiz);
  }
  const row = (quiz: string) => page.getByTestId('row').filter({ hasText: quiz });
  const cards = page.getByTestId('picture-choice');
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/api/desk/images', async (route) => {
    await held;
    await route.continue();
  });
  await row('Alpha').getByTestId('open').click();
  const file = { name: 'tower.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture()) };
  await cards.nth(2).getByTestId('image-file').setInputFiles(file);
  await cards.nth(2).locator('progress').waitFor();
  // The card before it goes, the row moves, and another one is opened.
  await cards.nth(1).getByRole('button', { name: 'Delete choice 2' }).click();
  await cards.nth(1).getByTestId('picture-word').fill('Tower');
  await row('Alpha').getByTestId('handle').focus();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.getByTestId('row').allInnerTexts())
    .toEqual([expect.stringContaining('Omega'), expect.stringContaining('Alpha')]);
  await row('Omega').getByTestId('open').click();
  await expect.poll(() => page.getByTestId('quiz').inputValue()).toBe('Omega');
  go();
  const kept = page.waitForResponse('**/api/desk/images');
  await (await kept).finished();
  await page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  expect(await cards.locator('img').count()).toBe(0);
  await row('Alpha').getByTestId('open').click();
  await cards.nth(1).getByAltText('tower').waitFor();
  expect(await cards.nth(1).getByTestId('picture-word').inputValue()).toBe('Tower');
  expect(await cards.locator('img').count()).toBe(1);
  expect(desk.errors).toEqual([]);
});
