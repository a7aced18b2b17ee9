import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HandshakeLimits } from '../../src/gateway/handshake-limits.js';
import { Flooder } from '../support/flooder.js';
import { useHall } from '../support/hall.js';

const hall = useHall();
const PER_ADDRESS = 2_500;
const PEOPLE = 2_000;

const requestOf = (remoteAddress: string, cookie = ''): IncomingMessage =>
  ({ headers: { cookie }, socket: { remoteAddress } }) as unknown as IncomingMessage;

function limitsAt(now: () => number): HandshakeLimits {
  const proxy = { trustProxy: false, allowedOrigins: [] };
  const isSeated = ({ headers }: IncomingMessage): boolean => headers.cookie === 'seated';
  return new HandshakeLimits(proxy, PER_ADDRESS, isSeated, now);
}

describe('R10.4 how often an address may connect', () => {
  it(
    'R10.4 a hall behind one address comes back at once, and again',
    { timeout: 60_000 },
    async () => {
      for (let visit = 0; visit < 2; visit++)
        for (let come = 0; come < PEOPLE; come += 200) {
          const many = Array.from({ length: 200 }, () => Flooder.open(hall.app.url));
          for (const one of await Promise.all(many)) await one.end();
        }
    },
  );

  it('R10.4 flooders who reconnect are soon refused, and those who have a seat never', () => {
    let now = 0;
    const limits = limitsAt(() => now);
    let floods = 0;
    // Each holds its connection for the five seconds after which it is ended.
    for (; now < 60_000; now += 100)
      for (let n = 0; n < 10; n++) {
        if (!limits.mayConnect(requestOf('a'))) continue;
        limits.noteFlood(requestOf('a'));
        floods += 1;
      }
    expect(floods).toBeGreaterThan(100);
    expect(floods).toBeLessThan(500);
    expect(limits.mayConnect(requestOf('a', 'seated'))).toBe(true);
    expect(limits.mayConnect(requestOf('b'))).toBe(true);
    now += 1_000;
    expect(limits.mayConnect(requestOf('a'))).toBe(true);
  });
});
