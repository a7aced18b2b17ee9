import { describe, expect, it } from 'vitest';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { correct, type Ruling } from '../../../src/game/correct.js';
import { drawQuestion } from '../../../src/game/draw-question.js';
import { stretched } from '../../../src/game/extra-time.js';
import { hostNotesOf } from '../../../src/game/host-notes.js';
import { judgedPayload } from '../../../src/game/judged-payload.js';
import { partShown, partSolution, partsOf } from '../../../src/game/kinds/series.js';
import { valuesOf, floorOf } from '../../../src/game/kinds/floor.js';
import {
  deadlineOf,
  phasePayload,
  questionPayload,
  revealPayload,
} from '../../../src/game/phase.js';
import type { RoomState, Seat } from '../../../src/game/room-state.js';
import { finished } from '../../../src/game/steps.js';
import { earlyPoints } from '../../../src/game/scoring.js';
import { stagedSteps } from '../../../src/game/show/staged.js';
import { drawInt } from '../../../src/game/shared/random.js';
import type {
  GuessQuestion,
  OrderQuestion,
  Question,
  StatementsQuestion,
} from '../../../src/game/shared/quiz-set.js';
import {
  advance,
  close,
  drop,
  endGame,
  extend,
  pause,
  resume,
} from '../../../src/game/transitions.js';
import type { RoomOptions } from '../../../src/protocol/index.js';
import { aSeat, codeOf, LENGTHS } from '../../support/game-data.js';
import { GUESS, MATCH, ORDER, SERIES, STATEMENTS } from '../../support/kinds.js';
import { after } from '../phase-rooms.js';
import { play, stand, step } from './played.js';

const GAP_MS = 800;

function playing(
  questions: readonly Question[],
  { players = 3, ...options }: Partial<RoomOptions> & { players?: number } = {},
): RoomState {
  const room = play(options, questions);
  const seats = Array.from({ length: players }, (_, slot) => aSeat(slot));
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

function asked({ phase }: RoomState) {
  if (phase.kind !== 'question') throw new Error(phase.kind);
  return phase;
}

/** Everybody stands on these values at the bell of the part. */
const bell = (room: RoomState, values: readonly (number | null)[]): RoomState =>
  step(stand(room, values));

/** From the first part to the reveal; a row of values for each part. */
const through = (room: RoomState, rows: readonly (readonly (number | null)[])[]): RoomState =>
  rows.reduce(bell, room);

const marks = ({ tally }: RoomState) =>
  tally.marks.map(({ isAnswer, gain }) => [isAnswer, gain] as const);
const gains = (room: RoomState): number[] => marks(room).map(([, gain]) => gain);

const RIGHT: Ruling = { isVoid: false, rights: null };
const VOID: Ruling = { isVoid: true, rights: null };
const part = (n: number) => ({ question: 0, part: n, drops: 0 });

describe('R16.19 a series', () => {
  it('asks one part after the other, each with its bell and its time', () => {
    let room = playing([STATEMENTS, ORDER]);
    const { places, version } = asked(room);
    const between: unknown[] = [];
    expect(places).toHaveLength(3);
    for (const [n, text] of [
      'The sun is a star.',
      'The moon shines by itself.',
      'Mars has two moons.',
    ].entries()) {
      const { phase } = room;
      expect(phasePayload(phase, 1)).toMatchObject({ kind: 'question', index: 0, part: n });
      const question = questionPayload(asked(room));
      expect(question).toMatchObject({ kind: 'statements', count: 3, blind: true });
      if (!('parts' in question)) throw new Error(question.kind);
      expect(question.parts).toHaveLength(n + 1);
      expect(question.parts.at(-1)).toBe(text);
      expect(question.choiceList.map(({ content }) => content)).toEqual(['O', 'X']);
      const { startTime, endTime } = asked(room).clock;
      expect(endTime - startTime).toBe(6_000);
      expect(asked(room)).toMatchObject({ version: version + n, places });
      expect(JSON.stringify(phase)).not.toMatch(/solution|rights|answer/);
      const next = bell(room, [1, 1, 2]);
      between.push([
        next.phase.kind === 'question' ? next.phase.clock.startTime - endTime : 0,
        next.parts.length,
        next.judged.length,
        next.tally === room.tally,
      ]);
      room = next;
    }
    expect(between).toEqual([
      [GAP_MS, 1, 0, true],
      [GAP_MS, 2, 0, true],
      [0, 0, 3, false],
    ]);
    expect(room.phase).toMatchObject({ kind: 'reveal', part: 2, version: version + 3 });
    expect(room.judged.map(({ part: n }) => n)).toEqual([0, 1, 2]);
    const second = step(room);
    expect(second.parts).toEqual([]);
    expect(phasePayload(second.phase, 1)).toMatchObject({ index: 1, part: 0 });
  });

  it('tells all parts of an order at once, and has a place for each', () => {
    const room = playing([ORDER]);
    const question = questionPayload(asked(room));
    if (!('parts' in question)) throw new Error(question.kind);
    expect(question.parts.toSorted()).toEqual(['Laser', 'Paper', 'Telephone', 'Wheel']);
    expect(question.choiceList.map(({ content }) => content)).toEqual(['1', '2', '3', '4']);
    expect(valuesOf(floorOf(question))).toEqual([1, 2, 3, 4]);
  });

  it.each(SERIES)('of $kind is right where its author says, however it is drawn', (question) => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const how = { choiceOrder: 'shuffled', crowd: 'visible' } as const;
      const { shown, solution } = drawQuestion(question, how, seeded(seed));
      if (!('parts' in shown) || solution?.kind !== 'parts') throw new Error(shown.kind);
      expect(partsOf(shown)).toBe(shown.parts.length);
      orders.add(shown.parts.join());
      for (const [n, text] of shown.parts.entries()) {
        const right = partSolution(solution, n);
        if (right?.kind !== 'choice') throw new Error('nothing is right');
        const zones = right.rights.map((order) => shown.choiceList[order - 1]?.content);
        expect(zones).toEqual([rightOf(question, text)]);
      }
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('draws an order also where choices stay as they are written, as that is the answer', () => {
    const parts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((text) => ({ text }));
    const question: OrderQuestion = { ...ORDER, parts };
    const written = { choiceOrder: 'written', crowd: 'visible' } as const;
    const first = drawQuestion(question, written, seeded(1)).shown;
    expect(first).not.toMatchObject({ parts: parts.map(({ text }) => text) });
    const { shown } = drawQuestion(STATEMENTS, written, seeded(1));
    expect(shown).toMatchObject({ parts: STATEMENTS.parts.map(({ text }) => text) });
  });

  it('R4.11 comes in the order of its author where the questions do, with shuffled groups', () => {
    const how = { choiceOrder: 'shuffled', questionOrder: 'written', crowd: 'visible' } as const;
    const groups = new Set<string>();
    for (let seed = 0; seed < 20; seed++)
      for (const question of [STATEMENTS, MATCH]) {
        const { shown } = drawQuestion(question, how, seeded(seed));
        expect(shown).toMatchObject({ parts: question.parts.map(({ text }) => text) });
        if (shown.kind === 'match')
          groups.add(shown.choiceList.map(({ content }) => content).join());
      }
    expect(groups.size).toBeGreaterThan(1);
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const long = { ...STATEMENTS, parts: texts.map((text) => ({ text, answer: 'O' as const })) };
    const [drawn, written] = (['drawn', 'written'] as const).map((questionOrder) => {
      const { game } = play({ questionOrder, choiceOrder: 'shuffled' }, [long]);
      return game?.questions[0]?.shown;
    });
    expect(written).toMatchObject({ parts: texts });
    expect(drawn).not.toMatchObject({ parts: texts });
  });

  it('is paused, extended and closed by its part, and dropped as a whole', () => {
    const first = playing([STATEMENTS, ORDER]);
    const second = bell(first, [1, 1, 1]);
    const { startTime, endTime } = asked(second).clock;
    const stands = after(second, pause(second, startTime + 1_000));
    const goesOn = after(stands, resume(stands, startTime + 9_000));
    expect(asked(goesOn)).toMatchObject({ part: 1 });
    expect(goesOn.parts).toHaveLength(1);
    expect(deadlineOf(goesOn.phase)).toBe(endTime + 8_000);
    expect(deadlineOf(after(second, extend(second)).phase)).toBe(endTime + 5_000);
    const closed = after(second, close(second, startTime + 3_500, { ...LENGTHS, skipMs: 0 }));
    expect(asked(closed)).toMatchObject({ part: 2 });
    const early = codeOf(() => close(second, startTime + 100, LENGTHS));
    return expect(early)
      .resolves.toBe('WRONG_PHASE')
      .then(() => {
        const dropped = after(closed, drop(closed, startTime + 5_000, LENGTHS));
        expect(asked(dropped)).toMatchObject({ index: 0, drops: 1, part: 0 });
        expect(dropped).toMatchObject({ parts: [], judged: [] });
        const ended = after(closed, endGame(closed));
        expect(ended).toMatchObject({ parts: [], judged: [] });
      });
  });

  it('has half as much more time in each part with extra time, and the time of its round in all', () => {
    const how = { choiceOrder: 'written', crowd: 'visible' } as const;
    const drawn = drawQuestion(STATEMENTS, how, seeded(1));
    expect(stretched(drawn).limitTime).toBe(9);
    const round = (limitTime: number) =>
      ({ kind: 'round', id: 'r', name: '', count: 1, factor: 1, limitTime }) as never;
    expect(drawQuestion(STATEMENTS, how, seeded(1), round(30)).limitTime).toBe(10);
    expect(drawQuestion(STATEMENTS, how, seeded(1), round(5)).limitTime).toBe(4);
    expect(drawQuestion(STATEMENTS, how, seeded(1), round(120)).limitTime).toBe(15);
    expect(stretched(drawQuestion(GUESS, how, seeded(1)))).toMatchObject({
      limitTime: 23,
      laterTime: 18,
    });
  });

  it('R4.2 tells informed cockpits what is right in the open part, and in all that come', () => {
    const room = bell(playing([STATEMENTS, MATCH]), [1, 1, 1]);
    const notes = hostNotesOf(room);
    expect(notes).toMatchObject({ part: 1, answer: 2, solution: { kind: 'choice', rights: [2] } });
    expect(notes?.coming[0]).toMatchObject({
      kind: 'match',
      parts: MATCH.parts.map(({ text }) => text),
      solution: {
        kind: 'parts',
        parts: MATCH.parts.map(({ answer }) => ({ rights: [answer + 1] })),
      },
    });
  });

  it('counts for who came before it, and not for who came to a later part', () => {
    const first = bell(playing([STATEMENTS], { scoring: 'flat' }), [1, 1, 1]);
    const late: Seat = { ...aSeat(3), playsFrom: 1 };
    const joined = { ...first, seats: new Map([...first.seats, [3, late]]) };
    const told = through(joined, [
      [2, 2, 2, 2],
      [1, 2, 1, 1],
    ]);
    expect(marks(told)).toEqual([
      [true, 100],
      [false, 66],
      [true, 100],
      [false, 0],
    ]);
    const gone = { ...first, seats: new Map([...first.seats].filter(([slot]) => slot !== 2)) };
    const rest = through(gone, [
      [2, 2],
      [1, 2],
    ]);
    expect(gains(rest)).toEqual([100, 66]);
  });
});

/** The zone that the author of a question says. */
function rightOf(question: Question, text: string): string | undefined {
  switch (question.kind) {
    case 'statements':
      return question.parts.find((one) => one.text === text)?.answer;
    case 'order':
      return String(question.parts.findIndex((one) => one.text === text) + 1);
    case 'match':
      return question.choices[question.parts.find((one) => one.text === text)?.answer ?? -1];
    default:
      return undefined;
  }
}

const MANY = 8;

/** Statements of which every one is true. */
function someParts(count: number): StatementsQuestion {
  const parts = Array.from({ length: count }, (_, n) => ({ text: `${n}`, answer: 'O' as const }));
  return { ...STATEMENTS, parts };
}

/** Each should have so much, in whole numbers over a common divisor. */
function expected(
  rows: readonly (readonly number[])[],
  voids: readonly boolean[],
  scoring: RoomOptions['scoring'],
): (readonly [boolean, number])[] {
  const k = rows.length;
  const open = voids.filter((isVoid) => !isVoid).length;
  const people = rows[0]?.length ?? 0;
  const winners = rows.map((row) => row.filter((value) => value === 1).length);
  return Array.from({ length: people }, (_, who) => {
    const right = rows.flatMap((row, n) => (row[who] === 1 && !voids[n] ? [n] : []));
    const isRight = open > 0 && right.length === open;
    if (scoring === 'flat') return [isRight, Math.floor((100 * right.length) / k)];
    if (scoring === 'early')
      return [isRight, Math.floor((right.length * earlyPoints(1_000, 6_000, 'blind')) / k)];
    const all = winners.reduce((product, count) => product * BigInt(count || 1), 1n);
    const sum = right.reduce((total, n) => total + all / BigInt(winners[n] ?? 1), 0n);
    return [isRight, Number((1000n * sum) / (all * BigInt(k)))];
  });
}

describe('R16.20 what a series is worth', () => {
  it.each(['shared', 'flat', 'early'] as const)('100 series in %s, some parts void', (scoring) => {
    for (let seed = 0; seed < 100; seed++) {
      const random = seeded(seed);
      const k = 2 + drawInt(random, MANY - 1);
      const players = 1 + drawInt(random, 9);
      const rows = Array.from({ length: k }, () =>
        Array.from({ length: players }, () => 1 + drawInt(random, 2)),
      );
      const told = through(playing([someParts(k)], { scoring, players }), rows);
      expect(marks(told)).toEqual(
        expected(
          rows,
          rows.map(() => false),
          scoring,
        ),
      );
      const voids = rows.map(() => random() < 0.3);
      let ruled = told;
      for (const [n, isVoid] of voids.entries())
        if (isVoid) ruled = after(ruled, correct(ruled, part(n), VOID));
      const anew = expected(rows, voids, scoring);
      expect(marks(ruled)).toEqual(voids.every(Boolean) ? anew.map(() => [false, 0]) : anew);
      for (const n of voids.keys()) ruled = after(ruled, correct(ruled, part(n), RIGHT));
      expect(marks(ruled)).toEqual(marks(told));
    }
  });

  it('rounds down once over the sum', () => {
    const told = through(playing([STATEMENTS]), [
      [1, 1, 1],
      [2, 2, 2],
      [1, 1, 1],
    ]);
    // Three times a third of a third of a thousand: 333, and not 111 three times.
    expect(gains(told)).toEqual([333, 333, 333]);
  });

  it('lets a streak grow by whole answers only', () => {
    const room = playing([someParts(2), someParts(2)], { scoring: 'flat' });
    const first = through(room, [
      [1, 1, 2],
      [1, 2, 2],
    ]);
    expect(marks(first)).toEqual([
      [true, 100],
      [false, 50],
      [false, 0],
    ]);
  });

  it('saves a life by half of its parts, rounded up, and nobody falls where nobody has that', () => {
    const survive = (rows: readonly (readonly number[])[]): (boolean | undefined)[] => {
      const room = playing([someParts(rows.length), STATEMENTS], { gameMode: 'SURVIVAL' });
      const told = through(room, rows);
      return told.tally.marks.map(({ fellAt }) => fellAt === null);
    };
    const three = [
      [1, 1, 2],
      [1, 2, 2],
      [1, 1, 1],
    ];
    expect(survive(three)).toEqual([true, true, false]);
    const none = [
      [1, 2, 2],
      [2, 2, 2],
      [2, 1, 2],
    ];
    expect(survive(none)).toEqual([true, true, true]);
    const two = [
      [1, 2, 2],
      [2, 1, 2],
    ];
    expect(survive(two)).toEqual([true, true, false]);
  });

  it('lets nobody save a life who has left before the last bell', () => {
    const room = playing([STATEMENTS, ORDER], { gameMode: 'SURVIVAL', players: 5 });
    const second = through(room, [
      [2, 2, 2, 2, 1],
      [1, 1, 1, 1, 2],
    ]);
    const gone = { ...second, seats: new Map([...second.seats].filter(([slot]) => slot !== 4)) };
    const told = bell(gone, [2, 2, 2, 2]);
    expect(told.tally.marks.map(({ fellAt }) => fellAt)).toEqual([null, null, null, null]);
    const stays = bell(second, [2, 2, 2, 2, 2]);
    expect(stays.tally.marks.filter(({ fellAt }) => fellAt === null)).toHaveLength(1);
  });

  it('R4.9 computes everything anew after a correction of one part, as if it had been so', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = seeded(1_000 + seed);
      const rows = [0, 1, 2].map(() => [0, 1, 2].map(() => 1 + drawInt(random, 2)));
      const gameMode = seed % 2 === 0 ? 'RANKING' : 'SURVIVAL';
      const n = drawInt(random, 3);
      const told = through(playing([STATEMENTS, ORDER], { gameMode }), rows);
      const before = STATEMENTS.parts[n]!;
      const turned = before.answer === 'O' ? 'X' : 'O';
      const ruled = after(
        told,
        correct(told, part(n), { isVoid: false, rights: [turned === 'O' ? 1 : 2] }),
      );
      const parts = STATEMENTS.parts.with(n, { ...before, answer: turned });
      const fromStart = through(playing([{ ...STATEMENTS, parts }, ORDER], { gameMode }), rows);
      expect(marks(ruled)).toEqual(marks(fromStart));
    }
  });
});

describe('R16.21 the reveal of a series', () => {
  const ROWS = [
    [1, 1, 2],
    [2, 1, 2],
    [1, 2, 2],
  ];
  it('tells every part, and of the last one what a page that knows no parts shows', () => {
    const told = through(playing([STATEMENTS]), ROWS);
    if (told.phase.kind !== 'reveal') throw new Error();
    const reveal = revealPayload(told.phase, []);
    expect(reveal.parts?.map(({ solution }) => solution)).toMatchObject([
      { rights: [1] },
      { rights: [2] },
      { rights: [1] },
    ]);
    expect(reveal.parts?.map(({ summary }) => summary.counts)).toEqual([
      [2, 1],
      [1, 2],
      [1, 2],
    ]);
    expect(reveal).toMatchObject({
      answer: 1,
      solution: { rights: [1] },
      summary: { counts: [1, 2] },
    });
    const ruled = after(told, correct(told, part(0), VOID));
    if (ruled.phase.kind !== 'reveal') throw new Error();
    const again = revealPayload(ruled.phase, []);
    expect(again.parts?.map(({ isVoid = false }) => isVoid)).toEqual([true, false, false]);
    // The last part stands as it was.
    expect(again.isVoid).toBeUndefined();
    const last = after(ruled, correct(ruled, part(2), VOID));
    if (last.phase.kind !== 'reveal') throw new Error();
    expect(revealPayload(last.phase, []).isVoid).toBe(true);
    const payload = judgedPayload(told, told.judged);
    expect(payload.map((one) => one.part)).toEqual([0, 1, 2]);
    // Each has its own text alone, or eight parts would be told eight times.
    expect(payload[1]).toMatchObject({ shown: { parts: ['', 'The moon shines by itself.', ''] } });
  });

  it('has a beat for each part, which give way first where there is little time', () => {
    const room = stand(playing([STATEMENTS, ORDER], { players: 9 }), [1, 1, 1]);
    const last = bell(bell(room, []), []);
    const now = deadlineOf(last.phase)!;
    const beatsIn = (revealMs: number, show: 'free' | 'fitted') => {
      const lengths = { ...LENGTHS, show, revealMs };
      const { phase } = finished(stagedSteps(last, advance(last, now, lengths), now, lengths));
      if (phase.kind !== 'reveal') throw new Error();
      return phase.beats?.map(({ scene }) => scene) ?? [];
    };
    const scenes = beatsIn(0, 'free');
    expect(scenes.filter((scene) => scene === 'part')).toHaveLength(3);
    expect(scenes).not.toContain('count');
    expect(scenes.indexOf('part')).toBeLessThan(scenes.indexOf('answer'));
    const short = beatsIn(6_000, 'fitted');
    expect(short).not.toContain('part');
    expect(short).toContain('answer');
  });
});

describe('R16.22 a guess', () => {
  const five = (options: Partial<RoomOptions> = {}, question: GuessQuestion = GUESS) =>
    playing([question, STATEMENTS], { players: 6, ...options });
  const POLLED = [2, 2, 2, 1, 3, 4];

  it('is a poll, and then how many have chosen one of its choices', () => {
    const poll = five();
    expect(questionPayload(asked(poll))).toMatchObject({ kind: 'poll', blind: true });
    expect(asked(poll)).toMatchObject({ part: 0, clock: expect.anything() });
    const guess = bell(poll, POLLED);
    const question = questionPayload(asked(guess));
    expect(question).toMatchObject({
      kind: 'number',
      share: 'Coffee',
      ruler: { min: 0, max: 100 },
    });
    expect(question.quiz).toBe(`${GUESS.quiz} Coffee: ? %`);
    expect(asked(guess).clock.endTime - asked(guess).clock.startTime).toBe(12_000);
    expect(JSON.stringify(asked(guess))).not.toMatch(/solution|"answer"|summary/);
    // Three of the five who have an opinion.
    expect(hostNotesOf(guess)).toMatchObject({
      solution: { kind: 'number', answer: 60, tolerance: 3 },
    });
    const told = bell(guess, [60, 63, 57, 64, 0, 100]);
    expect(marks(told).map(([isRight]) => isRight)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(gains(told)).toEqual([333, 333, 333, 0, 0, 0]);
    if (told.phase.kind !== 'reveal') throw new Error();
    expect(revealPayload(told.phase, []).parts).toMatchObject([
      { summary: { kind: 'poll', counts: [1, 3, 1, 1] } },
      { summary: { kind: 'number' }, solution: { answer: 60 } },
    ]);
  });

  it('rounds half a percent upwards', () => {
    const poll = playing([GUESS, STATEMENTS], { players: 8 });
    // One of eight: 12.5 %.
    const guess = bell(poll, [2, 1, 1, 1, 3, 3, 3, 1]);
    expect(hostNotesOf(guess)).toMatchObject({ solution: { answer: 13 } });
  });

  it('is blind in both parts whatever its author says, as who sees the poll knows the share', () => {
    const poll = five({}, { ...GUESS, blind: false });
    const guess = bell(poll, POLLED);
    for (const room of [poll, guess]) {
      expect(asked(room).question).toMatchObject({ blind: true });
      expect(asked(room).places).not.toBeNull();
    }
  });

  it('has the nearest where nobody is right, saves lives, and is corrected and voided', () => {
    const nearest = bell(bell(five(), POLLED), [50, 40, 90, 0, 100, 20]);
    expect(gains(nearest)).toEqual([1000, 0, 0, 0, 0, 0]);
    const survival = bell(bell(five({ gameMode: 'SURVIVAL' }), POLLED), [60, 0, 0, 0, 0, 0]);
    expect(survival.tally.marks.map(({ fellAt }) => fellAt === null)).toEqual([
      true,
      ...Array<boolean>(5).fill(false),
    ]);
    const right: Ruling = { isVoid: false, rights: null, number: { answer: 90, tolerance: 0 } };
    const ruled = after(nearest, correct(nearest, part(1), right));
    expect(gains(ruled)).toEqual([0, 0, 1000, 0, 0, 0]);
    expect(gains(after(ruled, correct(ruled, part(1), VOID)))).toEqual(Array(6).fill(0));
    return expect(codeOf(() => correct(nearest, part(0), VOID))).resolves.toBe('BAD_REQUEST');
  });

  it('is left out where fewer than five have chosen something', () => {
    const told = bell(five(), [2, 2, 2, 1, 4, 4]);
    expect(told.phase).toMatchObject({ kind: 'reveal', solution: null, summary: { kind: 'poll' } });
    expect(told.judged).toHaveLength(1);
    expect(gains(told)).toEqual(Array(6).fill(0));
    const unmoved = bell(five(), [2, 2, 2, 1, null, null]);
    expect(unmoved.phase.kind).toBe('reveal');
    expect(step(told).phase).toMatchObject({ kind: 'question', index: 1, part: 0 });
  });

  it('is worth what its author says, and shows what it is as a whole to who hosts', () => {
    const double = bell(
      bell(five({ scoring: 'flat' }, { ...GUESS, points: 2 }), POLLED),
      [60, 0, 0, 0, 0, 0],
    );
    expect(gains(double)[0]).toBe(200);
    const { shown } = drawQuestion(GUESS, { choiceOrder: 'written', crowd: 'visible' }, seeded(1));
    expect(shown).toMatchObject({ kind: 'guess', choice: 2 });
    expect(partShown(shown, 0)).not.toHaveProperty('choice');
  });
});
