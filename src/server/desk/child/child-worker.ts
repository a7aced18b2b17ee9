import { fork, type ChildProcess } from 'node:child_process';
import type { OneAtATime } from './one-at-a-time.js';

/** On a machine that has much to do, Node takes its time to start. */
const START_MS = 20_000;
/** For the next job of somebody who makes a set. */
const IDLE_MS = 30_000;

export interface ChildSettings {
  /** A built file that calls `serveJobs`. */
  file: string;
  /** Of JavaScript; a child that needs more ends itself. */
  heapMb: number;
  jobMs: number;
  idleMs?: number | undefined;
}

/** There is no answer, because of the job (`died`, `late`) or of the machine (`notStarted`). */
export class ChildError extends Error {
  constructor(readonly fault: 'notStarted' | 'died' | 'late') {
    super(`the child process ${fault === 'notStarted' ? 'did not start' : `at work ${fault}`}`);
  }
}

/**
 * A child process that does jobs which a file of somebody hostile may turn against who does them: it may hang, need
 * too much memory or end, and is killed. It is there while there is something to do. All children with the same
 * `turns` work one at a time.
 */
export class ChildWorker<Job extends object, Answer> {
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly settings: ChildSettings,
    private readonly turns: OneAtATime,
  ) {}

  /** Of the process; undefined where there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Rejects with ChildError, and with BUSY where the job has to wait for longer than `mostWaitMs`. */
  ask(job: Job, mostWaitMs?: number): Promise<Answer> {
    return this.turns.run(() => this.run(job), mostWaitMs);
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  private async run(job: Job): Promise<Answer> {
    if (this.isClosed) throw new ChildError('notStarted');
    clearTimeout(this.idle);
    const child = this.child ?? (await this.start());
    const answer = await this.next(child, this.settings.jobMs, () => child.send(job));
    this.idle = setTimeout(() => this.end(), this.settings.idleMs ?? IDLE_MS).unref();
    return answer as Answer;
  }

  private async start(): Promise<ChildProcess> {
    try {
      const child = this.fork();
      await this.next(child, START_MS);
      return child;
    } catch {
      throw new ChildError('notStarted');
    }
  }

  private fork(): ChildProcess {
    const child = fork(this.settings.file, {
      // It needs to know nothing of ours.
      env: {},
      execArgv: [`--max-old-space-size=${this.settings.heapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child = child;
    // What happens while nobody asks; the server may end without waiting for it.
    child.on('error', () => {});
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  /** What it says next. */
  private next(child: ChildProcess, withinMs: number, ask?: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(deadline);
        child.off('message', tell).off('exit', fail).off('error', fail);
      };
      const tell = (message: unknown): void => {
        settle();
        resolve(message);
      };
      const giveUp = (fault: 'died' | 'late'): void => {
        settle();
        this.end();
        reject(new ChildError(fault));
      };
      const fail = (): void => giveUp('died');
      const deadline = setTimeout(() => giveUp('late'), withinMs);
      child.once('message', tell).once('exit', fail).once('error', fail);
      ask?.();
    });
  }

  private end(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}
