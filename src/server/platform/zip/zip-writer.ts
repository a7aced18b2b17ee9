import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  /** In ASCII. */
  name: string;
  /** Whole, or in pieces, which are looked at in a turn of the loop each. */
  bytes: Uint8Array | readonly Uint8Array[];
  /** Of what is packed already, as pictures are. */
  isStored?: boolean;
}

const LOCAL_HEADER = 0x04_03_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const DIRECTORY_END = 0x06_05_4b_50;
const VERSION = 20;
const UTF8 = 0x08_00;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, as programs want some date. */
const DATE = 0x21;

/** An archive piece by piece, so that only one of its parts is in memory. */
export async function* zipChunks(
  parts: Iterable<ZipPart> | AsyncIterable<ZipPart>,
): AsyncGenerator<Uint8Array, void> {
  const entries: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes, isStored = false } of parts) {
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
    const { packed, ...read } = isStored ? asTheyAre(pieces) : await deflated(pieces);
    const packedBytes = packed.reduce((sum, { length }) => sum + length, 0);
    const method = isStored ? STORED : DEFLATED;
    const about = { name, method, ...read, packed: packedBytes };
    const head = header(about);
    entries.push(entry(about, offset));
    offset += head.length + packedBytes;
    yield head;
    yield* packed;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield directory;
  yield end;
}

interface Packed {
  packed: readonly Uint8Array[];
  /** Of what is unpacked. */
  sum: number;
  size: number;
}

function asTheyAre(pieces: readonly Uint8Array[]): Packed {
  const sum = pieces.reduce((before, piece) => crc32(piece, before), 0);
  return { packed: pieces, sum, size: pieces.reduce((before, { length }) => before + length, 0) };
}

async function deflated(pieces: readonly Uint8Array[]): Promise<Packed> {
  const packed: Uint8Array[] = [];
  let [sum, size] = [0, 0];
  const read = function* (): Generator<Uint8Array, void> {
    for (const piece of pieces) {
      sum = crc32(piece, sum);
      size += piece.length;
      yield piece;
    }
  };
  await pipeline(
    Readable.from(read(), { objectMode: false }),
    createDeflateRaw(),
    async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) packed.push(chunk);
    },
  );
  return { packed, sum, size };
}

interface About {
  name: string;
  method: number;
  sum: number;
  packed: number;
  size: number;
}

function header(about: About): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(LOCAL_HEADER);
  return Buffer.concat([start, described(about), Buffer.from(about.name)]);
}

function entry(about: About, offset: number): Buffer {
  const start = Buffer.alloc(6);
  start.writeUInt32LE(DIRECTORY_ENTRY);
  start.writeUInt16LE(VERSION, 4);
  // No comment, disk or attributes.
  const end = Buffer.alloc(14);
  end.writeUInt32LE(offset, 10);
  return Buffer.concat([start, described(about), end, Buffer.from(about.name)]);
}

/** What the header of a part and its entry have in common. */
function described({ name, method, sum, packed, size }: About): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(UTF8, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(DATE, 8);
  bytes.writeUInt32LE(sum, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}
