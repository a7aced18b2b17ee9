/** The language of a set that names none, as far as its letters tell it. */
export function writtenIn(rows: readonly object[]): 'ko' | 'en' {
  const isKorean = (row: object): boolean =>
    'quiz' in row && typeof row.quiz === 'string' && /\p{Script=Hangul}/u.test(row.quiz);
  return rows.some(isKorean) ? 'ko' : 'en';
}
