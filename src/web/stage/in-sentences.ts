/** What stands between what is said and what is said next: a sign that ends a sentence is not doubled. */
export const pointAfter = (said: string): string => (/[\p{L}\p{N})%]$/u.test(said) ? '. ' : ' ');

/** Everything that is said, sentence by sentence. */
export const inSentences = (...parts: readonly string[]): string =>
  parts.map((part, n) => (n < parts.length - 1 ? part + pointAfter(part) : part)).join('');
