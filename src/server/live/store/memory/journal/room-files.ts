/** Names below the folder of all journals, and of one room's. */
export const ALIVE_FILE = 'alive';
export const RESTING_FILE = 'resting.json';
export const SNAPSHOT_FILE = 'snapshot.json';
export const logFile = (firstNumber: number): string => `log-${firstNumber}`;

/** The number of the first line of a log; undefined for other names, as of what editors and sync programs leave. */
export function firstNumberOf(name: string): number | undefined {
  const [, digits] = /^log-(\d+)$/.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
