/** Codes by which a big room tells of everybody at once (R23), in digits of base64. */

/** Tiles of the crowd on each axis of the arena. */
export const CROWD_TILES = 32;

/** How many there are, and where, as the audience sees them. */
export interface CrowdPayload {
  players: number;
  /** How many stand on each tile, in reading order (`decodeCounts`). */
  density: string;
  /** How many stand on each value of the open question, in order; missing where none is, and in a blind one. */
  counts?: number[];
}

/** A message of somebody near, who sits in this slot (R23.7). */
export interface NearChat {
  slot: number;
  message: string;
}

/** The part of a reveal that tells a big room of everybody; the marks beside it are those of the first. */
export interface CrowdMarks {
  /** How many have a mark, for how many of them the question counted, how many were right, and how many live. */
  players: number;
  played: number;
  right: number;
  alive: number;
  /** One bit a slot, from 0 (`decodeBits`): who was right, and who is alive. */
  rightSlots: string;
  aliveSlots: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
/** A digit holds two parts of three bits; a part of seven says that the next one is added to it. */
const PART_BITS = 3;
const MOST_IN_PART = (1 << PART_BITS) - 1;

/** Counts from 0. Few stand on a tile as a rule, so two of them take a digit. */
export function encodeCounts(counts: ArrayLike<number>): string {
  let text = '';
  let half = -1;
  const add = (part: number): void => {
    if (half >= 0) text += DIGITS.charAt((half << PART_BITS) | part);
    half = half >= 0 ? -1 : part;
  };
  for (let i = 0; i < counts.length; i++) {
    let rest = counts[i] ?? 0;
    for (; rest >= MOST_IN_PART; rest -= MOST_IN_PART) add(MOST_IN_PART);
    add(rest);
  }
  if (half >= 0) add(0);
  return text;
}

/** Exactly `length` counts; what is missing, or no digit, is 0. */
export function decodeCounts(text: string, length: number): Uint16Array {
  const counts = new Uint16Array(length);
  let index = 0;
  const take = (part: number): void => {
    if (index >= length) return;
    counts[index] = (counts[index] ?? 0) + part;
    if (part < MOST_IN_PART) index++;
  };
  for (const digit of text) {
    const value = valueOf.get(digit) ?? 0;
    take(value >> PART_BITS);
    take(value & MOST_IN_PART);
  }
  return counts;
}

/** Encodes the numbers of the bits that are set, in any order; as many digits as the highest one needs. */
export function encodeBits(set: Iterable<number>): string {
  const values: number[] = [];
  for (const bit of set) {
    const at = Math.floor(bit / 6);
    while (values.length <= at) values.push(0);
    values[at] = (values[at] ?? 0) | (1 << (bit % 6));
  }
  return values.map((value) => DIGITS.charAt(value)).join('');
}

/** The numbers of the bits that are set, ascending. */
export function decodeBits(text: string): number[] {
  return Array.from({ length: 6 * text.length }, (_, bit) => bit).filter((bit) =>
    hasBit(text, bit),
  );
}

/** Whether a bit of such a text is set. */
export function hasBit(text: string, bit: number): boolean {
  const value = valueOf.get(text.charAt(Math.floor(bit / 6))) ?? 0;
  return (value & (1 << (bit % 6))) !== 0;
}
