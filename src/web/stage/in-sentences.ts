/** The sign between two things that are said; the end of a sentence is not doubled. */
export const pointAfter = (said: string): string => (/[\p{L}\p{N})%]$/u.test(said) ? '. ' : ' ');

/** Everything that is said, sentence by sentence. */
export const inSentences = (...parts: readonly string[]): string =>
  parts.map((part, n) => (n < parts.length - 1 ? part + pointAfter(part) : part)).join('');
