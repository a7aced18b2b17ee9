/** Projectors and cockpits: who is let in, and who has to go (R1.2, R3.5, R9.1, R10.5). */
import { RoomError } from '../protocol/errors.js';
import { MAX_COCKPITS, MAX_SCREENS } from '../protocol/limits.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import type { RoomChange } from './room-change.js';
import { backFromActing } from './host.js';
import { isHosts } from './roles.js';
import type { RoomState, Screen } from './room-state.js';

export interface ScreenRequest {
  connectionId: string;
  identityId: string;
  /** The process of the connection. */
  process: string;
}

export interface ScreenGrant {
  /** An older one of the host's, which has to go because there are too many. */
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
      const projectors = [...room.screens].filter(([, screen]) => !screen.isCockpit);
      const ofHost = projectors.filter(([, screen]) => isHosts(room, screen.identityId));
      const isFull = projectors.length >= MAX_SCREENS;
      let replaced: string | null = null;
      if (isHosts(room, identityId)) {
        if (isFull) replaced = ofHost.sort(([, a], [, b]) => a.number - b.number)[0]?.[0] ?? null;
        if (isFull && replaced === null) throw new RoomError('TOO_MANY_SCREENS');
      } else {
        if (room.settings.isLocked && !room.watchers.has(identityId))
          throw new RoomError('ROOM_LOCKED');
        // One stays free for the host.
        const others = projectors.length - ofHost.length;
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

/**
 * Lets a cockpit in for one of those who run the room. Of too many the oldest of the same person gives way,
 * to the owner any. Refuses with KICKED, NOT_HOST, TOO_MANY_SCREENS.
 */
export function addCockpit(request: ScreenRequest): RoomCommand<ScreenGrant> {
  return {
    // Somebody who comes while a game runs is noted as told its answers.
    reads: BOTH,
    decide(room, now) {
      const { connectionId, identityId, process } = request;
      if (room.banned.has(identityId)) throw new RoomError('KICKED');
      if (!isHosts(room, identityId)) throw new RoomError('NOT_HOST');
      if (room.screens.has(connectionId)) return { changes: [], answer: { replaced: null } };
      const cockpits = [...room.screens].filter(([, screen]) => screen.isCockpit);
      let replaced: string | null = null;
      if (cockpits.length >= MAX_COCKPITS) {
        const own = cockpits.find(([, screen]) => screen.identityId === identityId);
        const isOwner = identityId === room.ownerIdentityId;
        replaced = (own ?? (isOwner ? cockpits[0] : undefined))?.[0] ?? null;
        if (replaced === null) throw new RoomError('TOO_MANY_SCREENS');
      }
      const changes = replaced === null ? [] : [removal(room, [replaced], 'left', now)];
      const number = room.screenCount + 1;
      const screen: Screen = { identityId, process, number, isCockpit: true };
      changes.push({ kind: 'screenAdded', connectionId, screen });
      return { changes: [...changes, ...backFromActing(room)], answer: { replaced } };
    },
  };
}

export function removeScreen(connectionId: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide: (room, now) =>
      room.screens.has(connectionId) ? done(removal(room, [connectionId], 'left', now)) : nothing(),
  };
}

/** The end of projectors and cockpits. */
export function removal(
  { screens }: RoomState,
  connectionIds: string[],
  reason: 'left' | 'lost',
  now: number,
): RoomChange {
  const hasCockpit = connectionIds.some((connectionId) => screens.get(connectionId)?.isCockpit);
  return { kind: 'screensRemoved', connectionIds, reason, ...(hasCockpit ? { at: now } : {}) };
}

/** Sends all projectors away that are not the host's; returns their connections. */
export const dismissScreens: RoomCommand<string[]> = {
  reads: ROSTER,
  decide(room) {
    const connectionIds: string[] = [];
    for (const [connectionId, { identityId, isCockpit }] of room.screens)
      if (!isCockpit && !isHosts(room, identityId)) connectionIds.push(connectionId);
    return {
      changes: [{ kind: 'screensRemoved', connectionIds, reason: 'dismissed' }],
      answer: connectionIds,
    };
  },
};
