import { setTimeout as sleep } from 'node:timers/promises';
import { limits, type JoinAck, type KeptGameList } from '../../src/protocol/index.js';
import type { Seat, Visitor } from './visitor.js';

const LOOK_MS = 200;
const LOOKS = 50;
/** The server's clock and this one's timer may differ by so much. */
const SPARE_MS = 50;

export interface Member {
  visitor: Visitor;
  seat: Seat;
  playerId: string;
}

export interface AttackRoom {
  pin: string;
  /** A cockpit: who opened the room has no seat. */
  host: Seat;
  owner: Visitor;
  members: Member[];
}

interface RoomWish {
  maxPlayerCount?: number;
  format?: 'json' | 'compact2';
}

/** A room of a visitor, with a seat for each of the others. */
export async function openRoom(
  owner: Visitor,
  others: readonly Visitor[] = [],
  { maxPlayerCount = 200, format = 'json' }: RoomWish = {},
): Promise<AttackRoom> {
  const host = await owner.connect({ format });
  const options = { title: 'Attack', gameMode: 'RANKING', scoring: 'early', maxPlayerCount };
  const { gameId: pin = '' } = await host.do<{ gameId: string }>('createRoom', options);
  const members = await Promise.all(
    others.map(async (visitor, n) => {
      const seat = await visitor.connect({ format });
      const { playerId } = await seat.do<JoinAck>('joinRoom', {
        gameId: pin,
        playerName: `Seat ${n}`,
      });
      return { visitor, seat, playerId: playerId ?? '' };
    }),
  );
  return { pin, host, owner, members };
}

export function closeRoom({ host, members }: AttackRoom): void {
  for (const { seat } of members) seat.close();
  host.close();
}

/** Plays a game of so many questions to its end; each is judged, so that there is something to keep. */
export async function play({ host }: AttackRoom, questions: number): Promise<void> {
  await host.do('startGame', {});
  let asked = -1;
  for (let n = 1; n <= questions; n++) {
    const { version, startTime } = await host.until('question', asked);
    asked = version;
    // Sooner, it would be dropped, and nothing judged (R4.7).
    await sleep(startTime + limits.MIN_SHOWN_MS + SPARE_MS - Date.now());
    await host.do('closeQuestion', { version });
    const reveal = await host.until('reveal');
    await host.do(n < questions ? 'nextPhase' : 'endGame', { version: reveal.version });
  }
  await host.until('lobby');
}

/** The newest game that is kept for a visitor, once it is over. */
export async function keptGame(owner: Visitor): Promise<string> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { games } = await owner.json<KeptGameList>('GET', '/api/desk/results');
    const [game] = games;
    if (game !== undefined && game.endedAt !== null) return game.id;
    await sleep(LOOK_MS);
  }
  throw new Error('no game is kept');
}
