import type { GameReport, KeptGame } from './results.js';
import { inLanguage, languageIn, type InLanguages, type SetLanguage } from './set-languages.js';

type Report = Pick<GameReport, 'language' | 'texts' | 'questions' | 'rounds' | 'draws'>;

/** The language of these results for a reader, as on phones (R30.5); empty for the main one of results that do not know it. */
function languageFor(report: Report, reader: SetLanguage): SetLanguage {
  const { questions, rounds = [], draws = [] } = report;
  return languageOf(
    report,
    [report, ...questions.map(({ shown }) => shown ?? {}), ...rounds, ...draws],
    reader,
  );
}

function languageOf(
  { language = '' }: Pick<KeptGame, 'language'>,
  things: readonly InLanguages[],
  reader: SetLanguage,
): SetLanguage {
  const languages = new Set(things.flatMap(({ texts = {} }) => Object.keys(texts)));
  return languageIn({ language, languages: [...languages] }, reader);
}

/** A report with the title and the texts of its questions, rounds and draws for a reader, as far as they have them (R30.9). */
export function reportFor<R extends Report>(report: R, reader: SetLanguage): R {
  const language = languageFor(report, reader);
  const read = <T extends InLanguages>(thing: T): T => inLanguage(thing, language);
  const { questions, rounds, draws } = report;
  return {
    ...read(report),
    questions: questions.map((one) => ({ ...one, shown: one.shown && read(one.shown) })),
    ...(rounds && { rounds: rounds.map(read) }),
    ...(draws && { draws: draws.map(read) }),
  };
}

/** The title of its set for a reader, by the languages of the titles alone. */
export const setTitleFor = (game: KeptGame, reader: SetLanguage): string =>
  inLanguage(game, languageOf(game, [game], reader)).setTitle;
