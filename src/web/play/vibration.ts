import type { Outcome } from '../room/outcome.js';
import { remembered } from '../ui/storage.js';

/** In ms, on and off in turn. Whatever is felt is also seen. */
const CUES = {
  tick: [15],
  bell: [80],
  right: [40, 40, 90],
  wrong: [200],
  falling: [30, 60, 60],
  podium: [60, 60, 60, 60, 200],
} as const;

type VibrationCue = keyof typeof CUES;

/** Between two cues, so that they are felt as two. */
const PAUSE_MS = 150;

/** What a reveal feels like; nothing for who has no part in it. */
export const OUTCOME_CUES: { readonly [outcome in Outcome]?: VibrationCue } = {
  right: 'right',
  partly: 'right',
  wrong: 'wrong',
  eliminated: 'falling',
  hurt: 'falling',
};

/** Whether there is something to switch off: desktop browsers offer it, too, and do nothing. */
export const mayVibrate = (): boolean =>
  'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/** One cue after the other. The browser ends the one before, and does nothing before the first tap. */
export function vibrate(...cues: VibrationCue[]): void {
  if (!mayVibrate() || !remembered.vibrates || !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate(cues.flatMap((cue, index) => [...(index > 0 ? [PAUSE_MS] : []), ...CUES[cue]]));
}
