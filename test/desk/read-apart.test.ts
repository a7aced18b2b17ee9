import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpError, KeptSetList } from '../../src/protocol/index.js';
import { testDatabase } from '../database/engines.js';
import { zipOf } from '../quiz/workbook.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { Hall, SLOW, slowSet } from '../support/hall.js';
import { DeskApp, JSON_TYPE, SECRET } from './desk-app.js';

const QUESTION = { kind: 'choice', quiz: 'Read?', choices: ['a', 'b'], answers: [0], limitTime: 9 };
const WRITTEN = { kind: 'choice', quiz: 'Read?', choices: ['a', 'b'], answer: 1, limitTime: 9 };
const FILE = {
  set: { id: 'custom', title: 'Read', language: 'en', questions: [QUESTION] },
  skipped: [],
  notes: [],
  unit: 'question',
  written: [WRITTEN],
  faulty: [],
};
/** A file that is not read in the server's own process. */
const LARGE = Buffer.from(JSON.stringify({ questions: [WRITTEN] }) + ' '.repeat(20_000));

describe('R15.21 while a file is read', () => {
  let dir: string;
  const desk = new DeskApp('SQLite');
  const hall = new Hall();
  let app: TestApp;
  let senders = 0;
  let owner: TestClient;
  let guest: TestClient;
  let pin: string;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'madang-apart-'));
    mkdirSync(join(dir, 'desk/files'), { recursive: true });
    // Its answers come when the test says so.
    writeFileSync(
      join(dir, 'desk/files/read-process.js'),
      `const { existsSync, rmSync, writeFileSync } = require('node:fs');
      const [asked, go] = ['asked', 'go'].map((name) => ${JSON.stringify(dir)} + '/' + name);
      process.on('disconnect', () => process.exit());
      process.on('message', () => {
        writeFileSync(asked, '');
        const timer = setInterval(() => {
          if (!existsSync(go)) return;
          clearInterval(timer);
          rmSync(asked);
          rmSync(go);
          process.send({ file: ${JSON.stringify(FILE)} });
        }, 5);
      });
      process.send('ready');`,
    );
    const env = { ...SLOW, TRUST_PROXY: 'true', SECRET };
    const bank = new TestBank([slowSet()]);
    desk.place = await testDatabase('SQLite');
    app = await startTestApp(env, bank, undefined, undefined, desk.place.database, dir);
    desk.app = app;
    hall.use(app);
  });
  afterAll(async () => {
    for (const client of hall.clients) client.close();
    await desk.close();
    rmSync(dir, { recursive: true });
  });
  beforeEach(async () => {
    const room = await hall.openRoom({}, 1);
    pin = room.pin;
    owner = room.host;
    guest = room.players[1]!;
  });

  /** Answers of a request while whose file is read something happens. */
  async function meanwhile(
    request: Promise<Response>,
    happens: () => Promise<unknown>,
  ): Promise<[number, string?]> {
    const reading = { isOver: false };
    void request.then(() => (reading.isOver = true));
    while (!existsSync(join(dir, 'asked')) && !reading.isOver) await sleep(5);
    await happens();
    writeFileSync(join(dir, 'go'), '');
    const response = await request;
    const { error } = (await response.json()) as Partial<HttpError>;
    return error === undefined ? [response.status] : [response.status, error.code];
  }

  const bring = (client: TestClient): Promise<Response> =>
    fetch(`${app.url}/api/rooms/${pin}/quiz-set`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${client.token}`,
        'x-forwarded-for': `10.1.0.${++senders}`,
      },
      body: new Uint8Array(LARGE),
    });
  const isBrought = (): boolean =>
    owner.all('updateRoomQuizset').some(({ title }) => title === 'Read');

  it('its host may hand the room over, and brings it no more', async () => {
    const handsOver = (): Promise<unknown> =>
      owner.do('handOverHost', { playerId: guest.playerId });
    expect(await meanwhile(bring(owner), handsOver)).toEqual([403, 'NOT_HOST']);
    expect(isBrought()).toBe(false);
  });

  it('a co-host may be kicked', async () => {
    const { playerId } = guest;
    await owner.do('setCoHost', { playerId, isCoHost: true });
    const kicks = (): Promise<unknown> => owner.do('kickRoom', { kickPlayerId: playerId });
    expect(await meanwhile(bring(guest), kicks)).toEqual([403, 'NOT_HOST']);
    expect(isBrought()).toBe(false);
  });

  it('the game may begin', async () => {
    const begins = (): Promise<unknown> => owner.do('startGame', {});
    expect(await meanwhile(bring(owner), begins)).toEqual([409, 'WRONG_PHASE']);
    expect(isBrought()).toBe(false);
  });

  it('the host may take another name, and brings it', async () => {
    const renames = (): Promise<unknown> => owner.do('setPlayerName', { playerName: 'Another' });
    expect(await meanwhile(bring(owner), renames)).toEqual([200]);
    expect((await owner.wait('updateRoomQuizset', ({ title }) => title === 'Read')).quizCount).toBe(
      1,
    );
  });

  const kept = async (by: { cookie: string }): Promise<number> =>
    (await desk.read<KeptSetList>('/sets', by)).total;
  const archive = zipOf([{ name: 'set.json', bytes: LARGE }]);

  it.each([
    ['a file', '/sets', JSON_TYPE, LARGE],
    ['an archive', '/archive', {}, archive],
  ])('who keeps sets may sign out, and nothing of %s is kept', async (_, path, type, body) => {
    const [by, other] = [await desk.signIn(), await desk.signIn()];
    const before = await kept(other);
    const stays = desk.send('POST', path, { ...type, ...by }, body);
    expect(await meanwhile(stays, () => Promise.resolve())).toEqual([201]);
    const leaves = (): Promise<unknown> => desk.send('DELETE', '/session', by);
    const sent = desk.send('POST', path, { ...type, ...by }, body);
    expect(await meanwhile(sent, leaves)).toEqual([401, 'NOT_SIGNED_IN']);
    expect(await kept(other)).toBe(before + 1);
  });
});
