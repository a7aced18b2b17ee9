import type { CompactFlush } from '../protocol/index.js';

/** A compact flush as the bytes of its JSON, for senders that know better than `JSON.stringify` what changes in it. */
export class FlushText {
  private parsed: CompactFlush | undefined;

  constructor(readonly json: Buffer) {}

  /** For connections to which the bytes cannot be written as they are. */
  get payload(): CompactFlush {
    return (this.parsed ??= JSON.parse(this.json.toString()) as CompactFlush);
  }
}
