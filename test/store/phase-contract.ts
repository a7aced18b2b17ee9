import { describe, expect, it } from 'vitest';
import { shownOf, type Phase } from '../../src/game/phase.js';
import type { PhaseClaim } from '../../src/store/contract.js';
import { aGame, EPOCH } from '../support/game-data.js';
import {
  countdownFrom,
  heardUpTo,
  listen,
  open,
  read,
  request,
  seatAll,
  SOON_MS,
  start,
  type StoreParts,
  type UseParts,
} from './parts.js';

const FAR_MS = 60_000;

/** A room whose countdown ends in `inMs`, or stands paused. */
async function running(
  { store }: StoreParts,
  inMs: number,
): Promise<{ roomId: string; endTime: number }> {
  const { roomId } = await open(store);
  await seatAll(store, roomId, 2);
  const endTime = store.now() + inMs;
  await start(store, roomId, endTime);
  return { roomId, endTime };
}

const lobbyOf = (version: number): Phase => ({ kind: 'lobby', version, results: [] });

function endingFrom(fromVersion: number, deadline: PhaseClaim['deadline']): PhaseClaim {
  const phase = lobbyOf(fromVersion + 1);
  return {
    fromVersion,
    deadline,
    transition: { phase, game: null, seatMarks: [], everyone: null },
  };
}

/** Claims of phases. */
export function phaseContract(use: UseParts): void {
  describe('claims', () => {
    it('R4.5 store phase and game as one and tell the phase, never the game', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const transition = countdownFrom(await read(store, roomId), EPOCH * 2, { everyone: 'reset' });
      const claim = { fromVersion: 0, deadline: 'any' as const, transition };
      expect(await store.claimPhase(roomId, claim)).toBe('claimed');
      const { phase } = transition;
      expect(await read(store, roomId)).toMatchObject({ phase, game: aGame(), seq: 1 });
      const facts = await heardUpTo(heard, 1);
      expect(facts).toEqual([{ seq: 1, kind: 'phase', phase, seatMarks: [], everyone: 'reset' }]);
      expect(JSON.stringify(facts)).not.toContain('answer');
    });

    it('R4.5 are stale where the version has moved on, or there is no room', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, FAR_MS);
      const before = await read(store, roomId);
      for (const version of [0, 2, -1])
        expect(await store.claimPhase(roomId, endingFrom(version, 'any'))).toBe('stale');
      expect(await store.claimPhase('none', endingFrom(0, 'any'))).toBe('stale');
      expect(await read(store, roomId)).toEqual(before);
    });

    it('R4.5 that need the deadline to have passed are early before it', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, SOON_MS * 3);
      const before = await read(store, roomId);
      expect(await store.claimPhase(roomId, endingFrom(1, 'due'))).toBe('early');
      expect(await read(store, roomId)).toEqual(before);
      await parts.passTime(SOON_MS * 3);
      expect(await store.claimPhase(roomId, endingFrom(1, 'due'))).toBe('claimed');
    });

    it('R3.3 that need it not to have passed are late after it', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, SOON_MS);
      await parts.passTime(SOON_MS);
      const before = await read(store, roomId);
      expect(await store.claimPhase(roomId, endingFrom(1, 'open'))).toBe('late');
      expect(await read(store, roomId)).toEqual(before);
      expect(await store.claimPhase(roomId, endingFrom(1, 'any'))).toBe('claimed');
    });

    it('R3.3 find no deadline in the lobby, nor while paused', async () => {
      const { store, passTime } = use();
      const { roomId } = await open(store);
      expect(await store.claimPhase(roomId, endingFrom(0, 'due'))).toBe('early');
      const endTime = store.now() + SOON_MS;
      const pausedAt = store.now();
      const transition = countdownFrom(await read(store, roomId), endTime, { pausedAt });
      const claim = { fromVersion: 0, deadline: 'open' as const, transition };
      expect(await store.claimPhase(roomId, claim)).toBe('claimed');
      await passTime(SOON_MS * 2);
      expect(await store.claimPhase(roomId, endingFrom(1, 'due'))).toBe('early');
      expect(await store.claimPhase(roomId, endingFrom(1, 'open'))).toBe('claimed');
    });

    it('R4.5 happen exactly once, however many try', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, SOON_MS);
      const heard = await listen(parts, roomId);
      await parts.passTime(SOON_MS);
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => store.claimPhase(roomId, endingFrom(1, 'due'))),
      );
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'stale')).toHaveLength(49);
      const { seq } = await read(store, roomId);
      expect(await heardUpTo(heard, seq)).toHaveLength(1);
    });

    it('R6 mark only seats whose owner is still the one who was judged', async () => {
      const parts = use();
      const { store, passTime, slotRestMs } = parts;
      const { roomId } = await open(store);
      await seatAll(store, roomId, 3);
      const state = await read(store, roomId);
      const seatMarks = state.seats.map(({ slot, serial }) => {
        return { slot, serial, score: 100 + slot, fellAt: slot === 2 ? ([4, 4] as const) : null };
      });
      await store.removePlayer(roomId, { slot: 1, serial: 1 }, 'left');
      await passTime(slotRestMs + 1);
      await store.seatPlayer(roomId, request(8));
      await store.seatPlayer(roomId, request(9));
      const heard = await listen(parts, roomId);
      const transition = countdownFrom(state, EPOCH * 2, { seatMarks });
      await store.claimPhase(roomId, { fromVersion: 0, deadline: 'any', transition });
      const { seats, seq } = await read(store, roomId);
      expect(seats.map(({ playerId, score, fellAt }) => [playerId, score, fellAt])).toEqual([
        ['p0', 100, null],
        ['p8', 0, null],
        ['p2', 102, [4, 4]],
        ['p9', 0, null],
      ]);
      expect(await heardUpTo(heard, seq)).toMatchObject([{ kind: 'phase', seatMarks }]);
    });

    it('R6.3 reset everybody at a start and revive everybody at an end', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      const state = await read(store, roomId);
      const marks = state.seats.map(({ slot, serial }) => {
        return { slot, serial, score: 7, fellAt: slot === 1 ? ([4, 4] as const) : null };
      });
      const claim = async (
        changes: Parameters<typeof countdownFrom>[2],
      ): Promise<(number | null | readonly number[])[][]> => {
        const now = await read(store, roomId);
        const { version: fromVersion } = now.phase;
        const transition = countdownFrom(now, EPOCH * 2, changes);
        await store.claimPhase(roomId, { fromVersion, deadline: 'any', transition });
        const { seats } = await read(store, roomId);
        return seats.map(({ score, fellAt }) => [score, fellAt]);
      };
      expect(await claim({ seatMarks: marks })).toEqual([
        [7, null],
        [7, [4, 4]],
      ]);
      expect(await claim({ everyone: 'revive' })).toEqual([
        [7, null],
        [7, null],
      ]);
      expect(await claim({ everyone: 'reset' })).toEqual([
        [0, null],
        [0, null],
      ]);
      // What is given for everybody comes after the marks.
      expect(await claim({ seatMarks: marks, everyone: 'revive' })).toEqual([
        [7, null],
        [7, null],
      ]);
    });

    it('R7.3 a start lets those play who came too late for the last game', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, FAR_MS);
      const { game } = await read(store, roomId);
      const clock = { startTime: 0, endTime: EPOCH * 2, pausedAt: null };
      const question = shownOf(aGame().questions[0]!);
      const phase: Phase = { kind: 'question', version: 2, index: 0, count: 3, question, clock };
      const transition = { phase, game, seatMarks: [], everyone: null };
      await store.claimPhase(roomId, { fromVersion: 1, deadline: 'any', transition });
      const { seat } = await store.seatPlayer(roomId, request(5));
      expect(seat.playsFrom).toBe(1);
      await store.claimPhase(roomId, endingFrom(2, 'any'));
      await start(store, roomId, EPOCH * 2);
      expect((await read(store, roomId)).seats.map(({ playsFrom }) => playsFrom)).toEqual([
        0, 0, 0,
      ]);
    });

    it('R1.6 count as activity', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await running(parts, FAR_MS);
      const { lastActivityAt } = await read(store, roomId);
      await parts.passTime(5);
      await store.claimPhase(roomId, endingFrom(1, 'any'));
      expect((await read(store, roomId)).lastActivityAt).toBeGreaterThan(lastActivityAt);
    });
  });
}
