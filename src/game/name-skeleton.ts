/**
 * The look of a name (R1.4), after UTS 39: names with the same skeleton look the same. A skeleton is
 * for comparing only, and nobody is shown one.
 */

import { CONFUSABLES } from './confusables-table.js';

/**
 * Characters that look alike, the one that stands for all first: those that people type here, judged by eye
 * as well. What Unicode's confusables.txt has beside them comes from its table. Accents that it has as alike on some
 * letters are so on all.
 */
const ALIKE = rows(`
  lI1|ƖǀΙІӀ∣ OΟО0〇 2ƧꙄꝚ 3ƷȜЗӠꝪꞫ 5Ƽ 6б 8Ȣȣ 9Ꝯ
  AΑА BΒВꞴ CС EΕЕ FϜꞘ GԌ HΗН JͿЈꞲ KΚК MΜϺМ NΝ PΡР RƦ SЅ TΤТ U∪⋃ VѴ WԜ XΧХ╳Ꭓ YΥУҮ ZΖ
  aɑαа⍺ bƄЬ cсᴄςϛ dԁ eеҽ℮ꬲ fẝꞙꬵ gƍɡᶃ hһ iıɩɪιіӏ⍳ꙇ jϳј oοσоᴏᴑꬽ pρр⍴ qԛ rгᴦꭇꭈ sƽѕꜱ
  uʋυᴜꞟꭎꭒ vνѵᴠ∨⋁ wɯѡԝᴡ x×х⤫⤬⨯ yɣʏγуүᶌỿꭚ zᴢ
  ĐÐƉ ÞϷ þƿϸ ßβꞵ øꬾ ħћ ĸκкᴋ ƀѢѣҌҍ ƂƃБ ьƅ ƆϽↃ Ǝ∃ ƏӘ əǝә ƐԐ Ɨƚ ƞη ΘƟθѲӨ⊖⊝⍬Ꝋ ɵѳөꝋ ƨᴤꙅ ΣƩ∑ Ʊ℧
  ǶԊ ʒȝӡꝫ ΛɅЛ ʌᴧ ɋᶐ ɍғ ɏұ ɔͻᴐↄ ɛεєԑ⋴ꞓ ɜзᴈ ɢԍ ɨᵻᵼ φɸф ʃ∫ꭍ мʍᴍ ʘ⊙☉⨀Ꙩ вʙ нʜ
  ΓГ Δ∆△ ΠП∏ πпᴨ ΦФ ΨѰ ψѱ δẟ τтᴛ χꭓꭕ ω⍵ꙍꞷ ИͶ иͷᴎ Є€Ꞓ Э℈ лᴫ яᴙ љꭠ ҚⱩ Ҟ₭Ꝁ ҢⱧ ҶӋ ҷӌ ӇӉ ӈӊ
  "ʺˮ˶᳓“”‟〃 '\`ʹʻʼʽʾˈˊˋ˴‘’‛′‵ꞌ´ (❨❲〔﴾ )❩❳〕﴿ *⁎∗ +᛭➕ ,‚ -˗‐‒–⁃−➖ /᜵⁁⁄∕╱⟋⧸〳ノ㇓丿
  :ː˸᛬᠃⁚∶꞉ <˂‹❮ =⹀゠ >˃›❯ ?Ɂʔ !ǃ \\∖⟍⧵⧹㇔丶 ^˄ˆ {❴ }❵ ~⁓∼ &ꝸ ¢ȼ £₤ ¥ɎҰ °∘○◦⸰ ·᛫•‧∙⋅⸱・ꞏ
  ー—―─━㇐ꟷㅡ一 丨㇑ㅣ⎜⎟⎢⎥⎪⎮ ロ口囗 ニ二 カ力 タ夕 ト卜 ハ八 エ工 へヘ 士土 □☐ ▶▸► ◇⋄◊♢ ■█
  \u0306\u030C \u0308\u030B \u0307\u030A \u0327\u0326 \u0338\u0337 \u0335\u0336
`);

/** Characters that look like several others. */
const LIKE_SEVERAL = [
  ...pairs(
    "m rn Æ AE Ӕ AE æ ae ӕ ae Œ OE œ oe Ы bl ы ьi Ю lO Ƈ C' Ɠ G' Ƙ K' Ґ Γ' ґ r' Ҫ C\u0327 ҫ c\u0327",
  ),
  ...pairs(
    'ǁ ll ‖ ll ∥ ll ʣ dz ʦ ts ʪ ls ʫ lz ᵫ ue ꭣ uo Ꜳ AA ꜳ aa Ꜵ AO ꜵ ao Ꜷ AU ꜷ au Ꜹ AV ꜹ av Ꜽ AY ꜽ ay',
  ),
  ...pairs('Ꝏ OO Ꚙ OO ꝏ oo ꚙ oo ∞ oo ≪ << ≫ >> ⋯ ···'),
] as const;

/** Between one with it and one without, a difference is easily missed: "Ann Lee", "AnnLee" and "Ann Lee.". */
const EASILY_MISSED = ' .,';
/** Lines above and below, which underline a link and a name alike. */
const LINES = '\u0305\u0331\u0332\u0333\u033F\u0347\u035E\u035F';

const FULL_WIDTH = { first: '！', last: '～', plainFirst: '!' };

const prototypes = new Map<string, string>([
  ...ALIKE.flatMap(([stands = '', ...others]) =>
    others.map((other): [string, string] => [other, stands]),
  ),
  ...LIKE_SEVERAL,
  ...Array.from(EASILY_MISSED, (sign): [string, string] => [sign, '']),
]);
for (let n = 0; n <= unit(FULL_WIDTH.last) - unit(FULL_WIDTH.first); n++) {
  const plain = String.fromCharCode(unit(FULL_WIDTH.plainFirst) + n);
  const wide = String.fromCharCode(unit(FULL_WIDTH.first) + n);
  prototypes.set(wide, prototypes.get(plain) ?? plain);
}
addConfusables();

/** Those of the table behind the ones above, so that what stands for several is one of both. */
function addConfusables(): void {
  const own = new Map(prototypes);
  const number = (digits: string): number => Number.parseInt(digits, 36);
  for (const entry of CONFUSABLES.trim().split(/\s+/)) {
    const [target = '', steps = ''] = entry.split(':');
    const stands = String.fromCodePoint(...target.split('.').map(number));
    const look = Array.from(stands, (one) => own.get(one) ?? one).join('');
    let at = 0;
    for (const step of steps.split(',')) {
      at += number(step);
      const character = String.fromCodePoint(at);
      if (!own.has(character)) prototypes.set(character, look);
    }
  }
  for (const line of LINES) prototypes.set(line, '');
}

/** The skeleton of a single character, by its code; filled as names come. */
const looks: string[] = [];

/** Names of several full rooms, in 2 MB at most; then all are looked at anew. */
const SKELETONS_KEPT = 10_000;
/** A change of 2,000 seats, as when a host removes them all, asks for each name at every copy of the room. */
const skeletons = new Map<string, string>();

/** The skeleton of a name as `foldName` leaves it. Of a name with a number it is that of both behind each other. */
export function nameSkeleton(name: string): string {
  const known = skeletons.get(name);
  if (known !== undefined) return known;
  const skeleton = skeletonOf(name);
  if (skeletons.size >= SKELETONS_KEPT) skeletons.clear();
  skeletons.set(name, skeleton);
  return skeleton;
}

function skeletonOf(name: string): string {
  let skeleton = '';
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const isItself = isSyllable(code) || isHalf(code);
    const look = isItself ? name.charAt(at) : (looks[code] ?? lookAt(code));
    if (look === undefined) return decomposed(name);
    skeleton += look;
  }
  return skeleton;
}

const isSyllable = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3;
/** Half of an emoji: other characters of two units are letters, which may look like others. */
const isHalf = (code: number): boolean =>
  (code >= 0xd83c && code <= 0xd83e) || (code >= 0xdc00 && code <= 0xdfff);

/** Undefined for what its neighbours may change: accents by themselves, and scripts that are rare here. */
function lookAt(code: number): string | undefined {
  const character = String.fromCharCode(code);
  const isOften = code < 0x530 || (code >= 0x1e00 && code < 0x2500);
  return isOften && !/\p{M}/u.test(character) ? (looks[code] = decomposed(character)) : undefined;
}

/** Takes accents off the letters, so that what stands below them is compared, and puts them back. */
function decomposed(name: string): string {
  let skeleton = '';
  for (const character of name.normalize('NFD')) skeleton += prototypes.get(character) ?? character;
  return skeleton.normalize('NFC');
}

function unit(character: string): number {
  return character.charCodeAt(0);
}

function rows(text: string): string[][] {
  return text
    .trim()
    .split(/\s+/)
    .map((row) => Array.from(row));
}

function pairs(text: string): [string, string][] {
  const words = text.split(' ');
  return words.flatMap((word, index): [string, string][] =>
    index % 2 === 0 ? [[word, words[index + 1] ?? '']] : [],
  );
}
