import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  DeskState,
  KeptSetList,
  ListedHost,
  MadeInvite,
  OpenInvite,
} from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { TestClient } from '../support/client.js';
import { aFile, refusal, useDesk } from './desk-app.js';
import { AccountsDesk, cookieIn, PASSWORD } from './accounts-desk.js';
import { useQuickScrypt } from '../support/quick-scrypt.js';

const DAY_MS = 24 * 3_600_000;

useQuickScrypt();

describe.each(ENGINES)('accounts by invitation, with %s', (kind) => {
  const desk = useDesk(kind, { HOSTS: 'invited' });
  const people = new AccountsDesk(desk);

  it('R15.11 makes a host of whoever has the link, once', async () => {
    const admin = await desk.signIn();
    const { token, expiresAt } = await people.invite(admin, 'host', '3반 담임');
    expect(expiresAt - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(7 * DAY_MS);
    const open = await desk.read<OpenInvite[]>('/invites', admin);
    expect(open).toMatchObject([{ role: 'host', note: '3반 담임', resets: null, expiresAt }]);
    expect(JSON.stringify(open)).not.toContain(token);

    expect(await people.look(token)).toEqual({ role: 'host', resets: null });
    expect(await people.look(token)).toEqual({ role: 'host', resets: null });
    const made = await people.use(token, 'Kim 선생님');
    expect(made.headers.get('set-cookie')).toMatch(/^madang-host=[\w-]{43}; Path=\/; HttpOnly;/);
    const by = cookieIn(made);
    expect((await desk.read<DeskState>('', by)).account).toMatchObject({
      role: 'host',
      name: 'Kim 선생님',
      mostSets: 200,
    });
    expect(await desk.read<OpenInvite[]>('/invites', admin)).toEqual([]);
    expect(await refusal(people.use(token, 'Lee'))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(people.post('/invite', { token }))).toEqual([403, 'FORBIDDEN']);
  });

  it('R15.11 lets one in of two who use a link at once, and of two with one name', async () => {
    const admin = await desk.signIn();
    const { token } = await people.invite(admin);
    const both = await Promise.all([people.use(token, 'twin one'), people.use(token, 'twin two')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
    const tokens = [await people.invite(admin), await people.invite(admin)];
    const uses = tokens.map(({ token: one }) => people.use(one, 'Same name'));
    const statuses = (await Promise.all(uses)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409]);
    // Who found the name taken can choose another.
    const [left] = tokens.filter((_, index) => statuses[index] === 409);
    expect((await people.use(left!.token, 'Other name')).status).toBe(204);
  });

  it('R15.13 gives a host a new password by another link, and signs its browsers out', async () => {
    const admin = await desk.signIn();
    const by = await people.newHost('Forgetful');
    const { id } = await people.find(admin, 'Forgetful');
    const first = (await (
      await people.post(`/hosts/${id}/invite`, {}, admin)
    ).json()) as MadeInvite;
    const reset = (await (
      await people.post(`/hosts/${id}/invite`, {}, admin)
    ).json()) as MadeInvite;
    expect(await refusal(people.use(first.token, '', 'remembered'))).toEqual([403, 'FORBIDDEN']);
    expect(await people.look(reset.token)).toEqual({ role: 'host', resets: 'Forgetful' });
    const answer = await people.use(reset.token, 'another name', 'remembered');
    expect(answer.status).toBe(204);
    const state = await desk.read<DeskState>('', cookieIn(answer));
    expect(state.account?.name).toBe('Forgetful');
    expect(await refusal(desk.send('GET', '/sets', by))).toEqual([401, 'NOT_SIGNED_IN']);
    expect((await people.signIn('Forgetful', 'remembered')).status).toBe(204);
    expect(await refusal(people.signIn('Forgetful', PASSWORD))).toEqual([403, 'FORBIDDEN']);
  });

  it('R15.13 switches a host off and on', async () => {
    const admin = await desk.signIn();
    const by = await people.newHost('Switched');
    const set = await desk.create(by);
    const { id } = await people.find(admin, 'Switched');
    const reset = (await (
      await people.post(`/hosts/${id}/invite`, {}, admin)
    ).json()) as MadeInvite;
    expect((await people.put(`/hosts/${id}`, { isDisabled: true }, admin)).status).toBe(204);
    expect(await people.find(admin, 'Switched')).toMatchObject({ isDisabled: true, sets: 1 });
    expect(await refusal(desk.send('GET', '/sets', by))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await refusal(people.signIn('Switched', PASSWORD))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(people.use(reset.token, '', PASSWORD))).toEqual([403, 'FORBIDDEN']);
    const again = people.post(`/hosts/${id}/invite`, {}, admin);
    expect(await refusal(again)).toEqual([404, 'PLAYER_NOT_FOUND']);
    expect((await people.put(`/hosts/${id}`, { isDisabled: false }, admin)).status).toBe(204);
    expect(await refusal(desk.send('GET', '/sets', by))).toEqual([401, 'NOT_SIGNED_IN']);
    const back = cookieIn(await people.signIn('Switched', PASSWORD));
    expect((await desk.read<KeptSetList>('/sets', back)).sets).toMatchObject([{ id: set.id }]);
  });

  it('R15.13 removes a host with sets and invitations, while rooms keep what they have', async () => {
    const admin = await desk.signIn();
    const by = await people.newHost('Removed', 'admin');
    const { id: setId } = await desk.create(by, aFile('Copied', 'Still here?'));
    const { token } = await people.invite(by);
    const host = new TestClient(desk.app.url, { extraHeaders: by });
    await host.do('createRoom', {});
    await host.do('updateRoomQuizset', { quizSetId: setId });
    const { id } = await people.find(admin, 'Removed');
    expect((await desk.send('DELETE', `/hosts/${id}`, admin)).status).toBe(204);
    expect(await refusal(desk.send('DELETE', `/hosts/${id}`, admin))).toEqual([
      404,
      'PLAYER_NOT_FOUND',
    ]);
    expect(await refusal(people.use(token, 'Heir'))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(people.signIn('Removed', PASSWORD))).toEqual([403, 'FORBIDDEN']);
    const rows = desk.place.database.run((db) =>
      db.selectFrom('quiz_set').select('id').where('owner_id', '=', id).execute(),
    );
    expect(await rows).toEqual([]);
    // The name is free again, and brings nothing of the old account along.
    const next = await people.newHost('Removed');
    expect((await desk.read<KeptSetList>('/sets', next)).total).toBe(0);
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    expect((await host.wait('startQuizTime')).quiz).toBe('Still here?');
    host.close();
  });

  it('R15.13 is for admins, who cannot end themselves or the operator', async () => {
    const host = await people.newHost('Only a host');
    const admin = await people.newHost('Second admin', 'admin');
    const list = await desk.read<ListedHost[]>('/hosts', admin);
    const own = list.find(({ isSelf }) => isSelf)!;
    expect(own).toMatchObject({ name: 'Second admin', role: 'admin' });
    expect(list.filter(({ isSelf }) => isSelf)).toHaveLength(1);
    const looks = [
      ['GET', '/hosts'],
      ['GET', '/invites'],
    ] as const;
    for (const [method, path] of looks) {
      expect(await refusal(desk.send(method, path, host))).toEqual([403, 'FORBIDDEN']);
      expect(await refusal(desk.send(method, path))).toEqual([401, 'NOT_SIGNED_IN']);
    }
    for (const [method, path] of CHANGES(own.id)) {
      expect(await refusal(desk.send(method, path, host, '{}'))).toEqual([403, 'FORBIDDEN']);
      expect(await refusal(desk.send(method, path, {}, '{}'))).toEqual([401, 'NOT_SIGNED_IN']);
    }
    expect(await refusal(people.put(`/hosts/${own.id}`, { isDisabled: true }, admin))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await refusal(desk.send('DELETE', `/hosts/${own.id}`, admin))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    for (const id of ['operator', 'nobody', '%00'])
      expect((await desk.send('DELETE', `/hosts/${id}`, admin)).status).toBeOneOf([400, 404]);
  });
});

describe('accounts by invitation', () => {
  const desk = useDesk('SQLite', { HOSTS: 'invited' });
  const people = new AccountsDesk(desk);

  it('R15.11 takes invitations back, and knows none that was never made', async () => {
    const admin = await desk.signIn();
    const { token } = await people.invite(admin);
    const [{ id }] = (await desk.read<OpenInvite[]>('/invites', admin)) as [OpenInvite];
    expect((await desk.send('DELETE', `/invites/${id}`, admin)).status).toBe(204);
    expect((await desk.send('DELETE', `/invites/${id}`, admin)).status).toBe(204);
    for (const bad of [token, randomBytes(32).toString('base64url'), 'x'])
      expect(await refusal(people.use(bad, 'Late'))).toEqual([403, 'FORBIDDEN']);
    const from = { 'x-forwarded-for': '192.0.2.77' };
    const { token: right } = await people.invite(admin);
    for (let tries = 0; tries < 10; tries++) await people.post('/invite', { token: 'x' }, from);
    expect(await refusal(people.post('/invite', { token: 'x' }, from))).toEqual([
      429,
      'RATE_LIMITED',
    ]);
    // R16.12: a right one cannot be guessed, so nobody's wrong ones keep it out.
    expect((await people.post('/invite', { token: right }, from)).status).toBe(200);
  });

  it('R15.11 takes names and passwords within bounds, and folds both', async () => {
    const admin = await desk.signIn();
    const { token } = await people.invite(admin);
    const bad: [string, string][] = [
      ['', PASSWORD],
      ['   ', PASSWORD],
      ['a\u0000b', PASSWORD],
      ['x'.repeat(65), PASSWORD],
      ['Park', 'short'],
      ['Park', ''],
      ['Park', 'x'.repeat(101)],
      ['A long name', 'a LONG name'],
    ];
    for (const [name, password] of bad)
      expect(await refusal(people.use(token, name, password))).toEqual([400, 'BAD_REQUEST']);
    for (const body of [{}, { token }, { token, password: 7 }, { token: 7, password: PASSWORD }])
      expect(await refusal(people.post('/invite/use', body))).toEqual([400, 'BAD_REQUEST']);
    // Full-width letters, Hangul in pieces: what another keyboard makes of the same.
    const made = await people.use(token, 'Ｐark  한글'.normalize('NFD'), 'pass 한글 １２');
    expect(made.status).toBe(204);
    const again = await people.signIn('park 한글', 'pass 한글 12'.normalize('NFD'));
    expect(again.status).toBe(204);
    const { account } = await desk.read<DeskState>('', cookieIn(again));
    expect(account?.name).toBe('Park 한글');
  });

  it('R15.12 tells nobody whether the name or the password was wrong', async () => {
    await people.newHost('Guessed');
    const answers = await Promise.all([
      people.signIn('Guessed', 'not the password'),
      people.signIn('nobody at all', PASSWORD),
      people.signIn('operator', PASSWORD),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(new Set(texts).size).toBe(1);
    expect(answers.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null, null]);
    expect((await people.signIn('gUESSED', PASSWORD)).status).toBe(204);
  });

  it('R15.12 stops guessing after five of an address for a name, also of many at once', async () => {
    await people.newHost('Target');
    const from = { 'x-forwarded-for': '192.0.2.78' };
    const guesses = Array.from({ length: 7 }, (_, n) =>
      refusal(people.signIn('Target', `guess ${n}`, from)),
    );
    // The right one, among many at once.
    guesses.push(people.signIn('Target', PASSWORD, from).then(({ status }) => [status, '']));
    const codes = (await Promise.all(guesses)).map(([status]) => status);
    expect(codes.slice(0, 5)).toEqual([403, 403, 403, 403, 403]);
    expect(codes.slice(5)).toEqual([429, 429, 429]);
    expect(await refusal(people.signIn('TARGET', PASSWORD, from))).toEqual([429, 'RATE_LIMITED']);
    expect((await people.signIn('Target', PASSWORD)).status).toBe(204);
  });

  it('R15.12 changes the password, which signs all other browsers out', async () => {
    const by = await people.newHost('Changer');
    const other = cookieIn(await people.signIn('Changer', PASSWORD));
    const change = (current: string, password: string): Promise<Response> =>
      people.put('/password', { current, password }, by);
    expect(await refusal(change('wrong password', 'another one'))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(change(PASSWORD, 'short'))).toEqual([400, 'BAD_REQUEST']);
    expect(await refusal(change(PASSWORD, 'changer'))).toEqual([400, 'BAD_REQUEST']);
    expect((await desk.send('GET', '/sets', other)).status).toBe(200);
    expect((await change(PASSWORD, 'another one')).status).toBe(204);
    expect((await desk.send('GET', '/sets', by)).status).toBe(200);
    expect(await refusal(desk.send('GET', '/sets', other))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await refusal(people.signIn('Changer', PASSWORD))).toEqual([403, 'FORBIDDEN']);
    expect((await people.signIn('Changer', 'another one')).status).toBe(204);
    // Who came by the operator's link has none.
    const admin = await desk.signIn();
    const none = people.put('/password', { current: PASSWORD, password: PASSWORD }, admin);
    expect(await refusal(none)).toEqual([403, 'FORBIDDEN']);
  });

  it('R15.2 changes nothing for a page that is not ours', async () => {
    const admin = await desk.signIn();
    const { token } = await people.invite(admin);
    const foreign = { ...admin, origin: 'https://evil.example' };
    const posts: [string, object][] = [
      ['/invite', { token }],
      ['/invite/use', { token, name: 'Mallory', password: PASSWORD }],
      ['/session', { name: 'Guessed', password: PASSWORD }],
    ];
    for (const [path, body] of posts)
      expect(await refusal(people.post(path, body, foreign))).toEqual([403, 'FORBIDDEN']);
    for (const [method, path] of CHANGES('x'))
      expect(await refusal(desk.send(method, path, foreign, '{}'))).toEqual([403, 'FORBIDDEN']);
    expect(await people.look(token)).toEqual({ role: 'host', resets: null });
  });
});

/** What only admins may do. */
const CHANGES = (hostId: string): [string, string][] => [
  ['POST', '/invites'],
  ['DELETE', '/invites/x'],
  ['PUT', `/hosts/${hostId}`],
  ['DELETE', `/hosts/${hostId}`],
  ['POST', `/hosts/${hostId}/invite`],
];
