import { describe, expect, it } from 'vitest';
import { useHall } from '../support/hall.js';

const hall = useHall();
const EVIL = 'https://evil.example';

interface Poll {
  sid?: string;
  extra?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function poll({ sid, extra = '', headers = {}, body }: Poll = {}): Promise<[number, string]> {
  const query = `EIO=4&transport=polling${sid === undefined ? '' : `&sid=${sid}`}${extra}`;
  const response = await fetch(`${hall.app.url}/socket.io/?${query}`, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  return [response.status, await response.text()];
}

async function open(): Promise<string> {
  const [, packet] = await poll();
  return (JSON.parse(packet.slice(1)) as { sid: string }).sid;
}

describe.concurrent('polling requests', () => {
  it('R10.1 are never answered as a script, which any page may run', async () => {
    expect(await poll({ extra: '&j=0' })).toEqual([400, '{"message":"no JSONP here"}']);
    const sid = await open();
    expect((await poll({ sid, extra: '&j=0' }))[0]).toBe(400);
    expect((await poll({ sid, extra: '&j=', body: 'd=40' }))[0]).toBe(400);
    expect(await poll({ sid, body: '40' })).toEqual([200, 'ok']);
  });

  it.each([
    ['a foreign origin', { origin: EVIL }, 403],
    ['the mark of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the mark of another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['the mark of a page of ours', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the mark of an address that was typed', { 'sec-fetch-site': 'none' }, 200],
  ])('R10.1 are looked at each by itself: %s', async (_, headers, status) => {
    expect((await poll({ headers: { ...headers } }))[0]).toBe(status);
    const sid = await open();
    expect((await poll({ sid, headers: { ...headers } }))[0]).toBe(status);
    expect((await poll({ sid, headers: { ...headers }, body: '40' }))[0]).toBe(status);
  });

  it('R10.2 have few packets, which are counted', async () => {
    const sid = await open();
    expect(await poll({ sid, body: ['40', ...Array<string>(499).fill('6')].join('\x1e') })).toEqual(
      [200, 'ok'],
    );
    await expect(poll({ sid, body: Array(501).fill('6').join('\x1e') })).rejects.toThrow(
      'fetch failed',
    );
    expect((await poll({ sid }))[0]).toBe(400);
  });

  it('R10.2 are limited for each client, which is ended when it goes on', async () => {
    const sid = await open();
    const statuses: number[] = [];
    const pings = Array(100).fill('3').join('\x1e');
    while (statuses.at(-1) !== 400) statuses.push((await poll({ sid, body: pings }))[0]);
    expect(statuses.length).toBeGreaterThan(5);
    expect(statuses.length).toBeLessThan(30);
  });
});
