/** One game with a question of each kind, in which somebody who walks and somebody who does not answer alike. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { floorOf, positionFor, valuesOf, type PictureFloor } from '../../src/game/kinds/floor.js';
import type { Question, QuizSet } from '../../src/game/shared/quiz-set.js';
import {
  QUESTION_KINDS,
  STEPS,
  type QuestionKind,
  type QuestionPayload,
} from '../../src/protocol/index.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { boxOf, closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { TestClient } from '../support/client.js';
import { endReveal, goOn, ring } from '../support/host-phases.js';
import { outOfReach, outOfReachNow } from '../support/layout.js';
import { AIMED, NUMBER, ONE_OF_EACH, PARTED, SPOT, WRITTEN } from '../support/kinds.js';
import { pictureAt } from './kinds-set.js';

const CROWD = 4;
/** Steps of the ruler are wider than a press of a key walks. */
const WIDE = { ...NUMBER, answer: 50, tolerance: 50 };
const QUESTIONS = [...ONE_OF_EACH, AIMED, ...WRITTEN, ...PARTED].map((question): Question => {
  const long = { limitTime: 120, ...('walkTime' in question && { walkTime: 120 }) };
  return { ...(question.kind === 'number' ? WIDE : question), ...long };
});
const SET: QuizSet = { id: 'each', title: '하나씩 다', language: 'ko', questions: QUESTIONS };

let app: TestApp;
let browser: Browser;
let host: TestClient;
let pin: string;
const crowd: TestClient[] = [];
let walker: Tab;
let chooser: Tab;

beforeAll(async () => {
  const webDir = join(import.meta.dirname, '../../dist/web');
  const lengths = { COUNTDOWN_MS: '300', GET_READY_MS: '300', REVEAL_MS: '600000', SHOW: 'on' };
  app = await startTestApp(lengths, new TestBank([SET]), webDir);
  browser = await workerBrowser();
  host = TestClient.withToken(app.url);
  const options = {
    questionOrder: 'written',
    choiceOrder: 'written',
    scoring: 'flat',
    crowd: 'blind',
  } as const;
  pin = (await host.do('createRoom', { title: '한마당', hostPlays: false, ...options })).gameId;
  await host.do('updateRoomQuizset', { quizSetId: SET.id, quizCount: QUESTIONS.length });
});

afterAll(async () => {
  for (const client of [host, ...crowd]) client.close();
  await closeAllTabs(browser);
  await app.close();
});

async function enter(locale: 'ko-KR' | 'en-US', name: string): Promise<Tab> {
  const tab = await openTab(browser, 'phone', locale);
  const { page } = tab;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route('**/pictures/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: pictureAt(route.request().url()) }),
  );
  await page.goto(`${app.url}/join/${pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
  return tab;
}

const asked = (): QuestionPayload => host.last('startQuizTime')!;
const both = () => [walker, chooser];

/** Waits until a part, an act or a whole question is open on both pages. */
async function isOpen({ part, act }: { part?: number; act?: number }): Promise<void> {
  await host.wait(
    'phase',
    (now) => now.kind === 'question' && now.part === part && now.act === act,
  );
  await Promise.all(
    both().map(({ page }) =>
      page.locator('[data-testid=stage][data-stage=answering]').waitFor({ state: 'attached' }),
    ),
  );
  // While people write there is no zone.
  if (act === 2) await walker.page.getByTestId('zone').first().waitFor();
}

const found: string[] = [];

/** Notes what of both pages no finger reaches, or is cut. */
async function look(stop: string): Promise<void> {
  const noted = both().map(async ({ page }) => {
    const who = page === walker.page ? 'walking' : 'not walking';
    for (const fault of await outOfReach(page)) found.push(`${stop}, ${who}: ${fault}`);
  });
  await Promise.all(noted);
}

/** Has the crowd stand at these values, and waits until both pages are counted at `own`. */
async function stand(
  own: number,
  values: readonly number[],
  walk: () => Promise<void> = async () => {},
): Promise<void> {
  const floor = floorOf(asked());
  const all = crowd.map((_, n) => values[n % values.length]!);
  await Promise.all(
    crowd.map((client, n) => {
      const [x, y] = positionFor(all[n]!, floor);
      return client.do('updatePosition', { newPosition: [x / STEPS, y / STEPS] });
    }),
  );
  const stood = [...all, own, own];
  const counts = valuesOf(floor).map((value) => stood.filter((one) => one === value).length);
  const counted = async () => {
    await walk();
    return host.last('zoneCounts')?.counts;
  };
  await expect.poll(counted, { interval: 500 }).toEqual(counts);
}

/** Both choose a zone, one by a key and one by a tap. */
async function choose(zone: number, of = asked().kind): Promise<void> {
  const isOx = of === 'ox' || of === 'statements';
  const sign = 'OX'[zone - 1]!;
  if (isOx) await chooser.page.getByTestId('ox-buttons').getByText(sign).tap();
  else await chooser.page.locator(`[data-order="${zone}"]`).tap();
  const key = isOx ? sign.toLowerCase() : String(zone);
  // Before a part or an act has begun on the page the key walks nowhere.
  await stand(zone, [zone, zone === 1 ? 2 : 1], () => walker.page.keyboard.press(key));
}

/** Both stand somewhere on the ruler: the one walks a little, the other types where that is. */
async function measure(): Promise<void> {
  const floor = floorOf(asked());
  if (!('ruler' in floor)) throw new Error('no ruler');
  const { min, step } = floor.ruler;
  const valueOf = async () => Number.parseInt((await textOf(walker, 'own-value')) ?? '', 10);
  const before = await valueOf();
  const walked = async () => {
    await walker.page.keyboard.press('ArrowRight');
    return valueOf();
  };
  await expect.poll(walked, { interval: 500 }).not.toBe(before);
  let last = NaN;
  const stopped = async () => last === (last = await valueOf());
  await expect.poll(stopped, { interval: 500 }).toBe(true);
  const { page } = chooser;
  const field = page.getByTestId('number-field');
  await field.tap();
  // A keyboard on the screen takes of the height.
  const size = page.viewportSize()!;
  await page.setViewportSize({ ...size, height: 340 });
  await expect.poll(() => outOfReachNow(page)).toEqual([]);
  await field.fill(String(last));
  await field.press('Enter');
  await page.setViewportSize(size);
  await stand((last - min) / step, [2, 4]);
}

/** Tap the same place of the picture, of which `x` and `y` are in steps. */
async function tapAt(tabs: readonly Tab[], { x, y }: { x: number; y: number }): Promise<void> {
  for (const { page } of tabs) {
    const arena = page.getByTestId('arena');
    const { width, height } = await boxOf(arena);
    const side = Math.min(width, height);
    const at = (part: number, whole: number) => (whole - side) / 2 + (part / STEPS) * side;
    await arena.tap({ position: { x: at(x, width), y: at(y, height) } });
  }
}

/** Both write the same, and what two others have written is wrong. */
async function write(text: string): Promise<void> {
  for (const { page } of both()) {
    await page.getByTestId('write-field').first().fill(text);
    await page.getByTestId('write-field').first().press('Enter');
  }
  await Promise.all(crowd.map((one) => one.do('writeAnswer', { texts: ['Busan'] })));
  await expect.poll(() => host.last('writtenGroups')?.written).toBe(CROWD + 2);
}

const textOf = ({ page }: Tab, testId: string) => page.getByTestId(testId).textContent();

/** Both stand in the first zone at each bell of a series but the last one. */
async function inParts(): Promise<void> {
  const series = asked();
  if (!('count' in series)) throw new Error('no series');
  for (let part = 0; part < series.count; part++) {
    if (part > 0) await ring(host);
    await isOpen({ part });
    await choose(1);
  }
}

/** By kind: both answer alike, up to the last bell. */
const ANSWER: Record<QuestionKind, () => Promise<void>> = {
  choice: () => choose(2),
  ox: () => choose(2),
  number: measure,
  async spot() {
    await chooser.page
      .getByTestId('place-list')
      .getByRole('button', { name: /\bHere$/ })
      .tap();
    await tapAt([walker], SPOT.targets[0]!);
    const { places = [] } = asked() as Partial<PictureFloor>;
    await stand(1 + places.findIndex(({ name }) => name === 'Here'), [1, 2, 3]);
  },
  poll: () => choose(3),
  async scale() {
    await walker.page.keyboard.press('+');
    await chooser.page.getByTestId('slider').focus();
    await chooser.page.keyboard.press('ArrowRight');
    for (const { page } of both())
      await page.getByTestId('own-value').filter({ hasNotText: '?' }).waitFor();
  },
  pictures: () => choose(2),
  async map() {
    await tapAt(both(), asked().quiz === AIMED.quiz ? AIMED.target! : SPOT.places[1]!);
  },
  async typed() {
    await write('Busan');
    await ring(host);
    await isOpen({ act: 2 });
    await choose(1 + asked().choiceList.findIndex(({ content }) => content === 'Seoul'));
  },
  async words() {
    await write('Spring');
    await ring(host);
    await isOpen({ act: 2 });
    await choose(2);
  },
  statements: inParts,
  order: inParts,
  match: inParts,
  async guess() {
    await choose(2, 'poll');
    await ring(host);
    await isOpen({ part: 1 });
    await measure();
  },
};

/** Waits until both pages have told all of a reveal. */
async function endScript(): Promise<void> {
  await Promise.all(
    both().map(({ page }) => page.locator('html[data-scene=rest]').waitFor({ state: 'attached' })),
  );
}

/** The points of both in the reveal that was told last. */
function gains(): number[] {
  const { players } = host.last('endQuizTime')!;
  const ids = new Set(crowd.map(({ playerId }) => playerId));
  return players.flatMap(({ playerId, gain }) => (ids.has(playerId) ? [] : [gain]));
}

it('R16 who walks and who does not have the same marks in a game with every kind', async () => {
  expect(new Set(QUESTIONS.map(({ kind }) => kind))).toEqual(new Set(QUESTION_KINDS));
  walker = await enter('ko-KR', '민지');
  chooser = await enter('en-US', 'Dana');
  await chooser.page.getByTestId('menu').tap();
  await chooser.page.getByTestId('no-walk').check();
  await chooser.page.keyboard.press('Escape');
  for (let n = 0; n < CROWD; n++) {
    const client = TestClient.withToken(app.url);
    await client.do('joinRoom', { gameId: pin, playerName: `친구${n}` });
    crowd.push(client);
  }
  await host.do('startGame', {});
  const told: [QuestionKind, number[]][] = [];
  for (const [index, question] of QUESTIONS.entries()) {
    const { kind } = question;
    await host.wait('phase', (now) => now.kind === 'question' && now.index === index);
    const isWritten = WRITTEN.some((one) => one.kind === kind);
    const isParted = PARTED.some((one) => one.kind === kind);
    await isOpen({ ...(isParted && { part: 0 }), ...(isWritten && { act: 1 }) });
    // People at the places of before would seem to answer.
    await expect
      .poll(() => walker.page.getByTestId('arena').getAttribute('data-avatars'))
      .toBe('1');
    await look(`${kind} open`);
    await ANSWER[kind]();
    await ring(host);
    await host.wait('phase', (now) => now.kind === 'reveal' && now.index === index);
    told.push([kind, gains()]);
    // A first press shows the end of its script.
    await goOn(host);
    await endScript();
    await look(`${kind} told`);
    await endReveal(host);
  }
  // Opinions are not scored; who has the right answer of `typed` by walking alone has half.
  expect(told).toEqual([
    ['choice', [100, 100]],
    ['ox', [100, 100]],
    ['number', [100, 100]],
    ['spot', [100, 100]],
    ['poll', []],
    ['scale', []],
    ['pictures', [100, 100]],
    ['map', []],
    ['map', [100, 100]],
    ['typed', [50, 50]],
    ['words', []],
    ['statements', [66, 66]],
    ['order', [25, 25]],
    ['match', [66, 66]],
    ['guess', [100, 100]],
  ]);
  expect(found).toEqual([]);
  for (const { errors } of both()) expect(errors).toEqual([]);
}, 600_000);
