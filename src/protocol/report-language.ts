import type { GameReport } from './results.js';
import { inLanguage, type InLanguages, type SetLanguage } from './set-languages.js';

/** A report with the title and the texts of its questions, rounds and draws in the language of a reader, as far as they have it (R30.9). */
export function reportFor<R extends Pick<GameReport, 'texts' | 'questions' | 'rounds' | 'draws'>>(
  report: R,
  reader: SetLanguage,
): R {
  const read = <T extends InLanguages>(thing: T): T => inLanguage(thing, reader);
  const { questions, rounds, draws } = report;
  return {
    ...read(report),
    questions: questions.map((one) => ({ ...one, shown: one.shown && read(one.shown) })),
    ...(rounds && { rounds: rounds.map(read) }),
    ...(draws && { draws: draws.map(read) }),
  };
}
