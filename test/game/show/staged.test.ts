import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { housekeepingFor } from '../../../src/game/housekeeping.js';
import { entryKey, type LobbyPhase, type RevealPhase } from '../../../src/game/phase.js';
import type { PhaseLengths } from '../../../src/game/phase-lengths.js';
import type { Transition } from '../../../src/game/room-change.js';
import { isListed, type RoomState } from '../../../src/game/room-state.js';
import { correct } from '../../../src/game/correct.js';
import { lengthOf } from '../../../src/game/shared/beats.js';
import { cut, endFinal, finalEndsAt, REST_MS, stagedSteps } from '../../../src/game/show/staged.js';
import { finished } from '../../../src/game/steps.js';
import { advance, endGame, next, pause } from '../../../src/game/transitions.js';
import { aGame, aRoom, aSeat, EPOCH, inZone, LENGTHS } from '../../support/game-data.js';
import { after, clock, judgedOnce, PHASES, roomIn } from '../phase-rooms.js';

const FREE: PhaseLengths = { ...LENGTHS, show: 'free' };
const BELL = EPOCH + 15_000;
/** Nine are right, and three are not. */
const seats = Array.from({ length: 12 }, (_, n) => aSeat(n, { position: inZone(n < 9 ? 1 : 2) }));

const show = (room: RoomState, transition: Transition, now: number, lengths = FREE): RoomState =>
  after(room, finished(stagedSteps(room, transition, now, lengths)));

function revealed(lengths: PhaseLengths = FREE, changes = {}): RoomState {
  const room = roomIn('question', changes, seats);
  return show(room, advance(room, BELL, lengths), BELL, lengths);
}

/** All came to where they stand that long after the choices were there. */
function cameAt(ms: number | ((slot: number) => number), changes = {}): RoomState {
  const phase = { ...PHASES.question, ...changes };
  const room = roomIn('question', changes, seats);
  const key = entryKey(room.tally.game, phase);
  for (const [slot, seat] of room.seats) {
    const entered = { question: key, ms: typeof ms === 'number' ? ms : ms(slot) };
    room.seats.set(slot, { ...seat, entered });
  }
  return room;
}

const revealOf = ({ phase }: RoomState): RevealPhase => phase as RevealPhase;
const scenes = (room: RoomState) => revealOf(room).beats?.map(({ scene }) => scene);

describe('R19.2 a reveal', () => {
  it('is as long as its script and a rest', () => {
    const { beats = [], clock } = revealOf(revealed());
    expect(scenes(revealed())).toEqual(['dark', 'count', 'fall', 'answer', 'ranking', 'rest']);
    expect([clock.startTime, clock.endTime]).toEqual([BELL, BELL + lengthOf(beats) + REST_MS]);
  });

  it('has exactly the length that is set, and the script that fits into it', () => {
    const fitted = (revealMs: number) => revealed({ ...LENGTHS, show: 'fitted', revealMs });
    const lengths = [60_000, 8_000, 5_000].map((revealMs) => {
      const { beats = [], clock } = revealOf(fitted(revealMs));
      expect(clock.endTime - clock.startTime).toBe(revealMs);
      return lengthOf(beats);
    });
    expect(lengths[0]).toBeGreaterThan(lengths[1]!);
    expect(lengths[1]).toBeLessThanOrEqual(8_000 - REST_MS);
    expect(lengths[2]).toBe(0);
  });

  it('shows everything at once where the show is off', () => {
    expect(scenes(revealed(LENGTHS))).toBeUndefined();
  });

  it('ranks nobody in the last question, which the podium tells', () => {
    expect(scenes(revealed(FREE, { index: 2 }))).not.toContain('ranking');
  });

  it('R19.3 shows the last seconds again, unless nobody saw where the others walked', () => {
    const late = (blind: boolean) => {
      const room = cameAt(14_500);
      const advanced = advance(room, BELL, FREE);
      const judged = (advanced.judged ?? []).map((one) => ({
        ...one,
        ...(blind ? { blind: true as const } : {}),
      }));
      return scenes(show(room, { ...advanced, judged }, BELL))?.slice(4);
    };
    expect(late(false)).toEqual(['replay', 'ranking', 'rest']);
    expect(late(true)).toEqual(['moment', 'ranking', 'rest']);
  });

  it('R3.3 shows them again where time was added, if many came in the last second of that', () => {
    const added = { clock: { ...clock, endTime: BELL + 5_000 } };
    const shown = (ms: number) => {
      const room = cameAt(ms, added);
      return scenes(show(room, advance(room, BELL + 5_000, FREE), BELL + 5_000));
    };
    expect(shown(16_000)).not.toContain('replay');
    expect(shown(19_500)).toContain('replay');
  });

  it('R6.10 tells of the fastest when they came, whatever that counts', () => {
    const came = [9_000, 9_300, ...Array.from({ length: 10 }, () => 12_000)];
    const room = cameAt((slot) => came[slot] ?? 0);
    const extra = { ...room, extraTimed: [['identity-1', true] as const] };
    const { judged = [] } = advance(extra, BELL, FREE);
    expect(judged[0]?.answers[1]?.[2]).toBe(6_200);
    const moments = revealOf(show(extra, advance(extra, BELL, FREE), BELL)).beats?.flatMap(
      (beat) => ('moment' in beat ? beat.moment : []),
    );
    expect(moments).toEqual([{ kind: 'fastest', slot: 0, ms: 9_000 }]);
  });

  it('jumps to the end where the host corrects the answer, and not where another question is', () => {
    const room = revealed();
    const ruling = { isVoid: true, rights: null };
    expect(
      scenes(show(room, correct(room, nameOf({ index: 0 }), ruling), BELL + 1)),
    ).toBeUndefined();
    const [first] = room.judged;
    const two: RoomState = { ...room, judged: [first!, { ...first!, question: 1 }] };
    expect(scenes(show(two, correct(two, nameOf({ index: 1 }), ruling), BELL + 1))).toEqual(
      scenes(room),
    );
  });
});

describe("R19.4 the host's next", () => {
  it('cuts to the rest, and then ends the reveal', () => {
    const room = revealed();
    const { beats = [], clock } = revealOf(room);
    const first = cut(room, BELL + 1_000, FREE)!;
    const rested = after(room, first);
    expect(revealOf(rested).clock).toEqual({
      startTime: BELL + 1_000 - lengthOf(beats),
      endTime: BELL + 1_000 + REST_MS,
      pausedAt: null,
    });
    expect(rested.phase.version).toBe(room.phase.version + 1);
    expect(cut(rested, BELL + 1_001, FREE)).toBeUndefined();
    expect(cut(room, clock.startTime + lengthOf(beats), FREE)).toBeUndefined();
    expect(next(rested, BELL + 1_001, FREE).phase.kind).toBe('question');
  });

  it('cuts in a pause, which goes on', () => {
    const room = revealed();
    const held = after(room, pause(room, BELL + 500));
    const rested = after(held, cut(held, BELL + 9_000, FREE)!);
    const { clock, beats = [] } = revealOf(rested);
    expect(clock.pausedAt).toBe(BELL + 500);
    expect(clock.pausedAt! - clock.startTime).toBe(lengthOf(beats));
  });

  it('leaves a length that is set, and cuts nothing in other phases', () => {
    const fitted: PhaseLengths = { ...LENGTHS, show: 'fitted', revealMs: 60_000 };
    const room = revealed(fitted);
    const rested = after(room, cut(room, BELL + 1_000, fitted)!);
    const { clock, beats = [] } = revealOf(rested);
    expect(clock).toMatchObject({
      startTime: BELL + 1_000 - lengthOf(beats),
      endTime: BELL + 60_000,
    });
    expect(cut(rested, BELL + 1_001, fitted)).toBeUndefined();
    for (const kind of ['lobby', 'countdown', 'question'] as const)
      expect(cut(roomIn(kind), BELL, FREE)).toBeUndefined();
  });
});

describe('R19.5 the end of a game', () => {
  const over = (): RoomState => {
    const room = judgedOnce(roomIn('reveal', {}, seats));
    return show(room, endGame(room), BELL);
  };
  const lobbyOf = ({ phase }: RoomState): LobbyPhase => phase as LobbyPhase;

  it('is shown from the moment in which it comes, with what was made of the game', () => {
    const room = over();
    const { final } = lobbyOf(room);
    expect(final?.startTime).toBe(BELL);
    expect(final?.beats.map(({ scene }) => scene)).toEqual(['black', 'step', 'credits', 'podium']);
    expect(final?.totals).toEqual({ walked: 0, players: 12, questions: 1, answers: 12, rights: 1 });
  });

  it('is not shown where nobody has scored, or nothing was asked', () => {
    const room = roomIn('reveal', {}, seats);
    expect(lobbyOf(show(room, endGame(room), BELL)).final).toBeUndefined();
  });

  it('keeps the room off the list and every seat, until it is over', () => {
    const room = over();
    room.settings = { ...room.settings, isPublic: true };
    const [seat] = room.seats.values();
    room.seats.set(0, { ...seat!, connectionId: null, droppedAt: BELL - 500_000 });
    room.lastPresentAt = room.lastActivityAt = BELL;
    const times = {
      seatGraceMs: 120_000,
      hostGraceMs: 1e9,
      emptyRoomMs: 300_000,
      idleRoomMs: 1_800_000,
      pausedRoomMs: 7_200_000,
    };
    const endsAt = finalEndsAt(room);
    expect(isListed(room)).toBe(false);
    const before = housekeepingFor(room, endsAt - 1, times);
    expect([before.tasks, before.nextAt]).toEqual([[], endsAt]);
    expect(housekeepingFor(room, endsAt, times).tasks.map(({ kind }) => kind)).toEqual([
      'free',
      'endFinal',
    ]);
    const ended = after(room, endFinal(lobbyOf(room)));
    expect(isListed(ended)).toBe(true);
    expect(housekeepingFor(ended, endsAt + 1, times).tasks.map(({ kind }) => kind)).toEqual([
      'free',
    ]);
  });

  it('R19.4 is cut to the podium by next', () => {
    const room = over();
    const rested = after(room, cut(room, BELL + 2_000, FREE)!);
    expect(finalEndsAt(rested)).toBe(BELL + 2_000);
    expect(cut(rested, BELL + 2_000, FREE)).toBeUndefined();
  });

  it('is not shown again where the host corrects the results', () => {
    const room = over();
    const ruling = { isVoid: true, rights: null };
    const corrected = show(room, correct(room, nameOf({ index: 0 }), ruling), BELL + 5);
    expect(lobbyOf(corrected).final).toBeUndefined();
    expect(lobbyOf(corrected).results).not.toBeNull();
  });

  it('leaves rooms alone that are in no such phase', () => {
    const room = aRoom({ phase: PHASES.countdown, game: aGame() });
    const transition = advance(room, BELL, FREE);
    expect(finished(stagedSteps(room, transition, BELL, FREE))).toBe(transition);
  });
});
