import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { comeBack, wakeUp } from '../../src/game/come-back.js';
import { draftOf } from '../../src/game/draft.js';
import { housekeepingFor } from '../../src/game/housekeeping.js';
import {
  deadlineOf,
  itemOn,
  type ItemOn,
  type LobbyPhase,
  type Phase,
  type RevealPhase,
} from '../../src/game/phase.js';
import { lengthOf } from '../../src/game/shared/beats.js';
import { finalEndsAt } from '../../src/game/show/staged.js';
import type { Final, FinalBeat, RevealBeat } from '../../src/protocol/show.js';
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

  it('gives a question that was still to be read its reading time, and 5 s after it', () => {
    const phase = asking(3, 0);
    const clock = { ...phase.clock, endTime: phase.clock.startTime + 3_000 };
    const { phase: back } = restored(
      aRoom({ phase: { ...phase, clock } }),
      clock.startTime - 2_000,
    );
    if (back.kind !== 'question') throw new Error('the question is gone');
    expect(back.clock.endTime - back.clock.startTime).toBe(5_000);
    expect(back.clock.startTime - back.clock.pausedAt!).toBe(2_000);
  });

  it('moves the end of a break by the time that the server was away', () => {
    const pause = { message: 'Tea', endTime: EPOCH + 300_000 };
    const clock = { ...asking(3, 0).clock, pausedAt: EPOCH, curtain: { break: pause } };
    const room = aRoom({ phase: { ...asking(3, 0), clock } });
    const { phase } = restored(room, EPOCH + 10_000);
    if (phase.kind !== 'question') throw new Error('the question is gone');
    expect(phase.clock.curtain).toEqual({
      break: { ...pause, endTime: pause.endTime + AWAY_MS },
      awayMs: AWAY_MS,
    });
  });

  it('R27.2 has an item with what was left of it, in the lobby as well, and all of a break', () => {
    const clock = { startTime: EPOCH, endTime: EPOCH + 30_000, pausedAt: null };
    const slide = { kind: 'slide', title: 'Soon', text: '' } as const;
    const pause = { kind: 'break', message: 'Tea', endTime: EPOCH + MINUTE_MS } as const;
    const on = { id: 'one', clock };
    const timed = { ...on, shown: slide, waits: false };
    const waiting = { ...on, shown: slide, waits: true };
    const tea = { ...on, shown: pause, waits: true };
    const lobby = (item: ItemOn): LobbyPhase => {
      return { kind: 'lobby', version: 3, results: null, item };
    };
    const aliveAt = EPOCH + 10_000;
    const back = (phase: Phase): Phase => restored(aRoom({ phase }), aliveAt).phase;
    const asleep = (phase: Phase): Phase => {
      const room = draftOf(aRoom({ phase }));
      const command = wakeUp(aliveAt, AWAY_MS);
      for (const change of command.decide(room, aliveAt + AWAY_MS).changes)
        applyChange(room, change);
      return room.phase;
    };
    for (const come of [back, asleep]) {
      // Nothing pauses a lobby, and nobody was there to read the slide.
      expect([come(lobby(timed)).version, deadlineOf(come(lobby(timed)))]).toEqual([
        4,
        EPOCH + 30_000 + AWAY_MS,
      ]);
      expect(come(lobby(waiting))).toEqual(lobby(waiting));
      expect(itemOn(come(lobby(tea)))?.shown).toEqual({
        ...pause,
        endTime: pause.endTime + AWAY_MS,
      });
      const between = come({ kind: 'item', version: 3, ...timed });
      if (between.kind !== 'item') throw new Error('the item is gone');
      expect(deadlineOf(between)).toBeNull();
      expect(between.clock.endTime - between.clock.pausedAt!).toBe(20_000);
      expect(itemOn(come({ kind: 'item', version: 3, ...tea }))?.shown).toMatchObject({
        endTime: pause.endTime + AWAY_MS,
      });
    }
  });

  it('has told all of a reveal, which rests, and shows no moment of it again', () => {
    const beats = [
      { scene: 'drop', ms: 4_000 },
      { scene: 'rest', ms: 3_000 },
    ] as unknown as RevealBeat[];
    const { phase: asked } = aRoom({ phase: asking(3, 0) });
    const clock = { startTime: EPOCH, endTime: EPOCH + 9_000, pausedAt: null };
    const phase = {
      ...asked,
      kind: 'reveal',
      waits: false,
      beats,
      clock,
    } as unknown as RevealPhase;
    const back = restored(aRoom({ phase }), EPOCH + 1_000).phase as RevealPhase;
    expect(back.clock.pausedAt! - back.clock.startTime).toBe(lengthOf(beats));
    expect(back.clock.endTime - back.clock.pausedAt!).toBe(8_000);
    const late = restored(aRoom({ phase }), EPOCH + 8_500).phase as RevealPhase;
    expect(late.clock.endTime - late.clock.pausedAt!).toBe(7_000);
  });

  it('has shown the end of a game, whose podium stays', () => {
    const beats = [{ scene: 'podium', ms: 20_000 }] as unknown as FinalBeat[];
    const final = { startTime: EPOCH, beats, totals: [] } as unknown as Final;
    const phase: LobbyPhase = { kind: 'lobby', version: 9, results: [], final };
    const back = restored(aRoom({ phase }), EPOCH + 1_000, EPOCH + 3_000);
    expect(back.phase).toMatchObject({ kind: 'lobby', isFinalOver: true, version: 10 });
    expect(finalEndsAt(back)).toBe(EPOCH + 3_000);
    // One that was over long ago is left as it is.
    expect(restored(back, EPOCH + 60_000).phase).toBe(back.phase);
  });

  it('is not paused a second time by a sleep', () => {
    const asked = aRoom({ phase: asking(3, 0) });
    const paused = { ...asked, phase: pause(asked, EPOCH + 1_000).phase };
    expect(wakeUp(EPOCH, 60_000).decide(paused, EPOCH + 2_000).changes).toEqual([]);
    expect(wakeUp(EPOCH, 60_000).decide(aRoom(), EPOCH + 2_000).changes).toEqual([]);
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

  it.each([75, 72, 73, 74])(
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

  it('a host keeps the role, and a reveal waits, for 5 minutes', () => {
    const phase = { ...asking(3, 0), kind: 'reveal', waits: true } as unknown as RevealPhase;
    const helped = restored(aRoom({ hostId: 'p1' }), EPOCH);
    // The owner is back, and the player who has the role is not.
    const owner = { slot: 0, generation: 98, connectionId: 'o', process: 'p' };
    applyChange(helped, { kind: 'attached', ...owner });
    expect(looked(helped, 4.9)).toEqual([]);
    expect(looked(helped, 5.1)).toContain('fallBack');
    const back = restored(aRoom({ phase }), EPOCH);
    const [seat] = [...back.seats.values()].filter(({ playerId }) => playerId !== back.hostId);
    const attached = { slot: seat!.slot, generation: 99, connectionId: 'c', process: 'p' };
    applyChange(back, { kind: 'attached', ...attached });
    // The host has gone again after pressing _Resume_.
    applyChange(back, { kind: 'phase', ...resume(back, NOW + 1_000) });
    expect(looked(back, 4.9)).not.toContain('goOn');
    expect(looked(back, 5.1)).toContain('goOn');
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
