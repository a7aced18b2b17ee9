import { describe, expect, it } from 'vitest';
import {
  FrameCutter,
  FrameTooLong,
  LENGTH_BYTES,
  MAX_FRAME_BYTES,
  writeLength,
  MAX_SERIALS,
  MessageKind,
} from '../../load-test/echo/lines.js';
import { seeded } from '../../load-test/swarm/seeded.js';

function frame(message: Buffer): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES + message.length);
  message.copy(bytes, writeLength(bytes, 0, message.length));
  return bytes;
}

/** Cuts the chunks; returns the messages, and all bytes that were handed on. */
function cutAll(chunks: readonly Buffer[]): { messages: Buffer[]; bytes: Buffer } {
  const cutter = new FrameCutter();
  const messages: Buffer[] = [];
  const whole = chunks.map((chunk) => {
    const before = messages.length;
    const frames = cutter.cut(chunk, (bytes, start, end) =>
      messages.push(Buffer.from(bytes.subarray(start, end))),
    );
    // What is handed on are exactly the frames of the messages that were told.
    expect(frames.equals(Buffer.concat(messages.slice(before).map(frame)))).toBe(true);
    return Buffer.from(frames);
  });
  return { messages, bytes: Buffer.concat(whole) };
}

describe('a length before each message', () => {
  it('is four bytes, the lowest first', () => {
    expect(frame(Buffer.from('abc'))).toEqual(Buffer.from('\x03\0\0\0abc'));
    const long = Buffer.alloc(LENGTH_BYTES);
    writeLength(long, 0, 0x01020304);
    expect([...long]).toEqual([4, 3, 2, 1]);
  });

  it('finds the messages wherever the stream is cut in two', () => {
    const sent = ['', 'a', 'four', 'x'.repeat(300), ''].map((text) => Buffer.from(text));
    const stream = Buffer.concat(sent.map(frame));
    for (let at = 0; at <= stream.length; at++) {
      const { messages, bytes } = cutAll([stream.subarray(0, at), stream.subarray(at)]);
      expect(messages.map(String)).toEqual(sent.map(String));
      expect(bytes.equals(stream)).toBe(true);
    }
  });

  it('finds them byte by byte', () => {
    const sent = ['one', '', 'three'].map((text) => Buffer.from(text));
    const chunks = Array.from(Buffer.concat(sent.map(frame)), (byte) => Buffer.from([byte]));
    expect(cutAll(chunks).messages).toEqual(sent);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('finds any messages in any chunks (seed %i)', (seed) => {
    const random = seeded(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const sent = Array.from({ length: 200 }, () =>
      Buffer.from(Array.from({ length: below(below(100) + 1) }, () => below(256))),
    );
    const stream = Buffer.concat(sent.map(frame));
    const chunks: Buffer[] = [];
    for (let at = 0; at < stream.length;) {
      const size = 1 + below(120);
      chunks.push(stream.subarray(at, at + size));
      at += size;
    }
    expect(Buffer.concat(cutAll(chunks).messages.map(frame)).equals(stream)).toBe(true);
  });

  it('is bounded, and no bytes are waited for', () => {
    const longest = Buffer.alloc(MAX_FRAME_BYTES, 'x');
    expect(cutAll([frame(longest)]).messages.map(String)).toEqual([String(longest)]);
    const announced = Buffer.alloc(LENGTH_BYTES);
    writeLength(announced, 0, MAX_FRAME_BYTES + 1);
    expect(() => new FrameCutter().cut(announced)).toThrow(FrameTooLong);
    expect(() => new FrameCutter().cut(Buffer.alloc(LENGTH_BYTES, 0xff))).toThrow(/4294967295/);
  });
});

describe('a message', () => {
  const written = (kind: MessageKind, serial: number): Buffer => {
    const bytes = Buffer.alloc(kind.bytes);
    kind.write(bytes, 0, serial);
    return bytes;
  };

  it.each([8, 9, 500])('of %i bytes is text that tells its serial number', (bytes) => {
    const kind = new MessageKind(bytes, 70_000);
    for (const serial of [0, 1, 63, 64, 4_095, 4_096, 123_456_789, MAX_SERIALS - 1]) {
      const message = written(kind, serial);
      expect(message.toString()).toMatch(/^[\w-]+$/);
      expect(kind.read(message, 0, message.length)).toBe(serial);
    }
  });

  it('is not one of another connection, and not one with a bit turned', () => {
    const kind = new MessageKind(40, 5);
    const message = written(kind, 1_000);
    expect(new MessageKind(40, 6).read(message, 0, 40)).toBe(-1);
    expect(kind.read(message, 0, 39)).toBe(-1);
    for (let bit = 0; bit < 8 * message.length; bit++) {
      const turned = Buffer.from(message);
      turned[bit >> 3]! ^= 1 << (bit & 7);
      expect(kind.read(turned, 0, 40)).not.toBe(1_000);
    }
  });
});
