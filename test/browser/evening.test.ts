import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeptGameList, GameReport, ReportDraw } from '../../src/protocol/results.js';
import type { MadeTickets } from '../../src/protocol/tickets.js';
import { standIn } from '../support/arena.js';
import { closeAllTabs, openFold, openTab, workerBrowser, type Tab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { noteOf, pressKey, stageAt } from '../support/cockpit.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/**
 * `SCREENS=1 npx vitest run test/browser/evening.test.ts` photographs the evening in both languages, with more
 * people and with reveals beat by beat.
 */
const IS_FILMED = process.env['SCREENS'] !== undefined;
const FILMED_PLAYERS = 60;

type Locale = 'ko-KR' | 'en-US';
interface Course {
  host: Locale;
  screen: Locale;
  phones: Record<'Ann' | '보라', Locale>;
}
const all = (locale: Locale): Course => ({
  host: locale,
  screen: locale,
  phones: { Ann: locale, 보라: locale },
});
const COURSES: [string, Course][] = IS_FILMED
  ? [
      ['ko', all('ko-KR')],
      ['en', all('en-US')],
    ]
  : [['both', { host: 'en-US', screen: 'ko-KR', phones: { Ann: 'en-US', 보라: 'ko-KR' } }]];

const ROUNDS = 3;
const ASKED = 8;
const FACTORS = [1, 2, 3];
const PRIZE = 'A bicycle';

/** The right answer of this one turns out to be another one, a round later. */
const CORRECTED = { round: 1, n: 4 };
const CORRECTED_IN = { round: 2, n: 3 };
const GIVEN_IN = { round: 3, n: 2 };
const TAKEN_OVER_IN = { round: 1, n: 2 };
const GIVEN = { to: '보라', points: 100, reason: 'Best song' };

/** All that the host presses beside Space, in this order; the last as often as the prize has to be drawn again. */
const OTHER_PRESSES = {
  correction: ['tab-room', 'earlier-questions', 'earlier-question', 'right-choice'],
  points: ['tab-people', 'person-actions', 'give-player', 'typed', 'Enter'],
  again: 'programme-go',
} as const;

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({
    COUNTDOWN_MS: IS_FILMED ? '1500' : '200',
    GET_READY_MS: IS_FILMED ? '1500' : '200',
    REVEAL_MS: '600000',
    LOG_LEVEL: 'warn',
    ...(IS_FILMED && { SHOW: 'on' }),
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const quizOf = (round: number, n: number): string => `Part ${round}, no. ${n}?`;

/** Writes the evening with the keyboard and nothing else, from the list of sets; returns the set's id. */
async function writeEvening(page: Page): Promise<string> {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);
  const isAt = (field: string) =>
    page.evaluate<boolean>(`document.activeElement?.dataset.testid === '${field}'`);
  const tabTo = async (field: string): Promise<void> => {
    for (let n = 0; n < 20; n++) {
      if (await isAt(field)) return;
      await press('Tab');
    }
    throw new Error(`no Tab leads to ${field}`);
  };
  /** By its number: slide, round, break, draw, standings. */
  const insert = (number: number) => press('Control+Shift+Enter', String(number));
  const slide = async (title: string, text: string): Promise<void> => {
    await insert(1);
    await type(title);
    await press('Enter');
    await type(text);
  };

  await page.getByTestId('desk-new').press('Enter');
  await page.getByTestId('add').waitFor();
  // The title is selected (R15.28).
  await type('Our evening');
  await slide('Welcome', 'Please sit down.');
  await press('Enter');
  await type('We begin soon.');
  await tabTo('note');
  await type('Smile');
  await slide('The rules', 'Walk to the answer.');
  for (let round = 1; round <= ROUNDS; round++) {
    if (round === 3) await slide('The last round', 'Everything counts three times.');
    await insert(2);
    await type(`Part ${round}`);
    await tabTo('round-factor');
    for (let factor = 1; factor < round; factor++) await press('ArrowDown');
    await tabTo('round-seconds');
    await type('3');
    for (let n = 1; n <= ASKED; n++) {
      await press('Control+Enter');
      await type(quizOf(round, n));
      await press('Enter');
      await type('yes');
      await press('Alt+Enter', 'Enter');
      await type('no');
      if (n > 1) continue;
      await tabTo('note');
      await type(`Read part ${round} slowly`);
    }
    if (round === 1) {
      await insert(3);
      await press('Control+a');
      await type('Tea in the hall');
    }
    if (round === 2) await insert(5);
  }
  await insert(4);
  await type(PRIZE);
  await slide('Thank you', 'See you next year.');
  await slide('Mind the step', '');
  await page.locator('[data-testid=save-state][data-state=saved]').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Asks the desk, as the page of whoever is signed in there. */
async function askDesk<T>(page: Page, path: string, body?: object): Promise<T> {
  const how =
    body === undefined
      ? '{}'
      : `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }`;
  return (await page.evaluate(
    `fetch('/api/desk${path}', ${how}).then((answer) => answer.json())`,
  )) as T;
}

/** Notes in `window.presses` what the host presses beside Space: a key, or the nearest test id of a click. */
const NOTE_PRESSES = `
  window.presses = [];
  const note = (press) => {
    if (press !== 'typed' || window.presses.at(-1) !== press) window.presses.push(press);
  };
  addEventListener('keydown', ({ key, target, isTrusted }) => {
    if (!isTrusted) return;
    if (key.length === 1 && target.matches('input:not([type=checkbox]), textarea')) note('typed');
    else if (key !== ' ') note(key);
  }, true);
  addEventListener('pointerdown', ({ target }) => {
    note(target.closest('[data-testid]')?.dataset.testid ?? target.tagName);
  }, true);
`;

const itemAt = (page: Page, title: string): Promise<void> =>
  page.getByTestId('item-title').filter({ hasText: title }).first().waitFor();

/** docs/draws.md, written once more from its words. */
function drawByTheBook(seed: string, seats: readonly number[], winners: number): number[] {
  const left = seats.toSorted((a, b) => a - b);
  const numbers = (function* (): Generator<number, never> {
    for (let block = 0; ; block++) {
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(block);
      const digest = createHash('sha256').update(Buffer.from(seed, 'hex')).update(counter).digest();
      for (let at = 0; at < digest.length; at += 4) yield digest.readUInt32BE(at);
    }
  })();
  for (let place = 0; place < Math.min(winners, left.length); place++) {
    const n = left.length - place;
    let number = numbers.next().value;
    while (number >= Math.floor(2 ** 32 / n) * n) number = numbers.next().value;
    const other = place + (number % n);
    [left[place], left[other]] = [left[other]!, left[place]!];
  }
  return left.slice(0, winners);
}

/** The seats of a bitmap: six in a digit of base64, the bit of the value 1 first. */
function seatsOf(bitmap: string): number[] {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return Array.from(bitmap, (digit) => digits.indexOf(digit)).flatMap((value, place) =>
    [0, 1, 2, 3, 4, 5].filter((bit) => (value >> bit) & 1).map((bit) => place * 6 + bit),
  );
}

/** Whether winners, seats and seed of the report belong together, and the hash was told before. */
function checkDraw({ seed, hash, slots, count, winners }: ReportDraw, told: string): void {
  expect(hash).toBe(told);
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(hash);
  expect(seatsOf(slots)).toHaveLength(count);
  expect(winners.map(({ slot }) => slot)).toEqual(
    drawByTheBook(seed, seatsOf(slots), winners.length),
  );
}

/** The score that everybody has to have by the answers that were given and what is right now (R6.1, R27.4, R27.10). */
function scoresBy({ players, questions, rounds = [], given = [] }: GameReport): number[] {
  const scores = players.map(() => 0);
  for (const { number, rights, answers } of questions) {
    const round = rounds.findLastIndex(({ first }) => first <= number);
    const right = answers.filter(([, value]) => rights.includes(value));
    for (const [player] of right)
      scores[player]! += FACTORS[round]! * Math.floor(1000 / right.length);
  }
  for (const { player, points } of given) scores[player!]! += points;
  return scores;
}

/** 24 questions of 3 s, on a machine that does much else beside. */
const TEST_MS = 800_000;

describe('R27, R28 a whole evening', () => {
  it.each(COURSES)(
    'is written by keys and hosted by Space (%s)',
    { timeout: TEST_MS },
    async (name, course) => {
      const desk = await openTab(browser, 'desktop', course.host);
      const { page } = desk;
      const shots: Tab[] = [desk];
      const shoot = async (what: string): Promise<void> => {
        if (!IS_FILMED) return;
        const names = ['cockpit', 'screen', 'ann', 'bora'];
        for (const [n, tab] of shots.entries())
          await tab.shoot(`evening-${name}-${what}-${names[n] ?? n}`);
      };
      await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
      await page.getByTestId('desk-new').waitFor();

      // Written.
      const began = performance.now();
      const setId = await writeEvening(page);
      console.log(`the evening was written in ${Math.round(performance.now() - began)} ms`);
      await desk.shoot(`evening-${name}-editor`);
      const kept = await askDesk<{ faults: object; count: number; items: object }>(
        page,
        `/sets/${setId}`,
      );
      expect(kept).toMatchObject({
        faults: {},
        count: ROUNDS * ASKED,
        items: { slide: 5, round: 3, break: 1, standings: 1, draw: 1 },
      });

      // The tickets.
      const names = ['Ann', '보라', 'Cid', 'Dora'];
      if (IS_FILMED)
        for (let n = names.length; n < FILMED_PLAYERS; n++)
          names.push(n % 2 ? `손님 ${n}` : `Guest ${n}`);
      const entries = names.map((one) => [one]);
      const made = await askDesk<MadeTickets>(page, '/tickets', { title: 'Tonight', entries });
      for (const code of Object.values(made.codes))
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      const codeOf = (player: string): string => made.codes[names.indexOf(player) + 1]!;

      // The room.
      await page.goto(`${server.url}/?play=${setId}`);
      await page.getByTestId('host-only').check();
      await page.locator('input[value=RANKING]').check();
      await page.getByTestId('create-submit').click();
      await page.getByTestId('cockpit').waitFor();
      const pin = /\d{6}/.exec(page.url())?.[0] ?? '';
      await page.getByTestId('tab-room').click();
      await page.getByTestId('ticket-choice').selectOption(made.id);
      await page.getByTestId('ticket-others').waitFor();
      await openFold(page, 'during');
      await page.getByTestId('tab-people').click();

      const screen = await openTab(browser, 'projector', course.screen);
      await screen.page.goto(`${server.url}/screen/${pin}`);
      await screen.page.getByTestId('screen-pin').first().waitFor();
      shots.push(screen);
      await shoot('1-lobby-empty');
      const comeBy = async (player: 'Ann' | '보라'): Promise<Tab> => {
        const tab = await openTab(browser, 'phone', course.phones[player]);
        await tab.page.goto(`${server.url}/${pin}#t=${codeOf(player)}`);
        await tab.page.getByTestId('ticket').waitFor();
        expect(tab.page.url()).toBe(`${server.url}/join/${pin}`);
        await tab.shoot(`evening-${name}-2-door-${player}`);
        await tab.page.getByTestId('join-submit').tap();
        await tab.page.getByTestId('arena').waitFor();
        return tab;
      };
      const phones = { Ann: await comeBy('Ann'), 보라: await comeBy('보라') };
      if (IS_FILMED) await phones.보라.page.setViewportSize({ width: 360, height: 640 });
      shots.push(phones.Ann, phones.보라);
      const sockets = new Map<string, TestClient>();
      for (const player of names.slice(2)) {
        const client = TestClient.withToken(server.url);
        sockets.set(player, client);
        await client.do('joinRoom', { gameId: pin, ticket: codeOf(player) });
      }
      const [cid] = sockets.values();
      const firstHash = cid!.last('updateRoomQuizset')?.drawHash ?? '';
      const people = page.getByTestId('person');
      await expect.poll(() => people.count()).toBe(names.length);
      // All of them have come, which the host sees without looking for it.
      const came = new RegExp(`${names.length}\\D+${names.length}\\D`);
      await page.getByTestId('tickets-come').filter({ hasText: came }).waitFor();
      await shoot('2-lobby');

      // Hosted.
      await page.evaluate(NOTE_PRESSES);
      const space = () => pressKey(page, 'Space');
      await space();
      await Promise.all(
        [page, screen.page, phones.Ann.page, phones.보라.page].map((one) => itemAt(one, 'Welcome')),
      );
      await page.getByTestId('stage-note').filter({ hasText: 'Smile' }).waitFor();
      await phones.Ann.page.getByText('Please sit down.').waitFor();
      await shoot('3-slide');
      await space();
      await itemAt(screen.page, 'The rules');

      const takeOver = async (): Promise<void> => {
        const first = phones.Ann;
        // A photograph of the ticket.
        const tab = await openTab(browser, 'phone', course.phones.Ann);
        await tab.page.goto(`${server.url}/${pin}#t=${codeOf('Ann')}`);
        await tab.page.getByTestId('join-submit').tap();
        await tab.page.getByTestId('arena').waitFor();
        await first.page.locator('[data-testid=ended][data-reason=replaced]').waitFor();
        await first.shoot(`evening-${name}-taken-over`);
        expect(first.errors).toEqual([]);
        await first.page.context().close();
        phones.Ann = tab;
        shots[2] = tab;
        expect(await people.count()).toBe(names.length);
      };
      const correct = async (): Promise<void> => {
        const before = cid!.all('updateScores').length;
        await page.getByTestId('tab-room').click();
        const earlier = page.getByTestId('earlier-questions');
        await earlier.locator('summary').click();
        const { round, n } = CORRECTED;
        const question = earlier.getByTestId('earlier-question');
        await question.filter({ hasText: quizOf(round, n) }).click();
        // The other one is right as well.
        await earlier.locator('[data-testid=right-choice]:not(:checked)').click();
        await cid!.until(() => cid!.all('updateScores').length > before, 'corrected scores');
        await shoot('6-corrected');
      };
      const give = async (): Promise<void> => {
        await page.getByTestId('tab-people').click();
        const row = people.filter({ hasText: GIVEN.to });
        await row.getByTestId('person-actions').click();
        await row.getByTestId('give-player').click();
        await page.getByTestId('give-points').waitFor();
        await shoot('7-points-dialog');
        await page.keyboard.type(GIVEN.reason);
        await page.keyboard.press('Enter');
        await page.getByTestId('give-points').waitFor({ state: 'detached' });
        for (const tab of [screen, phones.보라])
          await tab.page.getByTestId('toasts').filter({ hasText: GIVEN.reason }).waitFor();
        await shoot('7-points-given');
        const { points, reason, to } = await cid!.wait('pointsGiven');
        expect({ points, reason, to: (to as { playerName: string }).playerName }).toEqual(GIVEN);
      };
      /** A code is on the own phone, and before those who run the room. */
      const checkCodes = async (winning: keyof typeof phones): Promise<void> => {
        const codes = new Map<string, string>();
        for (const row of await page.getByTestId('claim-codes').locator('li').all()) {
          const [, player = ''] = /^(.*)$/m.exec(await row.locator('.name').innerText()) ?? [];
          codes.set(player, await row.locator('b').innerText());
        }
        const own = await phones[winning].page.getByTestId('draw-code').innerText();
        expect(own).toMatch(/^\S{4}$/);
        expect(codes.get(winning)).toBe(own);
        const others = [screen, ...Object.values(phones)].filter((tab) => tab !== phones[winning]);
        for (const { page: other } of others) expect(await other.content()).not.toContain(own);
        for (const [player, client] of sockets) {
          const told = client.all('claimCode').map(({ code }) => code);
          expect(told.every((code) => code === codes.get(player))).toBe(true);
          expect(told.length > 0).toBe(codes.has(player));
          expect(client.raw.join('\n')).not.toContain(own);
        }
      };
      const done = new Map<string, () => Promise<void>>([
        [keyOf(TAKEN_OVER_IN), takeOver],
        [keyOf(CORRECTED_IN), correct],
        [keyOf(GIVEN_IN), give],
      ]);

      let asked = 0;
      for (let round = 1; round <= ROUNDS; round++) {
        await space();
        if (round < 3) {
          // A clicker for slides begins the game, and ends a break, by a second press only.
          await noteOf(page, 'again').waitFor();
          await space();
        }
        await screen.page.getByText(`Part ${round}`).first().waitFor();
        if (round === 2) await shoot('5-countdown');
        for (let n = 1; n <= ASKED; n++) {
          const question = page.getByTestId('question');
          await question.filter({ hasText: quizOf(round, n) }).waitFor();
          if (n === 1) {
            const note = page.getByTestId('stage-note');
            await note.filter({ hasText: `Read part ${round} slowly` }).waitFor();
            await shoot(`4-question-ready-${round}`);
          }
          const index = asked++;
          await Promise.all(
            [...sockets.values()].map(async (client, place) => {
              await client.until(() => client.all('startQuizTime').length > index, 'the question');
              const { choiceList } = client.all('startQuizTime')[index]!;
              const wanted = (index + place) % 3 === 0 ? 'no' : 'yes';
              const { order } = choiceList.find(({ content }) => content === wanted)!;
              await client.do('updatePosition', { newPosition: standIn(order, 2) });
            }),
          );
          if (n === 1) await shoot(`4-question-${round}`);
          await done.get(keyOf({ round, n }))?.();
          await stageAt(page, 'reveal');
          if (n === 2) await shoot(`4-reveal-${round}`);
          await endReveal(page, space);
        }
        if (round === 1) {
          await Promise.all(
            [screen.page, phones.보라.page].map((one) => itemAt(one, 'Tea in the hall')),
          );
          await shoot('5-break');
        }
        if (round === 2) {
          await screen.page.getByTestId('item-standings').waitFor();
          await phones.보라.page.getByTestId('item-standings').waitFor();
          await shoot('6-standings');
          await space();
          await itemAt(screen.page, 'The last round');
        }
      }

      // The final, and behind it the draw.
      await cid!.wait('endGame');
      await screen.page.locator('html[data-phase=lobby]').waitFor();
      await shoot('8-final');
      for (let n = 0; !(await isSoon(page, PRIZE)); n++) {
        if (n > 20) throw new Error('no draw comes');
        await shoot(`8-final-${n}`);
        await space();
      }
      let winner = '';
      const drawn: string[] = [];
      while (!(winner in phones)) {
        for (const one of [screen.page, phones.Ann.page, phones.보라.page])
          await itemAt(one, PRIZE);
        await shoot('9-draw');
        await space();
        if (IS_FILMED) {
          await screen.page.getByTestId('draw-course').waitFor();
          await shoot('9-draw-runs');
          await space();
        }
        for (const one of [page, screen.page, phones.Ann.page, phones.보라.page])
          await one.getByTestId('draw-over').waitFor();
        winner = await screen.page.getByTestId('draw-winner').locator('b').innerText();
        drawn.push(winner);
        await shoot(`9-drawn-${drawn.length}`);
        // Two phones of many would take long to win.
        if (winner in phones || (IS_FILMED && drawn.length > 2)) break;
        const row = page.getByTestId('programme-item').filter({ hasText: PRIZE });
        await row.getByTestId('programme-go').click();
        await page.getByTestId('draw-over').waitFor({ state: 'detached' });
      }
      if (winner in phones) await checkCodes(winner as keyof typeof phones);
      for (const title of ['Thank you', 'Mind the step']) {
        await space();
        await itemAt(screen.page, title);
        await itemAt(phones.Ann.page, title);
      }
      await shoot('9-last-slide');
      expect(await page.evaluate<string[]>('window.presses')).toEqual([
        ...OTHER_PRESSES.correction,
        ...OTHER_PRESSES.points,
        ...drawn.slice(1).map(() => OTHER_PRESSES.again),
      ]);

      // The report.
      await page.goto(`${server.url}/desk/results`);
      await page.getByTestId('games').getByRole('link').first().click();
      const { games } = await askDesk<KeptGameList>(page, '/results');
      await page.getByTestId('report').waitFor();
      const read = () => askDesk<GameReport>(page, `/results/${games[0]!.id}`);
      await expect.poll(async () => (await read()).draws?.length).toBe(drawn.length);
      const report = await read();
      expect(report.rounds?.map((round) => round.name)).toEqual(['Part 1', 'Part 2', 'Part 3']);
      expect(report.questions).toHaveLength(ROUNDS * ASKED);
      const corrected = report.questions[(CORRECTED.round - 1) * ASKED + CORRECTED.n - 1];
      expect(corrected?.rights.toSorted()).toEqual([1, 2]);
      expect(report.players.map(({ name: one }) => one).toSorted()).toEqual(names.toSorted());
      expect(report.players.map(({ score }) => score)).toEqual(scoresBy(report));
      const told = cid!.last('endGame')?.results ?? [];
      expect(new Map(told.map(({ playerName, score }) => [playerName, score]))).toEqual(
        new Map(report.players.map(({ name: one, score }) => [one, score])),
      );
      expect(report.given).toMatchObject([{ points: GIVEN.points, reason: GIVEN.reason }]);
      expect(report.players[report.given![0]!.player!]?.name).toBe(GIVEN.to);
      expect(report.draws?.map(({ winners }) => winners.map((one) => one.name))).toEqual(
        drawn.map((one) => [one]),
      );
      const hashes = [firstHash, ...cid!.all('showItem').flatMap(nextHashOf)];
      for (const [n, one] of report.draws!.entries()) checkDraw(one, hashes[n]!);
      await page.reload();
      for (const part of ['report-rounds', 'report-given', 'report-draws'])
        await page.getByTestId(part).waitFor();
      await page.getByTestId('report-given').getByText(GIVEN.reason).waitFor();
      const check = page.getByTestId('report-draws').locator('details').last();
      await check.locator('summary').click();
      await check.getByText(report.draws!.at(-1)!.seed).waitFor();
      if (IS_FILMED) await page.setViewportSize({ width: 1280, height: 6_000 });
      await desk.shoot(`evening-${name}-report`);
      for (const tab of [desk, screen, ...Object.values(phones)]) expect(tab.errors).toEqual([]);
      for (const client of sockets.values()) client.close();
      await closeAllTabs(browser);
    },
  );
});

const keyOf = ({ round, n }: { round: number; n: number }): string => `${round}.${n}`;

type ShownItem = Parameters<
  import('../../src/protocol/index.js').ServerToClientEvents['showItem']
>[0];

const nextHashOf = (item: ShownItem): string[] =>
  item.kind === 'draw' && item.drawn ? [item.drawn.nextHash] : [];

const isSoon = (page: Page, title: string): Promise<boolean> =>
  page
    .getByTestId('item-title')
    .filter({ hasText: title })
    .waitFor({ timeout: pace.allow(1_000) })
    .then(
      () => true,
      () => false,
    );

/** A reveal that is shown beat by beat takes one press to be told whole, and one more to end. */
async function endReveal(page: Page, press: () => Promise<void>): Promise<void> {
  const reveal = page.locator('[data-testid=stage][data-stage=reveal]');
  for (let n = 0; n < 4; n++) {
    await press();
    const isOver = await reveal.waitFor({ state: 'detached', timeout: pace.allow(1_500) }).then(
      () => true,
      () => false,
    );
    if (isOver) return;
  }
  throw new Error('the reveal stands');
}
