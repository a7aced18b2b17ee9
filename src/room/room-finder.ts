import { RoomError } from '../protocol/index.js';
import type { AttemptLimit } from '../rate/attempt-limit.js';
import type { Member, RoomStore } from '../store/contract.js';

/** Looked up in place of a room that is not there. */
const NO_ROOM = 'none';

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
    const { store, wrongPins } = this;
    const roomId = await store.findRoom(pin);
    const isRight = roomId !== undefined;
    // What an answer takes must not tell a right PIN from a wrong one, so both ask for as much.
    const { address } = who;
    const mayTry = await (isRight ? wrongPins.mayPass(address) : wrongPins.noteFailure(address));
    const isKnown = mayTry || (await store.isFamiliar(roomId ?? NO_ROOM, who));
    if (!isKnown) throw new RoomError('TOO_MANY_PINS');
    if (!isRight) throw new RoomError('ROOM_NOT_FOUND', 'no open room has this PIN');
    return roomId;
  }

  /** Who has a seat in the room of a PIN; a wrong PIN and a room of others are undefined alike. */
  async findMember(
    pin: string,
    { identityId, address }: Omit<Seeker, 'identityId'> & { identityId: string | undefined },
  ): Promise<Member | undefined> {
    if (identityId === undefined) return undefined;
    const member = await this.store.findMember(pin, identityId);
    if (member === undefined) await this.wrongPins.noteFailure(address);
    return member;
  }
}
