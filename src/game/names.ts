/** Names that the game makes itself (R1.4). */
import type { Language } from '../protocol/http.js';
import { NAME_MAX_GRAPHEMES, NAME_MAX_UNITS } from '../protocol/limits.js';
import { foldName } from '../protocol/name.js';
import { drawOne, type Random } from './shared/random.js';

const WORDS: Record<Language, { first: string[]; second: string[] }> = {
  ko: {
    first: ['용감한', '느긋한', '반짝이는', '배고픈', '신나는', '졸린', '날쌘', '수줍은', '엉뚱한'],
    second: ['호랑이', '수달', '두루미', '고라니', '다람쥐', '반달곰', '펭귄', '해달', '너구리'],
  },
  en: {
    first: ['Brave', 'Mellow', 'Shiny', 'Hungry', 'Jolly', 'Sleepy', 'Swift', 'Shy', 'Quirky'],
    second: ['Tiger', 'Otter', 'Crane', 'Badger', 'Squirrel', 'Bear', 'Penguin', 'Fox', 'Raccoon'],
  },
};

export function generateName(random: Random, language: Language): string {
  const { first, second } = WORDS[language];
  return `${drawOne(random, first)} ${drawOne(random, second)}`;
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
