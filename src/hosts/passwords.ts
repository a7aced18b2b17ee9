import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { RoomError } from '../protocol/errors.js';

/** 32 MB and some 100 ms of a thread. */
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
/** So that a later cost can be told from this one. */
const KIND = 'scrypt-15';
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** About three seconds. */
const MOST_WAITING = 30;

/**
 * Hashes of passwords. One is computed at a time: eight at once would hold all of libuv's threads, and a game
 * that reads a file or looks up a name would wait. Rejects with BUSY where too many wait.
 */
export class Passwords {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Of nobody: what a password is compared with where there is no account, so that it takes as long. */
  private readonly dummy = `${KIND}.${randomBytes(SALT_BYTES).toString('base64url')}.${randomBytes(KEY_BYTES).toString('base64url')}`;

  constructor(private readonly mostWaiting = MOST_WAITING) {}

  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.derive(password, salt);
    return `${KIND}.${salt.toString('base64url')}.${key.toString('base64url')}`;
  }

  /** Where there is no hash, the answer is no after the same work. */
  async isRight(password: string, hash: string | null | undefined): Promise<boolean> {
    const [kind, salt = '', key = ''] = (hash ?? this.dummy).split('.');
    const derived = await this.derive(password, Buffer.from(salt, 'base64url'));
    const known = Buffer.from(key, 'base64url');
    const isEqual = derived.length === known.length && timingSafeEqual(derived, known);
    return isEqual && kind === KIND && typeof hash === 'string';
  }

  private async derive(password: string, salt: Buffer): Promise<Buffer> {
    if (this.waiting >= this.mostWaiting) throw new RoomError('BUSY', 'too many sign in at once');
    this.waiting++;
    const mine = this.last.then(() => compute(password, salt));
    this.last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      this.waiting--;
    }
  }
}

function compute(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // Two keyboards may spell the same password by different characters.
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    }),
  );
}
