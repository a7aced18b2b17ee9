/** How lots are drawn (R27.8), so that everybody can draw them again: docs/draws.md. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, createView } from '@noble/hashes/utils.js';

const WORD_BYTES = 4;
const WORDS = 2 ** 32;

/** SHA-256 of the bytes of a seed, in hex: told before it is used. */
export function hashOfSeed(seed: string): string {
  return bytesToHex(sha256(fromHex(seed)));
}

/**
 * The first `count` of these slots in the order in which a seed draws them; a smaller count gives the beginning of
 * the same order. From the ascending list, each draw takes one of those that are left and puts the first of them in
 * its place.
 */
export function drawLots(seed: string, slots: Iterable<number>, count: number): number[] {
  const left = [...slots].sort((a, b) => a - b);
  const words = wordsOf(fromHex(seed));
  const most = Math.min(count, left.length);
  for (let i = 0; i < most; i++) {
    const at = i + drawBelow(left.length - i, words);
    [left[i], left[at]] = [left[at] as number, left[i] as number];
  }
  return left.slice(0, most);
}

/** By rejection: words beyond the last whole multiple of `bound` are passed over, so that no number is likelier. */
function drawBelow(bound: number, words: Iterator<number, never>): number {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const { value } = words.next();
    if (value < limit) return value % bound;
  }
}

/** The big-endian 32-bit words of SHA-256(seed ‖ counter), with a counter of 32 bits, big-endian, from 0. */
function* wordsOf(seed: Uint8Array): Generator<number, never> {
  const message = new Uint8Array(seed.length + WORD_BYTES);
  message.set(seed);
  const view = new DataView(message.buffer);
  for (let counter = 0; ; counter++) {
    view.setUint32(seed.length, counter);
    const digest = createView(sha256(message));
    for (let at = 0; at < digest.byteLength; at += WORD_BYTES) yield digest.getUint32(at);
  }
}

/** Unlike that of the package it throws on nothing: for a malformed seed, a page that checks a draw finds another hash. */
function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
