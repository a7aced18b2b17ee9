import type { Writable } from 'node:stream';
import * as ws from 'ws';
import { describe, expect, it } from 'vitest';
import { textFrame } from '../../src/gateway/web-socket-frame.js';

/** Both ends of ws, of which its types do not tell. */
const { Receiver, Sender } = ws as unknown as {
  Receiver: new () => Writable;
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

/** What ws reads from these pieces of a connection. */
function read(pieces: Buffer[]): [text: string, isBinary: boolean][] {
  const receiver = new Receiver();
  const messages: [string, boolean][] = [];
  receiver.on('message', (data: Buffer, isBinary: boolean) => {
    messages.push([data.toString(), isBinary]);
  });
  for (const piece of pieces) receiver.write(piece);
  return messages;
}

/** More than a header and the body of any short text here. */
const BYTE_BY_BYTE = 256;

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
}

/** The lengths around which the header changes. */
const TEXTS: [letters: string, bytes: number, text: string][] = [];
for (const bytes of [0, 1, 124, 125, 126, 127, 65_535, 65_536, 200_000])
  TEXTS.push(['of one byte', bytes, 'x'.repeat(bytes)]);
for (const bytes of [123, 126, 65_535, 65_538])
  TEXTS.push(['of three', bytes, '마'.repeat(bytes / 3)]);

describe('a text frame', () => {
  it.each(TEXTS)(
    'of letters %s, %i in all, is the one that ws makes and reads',
    (_, bytes, text) => {
      const { frame, payloadBytes } = textFrame(text);
      expect(payloadBytes).toBe(bytes);
      const options = { fin: true, opcode: 1, mask: false, rsv1: false, readOnly: true };
      expect(frame.equals(Buffer.concat(Sender.frame(Buffer.from(text), options)))).toBe(true);
      expect(read([frame])).toEqual([[text, false]]);
    },
  );

  it('is read among others, in whatever pieces it comes', () => {
    const texts = ['', 'a', '안녕 👋🏽 "quoted"\n', 'x'.repeat(126), '마'.repeat(30_000), 'last'];
    const frames = texts.map((text) => textFrame(text).frame);
    const messages = texts.map((text) => [text, false]);
    expect(read([Buffer.concat(frames)])).toEqual(messages);
    // Byte by byte, but for the body of the long one: ws takes seconds for 90 kB of such pieces.
    const torn = frames.flatMap((frame) => [
      ...piecesOf(frame.subarray(0, BYTE_BY_BYTE), 1),
      ...piecesOf(frame.subarray(BYTE_BY_BYTE), 7),
    ]);
    expect(read(torn)).toEqual(messages);
  });
});
