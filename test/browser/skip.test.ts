import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  // The host goes on, or nobody.
  const long = { COUNTDOWN_MS: '3600000', GET_READY_MS: '1000', REVEAL_MS: '3600000' };
  server = await runServer({ LOG_LEVEL: 'warn', ...long });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

describe('R4.7–R4.9 what the host does to a question', () => {
  it('is what the button says, and can be corrected', async () => {
    const { page, errors, shoot } = await openTab(browser, 'phone', 'ko-KR');
    await page.goto(server.url);
    await page.getByTestId('open-create').tap();
    await page.getByTestId('quiz-count').fill('3');
    await page.getByTestId('create-submit').tap();
    await page.getByTestId('arena').waitFor();
    const press = (words: string) => page.getByTestId('skip').filter({ hasText: words }).tap();
    const question = (index: number) =>
      page
        .getByTestId('stage')
        .filter({ hasText: `${index} / 3` })
        .waitFor();

    await page.getByTestId('start').tap();
    await press('바로 시작');
    await question(1);
    const text = page.getByTestId('question');
    const dropped = await text.textContent();
    await press('문제 빼기');
    await expect.poll(() => text.textContent()).not.toBe(dropped);
    await question(1);
    await page.getByTestId('toasts').filter({ hasText: '그 문제를 뺐어요' }).waitFor();
    expect(await page.getByTestId('own-mark').count()).toBe(0);
    await shoot('skip-drop-phone');
    // After its choices were there for three seconds.
    await press('지금 마감');
    const mark = page.getByTestId('own-mark');
    await mark.waitFor();
    const judged = (await mark.textContent()) ?? '';
    await page.getByTestId('open-host').tap();
    await page.getByTestId('void').check();
    await mark.filter({ hasText: '무효' }).waitFor();
    await shoot('skip-void-phone');
    await page.getByTestId('void').uncheck();
    await mark.filter({ hasText: judged.trim() }).waitFor();
    // The scores may be back before the answer, with which the choices can be ticked again.
    await page.getByTestId('right-choice').and(page.locator(':enabled')).first().waitFor();
    // Whatever was chosen is right now, and worth less as the host stands still. No click waits for the answer to the one before.
    await page
      .getByTestId('right-choice')
      .evaluateAll((boxes: { checked: boolean; click: () => void }[]) => {
        for (const box of boxes) if (!box.checked) box.click();
      });
    await mark.filter({ hasText: /[1-9]\d\d점/ }).waitFor();
    await shoot('skip-correct-phone');
    await page.keyboard.press('Escape');
    await press('다음 문제');
    await question(2);
    await press('지금 마감');
    await press('다음 문제');
    await question(3);
    await press('지금 마감');
    await press('결과 보기');
    await page.getByTestId('podium').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
