/** The right answer that a picture's description gives away; undefined where it tells none. */
export function toldAnswer(alt: string, rights: readonly string[]): string | undefined {
  const text = ` ${folded(alt)} `;
  return rights.find((right) => {
    const answer = folded(right);
    if (answer === '') return false;
    // Words of letters without spaces between them (한글) may stand within others; others have to be whole.
    return /^[\p{ASCII}]+$/u.test(answer) ? text.includes(` ${answer} `) : text.includes(answer);
  });
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
