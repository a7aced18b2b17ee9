/** As `#1a2b3c`: what is pressed and pointed at, and what comes beside it. */
export type LookColours = readonly [main: string, second: string];

/**
 * The look that an account has given itself (R21.4): `GET /api/desk/look`. Its styles are at `lookPath`, and its logo,
 * where there is one, at `logoPath`; whoever was told of them may ask.
 */
export interface Look {
  colours: LookColours;
  /** SHA-256 of its bytes, in hex. */
  logo?: string;
}

/** Styles of `:root[data-theme='look']`, computed from the colours alone. */
export const lookPath = ({ colours }: Look): string =>
  `/api/looks/colours/${colours.map((colour) => colour.slice(1)).join('-')}`;
