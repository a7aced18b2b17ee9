const STEPS = [0, 2, 5, 7, 9];
const TONIC_HZ = 146.83;

/**
 * A degree of the only scale that is used (pyeongjo on D: D E G A B), in Hz: 0 is D3, 5 is D4, -5 is D2. Whatever
 * sounds at the same time is consonant.
 */
export function hertz(degree: number): number {
  const octave = Math.floor(degree / STEPS.length);
  const step = STEPS[degree - octave * STEPS.length] ?? 0;
  return TONIC_HZ * 2 ** (octave + step / 12);
}
