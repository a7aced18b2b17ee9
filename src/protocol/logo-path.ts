import type { Look } from './look.js';

/** A file of its own, as phones load the styles of a look and never its logo. Undefined where there is none. */
export const logoPath = ({ logo }: Look): string | undefined =>
  logo === undefined ? undefined : `/api/looks/logos/${logo}`;
