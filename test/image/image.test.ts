import { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { freePorts } from '../support/ports.js';
import { imageConfig, imageFiles, runConfined, runToEnd } from './confined.js';

const QUICK = { COUNTDOWN_MS: '200', GET_READY_MS: '200', REVEAL_MS: '200', OPEN: 'false' };
const MOST_MB = 160;
const GOODBYE_MS = 12_000;

describe('the image', () => {
  const data = mkdtempSync(join(tmpdir(), 'madang-volume-'));
  let server: ChildProcess;
  let output = '';
  let port: number;
  const url = (): string => `http://127.0.0.1:${port}`;

  beforeAll(async () => {
    port = await freePorts();
    server = runConfined(imageConfig.Cmd, data, { ...QUICK, PORT: String(port) });
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitFor(() => fetch(url()), 20_000);
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true });
  });

  it('says as whom it runs, where it listens and what it keeps', () => {
    const { User, Volumes, ExposedPorts, WorkingDir } = imageConfig;
    expect({ User, Volumes, ExposedPorts, WorkingDir }).toEqual({
      User: 'node',
      Volumes: { '/data': {} },
      ExposedPorts: { '3000/tcp': {} },
      WorkingDir: '/app',
    });
  });

  it('has what runs, and neither sources nor tools of the build', () => {
    const app = join(imageFiles, 'app');
    expect(readdirSync(app).sort()).toEqual(['dist', 'node_modules', 'package.json']);
    expect(existsSync(join(app, 'node_modules/typescript'))).toBe(false);
    const mb = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0]);
    console.log(`/app has ${mb} MB`);
    expect(mb).toBeLessThan(MOST_MB);
  });

  it('is healthy by its own check, as an ordinary user who can write nowhere but in the volume', async () => {
    const [kind, ...check] = imageConfig.Healthcheck.Test;
    expect(kind).toBe('CMD');
    const env = { PORT: String(port) };
    await vi.waitFor(async () => {
      if ((await runToEnd(runConfined(check, data, env))) !== 0) throw new Error(output);
    }, 20_000);
    expect(await runToEnd(runConfined(check, data, { PORT: '1' }))).toBe(1);
    expect(await runToEnd(runConfined(['sh', '-c', 'test "$(id -u)" = 1000'], data))).toBe(0);
    expect(await runToEnd(runConfined(['touch', '/app/x'], data))).not.toBe(0);
    expect(await runToEnd(runConfined(['touch', '/data/x'], data))).toBe(0);
    expect(existsSync(join(data, 'secret'))).toBe(true);
  });

  it('plays a game up to the podium, and ends by SIGTERM', async () => {
    const host = TestClient.withToken(url());
    const player = TestClient.withToken(url());
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    await player.do('joinRoom', { gameId, playerName: 'Player' });
    const response = await fetch(`${url()}/api/rooms/${gameId}/quiz-set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
      body: JSON.stringify({
        title: 'Own',
        language: 'en',
        questions: [{ quiz: 'Sky?', choices: ['red', 'blue'], answer: 2, limitTime: 3 }],
      }),
    });
    expect(response.ok).toBe(true);
    await host.do('startGame', {});
    const { choiceList } = await player.wait('startQuizTime');
    const right = choiceList.find(({ content }) => content === 'blue')!.order;
    await player.do('updatePosition', { newPosition: standIn(right, 2) });
    const { results } = await player.wait('endGame');
    expect(results.find(({ playerName }) => playerName === 'Player')).toMatchObject({ rank: 1 });
    const ended = runToEnd(server);
    const asked = performance.now();
    // To the program itself, which is the first of its container: bubblewrap hands nothing on.
    const inside = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
    process.kill(Number(inside), 'SIGTERM');
    expect(await ended).toBe(0);
    expect(performance.now() - asked).toBeLessThan(GOODBYE_MS);
    console.log(`ended ${Math.round(performance.now() - asked)} ms after SIGTERM`);
    host.close();
    player.close();
  });
});
