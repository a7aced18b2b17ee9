import type { Look } from '../../protocol/index.js';

/** The looks that accounts have given themselves, as rooms ask for them. */
export interface KeptLooks {
  /** Undefined where the account has none; DATABASE_AWAY where nobody can say. */
  find(hostId: string): Promise<Look | undefined>;
}
