import type { RoomView } from '../batch/room-view.js';
import { serverWords } from '../../../i18n/made/server/words.js';
import { generateName } from '../../../game/names.js';
import type { Random } from '../../../game/shared/random.js';
import type { WordFilter } from '../moderation/word-filter.js';
import type { Language } from '../../../protocol/index.js';

/** Masks or replaces names and messages in which the filter finds a word (R8.6). */
export class SpokenWords {
  constructor(
    private readonly words: WordFilter,
    private readonly random: Random,
  ) {}

  /** The name of somebody who wants this one: a generated one for none, and in place of a bad one (R1.4, R8.6). */
  nameFor(
    { settings }: RoomView,
    wanted: string,
    language: Language,
  ): { playerName: string; wanted?: string } {
    const { filterWords, names } = settings;
    const made = (): string => generateName(this.random, serverWords[language].server.names);
    // Names from the host's list stand as they are.
    const isBad = filterWords && names !== 'list' && this.words.finds(wanted);
    if (isBad) return { playerName: made(), wanted };
    return { playerName: wanted === '' ? made() : wanted };
  }

  /** The message that everybody reads, and the original where that is something else. */
  masked({ settings }: RoomView, message: string): [message: string, original?: string] {
    const masked = settings.filterWords ? this.words.mask(message) : message;
    return masked === message ? [message] : [masked, message];
  }

  /** Texts of an answer, whatever the filter is set to; undefined where nothing in them is masked. */
  maskedTexts(texts: readonly string[]): string[] | undefined {
    const masked = texts.map((text) => this.words.mask(text));
    return masked.some((text, n) => text !== texts[n]) ? masked : undefined;
  }

  /** Whether something in an answer would be masked. */
  finds(text: string): boolean {
    return this.words.finds(text);
  }
}
