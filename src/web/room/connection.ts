import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, CommandName, HandshakeAuth } from '../../protocol/commands.js';
import { NAMESPACE, type ChatCursor, type ServerToClientEvents } from '../../protocol/events.js';
import { WIRE } from '../../protocol/wire.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { remembered } from '../ui/storage.js';
import { renewal } from './renewal.js';

export type GameSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export type CommandPayload<C extends CommandName> = Parameters<ClientToServerEvents[C]>[0];
type ServerAck<C extends CommandName> = Parameters<
  NonNullable<Parameters<ClientToServerEvents[C]>[1]>
>[0];
export type CommandAnswer<C extends CommandName> =
  | Extract<ServerAck<C>, { ok: true }>
  | { ok: false; error: { code: FailureCode; message: string } };

/** How long a command waits for its acknowledgement. */
const ACK_TIMEOUT_MS = 5_000;

/** Dialled while somebody still writes their name; it has said no more than who would play, and where. */
let early: { socket: GameSocket; pin: string } | undefined;

/** A join from a form then waits for no connection. The answer hangs up, if nobody has joined by then. */
export function dialEarly(pin: string): () => void {
  early = {
    socket: dial(
      () => ({ role: 'player' }),
      () => pin,
    ),
    pin,
  };
  return () => {
    early?.socket.disconnect();
    early = undefined;
  };
}

/** A player's may be connected already. */
export function openSocket(auth: () => HandshakeAuth, pin: () => string): GameSocket {
  if (early?.pin !== pin() || auth().role !== 'player') return dial(auth, pin);
  const { socket } = early;
  early = undefined;
  socket.auth = giving(auth);
  // Where it was sent away meanwhile.
  if (!socket.active) socket.connect();
  return socket;
}

const giving = (auth: () => HandshakeAuth) => (give: (data: object) => void) => {
  const { token } = remembered;
  give({ ...auth(), format: 'compact2', wantToken: true, wire: WIRE, ...(token && { token }) });
};

/**
 * Reconnects by itself, quickly at first; the random spread keeps a whole hall from returning at once. By the PIN
 * of the room, where there is one yet, a proxy may find its process.
 */
function dial(auth: () => HandshakeAuth, pin: () => string): GameSocket {
  const socket: GameSocket = io(NAMESPACE, {
    // Read anew for each connection.
    get query() {
      return pin() === '' ? {} : { hall: pin() };
    },
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: 400,
    reconnectionDelayMax: 3_000,
    randomizationFactor: 0.5,
    // A proxy in front may ask a process that hangs for 12 s before it asks the next one.
    timeout: 15_000,
    auth: giving(auth),
  });
  socket.on('session', ({ token, wire }) => {
    if (token) remembered.token = token;
    renewal.heard(wire);
  });
  return socket;
}

/** Asks for the messages that came after this one. */
export function cursorOf(last: ChatCursor | undefined): HandshakeAuth {
  if (last === undefined) return {};
  const { id, audience, incarnation } = last;
  return {
    lastChatId: id,
    lastChatAudience: audience,
    ...(incarnation !== undefined && { lastChatIncarnation: incarnation }),
  };
}

/** Sends a command and waits for its answer; no connection and no answer are failures like any other. */
export function sendCommand<C extends CommandName>(
  socket: GameSocket,
  name: C,
  payload: CommandPayload<C>,
): Promise<CommandAnswer<C>> {
  const silence = { ok: false, error: { code: 'NO_ANSWER', message: 'no answer' } } as const;
  // Socket.IO would keep the command and send it after a reconnect, when it may mean something else.
  if (!socket.connected) return Promise.resolve(silence);
  // The library's overloads cannot follow a generic event name.
  const plain = socket as unknown as Socket;
  return new Promise((resolve) => {
    const giveUp = (): void => end(silence);
    let timer = setTimeout(giveUp, ACK_TIMEOUT_MS);
    // Whoever waits to be seated hears of it again and again (R1.8).
    const goOn = (): void => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ACK_TIMEOUT_MS);
    };
    const end = (answer: CommandAnswer<C>): void => {
      clearTimeout(timer);
      socket.off('queued', goOn);
      resolve(answer);
    };
    if (name === 'joinRoom') socket.on('queued', goOn);
    plain.emit(name, payload, end);
  });
}

/** Drops the transport and dials again at once, without the waiting time of a reconnect. */
export function redial(socket: GameSocket): void {
  socket.disconnect();
  socket.connect();
}
