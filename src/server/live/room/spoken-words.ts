import type { RoomView } from '../batch/room-view.js';
import { generateName } from '../../../game/names.js';
import type { Random } from '../../../game/shared/random.js';
import type { WordFilter } from '../moderation/word-filter.js';
import type { Language } from '../../../protocol/index.js';

/** What becomes of names and messages in which the filter finds a word (R8.6). */
export class SpokenWords {
  constructor(
    private readonly words: WordFilter,
    private readonly random: Random,
  ) {}

  /** What somebody is called who wants this name: a generated one for none, and in place of a bad one (R1.4, R8.6). */
  nameFor(
    { settings }: RoomView,
    wanted: string,
    language: Language,
  ): { playerName: string; wanted?: string } {
    const { filterWords, names } = settings;
    // What the host has listed is what people are called.
    const isBad = filterWords && names !== 'list' && this.words.finds(wanted);
    if (isBad) return { playerName: generateName(this.random, language), wanted };
    return { playerName: wanted === '' ? generateName(this.random, language) : wanted };
  }

  /** What everybody reads, and what was said where that is something else. */
  masked({ settings }: RoomView, message: string): [message: string, original?: string] {
    const masked = settings.filterWords ? this.words.mask(message) : message;
    return masked === message ? [message] : [masked, message];
  }
}
