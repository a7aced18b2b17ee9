import { RoomError } from '../../../protocol/errors.js';
import { IMAGE_MAX_PIXELS } from '../../../protocol/limits.js';
import { Lane, type Asker } from '../../platform/rate/lane.js';
import { ChildError, ChildWorker } from '../child/child-worker.js';
import { OneAtATime } from '../child/one-at-a-time.js';
import { pictureIn, type PictureFile } from './image-file.js';

/** Reading one takes up to a second, and its file is held in memory meanwhile. */
const MOST_WAITING = 8;
/** Before a proxy gives up. */
const MOST_WAIT_MS = 10_000;
const JOB_MS = 10_000;
/** Of the process beside the picture that it reads. */
const HEAP_MB = 64;

export type EncodeJob = PictureFile;

export interface EncodedImage {
  width: number;
  height: number;
  /** WebP. */
  large: Buffer;
  small: Buffer;
  square: Buffer;
}

export type EncodeAnswer = { image: EncodedImage } | { fault: string; isTooLarge?: true };

/** Makes WebP pictures of files, one at a time, in a process of their own. */
export class ImageEncoder {
  private readonly worker: ChildWorker<EncodeJob, EncodeAnswer>;
  private readonly lane = new Lane(MOST_WAITING, MOST_WAIT_MS);

  /** `file` is the built encode-process.ts; `turns` are those of all children with a lot to do. */
  constructor(file: string, jobMs = JOB_MS, idleMs?: number, turns = new OneAtATime()) {
    this.worker = new ChildWorker({ file, heapMb: HEAP_MB, jobMs, idleMs }, turns);
  }

  /** Of the process; undefined where there is none. */
  get pid(): number | undefined {
    return this.worker.pid;
  }

  /**
   * Encodes what is in a file. Accounts come first, and addresses by turns. Rejects with BAD_IMAGE, with TOO_MANY_PIXELS, with BUSY where
   * too many wait, or it has waited for too long, and with RATE_LIMITED where one of who asks waits already.
   */
  async encode(asker: Asker, file: Buffer): Promise<EncodedImage> {
    const job = pictureIn(file);
    return this.lane.run(asker, () => this.run(job));
  }

  close(): void {
    this.worker.close();
  }

  private async run(job: EncodeJob): Promise<EncodedImage> {
    const answer = await this.ask(job);
    if ('fault' in answer)
      throw answer.isTooLarge === true
        ? new RoomError('TOO_MANY_PIXELS', `the picture has more than ${IMAGE_MAX_PIXELS} pixels`)
        : new RoomError('BAD_IMAGE', 'the picture cannot be read');
    const { large, small, square, ...size } = answer.image;
    return {
      ...size,
      large: Buffer.from(large),
      small: Buffer.from(small),
      square: Buffer.from(square),
    };
  }

  private async ask(job: EncodeJob): Promise<EncodeAnswer> {
    try {
      return await this.worker.ask(job);
    } catch (error) {
      if (!(error instanceof ChildError)) throw error;
      if (error.fault === 'notStarted') throw new RoomError('BUSY', error.message);
      return { fault: error.message };
    }
  }
}
