/** Bytes of an uploaded file to text, in the encodings that spreadsheets write. */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

const CP949 = 'cp949';
/** Stands in a decoded text for bytes that are no character. */
const REPLACED = '\uFFFD';

// Builds its table, which takes 25 ms, now and not while people play.
iconv.getDecoder(CP949);

/** Returns undefined where the bytes are text in none of UTF-8, UTF-16 with a mark, and CP949. */
export function decodeText(bytes: Uint8Array): string | undefined {
  // Excel's "Unicode text" is UTF-16 and starts with the mark.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes);
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : decodeCp949(bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Korean Excel's plain CSV. Node's own `euc-kr` is the narrow one, which lacks 8,822 syllables (뷁, 펲,
 * 쓩).
 */
function decodeCp949(bytes: Uint8Array): string | undefined {
  if (!isKorean(bytes)) return undefined;
  const text = iconv.decode(bytes, CP949);
  return text.includes(REPLACED) ? undefined : text;
}

/** Western text (a curly quote before an "s") also fits the added syllables; Korean has few of those. */
function isKorean(bytes: Uint8Array): boolean {
  let narrow = 0;
  let added = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    if (lead <= 0xa0 || trail <= 0xa0) added++;
    else if (lead >= 0xb0 && lead <= 0xc8) narrow++;
  }
  return added <= narrow;
}
