/** What is sent: text that names its connection and its place there, so that no echo passes for another. */

/** Letters that are one byte each and stand for themselves in JSON. */
const LETTERS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const VALUES = new Int8Array(256).fill(-1);
for (const [value, letter] of LETTERS.entries()) VALUES[letter] = value;

const CONNECTION_LETTERS = 3;
const SERIAL_LETTERS = 5;
const HEAD_BYTES = CONNECTION_LETTERS + SERIAL_LETTERS;
/** As many messages of one connection can be told apart: 2^30. */
export const MAX_SERIALS = LETTERS.length ** SERIAL_LETTERS;

/** The messages of one connection; all have the same size. */
export class MessageKind {
  readonly #text: Buffer;

  /** `bytes` is 8 or more; connections are told apart by the last 18 bits of their number. */
  constructor(
    readonly bytes: number,
    connection: number,
  ) {
    this.#text = Buffer.alloc(bytes);
    writeLetters(this.#text, 0, CONNECTION_LETTERS, connection);
    for (let at = HEAD_BYTES; at < bytes; at++)
      this.#text[at] = LETTERS[(at + connection) % LETTERS.length] ?? 0;
  }

  write(target: Buffer, offset: number, serial: number): void {
    target.set(this.#text, offset);
    writeLetters(target, offset + CONNECTION_LETTERS, SERIAL_LETTERS, serial);
  }

  /** The serial number in these bytes, or -1 where they are no message of this connection. */
  read(bytes: Buffer, start: number, end: number): number {
    if (end - start !== this.bytes) return -1;
    for (let n = 0; n < CONNECTION_LETTERS; n++) if (bytes[start + n] !== this.#text[n]) return -1;
    if (
      this.bytes > HEAD_BYTES &&
      bytes.compare(this.#text, HEAD_BYTES, this.bytes, start + HEAD_BYTES, end) !== 0
    )
      return -1;
    let serial = 0;
    for (let n = CONNECTION_LETTERS; n < HEAD_BYTES; n++) {
      const value = VALUES[bytes[start + n] ?? 0] ?? -1;
      if (value < 0) return -1;
      serial = serial * LETTERS.length + value;
    }
    return serial;
  }
}

function writeLetters(target: Buffer, offset: number, letters: number, value: number): void {
  let rest = value;
  for (let at = offset + letters - 1; at >= offset; at--) {
    target[at] = LETTERS[rest & (LETTERS.length - 1)] ?? 0;
    rest = Math.floor(rest / LETTERS.length);
  }
}
