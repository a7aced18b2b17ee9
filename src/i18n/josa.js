/** A word and the Korean particle that fits its last sound, as `josa('서울', '을를')` is `서울을`. Digits are read in Korean, and Latin letters by their names. */
export function josa(value, pair) {
  const text = String(value);
  const last = Array.from(text.replace(/[^\p{L}\p{N}]+$/u, '')).pop() ?? '';
  const code = last.charCodeAt(0) - 0xac00;
  // The final consonant: 0 for none, 8 for ㄹ.
  const end =
    code >= 0 && code < 11_172
      ? code % 28
      : ({ 0: 21, 1: 8, 3: 16, 6: 1, 7: 8, 8: 8, l: 8, m: 16, n: 4, r: 8 }[last.toLowerCase()] ??
        0);
  if (pair === '으로로') return text + (end === 0 || end === 8 ? '로' : '으로');
  // Written with the one after a consonant first.
  return text + pair[end === 0 ? 1 : 0];
}
