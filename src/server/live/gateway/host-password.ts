import { createHash, timingSafeEqual } from 'node:crypto';
import { RoomError } from '../../../protocol/index.js';
import {
  AttemptLimit,
  unlessAway,
  WRONG_PASSWORDS,
  WRONG_PASSWORDS_OF_KNOWN,
} from '../../platform/rate/attempt-limit.js';
import type { Seeker } from '../room/room-finder.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';

const KNOWN_MS = 90 * 24 * 3_600_000;

/** What an operator asks of those who open rooms (`HOST_PASSWORD`). */
export class HostPassword {
  private readonly digest: Buffer | undefined;

  private readonly wrong: AttemptLimit;
  /** Of identities that have given it before, which count for themselves (R16.12). */
  private readonly wrongOfKnown: AttemptLimit;

  constructor(
    password: string | undefined,
    private readonly known: SharedCounts,
  ) {
    this.digest = password === undefined ? undefined : digestOf(password);
    this.wrong = new AttemptLimit(WRONG_PASSWORDS, known);
    this.wrongOfKnown = new AttemptLimit(WRONG_PASSWORDS_OF_KNOWN, known);
  }

  /** Throws HOST_PASSWORD where there is a password and it was not given, RATE_LIMITED after too many tries. */
  async check(given: string | undefined, { address, identityId }: Seeker): Promise<void> {
    const { digest } = this;
    if (digest === undefined) return;
    if (given === undefined) throw new RoomError('HOST_PASSWORD', 'the host password is needed');
    // Digests have one length, so that the time tells nothing.
    const isRight = timingSafeEqual(digestOf(given), digest);
    // With some of the digest, so that it ends with the password.
    const name = `opened:${digest.toString('hex', 0, 3)}:${identityId}`;
    const isKnown = (await unlessAway(this.known.read(name), 0)) > 0;
    const wrong = isKnown ? this.wrongOfKnown : this.wrong;
    const key = isKnown ? identityId : address;
    const mayTry = await (isRight ? wrong.mayPass(key) : wrong.noteFailure(key));
    if (!mayTry) throw new RoomError('RATE_LIMITED', 'too many wrong passwords');
    if (!isRight) throw new RoomError('HOST_PASSWORD', 'this is not the host password');
    if (!isKnown) await unlessAway(this.known.raise(name, KNOWN_MS), 0);
  }
}

function digestOf(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}
