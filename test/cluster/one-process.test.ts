import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { certificate } from '../support/certificate.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { freePorts } from '../support/ports.js';
import { startProxy } from '../support/proxies.js';
import { untilJudged } from '../faults/watching.js';

const DOCS = join(import.meta.dirname, '../../docs/one-process');
const read = (file: string): string => readFileSync(join(DOCS, file), 'utf8');
/** Most that a service may be exposed, of 10; `systemd-analyze` wants it times ten. */
const MOST_EXPOSED = 20;

let server: Child & { port: number };
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-'));
  writeFileSync(join(dir, 'fullchain.pem'), certificate.cert);
  writeFileSync(join(dir, 'privkey.pem'), certificate.key);
  server = await runServer({
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
    METRICS: 'public',
    COUNTDOWN_MS: '200',
    GET_READY_MS: '200',
    REVEAL_MS: '200',
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true });
});

/** The configurations as they stand in docs, in which only ports and the certificate are ours. */
const CONFIGS = {
  nginx: (port: number) =>
    `events {}\nhttp {\n${read('nginx-site.conf')
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${server.port}`)
      .replaceAll('/etc/ssl/quiz.example.org', dir)}\n}\n`,
  caddy: async (port: number) =>
    `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttp_port ${await freePorts()}\n\thttps_port ${port}\n}\n` +
    read('Caddyfile')
      .replace('quiz.example.org {', `https://localhost:${port} {\n\ttls internal`)
      .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`),
};

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('one process', () => {
  it.each(['nginx', 'caddy'] as const)(
    'is played behind %s over TLS, which shows nobody its figures',
    async (name) => {
      const port = await freePorts();
      const proxy = await startProxy(name, await CONFIGS[name](port), port);
      onTestFinished(() => proxy.stop());
      const url = `https://localhost:${port}`;
      // Caddy listens before it has made its certificate.
      await expect.poll(() => statusOf(`${url}/`).catch(() => undefined)).toBe(200);
      for (const path of ['/metrics', '/metrics/', '/status.json'])
        expect(await statusOf(url + path)).toBe(404);

      const agent = new Agent({ rejectUnauthorized: false });
      const options = { auth: { wantToken: true }, agent: agent as unknown as string };
      const [host, guest] = [new TestClient(url, options), new TestClient(url, options)];
      onTestFinished(() => {
        for (const client of [host, guest]) client.close();
        agent.destroy();
      });
      const { gameId } = await host.do('createRoom', { playerName: 'Host' });
      await guest.do('joinRoom', { gameId, playerName: 'Guest' });
      await host.do('updateRoomQuizset', { quizSetId: 'en-science', quizCount: 1 });
      await host.do('startGame', {});
      await untilJudged(host);
      await host.do('skipPhase', {});
      await guest.wait('endGame');
    },
  );

  it('has a unit that systemd takes, and that may do little', () => {
    if (spawnSync('systemd-analyze', ['--version']).error !== undefined)
      return console.log('systemd-analyze is not installed: not looked at');
    const unit = join(DOCS, 'madang.service');
    const offline = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, unit];
    const { status, stdout } = spawnSync('systemd-analyze', offline, { encoding: 'utf8' });
    expect(stdout).toContain('Overall exposure level');
    expect(status).toBe(0);
    // It would miss Node.js where that is not of the system; another one stands in for it.
    const own = join(dir, 'madang.service');
    writeFileSync(own, read('madang.service').replace('/usr/bin/node', process.execPath));
    expect(execFileSync('systemd-analyze', ['verify', own], { encoding: 'utf8' })).toBe('');
  });

  it('takes every setting that the unit gives', () => {
    const given = /^Environment=(.*)$/m.exec(read('madang.service'))![1]!;
    const names = given.split(' ').map((one) => one.split('=')[0]!);
    const manual = readFileSync(join(DOCS, '../../.env.example'), 'utf8');
    for (const name of names.filter((one) => one !== 'NODE_ENV'))
      expect(manual).toMatch(new RegExp(`^#${name}=`, 'm'));
  });
});
