/** How much structure a JSON text has: that, and not its length, is what makes parsing slow. */

/** Lists, objects and keys; 200 questions of choices have 1,400, and of six pictures each 9,200. */
const MAX_PARTS = 10_000;
const QUOTE = 34;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 123;

/** Looks at each unit once, before JSON.parse makes 26,000 kinds of objects of 256 kB. */
export function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (let at = 0; at < text.length && parts <= MAX_PARTS; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === BRACKET || unit === BRACE || unit === COLON) parts++;
  }
  return parts > MAX_PARTS;
}

/** Where the string that begins at `at` has its closing quote mark. */
function endOfString(text: string, at: number): number {
  let end = at + 1;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit === BACKSLASH) end++;
    else if (unit === QUOTE) break;
  }
  return end;
}
