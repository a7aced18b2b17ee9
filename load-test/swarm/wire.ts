/** Engine.IO 4 and Socket.IO 5 text framing, by hand: a Socket.IO client per player is too heavy. */
import {
  NAMESPACE,
  type ClientToServerEvents,
  type CommandName,
  type HandshakeAuth,
  type ServerEvent,
  type ServerPayload,
} from '../../src/protocol/index.js';

export type ServerUpdate = {
  [E in ServerEvent]: { name: E; payload: ServerPayload<E> };
}[ServerEvent];

export type Packet =
  | { type: 'open' }
  | { type: 'ping' }
  | { type: 'connected' }
  | { type: 'refused'; message: string }
  | { type: 'disconnected' }
  | { type: 'update'; update: ServerUpdate }
  | { type: 'ack'; id: number; result: unknown }
  | { type: 'other' };

export const PONG = '3';

const PING_BYTE = '2'.charCodeAt(0);
const EVENT_HEAD = `42${NAMESPACE},["`;
/** Where the number of a compact frame begins. */
export const FLUSH_NUMBER_AT = `${EVENT_HEAD}flush",[`.length;

/** Engine.IO pings are the one thing that every socket must answer, so they are told by their byte. */
export function isPing(frame: Buffer): boolean {
  return frame.length === 1 && frame[0] === PING_BYTE;
}

/** Three letters tell the events of the protocol that matter here apart from all others. */
function stem(name: ServerEvent): number {
  return Buffer.from(name).readUIntBE(0, 3);
}

const NOTABLE = new Set(
  (['startQuizTime', 'exception', 'notice', 'kickRoom'] satisfies ServerEvent[]).map(stem),
);
/** Compact frames may have any of them inside. */
const ROSTER = new Set(
  (['joinRoom', 'exitRoom', 'kickRoom', 'flush'] satisfies ServerEvent[]).map(stem),
);

const FLUSH = stem('flush');
/** Events inside of compact frames that players look for who otherwise only count. */
const INSIDE = {
  startQuizTime: Buffer.from('["startQuizTime",'),
  endQuizTime: Buffer.from('["endQuizTime",'),
  near: Buffer.from('["near",'),
  myResult: Buffer.from('["myResult",'),
} satisfies Partial<Record<ServerEvent, Buffer>>;

export function isFlush(frame: Buffer): boolean {
  return eventStem(frame) === FLUSH;
}

/** True for compact frames that tell this event beside others. */
export function tells(frame: Buffer, event: keyof typeof INSIDE): boolean {
  return isFlush(frame) && frame.includes(INSIDE[event]);
}

function eventStem(frame: Buffer): number | undefined {
  // '4' and '2': a Socket.IO event; every one that this server sends is of one namespace.
  if (frame.length < EVENT_HEAD.length + 3 || frame[0] !== 0x34 || frame[1] !== 0x32) return;
  return frame.readUIntBE(EVENT_HEAD.length, 3);
}

/** True for what a player who only counts must still read; moves, chat and reveals are not. */
export function isNotable(frame: Buffer): boolean {
  const found = eventStem(frame);
  return found === undefined || NOTABLE.has(found);
}

/** True for frames that change who is in the room. */
export function isAboutRoster(frame: Buffer): boolean {
  const found = eventStem(frame);
  return found !== undefined && ROSTER.has(found);
}

export function encodeConnect(auth: HandshakeAuth): string {
  return `40${NAMESPACE},${JSON.stringify(auth)}`;
}

export function encodeCommand<C extends CommandName>(
  name: C,
  payload: Parameters<ClientToServerEvents[C]>[0],
  ackId?: number,
): string {
  return `42${NAMESPACE},${ackId ?? ''}${JSON.stringify([name, payload])}`;
}

/** Reads one text frame. Throws a SyntaxError where the JSON in it is broken. */
export function decode(text: string): Packet {
  if (text === '2') return { type: 'ping' };
  if (text.startsWith('0')) return { type: 'open' };
  if (!text.startsWith('4')) return { type: 'other' };
  const body = bodyOf(text);
  switch (text[1]) {
    case '0':
      return { type: 'connected' };
    case '1':
      return { type: 'disconnected' };
    case '2': {
      const [name, payload] = JSON.parse(body.slice(digits(body))) as [ServerEvent, unknown];
      return { type: 'update', update: { name, payload } as ServerUpdate };
    }
    case '3': {
      const cut = digits(body);
      const [result] = JSON.parse(body.slice(cut)) as unknown[];
      return { type: 'ack', id: Number(body.slice(0, cut)), result };
    }
    case '4': {
      const { message } = JSON.parse(body) as { message?: unknown };
      return { type: 'refused', message: typeof message === 'string' ? message : body };
    }
    default:
      return { type: 'other' };
  }
}

/** What follows the packet type and, if there is one, the namespace with its comma. */
function bodyOf(text: string): string {
  if (text[2] !== '/') return text.slice(2);
  const comma = text.indexOf(',');
  return comma < 0 ? '' : text.slice(comma + 1);
}

function digits(text: string): number {
  let count = 0;
  while (text.charCodeAt(count) >= 48 && text.charCodeAt(count) <= 57) count++;
  return count;
}

/** Bytes of the WebSocket header that a server sends before a payload of this size (RFC 6455, 5.2). */
export function frameHeaderBytes(payloadBytes: number): number {
  if (payloadBytes < 126) return 2;
  return payloadBytes < 65_536 ? 4 : 10;
}
