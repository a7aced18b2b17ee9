/**
 * How CHANGELOG.md is read. Each release is `## [1.2.3] - 2026-01-31`, and its first line says whether it can be rolled
 * out while people play, with the numbers that decide about it: `_Rolls_ (rooms 11, wire 1, tables 008-playable)`.
 */
const WORDS = /^_(Rolls|Stops)_ \(rooms (\d+), wire (\d+), tables (\d{3}-[\w-]+)\)/m;

/** The newest first. One that does not say it has no `word`. */
export function releasesOf(changelog) {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [, version] = part.match(/^\[([^\]]+)\]/) ?? [];
      const text = part.slice(part.indexOf('\n')).trim();
      const [, word, rooms, wire, tables] = text.match(WORDS) ?? [];
      if (word === undefined) return { version, text };
      return { version, text, word, rooms: Number(rooms), wire: Number(wire), tables };
    });
}

/** The word that a release has to say of itself after the one before; `changes` are the names of all changes of tables. */
export function wordFor({ rooms, wire, tables }, before, changes) {
  if (before === undefined) return 'Stops';
  const added = changes.slice(changes.indexOf(before.tables) + 1, changes.indexOf(tables) + 1);
  const rolls =
    rooms === before.rooms &&
    [0, 1].includes(wire - before.wire) &&
    added.every((name) => name.endsWith('-add'));
  return rolls ? 'Rolls' : 'Stops';
}
