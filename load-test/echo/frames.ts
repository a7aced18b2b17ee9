/** Messages on a TCP stream: a 4-byte little-endian length, then so many bytes. */

export const LENGTH_BYTES = 4;
/** A longer one is a mistake or an attack; nothing is set aside for it. */
export const MAX_FRAME_BYTES = 64 * 1024;

export class FrameTooLong extends Error {
  constructor(bytes: number) {
    super(`a frame of ${bytes} bytes; ${MAX_FRAME_BYTES} is the most`);
  }
}

/** Writes the length; the message follows at the offset that is returned. */
export function writeLength(target: Buffer, offset: number, bytes: number): number {
  return target.writeUInt32LE(bytes, offset);
}

const NOTHING = Buffer.alloc(0);

/** Cuts a stream into its frames, wherever the chunks of it begin and end. */
export class FrameCutter {
  #rest: Buffer = NOTHING;

  /**
   * Returns the bytes that hold whole frames, lengths included, and tells where the message of each is
   * in them. Throws FrameTooLong as soon as such a length is read.
   */
  cut(chunk: Buffer, tell?: (bytes: Buffer, start: number, end: number) => void): Buffer {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= LENGTH_BYTES) {
      const length = bytes.readUInt32LE(at);
      if (length > MAX_FRAME_BYTES) throw new FrameTooLong(length);
      const start = at + LENGTH_BYTES;
      const end = start + length;
      if (end > bytes.length) break;
      tell?.(bytes, start, end);
      at = end;
    }
    // At most one frame is kept, so that chunks of one byte each stay cheap enough.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    return bytes.subarray(0, at);
  }
}
