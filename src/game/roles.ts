/** Roles: who may do what in a room, by identity (R3.1, R3.3, R3.4). */
import { RoomError } from '../protocol/errors.js';
import { MAX_CO_HOSTS } from '../protocol/limits.js';
import type { RoomChange } from './room-change.js';
import { BOTH, done, nothing, ROSTER, type RoomCommand } from './room-command.js';
import { isAlive, seatOfIdentity, type RoomState, type Seat } from './room-state.js';

/** The least role that a command asks for. */
export type HostRole = 'owner' | 'linked' | 'host' | 'coHost' | 'actingHost';

/** The part of a room that tells the roles; of the seats, only the one that is asked about is needed. */
export interface Roles extends Pick<
  RoomState,
  'ownerIdentityId' | 'hostId' | 'isHandedOver' | 'helpers' | 'actingId' | 'slots'
> {
  seats: ReadonlyMap<number, Pick<Seat, 'playerId' | 'fellAt'>>;
}

/**
 * Whether an identity has a role now. `owner` it is for as long as the room is there; `host` only while it
 * has not handed the role over (R3.2). `linked` came by a host link (R3.6), if not as the owner.
 */
export function hasRole(room: Roles, identityId: string, role: HostRole): boolean {
  const isOwner = identityId === room.ownerIdentityId;
  switch (role) {
    case 'owner':
      return isOwner;
    case 'linked':
      return isOwner || room.helpers.linked.includes(identityId);
    case 'host':
      return isOwner ? !room.isHandedOver : holdsHostSeat(room, identityId);
    case 'coHost':
      return hasRole(room, identityId, 'host') || isHelper(room, identityId);
    case 'actingHost':
      return hasRole(room, identityId, 'coHost') || standsIn(room, identityId);
  }
}

/** Whether an identity has a seat in the room, or may run it. */
export function isMember(room: Roles, identityId: string): boolean {
  return room.slots.has(identityId) || isHosts(room, identityId);
}

/** Whether an identity is one of those whom a room waits for: its owner, its host and their helpers. */
export function isHosts(room: Roles, identityId: string): boolean {
  const { ownerIdentityId } = room;
  return (
    identityId === ownerIdentityId || holdsHostSeat(room, identityId) || isHelper(room, identityId)
  );
}

/**
 * A command about a player, given by somebody who has to be co-host at least; whom the room waits for is out
 * of a co-host's reach. Refuses with NOT_HOST and FORBIDDEN besides.
 */
export function asHost<Answer>(
  by: string,
  playerId: string,
  command: RoomCommand<Answer>,
): RoomCommand<Answer> {
  return {
    ...command,
    decide(room, now) {
      if (!hasRole(room, by, 'coHost')) throw new RoomError('NOT_HOST');
      const seat = seatOfPlayer(room, playerId);
      if (!hasRole(room, by, 'host') && isHosts(room, seat.identityId) && seat.identityId !== by)
        throw new RoomError('FORBIDDEN', 'hosts and co-hosts are out of reach of a co-host');
      return command.decide(room, now);
    },
  };
}

/**
 * A command of somebody who has to be co-host at least, not only when it was given but also when it is decided.
 * Refuses with NOT_HOST.
 */
export function asCoHost<Answer>(by: string, command: RoomCommand<Answer>): RoomCommand<Answer> {
  return {
    reads: BOTH,
    decide(room, now) {
      if (!hasRole(room, by, 'coHost')) throw new RoomError('NOT_HOST');
      return command.decide(room, now);
    },
  };
}

/**
 * The owner makes a player co-host, or takes that back. Refuses with PLAYER_NOT_FOUND, and with BAD_REQUEST
 * for the owner and where there are too many.
 */
export function setCoHost(playerId: string, isCoHost: boolean): RoomCommand<void> {
  return {
    reads: ROSTER,
    decide(room) {
      const { identityId } = seatOfPlayer(room, playerId);
      const { coHosts } = room.helpers;
      if (identityId === room.ownerIdentityId)
        throw new RoomError('BAD_REQUEST', 'the owner needs no other role');
      if (coHosts.includes(identityId) === isCoHost) return nothing();
      if (isCoHost && coHosts.length >= MAX_CO_HOSTS)
        throw new RoomError('BAD_REQUEST', `at most ${MAX_CO_HOSTS} co-hosts`);
      const others = coHosts.filter((one) => one !== identityId);
      return done({
        kind: 'helpers',
        helpers: { coHosts: isCoHost ? [...others, identityId] : others },
      });
    },
  };
}

/** Takes all roles from somebody who is kicked. */
export function helpsNoMore(
  { helpers: { coHosts, linked } }: Pick<RoomState, 'helpers'>,
  identityId: string,
): RoomChange[] {
  const others = (ids: readonly string[]): string[] => ids.filter((id) => id !== identityId);
  const changes: RoomChange[] = [];
  if (coHosts.includes(identityId))
    changes.push({ kind: 'helpers', helpers: { coHosts: others(coHosts) } });
  if (linked.includes(identityId))
    changes.push({ kind: 'helpers', helpers: { linked: others(linked) } });
  return changes;
}

/** The seat of a player. Throws PLAYER_NOT_FOUND. */
export function seatOfPlayer(room: Pick<RoomState, 'seats'>, playerId: string): Seat {
  for (const seat of room.seats.values()) if (seat.playerId === playerId) return seat;
  throw new RoomError('PLAYER_NOT_FOUND');
}

function isHelper({ helpers }: Roles, identityId: string): boolean {
  return helpers.coHosts.includes(identityId) || helpers.linked.includes(identityId);
}

function standsIn(room: Roles, identityId: string): boolean {
  const seat = seatOfIdentity(room, identityId);
  return seat !== undefined && seat.playerId === room.actingId && isAlive(seat);
}

function holdsHostSeat(room: Roles, identityId: string): boolean {
  const seat = seatOfIdentity(room, identityId);
  return seat !== undefined && seat.playerId === room.hostId;
}
