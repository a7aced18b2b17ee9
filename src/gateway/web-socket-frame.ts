/** A text message as one unmasked WebSocket frame (RFC 6455, 5.2), ready to be written to many. */
const FINAL_TEXT = 0x81;
/** Up to here the length stands in the second byte itself. */
const SHORT = 125;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

export function textFrame(text: string): { frame: Buffer; payloadBytes: number } {
  const payloadBytes = Buffer.byteLength(text);
  const headerBytes = payloadBytes <= SHORT ? 2 : payloadBytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + payloadBytes);
  frame[0] = FINAL_TEXT;
  if (headerBytes === 2) frame[1] = payloadBytes;
  else if (headerBytes === 4) {
    frame[1] = LENGTH_IN_16_BITS;
    frame.writeUInt16BE(payloadBytes, 2);
  } else {
    frame[1] = LENGTH_IN_64_BITS;
    frame.writeBigUInt64BE(BigInt(payloadBytes), 2);
  }
  frame.write(text, headerBytes);
  return { frame, payloadBytes };
}
