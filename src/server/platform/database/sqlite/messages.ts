/** What the server and the thread of its database tell each other. */

export type Value = string | number | bigint | Uint8Array | null;

export interface WorkerSettings {
  path: string;
  /** A file to copy the database into, instead of serving queries. */
  backupPath: string | undefined;
}

export interface QueryRequest {
  id: number;
  sql: string;
  values: readonly Value[];
}

export type Reply =
  | { id: number; rows: unknown[]; changes: number }
  | { id: number; error: { message: string; code: number | undefined } };

/** The id of the reply that tells how opening went. */
export const OPENED = 0;
/** What ends the thread when it comes instead of a request. */
export const CLOSE = 'close';
