/** A text message as one unmasked WebSocket frame (RFC 6455, 5.2), ready to be written to many. */
const FINAL_TEXT = 0x81;
/** Up to here the length stands in the second byte itself. */
const SHORT = 125;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

export function textFrame(text: string): { frame: Buffer; payloadBytes: number } {
  const payloadBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerBytes(payloadBytes) + payloadBytes);
  frame.write(text, writeHeader(frame, 0, payloadBytes));
  return { frame, payloadBytes };
}

/** One frame behind the other, each with a part between this head and this tail. */
export function textFrames(head: Buffer, parts: readonly Buffer[], tail: Buffer): Buffer {
  const payloadBytes = (part: Buffer): number => head.length + part.length + tail.length;
  const bytes = parts.reduce((sum, part) => {
    const length = payloadBytes(part);
    return sum + headerBytes(length) + length;
  }, 0);
  const frames = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const part of parts) {
    at = writeHeader(frames, at, payloadBytes(part));
    for (const piece of [head, part, tail]) {
      frames.set(piece, at);
      at += piece.length;
    }
  }
  return frames;
}

function headerBytes(payloadBytes: number): number {
  return payloadBytes <= SHORT ? 2 : payloadBytes < 65_536 ? 4 : 10;
}

/** Returns where the payload begins. */
function writeHeader(frame: Buffer, at: number, payloadBytes: number): number {
  const bytes = headerBytes(payloadBytes);
  frame[at] = FINAL_TEXT;
  if (bytes === 2) frame[at + 1] = payloadBytes;
  else if (bytes === 4) {
    frame[at + 1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(payloadBytes, at + 2);
  } else {
    frame[at + 1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(payloadBytes), at + 2);
  }
  return at + bytes;
}
