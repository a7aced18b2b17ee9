/** Projectors: who is let in, and who has to go (R1.2, R9.1, R10.5). */
import { RoomError } from '../protocol/errors.js';
import { MAX_SCREENS } from '../protocol/limits.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import type { RoomChange } from './room-change.js';
import { isHosts } from './roles.js';

export interface ScreenRequest {
  connectionId: string;
  identityId: string;
  /** The process of the connection. */
  process: string;
}

export interface ScreenGrant {
  /** An older projector of the host, which has to go because there are too many. */
  replaced: string | null;
}

/**
 * Lets a projector in; owner and host always get theirs in, if need be for an older one of their own.
 * Refuses with KICKED, ROOM_LOCKED, TOO_MANY_SCREENS.
 */
export function addScreen(request: ScreenRequest): RoomCommand<ScreenGrant> {
  return {
    reads: BOTH,
    decide(room) {
      const { connectionId, identityId, process } = request;
      if (room.banned.has(identityId)) throw new RoomError('KICKED');
      // A connection that asks again, as the answer got lost, is in already.
      if (room.screens.has(connectionId)) return { changes: [], answer: { replaced: null } };
      const ofHost = [...room.screens].filter(([, screen]) => isHosts(room, screen.identityId));
      const isFull = room.screens.size >= MAX_SCREENS;
      let replaced: string | null = null;
      if (isHosts(room, identityId)) {
        if (isFull) replaced = ofHost.sort(([, a], [, b]) => a.number - b.number)[0]?.[0] ?? null;
        if (isFull && replaced === null) throw new RoomError('TOO_MANY_SCREENS');
      } else {
        if (room.settings.isLocked && !room.watchers.has(identityId))
          throw new RoomError('ROOM_LOCKED');
        // One stays free for the host.
        const others = room.screens.size - ofHost.length;
        if (isFull || others >= MAX_SCREENS - 1) throw new RoomError('TOO_MANY_SCREENS');
      }
      const changes: RoomChange[] = [];
      if (replaced !== null)
        changes.push({ kind: 'screensRemoved', connectionIds: [replaced], reason: 'left' });
      const screen = { identityId, process, number: room.screenCount + 1 };
      changes.push({ kind: 'screenAdded', connectionId, screen });
      return { changes, answer: { replaced } };
    },
  };
}

export function removeScreen(connectionId: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide: (room) =>
      room.screens.has(connectionId)
        ? done({ kind: 'screensRemoved', connectionIds: [connectionId], reason: 'left' })
        : nothing(),
  };
}

/** Sends all projectors away that are not the host's; returns their connections. */
export const dismissScreens: RoomCommand<string[]> = {
  reads: ROSTER,
  decide(room) {
    const connectionIds: string[] = [];
    for (const [connectionId, { identityId }] of room.screens)
      if (!isHosts(room, identityId)) connectionIds.push(connectionId);
    return {
      changes: [{ kind: 'screensRemoved', connectionIds, reason: 'dismissed' }],
      answer: connectionIds,
    };
  },
};
