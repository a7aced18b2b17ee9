import { z } from 'zod';
import { MAX_SET_LANGUAGES } from '../../../protocol/limits.js';
import { canonicalLanguage } from '../../../protocol/set-languages.js';

/** The languages of a set (R30.1), in their canonical form; `message` is told of what is none. */
export function languageFields(message?: string) {
  const error = message ?? 'not a language';
  const tag = z.string({ error }).transform((raw, context) => {
    const language = canonicalLanguage(raw);
    if (language !== undefined) return language;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
  return {
    language: tag,
    languages: z.array(tag, { error }).max(MAX_SET_LANGUAGES - 1, error),
  };
}

/** Whether a set names a language twice. */
export function hasLanguageTwice(
  language: string | undefined,
  languages: readonly string[] = [],
): boolean {
  return new Set([language, ...languages]).size <= languages.length;
}
