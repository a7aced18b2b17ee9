import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  EXIT_FAULTS,
  EXIT_GOOD,
  EXIT_UNUSABLE,
  readArguments,
  runCli,
} from '../../load-test/swarm/cli.js';
import { joinSecondsOf } from '../../load-test/swarm/options.js';
import { listeningInodes, openFileLimit, sampleProcess } from '../../load-test/swarm/monitor.js';
import { startToyServer } from './toy-server.js';

async function cli(...argv: string[]) {
  const said = { out: '', err: '' };
  const code = await runCli(argv, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

describe('arguments', () => {
  it('have defaults', () => {
    const { options } = readArguments([]);
    expect(options).toMatchObject({
      target: 'http://localhost:3000',
      rooms: 1,
      players: 200,
      rate: 2,
      seconds: 60,
      chatShare: 0.1,
      observers: 3,
    });
    expect(joinSecondsOf(options)).toBe(10);
    expect(joinSecondsOf(readArguments(['--rooms', '15']).options)).toBe(20);
    expect(joinSecondsOf(readArguments(['--join-seconds', '3']).options)).toBe(3);
  });

  it('take lists of processes', () => {
    const argv = ['--server-pid', '12,34', '--server-pid', '56'];
    expect(readArguments(argv).options.serverPids).toEqual([12, 34, 56]);
  });

  it('say whose networks players claim', () => {
    expect(readArguments([]).options.networks).toBe('machine');
    expect(readArguments(['--networks', 'room']).options.networks).toBe('room');
  });

  it.each([
    [['--networks', 'hall'], '--networks must be machine or player or room'],
    [['--speed', '3'], "'--speed'"],
    [['--players', '0'], '--players must be a whole number from 1'],
    [['--players', '2.5'], '--players must be a whole number'],
    [['--rate', 'fast'], '--rate must be a number'],
    [['--rate', ''], '--rate must be a number'],
    [['--chat-share', '1.5'], '--chat-share must be a number from 0 to 1'],
    [['--seconds', '0'], '--seconds must be a number'],
    [['--pin', '12345'], '--pin must have six digits'],
    [['--pin', '123456', '--rooms', '2'], '--rooms must be 1'],
    [['--target', 'localhost:3000'], '--target must be an http or https URL'],
    [['--server-pid', '0'], '--server-pid must be a pid'],
    [['stray'], 'stray'],
  ])('are refused: %j', async (argv, reason) => {
    const { code, out, err } = await cli(...argv);
    expect(code).toBe(EXIT_UNUSABLE);
    expect(err).toContain(reason);
    expect(err).toContain('Usage:');
    expect(out).toBe('');
  });
});

describe('the command', () => {
  it('helps', async () => {
    const { code, out } = await cli('--help');
    expect(code).toBe(EXIT_GOOD);
    expect(out).toContain('--chat-share');
  });

  it('names a target that is not there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { code, err } = await cli('--target', `http://127.0.0.1:${port}`);
    expect(code).toBe(EXIT_UNUSABLE);
    expect(err).toContain(`no Socket.IO server at http://127.0.0.1:${port}`);
    expect(err).toContain('ECONNREFUSED');
  });

  it('wants enough open files before it starts', async () => {
    const { code, err } = await cli('--rooms', '10000', '--players', '60000');
    expect(code).toBe(EXIT_UNUSABLE);
    expect(err).toMatch(/600000000 players need 600000064 open files, the limit is \d+/);
  });

  it('ends with one line of JSON and says by its exit code what it found', async () => {
    const server = await startToyServer({ loseEveryNthMessage: 2 });
    const quick = ['--players=4', '--rate=10', '--seconds=0.4', '--warmup=0', '--lost-after=0.3'];
    const base = ['--target', server.target, ...quick];
    const good = await cli(...base, '--chat-share=0');
    const bad = await cli(...base, '--chat-share=0.5', '--json-only');
    await server.close();
    expect(good.code).toBe(EXIT_GOOD);
    expect(JSON.parse(good.out.trimEnd().split('\n').at(-1)!)).toMatchObject({ ok: true });
    expect(bad.code).toBe(EXIT_FAULTS);
    expect(bad.out.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(bad.out)).toMatchObject({ ok: false });
    expect(bad.err).toContain('the server refuses more than 2 messages/s');
  });
});

describe('/proc', () => {
  it('finds the listening sockets of a port', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 00000000:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1',
      '   1: 0100007F:0BB8 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1',
      '   2: 00000000:0BB9 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1',
    ].join('\n');
    expect(listeningInodes(table, 3000)).toEqual(['4711']);
    expect(listeningInodes('', 3000)).toEqual([]);
  });

  it('samples a process that lives and no other', () => {
    const sample = sampleProcess(process.pid)!;
    expect(sample.cpuSeconds).toBeGreaterThan(0);
    expect(sample.rssMb).toBeGreaterThan(10);
    expect(sampleProcess(2 ** 30)).toBeUndefined();
    expect(openFileLimit('self')).toBeGreaterThan(100);
  });
});
