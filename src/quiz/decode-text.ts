/** Bytes of an uploaded file to text, in the encodings that spreadsheets write. */

/** Returns undefined where the bytes are text in none of UTF-8, UTF-16 with a mark, and CP949. */
export function decodeText(bytes: Uint8Array): string | undefined {
  // Excel's "Unicode text" is UTF-16 and starts with the mark.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes);
  return decodeAs('utf-8', bytes) ?? decodeCp949(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Korean Excel's plain CSV. Node's `euc-kr` is the narrow one: it lacks the 8,822 syllables that
 * CP949 adds (뷁, 펲, 쓩), and turns their bytes into control characters.
 */
function decodeCp949(bytes: Uint8Array): string | undefined {
  let text = '';
  let narrowStart = 0;
  let added = 0;
  const flush = (end: number): boolean => {
    const part = decodeAs('euc-kr', bytes.subarray(narrowStart, end));
    if (part !== undefined) text += part;
    return part !== undefined;
  };
  for (let at = 0; at < bytes.length; at += (bytes[at] ?? 0) < 0x80 ? 1 : 2) {
    const lead = bytes[at] ?? 0;
    const trail = bytes[at + 1] ?? 0;
    if (lead < 0x80 || (lead > 0xa0 && trail > 0xa0)) continue;
    const syllable = addedSyllables().get(lead * 256 + trail);
    if (syllable === undefined || !flush(at)) return undefined;
    text += syllable;
    added++;
    narrowStart = at + 2;
  }
  if (!flush(bytes.length)) return undefined;
  // Western text (a curly quote before an "s") also fits the added range; Korean has few of those.
  const hangul = text.match(/[가-힣]/g)?.length ?? 0;
  return added * 2 > hangul ? undefined : text;
}

let cachedSyllables: Map<number, string> | undefined;

/**
 * The added syllables fill the cells left of and above the narrow set in Unicode order, so the table
 * follows from the narrow set.
 */
function addedSyllables(): Map<number, string> {
  if (cachedSyllables !== undefined) return cachedSyllables;
  const narrow = new Set<string>();
  const decoder = new TextDecoder('euc-kr');
  for (let lead = 0xb0; lead <= 0xc8; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++)
      narrow.add(decoder.decode(Uint8Array.of(lead, trail)));

  const cells: number[] = [];
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (let trail = 0x41; trail <= (lead > 0xa0 ? 0xa0 : 0xfe); trail++) {
      const isGap = (trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81);
      if (!isGap) cells.push(lead * 256 + trail);
    }

  cachedSyllables = new Map();
  let used = 0;
  for (let code = 0xac00; code <= 0xd7a3; code++) {
    const syllable = String.fromCharCode(code);
    const cell = cells[used];
    if (narrow.has(syllable) || cell === undefined) continue;
    cachedSyllables.set(cell, syllable);
    used++;
  }
  return cachedSyllables;
}
