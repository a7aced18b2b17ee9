/** Which room closes where there are too many, so that nobody is kept out by rooms that nobody uses (R10.5). */

export interface OpenRoom {
  roomId: string;
  /** Who opened it, and from where. */
  identityId: string;
  address: string;
  /** Players beside the one who opened it. */
  others: number;
  lastActivityAt: number;
  seq: number;
}

export interface RoomLimits {
  rooms: number;
  perIdentity: number;
  perAddress: number;
}

/** A room in which something happened within this time stays, in ms. */
const UNTOUCHED_MS = 10 * 60_000;

/**
 * The room that has to close before the newcomer may open one; undefined where none has to, or none may.
 * The newcomer's own address gives way first, then the address with most rooms; within it the identity
 * with most, and of that the room untouched for longest.
 */
export function roomToClose(
  rooms: readonly OpenRoom[],
  newcomer: { identityId: string; address: string },
  limits: RoomLimits,
  now: number,
): OpenRoom | undefined {
  const isOwn = ({ identityId }: OpenRoom): boolean => identityId === newcomer.identityId;
  const isNear = ({ address }: OpenRoom): boolean => address === newcomer.address;
  const own = rooms.filter(isOwn);
  const near = rooms.filter(isNear);
  const crowded =
    own.length >= limits.perIdentity
      ? own
      : near.length >= limits.perAddress
        ? near
        : rooms.length >= limits.rooms
          ? rooms
          : [];
  const byAddress = countBy(rooms, ({ address }) => address);
  const byIdentity = countBy(rooms, ({ identityId }) => identityId);
  const [first] = crowded
    .filter(({ others, lastActivityAt }) => others === 0 && now - lastActivityAt >= UNTOUCHED_MS)
    .sort(
      (a, b) =>
        Number(isNear(b)) - Number(isNear(a)) ||
        (byAddress.get(b.address) ?? 0) - (byAddress.get(a.address) ?? 0) ||
        (byIdentity.get(b.identityId) ?? 0) - (byIdentity.get(a.identityId) ?? 0) ||
        a.lastActivityAt - b.lastActivityAt,
    );
  return first;
}

function countBy(rooms: readonly OpenRoom[], key: (room: OpenRoom) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const room of rooms) counts.set(key(room), (counts.get(key(room)) ?? 0) + 1);
  return counts;
}
