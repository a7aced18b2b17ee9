import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import type { Engine } from '../../src/server/platform/database/engine.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { KeptImages } from '../../src/server/desk/pictures/kept-images.js';
import { testDatabase } from '../database/engines.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { SLOW, slowSet, wrongPins } from '../support/hall.js';
import { TestRedis } from '../support/redis.js';
import { newDatabaseUrl } from '../support/shared-postgres.js';

const LARGE = Buffer.from('the large one');
const SMALL = Buffer.from('small');
const SQUARE = Buffer.from('square');
const MADE_UP = 'ab'.repeat(32);
const SECRET = 'a secret of 23 characters';
const ALT = 'a tower';

async function keep(database: Database): Promise<string> {
  const images = new KeptImages(database, () => {});
  const bytes = { large: LARGE, small: SMALL, square: SQUARE };
  return (await images.add(OPERATOR, { width: 2, height: 1, ...bytes })).id;
}

/** Every question has the picture. */
function setWith(id: string): QuizSet {
  const set = slowSet();
  return {
    ...set,
    questions: set.questions.map((question) => ({ ...question, image: { id, alt: ALT } })),
  };
}

interface Served {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function get(
  app: TestApp,
  pin: string,
  id: string,
  size = '',
  more: Record<string, string> = {},
): Promise<Served> {
  const page = await fetch(app.url);
  const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const query = size === '' ? '' : `?size=${size}`;
  const response = await fetch(`${app.url}/api/rooms/${pin}/pictures/${id}${query}`, {
    headers: { cookie, ...more },
  });
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('pictures of a game at two processes', () => {
  let redis: TestRedis;
  const apps: TestApp[] = [];
  let image: string;
  let client: TestClient;

  beforeAll(async () => {
    redis = await TestRedis.start();
    const url = await newDatabaseUrl();
    const first = new Database(postgresEngine(url));
    image = await keep(first);
    for (const database of [first, new Database(postgresEngine(url))]) {
      const env = {
        ...SLOW,
        PICTURE_READY_MS: '60000',
        SECRET,
        REDIS_URL: redis.url,
        TRUST_PROXY: 'true',
      };
      const bank = new TestBank([setWith(image)]);
      apps.push(await startTestApp(env, bank, undefined, undefined, database));
    }
  });
  afterAll(async () => {
    client.close();
    for (const app of apps) await app.close();
    await redis.stop();
  });

  it('R18.3 are there from when the question is shown to its end, under a new id each', async () => {
    const [one, other] = apps as [TestApp, TestApp];
    client = new TestClient(one.url, { auth: { wantToken: true } });
    const { gameId: pin } = await client.do('createRoom', { hostPlays: false });
    expect(await client.ask('startGame', {})).toEqual({ ok: true });
    const notes = await client.wait('hostNotes');
    const coming = notes.coming[0]?.image?.id ?? '';
    expect(coming).toMatch(/^[0-9a-f]{64}$/);
    const madeUp = await get(one, pin, MADE_UP);
    expect(madeUp.status).toBe(404);
    for (const app of apps)
      for (const id of [coming, image]) expect(await get(app, pin, id)).toEqual(madeUp);
    expect(await get(other, '999999', coming)).toEqual(madeUp);

    await client.do('skipPhase', {});
    const first = await client.wait('startQuizTime');
    expect(first.image).toEqual({ id: coming, alt: ALT });
    expect(new Set([image, ...notes.coming.map((question) => question.image?.id)]).size).toBe(6);
    for (const app of apps) {
      const large = await get(app, pin, coming);
      expect([large.status, large.body]).toEqual([200, LARGE.toString()]);
      expect(large.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400, immutable',
      });
      expect((await get(app, pin, coming, 'small')).body).toBe(SMALL.toString());
      expect(await get(app, pin, image)).toEqual(madeUp);
    }
    // Who is of the room goes on where strangers have tried too many PINs, at whatever process.
    const screen = new TestClient(one.url, { auth: { wantToken: true, role: 'screen' } });
    await screen.do('joinRoom', { gameId: pin });
    const held = { 'x-forwarded-for': '198.51.100.7' };
    for (const wrong of wrongPins(60)) await get(one, wrong, coming, '', held);
    for (const app of apps) {
      expect(await get(app, pin, coming, '', held)).toEqual(madeUp);
      for (const { token } of [client, screen]) {
        const known = { ...held, authorization: `Bearer ${token}` };
        expect((await get(app, pin, coming, '', known)).status).toBe(200);
      }
    }
    screen.close();
    // Behind the curtain there is nothing to see.
    await client.do('pauseGame', { curtain: true });
    expect(await get(one, pin, coming)).toEqual(madeUp);
    await client.do('resumeGame', {});
    expect((await get(one, pin, coming)).status).toBe(200);
    await client.do('endGame', {});
    for (const app of apps) expect(await get(app, pin, coming)).toEqual(madeUp);
  });
});

describe('pictures that cannot be loaded', () => {
  it('R18.4 are told to who starts the game, which goes on without them', async () => {
    const bank = new TestBank([setWith(MADE_UP)]);
    for (const engine of [noEngine('does not answer'), hanging()]) {
      const database = new Database(engine);
      const app = await startTestApp(
        { COUNTDOWN_MS: '200', PICTURE_READY_MS: '200' },
        bank,
        undefined,
        undefined,
        database,
      );
      const client = new TestClient(app.url, { auth: { wantToken: true } });
      const { gameId: pin } = await client.do('createRoom', {});
      const answer = client.ask('startGame', {});
      const asked = await client.wait('startQuizTime');
      expect(asked.image?.alt).toBe(ALT);
      expect(await answer).toEqual({ ok: true, lostPictures: 1 });
      expect((await get(app, pin, asked.image?.id ?? '')).status).toBe(404);
      client.close();
      await app.close();
    }
  });

  it('R18.4 stay with a game that has begun when the database goes away', async () => {
    const place = await testDatabase('SQLite');
    const image = await keep(place.database);
    const bank = new TestBank([setWith(image)]);
    const env = { ...SLOW, PICTURE_READY_MS: '60000' };
    const app = await startTestApp(env, bank, undefined, undefined, place.database);
    const client = new TestClient(app.url, { auth: { wantToken: true } });
    const { gameId: pin } = await client.do('createRoom', {});
    expect(await client.ask('startGame', {})).toEqual({ ok: true });
    await place.database.close();
    await client.do('skipPhase', {});
    const { image: shown } = await client.wait('startQuizTime');
    expect((await get(app, pin, shown?.id ?? '')).body).toBe(LARGE.toString());
    client.close();
    await app.close();
    await place.close();
  });
});

/** A database that is opened for as long as anybody waits. */
function hanging(): Engine {
  return {
    connect: () => sleep(2_500).then(() => Promise.reject(new Error('no answer'))),
    problemOf: (error) => (error === undefined ? undefined : 'does not answer'),
  };
}
