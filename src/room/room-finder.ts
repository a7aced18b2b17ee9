import { RoomError } from '../protocol/index.js';
import type { AttemptLimit } from '../rate/attempt-limit.js';
import type { Member, RoomStore } from '../store/contract.js';

/** Who asks for a room by its PIN. */
export interface Seeker {
  identityId: string;
  address: string;
}

/** Finds rooms by PIN, and lets nobody guess PINs (R10.4). */
export class RoomFinder {
  constructor(
    private readonly store: RoomStore,
    private readonly wrongPins: AttemptLimit,
  ) {}

  /**
   * The room of a PIN. Only wrong PINs count against an address, and one that is held back still gets
   * into rooms where it is known: one phone must not lock out its hall. Throws ROOM_NOT_FOUND,
   * TOO_MANY_PINS.
   */
  async find(pin: string, who: Seeker): Promise<string> {
    const [roomId, mayTry] = await Promise.all([
      this.store.findRoom(pin),
      this.wrongPins.mayTry(who.address),
    ]);
    const isKnown = async (): Promise<boolean> =>
      roomId !== undefined && this.store.isFamiliar(roomId, who);
    if (!mayTry && !(await isKnown())) throw new RoomError('TOO_MANY_PINS');
    if (roomId !== undefined) return roomId;
    await this.wrongPins.noteFailure(who.address);
    throw new RoomError('ROOM_NOT_FOUND', 'no open room has this PIN');
  }

  /** Who has a seat in the room of a PIN; a wrong PIN and a room of others are undefined alike. */
  async findMember(
    pin: string,
    { identityId, address }: Omit<Seeker, 'identityId'> & { identityId: string | undefined },
  ): Promise<Member | undefined> {
    if (identityId === undefined) return undefined;
    const [mayTry, member] = await Promise.all([
      this.wrongPins.mayTry(address),
      this.store.findMember(pin, identityId),
    ]);
    if (member === undefined && mayTry) await this.wrongPins.noteFailure(address);
    return member;
  }
}
