import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { deadlineOf, type Phase, type TimedPhase } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import {
  advance,
  close,
  drop,
  endGame,
  extend,
  isDecided,
  next,
  pause,
  resume,
  skip,
  startGame,
} from '../../src/game/transitions.js';
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
  start: (room: RoomState) => startGame(room, someQuestions(5), NOW, seeded(1), LENGTHS),
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

describe('skipping', () => {
  const spread = { ...LENGTHS, skipMs: 60 };

  it('R4.7 ends a question after the time that processes need to share, paused or not', () => {
    for (const room of [roomIn('question'), paused('question', EPOCH + 3_000)]) {
      const { phase } = skip(room, EPOCH + 4_000, spread);
      expect(phase).toMatchObject({ kind: 'question', version: 8, index: 0 });
      expect(phase).toMatchObject({ clock: { endTime: EPOCH + 4_060, pausedAt: null } });
    }
  });

  it('R4.7 goes on at once where one process has all, and from phases that nobody answers', () => {
    expect(skip(roomIn('question'), EPOCH + 3_000, LENGTHS).phase.kind).toBe('reveal');
    expect(skip(roomIn('countdown'), EPOCH, spread).phase.kind).toBe('question');
    expect(skip(roomIn('reveal'), EPOCH, spread).phase.kind).toBe('question');
  });

  it.each([
    ['while the question is read', roomIn('question'), EPOCH - 1_000],
    ['before the choices were there for 3 s', roomIn('question'), EPOCH + 2_999],
    ['in a pause, however long it lasts', paused('question', EPOCH + 2_999), EPOCH + 60_000],
    ['in a pause of get-ready', paused('question', EPOCH - 1), EPOCH + 60_000],
  ])(
    'R4.7, R4.8 drops a question %s: nobody is judged, and another one comes',
    (_when, room, now) => {
      for (const lengths of [LENGTHS, spread]) {
        const dropped = skip(room, now, lengths);
        expect(Object.keys(dropped)).toEqual(['phase', 'game']);
        expect(after(room, dropped)).toMatchObject({ tally: room.tally, judged: [] });
        const phase = { kind: 'question', version: 8, index: 0, count: 2, drops: 1 };
        expect(dropped.phase).toMatchObject(phase);
        expect(dropped.phase).toMatchObject({
          question: { quiz: 'Question 1?' },
          clock: { startTime: now + 3_000, endTime: now + 18_000, pausedAt: null },
        });
      }
    },
  );

  it('R4.8 lets a spare question stand in, which keeps index and count', () => {
    const spare = { ...aGame(5).questions[4]!, limitTime: 20 };
    const room = {
      ...roomIn('question', { index: 1, drops: 2 }),
      game: { ...aGame(), spares: [spare] },
    };
    const dropped = drop(room, EPOCH, LENGTHS);
    const phase = { kind: 'question', index: 1, count: 3, drops: 3 };
    expect(dropped.phase).toMatchObject({ ...phase, question: { quiz: 'Question 4?' } });
    expect(deadlineOf(dropped.phase)).toBe(EPOCH + 23_000);
    expect(dropped.game?.questions.map(({ quiz }) => quiz)).toEqual(
      [0, 4, 2].map((n) => `Question ${n}?`),
    );
    expect(dropped.game?.spares).toEqual([]);
  });

  it('R4.8 drops the last question into the end, with the scores as they stand', () => {
    const seats = [aSeat(0), aSeat(1)];
    const room = judgedOnce(roomIn('question', { index: 2 }, seats));
    for (const dropped of [skip(room, EPOCH, LENGTHS), drop(room, EPOCH, LENGTHS)]) {
      const { phase } = dropped;
      expect(phase).toMatchObject({ kind: 'lobby', version: 8 });
      expect(phase).toHaveProperty('results[0].score', 1000);
      expect(seatsOf(after(room, dropped))).toMatchObject([
        { score: 1000, fellAt: null },
        { score: 0, fellAt: null },
      ]);
    }
  });

  it('R4.8 closes a question only when its choices have been there for 3 s', async () => {
    const early = () => close(roomIn('question'), EPOCH + 2_999, LENGTHS);
    expect(await codeOf(early)).toBe('WRONG_PHASE');
    expect(close(roomIn('question'), EPOCH + 3_000, LENGTHS).phase.kind).toBe('reveal');
    for (const kind of ['lobby', 'countdown', 'reveal'] as const) {
      expect(await codeOf(() => close(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
      expect(await codeOf(() => drop(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
    }
  });

  it('R4.10 goes on from a countdown and a reveal, and never from a question', async () => {
    expect(next(roomIn('countdown'), NOW, LENGTHS).phase.kind).toBe('question');
    expect(next(roomIn('reveal'), NOW, LENGTHS).phase).toMatchObject({
      kind: 'question',
      index: 1,
    });
    for (const kind of ['lobby', 'question'] as const)
      expect(await codeOf(() => next(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
  });

  it('R4.7 judges a question that is shorter than 3 s when it is over, and counts no pause', () => {
    const brief = roomIn('question', { clock: { ...clock, endTime: EPOCH + 2_000 } });
    expect(skip(brief, EPOCH + 1_999, LENGTHS).phase).toMatchObject({ kind: 'question', drops: 1 });
    expect(skip(brief, EPOCH + 2_000, LENGTHS).phase.kind).toBe('reveal');
    const standing = after(roomIn('question'), pause(roomIn('question'), EPOCH + 1_000));
    const resumed = after(standing, resume(standing, EPOCH + 50_000));
    expect(skip(resumed, EPOCH + 51_999, LENGTHS).phase).toMatchObject({ drops: 1 });
    expect(skip(resumed, EPOCH + 52_000, LENGTHS).phase.kind).toBe('reveal');
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
    expect(JSON.stringify(asked.phase)).not.toContain('answer');
    const room = roomIn('question');
    const revealed = advance(room, NOW, LENGTHS);
    const { startTime, endTime } = clock;
    expect(revealed.phase).toMatchObject({
      question: { ...question, answer: 1 },
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
