import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { RawClient } from '../support/raw-client.js';
import { Hall, SLOW, useHall } from '../support/hall.js';

const LISTED = 'https://quiz.example.org';
const hall = useHall({ ...SLOW, ALLOWED_ORIGINS: `${LISTED}, http://second.example` });

type Headers = Record<string, string>;

/** Status of the polling handshake. */
function poll(to: Hall, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = `${to.app.url}/socket.io/?EIO=4&transport=polling`;
    const call = request(url, { headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    call.on('error', reject).end();
  });
}

/** Status of the WebSocket handshake: 101 where it stands; Engine.IO refuses with 400. */
async function upgrade(to: Hall, headers: Headers): Promise<number> {
  try {
    const client = await RawClient.open(to.app.url, '', { headers });
    client.close();
    await client.closed;
    return 101;
  } catch (error) {
    return Number(/refused with (\d+)/.exec(String(error))?.[1]);
  }
}

const own = (): string => new URL(hall.app.url).host;
const cases: [what: string, headers: () => Headers, allowed: boolean][] = [
  ['no origin', () => ({}), true],
  ['its own page', () => ({ origin: `http://${own()}` }), true],
  ['its own page over TLS', () => ({ origin: `https://${own()}` }), true],
  ['a page of the list', () => ({ origin: LISTED }), true],
  ['the second page of the list', () => ({ origin: 'http://second.example' }), true],
  ['a foreign page', () => ({ origin: 'https://evil.example' }), false],
  ['a page on another port', () => ({ origin: 'http://127.0.0.1:1' }), false],
  ['a listed host under another scheme', () => ({ origin: LISTED.replace('s:', ':') }), false],
  ['a name that begins like a listed one', () => ({ origin: `${LISTED}.evil.example` }), false],
  ['a sandboxed page', () => ({ origin: 'null' }), false],
  ['an empty origin', () => ({ origin: '' }), false],
  ['an origin that is no URL', () => ({ origin: '://' }), false],
  [
    'a foreign page that claims to be forwarded',
    () => ({ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }),
    false,
  ],
];

describe.concurrent('who may connect', () => {
  it.each(cases)('R10.1 %s: polling and websocket alike', async (_what, headers, allowed) => {
    expect(await poll(hall, headers())).toBe(allowed ? 200 : 403);
    expect(await upgrade(hall, headers())).toBe(allowed ? 101 : 400);
  });

  it('R10.1 refuses a foreign page also when it shows a good cookie', async () => {
    const { host } = await hall.openRoom();
    const headers = { origin: 'https://evil.example', cookie: `madang=${host.token}` };
    expect(await upgrade(hall, headers)).toBe(400);
  });
});

describe('behind a trusted proxy', () => {
  it('R10.1 takes the forwarded host for its own', async () => {
    const proxied = await Hall.start({ ...SLOW, TRUST_PROXY: 'true' });
    try {
      const headers = { origin: 'https://hall.example', 'x-forwarded-host': 'hall.example' };
      expect(await upgrade(proxied, headers)).toBe(101);
      expect(await upgrade(proxied, { ...headers, origin: 'https://evil.example' })).toBe(400);
    } finally {
      await proxied.close();
    }
  });
});
