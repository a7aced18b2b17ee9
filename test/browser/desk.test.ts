import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { boxOf, closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';

const CSV = '문제,정답,보기1,보기2\n하늘은 무슨 색?,2,빨강,파랑\n';

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '200', GET_READY_MS: '200' });
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'ko-KR');
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const titles = (page: Page): Promise<string[]> =>
  page.getByTestId('desk-set').getByRole('heading').allTextContents();

function bring(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  return page.getByTestId('desk-file').setInputFiles(file);
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate<string | undefined>('document.activeElement.dataset.testid');

async function renameFirst(page: Page, title: string): Promise<void> {
  await page.getByTestId('desk-more').first().click();
  await page.getByTestId('desk-rename').click();
  await page.getByTestId('desk-title').fill(title);
  await page.getByTestId('desk-save').click();
}

describe('the desk', () => {
  it('R15.1 is offered on the start page to who has never been there', async () => {
    const { page } = desk;
    await page.goto(server.url);
    await page.getByTestId('to-desk').click();
    await page.getByTestId('desk-signed-out').waitFor();
    expect(await page.getByTestId('desk-signed-out').textContent()).toContain('터미널');
  });

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

  it('R15.1 opens by that link in the tab that shows the sign-in', async () => {
    const tab = await openTab(browser, 'desktop', 'en-US');
    await tab.page.goto(`${server.url}/desk`);
    await tab.page.getByTestId('desk-signed-out').waitFor();
    // Only what stands behind the # is new, so that the browser loads nothing.
    const [, key] = /\/desk(#key=\S+)/.exec(server.output()) ?? [];
    await tab.page.evaluate(`location.hash = ${JSON.stringify(key)}`);
    await tab.page.getByTestId('desk-none').waitFor();
    expect(tab.page.url()).toBe(`${server.url}/desk`);
    expect(tab.errors).toEqual([]);
    await tab.page.context().close();
  });

  it('R15.4 keeps a file, and says row by row what is wrong in another', async () => {
    const { page } = desk;
    await bring(page, '우리 반.csv', CSV);
    await page.getByTestId('desk-done').waitFor();
    expect(await titles(page)).toEqual(['우리 반']);
    await bring(page, 'bad.csv', CSV.replace(',2,', ',7,'));
    await page.getByTestId('desk-details').filter({ hasText: '2' }).waitFor();
    // What is wrong with it is mended in the editor (R15.15).
    await page.getByTestId('desk-set').filter({ hasText: 'bad' }).getByTestId('desk-more').click();
    await page.getByTestId('desk-remove').click();
    await expect.poll(() => titles(page)).toEqual(['우리 반']);
  });

  it.each([
    ['desktop', 'ko-KR', '40문제 중 1문제', /정답/],
    ['phone', 'en-US', '1 of 40', /choice|right/i],
  ] as const)(
    'R15.26 tells how many questions of a file need correction, and leads to the first of them, on a %s in %s',
    async (size, locale, told, fault) => {
      const tab = await openTab(browser, size, locale);
      const { page } = tab;
      await tab.page.context().addCookies(await desk.page.context().cookies());
      await page.goto(`${server.url}/desk`);
      const rows = Array.from(
        { length: 40 },
        (_, n) => `Question ${n}?,${n === 33 ? 7 : 1},yes,no`,
      );
      await bring(page, 'long.csv', ['question,answer,choice1,choice2', ...rows].join('\n'));
      await page.getByTestId('desk-done').waitFor();
      const lead = page.getByTestId('desk-fault');
      await lead.waitFor();
      expect(await page.locator('.told').textContent()).toContain(told);
      await tab.shoot(`desk-import-report-${size}`);
      expect(await violations(page)).toEqual([]);
      expect(await layoutFaults(page, size === 'phone' ? PHONES : [])).toEqual([]);
      await lead.click();
      const row = page.locator('[data-question]').nth(33);
      const shown = row.locator('.fault').first();
      await shown.waitFor();
      await expect
        .poll(() => page.evaluate(`document.activeElement.closest('[data-question]') !== null`))
        .toBe(true);
      expect(await shown.textContent()).toMatch(fault);
      // Nothing else is wrong with it: what the file leaves open is as usual.
      expect(await row.locator('.fault').count()).toBe(1);
      expect(await row.getByTestId('seconds').inputValue()).toBe('15');
      const { y, height } = await boxOf(shown);
      expect(y).toBeGreaterThan(0);
      expect(y + height).toBeLessThan(page.viewportSize()!.height);
      expect(new URL(page.url()).hash).toBe('');
      await tab.shoot(`desk-import-fault-${size}`);
      await page.goto(`${server.url}/desk`);
      await page
        .getByTestId('desk-set')
        .filter({ hasText: 'long' })
        .getByTestId('desk-more')
        .click();
      await page.getByTestId('desk-remove').click();
      await expect.poll(() => titles(page)).toEqual(['우리 반']);
      await page.context().close();
    },
  );

  it('R15.28 has a menu of each set for the keyboard, and leaves it by Escape', async () => {
    const { page } = desk;
    const more = page.getByTestId('desk-more').first();
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('desk-remove');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('desk-rename');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('desk-more');
  });

  it.each([
    ['xlsx', '우리 반.xlsx', 'back.xlsx', '그림에서 찾기 문제는 빠져요'],
    ['gift', '우리 반.txt', 'back.gift', '문제만 담겨요'],
  ])(
    'R15.32 downloads a set as %s from its menu, which says what is left out, and takes it back',
    async (format, name, back, leftOut) => {
      const { page } = desk;
      await page.getByTestId('desk-more').first().click();
      await page.getByRole('menu').waitFor();
      await desk.shoot(`desk-menu-${format}`);
      const download = page.waitForEvent('download');
      const item = page.getByTestId(`desk-download-${format}`);
      expect(await item.textContent()).toContain(leftOut);
      await item.click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(name);
      const buffer = await readFile(await file.path());
      const sent = { name: back, mimeType: 'application/octet-stream', buffer };
      await page.getByTestId('desk-file').setInputFiles(sent);
      await expect.poll(() => titles(page)).toEqual(['back', '우리 반']);
      await page.getByTestId('desk-more').first().click();
      await page.getByTestId('desk-remove').click();
      await expect.poll(() => titles(page)).toEqual(['우리 반']);
    },
  );

  it('R15.7 renames, copies, finds, deletes and brings back', async () => {
    const { page } = desk;
    await renameFirst(page, '우리 동네');
    await expect.poll(() => titles(page)).toEqual(['우리 동네']);
    await page.getByTestId('desk-more').click();
    await page.getByTestId('desk-copy').click();
    await expect.poll(() => titles(page)).toEqual(['우리 동네', '우리 동네']);
    await page.getByTestId('desk-search').fill('없는 말');
    await page.getByTestId('desk-none').waitFor();
    await page.getByTestId('desk-search').fill('하늘');
    await expect.poll(() => titles(page)).toHaveLength(2);
    await page.getByTestId('desk-more').first().click();
    await page.getByTestId('desk-remove').click();
    await expect.poll(() => titles(page)).toHaveLength(1);
    await page.getByTestId('desk-undo').click();
    await expect.poll(() => titles(page)).toHaveLength(2);
    await page.getByTestId('desk-more').last().click();
    await page.getByTestId('desk-versions').click();
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

  it('R15.23 shows a set that comes with the program, and copies it', async () => {
    const { page } = desk;
    const before = (await titles(page)).length;
    await page.getByTestId('ready-sets').locator('summary').click();
    await page.getByTestId('look-ready').first().click();
    await page.getByTestId('shared').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('take-copy').click();
    await page.getByTestId('open-copy').waitFor();
    await page.goto(`${server.url}/desk`);
    await expect.poll(() => titles(page)).toHaveLength(before + 1);
    await page.getByTestId('desk-more').first().click();
    await page.getByTestId('desk-remove').click();
    await expect.poll(() => titles(page)).toHaveLength(before);
  });

  it('R15.24 plays a set of one’s own in its order and with its title', async () => {
    const { page } = desk;
    const set = page.getByTestId('desk-set').filter({ hasText: 'first' });
    await set.getByRole('link', { name: '방 만들기' }).click();
    await page.getByTestId('own-order').waitFor();
    expect(await page.getByTestId('create-title').getAttribute('placeholder')).toBe('first');
    await page.getByTestId('rules').locator('summary').click();
    expect(await page.getByTestId('question-order').inputValue()).toBe('written');
    expect(await page.getByTestId('choice-order').inputValue()).toBe('shuffled');
    expect(await page.getByTestId('pacing').inputValue()).toBe('auto');
    // Who only hosts says when the next question comes, until the host chooses otherwise.
    await page.getByTestId('host-only').check();
    expect(await page.getByTestId('pacing').inputValue()).toBe('host');
    await page.getByTestId('pacing').selectOption('auto');
    await page.getByTestId('host-plays').check();
    await page.getByTestId('host-only').check();
    expect(await page.getByTestId('pacing').inputValue()).toBe('auto');
    await page.getByTestId('quiz-set').selectOption({ index: 3 });
    expect(await page.getByTestId('question-order').inputValue()).toBe('drawn');
    expect(await page.getByTestId('create-capacity').inputValue()).toBe('500');
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
