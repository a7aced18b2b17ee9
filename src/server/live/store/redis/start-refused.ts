/** Why a process must not start with this Redis. No waiting mends it. */
export class StartRefused extends Error {}
