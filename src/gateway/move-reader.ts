import type { WebSocket } from 'ws';
import { MAX_MOVE_UNITS, readMove, type CommandInput } from '../protocol/index.js';
import type { GameSocket } from './game-connection.js';

type Move = CommandInput<'updatePosition'>;

interface Transport {
  readyState: string;
  /** Null unless a ping waits for its answer. */
  pingTimeoutTimer: unknown;
  transport: { name: string; socket: WebSocket };
}

/**
 * Reads moves out of the connection's WebSocket messages before Engine.IO and Socket.IO do, which take
 * most of a move's time (docs/performance.md); every other message goes to them. Returns the disposer.
 */
export function readMoves({ conn }: GameSocket, take: (move: Move) => void): () => void {
  const state = conn as unknown as Transport;
  const { name, socket } = state.transport;
  const [ordinary] = name === 'websocket' ? socket.listeners('message') : [];
  if (ordinary === undefined) return () => {};

  const read = (data: unknown, isBinary: boolean): void => {
    const move = isBinary || !isCalm(state) ? undefined : moveIn(data);
    // Behind what Socket.IO has read and will hand out in the next tick, too.
    if (move !== undefined) process.nextTick(take, move);
    else ordinary.call(socket, data, isBinary);
  };
  socket.off('message', ordinary as () => void).on('message', read);
  return () => void socket.off('message', read).on('message', ordinary as () => void);
}

/** Any message counts as a sign of life while a ping waits for its answer, so Engine.IO has to see it. */
function isCalm({ readyState, pingTimeoutTimer }: Transport): boolean {
  return readyState === 'open' && pingTimeoutTimer === null;
}

function moveIn(data: unknown): Move | undefined {
  return Buffer.isBuffer(data) && data.length <= MAX_MOVE_UNITS
    ? // What is no ASCII cannot be a move.
      readMove(data.toString('latin1'))
    : undefined;
}
