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
import { MemoryRoom } from './memory-room.js';

/** Which rooms are open: their PINs, who opened them, which of them are listed. */
export class MemoryRegistry {
  private readonly rooms = new Map<string, MemoryRoom>();
  private readonly pins = new Map<string, string>();
  private readonly restingPins = new Map<string, number>();

  constructor(private readonly now: () => number) {}

  get isEmpty(): boolean {
    return this.rooms.size === 0;
  }

  get(roomId: string): MemoryRoom | undefined {
    return this.rooms.get(roomId);
  }

  open(room: NewRoom): string | undefined {
    const { pin, options, quizSet, teamNames, keeper, identityId, address, limits } = room;
    const now = this.now();
    for (const [pin, until] of this.restingPins) if (until <= now) this.restingPins.delete(pin);
    if (this.pins.has(pin) || this.restingPins.has(pin)) return undefined;

    const opened = [...this.rooms.values()];
    if (
      opened.length >= limits.rooms ||
      opened.filter(({ state }) => state.ownerIdentityId === identityId).length >=
        limits.perIdentity ||
      opened.filter(({ openedFrom }) => openedFrom === address).length >= limits.perAddress
    )
      throw new RoomError('TOO_MANY_ROOMS');

    const roomId = newRoomId(pin);
    this.pins.set(pin, roomId);
    this.rooms.set(
      roomId,
      new MemoryRoom(
        newRoomState(
          { roomId, pin, ownerIdentityId: identityId, options, quizSet, teamNames, keeper },
          now,
        ),
        address,
        now,
      ),
    );
    return roomId;
  }

  close({ state: { roomId, pin } }: MemoryRoom): void {
    this.rooms.delete(roomId);
    this.pins.delete(pin);
    this.restingPins.set(pin, this.now() + PIN_REST_MS);
  }

  find(pin: string): string | undefined {
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
