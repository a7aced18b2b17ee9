/** A path from the root of a disk or share, in quotes (and then with spaces in it) or alone. */
const PLACE =
  /(?<quote>['"`])(?:[a-z]:)?[\\/].*?\k<quote>|(?<=^|[\s(=])(?:[a-z]:)?[\\/][^\s,;)]+/gi;

/** A warning without the files that it names: it tells what is wrong, and not where. */
export function withoutPlaces(warning: string): string {
  return warning.replace(PLACE, '…');
}
