import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { RoomError } from '../../../protocol/errors.js';

/** 32 MB and some 100 ms of a thread for each pass. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, maxmem: 64 * 2 ** 20 };
/** By what a hash begins with: how often it goes over its memory. */
const PASSES = new Map([
  ['scrypt-15', 1],
  ['scrypt-15-3', 3],
]);
const KIND = 'scrypt-15-3';
const MOST_PASSES = 3;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** About six seconds. */
const MOST_WAITING = 20;

/** Who waits: a browser that is known to the account goes first, and has places of its own (R16.12). */
export type Lane = 'known' | 'others';

/**
 * Hashes of passwords. One is computed at a time: eight at once would hold all of libuv's threads, and a game
 * that reads a file or looks up a name would wait. Rejects with BUSY where too many wait.
 */
export class Passwords {
  private readonly waiting: Record<Lane, (() => void)[]> = { known: [], others: [] };
  private readonly inLane: Record<Lane, number> = { known: 0, others: 0 };
  private isBusy = false;
  /** Of nobody: what a password is compared with where there is no account, so that it takes as long. */
  private readonly dummy = `${KIND}.${randomBytes(SALT_BYTES).toString('base64url')}.${randomBytes(KEY_BYTES).toString('base64url')}`;

  constructor(private readonly mostWaiting = MOST_WAITING) {}

  /** Of a new password, whose owner has shown who they are. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.inTurn('known', () => compute(password, salt, MOST_PASSES));
    return `${KIND}.${salt.toString('base64url')}.${key.toString('base64url')}`;
  }

  /** Where there is no hash, the answer is no after the same work, and so is that to a hash of an older kind. */
  async isRight(
    password: string,
    hash: string | null | undefined,
    lane: Lane = 'others',
  ): Promise<boolean> {
    const [kind = '', salt = '', key = ''] = (hash ?? this.dummy).split('.');
    const passes = PASSES.get(kind) ?? MOST_PASSES;
    const derived = await this.inTurn(lane, async () => {
      const own = await compute(password, Buffer.from(salt, 'base64url'), passes);
      if (passes < MOST_PASSES)
        await compute(password, randomBytes(SALT_BYTES), MOST_PASSES - passes);
      return own;
    });
    const known = Buffer.from(key, 'base64url');
    const isEqual = derived.length === known.length && timingSafeEqual(derived, known);
    return isEqual && PASSES.has(kind) && typeof hash === 'string';
  }

  /** Whether a hash is of an older kind, and to be made anew by who shows its password. */
  isOutdated(hash: string): boolean {
    return !hash.startsWith(`${KIND}.`);
  }

  private async inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (this.inLane[lane] >= this.mostWaiting)
      throw new RoomError('BUSY', 'too many sign in at once');
    this.inLane[lane]++;
    if (this.isBusy) await new Promise<void>((resolve) => this.waiting[lane].push(resolve));
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.inLane[lane]--;
      const next = this.waiting.known.shift() ?? this.waiting.others.shift();
      if (next === undefined) this.isBusy = false;
      else next();
    }
  }
}

function compute(password: string, salt: Buffer, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // Two keyboards may spell the same password by different characters.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, p }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    }),
  );
}
