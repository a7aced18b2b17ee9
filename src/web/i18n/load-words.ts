import type {
  DeskWords,
  FaultsWords,
  GameWords,
  HostWords,
  PlayerWords,
  ResultsWords,
} from '../../i18n/made/types.js';

/** The words of the pages by the parts in which they are loaded: `player` is what every page begins with. */
export interface Words {
  player: PlayerWords;
  game: GameWords;
  host: HostWords;
  desk: DeskWords;
  results: ResultsWords;
  faults: FaultsWords;
}

export type WordsPart = keyof Words;

/** Where the made words lie, and how a file of them is named, with `TAG` and `PART` in it; put in by the build. */
declare const __WORDS__: string;

/** Rejects where nobody has the language, or the words do not arrive. */
export async function loadWords<P extends WordsPart>(tag: string, part: P): Promise<Words[P]> {
  const path = __WORDS__.replace('TAG', tag).replace('PART', part);
  const loaded = (await import(/* @vite-ignore */ path)) as { words: Words[P] };
  return loaded.words;
}
