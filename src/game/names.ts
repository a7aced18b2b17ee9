/** Names that the game makes itself (R1.4). */
import type { ServerWords } from '../i18n/made/types.js';
import { NAME_MAX_GRAPHEMES, NAME_MAX_UNITS } from '../protocol/limits.js';
import { foldName } from '../protocol/name.js';
import { drawOne, type Random } from './shared/random.js';

export function generateName(
  random: Random,
  { both, first, second }: ServerWords['names'],
): string {
  return both({ first: drawOne(random, first), second: drawOne(random, second) });
}

/** The stem of a name, behind which a number makes it unique. */
export function nameStem(wanted: string): string {
  const short = shorten(wanted);
  // The cut may leave a joiner without its character. Nothing is left of a name that is one grapheme of full length.
  return `${short === wanted ? short : foldName(short)} `.trimStart();
}

const segmenter = new Intl.Segmenter();
/** A space and five digits. */
const NUMBER_UNITS = 6;

/** Leaves room for a number, without cutting a grapheme. */
function shorten(name: string): string {
  const most = {
    graphemes: NAME_MAX_GRAPHEMES - NUMBER_UNITS,
    units: NAME_MAX_UNITS - NUMBER_UNITS,
  };
  // A grapheme has at least one unit.
  if (name.length <= most.graphemes) return name.trimEnd();
  let short = '';
  let graphemes = 0;
  for (const { segment } of segmenter.segment(name)) {
    if (++graphemes > most.graphemes || short.length + segment.length > most.units) break;
    short += segment;
  }
  return short.trimEnd();
}
