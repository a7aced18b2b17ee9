/** The slot of a cluster in which Redis keeps a key. */

export const SLOTS = 16_384;

/** That of CRC-16/XMODEM. */
const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

/** Where a key has a hash tag, only what stands in its braces counts. */
export function slotOf(key: string): number {
  const [, tag] = /^[^{]*\{([^}]+)\}/.exec(key) ?? [];
  let crc = 0;
  for (const byte of Buffer.from(tag ?? key))
    crc = ((crc << 8) & 0xff00) ^ (TABLE[(crc >> 8) ^ byte] as number);
  return crc % SLOTS;
}
