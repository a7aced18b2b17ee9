/** One game in three languages, on phones and a projector. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestApp, TestBank } from '../support/app.js';
import {
  bringQuiz,
  chooseLanguage,
  closeAllTabs,
  openFold,
  openRoom,
  openTab,
  workerBrowser,
  type Tab,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { goOn, ring } from '../support/host-phases.js';
import { layoutFaults } from '../support/layout.js';
import { pictureAt } from './kinds-set.js';
import { eveningIn } from './two-languages-set.js';

const PROJECTORS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

const LONG = {
  en: 'Which of the rivers of this large country is the longest one, if all that flows into it counts?',
  ko: '이 넓은 나라의 강 가운데 흘러드는 물줄기까지 모두 셈하면 가장 긴 강은 어느 것일까요?',
  de: 'Welcher der Flüsse dieses großen Landes ist der längste, wenn alle Nebenflüsse mitgezählt werden?',
};
const WORDS = {
  en: ['The river Nakdong', 'The river Han', 'Because it was measured from its source to the sea.'],
  ko: ['낙동강', '한강', '발원지부터 바다까지 잰 길이이기 때문이에요.'],
  de: ['Der Fluss Nakdong', 'Der Fluss Han', 'Weil von der Quelle bis zum Meer gemessen wurde.'],
};
const TAGS = ['en', 'ko', 'de'] as const;
const column = (name: string): string[] =>
  TAGS.map((tag) => (tag === 'en' ? name : `${name}:${tag}`));
const cell = (text: string): string => `"${text}"`;
const ROW = [
  ...TAGS.map((tag) => cell(LONG[tag])),
  ...[0, 1, 2].flatMap((at) => TAGS.map((tag) => cell(WORDS[tag][at]!))),
  cell(WORDS.en[0]!),
  '120',
  'en',
].join(',');
const QUIZ = [
  [
    ...['question', 'choice1', 'choice2', 'explanation'].flatMap(column),
    'answer',
    'seconds',
    'language',
  ].join(','),
  ROW,
].join('\n');

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '300',
    REVEAL_MS: '3600000',
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const shown = (page: Page, id: string) => page.getByTestId(id).first();
const textOf = async (page: Page, id: string): Promise<string> =>
  ((await shown(page, id).textContent()) ?? '').trim();
const languageOf = (page: Page, id: string) => shown(page, id).getAttribute('lang');
const choice = (page: Page, order: number) =>
  page.getByTestId('choice-list').locator(`[data-order="${order}"]`);

it('R30.17, R30.18 each phone reads the same question in its language, and a projector in two', async () => {
  const host = await openTab(browser, 'desktop', 'en-US');
  const pin = await openRoom(host.page, server.url, { name: 'Host' });
  await bringQuiz(host.page, QUIZ);
  const projector = await openTab(browser, 'projector', 'en-US');
  await projector.page.goto(`${server.url}/screen/${pin}`);
  await projector.page.getByTestId('screen-pin').waitFor();

  await openFold(host.page, 'devices');
  await expect
    .poll(() => host.page.getByTestId('set-languages').textContent())
    .toBe('The quiz is in English, Korean, and German.');
  await host.page.getByTestId('screen-language').selectOption('de');
  await host.page.getByTestId('screen-second').selectOption('ko');

  const join = async (name: string, locale: 'ko-KR' | 'en-US', atDoor: (page: Page) => unknown) => {
    const tab = await openTab(browser, 'phone', locale);
    await tab.page.goto(`${server.url}/join/${pin}`);
    await tab.page.getByTestId('quiz-language').waitFor();
    await atDoor(tab.page);
    await tab.page.getByTestId('join-name').fill(name);
    await tab.page.getByTestId('join-no-walk').check();
    await tab.page.getByTestId('join-submit').tap();
    await tab.page.getByTestId('arena').waitFor();
    return tab;
  };
  const korean = await join('Ko', 'ko-KR', (page) =>
    expect(page.getByTestId('quiz-language').inputValue()).resolves.toBe('ko'),
  );
  // On an English page.
  const german = await join('De', 'en-US', (page) =>
    page.getByTestId('quiz-language').selectOption('de'),
  );
  // A language that the set does not have.
  const french = await join('Fr', 'en-US', async (page) => {
    await chooseLanguage(page, 'fr');
    expect(await page.getByTestId('quiz-language').inputValue()).toBe('en');
  });
  const phones: [Tab, keyof typeof LONG][] = [
    [korean, 'ko'],
    [german, 'de'],
    [french, 'en'],
  ];

  await host.page.getByTestId('start').click();
  await choice(korean.page, 2).waitFor();
  // The same zone for all.
  const right = (await choice(korean.page, 1).textContent())?.includes(WORDS.ko[0]!) ? 1 : 2;
  for (const [{ page }, tag] of phones) {
    await expect.poll(() => textOf(page, 'question')).toBe(LONG[tag]);
    expect(await languageOf(page, 'question')).toBe(tag);
    await choice(page, right).waitFor();
    expect(await choice(page, right).textContent()).toContain(WORDS[tag][0]);
    expect(await choice(page, right).locator('.text').getAttribute('lang')).toBe(tag);
    const announced = page.getByTestId('announcer').locator('span').first();
    await expect.poll(() => announced.getAttribute('lang')).toBe(tag);
  }
  await expect.poll(() => textOf(projector.page, 'question')).toBe(LONG.de);
  expect(await textOf(projector.page, 'question-second')).toBe(LONG.ko);
  expect(await languageOf(projector.page, 'question-second')).toBe('ko');
  await projector.page.getByTestId('zone-second').first().waitFor();
  const seconds = await projector.page.getByTestId('zone-second').allTextContents();
  expect(seconds.toSorted()).toEqual(WORDS.ko.slice(0, 2).toSorted());
  await projector.shoot('languages-projector');
  await projector.page.setViewportSize({ width: 1280, height: 720 });
  await projector.shoot('languages-projector-720');
  await german.shoot('languages-phone');

  // In the middle of a question, and back: the place stays.
  await choice(german.page, right).tap();
  await german.page.getByTestId('menu').tap();
  const menu = german.page.getByTestId('quiz-language');
  await menu.selectOption('ko');
  await expect.poll(() => textOf(german.page, 'question')).toBe(LONG.ko);
  await german.shoot('languages-menu');
  await menu.selectOption('de');
  await german.page.keyboard.press('Escape');
  await expect.poll(() => textOf(german.page, 'question')).toBe(LONG.de);
  expect(await choice(german.page, right).getAttribute('aria-checked')).toBe('true');
  await choice(korean.page, right).tap();
  await choice(french.page, right).tap();
  for (const [{ page }] of phones)
    await expect.poll(() => choice(page, right).getAttribute('aria-checked')).toBe('true');

  await host.page.locator('[data-testid=skip][data-skips=close]').click();
  const marks = [];
  for (const [{ page }, tag] of phones) {
    await expect.poll(() => textOf(page, 'explanation')).toBe(WORDS[tag][2]);
    expect(await textOf(page, 'answer')).toContain(WORDS[tag][0]);
    marks.push((await textOf(page, 'own-mark')).replaceAll(/\D/g, ''));
  }
  expect(new Set(marks).size).toBe(1);
  expect(Number(marks[0])).toBeGreaterThan(0);
  await expect
    .poll(() => textOf(projector.page, 'explanation'))
    .toMatch(new RegExp(`${WORDS.de[2]}.*${WORDS.ko[2]}`, 's'));
  await projector.shoot('languages-projector-reveal');
  for (const { errors } of [host, projector, korean, german, french]) expect(errors).toEqual([]);
});

const READY = /^(?:문제를 읽어 보세요|Read the question)$/;
/** In the page: texts have fitted themselves into their boxes. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** The texts in the second language that the last row does not read, in the page. */
const SMALL = `[...document.querySelectorAll('[data-testid$=-second]')].flatMap((shown) => {
  const size = parseFloat(getComputedStyle(shown).fontSize) / innerHeight;
  return size < 0.02 ? ['"' + shown.textContent + '" is ' + size.toFixed(4) + ' of the height'] : [];
})`;

/** The second one is for who looks at the pictures. */
const PAIRS = (
  [
    ['ko', 'de', 'ko-KR'],
    ['en', 'ja', 'en-US'],
  ] as const
).slice(0, process.env['SCREENS'] === undefined ? 1 : 2);

it.each(PAIRS)(
  'R30.18 a projector shows nothing cut off or torn in two languages: %s and %s',
  async (main, second, locale) => {
    const set = eveningIn(main, second);
    const webDir = join(import.meta.dirname, '../../dist/web');
    const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '600000', SHOW: 'on' };
    const app = await startTestApp(lengths, new TestBank([set]), webDir);
    onTestFinished(() => app.close());
    const host = TestClient.withToken(app.url);
    onTestFinished(() => host.close());
    const written = { questionOrder: 'written', choiceOrder: 'written', pacing: 'host' } as const;
    const { gameId: pin } = await host.do('createRoom', { ...written, playerName: 'Host' });
    await host.do('updateRoomQuizset', { quizSetId: set.id, quizCount: set.questions.length });
    await host.do('updateScreen', { screenLanguages: [main, second] });
    const projector = await openTab(browser, 'projector', locale);
    onTestFinished(() => projector.page.context().close());
    const { page } = projector;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route('**/pictures/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: pictureAt(route.request().url()) }),
    );
    await page.goto(`${app.url}/screen/${pin}`);
    await page.getByTestId('screen').waitFor();
    const walkers = await Promise.all(
      ['Ada', 'Bo', 'Cy'].map(async (playerName) => {
        const client = TestClient.withToken(app.url);
        onTestFinished(() => client.close());
        await client.do('joinRoom', { gameId: pin, playerName });
        return client;
      }),
    );
    const faults: string[] = [];
    const note = (what: string, found: readonly string[]) =>
      faults.push(...found.map((fault) => `${what}: ${fault}`));
    const look = async (what: string) => {
      for (const size of PROJECTORS) {
        await page.setViewportSize(size);
        await page.evaluate(DRAWN);
        note(what, await page.evaluate<string[]>(SMALL));
        await projector.shoot(`two-${set.id}-${what}-${size.height}`);
      }
      note(what, await layoutFaults(page, PROJECTORS));
    };
    const phase = () => host.last('phase')!;

    // Items before the first round stand in the lobby.
    for (const { id } of set.programme!.filter(({ kind }) => kind === 'slide')) {
      await host.do('goToItem', { version: phase().version, item: id });
      await page.getByTestId('item-text').waitFor();
      await look(`slide-${id}`);
    }
    await host.do('startGame', {});
    for (const [index, { kind }] of set.questions.entries()) {
      const name = `${index}-${kind}`;
      const act = kind === 'typed' ? 1 : undefined;
      await host.until(() => {
        const now = phase();
        return now.kind === 'question' && now.index === index && now.act === act;
      });
      await page.locator('html[data-phase=question]').waitFor();
      await page.getByTestId('question').waitFor();
      await page.getByText(READY).waitFor({ state: 'detached' });
      const writers = kind === 'typed' ? walkers : [];
      for (const [n, client] of writers.entries())
        await client.do('writeAnswer', { texts: [n < 2 ? 'Rhein' : '섬진강'] });
      await look(name);
      while (phase().kind === 'question') {
        await ring(host);
        if (kind === 'typed' && phase().kind === 'question') {
          await page.getByTestId('zone').first().waitFor();
          await look(`${name}-groups`);
        }
      }
      await page.locator('html[data-phase=reveal]').waitFor();
      await goOn(host);
      if (phase().kind === 'reveal') {
        await page.getByTestId('screen').and(page.locator(':not(.dark)')).waitFor();
        await look(`${name}-reveal`);
        await goOn(host);
      }
    }
    expect(faults).toEqual([]);
    expect(projector.errors).toEqual([]);
  },
);
