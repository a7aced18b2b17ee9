import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HandshakeLimits } from '../../src/server/live/gateway/handshake-limits.js';
import { Flooder } from '../support/flooder.js';
import { useHall } from '../support/hall.js';

const hall = useHall();
const PER_ADDRESS = 2_500;
const PEOPLE = 2_000;

const requestOf = (remoteAddress: string, cookie = ''): IncomingMessage =>
  ({ headers: { cookie }, socket: { remoteAddress } }) as unknown as IncomingMessage;

function limitsAt(now: () => number, perAddress = PER_ADDRESS): HandshakeLimits {
  const proxy = { trustProxy: false, allowedOrigins: [] } as const;
  const seatedAs = ({ headers }: IncomingMessage): string | undefined =>
    headers.cookie?.startsWith('seat') ? headers.cookie : undefined;
  return new HandshakeLimits(proxy, perAddress, seatedAs, now);
}

describe('R10.4 how often an address may connect', () => {
  it(
    'R10.4 a hall behind one address comes back at once, and again',
    { timeout: 60_000 },
    async () => {
      for (let visit = 0; visit < 2; visit++)
        for (let come = 0; come < PEOPLE; come += 200) {
          const many = Array.from({ length: 200 }, () => Flooder.open(hall.app.url));
          const open = await Promise.all(many);
          expect(open.some(({ isClosed }) => isClosed)).toBe(false);
          for (const one of open) await one.end();
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
    expect(limits.mayConnect(requestOf('a', 'seat 1'))).toBe(true);
    expect(limits.mayConnect(requestOf('b'))).toBe(true);
    // What the address owes is bounded.
    for (let n = 0; n < PER_ADDRESS; n++) limits.noteFlood(requestOf('a'));
    now += 49_000;
    expect(limits.mayConnect(requestOf('a'))).toBe(false);
    now += 2_000;
    expect(limits.mayConnect(requestOf('a'))).toBe(true);
  });

  it('R10.4 who has a seat has a few connections beyond those of the address, and no more', () => {
    let now = 0;
    const limits = limitsAt(() => now, 1);
    const [crowd, seat, other] = [
      requestOf('a'),
      requestOf('a', 'seat 1'),
      requestOf('a', 'seat 2'),
    ];
    const enterAll = (request: IncomingMessage) =>
      Array.from({ length: 30 }, () => limits.enter(request)).filter((one) => one !== undefined);
    expect(enterAll(crowd)).toHaveLength(1);
    const held = enterAll(seat);
    expect(held).toHaveLength(20);
    expect(enterAll(other)).toHaveLength(20);
    held[0]?.();
    expect(enterAll(seat)).toHaveLength(1);

    const connectAll = (request: IncomingMessage) =>
      Array.from({ length: 30 }, () => limits.mayConnect(request)).filter(Boolean).length;
    expect([connectAll(crowd), connectAll(seat), connectAll(other)]).toEqual([2, 20, 20]);
    now += 20_000;
    limits.noteFlood(other);
    expect(connectAll(seat)).toBe(10);
    expect(connectAll(other)).toBe(0);
  });
});
