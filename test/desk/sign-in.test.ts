import { describe, expect, it } from 'vitest';
import type { DeskSession, DeskState } from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { JSON_TYPE, KEY, refusal, useDesk } from './desk-app.js';

describe.each(ENGINES)('signing in, with %s', (kind) => {
  const desk = useDesk(kind);
  const tryKey = (key: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    desk.send('POST', '/session', { ...JSON_TYPE, ...headers }, JSON.stringify({ key }));

  it('R15.1 turns the key of the link into a cookie that no script reads', async () => {
    const response = await tryKey(KEY);
    expect(response.status).toBe(204);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^madang-host=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
    const secure = await tryKey(KEY, {
      'x-forwarded-proto': 'https',
      origin: desk.app.url.replace('http:', 'https:'),
    });
    const named = secure.headers.getSetCookie()[0] ?? '';
    expect(named).toMatch(/^__Host-madang-host=[\w-]{43}; Path=\/; .*; Secure$/);
    const [over] = named.split(';');
    expect((await desk.send('GET', '/sets', { cookie: over! })).status).toBe(200);
    // Over TLS, what came by plain http is read as well, and gets the name that belongs there.
    const tls = { 'x-forwarded-proto': 'https' };
    const plain = { ...tls, cookie: cookie.split(';')[0]! };
    const visit = await desk.send('GET', '', plain);
    expect(((await visit.json()) as DeskState).account).toMatchObject({ role: 'admin' });
    expect(visit.headers.getSetCookie()[0]).toMatch(/^__Host-madang-host=/);
    // Signing out takes both away.
    const both = {
      ...tls,
      cookie: `${plain.cookie}; ${over}`,
      origin: desk.app.url.replace('http:', 'https:'),
    };
    const out = (await desk.send('DELETE', '/session', both)).headers.getSetCookie();
    expect(out).toEqual([
      expect.stringMatching(/^__Host-madang-host=; .*Max-Age=0/),
      expect.stringMatching(/^madang-host=; .*Max-Age=0/),
    ]);
    const again = (await tryKey(KEY)).headers.get('set-cookie') ?? '';
    const state = await desk.read<DeskState>('', { cookie: again.split(';')[0]! });
    expect(state.account).toMatchObject({ role: 'admin', sets: expect.any(Number) });
  });

  it('R15.1 takes nobody for the operator, not on this machine either', async () => {
    const stranger = await desk.visitor();
    for (const headers of [{}, stranger, { ...stranger, 'x-forwarded-for': '127.0.0.1' }])
      expect(await (await desk.send('GET', '', headers)).json()).toEqual({
        hosts: 'operator',
        account: null,
      });
    const forged = { cookie: `madang-host=${'A'.repeat(43)}` };
    for (const by of [stranger, forged, { cookie: 'madang-host=' }]) {
      expect(await refusal(desk.send('GET', '/sets', by))).toEqual([401, 'NOT_SIGNED_IN']);
      expect(await refusal(desk.send('DELETE', '/sets/x', by))).toEqual([401, 'NOT_SIGNED_IN']);
      expect(await refusal(desk.send('POST', '/sets', by, '{}'))).toEqual([401, 'NOT_SIGNED_IN']);
    }
  });

  it('R15.8 nobody who is not signed in takes the changes of those who are', async () => {
    const { cookie } = await desk.signIn();
    const strangers = await Promise.all(
      Array.from({ length: 120 }, () => refusal(desk.send('DELETE', '/sets/x'))),
    );
    expect(new Set(strangers.map(([status]) => status))).toEqual(new Set([401]));
    expect(await refusal(desk.send('DELETE', '/sets/x', { cookie }))).toEqual([
      404,
      'QUIZ_SET_NOT_FOUND',
    ]);
  });

  it('R15.1 refuses wrong keys, and tells no more of them after ten; R16.12 the right one still signs in', async () => {
    const from = { 'x-forwarded-for': '192.0.2.9' };
    const keys = ['', KEY.slice(1), `${KEY}x`, KEY.toLowerCase(), 7, null, ['x'], 'x'.repeat(999)];
    const codes = new Set<string>();
    for (const key of keys) codes.add((await refusal(tryKey(key, from))).join(' '));
    expect([...codes].toSorted()).toEqual(['400 BAD_REQUEST', '403 FORBIDDEN']);
    for (let attempt = 0; attempt < 10; attempt++) await tryKey('wrong', from);
    expect(await refusal(tryKey('wrong', from))).toEqual([429, 'RATE_LIMITED']);
    expect((await tryKey(KEY, from)).status).toBe(204);
  });

  it('R15.1 refuses a broken body and a large one', async () => {
    for (const body of ['', '{', 'null', '[]', '"key"'])
      expect((await refusal(desk.send('POST', '/session', JSON_TYPE, body)))[0]).toBe(400);
    const large = JSON.stringify({ key: 'x'.repeat(5_000) });
    expect((await desk.send('POST', '/session', JSON_TYPE, large)).status).toBe(413);
  });

  it('R15.2 changes nothing for a page that is not ours, or that does not say where it is from', async () => {
    const by = await desk.signIn();
    const origins: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ];
    for (const from of origins)
      for (const [method, path] of [
        ['POST', '/sets'],
        ['PUT', '/sets/x'],
        ['DELETE', '/sets/x'],
        ['POST', '/sets/x/copy'],
        ['POST', '/sets/x/restore'],
        ['POST', '/session'],
        ['DELETE', '/session'],
        ['DELETE', '/sessions/x'],
      ] as const) {
        const answer = refusal(desk.send(method, path, { ...by, ...from }));
        expect(await answer).toEqual([403, 'FORBIDDEN']);
      }
    expect((await desk.send('GET', '/sets', by)).status).toBe(200);
  });

  it('R15.3 lists the browsers that are signed in, and ends each of them', async () => {
    const [one, other] = [await desk.signIn(), await desk.signIn()];
    const sessions = await desk.read<DeskSession[]>('/sessions', one);
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(one.cookie.split('=')[1]);
    const second = (await desk.read<DeskSession[]>('/sessions', other)).find(
      ({ isThis }) => isThis,
    )!;
    expect((await desk.send('DELETE', `/sessions/${second.id}`, one)).status).toBe(204);
    expect(await refusal(desk.send('GET', '/sets', other))).toEqual([401, 'NOT_SIGNED_IN']);
    const out = await desk.send('DELETE', '/session', one);
    expect(out.headers.get('set-cookie')).toMatch(/^madang-host=; .*Max-Age=0/);
    expect(await refusal(desk.send('GET', '/sets', one))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});
