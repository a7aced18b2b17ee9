/**
 * The words of a script: `--help` tells them, and any other is refused, both before anything is built or started.
 * Keep this file free of newer syntax: an old Node must get as far as the message about its age.
 */
const EXIT_UNUSABLE = 2;
const FLAG_WIDTH = 22;

/** `npm start` and `npm test` are npm's own words. */
function commandOf(name) {
  if (name.includes(' ')) return name;
  return ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`;
}

/** `words`, as they are shown, and each of the `flags` with what it does. `passesOn`: who is given all the rest. */
function usageOf({ name, about, words = '', flags = {}, passesOn }) {
  const command = commandOf(name);
  const names = Object.keys(flags);
  const taken = [...names.map((flag) => `[${flag}]`), words].filter((one) => one !== '');
  if (taken.length > 0 && command.startsWith('npm ')) taken.unshift('--');
  const lines = [`Usage: ${[command, ...taken].join(' ')}`, '', about];
  if (names.length > 0) lines.push('');
  for (const flag of names) lines.push(`  ${flag.padEnd(FLAG_WIDTH)}  ${flags[flag]}`);
  if (passesOn !== undefined) lines.push('', `Other words go on to ${passesOn} as they are.`);
  return lines.join('\n');
}

/** Ends with code 2: the line asks for what the script does not do. */
export function refuse(usage, fault) {
  console.error(`${fault}\n\n${usageOf(usage)}`);
  process.exit(EXIT_UNUSABLE);
}

export const asksForHelp = (line) => line.includes('--help') || line.includes('-h');

/** Tells how the script is used, and ends with code 0. */
export function tellUsage(usage, ...remarks) {
  console.log([usageOf(usage), ...remarks].join('\n\n'));
  process.exit(0);
}

/**
 * Reads the line behind the script's name: from `least` to `most` words, and of `known` ones only where they are given.
 * Ends with code 0 where help was asked for, and with 2 where the line has what the script does not take.
 */
export function readLine(usage, line = process.argv.slice(2)) {
  if (asksForHelp(line)) tellUsage(usage);
  const { name, flags = {}, least = 0, most = 0, known, passesOn } = usage;
  if (passesOn !== undefined) return { flags: new Set(), words: line };
  const isFlag = (word) => word.startsWith('-');
  const words = line.filter((word) => !isFlag(word));
  const strange = [
    ...line.filter((word) => isFlag(word) && !(word in flags)),
    ...words.filter((word, index) => index >= most || (known && !known.includes(word))),
  ];
  if (strange.length > 0)
    refuse(usage, `${commandOf(name)} takes no ${strange.map((word) => `"${word}"`).join(', ')}`);
  if (words.length < least) refuse(usage, `${commandOf(name)} needs ${usage.words}`);
  return { flags: new Set(line.filter(isFlag)), words };
}
