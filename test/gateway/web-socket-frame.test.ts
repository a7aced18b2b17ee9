import type { Writable } from 'node:stream';
import * as ws from 'ws';
import { describe, expect, it } from 'vitest';
import { textFrame, textFrames } from '../../src/server/live/gateway/web-socket-frame.js';

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

  it('stands behind others of any length, each between one head and one tail', () => {
    const [head, tail] = [Buffer.from('["머리",'), Buffer.from(']')];
    const texts = TEXTS.map(([, , text]) => text);
    const frames = textFrames(
      head,
      texts.map((text) => Buffer.from(text)),
      tail,
    );
    expect(read([frames])).toEqual(texts.map((text) => [`["머리",${text}]`, false]));
  });

  it('is read among others, with its header in one piece or torn', () => {
    const texts = ['', 'a', '안녕 👋🏽 "quoted"\n', 'x'.repeat(126), '마'.repeat(30_000), 'last'];
    const frames = texts.map((text) => textFrame(text).frame);
    const messages = texts.map((text) => [text, false]);
    expect(read([Buffer.concat(frames)])).toEqual(messages);
    // Headers byte by byte; ws takes seconds for 90 kB of such pieces.
    const torn = frames.flatMap((frame) => [
      ...Array.from(frame.subarray(0, 20), (byte) => Buffer.of(byte)),
      frame.subarray(20),
    ]);
    expect(read(torn)).toEqual(messages);
  });
});
