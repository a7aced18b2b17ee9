import { describe, expect, it } from 'vitest';
import { useSite } from '../support/site.js';

// The host goes on, or nobody.
const site = useSite({ COUNTDOWN_MS: '60000', GET_READY_MS: '1000', REVEAL_MS: '60000' });

describe('R4.7 the host’s button for skipping', () => {
  it('says what a press does now, and does that', async () => {
    const { page, errors, shoot } = await site.openTab('phone', 'ko-KR');
    await page.goto(site.url);
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
    await press('문제 빼기');
    await question(2);
    await page.getByTestId('toasts').filter({ hasText: '그 문제를 뺐어요' }).waitFor();
    expect(await page.getByTestId('own-mark').count()).toBe(0);
    await shoot('skip-drop-phone');
    // After its choices were there for three seconds.
    await press('지금 마감');
    await page.getByTestId('own-mark').waitFor();
    await press('다음 문제');
    await question(3);
    await press('지금 마감');
    await press('결과 보기');
    await page.getByTestId('podium').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
