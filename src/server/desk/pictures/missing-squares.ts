import { LRUCache } from 'lru-cache';
import { OneAtATime } from '../child/one-at-a-time.js';
import type { ImageEncoder } from './encoder.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import type { KeptImages } from './kept-images.js';

/** Each that waits is held in memory. */
const MOST_WAITING = 12;
const MOST_WAIT_MS = 10_000;
/** Before one that could not be made is tried again. */
const RETRY_MS = 60_000;
const MOST_FAILED = 1_000;
/** The encoder has one place for all squares, behind whoever brings a picture. */
const ASKER = { key: 'missing squares', address: '', isFirst: false };

/** Makes the squares of pictures that have none yet, when they are asked for. */
export class MissingSquares {
  private readonly underWay = new Map<string, Promise<Buffer | undefined>>();
  private readonly cannot = new LRUCache<string, true>({ max: MOST_FAILED, ttl: RETRY_MS });
  private readonly turns = new OneAtATime();

  constructor(
    private readonly images: Pick<KeptImages, 'addSquare'>,
    private readonly encoder: Pick<ImageEncoder, 'encode'>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The picture with its square, which is kept then; without one where it cannot be made, or too many wait. Never rejects. */
  async complete(id: string, image: PictureBytes): Promise<PictureBytes> {
    if (image.square !== undefined) return image;
    const square = await (this.underWay.get(id) ?? this.make(id, image.large));
    return square === undefined ? image : { ...image, square };
  }

  private async make(id: string, large: Buffer): Promise<Buffer | undefined> {
    if (this.cannot.has(id) || this.underWay.size >= MOST_WAITING) return undefined;
    const made = this.turns
      .run(() => this.encode(id, large), MOST_WAIT_MS)
      .catch((error: unknown) => {
        this.cannot.set(id, true);
        this.failed(error);
        return undefined;
      })
      .finally(() => this.underWay.delete(id));
    this.underWay.set(id, made);
    return made;
  }

  private async encode(id: string, large: Buffer): Promise<Buffer> {
    const { square } = await this.encoder.encode(ASKER, large);
    await this.images.addSquare(id, square);
    return square;
  }
}
