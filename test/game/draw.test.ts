import { describe, expect, it } from 'vitest';
import { withClaimCodes } from '../../src/game/claim-codes.js';
import { comeBack } from '../../src/game/come-back.js';
import { applyChange } from '../../src/game/apply-change.js';
import { cutDraw, holdDraw, renewSeed, waitingDraw } from '../../src/game/draw.js';
import { itemOn } from '../../src/game/phase.js';
import type { PhaseLengths } from '../../src/game/phase-lengths.js';
import { hashOfSeed, drawLots } from '../../src/game/shared/draw-lots.js';
import { courseMs, fallsOf, fallTimes } from '../../src/game/shared/draw-course.js';
import {
  copyRoom,
  type PlannedItem,
  type RoomState,
  type Seat,
} from '../../src/game/room-state.js';
import { cut } from '../../src/game/show/staged.js';
import { back, goTo, nextInLobby, next, pause, resume, skip } from '../../src/game/transitions.js';
import type { JudgedQuestion } from '../../src/game/shared/judged.js';
import { catchUpEvents, transitionEvents } from '../../src/server/live/batch/admission.js';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { hasBit, limits, type ShownDraw } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aRoom, aSeat, codeOf, EPOCH, LENGTHS, someTickets } from '../support/game-data.js';
import { after } from './phase-rooms.js';

const SEED = '0f'.repeat(32);
const SHOWN: PhaseLengths = { ...LENGTHS, show: 'free' };
const CODE = /^[ACEFHJKLMNPRTUWXY34679]{4}$/;

type Draw = Extract<PlannedItem, { kind: 'draw' }>;
const aDraw = (changes: Partial<Draw> = {}): Draw => {
  return { id: 'd', kind: 'draw', title: 'A book', among: 'everybody', winners: 1, ...changes };
};

/** A lobby in which `p0` runs the room, and whose programme is a slide, a draw and standings. */
function lobby(draw: Partial<Draw> = {}, seats = someSeats(8)): RoomState {
  const items: PlannedItem[] = [
    { id: 's', kind: 'slide', title: 'Welcome', text: '', seconds: null },
    aDraw(draw),
    { id: 't', kind: 'standings' },
  ];
  return aRoom({ seats, programme: { revision: 0, items, at: -1, seed: SEED } });
}

const someSeats = (count: number, change: (slot: number) => Partial<Seat> = () => ({})): Seat[] =>
  Array.from({ length: count }, (_, slot) => aSeat(slot, change(slot)));

const nextOf = (room: RoomState): RoomState => after(room, nextInLobby(room, EPOCH));
/** With the draw on. */
const shown = (room: RoomState): RoomState => nextOf(nextOf(room));
const hold = (room: RoomState, lengths = SHOWN, seed = 1) =>
  holdDraw(room, { now: EPOCH, lengths, random: seeded(seed) });
const held = (room: RoomState, lengths = SHOWN): RoomState => after(room, hold(room, lengths)!);

const drawOn = ({ phase }: RoomState): ShownDraw => itemOn(phase)?.shown as ShownDraw;
const among = (room: RoomState): number[] => {
  const { among: bits } = drawOn(room).drawn!;
  return Array.from({ length: 100 }, (_, slot) => slot).filter((slot) => hasBit(bits, slot));
};
const winnersOf = (room: RoomState): number[] =>
  drawOn(room).drawn!.winners.map(({ slot }) => slot);

/** With a programme that was played in the game before. */
function ofGame(room: RoomState): RoomState {
  return { ...room, programme: { ...room.programme!, game: room.tally.game - 1 } };
}

/** A question that those of these slots answered right. */
function judgedBy(question: number, right: number[], changes: Partial<JudgedQuestion> = {}) {
  const solution = { kind: 'choice' as const, rights: [1] };
  return {
    question,
    part: 0,
    drops: 0,
    floor: { kind: 'choice' as const, choices: 2 },
    setSolution: solution,
    solution,
    limitMs: 15_000,
    isVoid: false,
    answers: Array.from({ length: 8 }, (_, slot) => {
      return [`p${slot}`, right.includes(slot) ? 1 : 2, 0, slot === 7 ? 2 : 1, 0, 0] as const;
    }),
    ...changes,
  } satisfies JudgedQuestion;
}

describe('R27.8 a draw', () => {
  it('is shown first, with the hash of its seed and nothing of the seed, and then held', () => {
    const room = shown(lobby());
    expect(drawOn(room)).toEqual({
      kind: 'draw',
      title: 'A book',
      among: 'everybody',
      winners: 1,
      hash: hashOfSeed(SEED),
    });
    expect(waitingDraw(room.phase)).toBeDefined();
    const done = held(room);
    const { hash, drawn } = drawOn(done);
    expect(hash).toBe(hashOfSeed(SEED));
    expect(drawn).toMatchObject({
      seed: SEED,
      count: 7,
      nextHash: hashOfSeed(done.programme!.seed),
    });
    expect(done.programme!.seed).not.toBe(SEED);
    expect(waitingDraw(done.phase)).toBeUndefined();
    expect(hold(done)).toBeUndefined();
    // The next item follows.
    expect(itemOn(nextOf(done).phase)?.id).toBe('t');
  });

  it('is among those who are here: ghosts, too, but no bot and nobody who runs the room', () => {
    const seats = someSeats(8, (slot) => ({
      ...(slot === 2 && { isBot: true as const }),
      ...(slot === 3 && { droppedAt: EPOCH, connectionId: null, process: null }),
      ...(slot === 4 && { fellAt: [0, 0] as const }),
    }));
    const room = shown(lobby({ winners: 10 }, seats));
    const helpers = { ...room.helpers, coHosts: ['identity-5'], linked: ['identity-6'] };
    const done = held({ ...room, helpers, hostId: 'p1', isHandedOver: true });
    expect(among(done)).toEqual([4, 7]);
    expect(winnersOf(done).toSorted((a, b) => a - b)).toEqual([4, 7]);
    expect(drawOn(done).drawn!.count).toBe(2);
  });

  it('has the winners that anybody computes from what is told', () => {
    for (const winners of [1, 3, 10]) {
      const done = held(shown(lobby({ winners })));
      expect(winnersOf(done)).toEqual(drawLots(drawOn(done).drawn!.seed, among(done), winners));
      expect(new Set(winnersOf(done)).size).toBe(Math.min(winners, 7));
    }
  });

  it('is among those who were right in the last question, or in any of the last round', () => {
    const judged = [
      judgedBy(0, [1, 2, 3]),
      judgedBy(1, [2, 4]),
      judgedBy(2, [5, 7]),
      judgedBy(3, [6], { isVoid: true }),
      judgedBy(4, [1], { solution: null, setSolution: null }),
    ];
    const after2 = (draw: Partial<Draw>): RoomState => {
      const room = shown(lobby({ winners: 10, ...draw }));
      const rounds = [0, 1, 5].map((first) => ({ name: '', first }));
      return held(ofGame({ ...room, judged, rules: { ...room.rules, rounds } }));
    };
    expect(among(after2({ among: 'rightLast' }))).toEqual([5, 7]);
    expect(among(after2({ among: 'rightRound' }))).toEqual([2, 4, 5, 7]);
    // A person who has come anew has the same answers.
    const seats = someSeats(8, (slot) => (slot === 5 ? { playerId: 'p5.2' } : {}));
    const room = shown(lobby({ among: 'rightLast' }, seats));
    expect(among(held(ofGame({ ...room, judged })))).toEqual([5, 7]);
  });

  it('R16.20 takes a series for one question, in which those were right who were in all parts that count', () => {
    const parts = [
      judgedBy(1, [1, 2, 3, 4], { part: 0 }),
      judgedBy(1, [2, 3, 5], { part: 1 }),
      judgedBy(1, [6], { part: 2, isVoid: true }),
    ];
    const judged = [judgedBy(0, [7]), ...parts];
    for (const [which, right] of [
      ['rightLast', [2, 3]],
      ['rightRound', [2, 3, 7]],
    ] as const) {
      const room = { ...shown(lobby({ among: which, winners: 3 })), judged };
      expect(among(held(ofGame(room)))).toEqual(right);
    }
  });

  it('is among nobody of the game before, in the lobby of another evening', () => {
    const judged = [judgedBy(0, [1, 2, 3])];
    for (const which of ['rightLast', 'rightRound'] as const) {
      const room = { ...shown(lobby({ among: which, winners: 3 })), judged };
      expect(among(held(ofGame(room)))).toEqual([1, 2, 3]);
      expect(among(held(room))).toEqual([]);
    }
  });

  it('is among a team, or among those without a prize', () => {
    const seats = someSeats(8, (slot) => ({ team: slot % 2 }));
    expect(among(held(shown(lobby({ among: 'team', team: 1 }, seats))))).toEqual([1, 3, 5, 7]);
    expect(among(held(shown(lobby({ among: 'team', team: 4 }, seats))))).toEqual([]);
    const first = held(shown(lobby({ among: 'noPrize', winners: 2 })));
    const again = after(first, goTo(first, 1, { now: EPOCH, lengths: LENGTHS }));
    const { phase } = again;
    const claims = [{ playerId: 'p1', code: 'AAAA' }];
    const second = held({ ...again, phase: { ...phase, claims } as typeof phase });
    const prized = [...winnersOf(first), 1];
    expect(among(second)).toEqual([1, 2, 3, 4, 5, 6, 7].filter((slot) => !prized.includes(slot)));
  });

  it('with nobody has no winner, and nothing to show', () => {
    const done = held(shown(lobby({ among: 'rightLast' })));
    expect(drawOn(done).drawn).toMatchObject({ count: 0, among: '', winners: [], ms: 0 });
    expect(done.programme!.draws).toHaveLength(1);
    expect(cut(done, EPOCH, SHOWN)).toBeUndefined();
  });

  it('gives each winner a code, who has one already keeps it, and so does the podium', () => {
    const room = shown(lobby({ winners: 3 }));
    const done = held(room);
    const { codes } = done.programme!.draws![0]!;
    expect(codes.map(({ playerId }) => playerId)).toEqual(
      winnersOf(done).map((slot) => `p${slot}`),
    );
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3);
    for (const { code, drawn } of codes) {
      expect(code).toMatch(CODE);
      expect(drawn).toMatchObject({ title: 'A book' });
    }
    const [first] = codes;
    const again = after(done, goTo(done, 1, { now: EPOCH, lengths: LENGTHS }));
    const all = { ...again.programme!, draws: done.programme!.draws! };
    const more = held(
      after({ ...again, programme: all }, goTo(again, 1, { now: EPOCH, lengths: LENGTHS })),
    );
    const known = new Map(codes.map(({ playerId, code }) => [playerId, code]));
    const kept = more.programme!.draws![1]!.codes.filter(({ playerId }) => known.has(playerId));
    for (const { playerId, code } of kept) expect(code).toBe(known.get(playerId));
    // At the end of the game a winner on the podium has the same.
    const results = [
      { playerId: first!.playerId, playerName: 'x', slot: 1, score: 5, rank: 1 },
      { playerId: 'p9', playerName: 'y', slot: 9, score: 4, rank: 2 },
    ];
    const end = { phase: { kind: 'lobby', version: 99, results } } as const;
    const { phase } = withClaimCodes(done, end, seeded(1));
    expect(phase).toMatchObject({
      claims: [first && { playerId: first.playerId, code: first.code }, {}],
    });
  });

  it('is as it was when it began for who comes into its middle', () => {
    const room = shown(lobby({ winners: 2 }));
    const transition = hold(room)!;
    const events = transitionEvents(room, transition);
    expect(events.map(([event]) => event)).toEqual(['phase', 'showItem']);
    const done = after(room, transition);
    const view = new RoomView({ incarnation: 'x', state: done, chat: [] });
    const late = catchUpEvents(view);
    expect(late.find(([event]) => event === 'showItem')).toEqual(events[1]);
    expect(late.find(([event]) => event === 'phase')).toEqual(events[0]);
    // Nothing of the seed is told before, and the next one is not told with it.
    expect(
      JSON.stringify(transitionEvents(lobby(), nextInLobby(nextOf(lobby()), EPOCH))),
    ).not.toContain(SEED);
    expect(JSON.stringify(late)).not.toContain(done.programme!.seed);
  });

  it('a Next in the middle shows its end at once, and a pause stops it', async () => {
    const done = held(shown(lobby({}, someSeats(40))));
    const { clock, shown: on } = itemOn(done.phase)!;
    const { ms } = (on as ShownDraw).drawn!;
    expect(ms).toBeGreaterThanOrEqual(6_000);
    expect(clock).toEqual({ startTime: EPOCH, endTime: EPOCH + ms, pausedAt: null });
    const middle = cut(done, EPOCH + 1_000, SHOWN)!;
    expect(itemOn(middle.phase)!.clock.startTime).toBe(EPOCH + 1_000 - ms);
    expect(itemOn(middle.phase)!.shown).toEqual(on);
    expect(cutDraw(after(done, middle).phase, EPOCH + 1_000)).toBeUndefined();
    expect(cutDraw(done.phase, EPOCH + ms)).toBeUndefined();
    // In a game it can be paused, and goes on where it was.
    const { item, ...rest } = done.phase as Extract<RoomState['phase'], { kind: 'lobby' }>;
    const inGame: RoomState = { ...done, phase: { ...item!, kind: 'item', version: rest.version } };
    const paused = after(inGame, pause(inGame, EPOCH + 2_000));
    const goesOn = after(paused, resume(paused, EPOCH + 60_000));
    expect(itemOn(goesOn.phase)!.clock.startTime).toBe(EPOCH + 58_000);
    const waiting = { ...shown(lobby()), phase: { ...paused.phase } };
    const { drawn: _drawn, ...before } = on as ShownDraw;
    const asked = { ...waiting, phase: { ...paused.phase, shown: before } as RoomState['phase'] };
    await expect(codeOf(() => hold(asked)!)).resolves.toBe('WRONG_PHASE');
  });

  it('can be passed over in the lobby, whatever comes next', async () => {
    const room = shown(lobby());
    const pass = (before: RoomState): RoomState => after(before, skip(before, EPOCH, LENGTHS));
    const passed = pass(room);
    expect(itemOn(passed.phase)).toMatchObject({ id: 't', shown: { kind: 'standings' } });
    expect(passed.programme!.draws).toBeUndefined();
    expect(itemOn(pass(passed).phase)).toBeUndefined();
    await expect(codeOf(() => skip(pass(passed), EPOCH, LENGTHS))).resolves.toBe('WRONG_PHASE');
    // A round is not begun by it.
    const round = { id: 'r', kind: 'round', name: 'r', count: 2, factor: 1 } as const;
    const items = room.programme!.items.with(2, { ...round, standings: 'each' });
    const before = pass({ ...room, programme: { ...room.programme!, items } });
    expect(before.phase).toMatchObject({ kind: 'lobby' });
    expect(itemOn(before.phase)).toBeUndefined();
  });

  it('is not drawn again by a step back, but is when the host goes to it', () => {
    const done = held(shown(lobby()));
    const further = nextOf(done);
    const stepped = after(further, back(further, EPOCH + 99_000));
    expect(drawOn(stepped)).toEqual(drawOn(done));
    expect(cutDraw(stepped.phase, EPOCH + 99_000)).toBeUndefined();
    expect(hold(stepped)).toBeUndefined();
    const again = after(further, goTo(further, 1, { now: EPOCH, lengths: LENGTHS }));
    expect(drawOn(again)).toMatchObject({ hash: drawOn(done).drawn!.nextHash });
    const second = held(again);
    expect(second.programme!.draws).toHaveLength(2);
    expect(drawOn(second).drawn!.seed).toBe(done.programme!.seed);
  });

  it('is bounded in an evening, and is not held for a programme that is gone', async () => {
    const room = shown(lobby());
    const one = held(room).programme!.draws![0]!;
    const draws = Array.from({ length: limits.MOST_DRAWS }, () => one);
    const full = { ...room, programme: { ...room.programme!, draws } };
    expect(await codeOf(() => hold(full)!)).toBe('BAD_REQUEST');
    expect(
      hold({ ...room, programme: { ...room.programme!, seed: '11'.repeat(32) } }),
    ).toBeUndefined();
    expect(hold({ ...room, programme: null })).toBeUndefined();
    expect(hold(lobby())).toBeUndefined();
  });

  it('is the same after a restart, and goes on where it stood', () => {
    const done = held(shown(lobby()));
    const draft = copyRoom(done);
    for (const change of comeBack(EPOCH + 3_000).decide(done, EPOCH + 60_000).changes)
      applyChange(draft, change);
    expect(drawOn(draft)).toEqual(drawOn(done));
    expect(draft.programme).toEqual(done.programme);
  });

  it('falls away in halves, within 6 to 12 seconds', () => {
    expect(fallsOf(8, 1)).toEqual([4, 2, 1]);
    expect(fallsOf(2_000, 3)).toEqual([1_000, 500, 250, 125, 63, 32, 16, 8, 4, 3]);
    expect(fallsOf(3, 5)).toEqual([]);
    for (const count of [2, 3, 20, 300, 2_000, 20_000])
      for (const winners of [1, 2, 10]) {
        if (winners >= count) continue;
        const ms = courseMs(count, winners);
        expect(ms).toBeGreaterThanOrEqual(6_000);
        expect(ms).toBeLessThanOrEqual(12_000);
        const times = fallTimes(count, winners, ms);
        expect(times).toHaveLength(fallsOf(count, winners).length);
        expect(times.toSorted((a, b) => a - b)).toEqual(times);
        expect(times.at(-1)!).toBeLessThan(ms - 1_000);
      }
  });

  it('in a big room is told in a bounded frame', () => {
    const done = held(shown(lobby({ winners: 10 }, someSeats(2_000))));
    expect(JSON.stringify(drawOn(done)).length).toBeLessThan(2_000);
  });

  it('next() passes over one that waits, as a skip does', () => {
    const room = shown(lobby());
    expect(next(room, EPOCH, LENGTHS).phase).toMatchObject({ item: { id: 't' } });
  });
});

describe('R27.8 tickets', () => {
  it('R27.8 are the lots of a room that has them, also where others come in', () => {
    const seats = someSeats(8, (slot) => (slot > 4 ? { identityId: `ticket-${slot}` } : {}));
    const room = { ...lobby({ winners: 10 }, seats), tickets: someTickets(20) };
    expect(among(held(shown(room)))).toEqual([5, 6, 7]);
    expect(new Set(winnersOf(held(shown(room))))).toEqual(new Set([5, 6, 7]));
    expect(among(held(shown({ ...room, tickets: null })))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(among(held(shown({ ...room, tickets: someTickets(0) })))).toEqual([]);
  });
});

describe('R27.8 a store that was restored', () => {
  const renewed = (room: RoomState, stale = SEED): RoomState => {
    const copy = copyRoom(room);
    for (const change of renewSeed(stale, seeded(7)).decide(room, EPOCH).changes)
      applyChange(copy, change);
    return copy;
  };

  it('R27.8 has another seed drawn, and its hash told, also of a draw that waits', () => {
    for (const room of [lobby(), shown(lobby())]) {
      const after = renewed(room);
      const { seed } = after.programme!;
      expect(seed).toMatch(/^[\da-f]{64}$/);
      expect(seed).not.toBe(SEED);
      expect(after.settings.quizSet.drawHash).toBe(hashOfSeed(seed));
      expect(after.programme!.items).toEqual(room.programme!.items);
    }
    const waiting = renewed(shown(lobby()));
    const { seed } = waiting.programme!;
    expect(drawOn(waiting)).toMatchObject({ hash: hashOfSeed(seed) });
    expect(waiting.phase.version).toBe(shown(lobby()).phase.version + 1);
    expect(drawOn(held(waiting)).drawn).toMatchObject({ seed });
  });

  it('R27.8 leaves a seed that is another one by now, and a draw that was held', () => {
    expect(renewSeed('ab'.repeat(32), seeded(7)).decide(lobby(), EPOCH).changes).toEqual([]);
    expect(renewSeed(SEED, seeded(7)).decide(aRoom({}), EPOCH).changes).toEqual([]);
    const over = held(shown(lobby()));
    const after = renewed(over, over.programme!.seed);
    expect(drawOn(after)).toEqual(drawOn(over));
    expect(after.programme!.draws).toEqual(over.programme!.draws);
  });
});
