import { createHash, timingSafeEqual } from 'node:crypto';
import { RoomError } from '../protocol/index.js';
import type { AttemptLimit } from '../rate/attempt-limit.js';

/** What an operator asks of those who open rooms (`HOST_PASSWORD`). */
export class HostPassword {
  private readonly digest: Buffer | undefined;

  constructor(
    password: string | undefined,
    private readonly wrong: AttemptLimit,
  ) {
    this.digest = password === undefined ? undefined : digestOf(password);
  }

  /** Throws HOST_PASSWORD where there is a password and it was not given, RATE_LIMITED after too many tries. */
  async check(given: string | undefined, address: string): Promise<void> {
    if (this.digest === undefined) return;
    if (given === undefined) throw new RoomError('HOST_PASSWORD', 'the host password is needed');
    // Digests have one length, so that the time tells nothing.
    const isRight = timingSafeEqual(digestOf(given), this.digest);
    const { wrong } = this;
    const mayTry = await (isRight ? wrong.mayPass(address) : wrong.noteFailure(address));
    if (!mayTry) throw new RoomError('RATE_LIMITED', 'too many wrong passwords');
    if (!isRight) throw new RoomError('HOST_PASSWORD', 'this is not the host password');
  }
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
