import type { Redis } from 'ioredis';
import type { Helpers, Seat } from '../../../../game/room-state.js';
import type { Standing } from '../contract.js';
import { NO_SLOT, type RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';

const ROLES = ['openedBy', 'hostId', 'isHandedOver', 'helpers', 'actingId'] as const;
/** What somebody is to a room; asks for as much of who is nothing to it, and where there is no room. */
export async function readStanding(
  redis: Redis,
  keys: RedisKeys,
  roomId: string,
  { identityId, address }: { identityId: string; address: string },
): Promise<Standing | undefined> {
  const [fields, slot, isWatcher, isFromThere] = (await askAll(
    redis
      .pipeline()
      .hmget(keys.part(roomId, 'room'), ...ROLES)
      .hget(keys.part(roomId, 'slots'), identityId)
      .sismember(keys.part(roomId, 'watchers'), identityId)
      .sismember(keys.part(roomId, 'addresses'), address),
  )) as [(string | null)[], string | null, number, number];
  const json = await askRedis(redis.hget(keys.part(roomId, 'seats'), slot ?? NO_SLOT));
  const [openedBy, hostId, isHandedOver, helpers, actingId] = fields;
  if (openedBy == null || helpers == null) return undefined;
  // The seat may have been left in between.
  const seat = json === null ? undefined : (JSON.parse(json) as Seat);
  const isTheirs = seat !== undefined && seat.identityId === identityId;
  return {
    roles: {
      ownerIdentityId: openedBy,
      hostId: hostId ?? '',
      isHandedOver: isHandedOver === '1',
      helpers: JSON.parse(helpers) as Helpers,
      actingId: actingId ?? '',
      slots: new Map(isTheirs ? [[identityId, seat.slot]] : []),
      seats: new Map(isTheirs ? [[seat.slot, seat]] : []),
    },
    isWatcher: isWatcher === 1,
    isFromThere: isFromThere === 1,
  };
}
