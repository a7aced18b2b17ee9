import { partSolution } from '../../../src/game/kinds/series.js';
import { describe, expect, it, vi } from 'vitest';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { correct } from '../../../src/game/correct.js';
import { hostNotesOf } from '../../../src/game/host-notes.js';
import { formOf } from '../../../src/game/kinds/spelling.js';
import { positionFor, floorOf } from '../../../src/game/kinds/floor.js';
import { deadlineOf, phasePayload, questionPayload } from '../../../src/game/phase.js';
import type { RoomState, RoomText } from '../../../src/game/room-state.js';
import { stretched } from '../../../src/game/extra-time.js';
import { close, drop, endGame, pause, resume, skip } from '../../../src/game/transitions.js';
import type { TypedQuestion, WordsQuestion } from '../../../src/game/shared/quiz-set.js';
import { judgedPayload } from '../../../src/game/judged-payload.js';
import { toldGroups, wrongTexts } from '../../../src/game/kinds/written.js';
import { finished } from '../../../src/game/steps.js';
import { reportSteps } from '../../../src/server/desk/results/report.js';
import {
  checkWriting,
  strike,
  writtenBy,
  writtenGroups,
  type StrikeOf,
} from '../../../src/game/writing.js';
import { drawQuestion } from '../../../src/game/draw-question.js';
import type { RoomOptions } from '../../../src/protocol/index.js';
import {
  ANSWER_BOUNDS,
  EARLIER_TEXTS_TOLD,
  GROUPS_TOLD,
  MAX_ACCEPTED,
} from '../../../src/protocol/limits.js';
import { cleanText } from '../../../src/protocol/text.js';
import { codeOf, aRoom, aSeat, LENGTHS } from '../../support/game-data.js';
import { SEVERAL, TYPED, WORDS } from '../../support/kinds.js';
import { after } from '../phase-rooms.js';
import { drawn, play, step } from './played.js';

type Written = string | string[] | (RoomText & { texts: string[] }) | null;

/** The same people with what each has written, a second after another. */
function write(room: RoomState, texts: readonly Written[]): RoomState {
  const written = texts.flatMap((one, slot): [number, RoomText][] => {
    if (one === null) return [];
    const isWhole = typeof one === 'object' && !Array.isArray(one);
    return [[slot, isWhole ? one : { texts: [one].flat(), ms: 1_000 * (slot + 1) }]];
  });
  return { ...room, texts: new Map(written) };
}

/** A game with so many players, at its first question. */
function playing(
  questions: (TypedQuestion | WordsQuestion)[],
  { players = 6, ...options }: Partial<RoomOptions> & { players?: number } = {},
): RoomState {
  const room = play(options, questions);
  const seats = Array.from({ length: players }, (_, slot) => aSeat(slot));
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

const zonesIn = ({ phase }: RoomState): string[] =>
  phase.kind === 'question' || phase.kind === 'reveal'
    ? phase.question.choiceList.map(({ content }) => content)
    : [];

/** Everybody stands where these words are; null, and what is no zone, stays where they were. */
function walk(room: RoomState, words: readonly (string | null)[], ms = 4_000): RoomState {
  const { phase } = room;
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const floor = floorOf(phase.question);
  const zones = zonesIn(room);
  const key = `${room.tally.game}.${phase.first + phase.index}.0.${phase.drops}`;
  const seats = [...room.seats.values()].map((seat, n) => {
    const zone = zones.indexOf(words[n] ?? '') + 1;
    if (zone === 0) return seat;
    return { ...seat, position: positionFor(zone, floor), entered: { question: key, ms } };
  });
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

const gains = ({ tally }: RoomState): number[] => tally.marks.map(({ gain }) => gain);
const rights = ({ tally }: RoomState): boolean[] => tally.marks.map(({ isAnswer }) => isAnswer);

describe('R16.14 a question in two acts', () => {
  it('asks for texts first, then has zones of them, then tells', () => {
    const first = playing([TYPED]);
    expect(phasePayload(first.phase, 3)).toMatchObject({ kind: 'question', act: 1, game: 3 });
    if (first.phase.kind !== 'question') throw new Error();
    const { clock } = first.phase;
    expect(clock.endTime - clock.startTime).toBe(20_000);
    expect(questionPayload(first.phase)).toMatchObject({ kind: 'typed', choiceList: [] });

    const second = step(write(first, ['Seoul', 'Busan', 'busan!', 'Daegu', 'DAEGU', null]));
    expect(phasePayload(second.phase, 3)).toMatchObject({ act: 2, index: 0, game: 3 });
    expect(second.phase.version).toBe(first.phase.version + 1);
    if (second.phase.kind !== 'question') throw new Error();
    expect(second.phase.clock.endTime - second.phase.clock.startTime).toBe(12_000);
    expect(second.phase.clock.startTime).toBe(deadlineOf(first.phase));
    expect(zonesIn(second).toSorted()).toEqual(['Busan', 'DAEGU', 'Seoul']);
    expect(second.texts.size).toBe(0);
    expect(second.judged).toEqual([]);
    expect(second.tally).toEqual(first.tally);

    const told = step(second);
    expect(phasePayload(told.phase, 3)).toMatchObject({ kind: 'reveal', game: 3 });
    expect(told.phase.kind).toBe('reveal');
    expect(told.parts).toEqual([]);
    expect(told.judged).toHaveLength(1);
    expect(zonesIn(told)).toEqual(zonesIn(second));
  });

  it('leaves act 2 out where its author does, and where no wrong answer is shared', () => {
    const left = step(write(playing([{ ...TYPED, walkTime: 0 }]), ['Busan', 'Busan', 'Seoul']));
    expect(left.phase).toMatchObject({ kind: 'reveal' });
    expect(rights(left)).toEqual([false, false, true, false, false, false]);
    const lone = step(write(playing([TYPED]), ['Busan', 'Daegu', 'Seoul', 'Incheon']));
    expect(lone.phase).toMatchObject({ kind: 'reveal' });
    expect(zonesIn(lone)).toEqual(['Seoul']);
    // Nobody stands for anything.
    expect(lone.judged[0]!.answers.map(([, value]) => value)).toEqual(Array(6).fill(-1));
    expect(gains(lone)).toEqual([0, 0, 1000, 0, 0, 0]);
    const nobody = step(playing([TYPED]));
    expect(nobody.phase).toMatchObject({ kind: 'reveal' });
    expect(gains(nobody)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('has the right zone also where nobody wrote it, at a drawn place', () => {
    const places = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const { walk } = drawQuestion(
        TYPED,
        { choiceOrder: 'shuffled', crowd: 'visible' },
        seeded(seed),
      );
      const room = playing([TYPED]);
      const game = { ...room.game!, questions: [{ ...room.game!.questions[0]!, walk: walk! }] };
      const second = step(write({ ...room, game }, ['Busan', 'Busan', 'Daegu', 'Daegu']));
      expect(zonesIn(second).toSorted()).toEqual(['Busan', 'Daegu', 'Seoul']);
      places.add(zonesIn(second).indexOf('Seoul'));
    }
    expect(places).toEqual(new Set([0, 1, 2]));
  });

  it('R16.15 spells the right zone as players do, and where none of them wrote it, as the other zones are', () => {
    const zones = (...texts: Written[]): string[] =>
      zonesIn(step(write(playing([TYPED]), texts))).toSorted();
    expect(zones('seoul', 'seoul', 'SEOUL', 'busan', 'busan')).toEqual(['busan', 'seoul']);
    // Where equally many wrote two spellings, the one counts that the author has first.
    for (const accepted of [
      ['Seoul', '서울'],
      ['서울', 'Seoul'],
    ]) {
      const one = step(
        write(playing([{ ...TYPED, accepted }]), ['서울', 'seoul', 'busan', 'busan']),
      );
      expect(zonesIn(one)).toContain(accepted[0]!.toLowerCase());
    }
    // A slip is right, but it is not shown; nor is what is masked.
    const masked = { texts: ['damn Seoul'], masked: ['*** seoul'], ms: 1 };
    expect(zones('Seoull', masked, 'Busan', 'Busan')).toEqual(['Busan', 'Seoul']);
    expect(zones('Seoull', 'busan', 'busan')).toEqual(['busan', 'seoul']);
    const second = step(write(playing([TYPED]), ['서울', 'busan', 'busan']));
    expect(zonesIn(second).toSorted()).toEqual(['busan', '서울']);
    const told = step(walk(second, [null, '서울', 'busan']));
    expect(rights(told).slice(0, 3)).toEqual([true, true, false]);
    expect(told.phase).toMatchObject({ solution: { accepted: TYPED.accepted } });
  });

  it.each([
    ['Rome', 'R\u043Eme', 'a Cyrillic letter, in one of four letters'],
    ['ROME', 'r\u03BFme', 'a Greek one, in other letters'],
    ['cape', '\u0441\u0430\u0440\u0435', 'Cyrillic letters alone'],
    ['Ion', 'lon', 'an l for an I', 'ion'],
    ['KIWI', 'KlWl', 'an l for an I', 'kiwi'],
    ['НАТО', 'HATO', 'Latin letters', 'нато'],
  ])(
    'R16.15 has no wrong zone that looks as the right one: %s, %s (%s)',
    (right, alike, _how, accepted = right) => {
      const asked = playing([{ ...TYPED, accepted: [accepted] }]);
      const texts = [alike, alike, 'Milan', 'Milan', right];
      const second = step(write(asked, texts));
      expect(zonesIn(second).toSorted()).toEqual(['Milan', right].toSorted());
      // It is another text all the same: neither right nor merged.
      const told = step(second);
      expect(rights(told).slice(0, 5)).toEqual([false, false, false, false, true]);
      expect(told.phase).toMatchObject({ summary: { written: { others: 2 } } });
    },
  );

  it('R16.15 has one zone of wrong texts that look alike, and both of those that a digit or a point tells apart', () => {
    const zones = (...texts: string[]) => zonesIn(step(write(playing([TYPED]), texts)));
    const alike = ['Busan', 'Busan', 'Busan', '\u0412usan', '\u0412usan'];
    expect(zones(...alike).toSorted()).toEqual(['Busan', 'Seoul']);
    const numbers = zones('H2O', 'H2O', 'H20', 'H20', '25', '25');
    expect(numbers.toSorted()).toEqual(['25', 'H20', 'H2O', 'Seoul']);
    expect(zones('2.5', '2.5', '25', '25')).toHaveLength(3);
    // The eye tells these apart, though names may not differ by them alone.
    const honest = [
      ['modern', 'modem'],
      ['士', '土'],
      ['3', 'З'],
      ['mail', 'mall'],
    ] as const;
    for (const [one, other] of honest)
      expect(zones(one, one, other, other)).toEqual(expect.arrayContaining([one, other]));
  });

  it('has five wrong zones at most, the commonest, and none of fewer than two people or 1 %', () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].flatMap((text, n) => Array(9 - n).fill(text));
    const second = step(write(playing([TYPED], { players: 60 }), [...texts, 'once']));
    expect(zonesIn(second).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'seoul']);
    const many = [...Array(297).fill('Busan'), 'Daegu', 'Daegu', 'Daegu', 'Jeju', 'Jeju'];
    const big = step(write(playing([TYPED], { players: 302 }), many));
    expect(zonesIn(big)).toHaveLength(2);
  });

  it('goes on for a second when it is closed, so that what is written at that moment still comes', () => {
    const first = playing([TYPED, TYPED]);
    if (first.phase.kind !== 'question') throw new Error(first.phase.kind);
    const { startTime, endTime } = first.phase.clock;
    const at = startTime + 4_000;
    const closed = after(first, close(first, at, { ...LENGTHS, skipMs: 0 }));
    expect(closed.phase).toMatchObject({ act: 1, clock: { startTime, endTime: at + 1_000 } });
    const again = close(closed, at + 300, { ...LENGTHS, skipMs: 0 });
    expect(again.phase).toMatchObject({ act: 1, clock: { endTime: at + 1_000 } });
    // Nobody gets more time by it.
    const late = close(first, endTime - 300, { ...LENGTHS, skipMs: 0 });
    expect(late.phase).toMatchObject({ act: 1, clock: { startTime, endTime } });
  });

  it('is skipped, extended and paused by its act, and dropped as a whole', () => {
    const first = write(playing([TYPED, TYPED]), ['Busan', 'Busan']);
    const { startTime } = first.phase.kind === 'question' ? first.phase.clock : { startTime: 0 };
    const stands = after(first, pause(first, startTime + 4_000));
    expect(stands.texts.size).toBe(2);
    const goesOn = after(stands, resume(stands, startTime + 9_000));
    expect(goesOn.phase).toMatchObject({ act: 1 });
    const soon = after(first, skip(first, startTime + 4_000, { ...LENGTHS, skipMs: 0 }));
    const skipped = step(soon);
    expect(skipped.phase).toMatchObject({ kind: 'question', act: 2, index: 0 });
    // Its choices were not on screen for three seconds.
    const dropped = after(skipped, skip(skipped, startTime + 5_000, { ...LENGTHS, skipMs: 0 }));
    expect(dropped.phase).toMatchObject({ kind: 'question', index: 0, drops: 1, act: 1 });
    expect(dropped.parts).toEqual([]);
    const early = after(first, drop(first, startTime - 1, LENGTHS));
    expect(early.texts.size).toBe(0);
    expect(early.phase).toMatchObject({ act: 1, drops: 1 });
    const ended = after(skipped, endGame(skipped));
    expect(ended).toMatchObject({ parts: [], judged: [] });
  });

  it('R6.10 has half as much more time in both acts with extra time', () => {
    expect(stretched(drawn(TYPED))).toMatchObject({ limitTime: 30, walk: { seconds: 18 } });
  });

  it('R27.4 has ten seconds to write at least, whatever its round says', () => {
    const how = { choiceOrder: 'shuffled', crowd: 'visible' } as const;
    const round = { kind: 'round', id: 'r', name: '', count: 1, limitTime: 3 } as never;
    expect(drawQuestion(TYPED, how, seeded(1), round).limitTime).toBe(10);
  });
});

describe('R16.15 a typed answer', () => {
  const second = (options: Partial<RoomOptions> = {}): RoomState =>
    step(write(playing([TYPED], options), ['Seoul', 'seoul ', 'Busan', 'Busan', null, 'Jeju']));

  it('is right by writing wherever one stands then, and half by walking', () => {
    const told = (scoring: RoomOptions['scoring']): RoomState =>
      step(walk(second({ scoring }), ['Busan', 'Seoul', 'Seoul', 'Busan', 'Seoul', 'Busan']));
    const flat = told('flat');
    expect(rights(flat)).toEqual([true, true, true, false, true, false]);
    expect(gains(flat)).toEqual([100, 100, 50, 0, 50, 0]);
    // Two of the one and two of the other: six shares.
    expect(gains(told('shared'))).toEqual([333, 333, 166, 0, 166, 0]);
    // By the time of writing (1 and 2 s of 20), and of walking (4 s of 12).
    expect(gains(told('early'))).toEqual([1000, 1000, 472, 0, 472, 0]);
  });

  it('R6.6 counts the time of act 1 for who walked', () => {
    const late = { texts: ['Seoul'], ms: 19_000 };
    const room = playing([{ ...TYPED, points: 2 }, TYPED], { scoring: 'flat' });
    const told = step(walk(step(write(room, ['Busan', 'Busan'])), ['Busan', 'Seoul']));
    const next = step(write(step(told), [late, 'Busan', 'Busan']));
    const { tally } = step(walk(next, ['Busan', 'Busan']));
    // 100 points for one right answer each: in 19 s of writing, and in 4 s of walking after 20 s.
    const [writer, walker] = tally.marks;
    expect([writer!.score, walker!.score]).toEqual([100, 100]);
    expect([writer!.rank, walker!.rank]).toEqual([1, 2]);
  });

  it('R6.2 saves the life either way', () => {
    const told = step(
      walk(second({ gameMode: 'SURVIVAL' }), ['Busan', 'Busan', 'Seoul', 'Busan', 'Seoul']),
    );
    expect([...told.seats.values()].map(({ fellAt }) => fellAt === null)).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
    const wrong = step(write(playing([TYPED], { gameMode: 'SURVIVAL' }), ['Busan', 'Busan']));
    const nobody = step(walk(wrong, Array<string>(6).fill('Busan')));
    expect(rights(nobody)).toEqual(Array(6).fill(false));
    expect([...nobody.seats.values()].map(({ fellAt }) => fellAt)).toEqual(Array(6).fill(null));
  });

  it('R6.10 counts two thirds of the time to write for who has extra time', () => {
    const room = write(playing([TYPED], { scoring: 'early' }), ['Busan', 'Busan']);
    const texts = new Map(room.texts).set(2, { texts: ['Seoul'], ms: 18_000 });
    const late = { ...room, texts };
    const given = { ...late, extraTimed: [[late.seats.get(2)!.identityId, true] as const] };
    expect(gains(step(step(late)))[2]).toBe(559);
    expect(gains(step(step(given)))[2]).toBe(736);
  });

  it('R6.4 counts no more than the time to write, however long it was extended', () => {
    const room = write(playing([TYPED], { scoring: 'early' }), ['Busan', 'Busan']);
    const texts = new Map(room.texts).set(2, { texts: ['Seoul'], ms: 34_000 });
    const { judged } = step(step({ ...room, texts }));
    expect(judged[0]!.written!.texts[2]).toEqual(['p2', 20_000, ['Seoul']]);
  });

  it('tells at the reveal what was right, and how many wrote what stands where', () => {
    const told = step(walk(second(), ['Busan', 'Seoul', 'Seoul', 'Busan', 'Seoul']));
    if (told.phase.kind !== 'reveal') throw new Error();
    const { summary, solution, question } = told.phase;
    const seoul = question.choiceList.findIndex(({ content }) => content === 'Seoul');
    expect(solution).toMatchObject({ kind: 'text', accepted: TYPED.accepted });
    expect(summary).toMatchObject({
      kind: 'typed',
      written: { counts: seoul === 0 ? [2, 2] : [2, 2], others: 1, silent: 1 },
    });
  });

  it('R4.9 computes what can be accepted once for each judgement', () => {
    const told = step(write(playing([TYPED], { scoring: 'flat' }), ['Jeju', 'Busan', 'Seoul']));
    const [question] = told.judged;
    expect(wrongTexts(question!)).toHaveLength(2);
    expect(wrongTexts(question!)).toBe(wrongTexts(question!));
  });

  it('R4.9 tells all that can be accepted of the question at its reveal, and of those before what is commonest', () => {
    const players = 30;
    const wrong = Array.from({ length: players }, (_, n) => `wrong ${n}`);
    const first = step(write(playing([TYPED, TYPED], { players }), wrong));
    const textsIn = (room: RoomState) =>
      judgedPayload(room, room.judged).map(({ texts }) => texts?.length);
    expect(textsIn(first)).toEqual([players]);
    const second = step(step(write(step(first), ['Jeju', 'Jeju', ...wrong])));
    expect(second.phase).toMatchObject({ kind: 'reveal', index: 1 });
    expect(textsIn(second)).toEqual([EARLIER_TEXTS_TOLD, players - 1]);
    const [, last] = judgedPayload(second, second.judged);
    expect(last!.texts![0]).toEqual(['Jeju', 2]);
    // A correction tells again of the one that it changes.
    const [earlier] = second.judged;
    expect(judgedPayload(second, [earlier!])[0]!.texts).toHaveLength(EARLIER_TEXTS_TOLD);
  });

  it('R4.9 keeps what each of two hosts accepts at once', async () => {
    const told = step(write(playing([TYPED], { scoring: 'flat' }), ['Jeju', 'Busan', 'Seoul']));
    const name = { question: 0, part: 0, drops: 0 };
    const accept = (room: RoomState, ...texts: string[]) =>
      after(room, correct(room, name, { isVoid: false, rights: null, accept: texts }));
    const both = accept(accept(told, 'Jeju'), 'BUSAN', 'jeju');
    const [question] = both.judged;
    const accepted = [...TYPED.accepted, 'Jeju', 'BUSAN'];
    expect(question!.solution).toEqual({ kind: 'text', accepted, wrong: TYPED.wrong });
    const many = Array.from({ length: MAX_ACCEPTED }, (_, n) => `more${n}`);
    expect(await codeOf(() => accept(both, ...many))).toBe('BAD_REQUEST');
  });

  it('R4.9 accepts one more spelling as if it had been right from the start', async () => {
    const told = step(walk(second({ scoring: 'flat' }), ['Busan', 'Busan', 'Busan', 'Seoul']));
    expect(gains(told)).toEqual([100, 100, 0, 50, 0, 0]);
    const name = { question: 0, part: 0, drops: 0 };
    const ruling = { isVoid: false, rights: null };
    const accepted = [...TYPED.accepted, 'Busan'];
    const corrected = after(told, correct(told, name, { ...ruling, accepted }));
    expect(gains(corrected)).toEqual([100, 100, 100, 100, 50, 50]);
    if (corrected.phase.kind !== 'reveal') throw new Error();
    expect(corrected.phase.summary).toMatchObject({ written: { others: 1 } });
    const back = after(corrected, correct(corrected, name, ruling));
    expect(gains(back)).toEqual(gains(told));
    const isVoid = after(told, correct(told, name, { ...ruling, isVoid: true }));
    expect(gains(isVoid)).toEqual([0, 0, 0, 0, 0, 0]);
    const wrong = [
      { ...ruling, rights: [1] },
      { ...ruling, number: { answer: 1, tolerance: 0 } },
    ];
    for (const one of wrong)
      expect(await codeOf(() => correct(told, name, one))).toBe('BAD_REQUEST');
    const choice = {
      ...told,
      judged: [{ ...told.judged[0]!, setSolution: partSolution(drawn(SEVERAL).solution, 0) }],
    };
    expect(await codeOf(() => correct(choice, name, { ...ruling, accepted }))).toBe('BAD_REQUEST');
  });

  it('is judged as its author listed it wrong, but not after it was accepted', () => {
    const room = write(playing([TYPED], { scoring: 'flat' }), [
      'Seoulx',
      'Seoulz',
      'Busan',
      'Busan',
    ]);
    const told = step(step(room));
    expect(rights(told).slice(0, 2)).toEqual([false, true]);
    const name = { question: 0, part: 0, drops: 0 };
    const accepted = [...TYPED.accepted, 'SEOULX'];
    const anew = after(told, correct(told, name, { isVoid: false, rights: null, accepted }));
    expect(rights(anew).slice(0, 2)).toEqual([true, true]);
  });
});

describe('R16.16 what is written meanwhile', () => {
  const informed = (texts: readonly Written[]): RoomState => ({
    ...write(playing([TYPED]), texts),
    informed: ['watcher'],
  });

  it('is told those who know the answer, and can be struck by them', async () => {
    const room = informed(['Seoul', 'Busan', 'busan', 'Jeju']);
    expect(writtenGroups(room)).toEqual({
      groups: [
        { text: 'Busan', count: 1 + 1 },
        { text: 'Jeju', count: 1 },
        { text: 'Seoul', count: 1, isRight: true },
      ],
      written: 4,
      players: 6,
    });
    const change = strike(room, { kind: 'strike', by: 'watcher', text: 'BUSAN', isOut: true });
    const struck = after(room, change);
    expect(struck.phase.version).toBe(room.phase.version + 1);
    expect(struck.texts).toEqual(room.texts);
    expect(writtenGroups(struck)!.groups[0]).toEqual({ text: 'Busan', count: 2, isOut: true });
    expect(step(struck).phase).toMatchObject({ kind: 'reveal' });
    const back = { kind: 'strike', by: 'watcher', text: 'Busan', isOut: false } as const;
    expect(step(after(struck, strike(struck, back))).phase).toMatchObject({ act: 2 });
    const by = (who: string, text = 'Busan') =>
      codeOf(() => strike(room, { kind: 'strike', by: who, text, isOut: true }));
    expect(await by('player')).toBe('FORBIDDEN');
    expect(await by('watcher', 'seoul')).toBe('BAD_REQUEST');
    const over = step(room);
    expect(await codeOf(() => strike(over, back))).toBe('WRONG_PHASE');
    // No more are kept out than are told.
    let all = room;
    for (let n = 0; n < GROUPS_TOLD; n++)
      all = after(
        all,
        strike(all, { kind: 'strike', by: 'watcher', text: `no ${n}`, isOut: true }),
      );
    const more = { kind: 'strike', by: 'watcher', text: 'one more', isOut: true } as const;
    expect(await codeOf(() => strike(all, more))).toBe('BAD_REQUEST');
  });

  it('R4.2 is nothing that a player is told: no payload of act 1 has a text or an answer', () => {
    const room = informed(['Seoul', 'Busan', 'Busan']);
    if (room.phase.kind !== 'question') throw new Error();
    const told = JSON.stringify([phasePayload(room.phase, 1), questionPayload(room.phase)]);
    expect(told).not.toMatch(/Seoul|Busan|서울|accepted|struck/);
    expect(hostNotesOf(room)).toMatchObject({ solution: { accepted: TYPED.accepted } });
  });

  it('tells who comes back their own text in either act', () => {
    const room = informed(['Seoul', 'Busan', 'Busan']);
    expect(writtenBy(room, 1)).toEqual(['Busan']);
    // Also that nothing is kept: a process may have died with what a page calls saved.
    expect(writtenBy(room, 5)).toEqual([]);
    const later = step(room);
    expect(later.phase).toMatchObject({ act: 2 });
    expect(writtenBy(later, 0)).toEqual(['Seoul']);
    expect(writtenBy(later, 5)).toEqual([]);
    expect(writtenBy(step(later), 0)).toBeUndefined();
  });
});

describe('R16.17 what nobody is shown', () => {
  it('is what the filter masks, unless it is right', () => {
    const bad = { texts: ['damn Busan'], masked: ['*** Busan'], ms: 1 };
    const right = { texts: ['Seoul'], masked: ['***'], ms: 1 };
    const told = step(write(playing([TYPED]), [bad, bad, right, 'Busan', 'Busan']));
    expect(zonesIn(told).toSorted()).toEqual(['Busan', 'Seoul']);
    const { written } = told.parts[0]!;
    expect(written!.texts.map(([, , texts]) => texts[0])).toEqual([
      '*** Busan',
      '*** Busan',
      'Seoul',
      'Busan',
      'Busan',
    ]);
    const bell = step(told);
    expect(rights(bell)[2]).toBe(true);
  });

  it('is not right by what its mask leaves of it', () => {
    const bad = { texts: ['damn Seoul'], masked: ['*** Seoul'], ms: 1 };
    const told = step(write(playing([TYPED], { scoring: 'flat' }), [bad, 'Jeju', '***Seoul']));
    // The signs of a mask that somebody writes are signs as others are.
    expect(rights(told).slice(0, 3)).toEqual([false, false, true]);
    expect(gains(told).slice(0, 3)).toEqual([0, 0, 100]);
    // Nor does it count where the rest stands.
    expect(told.phase).toMatchObject({ summary: { written: { counts: [1], others: 2 } } });
    const [one] = told.judged;
    expect(one!.written!.texts[0]!.slice(0, 3)).toEqual(['p0', 1, ['*** Seoul']]);
  });

  it('R4.9 is right after its spelling was accepted, as if from the start, and stays masked', () => {
    const hit = { texts: ['Scunthorpe'], masked: ['S***horpe'], ms: 1 };
    const told = step(step(write(playing([TYPED], { scoring: 'flat' }), [hit, 'Busan', 'Busan'])));
    expect(gains(told)).toEqual([0, 0, 0, 0, 0, 0]);
    const accepted = [...TYPED.accepted, 'Scunthorpe'];
    const name = { question: 0, part: 0, drops: 0 };
    const change = correct(told, name, { isVoid: false, rights: null, accepted });
    expect(gains(after(told, change))).toEqual([100, 0, 0, 0, 0, 0]);
    const { rules, judged, phase } = told;
    const payloads = JSON.stringify([phasePayload(phase, 1), judgedPayload(told, judged)]);
    expect(payloads).not.toMatch(/scunthorpe/i);
    const players = [...told.seats.values()].map(({ playerId, slot, playerName }) => {
      return { playerId, slot, name: playerName, hasLeft: false };
    });
    const report = finished(
      reportSteps({ rules, players, questions: judged.map((one) => ({ ...one, shown: null })) }),
    );
    expect(JSON.stringify(report)).toMatch(/S\*\*\*horpe/);
    expect(JSON.stringify(report)).not.toMatch(/scunthorpe/i);
  });

  it('is what only muted people wrote, though it counts, and what ghosts wrote', () => {
    const room = write(playing([TYPED]), ['Busan', 'Busan', 'Jeju', 'Jeju', 'Seoul', 'Jeju']);
    const muted = { ...room, muted: [0, 1, 4, 5].map((slot) => room.seats.get(slot)!.identityId) };
    const second = step(muted);
    expect(zonesIn(second).toSorted()).toEqual(['Jeju', 'Seoul']);
    const told = step(second);
    expect(rights(told)[4]).toBe(true);
    if (told.phase.kind !== 'reveal') throw new Error();
    expect(told.phase.summary).toMatchObject({ written: { others: 2 } });
    // They are counted where somebody else wrote the same.
    expect(writtenGroups(muted)!.groups).toContainEqual({ text: 'Jeju', count: 3 });

    const ghosts = [0, 1].map((slot) => aSeat(slot, { fellAt: [0, 0] }));
    const seats = new Map([...room.seats, ...ghosts.map((seat) => [seat.slot, seat] as const)]);
    expect(zonesIn(step({ ...room, seats })).toSorted()).toEqual(['Jeju', 'Seoul']);
    expect(writtenGroups({ ...room, seats })).toMatchObject({ players: 4, written: 4 });
  });

  it('R4.9 is what those wrote who have got a life back meanwhile', () => {
    const room = write(playing([TYPED]), ['Busan', 'Busan', 'Jeju', 'Jeju']);
    if (room.phase.kind !== 'question') throw new Error();
    const revived = [0, 1].map((slot) => room.seats.get(slot)!.playerId);
    const second = step({ ...room, phase: { ...room.phase, revived } });
    expect(zonesIn(second).toSorted()).toEqual(['Jeju', 'Seoul']);
  });

  it('R7.3 is what those wrote for whom the question does not count', () => {
    const room = write(playing([TYPED]), ['Busan', 'Busan', 'Jeju', 'Jeju']);
    const late = [0, 1].map((slot) => aSeat(slot, { playsFrom: 1 }));
    const seats = new Map([...room.seats, ...late.map((seat) => [seat.slot, seat] as const)]);
    expect(zonesIn(step({ ...room, seats })).toSorted()).toEqual(['Jeju', 'Seoul']);
  });
});

describe('R16.14 writing an answer', () => {
  const { phase } = playing([TYPED]);
  const { startTime, endTime } =
    phase.kind === 'question' ? phase.clock : { startTime: 0, endTime: 0 };
  const refusal = (room: RoomState, texts: string[], now = startTime + 1_000) =>
    codeOf(() => checkWriting(room.phase, texts, now));

  it('is taken while people write, and of the length that the kind has', async () => {
    const room = playing([TYPED]);
    expect(await refusal(room, ['가'.repeat(40)])).toBe('ok');
    expect(await refusal(room, ['👨‍👩‍👧‍👦'.repeat(10)])).toBe('ok');
    expect(await refusal(room, ['가'.repeat(41)])).toBe('BAD_REQUEST');
    expect(await refusal(room, ['a', 'b'])).toBe('BAD_REQUEST');
    const words = playing([WORDS]);
    expect(await refusal(words, ['a', 'b', 'c'])).toBe('ok');
    expect(await refusal(words, ['가'.repeat(21)])).toBe('BAD_REQUEST');
    expect(await refusal(words, ['가'.repeat(20)])).toBe('ok');
  });

  it('is refused before the beginning, after the bell, behind a curtain and in other kinds', async () => {
    const room = playing([TYPED]);
    expect(await refusal(room, ['Seoul'], startTime - 1)).toBe('WRONG_PHASE');
    expect(await refusal(room, ['Seoul'], endTime)).toBe('TOO_LATE');
    const second = step(write(room, ['Busan', 'Busan']));
    expect(await refusal(second, ['Seoul'], endTime + 1_000)).toBe('TOO_LATE');
    expect(await refusal(step(second), ['Seoul'])).toBe('TOO_LATE');
    expect(await refusal(play({}, [SEVERAL]), ['Seoul'])).toBe('WRONG_PHASE');
    expect(await refusal(aRoom(), ['Seoul'])).toBe('WRONG_PHASE');
    const stands = after(room, pause(room, startTime + 1_000));
    expect(await refusal(stands, ['Seoul'], endTime + 60_000)).toBe('ok');
    if (stands.phase.kind !== 'question') throw new Error();
    const clock = { ...stands.phase.clock, curtain: { break: null } };
    expect(await refusal({ ...stands, phase: { ...stands.phase, clock } }, ['Seoul'])).toBe(
      'WRONG_PHASE',
    );
  });
});

describe('R16.18 words', () => {
  it('become zones as large as many have written them, and give no points', async () => {
    const words = [['Happy', 'tired'], ['happy'], ['HAPPY', 'happy!', 'busy'], 'tired', 'calm'];
    const second = step(write(playing([WORDS]), words));
    if (second.phase.kind !== 'question') throw new Error();
    expect(second.phase.question).toMatchObject({ kind: 'words', sizes: [3, 2, 1, 1] });
    expect(zonesIn(second)).toEqual(['Happy', 'tired', 'busy', 'calm']);
    const told = step(walk(second, ['Happy', 'Happy', 'tired']));
    if (told.phase.kind !== 'reveal') throw new Error();
    expect(told.phase).toMatchObject({
      solution: null,
      summary: {
        kind: 'words',
        counts: [2, 1, 0, 0],
        unmoved: 3,
        written: { counts: [3, 2, 1, 1], others: 0, silent: 1 },
      },
    });
    expect(gains(told)).toEqual([0, 0, 0, 0, 0, 0]);
    const name = { question: 0, part: 0, drops: 0 };
    const accepted = ['happy'];
    const ruling = { isVoid: false, rights: null, accepted };
    expect(await codeOf(() => correct(told, name, ruling))).toBe('BAD_REQUEST');
  });

  it('R16.16 are told to nobody where they were struck, by the reveal or the report', () => {
    const room = { ...write(playing([WORDS]), ['rude', 'rude', 'sun', 'sea']), informed: ['boss'] };
    const order: StrikeOf = { kind: 'strike', by: 'boss', text: 'RUDE', isOut: true };
    const second = step(after(room, strike(room, order)));
    expect(zonesIn(second)).toEqual(['sea', 'sun']);
    const told = step(second);
    const { summary } = told.phase as Extract<typeof told.phase, { kind: 'reveal' }>;
    expect(JSON.stringify(summary)).not.toContain('rude');
    const [question] = told.judged;
    expect(question!.written!.struck).toEqual(['rude']);
    expect(toldGroups(question!)).toEqual([
      ['sea', 1],
      ['sun', 1],
    ]);
  });

  it('have twelve zones at most', () => {
    const texts = Array.from({ length: 20 }, (_, n) => [`w${n}`, 'all']);
    const second = step(write(playing([WORDS], { players: 20 }), texts));
    expect(zonesIn(second)).toHaveLength(12);
    expect(zonesIn(second)[0]).toBe('all');
  });

  it('are told at once where there are fewer than two', () => {
    expect(step(write(playing([WORDS]), ['one', 'one'])).phase.kind).toBe('reveal');
    expect(step(playing([WORDS])).phase.kind).toBe('reveal');
  });
});

it('R16.14 200 people with 200 different words are told at once, and nobody is merged', () => {
  const texts = Array.from({ length: 200 }, (_, n) => `word ${String.fromCodePoint(0xac00 + n)}`);
  const room = write(playing([TYPED], { players: 200 }), texts);
  expect(writtenGroups(room)!.groups).toHaveLength(200);
  const told = step(room);
  expect(told.phase).toMatchObject({ kind: 'reveal', summary: { written: { others: 200 } } });
  const same = step(write(playing([TYPED], { players: 200 }), Array(200).fill('Seoul')));
  expect(same.phase.kind).toBe('reveal');
  expect(new Set(gains(same))).toEqual(new Set([5]));
});

describe('R16.14 the dearest bell of 2,000 people', () => {
  // One sign of which the form has eighteen letters, as often as an answer may have it.
  const long = (n: string): string => `${'\uFDFA'.repeat(26)}${n}`;
  const accepted = Array.from({ length: 12 }, (_, n) => long(`a${n}`));
  const wrong = Array.from({ length: 20 }, (_, n) => long(`w${n}`));
  const asked = playing([{ ...TYPED, accepted, wrong }], { players: 2_000 });
  let rooms = 0;
  /** Texts that are not known yet. */
  const unseen = (): string[] => {
    const letter = String.fromCodePoint(97 + rooms++);
    return Array.from({ length: 2_000 }, (_, n) => long(`${letter}${n}`));
  };

  it('is of texts that somebody can write, and that would be refused with one sign more', () => {
    expect(cleanText(long('a1999'), ANSWER_BOUNDS)).toBe(long('a1999'));
    expect(cleanText(`\uFDFA${long('a1999')}`, ANSWER_BOUNDS)).toBeUndefined();
  });

  it('makes the form of each text once, as do the groups that are told meanwhile', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const formsIn = (act: () => void): number => {
      normalize.mockClear();
      act();
      return normalize.mock.calls.filter(([form]) => form === 'NFKC').length;
    };
    try {
      const one = formsIn(() => formOf(long('once')));
      const room = write(asked, unseen());
      expect(formsIn(() => writtenGroups(room)) / one).toBeLessThan(2_100);
      expect(formsIn(() => writtenGroups(room)) / one).toBeLessThan(100);
      expect(formsIn(() => step(room)) / one).toBeLessThan(200);
      const unknown = write(asked, unseen());
      expect(formsIn(() => step(unknown)) / one).toBeLessThan(2_200);
    } finally {
      normalize.mockRestore();
    }
  });

  it('costs a few times what the forms of all texts cost', () => {
    /** The quickest of some, in ms, as other programs run as well. */
    const costOf = (act: (texts: string[]) => void): number => {
      const times = Array.from({ length: 3 }, () => {
        const texts = unseen();
        const startedAt = performance.now();
        act(texts);
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    const forms = costOf((texts) => texts.map(formOf));
    expect(costOf((texts) => step(write(asked, texts)))).toBeLessThan(5 * forms);
  });
});
