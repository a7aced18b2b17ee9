import { renderUnicodeCompact } from 'uqr';
import { lanAddresses } from './http/lan-address.js';

/**
 * For the person at the terminal: where to open the host's page, what phones can scan, and what keeps
 * them out most often. `joinBase` is the address of the hall, `desk` the secret path to the kept quiz sets.
 */
export function greeting(
  port: number,
  joinBase: string,
  desk: string | undefined,
  addresses: readonly string[] = lanAddresses(),
): string {
  const own = addresses.map((address) => `http://${address}:${port}`);
  const lines = [
    'Madang is open',
    '',
    `on this machine  http://localhost:${port}`,
    `for the hall     ${joinBase}`,
  ];
  // With a public address, phones come from anywhere.
  const isInLan = own.includes(joinBase);
  if (isInLan)
    for (const other of own.filter((base) => base !== joinBase))
      lines.push(`or else          ${other}`);
  // Whoever runs the server sits at it, or reaches it by its public address.
  if (desk !== undefined)
    lines.push(`your quiz sets   ${isInLan ? `http://localhost:${port}` : joinBase}${desk}`);
  lines.push('', ...renderUnicodeCompact(joinBase).split('\n'));
  if (isInLan) lines.push('', ...WORDS.map((words) => words.replaceAll('PORT', String(port))));
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`;
}

const WORDS = [
  'Phones must be in the same network (Wi-Fi) as this machine. Where a firewall asks about Node.js,',
  'allow it: without connections to TCP port PORT no phone gets in.',
  '휴대폰은 이 컴퓨터와 같은 네트워크(와이파이)에 있어야 해요. 방화벽이 Node.js를 허용할지 물으면',
  '허용해 주세요. TCP PORT번 포트가 막혀 있으면 휴대폰이 들어올 수 없어요.',
];
