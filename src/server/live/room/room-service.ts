import { checkFormat } from '../../../game/big-room.js';
import { drawFree } from '../../../game/map/places.js';
import type { Random } from '../../../game/shared/random.js';
import { isReserved } from '../../../game/reserved-names.js';
import {
  drop,
  freeSeat,
  kick,
  leave,
  rename,
  sit,
  type HeldSeat,
  type SeatGrant,
} from '../../../game/seat-commands.js';
import { asHost } from '../../../game/roles.js';
import type { RoomCommand } from '../../../game/room-command.js';
import type { Seat } from '../../../game/room-state.js';
import {
  addCockpit,
  addScreen,
  dismissScreens,
  removeScreen,
} from '../../../game/screen-commands.js';
import {
  changeOptions,
  changeSettings,
  type LiveSettings,
} from '../../../game/settings-commands.js';
import { ticketOf } from '../../../game/ticket-index.js';
import type { ShownCode } from '../../../game/tickets.js';
import { removeAll, seatsOfRemoval } from '../../../game/unmoved.js';
import {
  limits,
  isAway,
  RoomError,
  type Language,
  type Removal,
  type RoomOptions,
} from '../../../protocol/index.js';
import type { RoomStore } from '../store/contract.js';
import type { Door, Waiter } from './door.js';
import type { Housekeeping } from './housekeeping.js';
import { retryWhileAway } from './retry.js';
import type { LocalRoom } from './local-room.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import { Turns } from '../../platform/rate/turns.js';
import { newBotId, newPlayerId } from './random-source.js';
import type { RoomDirectory } from './room-directory.js';
import type { Maps } from './maps.js';
import type { WrongNames } from './wrong-names.js';
import { SeatCheck } from './seat-check.js';
import type { SpokenWords } from './spoken-words.js';

/** The person at the other end of a connection. */
export interface Visitor {
  connectionId: string;
  identityId: string;
  address: string;
  language: Language;
  /** True for a bot of a rehearsal (R12). */
  isBot?: boolean;
  /** There where they have shown a ticket; `identityId` is the ticket's then (R28). */
  ticket?: ShownCode;
  /** Whether it may come into a big room (R23). */
  readsBigRooms?: boolean;
  /** How it waits at the door; without it nobody hears of that. */
  waiter?: Waiter;
}

type HeldSlot = Pick<Seat, 'slot' | 'generation'>;

/** The membership of a connection in a room; a spectator has no seat. */
export interface Membership {
  room: LocalRoom;
  seat: Pick<Seat, 'slot' | 'generation' | 'playerId'> | null;
  resumed: boolean;
  /** The connection that held the seat on another tab or phone until now. */
  replaced: string | null;
  /** Whether the host role came back with the seat (R3.2). */
  becameHost: boolean;
  /** There for a spectator who runs the room (R3.5). */
  isCockpit?: true;
}

type Spectator = Pick<Visitor, 'connectionId' | 'identityId' | 'readsBigRooms'>;

/** Joining and leaving rooms, and what members do to their own seat. */
export class RoomService {
  private readonly seatCheck: SeatCheck;
  private readonly writing = new Turns();

  constructor(
    private readonly store: RoomStore,
    private readonly directory: RoomDirectory,
    private readonly housekeeping: Housekeeping,
    private readonly broadcaster: Broadcaster,
    private readonly mostPlayers: number,
    private readonly random: Random,
    private readonly spoken: SpokenWords,
    private readonly wrongNames: WrongNames,
    private readonly maps: Maps,
    readonly door: Door,
  ) {
    this.seatCheck = new SeatCheck(store, {
      isHere: (roomId, connectionId) => directory.get(roomId)?.has(connectionId) ?? false,
      drop: (roomId, held) => this.retry(() => this.dropSeat(roomId, held)),
    });
  }

  /** Seats a visitor, or brings it back to its seat (R1.3, R2.2, R2.3); `team` as in `SeatRequest`. */
  async sit(
    roomId: string,
    visitor: Visitor,
    wantedName: string,
    team?: number,
  ): Promise<Membership> {
    const { connectionId, identityId, address, language, ticket, isBot = false } = visitor;
    const ask = async (room: LocalRoom): Promise<Membership> => {
      // Moves of an older connection of the same player count until now; after this they are void.
      await room.share();
      const chosen = room.view.settings.names === 'generated' ? '' : wantedName;
      const request = {
        connectionId,
        identityId,
        address,
        process: this.store.processId,
        playerId: isBot ? newBotId() : newPlayerId(roomId, identityId),
        ...(isBot ? { playerName: wantedName } : this.spoken.nameFor(room.view, chosen, language)),
        position: drawFree(this.random, room.walking.ground),
        ...(team === undefined ? {} : { team }),
        ...(ticket && { ticket }),
        isBot,
        keptSeats: () => this.door.keptSeats(room, identityId),
        isStoreFull: this.store.isFull(),
      };
      const take = (): Promise<SeatGrant> => {
        this.seatCheck.note(roomId, connectionId);
        const ask = () => this.directory.run(roomId, sit(request));
        const isByList = room.view.settings.names === 'list' && !isBot && !ticket;
        return isByList ? this.wrongNames.guard(roomId, visitor, ask) : ask();
      };
      const { seat, resumed, replaced, becameHost } = await this.door.seat(
        room,
        request,
        take,
        visitor.waiter,
      );
      await this.housekeeping.noteMissed(room.view.state);
      const { slot, generation, playerId } = seat;
      return { room, seat: { slot, generation, playerId }, resumed, replaced, becameHost };
    };
    return this.door.noting(roomId, identityId, this.expecting(roomId, visitor, ask));
  }

  /** Lets a projector in, which takes no seat but one of a few screen slots (R1.2, R9.1). */
  watch(roomId: string, visitor: Spectator): Promise<Membership> {
    return this.letIn(roomId, visitor, addScreen);
  }

  /** Lets somebody in who runs the room without a seat (R3.5). */
  async openCockpit(roomId: string, visitor: Spectator): Promise<Membership> {
    const membership = await this.letIn(roomId, visitor, addCockpit);
    // The owner may have the role back from who is away.
    await this.housekeeping.noteMissed(membership.room.view.state);
    return { ...membership, isCockpit: true };
  }

  private async letIn(
    roomId: string,
    visitor: Spectator,
    add: typeof addScreen,
  ): Promise<Membership> {
    const { connectionId, identityId } = visitor;
    const ask = async (room: LocalRoom): Promise<Membership> => {
      const { replaced } = await this.directory.run(
        roomId,
        add({ connectionId, identityId, process: this.store.processId }),
      );
      return { room, seat: null, resumed: false, replaced, becameHost: false };
    };
    try {
      return await this.expecting(roomId, visitor, ask, identityId);
    } catch (error) {
      // It may have been let in nevertheless.
      if (isAway(error)) void this.freeScreen(roomId, connectionId);
      throw error;
    }
  }

  /** Ends all projectors but the host's; returns how many there were. */
  async dismissScreens(room: LocalRoom): Promise<number> {
    const dismissed = await this.directory.run(room.view.roomId, dismissScreens);
    for (const connectionId of dismissed)
      this.broadcaster.disconnect(connectionId, 'SCREEN_DISMISSED');
    return dismissed.length;
  }

  /** The connection is gone; the seat stays (R2.2, R2.4). */
  async drop({ room, seat }: Membership, connectionId: string): Promise<void> {
    const { roomId } = room.view;
    room.leave(connectionId);
    this.directory.releaseIfEmpty(roomId);
    if (seat === null) return this.freeScreen(roomId, connectionId);
    // The player may come back through another process before this one's next flush.
    await room.share();
    await this.retry(() => this.dropSeat(roomId, { ...seat, connectionId }));
  }

  /** Leaves on purpose: seat and score are given up (R2.4). */
  async exit({ room, seat }: Membership, connectionId: string): Promise<void> {
    const { roomId } = room.view;
    room.leave(connectionId);
    this.directory.releaseIfEmpty(roomId);
    if (seat === null) return this.freeScreen(roomId, connectionId);
    await this.retry(() => this.remove(room, leave(seat)));
  }

  /** To be called once a second: looks for seats whose connections of this process are not there. */
  checkSeats(): Promise<void> {
    return this.seatCheck.look();
  }

  /** `by` is the identity of the host or co-host who wants it, whose role then has to allow it. */
  kick(room: LocalRoom, playerId: string, by?: string): Promise<void> {
    return this.remove(room, wantedBy(by, playerId, kick(playerId)));
  }

  /** Removes many at once (R3.7), or only counts them; returns how many. */
  async removeAll(
    room: LocalRoom,
    removal: Removal,
    justCount: boolean,
  ): Promise<{ count: number }> {
    const { state, roomId } = room.view;
    if (justCount) return { count: seatsOfRemoval(state, removal, this.store.now()).length };
    // A player who has moved meanwhile stays.
    await room.share();
    // Requests for a seat in the same moment are decided after it.
    if (seatsOfRemoval(room.view.state, removal, this.store.now()).length > 0)
      this.door.cleared(room);
    const count = await this.directory.run(roomId, removeAll(removal));
    await this.housekeeping.noteMissed(room.view.state);
    return { count };
  }

  /** `by` as in `kick`. */
  free(room: LocalRoom, playerId: string, by?: string): Promise<void> {
    return this.remove(room, wantedBy(by, playerId, freeSeat(playerId)));
  }

  /** Renames the sender: as `rename`, where players choose (R1.7). Throws NAMES_FIXED. */
  renameOwn(
    room: LocalRoom,
    playerId: string,
    wanted: string,
    language: Language,
  ): Promise<string> {
    const seat = room.view.seatOfPlayer(playerId);
    const isTicketed = seat && ticketOf(room.view.state, seat.identityId) !== undefined;
    const isFree = room.view.settings.names === 'free' && !isTicketed;
    const mayChoose = isFree || (seat && room.view.isHelping(seat));
    if (!mayChoose) throw new RoomError('NAMES_FIXED');
    if (isReserved(wanted) && !(seat && room.view.isHelping(seat)))
      throw new RoomError('NAME_RESERVED');
    return this.rename(room, playerId, wanted, language);
  }

  /** Returns the name that stands (R1.4); `by` as in `kick`. */
  rename(
    room: LocalRoom,
    playerId: string,
    wanted: string,
    language: Language,
    by?: string,
  ): Promise<string> {
    // A name that a host gives is meant.
    const isMeant = by !== undefined && wanted !== '';
    const { playerName, wanted: replaced } = isMeant
      ? { playerName: wanted }
      : this.spoken.nameFor(room.view, wanted, language);
    const command = rename(playerId, playerName, replaced);
    return this.directory.run(room.view.roomId, wantedBy(by, playerId, command));
  }

  /** Says something, masked where the filter is on (R8.6). Resolves and refuses as `LocalRoom.chat` does. */
  chat(room: LocalRoom, { slot, generation }: HeldSlot, message: string): Promise<void> {
    return room.chat(slot, generation, () => this.spoken.masked(room.view, message));
  }

  /** The same to those near in a big room; resolves and refuses as `LocalRoom.chatNear` does. */
  chatNear(room: LocalRoom, { slot, generation }: HeldSlot, message: string): Promise<void> {
    return room.chatNear(slot, generation, () => this.spoken.masked(room.view, message));
  }

  /** The same of a cockpit; who has a seat, too, is as blind there (R7.5). */
  async chatFromCockpit(room: LocalRoom, speaker: Spectator, message: string): Promise<void> {
    const { isSilent, state } = room.view;
    if (isSilent && state.slots.has(speaker.identityId)) throw new RoomError('BLIND');
    await room.chatFromCockpit(speaker.connectionId, ...this.spoken.masked(room.view, message));
  }

  /**
   * Answers in writing, with masks whatever the filter is set to (R16.17). Takes its turn, as a hall may write at once, and
   * refuses as `checkWriting` does then; what came before the bell is not late by that.
   */
  write(room: LocalRoom, { slot, generation }: HeldSlot, texts: readonly string[]): Promise<void> {
    const cameAt = this.store.now();
    return this.writing.run(() => {
      room.checkWriting(texts, cameAt);
      room.write(slot, generation, texts, this.spoken.maskedTexts(texts));
    });
  }

  async changeOptions(room: LocalRoom, options: Partial<RoomOptions>): Promise<void> {
    if (options.maxPlayerCount !== undefined) this.checkCapacity(options.maxPlayerCount);
    await this.directory.run(room.view.roomId, changeOptions(this.maps.withWalls(options)));
  }

  /** Changes what may change at any time. */
  async changeSettings(room: LocalRoom, settings: Partial<LiveSettings>): Promise<void> {
    await this.directory.run(room.view.roomId, changeSettings(settings));
  }

  /**
   * Asks the store about a newcomer, for whom the room is kept here; whoever gets in has to `join`.
   * `spectator` is the identity of one.
   */
  private async expecting(
    roomId: string,
    { connectionId, readsBigRooms }: Pick<Visitor, 'connectionId' | 'readsBigRooms'>,
    ask: (room: LocalRoom) => Promise<Membership>,
    spectator?: string,
  ): Promise<Membership> {
    const room = await this.directory.host(roomId);
    room.expect(connectionId, spectator);
    try {
      checkFormat(room.view.settings, readsBigRooms);
      return await ask(room);
    } catch (error) {
      room.leave(connectionId);
      this.directory.releaseIfEmpty(roomId);
      throw error;
    }
  }

  /** Until the store is back, the connection may have come in anew, and keeps its slot then. */
  private freeScreen(roomId: string, connectionId: string): Promise<void> {
    return this.retry(async () => {
      if (this.directory.get(roomId)?.has(connectionId)) return;
      await this.directory.run(roomId, removeScreen(connectionId));
      await this.housekeeping.noteDrop(roomId);
    });
  }

  private async dropSeat(roomId: string, held: HeldSeat): Promise<void> {
    await this.directory.run(roomId, drop(held));
    await this.housekeeping.noteDrop(roomId);
  }

  /** Repeats the leaving of somebody who goes while the store is away: nobody else would ever notice. */
  private async retry(work: () => Promise<void>): Promise<void> {
    try {
      // The others see to the seats of a process that ends.
      await retryWhileAway(work, () => this.directory.isClosed);
    } catch (error) {
      // With the room, everything in it has been given up.
      if (!(error instanceof RoomError && error.code === 'ROOM_NOT_FOUND')) throw error;
    }
  }

  private async remove(room: LocalRoom, command: RoomCommand<void>): Promise<void> {
    const { roomId } = room.view;
    // Messages from before are told, though their speaker goes.
    await room.share();
    await this.directory.run(roomId, command);
    // It may have been the last who runs the room, or who stands in.
    await this.housekeeping.noteMissed(room.view.state);
  }

  /** The capacity of a new room, whether its opener has named one or not. Throws BAD_REQUEST as `checkCapacity`. */
  capacityOf(players = Math.min(limits.MOST_IN_HALL, this.mostPlayers)): number {
    this.checkCapacity(players);
    return players;
  }

  /** Throws BAD_REQUEST where the server has no rooms that large. */
  private checkCapacity(players: number): void {
    if (players > this.mostPlayers)
      throw new RoomError('BAD_REQUEST', `maxPlayerCount: at most ${this.mostPlayers}`);
  }
}

function wantedBy<Answer>(
  by: string | undefined,
  playerId: string,
  command: RoomCommand<Answer>,
): RoomCommand<Answer> {
  return by === undefined ? command : asHost(by, playerId, command);
}
