import type { CueName } from '../../src/web/sound/cues.js';
import type { LoopName } from '../../src/web/sound/loops.js';

/** What is played at a time: a cue, or a bar of a loop. */
export type Played =
  | { at: number; cue: CueName; arg?: number }
  | { at: number; loop: LoopName; bar: number; level?: number };

/** All but times are dBFS. */
export interface Figures {
  /** When the last sample above -60 dBFS is, in s. */
  seconds: number;
  peak: number;
  loudness: number;
  mean: number;
  /** Of the last 50 ms. */
  tail: number;
  /** Loudness that a small loudspeaker (300–8000 Hz) loses, in dB. */
  lost: number;
}
