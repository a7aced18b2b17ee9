/** The sound of a page: music and effects, effects alone, or nothing. */
export const SOUND_MODES = ['all', 'effects', 'off'] as const;
export type SoundMode = (typeof SOUND_MODES)[number];

export const MAX_VOLUME = 10;
export const MAX_SOUND_OFFSET_MS = 300;

/** The host's choices for the sound of all projectors (R20.3). */
export interface SoundOptions {
  sound: SoundMode;
  /** Whole steps from 0 to `MAX_VOLUME`. */
  volume: number;
  /** By how much sound comes later than on time; negative where the speakers lag behind the picture. */
  soundOffsetMs: number;
}

export const DEFAULT_SOUND: SoundOptions = { sound: 'all', volume: 8, soundOffsetMs: 0 };
