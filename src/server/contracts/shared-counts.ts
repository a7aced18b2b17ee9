/** Counts that hold for all processes (R10.4). All throw STORE_AWAY. */
export interface SharedCounts {
  /** Adds one to a count, which ends `windowMs` after its first, and returns it. */
  raise(name: string, windowMs: number): Promise<number>;
  /** 0 for a count that has ended or was never raised. */
  read(name: string): Promise<number>;
  /** Counts a thing among others of the last `windowMs`, once however often it comes; with it. */
  add(name: string, thing: string, windowMs: number): Promise<{ count: number; isNew: boolean }>;
  /** How many different things were added within the last `windowMs`. */
  size(name: string, windowMs: number): Promise<number>;
}
