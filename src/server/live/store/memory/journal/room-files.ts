/** Names below the folder of all journals, and of one room's. */
export const ALIVE_FILE = 'alive';
export const RESTING_FILE = 'resting.json';
export const SNAPSHOT_FILE = 'snapshot.json';
export const logFile = (firstNumber: number): string => `log-${firstNumber}`;
