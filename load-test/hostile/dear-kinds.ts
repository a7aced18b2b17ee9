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
  'newcomers',
] as const;

export type DearKind = (typeof DEAR_KINDS)[number];

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
