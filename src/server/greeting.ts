import { renderUnicodeCompact } from 'uqr';
import type { ServerWords } from '../i18n/made/types.js';
import type { Language } from '../protocol/index.js';
import { isLoopback, lanAddresses } from './http/lan-address.js';
import { inTerminal, terminalLanguages } from './terminal-words.js';

type Links = ServerWords['terminal']['links'];
/** Room for the name of an address in English. */
const NAME_COLUMNS = 17;

export interface Greeted {
  port: number;
  /** The usual port, where another program has that. */
  takenPort?: number | undefined;
  /** The address of the hall. */
  joinBase: string;
  /** Secret paths: to the kept quiz sets, and to the start page, where there is one. */
  desk?: string | undefined;
  start?: string | undefined;
  addresses?: readonly string[];
  languages?: readonly Language[];
}

/**
 * For the person at the terminal: where to open the host's page, what phones can scan, and what keeps
 * them out most often.
 */
export function greeting({
  port,
  takenPort,
  joinBase,
  desk,
  start,
  addresses = lanAddresses(),
  languages = terminalLanguages(),
}: Greeted): string {
  const isAlone = isLoopback(new URL(joinBase).hostname);
  const own = addresses.map((address) => `http://${address}:${port}`);
  const link = (name: keyof Links, url: string): string => linkLine(name, url, languages);
  const lines = [
    ...inTerminal((say) => say.isOpen, languages),
    '',
    ...(takenPort === undefined
      ? []
      : [...inTerminal((say) => say.otherPort({ takenPort, port }), languages), '']),
    ...(start === undefined ? [] : [link('startPage', `http://localhost:${port}${start}`)]),
    link('thisMachine', `http://localhost:${port}`),
    ...(isAlone ? [] : [link('hall', joinBase)]),
  ];
  // With a public address, phones come from anywhere.
  const isInLan = own.includes(joinBase);
  if (isInLan)
    for (const other of own.filter((base) => base !== joinBase)) lines.push(link('orElse', other));
  // Whoever runs the server sits at it, or reaches it by its public address.
  if (desk !== undefined) {
    const base = isInLan || isAlone ? `http://localhost:${port}` : joinBase;
    lines.push(link('questions', `${base}${desk}`));
  }
  if (isAlone) lines.push('', ...inTerminal((say) => say.alone, languages));
  else lines.push('', ...renderUnicodeCompact(joinBase).split('\n'));
  if (isInLan) lines.push('', ...inTerminal((say) => say.network({ port }), languages));
  return framed(lines);
}

/** For the person at the terminal: phones do not find a new address by themselves. */
export function newAddress(joinBase: string, languages = terminalLanguages()): string {
  const lines = [
    ...inTerminal((say) => say.newAddress, languages),
    '',
    joinBase,
    '',
    ...renderUnicodeCompact(joinBase).split('\n'),
  ];
  return framed(lines);
}

/** English before the address, as pages quote it, and the language of the machine behind it. */
function linkLine(name: keyof Links, url: string, languages: readonly Language[]): string {
  const [english = '', own] = inTerminal((say) => say.links[name], languages);
  return `${english.padEnd(NAME_COLUMNS)}${url}${own === undefined ? '' : `  (${own})`}`;
}

const framed = (lines: readonly string[]): string =>
  `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`;
