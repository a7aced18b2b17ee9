/** Which room closes where there are too many, so that nobody is kept out by rooms that nobody uses (R10.5). */

export interface OpenRoom {
  roomId: string;
  /** Who opened it, and from where. */
  identityId: string;
  address: string;
  /** Players beside the one who opened it. */
  others: number;
  lastActivityAt: number;
  /** When somebody was last connected, as far as drops and exits told. */
  lastPresentAt: number;
  openedAt: number;
  /** Whether its opener is connected, a projector or a cockpit is, or a host's account stands behind it. */
  isAttended: boolean;
  seq: number;
}

export interface RoomLimits {
  rooms: number;
  perIdentity: number;
  perAddress: number;
}

/** A room in which something happened within this time does not give way to other addresses, in ms. */
const UNTOUCHED_MS = 10 * 60_000;
/** Who has lost the connection for so long has left the room, in ms. */
const ABANDONED_MS = 60_000;

/**
 * The room that has to close before the newcomer may open one; undefined where none has to, or none may. No room
 * does in which others sit. An identity that has too many loses its own; an address that has too many, those
 * that nobody is at, and then the newest of the identity with most, so that one phone keeps nobody out of
 * rooms behind the same address. Where there are too many in all, the address with most rooms comes next.
 */
export function roomToClose(
  rooms: readonly OpenRoom[],
  newcomer: { identityId: string; address: string },
  limits: RoomLimits,
  now: number,
): OpenRoom | undefined {
  const own = rooms.filter(({ identityId }) => identityId === newcomer.identityId);
  const near = rooms.filter(({ address }) => address === newcomer.address);
  const byAddress = countBy(rooms, ({ address }) => address);
  const byIdentity = countBy(rooms, ({ identityId }) => identityId);
  const most = ({ identityId }: OpenRoom): number => byIdentity.get(identityId) ?? 0;
  const isUntouched = ({ lastActivityAt }: OpenRoom): boolean =>
    now - lastActivityAt >= UNTOUCHED_MS;

  const untouched = (crowd: readonly OpenRoom[]): OpenRoom[] =>
    crowd
      .filter((room) => room.others === 0 && isUntouched(room))
      .sort(
        (a, b) =>
          (byAddress.get(b.address) ?? 0) - (byAddress.get(a.address) ?? 0) ||
          most(b) - most(a) ||
          a.lastActivityAt - b.lastActivityAt,
      );
  const abandoned = near
    .filter(({ others, isAttended, lastActivityAt, lastPresentAt }) => {
      const usedAt = Math.max(lastActivityAt, lastPresentAt);
      return others === 0 && !isAttended && now - usedAt >= ABANDONED_MS;
    })
    .sort((a, b) => most(b) - most(a) || a.lastActivityAt - b.lastActivityAt);
  // Of an identity that has no more than the newcomer will have, it would be the turn of each in turn.
  const newest = near
    .filter((room) => room.others === 0 && most(room) > own.length + 1)
    .sort((a, b) => most(b) - most(a) || b.openedAt - a.openedAt);

  if (own.length >= limits.perIdentity) return untouched(own)[0];
  if (near.length >= limits.perAddress) return abandoned[0] ?? newest[0];
  if (rooms.length < limits.rooms) return undefined;
  const far = rooms.filter(({ address }) => address !== newcomer.address);
  return abandoned[0] ?? untouched(far)[0] ?? newest[0];
}

function countBy(rooms: readonly OpenRoom[], key: (room: OpenRoom) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const room of rooms) counts.set(key(room), (counts.get(key(room)) ?? 0) + 1);
  return counts;
}
