import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { StartState } from '../../src/protocol/index.js';
import { operatorKey, startPath } from '../../src/server/desk/accounts/operator-key.js';
import { runBuilt, runServer, type Child } from '../support/child.js';
import { freePorts, holdPort } from '../support/ports.js';

const SECRET = 'a secret of 23 characters';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'madang-folder-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
});

type Server = Awaited<ReturnType<typeof runServer>>;

async function serve(env: Record<string, string> = {}): Promise<Server> {
  const server = await runServer({ DATA_DIR: dir, LOG_LEVEL: 'info', ...env });
  onTestFinished(() => server.stop());
  return server;
}

/** One that is not to be waited for, as it does not listen. */
function start(env: Record<string, string> = {}): Child {
  return runBuilt('server/main.js', [], { DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'info', ...env });
}

const running = (): { pid: number; port: number | null } =>
  JSON.parse(readFileSync(join(dir, 'running.json'), 'utf8')) as { pid: number; port: number };

/** In the place of the program that opens browsers: keeps what it was given, and the file that this names. */
function fakeBrowser(): {
  env: Record<string, string>;
  given: () => string;
  opened: () => string;
} {
  const bin = mkdtempSync(join(tmpdir(), 'madang-bin-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  const file = join(bin, 'opened');
  const script = `#!/bin/sh
printf %s "$1" > ${file}.given
case "$1" in
  file://*) cat "\${1#file://}" > ${file}.new ;;
  *) printf %s "$1" > ${file}.new ;;
esac
mv ${file}.new ${file}
`;
  writeFileSync(join(bin, 'xdg-open'), script, { mode: 0o755 });
  return {
    env: { OPEN: 'true', PATH: `${bin}:${process.env['PATH']}` },
    given: () => readFileSync(`${file}.given`, 'utf8'),
    opened: () =>
      existsSync(file) ? (/http:[^"<>]+/.exec(readFileSync(file, 'utf8'))?.[0] ?? '') : '',
  };
}

const linkFiles = (): string[] => readdirSync(dir).filter((name) => name.startsWith('open-'));

/** Does as a browser with the link that it was opened with. */
async function enter(link: string): Promise<StartState> {
  const { origin, hash } = new URL(link);
  const [kind = '', secret = ''] = hash.slice(1).split('=');
  const response = await fetch(`${origin}/api/start/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ [kind]: secret }),
  });
  expect(response.status).toBe(204);
  const cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return (await (await fetch(`${origin}/api/start`, { headers: { cookie } })).json()) as StartState;
}

describe('R26.6 a second start with one data folder', () => {
  it('ends with 1, and says where the first one is', async () => {
    const { url, process: first } = await serve();
    const second = start({ LC_ALL: 'ko_KR.UTF-8' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Madang is running already: ${url} (process ${first.pid}`);
    expect(second.output()).toContain('이미 실행 중이에요');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });

  it('opens the start page of the first one after a double click, and ends with 0', async () => {
    const { port } = await serve();
    const { env, given, opened } = fakeBrowser();
    const second = start(env);
    expect(await second.ended).toBe(0);
    await expect.poll(opened).toContain(`http://localhost:${port}/start#ticket=`);
    expect(given()).toMatch(/^file:\/\/\/\S+\/open-\d+\.html$/);
    expect(linkFiles()).toHaveLength(1);
    expect(await enter(opened())).toMatchObject({ port });
    // The first one has removed it, as the second one is gone.
    expect(linkFiles()).toEqual([]);
  });

  it('waits for one that is about to listen, where both begin at once', async () => {
    const { env, opened } = fakeBrowser();
    const both = [start(env), start(env)];
    onTestFinished(async () => {
      for (const one of both) await one.stop();
    });
    const code = await Promise.race(both.map(({ ended }) => ended));
    expect(code).toBe(0);
    const { port } = running();
    await expect.poll(opened).toContain(`http://localhost:${port}/start#ticket=`);
  });

  it('may run beside it with ROOMS=memory', async () => {
    await serve();
    const beside = await serve({ ROOMS: 'memory' });
    expect((await fetch(`${beside.url}/health/live`)).status).toBe(200);
    expect(running().port).not.toBe(beside.port);
  });
});

describe('R26.6 the file of a process that is gone', () => {
  it('keeps nobody out after a crash', async () => {
    const first = await serve();
    first.process.kill('SIGKILL');
    await first.ended;
    expect(running().pid).toBe(first.process.pid);
    const second = await serve();
    expect(running()).toMatchObject({ pid: second.process.pid, port: second.port });
    await second.stop();
  });

  it('keeps nobody out where another program has its number now', async () => {
    mkdirSync(dir, { recursive: true });
    const file = JSON.stringify({ pid: process.pid, port: 1, nonce: 'x' });
    writeFileSync(join(dir, 'running.json'), file);
    const server = await serve();
    expect(running()).toMatchObject({ pid: server.process.pid, port: server.port });
  });

  it.each(['', '{', '[]', '{"pid":"x"}', '\u0000'])(
    'keeps nobody out with %j in it',
    async (text) => {
      writeFileSync(join(dir, 'running.json'), text);
      writeFileSync(join(dir, 'port'), text);
      const server = await serve();
      expect(running().port).toBe(server.port);
    },
  );

  it('is gone after an end, and only its user may read it before', async () => {
    const server = await serve();
    expect(statSync(join(dir, 'running.json')).mode & 0o777).toBe(0o600);
    server.process.kill('SIGTERM');
    await server.ended;
    expect(existsSync(join(dir, 'running.json'))).toBe(false);
    expect(readFileSync(join(dir, 'port'), 'utf8')).toBe(String(server.port));
  });
});

describe('R26.6 a data folder in which nothing can be written', () => {
  it('does not keep the server from starting', async () => {
    // As a user for whom its mode holds.
    const isRoot = process.getuid?.() === 0;
    const locked = join(dir, 'locked');
    mkdirSync(locked);
    writeFileSync(join(locked, 'secret'), SECRET, { mode: 0o444 });
    chmodSync(locked, 0o555);
    chmodSync(dir, 0o755);
    const program = join(import.meta.dirname, '../../dist/server/main.js');
    const child = spawn(process.execPath, [program], {
      cwd: dir,
      env: { ...process.env, DATA_DIR: locked, PORT: '0', LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'close');
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
      chmodSync(locked, 0o755);
    });
    await expect.poll(() => output).toContain('Madang is open');
    expect(output).toContain('nobody keeps a second process off the data folder');
    // Nor can the links be written: it is told, and no key stands in a log.
    expect(output).toMatch(/operator's key cannot be written into .*EACCES/s);
    expect(output).not.toContain('key=');
    const link = `http://localhost:${/localhost:(\d+)/.exec(output)?.[1]}${startPath(SECRET)}`;
    expect(await enter(link)).toMatchObject({ inUse: { rooms: 0 } });
  });
});

describe('R26.5 a port that is taken', () => {
  it('is told in the terminal and on the start page, and another one is taken', async () => {
    const held = await holdPort(3000).catch(() => undefined);
    onTestFinished(() => held?.release());
    const server = await serve({ PORT: '' });
    expect(server.port).toBeGreaterThan(3000);
    expect(server.output()).toContain(
      `Another program has port 3000, so this is port ${server.port}`,
    );
    const link = /http:\S+\/start#key=\S+/.exec(server.output())?.[0] ?? '';
    expect(await enter(link)).toMatchObject({ port: server.port, takenPort: 3000 });
  });

  it('ends the start where PORT asks for it', async () => {
    const held = await holdPort(await freePorts());
    onTestFinished(held.release);
    const child = start({ PORT: String(held.port) });
    expect(await child.ended).toBe(1);
    expect(child.output()).toMatch(/could not start.*EADDRINUSE.*set PORT to another one/);
    // Nobody is kept out by it.
    await serve();
  });
});

describe("R15.1 the operator's key", () => {
  it("stands in no log, but in a file that is its user's alone", async () => {
    const server = await serve();
    const file = join(dir, 'operator-links');
    expect(server.output()).toContain(`the key is in    ${file}`);
    expect(server.output()).toContain(`start page       http://localhost:${server.port}/start\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = operatorKey(readFileSync(join(dir, 'secret'), 'utf8'));
    expect(readFileSync(file, 'utf8')).toBe(
      `${server.url}/start#key=${key}\n${server.url}/desk#key=${key}\n`,
    );
    expect(server.output().split('the key is in')[0]).not.toContain(key);
    expect(await enter(`${server.url}/start#key=${key}`)).toMatchObject({ port: server.port });
  });
});

describe('R26.2 the browser at the first start', () => {
  it('is opened at the start page, and its link is no key', async () => {
    const { env, given, opened } = fakeBrowser();
    const stale = join(dir, 'open-1000.html');
    writeFileSync(stale, '');
    const { port } = await serve(env);
    await expect.poll(opened).toContain(`http://localhost:${port}/start#ticket=`);
    // Nothing that lets in stands on the command line, which all users of the machine can read.
    expect(given()).not.toContain('ticket');
    expect(linkFiles()).toEqual([given().split('/').at(-1)]);
    expect(statSync(new URL(given())).mode & 0o777).toBe(0o600);
    expect(await enter(opened())).toMatchObject({ port });
    expect(linkFiles()).toEqual([]);
  });

  it('is opened without a ticket where a browser from a snap could not read the file', async () => {
    const { env, given } = fakeBrowser();
    const hidden = join(dir, '.local', 'share');
    const { port } = await serve({ ...env, DATA_DIR: hidden });
    await expect.poll(given).toBe(`http://localhost:${port}/start`);
    expect(readdirSync(hidden).filter((name) => name.endsWith('.html'))).toEqual([]);
  });

  it('is not opened behind a proxy, where there is no such page', async () => {
    const { env, opened } = fakeBrowser();
    const server = await serve({ ...env, TRUST_PROXY: 'true' });
    expect(server.output()).not.toContain('start page');
    await server.stop();
    expect(opened()).toBe('');
  });

  it('may fail: the terminal has the address, too', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'madang-bin-'));
    onTestFinished(() => rmSync(bin, { recursive: true }));
    cpSync('/bin/false', join(bin, 'xdg-open'));
    const server = await serve({ OPEN: 'true', PATH: bin });
    await expect.poll(server.output).toContain('the browser could not be opened');
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  });
});
