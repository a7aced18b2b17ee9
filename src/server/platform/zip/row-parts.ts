import type { Cell } from './table.js';

/** After so long others may have their turn. By the clock, as a row may be of 2,000 answers. */
const STEP_MS = 1;

/** The bytes of rows, each as `textOf` makes it, with places to stop. */
export function* inParts(
  rows: Iterable<readonly Cell[]>,
  textOf: (row: readonly Cell[], index: number) => string,
): Generator<void, Buffer[]> {
  const parts: Buffer[] = [];
  let text = '';
  let index = 0;
  let until = performance.now() + STEP_MS;
  for (const row of rows) {
    text += textOf(row, index++);
    if (performance.now() < until) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
    until = performance.now() + STEP_MS;
  }
  return [...parts, Buffer.from(text)];
}
