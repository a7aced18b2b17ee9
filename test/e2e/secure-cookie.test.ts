import { request } from 'node:https';
import { expect, it, onTestFinished } from 'vitest';
import { TestClient } from '../support/client.js';
import { Hall, SLOW } from '../support/hall.js';
import { tlsProxy } from '../support/tls-proxy.js';

/** What a proxy that takes TLS off says of it. */
const BY_TLS = { 'x-forwarded-proto': 'https' };

/** The cookies that a visit over TLS is given. */
function visit(port: number, headers: Record<string, string> = {}): Promise<string[]> {
  return new Promise((resolve, reject) => {
    request(
      {
        port,
        host: '127.0.0.1',
        agent: false,
        rejectUnauthorized: false,
        headers: { ...BY_TLS, ...headers },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.headers['set-cookie'] ?? []));
      },
    )
      .on('error', reject)
      .end();
  });
}

it('R2.1 over TLS the identity is a cookie that no other host and no plain page can set, and stays the same person', async () => {
  const hall = await Hall.start({ ...SLOW, TRUST_PROXY: 'true' });
  const proxy = await tlsProxy(Number(new URL(hall.app.url).port));
  onTestFinished(async () => {
    await hall.close();
    await proxy.close();
  });

  const [given = ''] = await visit(proxy.port);
  expect(given).toMatch(
    /^__Host-madang=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
  const [secure = ''] = given.split(';');
  // Whoever has it is given no other one, and it is who they are.
  expect(await visit(proxy.port, { cookie: secure })).toEqual([]);
  const by = (cookie: string): TestClient => {
    const client = new TestClient(`https://127.0.0.1:${proxy.port}`, {
      rejectUnauthorized: false,
      extraHeaders: { ...BY_TLS, cookie, origin: `https://127.0.0.1:${proxy.port}` },
    });
    hall.clients.push(client);
    return client;
  };
  const { pin } = await hall.openRoom();
  const first = by(secure);
  await first.do('joinRoom', { gameId: pin, playerName: 'Ann' });
  first.drop();
  expect(await by(secure).do('joinRoom', { gameId: pin })).toMatchObject({ resumed: true });

  // What came by plain http is the same person over TLS, under the name that belongs there.
  const plain = (await fetch(hall.app.url)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(plain).toMatch(/^madang=/);
  const [upgraded = ''] = await visit(proxy.port, { cookie: plain });
  expect(upgraded.split(';')[0]).toBe(`__Host-${plain}`);
  // A cookie that somebody else has slipped in beside it, without TLS, does not come before it.
  const forged = (await fetch(hall.app.url)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const both = by(`${forged}; ${secure}`);
  expect(await both.do('joinRoom', { gameId: pin })).toMatchObject({ resumed: true });
});
