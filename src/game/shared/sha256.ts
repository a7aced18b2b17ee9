/** SHA-256 (FIPS 180-4). Of our own, as the browser's is only there over HTTPS and tells its answer later. */

const BLOCK_BYTES = 64;
/** At the end of the last block: the length of the message in bits. */
const LENGTH_BYTES = 8;

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

function* primes(): Iterable<number> {
  const found: number[] = [];
  for (let n = 2; ; n++)
    if (found.every((prime) => n % prime !== 0)) {
      found.push(n);
      yield n;
    }
}

const START: number[] = [];
const ROUNDS: number[] = [];
for (const prime of primes()) {
  if (START.length < 8) START.push(fraction(Math.sqrt(prime)));
  ROUNDS.push(fraction(Math.cbrt(prime)));
  if (ROUNDS.length === BLOCK_BYTES) break;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  // Messages are short: the upper half of the length stays 0.
  view.setUint32(padded.length - 4, message.length * 8);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(BLOCK_BYTES);
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    compress(state, words);
  }
  const digest = new Uint8Array(4 * state.length);
  const out = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) out.setUint32(4 * i, word);
  return digest;
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const word = (i: number): number => words[i] as number;
  for (let i = 16; i < words.length; i++) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    words[i] = word(i - 16) + s0 + word(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < words.length; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (ROUNDS[i] as number) + word(i)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = (s0 + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, more] of [a, b, c, d, e, f, g, h].entries())
    state[i] = (state[i] as number) + more;
}

type Eight = [number, number, number, number, number, number, number, number];

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
