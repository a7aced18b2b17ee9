/** Where a list of beats is at a time: the same for who saw all of it and for who comes in the middle (R19.1). */

interface AnyBeat {
  /** The last beat has 0: it has no end. */
  ms: number;
}

export interface BeatAt<Beat> {
  index: number;
  beat: Beat;
  /** How long it is on, in ms. */
  t: number;
  /** After how long it gives way to the next, in ms; Infinity for the last. */
  leftMs: number;
}

/** Sum of the beats, in ms. */
export function lengthOf(beats: readonly AnyBeat[]): number {
  return beats.reduce((sum, { ms }) => sum + ms, 0);
}

/** `elapsedMs` since the first beat began; before that it is the first one. Undefined where there are no beats. */
export function beatAt<Beat extends AnyBeat>(
  beats: readonly Beat[],
  elapsedMs: number,
): BeatAt<Beat> | undefined {
  let t = Math.max(0, elapsedMs);
  const last = beats.length - 1;
  for (const [index, beat] of beats.entries()) {
    if (index === last) return { index, beat, t, leftMs: Infinity };
    if (t < beat.ms) return { index, beat, t, leftMs: beat.ms - t };
    t -= beat.ms;
  }
  return undefined;
}
