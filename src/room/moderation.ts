import { deleteMessages, mutePlayer } from '../game/moderation-commands.js';
import { listNames } from '../game/name-list.js';
import { asHost } from '../game/roles.js';
import { RoomError, type Audience } from '../protocol/index.js';
import type { LocalRoom } from './local-room.js';
import type { RoomDirectory } from './room-directory.js';

/** What the host does about chat and names. */
export class Moderation {
  constructor(private readonly directory: RoomDirectory) {}

  /** Deletes a message for everybody (R8.3). Throws MESSAGE_NOT_FOUND for one that is not kept, or is empty. */
  async deleteMessage({ view }: LocalRoom, audience: Audience, id: number): Promise<void> {
    const found = view.chat.find(audience, id);
    if (found === undefined) throw new RoomError('MESSAGE_NOT_FOUND');
    const { ghostId, livingId, timestamp } = found;
    await this.directory.run(view.roomId, deleteMessages([{ ghostId, livingId, timestamp }]));
  }

  /** The names that the host lets in by (R1.7); tells how many there are, and how many were alike. */
  listNames(
    { view }: LocalRoom,
    names: readonly string[],
    more: boolean,
  ): Promise<{ count: number; merged: number }> {
    return this.directory.run(view.roomId, listNames(names, more));
  }

  /** `by` is the identity of the host or co-host who wants it, whose role then has to allow it. */
  async mute({ view }: LocalRoom, playerId: string, muted: boolean, by: string): Promise<void> {
    await this.directory.run(view.roomId, asHost(by, playerId, mutePlayer(playerId, muted)));
  }
}
