/** A text within GIFT, which takes some signs for its own. */

/** As it is, whatever Moodle would make of it. */
export function giftText(text: string): string {
  const escaped = text
    .trim()
    .replace(/[\\~=#{}:]/g, String.raw`\$&`)
    .replace(/\r\n|\r|\n/g, String.raw`\n`);
  // A word in brackets could name a format.
  return escaped.startsWith('[') ? `[plain]${escaped}` : escaped;
}

/** An answer that is right in part, or wrong. */
export function weighed(percent: number, text: string): string {
  return `%${Number(percent.toFixed(5))}%${giftText(text)}`;
}
