import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { comeBack } from '../../src/game/come-back.js';
import { draftOf } from '../../src/game/draft.js';
import { housekeepingFor } from '../../src/game/housekeeping.js';
import { deadlineOf } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { pause, resume } from '../../src/game/transitions.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aRoom, EPOCH } from '../support/game-data.js';
import { asking, countdown } from './room-trial.js';
import { RandomCourse } from './random-course.js';

const AWAY_MS = 40_000;
const MINUTE_MS = 60_000;
const GRACES = {
  seatGraceMs: 10_000,
  hostGraceMs: 20_000,
  emptyRoomMs: MINUTE_MS,
  idleRoomMs: 100 * MINUTE_MS,
  pausedRoomMs: 100 * MINUTE_MS,
};

/** The room as it comes back, of a server that was killed at `aliveAt`. */
function restored(room: RoomState, aliveAt: number, now = aliveAt + AWAY_MS): RoomState {
  const after = draftOf(room);
  for (const change of comeBack(aliveAt).decide(room, now).changes) applyChange(after, change);
  return after;
}

describe('R25.2 a room that comes back', () => {
  it('has what was left of its phase, and 5 s of a question at least', () => {
    const asked = aRoom({ phase: asking(3, 0) });
    const { startTime, endTime } = asking(3, 0).clock;
    for (const [aliveAt, left] of [
      [endTime - 8_000, 8_000],
      [endTime - 2_000, 5_000],
      [endTime + 1_000, 5_000],
      [startTime + 100, endTime - startTime - 100],
    ] as const) {
      const { phase } = restored(asked, aliveAt);
      if (phase.kind !== 'question') throw new Error('the question is gone');
      const { clock } = phase;
      expect(clock.endTime - clock.pausedAt!).toBe(left);
      expect(clock.pausedAt).toBe(aliveAt + AWAY_MS);
      expect(clock.curtain).toEqual({ break: null, awayMs: AWAY_MS });
      expect(deadlineOf(phase)).toBeNull();
    }
  });

  it('begins a countdown anew, and adds up how long it was away when killed again', () => {
    const counted = countdown(2);
    if (counted.kind !== 'countdown') throw new Error('no countdown');
    const room = aRoom({ phase: counted });
    const { startTime, endTime } = counted.clock;
    const once = restored(room, startTime + 1_000);
    const twice = restored(once, startTime + 1_000 + AWAY_MS + 500);
    for (const [{ phase }, awayMs] of [
      [once, AWAY_MS],
      [twice, 2 * AWAY_MS],
    ] as const) {
      if (phase.kind !== 'countdown') throw new Error('the countdown is gone');
      expect(phase.clock.endTime - phase.clock.pausedAt!).toBe(endTime - startTime);
      expect(phase.clock.curtain?.awayMs).toBe(awayMs);
    }
  });

  it('keeps a pause that stood, whose time does not count', () => {
    const asked = aRoom({ phase: asking(3, 0) });
    const { endTime } = asking(3, 0).clock;
    const paused = { ...asked, phase: pause(asked, endTime - 9_000).phase };
    // Ten minutes later.
    const { phase } = restored(paused, endTime + 600_000);
    if (phase.kind !== 'question') throw new Error('the question is gone');
    expect(phase.clock.endTime - phase.clock.pausedAt!).toBe(9_000);
  });

  it.each([71, 72, 73, 74])(
    'wherever it stood, can go on, with nobody connected (seed %i)',
    (seed) => {
      const course = new RandomCourse(seeded(seed));
      const kinds = new Set<string>();
      let room = aRoom({ settings: { gameMode: seed % 2 ? 'RANKING' : 'SURVIVAL' } });
      for (let step = 0; step < 300; step++) {
        const now = EPOCH + step * 400;
        try {
          const after = draftOf(room);
          const command = course.command(room, 'a');
          const { changes } = command.decide(room, now);
          for (const change of changes) applyChange(after, change);
          const moved = { ...after, phase: room.phase };
          const transition = course.transition(moved, now);
          if (step % 3 === 0) applyChange(after, { kind: 'phase', ...transition });
          room = { ...after, seats: new Map(after.seats) };
        } catch {
          continue;
        }
        const back = restored(room, now);
        kinds.add(back.phase.kind);
        expect(back.screens.size).toBe(0);
        for (const seat of back.seats.values())
          expect([seat.process, seat.isBot]).toEqual([null, undefined]);
        expect(deadlineOf(back.phase)).toBeNull();
        if (back.phase.kind === 'lobby') continue;
        const { phase } = resume(back, now + 2 * AWAY_MS);
        const least = phase.kind === 'reveal' ? 7_000 : phase.kind === 'question' ? 5_000 : 0;
        if (phase.kind === 'lobby') throw new Error('the game is gone');
        expect(phase.clock.endTime - (now + 2 * AWAY_MS)).toBeGreaterThanOrEqual(least);
        expect(phase.clock.curtain).toBeUndefined();
      }
      expect([...kinds].sort()).toEqual(['countdown', 'lobby', 'question', 'reveal']);
    },
  );
});

describe('R25.3 after a restart', () => {
  const NOW = EPOCH + AWAY_MS;
  const looked = (room: RoomState, minutes: number): string[] =>
    housekeepingFor(room, NOW + minutes * MINUTE_MS, GRACES).tasks.map(({ kind }) => kind);

  it('seats of a lobby stay 10 minutes, and a room without anybody 30', () => {
    const lobby = restored(aRoom(), EPOCH);
    expect(looked(lobby, 9.9)).toEqual([]);
    expect(looked(lobby, 10.1)).toEqual(['free', 'free', 'free']);
    expect(looked(lobby, 29.9)).not.toContain('close');
    expect(looked(lobby, 30.1)).toEqual(['close']);
  });

  it('nobody stands in for 5 minutes', () => {
    const room = restored(aRoom(), EPOCH);
    const seat = [...room.seats.values()].find(({ playerId }) => playerId !== room.hostId)!;
    // A player is back, and the host is not.
    const attached = {
      kind: 'attached',
      slot: seat.slot,
      generation: 99,
      connectionId: 'c',
      process: 'p',
    } as const;
    applyChange(room, attached);
    expect(looked(room, 4.9)).toEqual([]);
    expect(looked(room, 5.1)).toContain('standIn');
  });
});
