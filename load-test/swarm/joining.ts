/** How the players of a run get in and out. */
import { performance } from 'node:perf_hooks';
import { joinSecondsOf, type SwarmOptions } from './options.js';
import type { SwarmResult } from './result.js';
import type { SwarmRoom } from './room.js';
import { pause, until } from './waiting.js';

/** Exits are facts that everybody hears, so a whole room leaves at this pace. */
const LEAVES_PER_SECOND = 500;

/** Spreads the joins evenly, room after room; the first player of a room opens it. */
export async function joinAll(
  rooms: readonly SwarmRoom[],
  options: SwarmOptions,
  signal: AbortSignal,
): Promise<void> {
  const total = rooms.length * options.players;
  const gapMs = (joinSecondsOf(options) * 1000) / total;
  await Promise.all(
    rooms.map(async (room, roomIndex) => {
      const slot = (index: number): number => (index * rooms.length + roomIndex) * gapMs;
      const start = performance.now();
      const [opener, ...others] = room.members;
      if (opener === undefined) return;
      await pause(slot(0), signal);
      if (!signal.aborted) await room.join(opener);
      await Promise.all(
        others.map(async (member, index) => {
          await pause(start + slot(index + 1) - performance.now(), signal);
          if (signal.aborted) return;
          if (room.pin === undefined) room.cannotOpen();
          else await room.join(member);
        }),
      );
    }),
  );
}

/** Gives the rosters as long as an event has to become complete, and tells whether they did. */
export async function awaitRosters(
  rooms: readonly SwarmRoom[],
  { lostAfterSeconds }: SwarmOptions,
  signal: AbortSignal,
): Promise<SwarmResult['rosters']> {
  const limitMs = lostAfterSeconds * 1000;
  await until(() => checkRosters(rooms).missing === 0, { limitMs, signal });
  return checkRosters(rooms);
}

function checkRosters(rooms: readonly SwarmRoom[]): SwarmResult['rosters'] {
  const missing = rooms.flatMap((room) => room.missing());
  return {
    checked: missing.length,
    complete: missing.filter((count) => count === 0).length,
    missing: missing.reduce((sum, count) => sum + count, 0),
  };
}

export async function leaveAll(rooms: readonly SwarmRoom[]): Promise<void> {
  // Newest first: if the host left before the others, the role would pass through the whole room.
  const players = rooms
    .flatMap((room) => room.members.map(({ player }) => player))
    .filter((player) => player.isConnected)
    .toSorted((one, other) => other.joinedAt - one.joinedAt);
  const leaving: Promise<void>[] = [];
  for (const player of players) {
    leaving.push(player.leave());
    if (leaving.length % LEAVES_PER_SECOND === 0) await pause(1000);
  }
  await Promise.all(leaving);
}
