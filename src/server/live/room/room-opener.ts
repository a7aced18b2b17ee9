import { roomToClose, type RoomLimits } from '../../../game/give-way.js';
import { drawPin, type Random } from '../../../game/shared/random.js';
import type { HeldChoice, Keeper } from '../../../game/room-state.js';
import { serverWords } from '../../../i18n/made/server/words.js';
import { RoomError, type Language, type RoomOptions } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import type { NewRoom, RoomStore } from '../store/contract.js';
import type { Housekeeping } from './housekeeping.js';
import type { Maps } from './maps.js';

/** PINs drawn before giving up; with a tenth of all PINs in use, one room in 10^20 fails. */
const PIN_DRAWS = 20;
/** Looks at all open rooms for one address, which are made only where there are too many. */
const LOOKS_PER_S = 1;
const LOOK_BURST = 5;
/** It is asked for again before it is over. */
const NO_ROOMS_MS = 30_000;

/** Opens rooms, as many as there may be. */
export class RoomOpener {
  private readonly looks = new KeyedBuckets(LOOKS_PER_S, LOOK_BURST);
  private noneUntil = -Infinity;

  constructor(
    private readonly store: RoomStore,
    private readonly housekeeping: Housekeeping,
    private readonly limits: RoomLimits,
    private readonly random: Random,
    private readonly maps: Maps,
  ) {}

  /**
   * Opens no room for the next 30 s: the last ones have to end before a version takes over that cannot read them.
   * Returns whether that is news.
   */
  openNoneForNow(): boolean {
    const now = performance.now();
    const wasOpen = now > this.noneUntil;
    this.noneUntil = now + NO_ROOMS_MS;
    return wasOpen;
  }

  /**
   * Opens a room (R1.1) and returns its id. Throws TOO_MANY_ROOMS, BAD_REQUEST for a map that there is not, and
   * UPDATING while none is opened.
   */
  async open(
    {
      identityId,
      address,
      language,
      keeper,
    }: { identityId: string; address: string; language: Language; keeper: Keeper | null },
    chosen: RoomOptions,
    quizSet: HeldChoice,
  ): Promise<string> {
    if (performance.now() < this.noneUntil)
      throw new RoomError('UPDATING', 'no new rooms while this server waits for its update');
    const options = this.maps.withWalls(chosen);
    for (let draw = 0; draw < PIN_DRAWS; draw++) {
      const pin = drawPin(this.random);
      const { limits } = this;
      const teamNames = serverWords[language].server.teams;
      const room = { pin, options, quizSet, teamNames, keeper, identityId, address, limits };
      const roomId = await this.tryPin(room);
      if (roomId === undefined) continue;
      await this.housekeeping.noteOpening(roomId);
      return roomId;
    }
    throw new RoomError('TOO_MANY_ROOMS', 'no PIN is free');
  }

  private async tryPin(room: NewRoom): Promise<string | undefined> {
    try {
      return await this.store.openRoom(room);
    } catch (error) {
      const isFull = error instanceof RoomError && error.code === 'TOO_MANY_ROOMS';
      if (!isFull || !(await this.makeRoom(room))) throw error;
    }
    return this.store.openRoom(room);
  }

  /** Closes a room that nobody uses, so that the newcomer can open one; false where there is none. */
  private async makeRoom(newcomer: NewRoom): Promise<boolean> {
    if (!this.looks.take(newcomer.address, performance.now())) return false;
    const rooms = await this.store.openRooms();
    const unused = roomToClose(rooms, newcomer, this.limits, this.store.now());
    if (unused === undefined) return false;
    await this.store.closeRoom(unused.roomId, 'idle', unused.seq);
    return true;
  }
}
