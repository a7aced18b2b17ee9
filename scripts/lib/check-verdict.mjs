/** How `npm run check` ends, with the steps that could not look at anything: they fail nothing, and prove nothing. */

/** A step begins a line with it that passes because it could not do its work here. */
export const NOTHING = 'NOTHING LOOKED AT: ';

/** Why a step that has passed has looked at nothing; empty where it has. */
export function lookedAtNothing(output) {
  const lines = output.split('\n').filter((line) => line.startsWith(NOTHING));
  return lines.map((line) => line.slice(NOTHING.length));
}

/** The last lines; `.ci/run` reads the very last one, and repeats the one before. */
export function verdictOf(steps) {
  const passed = steps.filter(({ isOk }) => isOk);
  const blind = passed.filter(({ isBlind }) => isBlind).map(({ step }) => step);
  const verdict = `${passed.length} passed, ${steps.length - passed.length} failed`;
  if (blind.length === 0) return verdict;
  return `PASSED WITHOUT A LOOK: ${blind.join(', ')}\n${verdict}`;
}
