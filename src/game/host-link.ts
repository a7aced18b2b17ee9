/** The host link: a secret by which a page on another device runs the room (R3.6). */
import { RoomError } from '../protocol/errors.js';
import { MAX_LINKED } from '../protocol/limits.js';
import { done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import { isHosts } from './roles.js';
import { removal } from './screen-commands.js';

/** The link works from now on, and one that was made before no more; who came by that stays. */
export function setHostLink(digest: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide: () => done({ kind: 'helpers', helpers: { linkDigest: digest } }),
  };
}

/**
 * Lets somebody run the room who has shown the secret; of too many the oldest does no more. Refuses with
 * KICKED, and with FORBIDDEN where it is not the secret.
 */
export function acceptHostLink(identityId: string, digest: string): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide({ banned, helpers: { linkDigest, linked } }) {
      if (banned.has(identityId)) throw new RoomError('KICKED');
      if (linkDigest !== digest) throw new RoomError('FORBIDDEN', 'this link works no more');
      if (linked.includes(identityId)) return nothing();
      const newest = [...linked, identityId].slice(-MAX_LINKED);
      return done({ kind: 'helpers', helpers: { linked: newest } });
    },
  };
}

/** Ends the link and what came by it; returns the connections of the cockpits that have to go. */
export const revokeHostLinks: RoomCommand<string[]> = {
  reads: ROSTER,
  decide(room, now) {
    const helpers = { linkDigest: null, linked: [] };
    const { ownerIdentityId, hostId, isHandedOver, actingId, seats, slots } = room;
    const roles = { ownerIdentityId, hostId, isHandedOver, actingId, seats, slots };
    const after = { ...roles, helpers: { ...room.helpers, ...helpers } };
    const connectionIds = [...room.screens].flatMap(([connectionId, screen]) =>
      screen.isCockpit && !isHosts(after, screen.identityId) ? connectionId : [],
    );
    const { changes } = done({ kind: 'helpers', helpers });
    if (connectionIds.length > 0) changes.push(removal(room, connectionIds, 'left', now));
    return { changes, answer: connectionIds };
  },
};
