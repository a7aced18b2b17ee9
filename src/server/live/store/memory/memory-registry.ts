import type { OpenRoom } from '../../../../game/give-way.js';
import {
  isAttended,
  isInhabited,
  isListed,
  newRoomState,
  seatOfIdentity,
} from '../../../../game/room-state.js';
import { RoomError, type PublicRoom } from '../../../../protocol/index.js';
import type { NewRoom } from '../contract.js';
import { PIN_REST_MS } from '../limits.js';
import { newRoomId } from '../room-id.js';
import type { Restored } from './journal/restore.js';
import { MemoryRoom } from './memory-room.js';

/** Which rooms are open: their PINs, who opened them, which of them are listed. */
export class MemoryRegistry {
  private readonly rooms = new Map<string, MemoryRoom>();
  private readonly pins = new Map<string, string>();
  private readonly restingPins = new Map<string, number>();

  /** PINs of rooms of another version of the server, which are in its journal. */
  private readonly foreignPins = new Set<string>();

  constructor(
    private readonly now: () => number,
    private readonly incarnation: string,
  ) {}

  /** Rooms and PINs that a process before has left. */
  restore({ rooms, foreignPins, resting }: Restored): void {
    for (const { room } of rooms) this.add(room);
    for (const pin of foreignPins) this.foreignPins.add(pin);
    for (const [pin, until] of resting) this.restingPins.set(pin, until);
  }

  /** Rooms of another version are given up. */
  forgetForeign(): void {
    this.foreignPins.clear();
  }

  /** PINs that rest, and until when. */
  get resting(): ReadonlyMap<string, number> {
    return this.restingPins;
  }

  private add(room: MemoryRoom): MemoryRoom {
    const { roomId, pin } = room.state;
    this.pins.set(pin, roomId);
    this.rooms.set(roomId, room);
    return room;
  }

  get isEmpty(): boolean {
    return this.rooms.size === 0;
  }

  get(roomId: string): MemoryRoom | undefined {
    return this.rooms.get(roomId);
  }

  /** Undefined where the PIN is in use or rests. */
  open(room: NewRoom): MemoryRoom | undefined {
    const { pin, options, quizSet, teamNames, keeper, identityId, address, limits } = room;
    const now = this.now();
    for (const [pin, until] of this.restingPins) if (until <= now) this.restingPins.delete(pin);
    if ([this.pins, this.restingPins, this.foreignPins].some((pins) => pins.has(pin)))
      return undefined;

    const opened = [...this.rooms.values()];
    if (
      opened.length >= limits.rooms ||
      opened.filter(({ state }) => state.ownerIdentityId === identityId).length >=
        limits.perIdentity ||
      opened.filter(({ openedFrom }) => openedFrom === address).length >= limits.perAddress
    )
      throw new RoomError('TOO_MANY_ROOMS');

    const roomId = newRoomId(pin);
    const opening = {
      roomId,
      pin,
      ownerIdentityId: identityId,
      options,
      quizSet,
      teamNames,
      keeper,
    };
    return this.add(new MemoryRoom(newRoomState(opening, now), address, now, this.incarnation));
  }

  close({ state: { roomId, pin } }: MemoryRoom): void {
    this.rooms.delete(roomId);
    this.pins.delete(pin);
    this.restingPins.set(pin, this.now() + PIN_REST_MS);
  }

  /** Throws OTHER_VERSION for a room of another version of the server. */
  find(pin: string): string | undefined {
    if (this.foreignPins.has(pin))
      throw new RoomError('OTHER_VERSION', 'the room cannot go on in this version');
    return this.pins.get(pin);
  }

  ownedBy(identityId: string): { roomId: string; pin: string } | undefined {
    const owned = [...this.rooms.values()].findLast(
      ({ state }) => state.ownerIdentityId === identityId && state.slots.has(identityId),
    );
    return owned && { roomId: owned.state.roomId, pin: owned.state.pin };
  }

  listed(): PublicRoom[] {
    return [...this.rooms.values()]
      .filter(
        ({ state }) => isListed(state) && isInhabited(state.seats.size, state.screens.values()),
      )
      .map(({ state: { pin, settings, seats } }) => ({
        gameId: pin,
        title: settings.title,
        gameMode: settings.gameMode,
        playerCount: seats.size,
        maxPlayerCount: settings.maxPlayerCount,
      }));
  }

  get size(): number {
    return this.rooms.size;
  }

  opened(): OpenRoom[] {
    return Array.from(this.rooms.values(), ({ state, openedFrom: address, openedAt }) => {
      const { roomId, seq, lastActivityAt, lastPresentAt, ownerIdentityId: identityId } = state;
      const opener = seatOfIdentity(state, identityId);
      const others = state.seats.size - (opener === undefined ? 0 : 1);
      const { keeper } = state.settings;
      return {
        roomId,
        identityId,
        address,
        others,
        lastActivityAt,
        lastPresentAt,
        openedAt,
        isAttended: isAttended({ opener, screens: state.screens.size, keeper }),
        seq,
      };
    });
  }
}
