import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { layoutFaults } from '../support/layout.js';
import { KINDS, pictureAt } from './kinds-set.js';

/** What the last row of a hall reads of a place on a picture and of the ends of a scale: px at least, by the projector. */
const FAR = [
  { width: 1920, height: 1080, names: 40, ends: 40 },
  { width: 1280, height: 720, names: 26, ends: 26 },
] as const;

let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const questions = KINDS.questions.filter(({ kind }) => kind === 'spot' || kind === 'scale');
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '600000' };
  app = await startTestApp(lengths, new TestBank([{ ...KINDS, questions }]), webDir);
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await app.close();
});

it('R16 names of places and the ends of a scale are read from the last row of a hall', async () => {
  const host = TestClient.withToken(app.url);
  const written = { questionOrder: 'written', choiceOrder: 'written' } as const;
  const { gameId: pin } = await host.do('createRoom', { playerName: '진행', ...written });
  await host.do('updateRoomQuizset', { quizSetId: KINDS.id, quizCount: 2 });
  const projector = await openTab(browser, 'projector', 'ko-KR');
  const { page } = projector;
  const picture = { contentType: 'image/svg+xml', body: pictureAt('') };
  await page.route('**/pictures/**', (route) => route.fulfill(picture));
  await page.goto(`${app.url}/screen/${pin}`);
  await page.getByTestId('screen-pin').waitFor();
  await host.do('startGame', {});

  const look = async (testId: string, part: 'names' | 'ends') => {
    await page.getByTestId(testId).first().waitFor({ state: 'attached' });
    for (const { width, height, [part]: least } of FAR) {
      await page.setViewportSize({ width, height });
      const smallest = () =>
        page.evaluate<number>(
          `Math.min(...[...document.querySelectorAll('[data-testid=${testId}]')]
            .map((one) => parseFloat(getComputedStyle(one).fontSize)))`,
        );
      await expect.poll(smallest).toBeGreaterThanOrEqual(least);
      await projector.shoot(`far-${part}-${width}`);
      expect(await layoutFaults(page, [{ width, height }])).toEqual([]);
    }
  };
  await look('place-label', 'names');
  const { version } = host.last('phase')!;
  await expect.poll(() => host.fail('closeQuestion', { version })).toBe('ok');
  await host.wait('endQuizTime');
  await host.do('nextPhase', { version: host.last('phase')!.version });
  await look('scale-end', 'ends');
  expect(projector.errors).toEqual([]);
  host.close();
});
