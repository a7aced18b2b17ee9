/** A ruler for a number that comes without one; all numbers here are thousandths. */

interface Ruler {
  min: number;
  max: number;
  step: number;
}

/** 0.001 to 5 × 10^12. */
const STEPS = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();
/** A ruler that begins at zero has the fewest of these steps with which the answer is in its first three quarters. */
const STEPS_FROM_ZERO = [20, 50, 100, 200];
const ANSWER_WITHIN = 3 / 4;
const STEPS_ELSEWHERE = 100;
/** A tolerance has so many at most, to either side. */
const TOLERATED_STEPS = 10;
/** The tolerance is no larger than one of so many parts of the ruler. */
const TOLERATED_PARTS = 10;

/**
 * One that does not tell the answer: from zero where the answer is on a mark of such a ruler, else between round
 * numbers. Steps are no finer than the numbers are written.
 */
export function rulerAround(answer: number, tolerance: number): Ruler {
  const size = Math.abs(answer);
  const finest = [1000, 100, 10, 1].find((one) => size % one === 0 && tolerance % one === 0) ?? 1;
  const steps = STEPS.filter((step) => step >= finest && (size % step === 0 || tolerance >= step));
  const wide = steps.filter((step) => tolerance <= TOLERATED_STEPS * step);
  for (const step of size > 0 ? wide : []) {
    const end = STEPS_FROM_ZERO.map((steps) => steps * step).find(
      (far) => size <= far * ANSWER_WITHIN && tolerance <= far / TOLERATED_PARTS,
    );
    if (end !== undefined)
      return answer < 0 ? { min: -end, max: 0, step } : { min: 0, max: end, step };
  }
  const step = wide[0] ?? finest;
  const width = STEPS_ELSEWHERE * step;
  const round = Math.floor(answer / width) * width;
  // Not at the very end.
  const min = round === answer ? round - width / 5 : round;
  return { min, max: min + width, step };
}
