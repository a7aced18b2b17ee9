import { describe, expect, it } from 'vitest';
import type { Due } from '../../src/server/live/store/contract.js';
import { Heard } from '../support/heard.js';
import { claim, type Writing } from '../support/store-verbs.js';
import {
  CLOCK_ERROR_MS,
  countdownFrom,
  lobbyFrom,
  open,
  read,
  SOON_MS,
  start,
  type StoreParts,
  type UseParts,
} from './parts.js';

interface Ring {
  due: Due;
  /** By the store's clock. */
  at: number;
}

function alarm({ timer, store }: StoreParts): { rings: Heard<Ring>; stop: () => void } {
  const rings = new Heard<Ring>();
  const stop = timer.onDue((due) => rings.note({ due, at: store.now() }));
  return { rings, stop };
}

/**
 * Waits until a deadline far behind all others has rung, so that none is still to come. A phase may
 * ring until it is claimed: each counts once.
 */
async function settle(parts: StoreParts, rings: Heard<Ring>): Promise<Due[]> {
  const { store } = parts;
  const { roomId } = await open(store);
  await store.armHousekeeping(roomId, store.now() + SOON_MS * 5);
  await parts.passTime(SOON_MS * 5);
  await rings.wait(({ due }) => due.roomId === roomId);
  const dues = rings.all.map(({ due }) => due).filter((due) => due.roomId !== roomId);
  return [...new Map(dues.map((due) => [JSON.stringify(due), due])).values()];
}

async function retime(
  parts: Writing,
  roomId: string,
  endTime: number,
  paused = false,
): Promise<void> {
  const state = await read(parts.store, roomId);
  const changes = paused ? { pausedAt: parts.store.now() } : {};
  await claim(parts, state, countdownFrom(state, endTime, changes));
}

/** Deadlines that ring. */
export function timerContract(use: UseParts): void {
  describe('deadlines', () => {
    it('R4.5 of a phase ring once it has ended, and the room can then be claimed', async () => {
      const parts = use();
      const { rings } = alarm(parts);
      const { roomId } = await open(parts.store);
      const endTime = parts.store.now() + SOON_MS;
      await start(parts, roomId, endTime);
      await parts.passTime(SOON_MS);
      const { due, at } = await rings.wait((ring) => ring.due.kind === 'phase');
      expect(due).toEqual({ kind: 'phase', roomId, version: 1 });
      expect(at).toBeGreaterThanOrEqual(endTime - CLOCK_ERROR_MS);
      const state = await read(parts.store, roomId);
      const next = countdownFrom(state, endTime + 60_000);
      expect(await claim(parts, state, next, 'due')).toMatchObject({ kind: 'done' });
    });

    it('R4.5 that have passed already ring soon', async () => {
      const parts = use();
      const { rings } = alarm(parts);
      const { roomId } = await open(parts.store);
      await start(parts, roomId, parts.store.now() - 1_000);
      await parts.passTime(1);
      const { due } = await rings.wait((ring) => ring.due.roomId === roomId);
      expect(due).toEqual({ kind: 'phase', roomId, version: 1 });
    });

    it('R3.3 that were put off do not ring before their new time', async () => {
      const parts = use();
      const { rings } = alarm(parts);
      const { roomId } = await open(parts.store);
      await start(parts, roomId, parts.store.now() + SOON_MS);
      const later = parts.store.now() + SOON_MS * 2;
      await retime(parts, roomId, later);
      const dues = await settle(parts, rings);
      expect(dues).toEqual([{ kind: 'phase', roomId, version: 2 }]);
      expect(rings.all[0]?.at).toBeGreaterThanOrEqual(later - CLOCK_ERROR_MS);
    });

    it('R3.3 of a paused phase, of an ended game and of a closed room never ring', async () => {
      const parts = use();
      const { store } = parts;
      const { rings } = alarm(parts);
      const rooms = await Promise.all([open(store), open(store), open(store)]);
      const [paused, ended, closed] = rooms.map(({ roomId }) => roomId) as [string, string, string];
      const endTime = store.now() + SOON_MS * 4;
      for (const { roomId } of rooms) await start(parts, roomId, endTime);
      await retime(parts, paused, endTime, true);
      const running = await read(store, ended);
      await claim(parts, running, lobbyFrom(running));
      await store.armHousekeeping(closed, endTime);
      await store.closeRoom(closed, 'idle', (await read(store, closed)).seq);
      expect(await settle(parts, rings)).toEqual([]);
    });

    it('R1.6 of housekeeping fire at the earlier of the times that were asked for', async () => {
      const parts = use();
      const { store } = parts;
      const { rings } = alarm(parts);
      const [sooner, later] = [await open(store), await open(store)];
      const [soon, far] = [store.now() + SOON_MS, store.now() + SOON_MS * 2];
      await store.armHousekeeping(sooner.roomId, soon);
      await store.armHousekeeping(sooner.roomId, far);
      await store.armHousekeeping(later.roomId, far);
      await store.armHousekeeping(later.roomId, soon);
      const dues = await settle(parts, rings);
      expect(dues.map(({ roomId }) => roomId).toSorted()).toEqual(
        [sooner.roomId, later.roomId].toSorted(),
      );
      expect(dues.map(({ kind }) => kind)).toEqual(['housekeeping', 'housekeeping']);
      for (const { at } of rings.all.slice(0, 2))
        expect(at).toBeGreaterThanOrEqual(soon - CLOCK_ERROR_MS);
    });

    it('R1.6 of housekeeping fire again when asked for again', async () => {
      const parts = use();
      const { rings } = alarm(parts);
      const { roomId } = await open(parts.store);
      for (let round = 1; round <= 3; round++) {
        const at = parts.store.now() + 5;
        await parts.store.armHousekeeping(roomId, at);
        await parts.passTime(5);
        const { due } = await rings.wait((ring) => ring.at >= at);
        expect(due).toEqual({ kind: 'housekeeping', roomId });
      }
    });

    it('of phase and housekeeping do not replace each other', async () => {
      const parts = use();
      const { rings } = alarm(parts);
      const { roomId } = await open(parts.store);
      const at = parts.store.now() + SOON_MS;
      await parts.store.armHousekeeping(roomId, at);
      await start(parts, roomId, at);
      const dues = await settle(parts, rings);
      expect(dues.map(({ kind }) => kind).toSorted()).toEqual(['housekeeping', 'phase']);
    });

    it('ring for everybody who listens, and not for who has stopped', async () => {
      const parts = use();
      const [one, two, gone] = [alarm(parts), alarm(parts), alarm(parts)];
      gone.stop();
      const { roomId } = await open(parts.store);
      await parts.store.armHousekeeping(roomId, parts.store.now() + 5);
      await parts.passTime(5);
      await Promise.all(
        [one, two].map(({ rings }) => rings.wait(({ due }) => due.roomId === roomId)),
      );
      expect(gone.rings.all).toEqual([]);
    });
  });
}
