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
