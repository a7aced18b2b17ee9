import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { PATIENT } from '../support/patience.js';
import { freePorts } from '../support/ports.js';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const [, SECTION = ''] = /^Programs can play, too\.(.*?)^## /ms.exec(README) ?? [];
const [, PROGRAM = ''] = /^```js\n(.*?)^```$/ms.exec(SECTION) ?? [];

let dir: string;
let server: Child & { url: string };
let host: TestClient;
let pin: string;

const start = async (port: number): Promise<Child & { url: string }> =>
  runServer({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dir,
    COUNTDOWN_MS: '200',
    GET_READY_MS: '200',
    REVEAL_MS: '1000',
  });

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-readme-'));
  server = await start(await freePorts());
  host = new TestClient(server.url, {
    auth: { wantToken: true },
    query: { 'create-room': 'title=T;gameMode=RANKING;maxPlayerCount=200;isPublic=true' },
  });
  pin = (await host.wait('createRoom')).gameId;
  await host.wait('session');
});
afterAll(async () => {
  host.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** The program as somebody has it who copied it from there; `lines` is what it has printed so far. */
function runProgram(...args: string[]): { lines: () => string[] } {
  const file = join(dir, `program-${args.join('-').replaceAll(/\W/g, '')}.mjs`);
  const client = import.meta.resolve('socket.io-client');
  writeFileSync(file, PROGRAM.replace("'socket.io-client'", JSON.stringify(client)));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  // From the beginning, as a program that is refused ends by itself.
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return { lines: () => output.split('\n').slice(0, -1) };
}

describe('the program in the README', () => {
  it('R2.2 answers, keeps its seat while the server is away, and plays on', async () => {
    const csv = 'question,answer,choice 1,choice 2,time\nSky?,1,blue,red,3\nGrass?,1,green,red,3\n';
    const [, command = ''] = /`(curl [^`]+)`/.exec(SECTION) ?? [];
    const headers = Object.fromEntries(
      [...command.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name, value = '']) => [
        name,
        value.replace('TOKEN', host.token),
      ]),
    );
    const [, path = ''] = /'http:\/\/SERVER([^']+)'/.exec(command) ?? [];
    const url = server.url + path.replace('PIN', pin);
    const sent = await fetch(url, { method: 'POST', headers, body: csv });
    expect(await sent.json()).toMatchObject({ quizCount: 2, title: 'Mine' });

    const program = runProgram(server.url, pin);
    await expect.poll(program.lines, PATIENT).toEqual([expect.stringMatching(/^seat ./)]);
    const [, playerId] = program.lines()[0]!.split(' ');
    await host.wait('joinRoom', ({ players }) => players.some((one) => one.playerId === playerId));
    await host.do('startGame', {});
    const { answer, players } = await host.wait('endQuizTime');
    expect(answer).toBeDefined();
    expect(players.map((one) => one.playerId)).toContain(playerId);

    host.close();
    await server.stop();
    server = await start(Number(new URL(server.url).port));
    await expect
      .poll(program.lines, PATIENT)
      .toEqual([`seat ${playerId}`, expect.stringMatching(/^seat /)]);
    expect(program.lines()[1]).toBe(`seat ${playerId}`);
    const { token } = host;
    host = new TestClient(server.url, { auth: { token }, query: { 'game-id': pin } });
    await host.wait('getSelfId');
    // A game that was interrupted waits for its host.
    await host.ask('resumeGame', {});
    await expect.poll(program.lines, PATIENT).toContain('over');
    const { results } = await host.wait('endGame');
    expect(JSON.stringify(results)).toContain('Bot');
  });

  it('R2.2 hears of a refusal as it is told there', async () => {
    const program = runProgram(server.url, '000000');
    await expect
      .poll(program.lines, PATIENT)
      .toEqual([expect.stringMatching(/^refused ROOM_NOT_FOUND /)]);
    const client = new TestClient(server.url, { query: { 'game-id': '000000' } });
    await client.until(() => client.events().includes('disconnect'));
    expect(client.events()).toEqual(['connect', 'exception', 'disconnect']);
    expect(client.heard.at(-1)?.payload).toBe('io server disconnect');
  });

  it('R2.1 is the same player by texts alone, as a client of Java sends them', async () => {
    const query = { 'game-id': pin };
    const first = new TestClient(server.url, { query, auth: { wantToken: 'true', wire: '2' } });
    const { playerId } = await first.wait('getSelfId');
    const { token } = await first.wait('session');
    first.close();
    const auth = { wantToken: 'true', token, lastChatId: '0' };
    const again = new TestClient(server.url, { query, auth });
    expect((await again.wait('getSelfId')).playerId).toBe(playerId);
    again.close();
  });

  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/rooms/000000/nothing'],
    ['DELETE', '/api'],
    ['GET', '/nothing.js'],
  ])('R10.1 has no %s %s, and says so by a code', async (method, path) => {
    const answer = await fetch(server.url + path, { method });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      error: { code: 'NOT_FOUND', message: expect.any(String) },
    });
  });
});
