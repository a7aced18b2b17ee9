import { ALT_MAX_UNITS } from '../../protocol/limits.js';
import { toldAnswer } from '../../protocol/told-answer.js';

/** Names that cameras, phones and programs give, which say nothing of what a picture shows. */
const GIVEN =
  /^((img|dscn?|dscf|pxl|mvimg|kakaotalk|whatsapp image|screen ?shot)\b.*|(images?|photo|picture|pic|untitled|unnamed|download|scan|capture|file|그림|사진|이미지|캡처|스크린샷|화면 ?캡처|제목 ?없음|무제)[\s\d()]*)$/i;

/** What the name of a picture's file says of it; empty where it says nothing, or tells a right answer. */
export function altFromName(name: string, rights: readonly string[]): string {
  const text = name
    .normalize('NFC')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[_\-+.]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = text.replace(/[^\p{L}]/gu, '');
  const isCode = /^[\da-f ]+$/i.test(text) || /\d{5}/.test(text);
  const isWord = letters.length >= (/\p{Script=Hangul}/u.test(text) ? 2 : 3);
  if (!isWord || isCode || GIVEN.test(text)) return '';
  if (toldAnswer(text, rights) !== undefined) return '';
  return text.slice(0, ALT_MAX_UNITS);
}
