/** The work of normalising, counted, as its time depends on the machine. */
import { vi } from 'vitest';

export interface FoldedWork {
  /** UTF-16 units that were normalised, and that came of it. */
  units: number;
  /** Marks that follow each other, squared: what sorting them takes. */
  marks: number;
}

/** Runs some work and counts what of it is normalised. */
export function foldedWork(work: () => unknown): FoldedWork {
  const counted = { units: 0, marks: 0 };
  const { normalize } = String.prototype;
  const spy = vi.spyOn(String.prototype, 'normalize');
  spy.mockImplementation(function (this: string, form?: string): string {
    const text = normalize.call(this, form);
    counted.units += this.length + text.length;
    for (const [pile] of this.matchAll(/\p{M}+/gu)) counted.marks += pile.length ** 2;
    return text;
  });
  try {
    work();
    return counted;
  } finally {
    spy.mockRestore();
  }
}
