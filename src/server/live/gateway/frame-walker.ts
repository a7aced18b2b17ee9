/** The longest header of a frame: two bytes, a length of eight, a mask of four. */
const MAX_HEADER_BYTES = 14;
const SHORT_HEADER_BYTES = 2;
const MASK_BYTES = 4;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;

/** Finds where the frames of a WebSocket begin (RFC 6455, 5.2), in chunks that are cut anywhere. */
export class FrameWalker {
  /** Payload of the frame under way that is still to come, in bytes. */
  private payloadLeft = 0;
  private readonly header = Buffer.alloc(MAX_HEADER_BYTES);
  private headerBytes = 0;
  /** Frames that began in the last walk. */
  frames = 0;

  /**
   * Walks on from `start` until `most` frames have begun or the chunk ends, and returns where it stopped: the
   * first byte of a frame that is one too many, or the chunk's length.
   */
  walk(chunk: Buffer, start: number, most: number): number {
    this.frames = 0;
    let at = start;
    for (;;) {
      const payload = Math.min(this.payloadLeft, chunk.length - at);
      this.payloadLeft -= payload;
      at += payload;
      if (at >= chunk.length) return at;
      if (this.headerBytes === 0) {
        if (this.frames === most) return at;
        this.frames++;
      }
      at = this.readHeader(chunk, at);
    }
  }

  private readHeader(chunk: Buffer, start: number): number {
    const { header } = this;
    let at = start;
    while (at < chunk.length) {
      header[this.headerBytes++] = chunk[at++] as number;
      if (this.headerBytes < SHORT_HEADER_BYTES) continue;
      const second = header[1] as number;
      const length = second & 0x7f;
      const lengthBytes = length === LENGTH_IN_16_BITS ? 2 : length === LENGTH_IN_64_BITS ? 8 : 0;
      const maskBytes = (second & 0x80) === 0 ? 0 : MASK_BYTES;
      if (this.headerBytes < SHORT_HEADER_BYTES + lengthBytes + maskBytes) continue;
      this.payloadLeft =
        lengthBytes === 0
          ? length
          : lengthBytes === 2
            ? header.readUInt16BE(2)
            : Number(header.readBigUInt64BE(2));
      this.headerBytes = 0;
      break;
    }
    return at;
  }
}
