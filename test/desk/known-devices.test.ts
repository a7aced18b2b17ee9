import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KnownDevices } from '../../src/server/desk/accounts/known-devices.js';
import type { DeskState, MadeInvite } from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { AccountsDesk, cookieIn, PASSWORD } from './accounts-desk.js';
import { refusal, useDesk } from './desk-app.js';
import { useQuickScrypt } from '../support/quick-scrypt.js';

describe('known devices', () => {
  const DAY_MS = 24 * 3_600_000;
  let now = 1_000_000;
  const devices = new KnownDevices('a secret of this server', () => now);
  const kim = { login: 'kim', era: 'one' };

  it('R16.12 are known for 90 days to their account, under its era, and to no other', () => {
    const cookie = devices.remember(undefined, kim);
    expect(devices.find(cookie, kim)).toBeDefined();
    expect(devices.find(cookie, { login: 'lee', era: 'one' })).toBeUndefined();
    expect(devices.find(cookie, { login: 'kim', era: 'two' })).toBeUndefined();
    expect(new KnownDevices('another secret').find(cookie, kim)).toBeUndefined();
    expect(cookie).not.toContain('kim');
    for (const forged of ['', 'x', cookie.slice(1), `${cookie.slice(0, -1)}~`, cookie.repeat(50)])
      expect(devices.find(forged, kim)).toBeUndefined();
    now += 90 * DAY_MS - 1;
    expect(devices.find(cookie, kim)).toBeDefined();
    now += 1;
    expect(devices.find(cookie, kim)).toBeUndefined();
  });

  it('R16.12 know five accounts at most, the latest ones', () => {
    let cookie: string | undefined;
    for (let n = 0; n < 7; n++)
      cookie = devices.remember(cookie, { login: `host ${n}`, era: null });
    const known = Array.from({ length: 7 }, (_, n) =>
      devices.find(cookie, { login: `host ${n}`, era: null }),
    );
    expect(known.map((one) => one !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });
});

/** Each attempt takes a third of a second of a core. */
const PATIENCE = { timeout: 180_000 };

useQuickScrypt();

describe.each(ENGINES)('signing in on a known device, with %s', PATIENCE, (kind) => {
  const desk = useDesk(kind, { HOSTS: 'invited' });
  const people = new AccountsDesk(desk);
  const deviceIn = (answer: Response): { cookie: string } => {
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('madang-device='));
    return { cookie: cookie?.split(';')[0] ?? '' };
  };
  const wrongTries = async (name: string, headers: Record<string, string>): Promise<number[]> => {
    const codes: number[] = [];
    for (let n = 0; n < 6; n++) codes.push((await people.signIn(name, 'wrong', headers)).status);
    return codes;
  };

  it('R16.12 a pupil who tries wrong ones behind the same address keeps its host not out', async () => {
    await people.newHost('Kim');
    await people.newHost('Lee');
    const first = await people.signIn('Kim', PASSWORD);
    expect(first.headers.getSetCookie()[1]).toMatch(
      /^madang-device=[\w.~-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/,
    );
    const from = { 'x-forwarded-for': '192.0.2.80' };
    const device = { ...from, ...deviceIn(first) };
    expect(await wrongTries('Kim', from)).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await people.signIn('Kim', PASSWORD, from)).status).toBe(429);
    expect((await people.signIn('Kim', PASSWORD, device)).status).toBe(204);
    // It is known to one account, and what it tries there is bounded, too.
    expect(await wrongTries('Lee', from)).toContain(429);
    expect((await people.signIn('Lee', PASSWORD, device)).status).toBe(429);
    expect(await wrongTries('Kim', device)).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await people.signIn('Kim', PASSWORD, device)).status).toBe(429);
    expect((await people.signIn('Kim', PASSWORD)).status).toBe(204);
  });

  it('R16.12 ends with the password and by signing out everywhere', async () => {
    const by = await people.newHost('Park');
    const from = { 'x-forwarded-for': '192.0.2.81' };
    const stays = async (device: { cookie: string }, password: string): Promise<boolean> => {
      await wrongTries('Park', from);
      return (await people.signIn('Park', password, { ...from, ...device })).status === 204;
    };
    const one = deviceIn(await people.signIn('Park', PASSWORD));
    expect(await stays(one, PASSWORD)).toBe(true);
    const changed = await people.put(
      '/password',
      { current: PASSWORD, password: 'another one' },
      by,
    );
    expect(changed.status).toBe(204);
    expect(await stays(one, 'another one')).toBe(false);
    expect(await stays(deviceIn(changed), 'another one')).toBe(true);
    const session = cookieIn(await people.signIn('Park', 'another one'));
    expect((await desk.send('DELETE', '/sessions', session)).status).toBe(204);
    for (const gone of [session, by])
      expect(await refusal(desk.send('GET', '/sets', gone))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await stays(deviceIn(changed), 'another one')).toBe(false);
  });

  it('R15.12 a password that was kept in an older way is kept anew when it is used', async () => {
    await people.newHost('Older');
    const salt = Buffer.alloc(16, 7);
    const key = scryptSync(PASSWORD, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
    const old = `scrypt-15.${salt.toString('base64url')}.${key.toString('base64url')}`;
    const { database } = desk.place;
    await database.run((db) =>
      db.updateTable('host').set({ password: old }).where('login', '=', 'older').execute(),
    );
    const kept = async (): Promise<string | null | undefined> =>
      (
        await database.run((db) =>
          db.selectFrom('host').select('password').where('login', '=', 'older').executeTakeFirst(),
        )
      )?.password;
    expect((await people.signIn('Older', 'wrong')).status).toBe(403);
    expect(await kept()).toBe(old);
    expect((await people.signIn('Older', PASSWORD)).status).toBe(204);
    expect(await kept()).toMatch(/^scrypt-15-3\./);
    expect((await people.signIn('Older', PASSWORD)).status).toBe(204);
  });

  it('R15.13 a new password by a link of an admin is told to the account', async () => {
    await people.newHost('Victim');
    const admin = await people.newHost('Boss', 'admin');
    const { id } = await people.find(admin, 'Victim');
    const made = await people.post(`/hosts/${id}/invite`, {}, admin);
    const { token } = (await made.json()) as MadeInvite;
    expect((await people.use(token, '', 'remembered')).status).toBe(204);
    const state = async (): Promise<DeskState> =>
      desk.read<DeskState>('', cookieIn(await people.signIn('Victim', 'remembered')));
    // In each browser, as who made the link may have used it and looked first.
    for (let visit = 0; visit < 2; visit++)
      expect((await state()).account?.resets).toEqual([{ at: expect.any(Number), by: 'Boss' }]);
    expect((await desk.read<DeskState>('', admin)).account?.resets).toEqual([]);
    expect((await desk.send('DELETE', `/hosts/${id}`, admin)).status).toBe(204);
  });
});
