/**
 * The process in which foreign pictures are read. The library is native code: what a file makes of it happens
 * here, and not in the process with the games.
 */
import sharp from 'sharp';
import { IMAGE_MAX_PIXELS } from '../../../protocol/limits.js';
import { serveJobs } from '../child/serve-jobs.js';
import type { EncodeAnswer, EncodeJob } from './encoder.js';

/** Both sides at most; a phone shows the small one. */
const LARGE_PX = 1_600;
const SMALL_PX = 640;
/** The middle of a picture, for a choice on a phone: six of them come while the question is read. */
const SQUARE_PX = 320;
const SQUARE_MOST_BYTES = 15_000;
const QUALITY = 80;
const LESS_QUALITY = [QUALITY, 60, 40, 20];
const MOST_MEMORY_BYTES = 700 * 1024 * 1024;
const LOOK_EVERY_MS = 50;

sharp.cache(false);
sharp.concurrency(1);
// Only these may read a file, whatever it says it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

async function encode({ bytes, format }: EncodeJob): Promise<EncodeAnswer> {
  // Only the head is read, so that the bound is ours to tell.
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (head.format !== format) throw new Error('it is not what it says it is');
  if (head.width * head.height > IMAGE_MAX_PIXELS)
    return { fault: `${head.width} × ${head.height} pixels`, isTooLarge: true };
  const read = sharp(bytes, {
    limitInputPixels: IMAGE_MAX_PIXELS,
    failOn: 'truncated',
    sequentialRead: true,
  });
  // Without what the file says of camera and place: that is kept only where one asks for it.
  const large = await read
    .autoOrient()
    .resize(LARGE_PX, LARGE_PX, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  const small = await sharp(large.data)
    .resize(SMALL_PX, SMALL_PX, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
  const { width, height } = large.info;
  return { image: { width, height, large: large.data, small, square: await squareOf(large.data) } };
}

/** As good as fits into the bytes that it may have. */
async function squareOf(picture: Buffer): Promise<Buffer> {
  let square: Buffer | undefined;
  for (const quality of LESS_QUALITY) {
    square = await sharp(picture)
      .resize(SQUARE_PX, SQUARE_PX, { fit: 'cover', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    if (square.length <= SQUARE_MOST_BYTES) break;
  }
  return square ?? picture;
}

// A picture is read in other threads, so this one can look meanwhile.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS).unref();

serveJobs((job: EncodeJob) =>
  encode(job).catch((error: unknown): EncodeAnswer => ({ fault: String(error) })),
);
