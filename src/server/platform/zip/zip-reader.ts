import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

export type ZipFault = 'damaged' | 'locked' | 'tooLarge';

/** An archive that cannot be read, or must not be. */
export class ZipError extends Error {
  constructor(readonly fault: ZipFault) {
    super(`an archive that is ${fault}`);
  }
}

export interface ZipBounds {
  parts: number;
  /** Of what is unpacked, counted as it comes: what an archive says of itself may be a lie. */
  unpackedBytes: number;
}

const DIRECTORY_END = 0x06_05_4b_50;
const DIRECTORY_END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xff_ff;
/** So that the names of all parts are looked at in a few ms. */
const MAX_NAME_BYTES = 256;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const LOCAL_HEADER = 0x04_03_4b_50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const unpack = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

interface Entry {
  method: number;
  packed: Uint8Array;
}

/** The parts of an archive, unpacked within bounds. Their names are keys and lead to no place on a disk. */
export class ZipReader {
  /** Throws ZipError. Nothing is unpacked yet. */
  static open(bytes: Uint8Array, bounds: ZipBounds): ZipReader {
    try {
      return new ZipReader(readDirectory(bytes, bounds.parts), bounds.unpackedBytes);
    } catch (error) {
      // A place that lies outside the file.
      throw error instanceof RangeError ? new ZipError('damaged') : error;
    }
  }

  /** The sizes of parts that were unpacked: each counts once. */
  private readonly sizes = new Map<string, number>();

  private constructor(
    private readonly entries: ReadonlyMap<string, Entry>,
    private left: number,
  ) {}

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** A part of so many bytes at most; undefined where there is none. Rejects with ZipError. */
  async read(name: string, mostBytes = Infinity): Promise<Uint8Array | undefined> {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    const most = Math.min(this.sizes.get(name) ?? this.left, mostBytes);
    const bytes = entry.method === STORED ? entry.packed : await inflate(entry.packed, most);
    if (bytes.length > most) throw new ZipError('tooLarge');
    if (!this.sizes.has(name)) this.left -= bytes.length;
    this.sizes.set(name, bytes.length);
    return bytes;
  }
}

async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array> {
  try {
    return await unpack(packed, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ZipError(isTooLarge ? 'tooLarge' : 'damaged');
  }
}

function readDirectory(bytes: Uint8Array, mostParts: number): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > mostParts) throw new ZipError('tooLarge');
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ZipError('damaged');
    const method = view.getUint16(at + 10, true);
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw new ZipError('locked');
    if (method !== STORED && method !== DEFLATED) throw new ZipError('damaged');
    const packedBytes = view.getUint32(at + 20, true);
    const nameBytes = view.getUint16(at + 28, true);
    if (nameBytes > MAX_NAME_BYTES) throw new ZipError('tooLarge');
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL_HEADER) throw new ZipError('damaged');
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameBytes)).toString();
    entries.set(name, { method, packed: bytes.subarray(begin, begin + packedBytes) });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  throw new ZipError('damaged');
}
