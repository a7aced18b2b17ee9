import { luminance, mix } from './colour.js';
import type { Tokens } from './tokens.js';

/** What an operator chooses (R21.2). */
export interface OwnColours {
  /** What is pressed and pointed at, and what comes beside it. */
  colours: readonly [string, string];
  background: string;
}

const WHITE = '#ffffff';
const BLACK = '#000000';

/** Light text is the better one on what is darker than this. */
const DARK_BELOW = 0.18;
export const isDark = ({ background }: OwnColours): boolean => luminance(background) < DARK_BELOW;

/** All tokens of an operator's theme; `base` is a built-in one of the same kind, dark or light. */
export function deriveTokens(own: OwnColours, base: Tokens): Tokens {
  const { colours, background: paper } = own;
  const [main, second] = colours;
  const ink = base['ink'] as string;
  const dark = isDark(own);
  const card = mix(paper, WHITE, dark ? 0.05 : 0.6);
  return {
    ...base,
    paper,
    card,
    plate: `${card}e6`,
    field: dark ? mix(paper, BLACK, 0.3) : WHITE,
    sunk: mix(paper, ink, 0.08),
    hover: mix(paper, ink, 0.05),
    'ink-soft': mix(paper, ink, 0.78),
    line: mix(paper, ink, 0.22),
    'line-strong': mix(paper, ink, 0.58),
    edge: mix(paper, ink, 0.22),
    clay: main,
    'clay-deep': mix(main, ink, 0.2),
    'clay-tint': mix(paper, main, 0.12),
    indigo: second,
    dim: mix(paper, ink, 0.1),
    'dim-ink': mix(paper, ink, 0.74),
    earth: mix(paper, ink, 0.06),
    ring: mix(paper, ink, 0.02),
    lane: mix(paper, ink, 0.02),
    chalk: dark ? mix(paper, ink, 0.3) : WHITE,
    roof: mix(main, BLACK, 0.5),
    tile: mix(main, BLACK, 0.3),
    curtain: mix(main, BLACK, 0.3),
    'curtain-fold': mix(main, BLACK, 0.4),
    'curtain-light': mix(main, BLACK, 0.15),
  };
}
