import type { Credentials } from '../identity/host-cookie.js';

/** Who signs in at this server, as rooms ask for it. */
export interface SignIn {
  /** Undefined where the sender may keep nothing; DATABASE_AWAY where nobody can say. */
  find(sender: Credentials): Promise<{ hostId: string } | undefined>;
}
