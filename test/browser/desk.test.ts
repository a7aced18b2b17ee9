import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { launchBrowser, openTab, type Tab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

const CSV = '문제,정답,보기1,보기2\n하늘은 무슨 색?,2,빨강,파랑\n';

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '200', GET_READY_MS: '200' });
  browser = await launchBrowser();
  desk = await openTab(browser, 'desktop', 'ko-KR');
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const titles = (page: Page): Promise<string[]> =>
  page.getByTestId('desk-set').getByRole('heading').allTextContents();

function bring(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  return page.getByTestId('desk-file').setInputFiles(file);
}

async function renameFirst(page: Page, title: string): Promise<void> {
  await page.getByTestId('desk-rename').first().click();
  await page.getByTestId('desk-title').fill(title);
  await page.getByTestId('desk-save').click();
}

describe('the desk', () => {
  it('R15.1 is shut for who only knows its address', async () => {
    const { page } = desk;
    await page.goto(`${server.url}/desk`);
    await page.getByTestId('desk-signed-out').waitFor();
    expect(await page.getByTestId('desk-file').count()).toBe(0);
    await page.goto(`${server.url}/desk?wrong#key=wrong`);
    await page.getByTestId('desk-problem').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  it('R15.1 opens by the link in the terminal, which leaves the address bar', async () => {
    const { page } = desk;
    const link = /http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '';
    desk.errors.length = 0;
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByTestId('desk-none').waitFor();
    expect(page.url()).toBe(`${server.url}/desk`);
    await page.reload();
    await page.getByTestId('desk-none').waitFor();
  });

  it('R15.4 keeps a file, and says row by row what is wrong in another', async () => {
    const { page } = desk;
    await bring(page, '우리 반.csv', CSV);
    await page.getByTestId('desk-done').waitFor();
    expect(await titles(page)).toEqual(['우리 반']);
    await bring(page, 'bad.csv', CSV.replace(',2,', ',7,'));
    await page.getByTestId('desk-details').filter({ hasText: '2' }).waitFor();
    // What is wrong with it is mended in the editor (R15.15).
    await page
      .getByTestId('desk-set')
      .filter({ hasText: 'bad' })
      .getByTestId('desk-remove')
      .click();
    await expect.poll(() => titles(page)).toEqual(['우리 반']);
  });

  it('R15.7 renames, copies, finds, deletes and brings back', async () => {
    const { page } = desk;
    await renameFirst(page, '우리 동네');
    await expect.poll(() => titles(page)).toEqual(['우리 동네']);
    await page.getByTestId('desk-copy').click();
    await expect.poll(() => titles(page)).toEqual(['우리 동네', '우리 동네']);
    await page.getByTestId('desk-search').fill('없는 말');
    await page.getByTestId('desk-none').waitFor();
    await page.getByTestId('desk-search').fill('하늘');
    await expect.poll(() => titles(page)).toHaveLength(2);
    await page.getByTestId('desk-remove').first().click();
    await expect.poll(() => titles(page)).toHaveLength(1);
    await page.getByTestId('desk-undo').click();
    await expect.poll(() => titles(page)).toHaveLength(2);
    await page.getByTestId('desk-versions').last().click();
    await page.getByTestId('desk-set').last().getByRole('listitem').getByRole('button').click();
    await expect.poll(() => titles(page)).toContain('우리 반');
    await desk.shoot('desk');
  });

  it('R15.5 tells the second of two tabs, and loses nothing', async () => {
    const other = await desk.page.context().newPage();
    await other.goto(`${server.url}/desk`);
    await expect.poll(() => titles(other)).toHaveLength(2);
    await renameFirst(desk.page, 'first');
    await expect.poll(() => titles(desk.page)).toContain('first');
    await renameFirst(other, 'second');
    await other.getByTestId('desk-problem').waitFor();
    await expect.poll(() => titles(other)).toContain('first');
    await other.close();
  });

  it('has nothing that keeps people out', async () => {
    expect(await violations(desk.page)).toEqual([]);
  });

  it('R15.9 gives its sets to the form that opens rooms', async () => {
    const { page } = desk;
    await page.goto(server.url);
    await page.getByTestId('open-create').click();
    const choice = page.getByTestId('quiz-set');
    await expect.poll(() => choice.locator('option').first().textContent()).toContain('first');
    await choice.selectOption({ index: 0 });
    await page.getByTestId('create-submit').click();
    await page.getByTestId('arena').waitFor();
    await page.getByTestId('open-host').click();
    const chosen = page.getByTestId('quiz-set').locator('option:checked');
    await expect.poll(() => chosen.textContent()).toContain('first');
    expect(desk.errors.filter((error) => !/400|409/.test(error))).toEqual([]);
  });
});
