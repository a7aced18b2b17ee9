import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, MOST_BYTES, MOST_FILES, packedHere, READY_MS } from './packed.js';
import { pressTwice } from './ctrl-c.js';
import { emptyFolder, runOutside, startOutside, useTool, type Outside } from './outside.js';
import { TestClient } from '../support/client.js';
import { photo } from '../support/images.js';
import { standIn } from '../support/arena.js';
import { withLinks } from '../support/child.js';

const QUICK = {
  COUNTDOWN_MS: '200',
  GET_READY_MS: '200',
  PICTURE_READY_MS: '200',
  REVEAL_MS: '200',
};
const SET = {
  title: 'Kept in a package',
  language: 'en',
  questions: [{ quiz: 'Sky?', choices: ['red', 'blue'], answer: 2, limitTime: 3 }],
};

/** Signs in by the link that the program printed; returns the headers of a browser that has. */
async function signIn({ url, output }: Outside): Promise<{ cookie: string; origin: string }> {
  const key = /\/desk#key=(\S+)/.exec(withLinks(output()))?.[1];
  const response = await fetch(`${url}/api/desk/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ key }),
  });
  expect(response.status).toBe(204);
  return { cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '', origin: url };
}

describe('the Linux package, without Node.js and npm', () => {
  const place = emptyFolder();
  const archive = packedHere();
  let folder: string;
  let server: Outside;

  /** No program is found by its name, and the only home is an empty folder. */
  const env = { PATH: '/nonexistent', HOME: join(place.dir, 'home'), ...QUICK };
  const start = (): Promise<Outside> => startOutside(join(folder, 'madang'), [], env, place.dir);

  beforeAll(async () => {
    await useTool('tar', ['-xzf', archive], place.dir);
    folder = join(
      place.dir,
      readdirSync(place.dir).find((name) => name.startsWith('madang-'))!,
    );
    server = await start();
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    place.remove();
  });

  it('is as small, has as few files and is ready as soon as was promised', () => {
    expect(statSync(archive).size).toBeLessThanOrEqual(MOST_BYTES);
    expect(filesOf(folder).length).toBeLessThanOrEqual(MOST_FILES);
    expect(server.readyMs).toBeLessThanOrEqual(READY_MS);
    const mb = (statSync(archive).size / 1024 / 1024).toFixed(1);
    const ms = server.readyMs.toFixed(0);
    console.log(`${mb} MiB, ${filesOf(folder).length} files, ready in ${ms} ms`);
  });

  it('says how to stop it, and keeps its data in the folder of the person', () => {
    expect(server.output()).toContain('press Ctrl-C');
    expect(existsSync(join(env.HOME, '.local/share/madang/secret'))).toBe(true);
  });

  it('asks once more before Ctrl-C ends games', async () => {
    const home = join(place.dir, 'second');
    expect(await pressTwice(join(folder, 'madang'), { ...env, HOME: home }, place.dir)).toBe(0);
  });

  it('refuses settings of several processes in words', async () => {
    const url = { REDIS_URL: 'redis://localhost', LANG: 'en_US.UTF-8' };
    const refused = await runOutside(join(folder, 'madang'), [], {
      cwd: place.dir,
      env: { ...env, ...url },
    });
    expect(refused).toEqual({ code: 2, output: expect.stringContaining('plays on one machine') });
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=postgres://localhost/madang\n');
    const inFile = await runOutside(join(folder, 'madang'), [], { cwd: place.dir, env });
    writeFileSync(join(folder, '.env'), '');
    expect(inFile).toMatchObject({ code: 2, output: expect.stringContaining('DATABASE_URL') });
  });

  it('keeps a set and a picture and plays up to the podium, also after kill -9 and a new start', async () => {
    const by = await signIn(server);
    const body = JSON.stringify(SET);
    const headers = { ...by, 'content-type': 'application/json' };
    const made = await fetch(`${server.url}/api/desk/sets`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    const picture = new Uint8Array(await photo(900, 600).jpeg().toBuffer());
    const sent = await fetch(`${server.url}/api/desk/images`, {
      method: 'POST',
      headers: by,
      body: picture,
    });
    expect(sent.status).toBe(201);
    const image = (await sent.json()) as { id: string; width: number; height: number };
    expect(image).toMatchObject({ width: 900, height: 600 });
    await playKept(server.url, by.cookie, id);

    await server.end('SIGKILL');
    server = await start();
    const again = await signIn(server);
    const list = await fetch(`${server.url}/api/desk/sets`, { headers: again });
    expect(await list.json()).toMatchObject({ sets: [{ id, title: SET.title }] });
    const kept = await fetch(`${server.url}/api/desk/images/${image.id}`, { headers: again });
    expect([kept.status, kept.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await playKept(server.url, again.cookie, id);
  });
});

/** A game of one question; somebody who answers it right comes first. */
async function playKept(url: string, cookie: string, quizSetId: string): Promise<void> {
  const host = new TestClient(url, { auth: { wantToken: true }, extraHeaders: { cookie } });
  const player = TestClient.withToken(url);
  const { gameId } = await host.do('createRoom', { playerName: 'Host' });
  await host.do('updateRoomQuizset', { quizSetId, quizCount: 1 });
  await player.do('joinRoom', { gameId, playerName: 'Player' });
  await host.do('startGame', {});
  const { choiceList } = await player.wait('startQuizTime');
  const right = choiceList.find(({ content }) => content === 'blue')?.order ?? 0;
  await player.do('updatePosition', { newPosition: standIn(right, 2) });
  const { results } = await player.wait('endGame');
  const own = results.find(({ playerName }) => playerName === 'Player');
  expect(own).toMatchObject({ rank: 1, score: expect.any(Number) });
  expect(own?.score).toBeGreaterThan(0);
  host.close();
  player.close();
}
