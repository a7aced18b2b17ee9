/** What a request brings by which a host may be known. */
export interface Credentials {
  /** Of the browser, as a player. */
  identityId: string | undefined;
  /** The token of a session, which proves nothing before it is looked up. */
  hostToken: string | undefined;
}

/** Who signs in at this server, as rooms ask for it. */
export interface SignIn {
  /** Undefined where the sender may keep nothing; DATABASE_AWAY where nobody can say. */
  find(sender: Credentials): Promise<{ hostId: string } | undefined>;
}
