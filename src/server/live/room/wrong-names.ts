import { RoomError } from '../../../protocol/index.js';
import { AttemptLimit, type Attempts } from '../../platform/rate/attempt-limit.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';

/** A person mistypes a few times. A hall behind one address may have as many who do as it has players. */
const OF_IDENTITY: Attempts = { what: 'name', most: 10, windowMs: 60_000 };
const OF_ADDRESS: Attempts = { what: 'names', most: 300, windowMs: 60_000 };

/** Limits how often names may be tried that are not on the list of a room (R1.7). */
export class WrongNames {
  private readonly ofIdentity: AttemptLimit;
  private readonly ofAddress: AttemptLimit;

  constructor(counts: SharedCounts) {
    this.ofIdentity = new AttemptLimit(OF_IDENTITY, counts);
    this.ofAddress = new AttemptLimit(OF_ADDRESS, counts);
  }

  /** Seats somebody by a name of the list. Throws RATE_LIMITED, also for a right name, after too many wrong ones. */
  async guard<T>(
    roomId: string,
    { identityId, address }: { identityId: string; address: string },
    sit: () => Promise<T>,
  ): Promise<T> {
    const [who, where] = [`${roomId}:${identityId}`, `${roomId}:${address}`];
    const may = await Promise.all([this.ofIdentity.mayPass(who), this.ofAddress.mayPass(where)]);
    if (may.includes(false)) throw tooMany();
    try {
      return await sit();
    } catch (error) {
      if (!isWrong(error)) throw error;
      const told = await Promise.all([
        this.ofIdentity.noteFailure(who),
        this.ofAddress.noteFailure(where),
      ]);
      throw told.includes(false) ? tooMany() : error;
    }
  }
}

/** A name that is taken is on the list, which is not to be found out either. */
function isWrong(error: unknown): boolean {
  const codes: readonly string[] = ['NAME_NOT_ON_LIST', 'NAME_TAKEN'];
  return error instanceof RoomError && codes.includes(error.code);
}

function tooMany(): RoomError {
  return new RoomError('RATE_LIMITED', 'too many wrong names');
}
