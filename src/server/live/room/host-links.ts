import type { CommandRunner } from '../../../game/room-command.js';
import { createHash } from 'node:crypto';
import { acceptHostLink, revokeHostLinks, setHostLink } from '../../../game/host-link.js';
import { RoomError } from '../../../protocol/index.js';
import type { AttemptLimit } from '../../platform/rate/attempt-limit.js';
import type { RoomLog } from '../store/contract.js';
import { newRoomId } from '../store/room-id.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import type { LocalRoom } from './local-room.js';
import { newSecret } from './random-source.js';
import { NO_PIN, type Seeker } from './room-finder.js';

/** Makes, checks and ends the links by which other devices run a room (R3.6). Only digests are kept. */
export class HostLinks {
  constructor(
    private readonly store: RoomLog,
    private readonly commands: CommandRunner,
    private readonly wrong: AttemptLimit,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Returns the secret, which nobody is told again. */
  async create(room: LocalRoom): Promise<string> {
    const secret = newSecret();
    await this.commands.run(room.view.roomId, setHostLink(digestOf(secret)));
    return secret;
  }

  /** Returns how many cockpits were ended. */
  async revoke(room: LocalRoom): Promise<number> {
    const ended = await this.commands.run(room.view.roomId, revokeHostLinks);
    for (const connectionId of ended) this.broadcaster.disconnect(connectionId, 'COCKPIT_ENDED');
    return ended.length;
  }

  /**
   * Lets who shows the secret open cockpits; no room is like one with another secret, by its time as well. Throws
   * FORBIDDEN where it is wrong, RATE_LIMITED after too many wrong ones, and KICKED.
   */
  async accept(roomId: string | undefined, secret: string, who: Seeker): Promise<void> {
    const room = await this.store.readFields(roomId ?? newRoomId(NO_PIN), ['helpers']);
    const digest = digestOf(secret);
    const isRight = room?.helpers.linkDigest === digest;
    // Digests tell nothing of the secret by the time that comparing them takes. A right one cannot be guessed, so
    // wrong ones behind the same address keep nobody out (R16.12).
    if (!isRight && !(await this.wrong.noteFailure(who.address)))
      throw new RoomError('RATE_LIMITED', 'too many wrong links');
    if (!isRight || roomId === undefined)
      throw new RoomError('FORBIDDEN', 'this link works no more');
    await this.commands.run(roomId, acceptHostLink(who.identityId, digest));
  }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
