import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { deadlineOf, type Phase, type TimedPhase } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { advance, endGame, extend, pause, resume, startGame } from '../../src/game/transitions.js';
import { isDecided } from '../../src/game/programme.js';
import { limits } from '../../src/protocol/index.js';
import {
  aGame,
  aRoom,
  aSeat,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
} from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  after,
  clock,
  judgedOnce,
  paused,
  PHASES,
  question,
  roomIn,
  seatsOf,
} from './phase-rooms.js';

const NOW = EPOCH + 4_000;
const COMMANDS = {
  start: (room: RoomState) =>
    startGame(room, { questions: someQuestions(5), random: seeded(1) }, NOW, LENGTHS),
  skip: (room: RoomState) => advance(room, NOW, LENGTHS),
  pause: (room: RoomState) => pause(room, NOW),
  resume: (room: RoomState) => resume(room, NOW),
  extend: (room: RoomState) => extend(room),
  end: (room: RoomState) => endGame(room),
};

/** What each command leads to in each phase; `no` is WRONG_PHASE. */
const MATRIX: [string, RoomState, Record<keyof typeof COMMANDS, string>][] = [
  [
    'lobby',
    roomIn('lobby'),
    { start: 'countdown', skip: 'no', pause: 'no', resume: 'no', extend: 'no', end: 'no' },
  ],
  ...(['countdown', 'question', 'reveal'] as const).flatMap((kind): (typeof MATRIX)[number][] => {
    const next = { countdown: 'question', question: 'reveal', reveal: 'question' }[kind];
    const always = { start: 'no', skip: next, extend: kind, end: 'lobby' };
    return [
      [kind, roomIn(kind), { ...always, pause: kind, resume: 'no' }],
      [`paused ${kind}`, paused(kind, EPOCH + 1), { ...always, pause: 'no', resume: kind }],
    ];
  }),
];

describe.each(MATRIX)('R4 in the phase: %s', (_name, room, outcomes) => {
  it.each(Object.entries(outcomes))('%s leads to: %s', async (command, outcome) => {
    const act = COMMANDS[command as keyof typeof COMMANDS];
    const before = structuredClone(room);
    let next: Phase | undefined;
    const code = await codeOf(() => (next = act(room).phase));
    expect(code).toBe(outcome === 'no' ? 'WRONG_PHASE' : 'ok');
    expect(next && [next.kind, next.version]).toEqual(outcome === 'no' ? undefined : [outcome, 8]);
    expect(room).toEqual(before);
  });
});

describe('the course of a game', () => {
  it('R4 goes lobby → countdown → (question → reveal) × n → lobby with a version for each', () => {
    let room = aRoom();
    room = after(room, COMMANDS.start(room));
    const course = [room.phase];
    let now = NOW;
    while (room.phase.kind !== 'lobby') {
      now = deadlineOf(room.phase) as number;
      room = after(room, advance(room, now, LENGTHS));
      course.push(room.phase);
    }
    expect(course.map(({ kind, version }) => [kind, version])).toEqual([
      ['countdown', 8],
      ['question', 9],
      ['reveal', 10],
      ['question', 11],
      ['reveal', 12],
      ['question', 13],
      ['reveal', 14],
      ['lobby', 15],
    ]);
    const indices = course.flatMap((phase) =>
      'index' in phase ? [[phase.index, phase.count]] : [],
    );
    expect(indices).toEqual([0, 0, 1, 1, 2, 2].map((index) => [index, 3]));
    expect(now).toBe(NOW + 3_000 + 3 * (3_000 + 15_000 + 10_000));
  });

  it('R4.1–R4.3 each phase lasts as long as set', () => {
    const started = COMMANDS.start(aRoom());
    expect(started.phase).toMatchObject({ clock: { startTime: NOW, endTime: NOW + 3_000 } });
    const asked = advance(roomIn('countdown'), NOW, LENGTHS);
    expect(asked.phase).toMatchObject({
      clock: { startTime: NOW + 3_000, endTime: NOW + 18_000, pausedAt: null },
    });
    const revealed = advance(roomIn('question'), NOW, LENGTHS);
    expect(revealed.phase).toMatchObject({ clock: { startTime: NOW, endTime: NOW + 10_000 } });
  });

  it('R4.3 a reveal tells the answer and the marks, and only then', () => {
    const asked = advance(roomIn('countdown'), NOW, LENGTHS);
    expect(Object.keys(asked)).toEqual(['phase']);
    expect(JSON.stringify(asked.phase)).not.toMatch(/answer|solution|rights/);
    const room = roomIn('question');
    const revealed = advance(room, NOW, LENGTHS);
    const { startTime, endTime } = clock;
    expect(revealed.phase).toMatchObject({
      question,
      solution: { kind: 'choice', rights: [1] },
      asked: { startTime, endTime },
    });
    expect(JSON.stringify(revealed.phase)).not.toContain('p0');
    expect(revealed.tally?.marks.map(({ playerId }) => playerId)).toEqual(['p0', 'p1', 'p2']);
    expect(revealed.tally?.game).toBe(room.tally.game);
    expect(seatsOf(after(room, revealed)).map(({ score }) => score)).toEqual([333, 333, 333]);
  });

  it('R6 a judgement adds to what the one before it has left', () => {
    let room = roomIn('question', {}, [aSeat(0), aSeat(1, { position: inZone(2) })]);
    for (const total of [1000, 2000]) {
      room = after(room, advance(room, NOW, LENGTHS));
      expect(seatsOf(room).map(({ score }) => score)).toEqual([total, 0]);
      room = after(room, advance(room, NOW, LENGTHS));
      expect(seatsOf(room).map(({ score }) => score)).toEqual([total, 0]);
    }
  });

  it('R6.3 an end revives everybody and keeps the scores, a start resets them', () => {
    const seats = [aSeat(0, { playsFrom: 2 }), aSeat(1, { fellAt: inZone(1) })];
    const room = judgedOnce(roomIn('reveal', {}, seats));
    const ended = after(room, endGame(room));
    expect(ended.game).toBeNull();
    expect(ended.tally.game).toBe(room.tally.game + 1);
    expect(seatsOf(ended)).toMatchObject([{ score: 1000 }, { score: 0, fellAt: null }]);
    expect(ended.phase).toMatchObject({
      results: [
        { score: 1000, rank: 1 },
        { score: 0, rank: 2 },
      ],
    });
    const started = after(ended, COMMANDS.start(ended));
    expect(seatsOf(started)).toMatchObject([
      { score: 0, playsFrom: 0 },
      { score: 0, fellAt: null },
    ]);
    expect(started.tally).toEqual({ game: room.tally.game + 2, marks: [] });
  });

  it('R6 a judgement marks nobody who has come to the slot of somebody else meanwhile', () => {
    const room = roomIn('question');
    const revealed = advance(room, NOW, LENGTHS);
    const late = aSeat(1, { playerId: 'late', identityId: 'late', playsFrom: 1 });
    const at = { at: NOW, restsUntil: NOW };
    const who = { slot: 1, playerId: 'p1', identityId: 'identity-1' };
    applyChange(room, { kind: 'left', ...who, reason: 'left', ...at });
    applyChange(room, { kind: 'seated', seat: late, address: '192.0.2.1' });
    const { seats } = after(room, revealed);
    expect(seats.get(1)).toEqual(late);
    expect([seats.get(0)?.score, seats.get(2)?.score]).toEqual([333, 333]);
  });
});

describe('R3.3 pause, resume and extend', () => {
  it('pausing stops the deadline and remembers when', () => {
    const { phase } = pause(roomIn('question'), NOW);
    expect(phase).toMatchObject({ clock: { ...clock, pausedAt: NOW } });
    expect(deadlineOf(phase)).toBeNull();
  });

  it.each([
    ['in get-ready, the choices wait as long again', EPOCH - 2_000, EPOCH + 60_000],
    ['after the choices appeared', EPOCH + 5_000, EPOCH + 5_001],
    ['at the very start', EPOCH, EPOCH + 7_200_000],
  ])('resuming goes on with what was left: %s', (_when, pausedAt, resumedAt) => {
    const room = roomIn('question');
    const standing = after(room, pause(room, pausedAt));
    const { phase } = resume(standing, resumedAt);
    const shift = resumedAt - pausedAt;
    expect(phase).toMatchObject({
      version: 9,
      clock: { startTime: EPOCH + shift, endTime: EPOCH + 15_000 + shift, pausedAt: null },
    });
    expect((deadlineOf(phase) as number) - resumedAt).toBe(EPOCH + 15_000 - pausedAt);
    // Choices that were visible stay so.
    const { startTime } = (phase as TimedPhase).clock;
    expect(startTime <= resumedAt).toBe(EPOCH <= pausedAt);
  });

  it('pausing twice adds both pauses', () => {
    let room = roomIn('question');
    for (const [from, to] of [
      [EPOCH + 1_000, EPOCH + 2_000],
      [EPOCH + 3_000, EPOCH + 9_000],
    ] as const) {
      room = after(room, pause(room, from));
      room = after(room, resume(room, to));
    }
    expect(room.phase).toMatchObject({ clock: { endTime: EPOCH + 22_000 }, version: 11 });
  });

  it('extending adds five seconds to the end only', () => {
    const { phase } = extend(roomIn('question'));
    expect(phase).toMatchObject({ clock: { ...clock, endTime: clock.endTime + limits.EXTEND_MS } });
    expect(limits.EXTEND_MS).toBe(5_000);
  });

  it('extending while paused adds to what is left and stays paused', () => {
    const standing = paused('question', EPOCH + 5_000);
    const longer = after(standing, extend(standing));
    expect(deadlineOf(longer.phase)).toBeNull();
    expect(deadlineOf(resume(longer, EPOCH + 100_000).phase)).toBe(EPOCH + 115_000);
  });

  it('skipping while paused starts the next phase unpaused', () => {
    const { phase } = advance(paused('question', EPOCH + 1), NOW, LENGTHS);
    expect(deadlineOf(phase)).toBe(NOW + LENGTHS.revealMs);
  });
});

describe('R6.2 when a survival game is decided', () => {
  const survival = (livingCount: number, starters: number, ghosts = 1): RoomState =>
    aRoom({
      phase: PHASES.reveal,
      settings: { gameMode: 'SURVIVAL' },
      game: aGame(3, starters),
      seats: [
        ...Array.from({ length: livingCount }, (_, slot) => aSeat(slot)),
        ...Array.from({ length: ghosts }, (_, i) => aSeat(livingCount + i, { fellAt: inZone(1) })),
      ],
    });

  it.each([
    [2, 3, false],
    [1, 3, true],
    [0, 3, true],
    [1, 2, true],
    // Alone from the start: plays all the questions.
    [1, 1, false],
    [0, 1, false],
  ])('%i alive of %i starters: %s', (livingCount, starters, decided) => {
    const room = survival(livingCount, starters);
    expect(isDecided(room)).toBe(decided);
    expect(advance(room, NOW, LENGTHS).phase.kind).toBe(decided ? 'lobby' : 'question');
  });

  it('is never in RANKING, nor without a game', () => {
    const room = survival(1, 3);
    const ranking = { ...room.rules, gameMode: 'RANKING' as const };
    expect(isDecided({ ...room, rules: ranking })).toBe(false);
    expect(isDecided({ ...room, game: null })).toBe(false);
  });

  it('ends at the reveal that is shown to its end, not in the middle of a question', () => {
    const room = { ...survival(2, 3), phase: PHASES.question };
    room.seats.get(1)!.position = inZone(2);
    const revealed = advance(room, NOW, LENGTHS);
    expect(revealed.phase.kind).toBe('reveal');
    expect(seatsOf(after(room, revealed)).map(({ fellAt }) => fellAt)).toEqual([
      null,
      inZone(2),
      inZone(1),
    ]);
    expect(advance(after(room, revealed), NOW, LENGTHS).phase.kind).toBe('lobby');
  });
});
