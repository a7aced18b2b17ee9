import {
  DEFAULT_SOUND,
  MAX_SOUND_OFFSET_MS,
  MAX_VOLUME,
  SOUND_MODES,
  type SoundOptions,
} from '../../protocol/sound.js';
import { read, write } from '../ui/storage.js';

const KEY = 'madang.screen-sound';
/** What a projector has for itself changes nothing unless somebody chooses it. */
const UNCHANGED: SoundOptions = { ...DEFAULT_SOUND, volume: MAX_VOLUME };

const within = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** What this projector has for itself (R20.3). */
export function ownSound(): SoundOptions {
  try {
    const kept = { ...UNCHANGED, ...(JSON.parse(read(KEY) ?? '{}') as Partial<SoundOptions>) };
    const isWhole =
      SOUND_MODES.includes(kept.sound) &&
      within(kept.volume, 0, MAX_VOLUME) &&
      within(kept.soundOffsetMs, -MAX_SOUND_OFFSET_MS, MAX_SOUND_OFFSET_MS);
    return isWhole ? kept : UNCHANGED;
  } catch {
    return UNCHANGED;
  }
}

export function keepOwnSound(options: SoundOptions): void {
  write(KEY, JSON.stringify(options));
}
