import type { CommandRunner } from '../../../game/room-command.js';
import { deleteMessages, mutePlayer, unmaskMessages } from '../../../game/moderation-commands.js';
import { listNames } from '../../../game/name-list.js';
import { setExtraTime } from '../../../game/extra-time.js';
import { asHost } from '../../../game/roles.js';
import { RoomError, type Audience } from '../../../protocol/index.js';
import type { LocalRoom } from './local-room.js';

/** Use cases of moderation: chat, names and single players. */
export class Moderation {
  constructor(private readonly commands: CommandRunner) {}

  /** Deletes a message for everybody (R8.3). Throws MESSAGE_NOT_FOUND for one that is not kept, or is empty. */
  async deleteMessage({ view }: LocalRoom, audience: Audience, id: number): Promise<void> {
    const found = view.chat.find(audience, id);
    if (found === undefined) throw new RoomError('MESSAGE_NOT_FOUND');
    const { ghostId, livingId, timestamp } = found;
    await this.commands.run(view.roomId, deleteMessages([{ ghostId, livingId, timestamp }]));
  }

  /** Shows a masked message to all as it was said (R8.7). Throws MESSAGE_NOT_FOUND for one in which nothing is masked. */
  async unmaskMessage({ view }: LocalRoom, audience: Audience, id: number): Promise<void> {
    const found = view.chat.find(audience, id);
    if (found?.original === undefined) throw new RoomError('MESSAGE_NOT_FOUND');
    const { ghostId, livingId, timestamp } = found;
    await this.commands.run(view.roomId, unmaskMessages([{ ghostId, livingId, timestamp }]));
  }

  /** The names that the host lets in by (R1.7); tells how many there are, and how many were alike. */
  listNames(
    { view }: LocalRoom,
    names: readonly string[],
    more: boolean,
  ): Promise<{ count: number; merged: number }> {
    return this.commands.run(view.roomId, listNames(names, more));
  }

  /** `by` is the identity of the host or co-host who wants it, whose role then has to allow it. */
  async mute({ view }: LocalRoom, playerId: string, muted: boolean, by: string): Promise<void> {
    await this.commands.run(view.roomId, asHost(by, playerId, mutePlayer(playerId, muted)));
  }

  /** Gives a player extra time, or takes it back (R6.10); `by` as in `mute`. */
  async giveTime({ view }: LocalRoom, playerId: string, extra: boolean, by: string): Promise<void> {
    await this.commands.run(view.roomId, asHost(by, playerId, setExtraTime(playerId, extra)));
  }
}
