const MIXED =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*\p{Script=Latin}/u;

/** Whether a word has letters of two alphabets that look alike, so that nobody can type it as it looks. */
export function hasMixedLetters(text: string): boolean {
  return MIXED.test(text);
}
