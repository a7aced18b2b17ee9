import { nameOf } from '../../src/protocol/judged-name.js';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { done, PHASE } from '../../src/game/room-command.js';
import { sit } from '../../src/game/seat-commands.js';
import { NOT_MOVED, type JudgedQuestion } from '../../src/game/shared/judged.js';
import {
  createMemoryParts,
  type KeptRooms,
} from '../../src/server/live/store/memory/memory-parts.js';
import type { StoreParts } from '../../src/server/live/store/parts.js';
import { HALL_OPTIONS } from './hall.js';
import { round, type Figure, type Piece } from './piece.js';

const PLAYERS = 200;
const ROOMS = 20;
const SHARE_MS = 50;
const QUESTION_MS = 5_000;
const RUN_MS = 20_000;
const QUICK_MS = 300;

const SILENT = { info: () => {}, warn: () => {} };
const keptIn = (dir: string): KeptRooms => ({ dir, emptyRoomMs: 3_600_000, logger: SILENT });

/** A room with a hall in it. */
async function openRoom({ store, writer }: StoreParts, n: number): Promise<string> {
  const roomId = await store.openRoom({
    pin: String(100_000 + n),
    options: HALL_OPTIONS,
    quizSet: { quizSetId: 'none', quizCount: 1, title: 'None' },
    identityId: 'opener',
    address: '192.0.2.1',
    limits: { rooms: ROOMS, perIdentity: ROOMS, perAddress: ROOMS },
  });
  if (roomId === undefined) throw new Error('the room did not open');
  for (let slot = 0; slot < PLAYERS; slot++)
    await writer.run(
      roomId,
      sit({
        identityId: `identity-${slot}`,
        address: '192.0.2.1',
        connectionId: `connection-${slot}`,
        process: store.processId,
        playerId: `player-${slot}`.padEnd(12, '_'),
        playerName: `Guest ${slot}`,
        position: [slot, slot],
        isStoreFull: false,
      }),
    );
  return roomId;
}

/** One question of a game, judged. */
async function judge({ writer }: StoreParts, roomId: string, index: number): Promise<void> {
  await writer.run(roomId, {
    reads: PHASE,
    decide({ phase, tally, seats }) {
      const answers = Array.from(seats.values(), ({ playerId }) => ({
        playerId,
        value: index % 2 === 0 ? 1 : NOT_MOVED,
        ms: index * 10,
        isOut: false,
      }));
      const judged = {
        ...nameOf({ index }),
        answers,
        limitMs: 10_000,
      } as unknown as JudgedQuestion;
      const next = { ...phase, version: phase.version + 1 };
      return done({ kind: 'phase', phase: next, tally, judged: [judged] });
    },
  });
}

/** CPU of this process for a second of a hall that walks and is judged, in ns; and how late its event loop is. */
async function playHall(
  parts: StoreParts,
  ms: number,
): Promise<{ nsPerSecond: number; latestMs: number }> {
  const roomId = await openRoom(parts, 0);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  const begin = performance.now();
  for (let tick = 1; tick * SHARE_MS <= ms; tick++) {
    const moves = Array.from({ length: PLAYERS / 5 }, (_, i) => {
      const slot = (tick * 40 + i) % PLAYERS;
      return { slot, generation: slot + 1, position: [tick % 1_000, slot] as const };
    }).map(({ position: [x, y], ...move }) => ({ ...move, position: [x, y] as [number, number] }));
    await parts.store.share(roomId, { moves, chats: [], walked: 40 });
    if ((tick * SHARE_MS) % QUESTION_MS === 0) await judge(parts, roomId, tick);
    await sleep(Math.max(0, begin + tick * SHARE_MS - performance.now()));
  }
  const seconds = (performance.now() - begin) / 1_000;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { nsPerSecond: ((user + system) * 1_000) / seconds, latestMs: delay.max / 1e6 };
}

function bytesIn(dir: string): number {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
}

async function restoreTime(dir: string, rooms: number): Promise<number> {
  const parts = createMemoryParts(undefined, keptIn(dir));
  await parts.ready;
  for (let n = 0; n < rooms; n++) await openRoom(parts, n);
  await parts.close();
  const begin = performance.now();
  const next = createMemoryParts(undefined, keptIn(dir));
  await next.ready;
  const tookMs = performance.now() - begin;
  await next.close();
  return tookMs;
}

export const journal: Piece = {
  name: 'journal',
  about: 'what it costs to write rooms down, and how long they take to come back',
  async run({ quick }) {
    const ms = quick ? QUICK_MS : RUN_MS;
    const root = mkdtempSync(join(tmpdir(), 'madang-journal-'));
    const figures: Figure[] = [];
    const late: string[] = [];
    try {
      for (const name of ['in memory', 'kept']) {
        const dir = join(root, name);
        const kept = name === 'kept' ? keptIn(dir) : undefined;
        const parts = createMemoryParts(undefined, kept);
        await parts.ready;
        const { nsPerSecond, latestMs } = await playHall(parts, ms);
        await parts.close();
        const bytes = kept === undefined ? {} : { bytes: bytesIn(dir) };
        figures.push({ name, nsPerOp: round(nsPerSecond, 0), errorPercent: 0, ...bytes });
        late.push(`${name} ${latestMs.toFixed(1)} ms`);
      }
      const rooms = quick ? 1 : ROOMS;
      const tookMs = await restoreTime(join(root, 'restored'), rooms);
      return [
        {
          title: 'Rooms that are written down',
          operation: 'a second of a hall of 200 in the store, CPU of all threads',
          figures,
          note: `The event loop was late by at most: ${late.join(', ')}. ${rooms} rooms of ${PLAYERS} came back in ${tookMs.toFixed(0)} ms.`,
        },
      ];
    } finally {
      rmSync(root, { recursive: true });
    }
  },
};
