/** The kinds of attacks: frames and connections that flood, and requests and commands that are few and dear to the server. */

/** Attacks by requests and commands that are few and dear to the server. */
export const DEAR_KINDS = [
  'workbook styles',
  'shared bodies',
  'result files',
  'reports',
  'door',
  'picture ids',
  'guest saves',
  'whoAre',
  'chat history',
  'corrections',
  'slow uploads',
  'searches',
  'sign-ins',
  'chopped pictures',
  'rooms',
  'joins by growing names',
  'lists of strangers',
  'lists of hosts',
  'rooms by growing names',
  'accounts by growing names',
  'growing chat',
  'growing answers',
  'piled drafts',
  'colours',
  'wrong PINs',
  'told to all',
  'newcomers',
] as const;

export type DearKind = (typeof DEAR_KINDS)[number];

/** Addresses that pass for a proxy's, whose word for where a request comes from is taken. */
export const PROXY_ADDRESSES = `127.${10 + DEAR_KINDS.indexOf('wrong PINs')}.0.0/16`;

/** Attacks that take a while until anything is answered, in seconds; a crowd at a door ends by itself. */
const SLOW: Partial<Record<DearKind, number>> = { 'slow uploads': 7 };

/** How long an attack goes on. */
export function secondsOf(kind: DearKind, seconds: number): number {
  return Math.max(seconds, SLOW[kind] ?? 0);
}

export const isDearKind = (kind: string): kind is DearKind =>
  (DEAR_KINDS as readonly string[]).includes(kind);

/** Everything that an attacking program prepares before it begins. */
export interface DearOrder {
  target: string;
  kinds: readonly DearKind[];
  /** Attackers, each of whom asks again when it has its answer. */
  sockets: number;
  /** How many addresses they come from, in one attack after the other. */
  addresses: readonly number[];
}

/** What it is told to do next. */
export interface DearAttack {
  kind: DearKind;
  addresses: number;
}

/** What hostile clients send: frames that a limit of commands does not see, and connections without end. */

/** A masked frame, as clients must send them; a mask of zeros leaves the payload as it is. */
function clientFrame(firstByte: number, payload: string | Buffer): Buffer {
  const bytes = Buffer.from(payload);
  const { length } = bytes;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([firstByte, ...size, 0, 0, 0, 0]), bytes]);
}

const TEXT = 0x81;
export const textFrame = (text: string | Buffer): Buffer => clientFrame(TEXT, text);

/** The first frame of a message that never ends. */
export const FRAGMENT_HEAD = clientFrame(0x01, '4');

/** Frames that are sent over and over on an open WebSocket, as bytes on the wire. */
export const FRAMES = {
  pings: clientFrame(0x89, ''),
  pongs: clientFrame(0x8a, ''),
  'answers to no ping': textFrame('3'),
  'packets that say nothing': textFrame('6'),
  'fragments of one byte': clientFrame(0x00, 'x'),
  'small messages': textFrame('42["nobody","listens"]'),
  commands: textFrame('42/game,["syncTime",{"t0":1}]'),
} satisfies Record<string, Buffer>;

export type FrameKind = keyof typeof FRAMES;

/** Other ways to be a burden: events that fit no schema, connections over and over, HTTP. */
export const OTHER_KINDS = [
  'hostile events',
  'reconnects',
  'handshakes',
  'rude ends',
  'polling',
  'requests',
] as const;

export type FloodKind = FrameKind | (typeof OTHER_KINDS)[number];

export const FLOOD_KINDS: readonly FloodKind[] = [
  ...(Object.keys(FRAMES) as FrameKind[]),
  ...OTHER_KINDS,
];

/** Everything that `npm run hostile` can do. */
export type AttackKind = FloodKind | DearKind;

export const ATTACK_KINDS: readonly AttackKind[] = [...FLOOD_KINDS, ...DEAR_KINDS];

export const isFrameKind = (kind: FloodKind): kind is FrameKind => kind in FRAMES;

export const isFloodKind = (kind: AttackKind): kind is FloodKind =>
  (FLOOD_KINDS as readonly AttackKind[]).includes(kind);
