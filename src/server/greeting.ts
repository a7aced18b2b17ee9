import { renderUnicodeCompact } from 'uqr';
import { isLoopback, lanAddresses } from './http/lan-address.js';

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
}: Greeted): string {
  const isAlone = isLoopback(new URL(joinBase).hostname);
  const own = addresses.map((address) => `http://${address}:${port}`);
  const lines = [
    'Madang is open',
    '',
    ...(takenPort === undefined ? [] : [...elsewhere(takenPort, port), '']),
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
  if (isAlone) lines.push('', ...ALONE);
  else lines.push('', ...renderUnicodeCompact(joinBase).split('\n'));
  if (isInLan) lines.push('', ...WORDS.map((words) => words.replaceAll('PORT', String(port))));
  return framed(lines);
}

/** For the person at the terminal: phones do not find a new address by themselves. */
export function newAddress(joinBase: string): string {
  const lines = [
    `The network has changed, and with it the address for the hall: ${joinBase}`,
    'Phones do not find it by themselves. Let them scan this code.',
    '네트워크가 바뀌어 접속 주소가 새로워졌어요. 휴대폰은 새 주소를 스스로 찾지 못하니 이 코드를 찍게 해 주세요.',
    '',
    ...renderUnicodeCompact(joinBase).split('\n'),
  ];
  return framed(lines);
}

const framed = (lines: readonly string[]): string =>
  `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n`;

const elsewhere = (takenPort: number, port: number): string[] => [
  `Another program has port ${takenPort}, so this is port ${port}.`,
  `${takenPort}번 포트는 다른 프로그램이 쓰고 있어서 ${port}번 포트로 열었어요.`,
];

/** As HOST is an address of this machine alone, or the machine has no other. */
const ALONE = [
  'Only this machine gets in, and no phone: it has no address in a network, or HOST in .env is one of',
  'its own addresses (HOST=0.0.0.0 lets the network in).',
  '이 컴퓨터에서만 들어올 수 있고 휴대폰은 들어올 수 없어요. 네트워크 주소가 없거나 .env의 HOST가 이 컴퓨터만',
  '가리켜요. HOST=0.0.0.0으로 바꾸면 네트워크에서 들어올 수 있어요.',
];

const WORDS = [
  'Phones must be in the same network (Wi-Fi) as this machine. Where a firewall asks about Node.js,',
  'allow it: without connections to TCP port PORT no phone gets in.',
  '휴대폰은 이 컴퓨터와 같은 네트워크(와이파이)에 있어야 해요. 방화벽이 Node.js를 허용할지 물으면',
  '허용해 주세요. TCP PORT번 포트가 막혀 있으면 휴대폰이 들어올 수 없어요.',
];
