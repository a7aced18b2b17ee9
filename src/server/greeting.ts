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
  /** The file that has these paths, where they are not to be said. */
  keyFile?: string | undefined;
  /** Why that file could not be written. */
  noKeyFile?: string | undefined;
  addresses?: readonly string[];
  languages?: readonly Language[];
}

/**
 * For the person at the terminal: where to open the host's page, what phones can scan, and what keeps
 * them out most often.
 */
export function greeting(greeted: Greeted): string {
  const {
    port,
    takenPort,
    joinBase,
    start,
    keyFile,
    noKeyFile,
    addresses = lanAddresses(),
    languages = terminalLanguages(),
  } = greeted;
  const isAlone = isLoopback(new URL(joinBase).hostname);
  const own = addresses.map((address) => `http://${address}:${port}`);
  const link = (name: keyof Links, url: string): string => linkLine(name, url, languages);
  const told = (url: string): string => (keyFile === undefined ? url : url.replace(/#.*/, ''));
  const lines = [
    ...inTerminal((say) => say.isOpen, languages),
    '',
    ...(takenPort === undefined
      ? []
      : [...inTerminal((say) => say.otherPort({ takenPort, port }), languages), '']),
    ...(start === undefined ? [] : [link('startPage', told(startUrl(port, start)))]),
    link('thisMachine', `http://localhost:${port}`),
    ...(isAlone ? [] : [link('hall', joinBase)]),
  ];
  // With a public address, phones come from anywhere.
  const isInLan = own.includes(joinBase);
  if (isInLan)
    for (const other of own.filter((base) => base !== joinBase)) lines.push(link('orElse', other));
  const desk = deskUrl({ ...greeted, addresses });
  if (desk !== undefined) lines.push(link('questions', told(desk)));
  if (keyFile !== undefined && noKeyFile === undefined) lines.push(link('key', keyFile));
  if (keyFile !== undefined && noKeyFile !== undefined)
    lines.push(
      '',
      ...inTerminal((say) => say.noKeyFile({ file: keyFile, reason: noKeyFile }), languages),
    );
  if (isAlone) lines.push('', ...inTerminal((say) => say.alone, languages));
  else lines.push('', ...renderUnicodeCompact(joinBase).split('\n'));
  if (isInLan) lines.push('', ...inTerminal((say) => say.network({ port }), languages));
  return framed(lines);
}

/** The links that let in whoever has them, one a line; empty where there are none. */
export function keyLinks(greeted: Greeted): string {
  const { port, start } = greeted;
  const links = [start && startUrl(port, start), deskUrl(greeted)];
  return links.map((link) => (link === undefined ? '' : `${link}\n`)).join('');
}

const startUrl = (port: number, start: string): string => `http://localhost:${port}${start}`;

/** The person who runs the server sits at it, or reaches it by its public address. */
function deskUrl({ port, joinBase, desk, addresses = lanAddresses() }: Greeted) {
  if (desk === undefined) return undefined;
  const isNear =
    isLoopback(new URL(joinBase).hostname) ||
    addresses.some((address) => `http://${address}:${port}` === joinBase);
  return `${isNear ? `http://localhost:${port}` : joinBase}${desk}`;
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
