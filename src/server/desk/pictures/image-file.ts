import { RoomError } from '../../../protocol/errors.js';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif';

/** Where the table of contents of a ZIP archive may begin, counted from the end of a file. */
const ZIP_END_BYTES = 65_557;
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1');
const PDF = Buffer.from('%PDF-', 'latin1');
/** Programs look for the beginning of a PDF in so much of a file. */
const PDF_BYTES = 1_024;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Of a chunk of a PNG beside its data: length, type and checksum. */
const PNG_CHUNK_BYTES = 12;
/** A program writes some thousand at most, of 8 kB and more each. */
const PNG_MAX_CHUNKS = 10_000;
/** 'IEND' */
const PNG_END = 0x49_45_4e_44;

export interface PictureFile {
  format: ImageFormat;
  /** Up to the picture's end. */
  bytes: Buffer;
}

/**
 * What a picture's first bytes say it is, whatever its name or its sender says. Throws BAD_IMAGE for everything
 * else, and for files that are something else as well. Some programs leave bytes behind the end of a PNG or a WebP,
 * which nobody reads; phones write more behind a JPEG (a film, a depth map), whose end is not looked for.
 */
export function pictureIn(file: Buffer): PictureFile {
  const format = signatureOf(file);
  if (format === undefined)
    throw new RoomError('BAD_IMAGE', 'the file is neither JPEG, PNG, WebP nor GIF');
  const length = lengthOf(file, format);
  const bytes = file.subarray(0, length);
  if (length === undefined || length > file.length)
    throw new RoomError('BAD_IMAGE', 'the file is cut off, or of too many parts');
  const isOther =
    bytes.subarray(0, PDF_BYTES).includes(PDF) || bytes.subarray(-ZIP_END_BYTES).includes(ZIP_END);
  if (isOther) throw new RoomError('BAD_IMAGE', 'the file is more than a picture');
  return { format, bytes };
}

/** Length of the picture in it, bytes; undefined where it has no end. */
function lengthOf(file: Buffer, format: ImageFormat): number | undefined {
  if (format === 'png') return pngLength(file);
  return format === 'webp' ? webpLength(file) : file.length;
}

function signatureOf(file: Buffer): ImageFormat | undefined {
  const text = (from: number, to: number): string => file.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (['GIF87a', 'GIF89a'].includes(text(0, 6))) return 'gif';
  return undefined;
}

/** Up to the end of its last chunk; undefined where there is none, or where it has too many. */
function pngLength(file: Buffer): number | undefined {
  let at = PNG_SIGNATURE.length;
  for (let n = 0; n < PNG_MAX_CHUNKS && at + PNG_CHUNK_BYTES <= file.length; n++) {
    const type = file.readUInt32BE(at + 4);
    at += PNG_CHUNK_BYTES + file.readUInt32BE(at);
    if (type === PNG_END) return at;
  }
  return undefined;
}

/** As its head says; chunks end at even places. */
function webpLength(file: Buffer): number {
  const length = file.readUInt32LE(4) + 8;
  return length + (length % 2);
}
