/** A whole unmasked WebSocket frame as it goes over TCP (RFC 6455, 5.2), for payloads up to 64 kB. */
const FINAL_TEXT = 0x81;
const FINAL_BINARY = 0x82;
const LONGEST_SHORT = 125;
const LENGTH_IN_16_BITS = 126;

export function rawFrame(data: string | Buffer): Buffer {
  const payload = Buffer.from(data);
  const type = typeof data === 'string' ? FINAL_TEXT : FINAL_BINARY;
  const { length } = payload;
  const head =
    length <= LONGEST_SHORT
      ? [type, length]
      : [type, LENGTH_IN_16_BITS, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), payload]);
}
