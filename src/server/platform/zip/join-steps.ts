/** So much is copied in well under a millisecond, also where the memory is new. */
const PIECE_BYTES = 512 * 1024;

/** Puts bytes together, with places to stop: 64 MB at once take 0.1 s. */
export function* joinSteps(parts: readonly Uint8Array[]): Generator<void, Buffer> {
  const joined = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  let copied = 0;
  for (const part of parts)
    for (let from = 0; from < part.length; from += PIECE_BYTES) {
      const piece = part.subarray(from, from + PIECE_BYTES);
      joined.set(piece, at);
      at += piece.length;
      copied += piece.length;
      if (copied < PIECE_BYTES) continue;
      copied = 0;
      yield;
    }
  return joined;
}
