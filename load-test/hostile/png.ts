import { crc32, deflateSync } from 'node:zlib';

const SIZE = 32;
/** As many chunks as a picture may have and still be read (R10.9), or nearly. */
const MOST_CHUNKS = 9_900;

/** A small grey picture, another one for each `n`, with so many chunks that say nothing. */
export function png(n: number, chunks = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits of grey.
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((SIZE + 1) * SIZE, 0);
  for (let i = 0; i < SIZE; i++) rows[i * (SIZE + 1) + 1] = (n + i) % 256;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const empty = chunk('tEXt', Buffer.alloc(0));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...Array<Buffer>(chunks).fill(empty),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function choppedPng(n: number): Buffer {
  return png(n, MOST_CHUNKS);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}
