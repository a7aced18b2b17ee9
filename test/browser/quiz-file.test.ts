import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHEET_TYPE } from '../../src/protocol/limits.js';
import { kahoot } from '../quiz/templates.js';
import {
  closeAllTabs,
  openRoom,
  openTab,
  pasteQuestions,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '500', GET_READY_MS: '500' });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

describe('questions of other programs', () => {
  it('are played from a Kahoot spreadsheet, and the page tells what was left out', async () => {
    const host = await openTab(browser, 'desktop', 'en-US');
    const { page } = host;
    await openRoom(page, server.url, { title: 'Files', name: 'Dana' });
    await page.getByTestId('open-host').click();
    await page.getByTestId('quiz-file').setInputFiles({
      name: 'Capitals.xlsx',
      mimeType: SHEET_TYPE,
      buffer: kahoot([
        ['Capital of France?', 'Berlin', 'Paris', undefined, undefined, 240, 2],
        ['Which are in Italy?', 'Rome', 'Bern', 'Milan', undefined, 20, '1,7'],
        ['Who asks?', 'Ann', undefined, 'Ben', undefined, 20, 1],
      ]),
    });
    await page.getByText('“Capitals” is ready. The game asks 1 of its questions.').waitFor();
    const skipped = page.getByTestId('quiz-file-skipped');
    expect(await skipped.locator('strong').textContent()).toBe('2 questions were left out');
    expect(await skipped.locator('li').allTextContents()).toEqual([
      'Row 10: answer: "1,7" is neither a number from 1 to 3 nor the text of a choice',
      'Row 11: choice 2: is empty, but choice 3 is not',
    ]);
    const notes = page.getByTestId('quiz-file-notes');
    expect(await notes.locator('li').allTextContents()).toEqual([
      'Row 9: the time "240" became 120 seconds',
    ]);
    await notes.scrollIntoViewIfNeeded();
    await host.shoot('quiz-file-left-out');

    await page.getByTestId('start').click();
    await page.locator('html[data-phase=question]').waitFor();
    await page.getByText('Capital of France?').first().waitFor();
    await page.getByText('Paris').first().waitFor();
    expect(host.errors).toEqual([]);
    await page.context().close();
  });

  it('R30.6 say their language, which breaks words in its own way', async () => {
    const { page, errors } = await openTab(browser, 'phone', 'ko-KR');
    await openRoom(page, server.url, { title: '언어', name: '민지' });
    await page.getByTestId('open-host').tap();
    const row = { quiz: '空は何色ですか', choices: ['青', '赤'], answer: 1 };
    const texts = { de: { quiz: 'Welche Farbe hat der Himmel?' } };
    const file = { language: 'ja', languages: ['de'], questions: [{ ...row, texts }] };
    await pasteQuestions(page, JSON.stringify(file));
    await page.getByText('게임에는 1문제가 나와요').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('start').tap();
    await page.locator('html[data-phase=question]').waitFor();
    const breaks = (selector: string): Promise<string[]> =>
      page.evaluate(`{
        const element = document.querySelector('${selector}');
        [element.closest('[lang]').lang, getComputedStyle(element).wordBreak];
      }`);
    await page.getByTestId('zone-text').first().waitFor();
    expect(await breaks('[data-testid=question]')).toEqual(['ja', 'auto-phrase']);
    expect(await breaks('[data-testid=zone-text]')).toEqual(['ja', 'auto-phrase']);
    expect(await breaks('[data-testid=menu]')).toEqual(['ko', 'keep-all']);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('are pasted, in Korean, and stay in the field as long as some of them cannot be played', async () => {
    const host = await openTab(browser, 'phone', 'ko-KR');
    const { page } = host;
    await openRoom(page, server.url, { title: '붙여 넣기', name: '민지' });
    await page.getByTestId('open-host').tap();
    const text = '1. 수도는?\n① 부산\n② 서울\n정답: ②\n2. 바다는?\n① 파랑\n② 초록';
    await pasteQuestions(page, text);
    const skipped = page.getByTestId('quiz-file-skipped');
    await skipped.filter({ hasText: '1문제는 뺐어요' }).waitFor();
    expect(await skipped.locator('li').allTextContents()).toEqual([
      expect.stringMatching(/^5번째 줄: 정답이 없어요/),
    ]);
    await skipped.scrollIntoViewIfNeeded();
    await host.shoot('quiz-file-pasted');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

    expect(await page.getByTestId('pasted').inputValue()).toBe(text);
    await pasteQuestions(page, `${text}\n정답: 파랑`);
    await page.getByText('게임에는 2문제가 나와요').waitFor();
    expect(await skipped.count()).toBe(0);
    expect(await page.getByTestId('pasted').inputValue()).toBe('');
    expect(host.errors).toEqual([]);
    await page.context().close();
  });

  it('are refused where they are a damaged workbook, with what to do', async () => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    await openRoom(page, server.url, { title: 'Files', name: 'Dana' });
    await page.getByTestId('open-host').click();
    await page.getByTestId('quiz-file').setInputFiles({
      name: 'Capitals.xlsx',
      mimeType: SHEET_TYPE,
      buffer: kahoot([]).subarray(0, 300),
    });
    const problem = page.getByTestId('quiz-file-problem');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('save it again, or as "CSV UTF-8"');
    await page.context().close();
  });
});
