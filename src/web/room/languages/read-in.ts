/** Things that a room is told, as they are read in one language (R30.5). */
import { inLanguage, type InLanguages, type SetLanguage } from '../../../protocol/set-languages.js';

type Fields = Record<string, unknown>;
/** Hears of each text in which language it is. */
export type Note = (text: string, language: SetLanguage) => void;

/** The fields whose strings are texts of a set. */
const TEXT_FIELDS = new Set(
  'quiz title content parts share polled labels name alt explanation accepted text message unit'.split(
    ' ',
  ),
);
/** Names of people, and texts that they wrote, are in no language of the set. */
const OF_PEOPLE = new Set(['teams', 'players', 'results', 'drawn']);

/**
 * `told` with the texts of all that is in it in `language`, and in `main` where they are missing there; the same object
 * where it has none. A question is called as a whole, also while a part of it is open.
 */
export function readIn<T>(told: T, language: SetLanguage, main: SetLanguage, note: Note): T {
  return read(told, told, '') as T;

  /** `before` is the same in the main language. */
  function read(thing: unknown, before: unknown, field: string): unknown {
    if (typeof thing === 'string') {
      const of = thing === before ? main : language;
      if (TEXT_FIELDS.has(field) && of !== '') note(thing, of);
      return thing;
    }
    if (Array.isArray(thing)) {
      const all = thing.map((one, n) => read(one, (before as unknown[])[n], field));
      return all.every((one, n) => one === thing[n]) ? thing : all;
    }
    if (typeof thing !== 'object' || thing === null) return thing;
    const shown = isInLanguages(thing) ? inThat(thing) : (thing as Fields);
    const changed = Object.entries(shown).flatMap(([name, one]): [string, unknown][] => {
      if ((OF_PEOPLE.has(name) && !isPrize(one)) || isWritten(shown, name)) return [];
      const other = read(one, (before as Fields)[name], name);
      return other === one ? [] : [[name, other]];
    });
    return changed.length === 0 ? shown : { ...shown, ...Object.fromEntries(changed) };
  }

  function inThat(thing: InLanguages): Fields {
    const shown = inLanguage(thing, language) as Fields;
    const isPart = 'quiz' in shown && 'title' in shown;
    return isPart ? { ...shown, quiz: shown['title'] } : shown;
  }
}

/** A prize stands among names of people, and is a text of the set. */
const isPrize = (thing: unknown): boolean =>
  typeof thing === 'object' && thing !== null && isInLanguages(thing);

/** `JudgedPayload` calls the texts that people wrote by the same name. */
function isInLanguages(thing: object): thing is InLanguages {
  return 'texts' in thing && !Array.isArray(thing.texts);
}

/** Whether the zones of a question are what people wrote. */
const isWritten = ({ kind }: Fields, field: string): boolean =>
  field === 'choiceList' && (kind === 'typed' || kind === 'words');
