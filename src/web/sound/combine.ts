import { MAX_SOUND_OFFSET_MS, MAX_VOLUME, type SoundOptions } from '../../protocol/sound.js';

/** What a projector plays: the host decides for all of them, and each has the same for itself (R20.3). */
export function combine(all: SoundOptions, own: SoundOptions): SoundOptions {
  const modes = [all.sound, own.sound];
  const sound = modes.includes('off') ? 'off' : modes.includes('effects') ? 'effects' : 'all';
  const offset = all.soundOffsetMs + own.soundOffsetMs;
  return {
    sound,
    volume: (all.volume * own.volume) / MAX_VOLUME,
    soundOffsetMs: Math.max(-MAX_SOUND_OFFSET_MS, Math.min(MAX_SOUND_OFFSET_MS, offset)),
  };
}
