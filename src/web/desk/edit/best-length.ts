/** What a phone shows in large type, in characters; those of Korean are twice as wide. */
const BEST = 100;
const BEST_WIDE = 60;

/** Up to how many characters a question fits a phone best, by what it is written in. */
export function bestLength(quiz: string): number {
  const wide = quiz.match(
    /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  );
  return (wide?.length ?? 0) * 3 > quiz.length ? BEST_WIDE : BEST;
}
