import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import {
  chooseLanguage,
  closeAllTabs,
  openTab,
  workerBrowser,
  type Tab,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;
let page: Page;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn' });
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'en-US');
  ({ page } = desk);
  await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add').waitFor();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const saved = () => page.locator('[data-testid=save-state][data-state=saved]').waitFor();
const missing = (): Promise<string | null> => page.getByTestId('missing-de').textContent();
const focused = (): Promise<unknown> =>
  page.evaluate(
    "document.activeElement.dataset.text ?? document.activeElement.dataset.testid ?? ''",
  );

async function addLanguage(name: string): Promise<void> {
  await page.getByTestId('add-language').fill(name);
  await page.getByTestId('add-language').press('Enter');
}

/** In the page, as text: the types of a browser are not those of these tests. A row may be opening. */
async function paste(testId: string, text: string): Promise<void> {
  await page.getByTestId(testId).waitFor();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[data-testid=${testId}]').dispatchEvent(event);
  }`);
}

describe('the editor of a set in several languages', () => {
  it('R30.13 takes a language by its name, and says what is none', async () => {
    await page.getByTestId('title').fill('수도');
    await page.getByTestId('main-language').fill('no language');
    await page.getByTestId('main-language').press('Enter');
    await page.getByText('This is no language.').waitFor();
    await page.getByTestId('main-language').fill('한국어');
    await page.getByTestId('main-language').press('Enter');
    await expect.poll(() => page.getByTestId('main-language').inputValue()).toBe('Korean');
    await addLanguage('German');
    await page.getByTestId('beside-de').waitFor();
    expect(await page.getByTestId('add-language').inputValue()).toBe('');
  });

  it('R30.20 has its title first, and tells its faults', async () => {
    expect(await missing()).toBe('1 text missing');
    await page.getByTestId('next-missing').click();
    await expect.poll(focused).toBe('title-text');
    await page.keyboard.type('x'.repeat(41));
    await page.getByTestId('save-state').filter({ hasText: 'correct the title first' }).waitFor();
    expect(await page.getByTestId('title-text').getAttribute('aria-invalid')).toBe('true');
    await page.getByTestId('title-text').fill('Hauptstadt');
    await expect.poll(missing).toBe('nothing missing');
    await page.getByTestId('undo').click();
    await page.getByTestId('redo').click();
    expect(await page.getByTestId('title-text').inputValue()).toBe('Hauptstadt');
    await page.getByTestId('title').fill('수도들');
    await page.getByTestId('title-fine').click();
    await page.getByTestId('title-fine').waitFor({ state: 'detached' });
    await saved();
  });

  it('R30.11 shows what is missing beside the form, and goes from one text to the next by keys', async () => {
    await page.getByTestId('add').click();
    await page.getByTestId('quiz').fill('대한민국의 수도는?');
    await page.getByTestId('choice').nth(0).fill('서울');
    await page.getByTestId('choice').nth(1).fill('부산');
    await page.getByTestId('right').first().check();
    await expect.poll(missing).toBe('3 texts missing');
    expect(await page.getByTestId('row-missing').textContent()).toBe('3 texts missing');
    const quiz = page.getByTestId('text-quiz');
    expect(await quiz.getAttribute('placeholder')).toBe('대한민국의 수도는?');
    expect(await quiz.getAttribute('lang')).toBe('de');
    await page.getByTestId('next-missing').click();
    await expect.poll(focused).toBe('quiz');
    await page.keyboard.type('Was ist die Hauptstadt von Korea?');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Seoul');
    await expect.poll(missing).toBe('1 text missing');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+Enter');
    expect(await page.getByTestId('text-choices-1').inputValue()).toBe('부산');
    await expect.poll(missing).toBe('nothing missing');
    await page.getByTestId('undo').click();
    await expect.poll(missing).toBe('1 text missing');
    await page.setViewportSize({ width: 1366, height: 900 });
    await desk.shoot('editor-languages-1366');
    expect(await violations(page)).toEqual([]);
  });

  it('R30.3 R30.12 tells a fault at its field, and moves texts along with their choices', async () => {
    await page.getByTestId('text-choices-0').fill('x'.repeat(300));
    await page.getByTestId('translation').locator('.fault').waitFor();
    expect(await page.getByTestId('text-choices-0').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByTestId('choice').first().getAttribute('aria-invalid')).toBe('false');
    await page.getByTestId('text-choices-0').fill('Seoul');
    await page.getByTestId('choice').nth(1).press('Enter');
    await page.keyboard.type('인천');
    await page.getByTestId('text-choices-2').fill('Incheon');
    await page.getByTestId('choice').nth(1).fill('');
    await page.getByTestId('choice').nth(1).press('Backspace');
    await expect.poll(() => page.getByTestId('text-choices-1').inputValue()).toBe('Incheon');
    await saved();
  });

  it('R30.14 takes lines into the texts of a row, and a column into those of the set', async () => {
    await page.getByTestId('add-slide').click();
    await page.getByTestId('slide-title').fill('환영합니다');
    await page.getByTestId('slide-text').fill('첫째\n둘째');
    await page.getByTestId('text-title').waitFor();
    await expect.poll(missing).toBe('2 texts missing');
    await page.getByTestId('paste-column').click();
    expect(await page.getByTestId('column-main').inputValue()).toBe(
      ['수도들', '대한민국의 수도는?', '서울', '인천', '환영합니다', '첫째 ⏎ 둘째'].join('\n'),
    );
    await paste('column-own', 'a\nb');
    expect(await page.getByTestId('paste-text').count()).toBe(0);
    await page.getByTestId('column-own').fill('\n\n\n\nWillkommen');
    expect(await page.getByTestId('column-take').isDisabled()).toBe(true);
    await page.getByTestId('column-own').fill('Städte\n\n\n\nWillkommen\nErstens ⏎ Zweitens');
    await desk.shoot('editor-languages-column');
    await page.getByTestId('column-take').click();
    await expect.poll(missing).toBe('nothing missing');
    expect(await page.getByTestId('title-text').inputValue()).toBe('Städte');
    expect(await page.getByTestId('text-text').inputValue()).toBe('Erstens\nZweitens');
    await page.getByTestId('open').first().click();
    await paste('text-quiz', 'Hauptstadt?\nSeoul!');
    await expect.poll(() => page.getByTestId('text-choices-0').inputValue()).toBe('Seoul!');
    await saved();
  });

  it('R30.23 marks a translation whose main text was changed, until somebody looks at it', async () => {
    await page.getByTestId('quiz').fill('한국의 수도는?');
    await expect.poll(() => page.getByTestId('row-check').textContent()).toBe('1 text to check');
    await page.getByTestId('translation').getByText('main text changed: check').waitFor();
    await desk.shoot('editor-languages-check');
    await page.getByTestId('undo').click();
    await page.getByTestId('row-check').waitFor({ state: 'detached' });
    await page.getByTestId('redo').click();
    await page.getByTestId('fine-quiz').click();
    await page.getByTestId('row-check').waitFor({ state: 'detached' });
    await page.getByTestId('undo').click();
    expect(await page.getByTestId('quiz').inputValue()).toBe('대한민국의 수도는?');
    expect(await page.getByTestId('text-quiz').inputValue()).toBe('Hauptstadt?');
    await saved();
  });

  it('R30.22 shows rows with missing texts alone, and the one that is open', async () => {
    const rows = page.locator('[data-question]');
    await page.getByTestId('only-missing').click();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByTestId('text-choices-0').fill('');
    await page.getByTestId('open').click();
    await expect.poll(() => page.getByTestId('row-missing').count()).toBe(1);
    await desk.shoot('editor-languages-filter');
    expect(await rows.count()).toBe(1);
    await page.getByTestId('undo').click();
    await page.getByTestId('none-missing').waitFor();
    expect(await rows.count()).toBe(0);
    await page.getByTestId('only-missing').click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByTestId('open').first().click();
    await expect.poll(() => page.getByTestId('text-quiz').inputValue()).toBe('Hauptstadt?');
    expect(await page.getByTestId('text-choices-0').inputValue()).toBe('Seoul!');
    await saved();
  });

  it('R30.16 keeps all through a reload, and previews and prints in German', async () => {
    await page.reload();
    await page.getByTestId('beside-de').click();
    expect(await page.getByTestId('title-text').inputValue()).toBe('Städte');
    await page.getByTestId('open').first().click();
    await expect.poll(() => page.getByTestId('text-quiz').inputValue()).toBe('Hauptstadt?');
    const live = page.frameLocator('[data-testid=live-frame]');
    await expect.poll(() => live.getByTestId('question').textContent()).toBe('Hauptstadt?');
    await page.getByTestId('preview').click();
    const stage = page.frameLocator('[data-testid=stage-frame]');
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe('Hauptstadt?');
    await page.getByTestId('preview-language').selectOption('ko');
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe('대한민국의 수도는?');
    await page.keyboard.press('Escape');
    await page.getByTestId('print').click();
    await page.getByTestId('print-language').selectOption('de');
    expect(await page.getByTestId('paper').textContent()).toMatch(/Städte.*Willkommen/s);
    expect(await page.getByTestId('paper').getAttribute('lang')).toBe('de');
    await page.keyboard.press('Escape');
  });

  it('R30.21 is shown to who has a link in the language of their page, or in another one', async () => {
    await page.getByTestId('share').click();
    await page.getByTestId('share-make').click();
    const token = new URL(await page.getByTestId('share-link').inputValue()).hash;
    await page.keyboard.press('Escape');
    const reader = await openTab(browser, 'phone', 'de');
    await reader.page.goto(`${server.url}/desk/share${token}`);
    const shared = reader.page.getByTestId('shared');
    await shared.waitFor();
    expect(await shared.textContent()).toMatch(/Städte.*Hauptstadt\?.*Seoul.*Willkommen/s);
    expect(await shared.getAttribute('lang')).toBe('de');
    expect(await reader.page.title()).toContain('Städte');
    expect(await violations(reader.page)).toEqual([]);
    await reader.shoot('shared-languages');
    await reader.page.getByTestId('shared-language').selectOption('ko');
    expect(await shared.textContent()).toMatch(/수도들.*대한민국의 수도는\?.*서울.*환영합니다/s);
    expect(await shared.textContent()).not.toMatch(/✔|Hauptstadt/);
    expect(reader.errors).toEqual([]);
    await page.goto(`${server.url}/desk`);
    const name = page.getByTestId('desk-open');
    expect(await name.textContent()).toBe('수도들');
    await chooseLanguage(page, 'de');
    await expect.poll(() => name.textContent()).toBe('Städte');
    await chooseLanguage(page, 'en');
    await name.click();
    await page.getByTestId('beside-de').click();
    await page.getByTestId('open').first().click();
  });

  it('has nothing that keeps people out, on a phone and in Korean as well', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await chooseLanguage(page, 'ko');
    await page.getByTestId('text-choices-0').fill('');
    await page.getByText('빠짐').first().waitFor();
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.evaluate('scrollTo(0, 0)');
    await desk.shoot('editor-languages-360-head');
    await page.getByTestId('translation').scrollIntoViewIfNeeded();
    await desk.shoot('editor-languages-360');
    await page.setViewportSize({ width: 1366, height: 900 });
    await page.evaluate('scrollTo(0, 0)');
    await desk.shoot('editor-languages-1366-ko');
  });

  it('R30.13 changes places with the main one, and takes the texts along when it is removed', async () => {
    await page.getByTestId('main-language').fill('독일어');
    await page.getByTestId('main-language').press('Enter');
    await expect.poll(() => page.getByTestId('quiz').inputValue()).toBe('Hauptstadt?');
    expect(await page.getByTestId('text-quiz').inputValue()).toBe('대한민국의 수도는?');
    expect(await page.getByTestId('title').inputValue()).toBe('Städte');
    expect(await page.getByTestId('title-text').inputValue()).toBe('수도들');
    await page.getByTestId('remove-ko').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('translation').waitFor({ state: 'detached' });
    await saved();
    await page.getByTestId('undo').click();
    await expect.poll(() => page.getByTestId('text-quiz').inputValue()).toBe('대한민국의 수도는?');
    await saved();
    expect(desk.errors).toEqual([]);
  });
});
