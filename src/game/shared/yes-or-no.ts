import { CHOICE_MAX_UNITS } from '../../protocol/limits.js';
import { foldText } from '../../protocol/text.js';

/** Recognises choices that everybody knows in one order: true and false, O and X, yes and no (R4.4). */

/** Normalised as `plain` does it. */
const YES = words(`
  o ○ ◯ 〇 ⭕ ✓ ✔ ✅
  true t yes y right correct agree fact
  참 진실 사실 예 네 그렇다 그래요 그렇습니다 찬성 동의
  맞다 맞음 맞아 맞아요 맞습니다 맞는말 옳다 옳음 옳아요 옳습니다
`);
const NO = words(`
  x × ✕ ✖ ✗ ✘ ❌ ❎ ╳
  false f no n wrong incorrect disagree myth fiction
  거짓 거짓말 아니요 아니오 아뇨 아니다 아니에요 아닙니다 반대
  틀리다 틀렸다 틀림 틀려 틀려요 틀렸어요 틀립니다 틀렸습니다 틀린말
  그르다 그름 그렇지않다 그렇지않아요 옳지않다 옳지않음 맞지않다
`);

/** Whether two choices are a yes and a no, in either order. */
export function isYesOrNo(choices: readonly string[]): boolean {
  const [first = '', second = '', ...more] = choices.map(plain);
  if (more.length > 0) return false;
  return (YES.has(first) && NO.has(second)) || (NO.has(first) && YES.has(second));
}

/** Without case, width, punctuation, spaces and the marks that ask for a coloured emoji. */
function plain(text: string): string {
  return foldText(text, CHOICE_MAX_UNITS)
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{Cf}\p{M}]/gu, '');
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
