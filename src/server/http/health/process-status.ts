import type { ServerMetrics } from '../../metrics/server-metrics.js';
import { moreHalls } from '../../metrics/capacity.js';
import type { StoreStatus } from '../../live/store/parts.js';

/** One process at a glance, for its operator; `npm run cluster:status` shows those of all. */
export interface ProcessStatus {
  version: string;
  pid: number;
  /** The version of what is stored about a room. */
  schema: number;
  /** The version of what pages are told. */
  wire: number;
  upS: number;
  /** Whether it sends its players away, as it is about to end. */
  isDraining: boolean;
  rooms: number;
  /** In all processes, and rooms where nobody is just now; null while the store cannot tell. */
  openRooms: number | null;
  /** Connected here. */
  players: number;
  connections: number;
  /** CPU time, of one core, over the last 15 to 30 s. */
  core: number;
  /** How late one in a hundred looks of the event loop came meanwhile. */
  loopP99Ms: number;
  memoryMB: number;
  store: StoreStatus['kind'];
  isAway: boolean;
  warnings: string[];
  /** Halls of 200, about. */
  moreHalls: number;
}

export function processStatus(
  { build, load, isDraining, crowd }: ServerMetrics,
  { kind, isAway, warnings }: StoreStatus,
  openRooms: number | null,
): ProcessStatus {
  const { core, loopP99Ms } = load;
  return {
    ...build,
    pid: process.pid,
    upS: Math.floor(process.uptime()),
    isDraining,
    ...crowd,
    openRooms,
    core: rounded(core, 3),
    loopP99Ms: rounded(loopP99Ms, 1),
    memoryMB: Math.round(process.memoryUsage.rss() / 2 ** 20),
    store: kind,
    isAway,
    warnings,
    moreHalls: isDraining ? 0 : moreHalls(core),
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
