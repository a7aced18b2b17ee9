/** How CHANGELOG.md is read: each release is `## [1.2.3] - 2026-01-31`, and says what becomes of open rooms. */

/** Undefined where there is no such release. `rooms` is *go on* or *end*. */
export function entryOf(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.startsWith(`[${version}]`));
  if (part === undefined) return undefined;
  const [, ...lines] = part.split('\n');
  const rooms = part.match(/^Open rooms (go on|end)\b/m)?.[1];
  return { text: lines.join('\n').trim(), rooms };
}
