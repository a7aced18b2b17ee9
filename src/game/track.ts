import type { Position } from './shared/zones.js';

/** Where those for whom a question counted stood while it was open (R17.8). */
export interface Track {
  /** From one sample to the next, in ms; the first is at the start of the question. */
  everyMs: number;
  samples: number;
  /** For each answer that was given, in the order of the answers: x in all samples, then y in all. In steps. */
  steps: Uint16Array;
}

/** Where the player of the answer with this number among those that counted stood in a sample. */
export function positionIn({ samples, steps }: Track, answer: number, sample: number): Position {
  const from = 2 * answer * samples + sample;
  return [steps[from] ?? 0, steps[from + samples] ?? 0];
}
