/** What a host is told of a quiz file that cannot be used, in the language of the host's page. */
import { serverWords } from '../../../i18n/made/server/words.js';
import type { ServerWords } from '../../../i18n/made/types.js';
import type { Language } from '../../../protocol/http.js';

export type FileWords = ServerWords['file'];

/** A field by its key in a JSON file, or by several for one inside; a key that has no name is its own. */
export function fieldName(path: string, { fields }: FileWords): string {
  return path
    .split(' ')
    .map((key) => (Object.hasOwn(fields, key) ? fields[key as keyof typeof fields] : key))
    .join(' ');
}

/** What holds these words and is costly to build, such as a schema: built once a language, when it is first needed. */
export function inEachLanguage<T>(build: (say: FileWords) => T): (language: Language) => T {
  const built = new Map<Language, T>();
  return (language) => {
    if (!built.has(language)) built.set(language, build(serverWords[language].server.file));
    return built.get(language) as T;
  };
}
