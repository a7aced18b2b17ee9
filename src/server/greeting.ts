import { renderUnicodeCompact } from 'uqr';
import type { Language } from '../protocol/index.js';
import { isLoopback, lanAddresses } from './http/lan-address.js';
import { inTerminal, terminalLanguages } from './terminal-words.js';

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
  const lines = [
    'Madang is open',
    '',
    ...(takenPort === undefined
      ? []
      : [...inTerminal((say) => say.otherPort({ takenPort, port }), languages), '']),
    ...(start === undefined ? [] : [`start page       http://localhost:${port}${start}`]),
    `on this machine  http://localhost:${port}`,
    ...(isAlone ? [] : [`for the hall     ${joinBase}`]),
  ];
  // With a public address, phones come from anywhere.
  const isInLan = own.includes(joinBase);
  if (isInLan)
    for (const other of own.filter((base) => base !== joinBase))
      lines.push(`or else          ${other}`);
  // Whoever runs the server sits at it, or reaches it by its public address.
  if (desk !== undefined)
    lines.push(
      `your questions   ${isInLan || isAlone ? `http://localhost:${port}` : joinBase}${desk}`,
    );
  if (isAlone) lines.push('', ...inTerminal((say) => say.alone, languages));
  else lines.push('', ...renderUnicodeCompact(joinBase).split('\n'));
  if (isInLan) lines.push('', ...inTerminal((say) => say.network({ port }), languages));
  return framed(lines);
}

/** For the person at the terminal: phones do not find a new address by themselves. */
export function newAddress(joinBase: string, languages = terminalLanguages()): string {
  const lines = [
    `The network has changed, and with it the address for the hall: ${joinBase}`,
    ...inTerminal((say) => say.newAddress, languages),
    '',
    ...renderUnicodeCompact(joinBase).split('\n'),
  ];
  return framed(lines);
}

const framed = (lines: readonly string[]): string =>
  `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`;
