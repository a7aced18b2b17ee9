import type { CommandRunner } from '../../../game/room-command.js';
import { handOver, takeBack } from '../../../game/host.js';
import { setCoHost } from '../../../game/roles.js';
import { changeSettings } from '../../../game/settings-commands.js';
import { RoomError } from '../../../protocol/index.js';
import type { RoomStore } from '../store/contract.js';
import type { Housekeeping } from './housekeeping.js';
import type { LocalRoom } from './local-room.js';

/** How often the end of a room is tried in which something has just happened. */
const MAX_CLOSE_TRIES = 50;

/** Use cases of the roles in a room, and of its end (R3). */
export class HostRoles {
  constructor(
    private readonly store: RoomStore,
    private readonly commands: CommandRunner,
    private readonly housekeeping: Housekeeping,
  ) {}

  /** The identity `by`, who is host, gives the role to the player `to` (R3.2). */
  async handOver(room: LocalRoom, by: string, to: string): Promise<void> {
    if (room.view.seatOfPlayer(to)?.isBot) throw new RoomError('FORBIDDEN', 'that is a bot');
    await this.commands.run(room.view.roomId, handOver(by, to));
  }

  /** The owner, whose identity is `by`, takes the host role back (R3.2). */
  async takeBack(room: LocalRoom, by: string): Promise<void> {
    await this.commands.run(room.view.roomId, takeBack(by));
  }

  async setCoHost(room: LocalRoom, playerId: string, isCoHost: boolean): Promise<void> {
    if (room.view.seatOfPlayer(playerId)?.isBot) throw new RoomError('FORBIDDEN', 'that is a bot');
    await this.commands.run(room.view.roomId, setCoHost(playerId, isCoHost));
  }

  /** Ends the room for everybody. Throws TOO_LATE where something happens in it all the time. */
  async close({ view: { roomId } }: LocalRoom): Promise<void> {
    for (let tries = 0; tries < MAX_CLOSE_TRIES; tries++) {
      const { rooms } = await this.store.heads([roomId]);
      const seq = rooms.get(roomId)?.seq;
      if (seq === undefined) return;
      // It does nothing where the room has gone on meanwhile.
      await this.store.closeRoom(roomId, 'ended', seq);
    }
    throw new RoomError('TOO_LATE', 'something happens in the room all the time');
  }

  async allowActingHost(room: LocalRoom, allowed: boolean): Promise<void> {
    await this.commands.run(room.view.roomId, changeSettings({ actingHost: allowed }));
    // The acting host stands in no longer.
    await this.housekeeping.noteArrival(room.view.roomId, 0);
  }
}
