import { setTimeout as sleep } from 'node:timers/promises';
import { RoomError } from '../../../protocol/errors.js';

/** After so long, others get their turn. */
const SLICE_MS = 5;
/** And they keep it twice as long, so that a lane takes a third of the time at most. */
const PAUSES_PER_SLICE = 2;
/** Of all who ask, and for how long: a proxy gives up after 12 s. */
const MOST_WAITING = 64;
const MOST_WAIT_MS = 8_000;
/** Addresses whose last turn is remembered; the others are as if they had had none. */
const MOST_ADDRESSES = 1_000;

/** On whose behalf something is done. */
export interface Asker {
  /** The account, or the identity where there is none. */
  key: string;
  address: string;
  /** Hosts of running games, and accounts. */
  isFirst: boolean;
}

/** Runs what has to stop at every `yield` to the end, with pauses in which people play. */
export type InSlices = <T>(steps: Generator<void, T>) => Promise<T>;

export interface Entry {
  /** It takes a few ms at most, so it need not wait behind what takes longer. */
  isSmall?: boolean;
  /** False where who asks has to have nothing else in the lane (BUSY). */
  mayWait?: boolean;
  /** Nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

interface Job {
  asker: Asker;
  isSmall: boolean;
  /** Lower comes first, even before what has begun. */
  urgency: number;
  begin: () => void;
  refuse: (error: RoomError) => void;
  /** There while others go first. */
  resume?: () => void;
}

/**
 * A lane for what is dear (R10.6): one runs at a time, and everybody has one place to wait. Hosts of running games
 * and accounts come first, then what is small, then everything else; among equals, the address that has waited
 * longest for its turn. What comes first stops what has begun at its next pause.
 */
export class Lane {
  private readonly waiting: Job[] = [];
  /** The last one runs; those before it wait for it. */
  private readonly started: Job[] = [];
  /** The number of the last turn of each address. */
  private readonly turns = new Map<string, number>();
  private turn = 0;

  constructor(
    private readonly mostWaiting: number = MOST_WAITING,
    private readonly mostWaitMs: number = MOST_WAIT_MS,
  ) {}

  /**
   * Resolves with what `work` makes. Rejects with RATE_LIMITED where something of who asks waits already, and with
   * BUSY where too many wait, or it has waited for too long.
   */
  async run<T>(
    asker: Asker,
    work: (inSlices: InSlices) => Promise<T> | T,
    { isSmall = false, mayWait = true, signal }: Entry = {},
  ): Promise<T> {
    const own = [...this.started, ...this.waiting].filter(
      (job) => job.asker.key === asker.key && job.isSmall === isSmall,
    );
    if (!mayWait && own.length > 0) throw new RoomError('BUSY', 'yours is not done yet');
    if (own.length > 1) throw new RoomError('RATE_LIMITED', 'one of yours waits already');
    const job = await this.begin(asker, isSmall, signal);
    try {
      return await work((steps) => this.inSlices(job, steps, signal));
    } finally {
      this.end(job);
    }
  }

  private begin(asker: Asker, isSmall: boolean, signal: AbortSignal | undefined): Promise<Job> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', leave);
      };
      const urgency = asker.isFirst ? 0 : isSmall ? 1 : 2;
      const job: Job = {
        asker,
        isSmall,
        urgency,
        begin: () => {
          settle();
          resolve(job);
        },
        refuse: (error) => {
          settle();
          this.waiting.splice(this.waiting.indexOf(job), 1);
          reject(error);
        },
      };
      const leave = (): void => job.refuse(gone());
      const deadline = setTimeout(() => job.refuse(busy()), this.mostWaitMs);
      signal?.addEventListener('abort', leave);
      this.waiting.push(job);
      this.startNext();
      if (this.waiting.length > this.mostWaiting) this.lastOfMost().refuse(busy());
    });
  }

  private async inSlices<T>(
    job: Job,
    steps: Generator<void, T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (;;) {
      if (this.started.at(-1) !== job) await new Promise<void>((go) => (job.resume = go));
      if (signal?.aborted) throw gone();
      const began = performance.now();
      let step = steps.next();
      while (step.done !== true && performance.now() - began < SLICE_MS) step = steps.next();
      if (step.done === true) return step.value;
      await sleep((performance.now() - began) * PAUSES_PER_SLICE);
    }
  }

  private startNext(): void {
    const next = this.next();
    if (next === undefined) return;
    const running = this.started.at(-1);
    if (running !== undefined && running.urgency <= next.urgency) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.started.push(next);
    this.noteTurn(next.asker.address);
    next.begin();
  }

  private next(): Job | undefined {
    let first: Job | undefined;
    for (const job of this.waiting)
      if (first === undefined || this.comesBefore(job, first)) first = job;
    return first;
  }

  private comesBefore(one: Job, other: Job): boolean {
    if (one.urgency !== other.urgency) return one.urgency < other.urgency;
    const turnOf = ({ asker }: Job): number => this.turns.get(asker.address) ?? 0;
    return turnOf(one) < turnOf(other);
  }

  private noteTurn(address: string): void {
    this.turns.delete(address);
    this.turns.set(address, ++this.turn);
    if (this.turns.size <= MOST_ADDRESSES) return;
    const [oldest] = this.turns.keys();
    if (oldest !== undefined) this.turns.delete(oldest);
  }

  private end(job: Job): void {
    this.started.splice(this.started.indexOf(job), 1);
    this.startNext();
    const running = this.started.at(-1);
    const { resume } = running ?? {};
    if (running !== undefined) delete running.resume;
    resume?.();
  }

  /** Of the least urgent, the one that came last of the address with most of them. */
  private lastOfMost(): Job {
    const least = Math.max(...this.waiting.map(({ urgency }) => urgency));
    const few = this.waiting.filter(({ urgency }) => urgency === least);
    const counts = new Map<string, number>();
    for (const { asker } of few) counts.set(asker.address, (counts.get(asker.address) ?? 0) + 1);
    const most = Math.max(...counts.values());
    return few.findLast(({ asker }) => counts.get(asker.address) === most) as Job;
  }
}

function busy(): RoomError {
  return new RoomError('BUSY', 'the server has much to do: try again in a moment');
}

/** Nobody is told. */
function gone(): RoomError {
  return new RoomError('BUSY', 'nobody waits for it any more');
}
