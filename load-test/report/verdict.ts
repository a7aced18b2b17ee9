import type { RunRecord } from './run-record.js';

type Judged = Pick<RunRecord, 'interrupted' | 'exitCode' | 'findings'>;

/** One line, alike on the page and the terminal; the faults themselves are told below it. */
export function verdictOf({ interrupted, exitCode, findings: { faults } }: Judged): {
  good: boolean;
  words: string;
} {
  const reasons = [];
  if (faults.length > 0) reasons.push(faults.length === 1 ? '1 fault' : `${faults.length} faults`);
  if (interrupted) reasons.push('interrupted, so the figures tell of a part of the run');
  if (reasons.length === 0 && exitCode !== 0) reasons.push(`exit code ${exitCode}`);
  return reasons.length === 0
    ? { good: true, words: 'Good: no faults' }
    : { good: false, words: `Not good: ${reasons.join('; ')}` };
}
