import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lookPath, logoPath, RoomError, type Look } from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { TestClient } from '../support/client.js';
import { flatPng, photo } from '../support/images.js';
import { JSON_TYPE, refusal, useDesk } from './desk-app.js';

const GREEN = ['#0a5c36', '#1b3f8b'] as const;
const RED = ['#7a0019', '#2b2b2b'] as const;

describe.each(ENGINES)('a look, with %s', (kind) => {
  const desk = useDesk(kind);

  const colours = (by: object, pair: readonly string[] = GREEN): Promise<Response> =>
    desk.send('PUT', '/look', { ...JSON_TYPE, ...by }, JSON.stringify({ colours: pair }));
  const logo = (by: object, file: Buffer): Promise<Response> =>
    desk.send('PUT', '/look/logo', { ...by }, file);
  const kept = async (by: { cookie: string }): Promise<Look | null> =>
    (await desk.read<{ look: Look | null }>('/look', by)).look;
  const connect = (cookie = ''): TestClient => {
    const client = new TestClient(desk.app.url, {
      auth: { wantToken: true },
      extraHeaders: { cookie },
    });
    onTestFinished(() => client.close());
    return client;
  };

  it('R21.4 is kept for an account, changed, and deleted', async () => {
    const by = await desk.signIn();
    expect(await kept(by)).toBeNull();
    expect(await refusal(logo(by, flatPng(300, 100)))).toEqual([400, 'BAD_REQUEST']);
    expect(await (await colours(by)).json()).toEqual({ colours: GREEN });
    const png = await sharp(flatPng(300, 100)).png().toBuffer();
    const withLogo = (await (await logo(by, png)).json()) as Look;
    expect(withLogo).toEqual({ colours: GREEN, logo: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(await (await colours(by, RED)).json()).toEqual({ ...withLogo, colours: RED });
    expect(await kept(by)).toEqual({ ...withLogo, colours: RED });
    const got = await fetch(desk.app.url + logoPath(withLogo)!);
    expect(got.headers.get('content-type')).toBe('image/webp');
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    const { width, height, format } = await sharp(await got.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['webp', 300, 100]);
    expect(await (await desk.send('DELETE', '/look/logo', by)).json()).toEqual({ colours: RED });
    expect((await desk.send('DELETE', '/look', by)).status).toBe(204);
    expect(await kept(by)).toBeNull();
  });

  it('R21.4 refuses what is no logo, and changes nothing', async () => {
    const by = await desk.signIn();
    await colours(by);
    const gif = await photo(20, 20).gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const large = await photo(900, 900).png().toBuffer();
    expect(large.length).toBeGreaterThan(300_000);
    for (const file of [
      gif,
      svg,
      large,
      flatPng(300, 100, 3),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
    ])
      expect(await refusal(logo(by, file))).toEqual([400, 'BAD_IMAGE']);
    expect(await kept(by)).toEqual({ colours: GREEN });
    for (const pair of [
      ['#777777', '#777777'],
      ['#ffd400', '#1b3f8b'],
    ])
      expect(await refusal(colours(by, pair))).toEqual([400, 'FAINT_COLOURS']);
    for (const pair of [
      ['red', 'blue'],
      ['#0a5c36'],
      ['#0a5c36', '#1b3f8b', '#1b3f8b'],
      ['#0a5c36;}', '#1b3f8b'],
    ])
      expect(await refusal(colours(by, pair))).toEqual([400, 'BAD_REQUEST']);
    expect(await kept(by)).toEqual({ colours: GREEN });
  });

  it('R21.4 is nobody’s who is not signed in', async () => {
    const visitor = await desk.visitor();
    expect(await refusal(colours(visitor))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await refusal(desk.send('GET', '/look', visitor))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('R21.4 gives the styles of any two colours that can be read', async () => {
    const css = await fetch(desk.app.url + lookPath({ colours: GREEN }));
    expect(css.headers.get('content-type')).toContain('text/css');
    expect(await css.text()).toContain('--clay:#0a5c36;');
    for (const path of ['777777-777777', '0a5c36', 'x', '0a5c36-1b3f8b;', '0a5c36-1b3f8g'])
      expect((await fetch(`${desk.app.url}/api/looks/colours/${path}`)).status).toBe(404);
    for (const id of ['0'.repeat(64), 'x', '..%2f'])
      expect((await fetch(`${desk.app.url}/api/looks/logos/${id}`)).status).toBe(404);
  });

  it('R21.5 is given to a room by its host’s account, and told to everybody', async () => {
    const by = await desk.signIn();
    await colours(by);
    const look = (await (await logo(by, await photo(64, 64).png().toBuffer())).json()) as Look;
    const host = connect(by.cookie);
    const { gameId } = await host.do('createRoom', { theme: 'look' });
    expect((await host.wait('updateRoomOption')).look).toEqual(look);
    // As it was then, whatever becomes of it, and while the database is away.
    await colours(by, RED);
    await desk.send('DELETE', '/look', by);
    const away = vi
      .spyOn(desk.place.database, 'run')
      .mockRejectedValue(new RoomError('DATABASE_AWAY'));
    onTestFinished(() => away.mockRestore());
    const guest = connect();
    await guest.do('joinRoom', { gameId });
    expect(await guest.wait('updateRoomOption')).toMatchObject({ theme: 'look', look });
    expect((await fetch(desk.app.url + logoPath(look)!)).status).toBe(200);
    expect(away).not.toHaveBeenCalled();
    await host.do('updateRoomOption', { theme: 'night' });
    const plain = await guest.wait('updateRoomOption', ({ theme }) => theme === 'night');
    expect(plain).not.toHaveProperty('look');
    expect(await host.fail('updateRoomOption', { theme: 'look' })).toBe('DATABASE_AWAY');
  });

  it('R21.5 is in no room of somebody who has none, nor one that a client makes up', async () => {
    const by = await desk.signIn();
    await desk.send('DELETE', '/look', by);
    const stranger = connect();
    expect(await stranger.fail('createRoom', { theme: 'look' })).toBe('BAD_REQUEST');
    await stranger.do('createRoom', {});
    expect(await stranger.wait('updateRoomOption')).not.toHaveProperty('look');
    expect(await stranger.fail('updateRoomOption', { theme: 'look' })).toBe('BAD_REQUEST');
    const host = connect(by.cookie);
    expect(await host.fail('createRoom', { theme: 'look' })).toBe('BAD_REQUEST');
    await colours(by);
    const made = { theme: 'look', look: { colours: RED, logo: 'x' } } as object;
    const { gameId } = await host.do('createRoom', made);
    expect((await host.wait('updateRoomOption')).look).toEqual({ colours: GREEN });
    await host.do('updateRoomOption', made);
    await host.do('updateRoomOption', { look: { colours: RED } } as object);
    await stranger.do('exitRoom', {});
    await stranger.do('joinRoom', { gameId });
    const told = await stranger.wait('updateRoomOption', ({ theme }) => theme === 'look');
    expect(told.look).toEqual({ colours: GREEN });
  });
});

describe('a guest', () => {
  const desk = useDesk('SQLite', { HOSTS: 'anyone' });

  it('R21.4 has no look, as there is no end of guests', async () => {
    const visitor = await desk.visitor();
    const body = JSON.stringify({ colours: GREEN });
    expect(await refusal(desk.send('PUT', '/look', { ...JSON_TYPE, ...visitor }, body))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect(await refusal(desk.send('PUT', '/look/logo', visitor, flatPng(300, 100)))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
