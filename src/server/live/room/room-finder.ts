import { hasRole, isMember, type HostRole, type Roles } from '../../../game/roles.js';
import type { RoomState } from '../../../game/room-state.js';
import { limits, RoomError } from '../../../protocol/index.js';
import type { WrongPins } from '../../platform/rate/wrong-pins.js';
import type { RoomRegistry } from '../store/contract.js';
import { newRoomId } from '../store/room-id.js';
import type { LocalRoom } from './local-room.js';

/** Stands for whatever is no PIN; asked for in its place. */
export const NO_PIN = '000000';

/** No room knows of this identity. */
const NOBODY = '';

/** The sender of a request for a room by its PIN. */
export interface Seeker {
  identityId: string;
  address: string;
}

/** The role that a route asks of a member; who stands in for the host is known to copies of the room only. */
export type MemberRole = 'member' | Exclude<HostRole, 'actingHost'>;

/** Somebody who is let in as a member of a room. */
export interface Member {
  roomId: string;
  /** Whether they are host or co-host. */
  runsIt: boolean;
}

/** Finds rooms by PIN, and lets nobody guess PINs (R10.4). */
export class RoomFinder {
  constructor(
    private readonly store: Pick<RoomRegistry, 'findRoom' | 'standing'>,
    private readonly wrongPins: Pick<WrongPins, 'mayPass' | 'note'>,
    /** The room of a PIN, where it is hosted here. */
    private readonly here: (pin: string) => LocalRoom | undefined = () => undefined,
  ) {}

  /**
   * The room of a PIN. Only wrong PINs count against an address, and one that is held back still gets
   * into rooms where it is known: one phone must not lock out its hall. Throws ROOM_NOT_FOUND,
   * TOO_MANY_PINS.
   */
  async find(pin: string, who: Seeker): Promise<string> {
    const roomId = await this.lookUp(pin, who);
    if (roomId === undefined) throw new RoomError('ROOM_NOT_FOUND', 'no open room has this PIN');
    return roomId;
  }

  /** The same; who is known in a room that is hosted here goes on without the store. */
  async findAgain(pin: string, who: Seeker): Promise<string> {
    const known = this.knownHere(pin, who.identityId);
    return known?.roomId ?? this.find(pin, who);
  }

  /**
   * Finds the room of a PIN for somebody who has a role in it; a wrong PIN and a room of others are undefined alike,
   * by their time as well. Throws TOO_MANY_PINS.
   */
  async findMember(pin: string, who: Seeker, role: MemberRole): Promise<Member | undefined> {
    const known = this.knownHere(pin, who.identityId);
    if (known !== undefined && isIn(known, who.identityId, role))
      return memberOf(known, who, known);
    const roomId = await this.lookUp(pin, who);
    const standing = await this.store.standing(roomId ?? newRoomId(pinIn(pin)), who);
    if (roomId === undefined || standing === undefined) return undefined;
    const { roles } = standing;
    return isIn(roles, who.identityId, role) ? memberOf({ roomId }, who, roles) : undefined;
  }

  /**
   * The same of whoever has a ticket of that room (R28.10); `holderIn` finds who that is, also where there is no such
   * room. Throws TOO_MANY_PINS, and what `holderIn` throws.
   */
  async findHolder(
    pin: string,
    who: Seeker,
    role: MemberRole,
    holderIn: (roomId: string) => Promise<string | undefined>,
  ): Promise<{ member: Member; holder: Seeker } | undefined> {
    const roomId = await this.lookUp(pin, who);
    const asked = roomId ?? newRoomId(pinIn(pin));
    const holder = { ...who, identityId: (await holderIn(asked)) ?? NOBODY };
    const standing = await this.store.standing(asked, holder);
    if (roomId === undefined || standing === undefined) return undefined;
    const { roles } = standing;
    if (!isIn(roles, holder.identityId, role)) return undefined;
    return { member: memberOf({ roomId }, holder, roles), holder };
  }

  /** Undefined for a wrong PIN. Throws TOO_MANY_PINS. */
  private async lookUp(pin: string, who: Seeker): Promise<string | undefined> {
    const { store, wrongPins } = this;
    const roomId = await store.findRoom(pin);
    // The time of an answer must not tell a right PIN from a wrong one, so both ask for as much.
    const mayTry = await (roomId === undefined
      ? wrongPins.note(who, pinIn(pin))
      : wrongPins.mayPass(who));
    if (mayTry) return roomId;
    const standing = await store.standing(roomId ?? newRoomId(pinIn(pin)), who);
    if (roomId === undefined || standing === undefined) throw new RoomError('TOO_MANY_PINS');
    const { roles, isWatcher, isFromThere } = standing;
    if (isFromThere || isWatcher || isMember(roles, who.identityId)) return roomId;
    throw new RoomError('TOO_MANY_PINS');
  }

  /** The room here, if the identity has a seat or a screen in it, or may run it. */
  private knownHere(pin: string, identityId: string): RoomState | undefined {
    const state = this.here(pin)?.view.state;
    if (state === undefined) return undefined;
    const isKnown = state.watchers.has(identityId) || isMember(state, identityId);
    return isKnown ? state : undefined;
  }
}

function isIn(roles: Roles, identityId: string, role: MemberRole): boolean {
  return role === 'member' ? isMember(roles, identityId) : hasRole(roles, identityId, role);
}

function memberOf({ roomId }: { roomId: string }, { identityId }: Seeker, roles: Roles): Member {
  return { roomId, runsIt: hasRole(roles, identityId, 'coHost') };
}

function pinIn(text: string): string {
  return limits.PIN_PATTERN.test(text) ? text : NO_PIN;
}
