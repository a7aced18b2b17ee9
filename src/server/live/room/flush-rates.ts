import { SmallRooms } from '../batch/room-rate.js';
import { TickRate } from '../batch/tick-rate.js';
import type { Config } from '../../platform/config/config.js';
import type { DirectorySettings } from './directory-settings.js';

/** Shorter than that, what is shared would come back too late for its flush. */
const SHORTEST_SHARED_MS = 25;
const SHORTEST_MS = 12.5;

/** When the rooms of this process share and flush, as it is set. */
export function flushRates(
  config: Config,
): Pick<DirectorySettings, 'tickRate' | 'smallRooms' | 'shareLeadMs'> {
  const isShared = config.REDIS_URL !== undefined;
  return {
    tickRate: new TickRate(config.FLUSH_INTERVAL_MS, config.FLUSH_MAX_MS),
    smallRooms:
      config.SMALL_ROOMS === 'fast'
        ? new SmallRooms(isShared ? SHORTEST_SHARED_MS : SHORTEST_MS)
        : undefined,
    shareLeadMs: isShared ? config.SHARE_LEAD_MS : 0,
  };
}
