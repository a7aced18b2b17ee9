import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { settle } from '../support/hall.js';
import { Cluster, PROCESSES } from '../support/cluster.js';
import { withLinks } from '../support/child.js';

let cluster: Cluster;
let greeting: string;

beforeAll(async () => {
  cluster = await Cluster.create();
  const { internal, apps } = cluster.ports;
  const above = `+${internal - apps[0]!}`;
  greeting = await cluster.mustRun('start', { HOSTS: 'invited', INTERNAL_PORT: above });
});
afterAll(() => cluster.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(cluster.url + path, { headers });

const cookieOf = async (headers: Record<string, string>): Promise<string> =>
  (await get('/', headers)).headers.get('set-cookie') ?? '';

/** An ended process stands in the list until its parent has asked how it ended. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** What Redis answers to somebody who has no password. */
function askRedis(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(cluster.ports.redis, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('error', reject).once('data', (answer) => {
      resolve(answer.toString());
      socket.destroy();
    });
  });
}

/** Asks for a page again and again; resolves, when stopped, with every answer that was not 200. */
function keepAsking(path: string): () => Promise<unknown[]> {
  const bad: unknown[] = [];
  const stopped = new AbortController();
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      const status = await get(path).then((answer) => answer.status, String);
      if (status !== 200) bad.push(status);
    }
  })();
  return async () => {
    stopped.abort();
    await asking;
    return bad;
  };
}

let deskCookie = '';

/** Asks one of the processes itself, as a browser that is signed in from the first answer on. */
async function desk(app: number, method: string, path: string, body?: object): Promise<unknown> {
  const base = `http://127.0.0.1:${cluster.ports.apps[app]}`;
  const response = await fetch(`${base}/api/desk${path}`, {
    method,
    headers: { origin: base, cookie: deskCookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  deskCookie = response.headers.get('set-cookie')?.split(';')[0] ?? deskCookie;
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

describe('a cluster that runs', () => {
  it('R1.1 greets with its address, and shows each part', async () => {
    expect(greeting).toContain(`http://localhost:${cluster.ports.nginx}\n`);
    const status = await cluster.mustRun('status');
    expect(status).toMatch(/^redis +runs/m);
    expect(status).toMatch(/^postgresql +runs/m);
    for (const port of cluster.ports.apps)
      expect(status).toMatch(
        RegExp(
          `^madang ${port} +runs .* 0 rooms +0 players +core \\d\\.\\d\\d +loop p99 \\d+ ms`,
          'm',
        ),
      );
    expect(status).toMatch(/^room for about \d+ more halls of 200$/m);
    expect(status).toMatch(/^nginx +runs/m);
  });

  it('says which process tells no figures and why, and reckons without it', async () => {
    const [stopped, other] = cluster.ports.apps;
    const pid = Number(
      RegExp(`^madang ${stopped} .*pid (\\d+)`, 'm').exec(await cluster.mustRun('status'))?.[1],
    );
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    const { code, output } = await cluster.run('status');
    expect(code).toBe(1);
    expect(output).toMatch(
      RegExp(`^madang ${stopped} +DOWN .* no figures \\(no answer within 2 s\\)$`, 'm'),
    );
    expect(output).toMatch(RegExp(`^madang ${other} +runs .* 0 rooms`, 'm'));
    expect(output).toMatch(/^room for about \d+ more halls of 200 \(1 of 2 known\)$/m);
  });

  it('is shown over and over with --watch', async () => {
    const watching = cluster.spawn(['status', '--watch']);
    let output = '';
    watching.stdout!.on('data', (text: Buffer) => (output += text.toString()));
    await expect.poll(() => output.match(/^room for about/gm)?.length).toBe(2);
    watching.kill('SIGINT');
    await once(watching, 'close');
    // No terminal: nothing is wiped away.
    expect(output).not.toContain('\u001b');
    expect(output.match(/^madang \d+ +runs/gm)).toHaveLength(2 * PROCESSES);
  });

  it('serves page, files and API, each header once', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(page.headers.get(name)?.split(', ')).toHaveLength(1);
    expect(page.headers.get('server')).toBe('nginx');
    const asset = /\/assets\/[^"]+\.js/.exec(await page.text())![0];
    const sizes = new Set<string | null>();
    // From a process and then from nginx, as the browser takes it and packed once.
    for (const packing of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity']) {
      const { status, headers, body } = await get(asset, { 'accept-encoding': packing });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe(packing === 'identity' ? null : packing);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      sizes.add(headers.get('content-length'));
      await body?.cancel();
    }
    expect(sizes).not.toContain(null);
    expect(sizes.size).toBe(3);
    expect(readdirSync(join(cluster.folder, 'nginx/temp/assets'))).toHaveLength(3);
    const info = (await (await get('/api/info')).json()) as { joinBase: string };
    expect(info.joinBase).toMatch(RegExp(`:${cluster.ports.nginx}$`));
  });

  it('keeps the figures of its processes from those outside', async () => {
    const ways = ['/metrics', '/metrics/', '/METRICS', '//metrics', '/%6detrics?x', '/status.json'];
    for (const path of ways) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      // Its own words: the process was not even asked.
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    for (const [n, port] of cluster.ports.apps.entries()) {
      for (const path of ['/metrics', '/status.json'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
      const answer = await fetch(`http://127.0.0.1:${cluster.ports.internal + n}/metrics`);
      expect(await answer.text()).toMatch(/^madang_redis_seconds_count\{command="renew-lease"\}/m);
    }
  });

  it('keeps its Redis, its files and its password from others on the machine', async () => {
    expect(await askRedis('PING')).toMatch(/^-NOAUTH/);
    const password = readFileSync(join(cluster.folder, 'redis/password'), 'utf8').trim();
    expect(password.length).toBeGreaterThanOrEqual(32);
    expect(await askRedis(`AUTH ${password}`)).toMatch(/^\+OK/);
    const commandLines = cluster.pids().map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    expect(commandLines.length).toBeGreaterThan(PROCESSES);
    expect(commandLines.filter((line) => line.includes(password))).toEqual([]);

    // PostgreSQL does not run as root: its own user passes through, and sees nothing.
    expect(modeOf(cluster.folder)).toBe(process.getuid?.() === 0 ? '710' : '700');
    const files = readdirSync(cluster.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    expect(files.length).toBeGreaterThan(10);
    // nginx writes its process number for everybody, below a folder that is for nobody else.
    const open = files.filter((file) => modeOf(file) !== '600' && !file.endsWith('nginx.pid'));
    expect(open).toEqual([]);
  });

  it.each(['websocket', 'polling'] as const)('lets players in by %s', async (transport) => {
    const client = cluster.connect({ transports: [transport] });
    await client.wait('session');
    const { gameId } = await client.do('createRoom', { playerName: 'Host' });
    expect(gameId).toMatch(/^\d{6}$/);
    client.close();
  });

  it('R2.1 believes nobody who claims to be a proxy', async () => {
    expect(await cookieOf({})).not.toContain('Secure');
    expect(await cookieOf({ 'x-forwarded-proto': 'https' })).not.toContain('Secure');
    const origin = 'https://evil.example';
    const extraHeaders = { origin, 'x-forwarded-host': 'evil.example' };
    const client = cluster.connect({ extraHeaders, reconnection: false });
    await client.until(() => client.events().includes('connect_error'), 'a refusal');
    const own = cluster.connect({ extraHeaders: { origin: cluster.url } });
    await own.wait('session');
    cluster.hangUp();
  });

  it('lets the whole of a hall to one process with ip_hash, and spreads it with least_conn', async () => {
    const count = 20;
    await cluster.connectMany(count);
    expect((await cluster.spread()).sort((a, b) => a - b)).toEqual([0, count]);
    cluster.hangUp();
    // The same reload names a proxy in front, whose word counts from then on.
    const output = await cluster.mustRun('reload', {
      BALANCE: 'least_conn',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    expect(output).toContain('nginx has taken over');
    await cluster.connectMany(count);
    for (const share of await cluster.spread())
      expect(Math.abs(share - count / PROCESSES)).toBeLessThanOrEqual(1);
    cluster.hangUp();
    expect(await cookieOf({ 'x-forwarded-proto': 'https' })).toContain('Secure');
    expect(await cluster.mustRun('status')).toContain('least_conn');
  });

  it('has each hall on one process with room, for clients that poll, too', async () => {
    await cluster.mustRun('reload', { BALANCE: 'room', TRUSTED_PROXIES: '127.0.0.1' });
    expect(await cluster.mustRun('status')).toContain('room');
    const from = (network: number): { extraHeaders: Record<string, string> } => ({
      extraHeaders: { 'x-forwarded-for': `10.1.${network}.1` },
    });
    for (let hall = 0; hall < 3; hall++) {
      const opener = cluster.connect(from(hall));
      const { gameId, redial } = await opener.do('createRoom', { playerName: 'Host' });
      expect(redial).toBe(true);
      cluster.hangUp();
      // By either name; as a number a PIN has lost the zeros in front.
      const number = String(Number(gameId));
      for (const query of [{ hall: gameId }, { 'game-id': gameId }, { hall: number }])
        for (let network = 0; network < 4; network++)
          await cluster.connect({ query, ...from(network) }).wait('session');
      await expect
        .poll(async () => (await cluster.spread()).toSorted((a, b) => a - b))
        .toEqual([0, 12]);
      const polls = { query: { hall: gameId }, transports: ['polling'], ...from(9) };
      const polling = cluster.connect(polls);
      await polling.do('joinRoom', { gameId });
      cluster.hangUp();
    }
    await cluster.mustRun('reload', { BALANCE: 'least_conn', TRUSTED_PROXIES: '127.0.0.1' });
  });

  it('R2.2 is replaced under its players: no failed request, no lost seat', async () => {
    const players = await cluster.openRoom(20);
    const [host] = players;
    const before = {
      pids: cluster.pids(),
      heard: players.map(({ heard }) => heard.length),
      ids: players.map(({ playerId }) => playerId),
    };
    // As after a month: a file that only looks large.
    const log = join(cluster.folder, 'pm2/logs/madang.log');
    truncateSync(log, 11_000_000);
    const stopAsking = [keepAsking('/health/ready'), keepAsking('/')];
    await cluster.mustRun('reload');
    expect(statSync(`${log}.1`).size).toBeGreaterThanOrEqual(11_000_000);
    expect(statSync(log).size).toBeLessThan(1_000_000);
    expect(await Promise.all(stopAsking.map((stop) => stop()))).toEqual([[], []]);

    for (const [index, player] of players.entries()) {
      await player.until(() => player.socket.connected);
      const events = player.events(before.heard[index]);
      // Nobody was turned away on the way to the other process, nor sent away without a word.
      expect(events).not.toContain('connect_error');
      const [notices, ends] = ['notice', 'disconnect'].map(
        (name) => events.filter((event) => event === name).length,
      );
      expect(notices).toBe(ends);
      expect(ends).toBeGreaterThanOrEqual(1);
      expect(events).not.toContain('exitRoom');
    }
    // Somebody who came late to the reconnect hears this too.
    await settle(host!, players);
    expect(players.map(({ playerId }) => playerId)).toEqual(before.ids);
    const replaced = cluster.pids().filter((pid) => !before.pids.includes(pid));
    // And what keeps the logs short.
    expect(replaced).toHaveLength(PROCESSES + 1);
    cluster.hangUp();
  });

  it('R15.5 has the quiz sets of hosts in one PostgreSQL for all processes', async () => {
    const key = /\/desk#key=(\S+)/.exec(withLinks(greeting))?.[1];
    await desk(0, 'POST', '/session', { key });
    const questions = [{ quiz: 'Sky?', choices: ['red', 'blue'], answer: 2, limitTime: 20 }];
    await desk(0, 'POST', '/sets', { title: 'Everywhere', language: 'en', questions });
    expect(await desk(1, 'GET', '/sets')).toMatchObject({ sets: [{ title: 'Everywhere' }] });
    expect(await desk(1, 'GET', '')).toMatchObject({ hosts: 'invited' });
  });

  it('started twice, it goes on as it is', async () => {
    const before = cluster.pids();
    expect(await cluster.mustRun('start')).toContain('Madang is open');
    expect(cluster.pids()).toEqual(before);
    const { code, output } = await cluster.run('start', { REDIS_PORT: '1' });
    expect({ code, output }).toEqual({
      code: 1,
      output: 'To change REDIS_PORT: npm run cluster:stop, then start again\n',
    });
  });

  it('tells to stop a cluster of before Redis had a password', async () => {
    const config = join(cluster.folder, 'redis/redis.conf');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, text.replace(/^requirepass .*\n/m, ''));
    onTestFinished(() => writeFileSync(config, text));
    for (const command of ['start', 'reload'])
      expect(await cluster.run(command)).toEqual({
        code: 1,
        output:
          'This cluster was started by an older version: npm run cluster:stop, then npm run cluster\n',
      });
  });

  it('comes back whole after its parts were killed', async () => {
    const own = [
      'pm2/pm2.pid',
      'nginx/nginx.pid',
      'redis/redis.pid',
      'postgres/data/postmaster.pid',
    ];
    for (const file of own) process.kill(cluster.pidIn(file), 'SIGKILL');
    expect((await cluster.run('status')).code).toBe(1);
    const output = await cluster.mustRun('start');
    // Before anything else, as its end is waited for.
    expect(output).toMatch(/^Clearing away what a crash has left \(.*\bapp \d+.*\) … [\d.]+ s\n/);
    expect(output).toContain('Starting Redis');
    await cluster.mustRun('status');
    expect(await desk(1, 'GET', '/sets')).toMatchObject({ total: 1 });
  });
});

describe('a cluster that ends', () => {
  it('leaves nothing running, and lets others be', async () => {
    const own = cluster.pids();
    // Redis, pm2, the processes, nginx and its workers.
    expect(own.length).toBeGreaterThanOrEqual(PROCESSES + 4);
    const other = spawn('sleep', ['60'], { cwd: join(cluster.folder, 'nginx') });
    onTestFinished(async () => {
      other.kill();
      await once(other, 'close');
    });
    const client = cluster.connect({ reconnection: false });
    await client.wait('session');
    await cluster.mustRun('stop');
    expect(client.last('notice')).toEqual({ code: 'DRAINING' });
    expect(own.filter(isAlive)).toEqual([]);
    expect(cluster.pids()).toEqual([other.pid]);
    expect(await cluster.mustRun('stop')).toBe('Nothing runs here\n');
    expect(other.exitCode).toBeNull();
  });
});
