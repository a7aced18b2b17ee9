import type { WebSocket } from 'ws';
import { MAX_MOVE_UNITS, readMove, type CommandInput } from '../../../protocol/index.js';
import type { GameSocket } from './game-connection.js';

type Move = CommandInput<'updatePosition'>;

interface Transport {
  readyState: string;
  /** Null unless a ping waits for its answer. */
  pingTimeoutTimer: unknown;
  transport: { name: string; socket: WebSocket };
}

interface Hook {
  take: (move: Move) => void;
  remove: () => void;
}

/** One for each WebSocket: clients may enter the namespace twice at once. */
const hooks = new WeakMap<WebSocket, Hook>();

/**
 * Reads moves out of the connection's WebSocket messages before Engine.IO and Socket.IO do, which saves
 * a busy process 4–7 % (docs/performance.md); every other message goes to them. Returns the disposer.
 */
export function readMoves({ conn }: GameSocket, take: (move: Move) => void): () => void {
  const state = conn as unknown as Transport;
  const { name, socket } = state.transport;
  // Where somebody else listens, too, nothing tells which one is Engine.IO.
  if (name !== 'websocket' || socket.listenerCount('message') !== 1) return () => {};
  const hook = hooks.get(socket) ?? hookOn(state);
  // As Socket.IO does: the newest one gets what comes.
  hook.take = take;
  return () => {
    if (hook.take === take) hook.remove();
  };
}

function hookOn(state: Transport): Hook {
  const { socket } = state.transport;
  const [ordinary] = socket.listeners('message') as [(data: unknown, isBinary: boolean) => void];
  const read = (data: unknown, isBinary: boolean): void => {
    const move = isBinary || !isCalm(state) ? undefined : moveIn(data);
    // Behind what Socket.IO has read and will hand out in the next tick, too.
    if (move !== undefined) process.nextTick(hook.take, move);
    else ordinary.call(socket, data, isBinary);
  };
  const hook: Hook = {
    take: () => {},
    remove: () => {
      socket.off('message', read).on('message', ordinary);
      hooks.delete(socket);
    },
  };
  socket.off('message', ordinary).on('message', read);
  hooks.set(socket, hook);
  return hook;
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
