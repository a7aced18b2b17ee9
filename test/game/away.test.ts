import { serverWords } from '../../src/i18n/made/server/words.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { comeBack } from '../../src/game/come-back.js';
import { standingCounts } from '../../src/game/host-notes.js';
import { draftOf } from '../../src/game/draft.js';
import { applyChange } from '../../src/game/apply-change.js';
import type { RoomState, RoomText, Seat } from '../../src/game/room-state.js';
import { standingsOf } from '../../src/game/scoring.js';
import { AWAY } from '../../src/game/shared/judged.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { stagedSteps } from '../../src/game/show/staged.js';
import { finished } from '../../src/game/steps.js';
import { advance, endGame, pause, resume } from '../../src/game/transitions.js';
import { writtenGroups } from '../../src/game/writing.js';
import { lastGameOf } from '../../src/server/desk/results/last-game.js';
import { publicSteps, reportSteps, type Report } from '../../src/server/desk/results/report.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import type { GameReport, RoomOptions } from '../../src/protocol/index.js';
import { figuresOf, shareInAll } from '../../src/web/results/figures.js';
import { aSeat, EPOCH, LENGTHS, someQuestions } from '../support/game-data.js';
import { AIMED, NUMBER, POLL, SCALE, SPOT, STATEMENTS, TYPED } from '../support/kinds.js';
import { after } from './phase-rooms.js';
import { play, stand, step } from './kinds/played.js';

const READY = EPOCH + LENGTHS.countdownMs;
const CHOICE = someQuestions(1)[0]!;
const [RIGHT, WRONG] = [1, 2];

/** A game with so many players, at its first question. */
function playing(
  questions: readonly Question[],
  { players = 4, ...options }: Partial<RoomOptions> & { players?: number } = {},
): RoomState {
  const room = play(options, questions);
  const seats = Array.from({ length: players }, (_, slot) => aSeat(slot));
  return { ...room, seats: new Map(seats.map((seat) => [seat.slot, seat])) };
}

function change(room: RoomState, slot: number, changes: Partial<Seat>): RoomState {
  const seats = new Map(room.seats);
  return { ...room, seats: seats.set(slot, { ...seats.get(slot)!, ...changes }) };
}

const dropped = (room: RoomState, slot: number, at = READY): RoomState =>
  change(room, slot, { connectionId: null, process: null, droppedAt: at });
const back = (room: RoomState, slot: number): RoomState =>
  change(room, slot, { connectionId: 'again', process: 'process', droppedAt: null });

/** To the judgement, with everybody on these values. */
const answer = (room: RoomState, values: readonly (number | null)[]): RoomState =>
  step(stand(room, values));

const markOf = ({ tally }: RoomState, slot: number) =>
  tally.marks.find(({ playerId }) => playerId === `p${slot}`);
const answerOf = ({ judged }: RoomState, slot: number) =>
  judged.map(({ answers }) => answers.find(([playerId]) => playerId === `p${slot}`)?.slice(0, 4));
const reportOf = (room: RoomState): Report =>
  finished(reportSteps(lastGameOf(after(room, endGame(room)))!));

describe('R5.4 a player who is away from get-ready to the last bell', () => {
  it('is not asked: no mark, no points, and the share of the others is theirs', () => {
    const room = answer(dropped(playing([CHOICE]), 1), [RIGHT, RIGHT, RIGHT, WRONG]);
    expect(markOf(room, 0)).toMatchObject({ isAnswer: true, gain: 500 });
    expect(markOf(room, 1)).toMatchObject({ played: false, isAnswer: false, gain: 0, score: 0 });
    expect(answerOf(room, 1)).toMatchObject([['p1', AWAY, 0, 0]]);
    expect(room.phase).toMatchObject({ summary: { counts: [2, 1] } });
  });

  it.each([
    ['before it began', READY - 60_000, false],
    ['at the moment when it began', READY, false],
    ['a moment after it', READY + 1, true],
  ])('counts from get-ready on: lost %s', (_, droppedAt, played) => {
    const room = answer(dropped(playing([CHOICE]), 0, droppedAt), [RIGHT, WRONG]);
    expect(markOf(room, 0)).toMatchObject({ played });
  });

  it('is asked where they come back before the bell, and a pause changes nothing of it', () => {
    let room = dropped(playing([CHOICE, CHOICE]), 0, READY - 1);
    room = after(room, pause(room, READY + 4_000));
    room = after(room, resume(room, READY + 90_000));
    const values = [RIGHT, WRONG, WRONG, WRONG];
    expect(markOf(answer(room, values), 0)).toMatchObject({ played: false });
    expect(markOf(answer(back(room, 0), values), 0)).toMatchObject({ played: true, score: 1_000 });
  });

  it('keeps a streak, as one who did not come', () => {
    const streaks = (isAway: boolean): number[] => {
      let room = playing([CHOICE, CHOICE, CHOICE], { scoring: 'early', crowd: 'blind' });
      room = step(answer(room, [RIGHT, WRONG, WRONG, WRONG]));
      if (isAway) room = dropped(room, 0);
      room = step(answer(room, [WRONG, WRONG, WRONG, WRONG]));
      room = answer(back(room, 0), [RIGHT, WRONG, WRONG, WRONG]);
      return [...standingsOf(room.judged, room.rules).values()].map(({ streak }) => streak);
    };
    expect(streaks(true)).toEqual([2, 0, 0, 0]);
    expect(streaks(false)).toEqual([1, 0, 0, 0]);
  });

  it('is in no tally of a reveal and in no count of who stands where', () => {
    const open = stand(dropped(playing([CHOICE]), 1), [RIGHT, RIGHT, RIGHT, WRONG]);
    expect(standingCounts(open)).toEqual([2, 1]);
    const lengths = { ...LENGTHS, show: 'free' as const };
    const { phase } = finished(
      stagedSteps(open, advance(open, READY + 18_000, lengths), READY + 18_000, lengths),
    );
    expect(phase).toMatchObject({ kind: 'reveal' });
    const beats = phase.kind === 'reveal' ? (phase.beats ?? []) : [];
    expect(beats.find(({ scene }) => scene === 'answer')).toMatchObject({ right: 2, played: 3 });
  });

  it.each([POLL, SCALE])(
    'is in no summary of a $kind, not as somebody who stood still neither',
    (kind) => {
      const { phase } = answer(dropped(playing([kind]), 3), [1, 1, null, null]);
      expect(phase).toMatchObject({ summary: { unmoved: 1 } });
    },
  );

  it.each([NUMBER, SPOT, AIMED])('is never among the nearest of a $kind', (kind) => {
    const room = dropped(playing([kind]), 1);
    const revealed = answer(room, [1, 2, 1, 1]);
    expect(markOf(revealed, 1)).toMatchObject({ played: false, score: 0 });
  });

  it('is a matter of the last bell in a series: in all parts, or in none', () => {
    const bell = (room: RoomState): RoomState => answer(room, [1, 1]);
    const open = dropped(playing([STATEMENTS]), 0);
    const gone = bell(bell(bell(open)));
    expect(gone.phase.kind).toBe('reveal');
    expect(answerOf(gone, 0)).toMatchObject([1, 2, 3].map(() => ['p0', AWAY, 0, 0]));
    const { phase } = gone;
    if (phase.kind !== 'reveal') throw new Error(phase.kind);
    for (const { summary } of phase.parts ?? []) expect(summary).toMatchObject({ counts: [3, 0] });
    const late = bell(back(bell(bell(open)), 0));
    expect(answerOf(late, 0)).toMatchObject([1, 2, 3].map(() => ['p0', 1, expect.any(Number), 1]));
    expect(markOf(late, 0)).toMatchObject({ played: true });
    // One who leaves after the first bell was asked.
    const left = bell(bell(dropped(bell(playing([STATEMENTS])), 0, READY + 30_000)));
    expect(markOf(left, 0)).toMatchObject({ played: true });
  });

  it('writes nothing, and is not counted among those who could', () => {
    const open = dropped(playing([TYPED]), 0);
    const text: RoomText = { texts: ['seoul'], ms: 1_000 };
    const room = { ...open, texts: new Map([[1, text]]) };
    expect(writtenGroups(room)).toMatchObject({ written: 1, players: 3 });
    const walked = step(room);
    const revealed = walked.phase.kind === 'question' ? step(walked) : walked;
    expect(revealed.phase).toMatchObject({ summary: { written: { silent: 2 } } });
    expect(markOf(revealed, 0)).toMatchObject({ played: false });
  });

  it('is in no figure of a team', () => {
    const figures = (isAway: boolean) => {
      let room = playing([CHOICE], { scoring: 'flat', teams: 'dealt' });
      for (const slot of [0, 1, 2, 3]) room = change(room, slot, { team: slot % 2 });
      return answer(isAway ? dropped(room, 2) : room, [RIGHT, RIGHT, WRONG, WRONG]).tally.teams;
    };
    expect(figures(false)).toMatchObject([{ figure: 50 }, { figure: 50 }]);
    expect(figures(true)).toMatchObject([
      { team: 0, figure: 100 },
      { team: 1, figure: 50 },
    ]);
  });

  it('stays so by a correction', () => {
    const room = answer(dropped(playing([CHOICE]), 1), [RIGHT, WRONG, RIGHT, WRONG]);
    const name = { question: 0, part: 0, drops: 0 };
    const ruled = after(room, correct(room, name, { isVoid: false, rights: [WRONG] }));
    expect(markOf(ruled, 1)).toMatchObject({ played: false, score: 0 });
    expect(markOf(ruled, 3)).toMatchObject({ score: 1_000 });
  });

  it('is away through a restart of the server as well', () => {
    const open = dropped(playing([CHOICE]), 1, READY - 1);
    const restored = draftOf(open);
    for (const one of comeBack(READY + 5_000).decide(open, READY + 9_000).changes)
      applyChange(restored, one);
    const seats = [...restored.seats.values()];
    expect(seats.map(({ droppedAt }) => droppedAt)).toEqual(
      [0, 1, 2, 3].map((slot) => (slot === 1 ? READY - 1 : READY + 9_000)),
    );
  });

  it('leaves ghosts and late players as they are', () => {
    const open = playing([CHOICE], { gameMode: 'SURVIVAL', scoring: 'flat' });
    let room = change(dropped(open, 0), 0, { fellAt: [0, 0] });
    room = change(dropped(room, 1), 1, { playsFrom: 1 });
    const revealed = answer(room, [RIGHT, RIGHT, RIGHT, WRONG]);
    expect(answerOf(revealed, 0)).toMatchObject([['p0', RIGHT, expect.any(Number), 2]]);
    expect(answerOf(revealed, 1)).toMatchObject([['p1', RIGHT, expect.any(Number), 0]]);
  });
});

describe('R5.4 being away in survival', () => {
  it('is a wrong answer, also where the last place was right', () => {
    const open = playing([CHOICE], { gameMode: 'SURVIVAL' });
    const room = answer(dropped(open, 1), [RIGHT, RIGHT, WRONG, RIGHT]);
    expect(markOf(room, 1)).toMatchObject({ played: true, isAnswer: false, gain: 0 });
    expect(markOf(room, 1)?.fellAt).not.toBeNull();
    expect(markOf(room, 2)?.fellAt).not.toBeNull();
    expect(room.phase).toMatchObject({ summary: { counts: [2, 1] } });
  });

  it.each([NUMBER, SPOT, AIMED])('in a $kind, too', (kind) => {
    const open = playing([kind], { gameMode: 'SURVIVAL' });
    const all = [1, 2, 3].map((value) => answer(dropped(open, 0), [value, 1, 1, 1]));
    expect(all.map((room) => markOf(room, 0)?.isAnswer)).toEqual(all.map(() => false));
  });

  it('drops nobody where all who are here are wrong', () => {
    const room = answer(dropped(playing([CHOICE], { gameMode: 'SURVIVAL' }), 1), [2, 1, 2, 2]);
    expect(room.tally.marks.map(({ fellAt }) => fellAt)).toEqual([null, null, null, null]);
  });

  it('is wrong in each part of a series', () => {
    let room = dropped(playing([STATEMENTS], { gameMode: 'SURVIVAL' }), 0);
    for (const values of [
      [1, 1],
      [2, 2],
      [1, 1],
    ])
      room = answer(room, values);
    expect(answerOf(room, 0)).toMatchObject([1, 2, 3].map(() => ['p0', AWAY, 0, 1]));
    expect(markOf(room, 0)).toMatchObject({ isAnswer: false });
    expect(markOf(room, 0)?.fellAt).not.toBeNull();
  });
});

describe('R5.4, R17.3 a report', () => {
  const words = serverWords.en.server.sheet;
  const rowsOf = (room: RoomState, table: 'answers' | 'questions' | 'ranking') =>
    [...tableOf(reportOf(room), table, words).rows].slice(1);

  it('says who was away, and counts them in nothing', () => {
    const room = answer(dropped(playing([CHOICE]), 1), [RIGHT, RIGHT, RIGHT, WRONG]);
    const report = reportOf(room);
    const [question] = report.questions;
    const place = report.players.findIndex(({ slot }) => slot === 1);
    expect(question?.away).toEqual([place]);
    expect(question?.answers).toHaveLength(3);
    expect(report.players[place]).toMatchObject({ played: 0, rights: 0 });
    const away = rowsOf(room, 'answers').filter((row) => row.includes('away'));
    expect(away).toEqual([[1, CHOICE.quiz, 'Player 1', 'away', null, null, null]]);
    expect(rowsOf(room, 'questions')).toMatchObject([[1, CHOICE.quiz, 'right', 67, 3, 1, '']]);
    expect(reportOf(answer(playing([CHOICE]), [RIGHT])).questions[0]).not.toHaveProperty('away');
  });

  it('has a wrong answer of them in survival, and draws it nowhere', () => {
    const open = playing([CHOICE], { gameMode: 'SURVIVAL' });
    const room = answer(dropped(open, 1), [RIGHT, RIGHT, RIGHT, WRONG]);
    const report = reportOf(room);
    const [question] = report.questions;
    expect(question?.answers).toHaveLength(4);
    const away = rowsOf(room, 'answers').filter((row) => row.includes('away'));
    expect(away).toEqual([[1, CHOICE.quiz, 'Player 1', 'away', 0, 0, null]]);
    const figures = figuresOf(question!);
    expect(figures).toMatchObject({ answers: { length: 3 }, counted: 4, share: 0.5 });
    expect(shareInAll([figures])).toBe(0.5);
  });

  it('tells it by a link with questions only', () => {
    const report = reportOf(answer(dropped(playing([CHOICE]), 1), [RIGHT, RIGHT, RIGHT, WRONG]));
    const told = (questions: boolean): GameReport =>
      finished(publicSteps(report as GameReport, { names: true, questions, secret: '' } as never));
    expect(told(true).questions[0]).toHaveProperty('away');
    expect(told(false).questions[0]).not.toHaveProperty('away');
  });
});
