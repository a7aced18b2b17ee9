/** How pages look (R21.1); `own` is the operator's, and the yard where there is none, and `look` the room's (R21.4). */
export const THEMES = ['yard', 'night', 'contrast', 'own', 'look'] as const;
export type Theme = (typeof THEMES)[number];

/** As `#1a2b3c`: what is pressed and pointed at, and what comes beside it. */
export type LookColours = readonly [main: string, second: string];

/**
 * The look that an account has given itself (R21.4): `GET /api/desk/look`. Its styles are `lookPath`, and its logo, where
 * there is one, `logoPath`; whoever was told of them may ask.
 */
export interface Look {
  colours: LookColours;
  /** SHA-256 of its bytes, in hex. */
  logo?: string;
}

export const LOOKS_PATH = '/api/looks';
/** Styles of `:root[data-theme='look']`, computed from the colours alone. */
export const lookPath = ({ colours }: Look): string =>
  `${LOOKS_PATH}/colours/${colours.map((colour) => colour.slice(1)).join('-')}`;
/** Undefined where there is none. */
export const logoPath = ({ logo }: Look): string | undefined =>
  logo === undefined ? undefined : `${LOOKS_PATH}/logos/${logo}`;
