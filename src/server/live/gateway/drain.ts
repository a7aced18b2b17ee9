import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NoticeCode } from '../../../protocol/index.js';
import type { GameSocket } from './game-connection.js';
import type { GameNamespace } from './socket-broadcaster.js';

/**
 * All are sent away within this time, few of them sooner: a hall that comes back in one moment would
 * stop the game for those on the other processes.
 */
const MOST_SPREAD_MS = 3_000;
const SPREAD_MS_PER_CLIENT = 10;
/** How long a client has to take what is pending for it. */
const GOODBYE_MS = 1_000;

/**
 * Sends every client away with a notice; where the rooms go on elsewhere, it comes back by itself.
 * Until its turn comes, it plays on here. `stopListening` is called in between: a client that polls
 * hears of the end only through a new request, so these go first.
 */
export async function drain(
  namespace: GameNamespace,
  code: NoticeCode,
  stopListening: () => void,
): Promise<void> {
  const polling = Array.from(namespace.sockets.values()).filter(
    ({ conn }) => conn.transport.name === 'polling',
  );
  await Promise.all(polling.map((socket) => closeTransport(socket, code)));
  stopListening();
  const spreadMs = Math.min(MOST_SPREAD_MS, namespace.sockets.size * SPREAD_MS_PER_CLIENT);
  await Promise.all(
    Array.from(namespace.sockets.values(), async (socket) => {
      await sleep(Math.random() * spreadMs);
      await closeTransport(socket, code);
    }),
  );
}

/** Closes the transport and not the namespace, whose end a client takes for the end of its visit. */
async function closeTransport(socket: GameSocket, code: NoticeCode): Promise<void> {
  const { conn } = socket;
  if (conn.readyState !== 'open') return;
  socket.emit('notice', { code });
  const closed = once(conn, 'close', { signal: AbortSignal.timeout(GOODBYE_MS) });
  conn.close();
  // Who does not take it is cut off with everything else at the end.
  await closed.catch(() => {});
}
