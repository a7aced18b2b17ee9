/** HTML of a question as the one line of text that it shows. */
import { decodeEntities } from './html-entities.js';

const TAG = /^(\/?)([a-z][a-z\d]*)\b[^>]*>/i;
const INLINE = new Set(
  'a abbr b code em font i mark q s small span strong sub sup tt u'.split(' '),
);
/** Elements whose text is not shown. */
const HIDDEN = new Set(['script', 'style']);
const COMMENT = '!--';
/** With digits that Unicode has in the same order, and what stands before all other texts. */
const RAISED = {
  sup: { digits: Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹'), sign: '^' },
  sub: { digits: Array.from('₀₁₂₃₄₅₆₇₈₉'), sign: '_' },
};

/** Goes through the text once, whatever is in it. What looks like no tag stays, such as `x < y`. */
export function textOfHtml(html: string): string {
  const [begin = '', ...pieces] = html.split('<');
  let text = begin;
  let hiddenBy: string | undefined;
  for (const piece of pieces) {
    const [tag, slash = '', written = ''] = TAG.exec(piece) ?? [];
    const name = written.toLowerCase();
    if (hiddenBy !== undefined) {
      const end = hiddenBy === COMMENT ? piece.indexOf('-->') : -1;
      if (end >= 0) text += piece.slice(end + 3);
      else if (tag !== undefined && slash !== '' && name === hiddenBy)
        text += piece.slice(tag.length);
      else continue;
      hiddenBy = undefined;
    } else if (piece.startsWith(COMMENT)) {
      const end = piece.indexOf('-->');
      if (end < 0) hiddenBy = COMMENT;
      else text += piece.slice(end + 3);
    } else if (tag === undefined) text += `<${piece}`;
    else if (HIDDEN.has(name)) hiddenBy = slash === '' ? name : undefined;
    else text += shown(name, slash !== '', piece.slice(tag.length));
  }
  return decodeEntities(text).replace(/\s+/g, ' ').trim();
}

function shown(name: string, isEnd: boolean, inside: string): string {
  if (!INLINE.has(name)) return ` ${inside}`;
  if (isEnd || (name !== 'sup' && name !== 'sub') || inside.trim() === '') return inside;
  const { digits, sign } = RAISED[name];
  if (/^\d+$/.test(inside)) return inside.replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
  return `${sign}${inside}`;
}

/** Whether it shows a picture. */
export function hasPicture(html: string): boolean {
  return /<img\b/i.test(html);
}
