import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { flatPng } from '../support/images.js';

let server: Child & { url: string; port: number };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const drafts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(
    `Object.entries(localStorage).filter(([key]) => key.startsWith('madang.draft.')).map(String)`,
  );

const keyLink = (): string => /http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '';

async function signIn(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto(keyLink());
  await page.getByTestId('desk-new').waitFor();
}

async function newSet(page: Page): Promise<string> {
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add').waitFor();
  return page.url().split('#')[0]!;
}

const stateOf = (page: Page, state: string) =>
  page.locator(`[data-testid=save-state][data-state=${state}]`).waitFor();

it('R1.12 leaves nothing of what was written in the browser of who signs out, in any tab', async () => {
  const { page: desk } = await openTab(browser, 'desktop', 'en-US');
  await signIn(desk);
  const address = await newSet(desk);
  const context = desk.context();
  const editor = await context.newPage();
  // What is written there cannot be saved: the browser keeps it.
  await editor.route('**/api/desk/sets/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await editor.goto(address);
  await editor.getByTestId('add').click();
  await editor.getByTestId('quiz').fill('The secret of the next exam?');
  await stateOf(editor, 'away');
  expect((await drafts(editor)).join()).toContain('The secret of the next exam?');

  await desk.goto(`${server.url}/desk`);
  await desk.getByTestId('desk-sign-out').click();
  await desk.getByTestId('desk-signed-out').waitFor();
  expect(await drafts(desk)).toEqual([]);
  // The other tab shows the set no more, and keeps nothing anew when it tries again or goes.
  await editor.getByTestId('desk-signed-out').waitFor();
  expect(await drafts(desk)).toEqual([]);

  // Whoever comes next on this computer is offered nothing of it.
  await editor.unrouteAll();
  await signIn(editor);
  await editor.goto(address);
  await editor.getByTestId('add').waitFor();
  await stateOf(editor, 'saved');
  expect(await editor.getByTestId('unsaved').count()).toBe(0);
  // And keeps again what is theirs.
  await editor.route('**/api/desk/sets/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await editor.getByTestId('add').click();
  await editor.getByTestId('quiz').fill('Of the next one');
  await stateOf(editor, 'away');
  expect((await drafts(editor)).join()).toContain('Of the next one');
  await context.close();
});

it('R18.1 lets nobody leave the editor without the pictures that are on their way', async () => {
  const tab = await openTab(browser, 'desktop', 'en-US');
  const { page } = tab;
  await signIn(page);
  const address = await newSet(page);
  let pass = (): void => {};
  const held = new Promise<void>((resolve) => (pass = resolve));
  const asked: number[] = [];
  await page.route('**/api/desk/images', async (route) => {
    asked.push(asked.length);
    await held;
    await route.continue();
  });
  for (const name of ['one', 'two']) {
    await page.getByTestId('add').click();
    await page.getByTestId('quiz').fill(`Which is ${name}?`);
    const field = page.getByTestId('image-file');
    if (!(await field.count())) await page.getByTestId('add-image').click();
    await field.setInputFiles({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: flatPng(name.length * 40, 90),
    });
  }
  await page.getByText('Waiting for its turn').waitFor();
  expect(asked).toEqual([0]);
  await tab.shoot('editor-pictures-wait');
  await page.getByTestId('back').click();
  await page.getByText('Pictures are on their way').waitFor();
  expect(page.url().split('#')[0]).toBe(address);
  pass();
  await page.getByTestId('desk-search').waitFor();
  await page.goto(address);
  await page.getByTestId('row').first().waitFor();
  for (const n of [0, 1]) {
    await page.getByTestId('open').nth(n).click();
    await page.getByTestId('image-field').locator('img').waitFor();
    await page.keyboard.press('Escape');
  }
  expect(tab.errors).toEqual([]);
  await page.context().close();
});
