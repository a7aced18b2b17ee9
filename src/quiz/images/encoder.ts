import { fork, type ChildProcess } from 'node:child_process';
import { RoomError } from '../../protocol/errors.js';
import { formatOf, type ImageFormat } from './image-file.js';

/** Reading one takes up to a second, and its file is held in memory meanwhile. */
const MOST_WAITING = 8;
const JOB_MS = 10_000;
/** For the next one of somebody who makes a set. */
const IDLE_MS = 30_000;
/** Of the process beside the picture that it reads. */
const HEAP_MB = 64;

export interface EncodeJob {
  file: Buffer;
  format: ImageFormat;
}

export interface EncodedImage {
  width: number;
  height: number;
  /** WebP. */
  large: Buffer;
  small: Buffer;
}

export type EncodeAnswer = { image: EncodedImage } | { fault: string };

/** Makes WebP pictures of files, one at a time, in a process that is there while there is something to do. */
export class ImageEncoder {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;

  /** `file` is the built encode-process.ts. */
  constructor(
    private readonly file: string,
    private readonly jobMs: number = JOB_MS,
    private readonly idleMs: number = IDLE_MS,
  ) {}

  /** Of the process; undefined where there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /**
   * Reads a file and encodes what is in it. The place in the queue is taken before the file is read, so that
   * those who wait hold no more files than there are places. Rejects with BAD_IMAGE, RATE_LIMITED where too many
   * wait, and whatever `read` rejects with.
   */
  async encode(read: () => Promise<Buffer>): Promise<EncodedImage> {
    if (this.waiting >= MOST_WAITING || this.isClosed)
      throw new RoomError('RATE_LIMITED', 'too many pictures');
    this.waiting += 1;
    try {
      const file = await read();
      const job = { file, format: formatOf(file) };
      const result = this.last.then(() => this.run(job));
      // Who waits behind it does not care how it ended.
      this.last = result.catch(() => {});
      return await result;
    } finally {
      this.waiting -= 1;
    }
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  private async run(job: EncodeJob): Promise<EncodedImage> {
    if (this.isClosed) throw new RoomError('RATE_LIMITED', 'the server is ending');
    clearTimeout(this.idle);
    const answer = await this.ask(job);
    this.idle = setTimeout(() => this.end(), this.idleMs).unref();
    if ('fault' in answer) throw new RoomError('BAD_IMAGE', 'the picture cannot be read');
    const { large, small, ...size } = answer.image;
    return { ...size, large: Buffer.from(large), small: Buffer.from(small) };
  }

  private ask(job: EncodeJob): Promise<EncodeAnswer> {
    const child = (this.child ??= this.start());
    return new Promise((resolve) => {
      const settle = (answer: EncodeAnswer): void => {
        clearTimeout(deadline);
        child.off('message', settle).off('exit', fail).off('error', fail);
        resolve(answer);
      };
      const fail = (): void => {
        this.end();
        settle({ fault: 'its process has ended' });
      };
      const deadline = setTimeout(fail, this.jobMs);
      child.once('message', settle).once('exit', fail).once('error', fail);
      child.send(job);
    });
  }

  private start(): ChildProcess {
    const child = fork(this.file, {
      // It needs to know nothing of ours.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // What happens while nobody asks; the server may end without waiting for it.
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  private end(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}
