import type { DoorFigures } from './crowd-at-door.js';

/** What came of an attack. */
export interface FloodToll {
  /** Frames, packets or requests that the system has taken. */
  sent: number;
  connections: number;
  refused: number;
  closed: number;
  /** Of a dear attack: how often each answer came, as `200` or `429 RATE_LIMITED`. */
  answers?: Record<string, number>;
  /** Of a crowd at a door. */
  door?: DoorFigures;
}
