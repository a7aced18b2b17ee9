import { networkInterfaces } from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIVE, type Live } from '../../src/server/live.js';
import { readRoutes } from '../support/routes.js';
import { Figures } from '../support/figures.js';
import { Hall, settle, useHall } from '../support/hall.js';
import { RawClient } from '../support/raw-client.js';
import { PATIENT } from '../support/patience.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const hall = useHall();

const figures = (): Promise<Figures> => Figures.read(hall.app.url);

async function ownHall(env: Record<string, string>): Promise<Hall> {
  const own = await Hall.start(env);
  onTestFinished(() => own.close());
  return own;
}

describe('GET /metrics', () => {
  it('answers in the text format of Prometheus, with the figures of Node.js too', async () => {
    const answer = await fetch(`${hall.app.url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const { text } = await figures();
    expect(text).toMatch(/^# TYPE madang_command_seconds histogram$/m);
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(RegExp(`^${name} [\\d.e-]+$`, 'm'));
  });

  it('counts and times what players do, and what it sends them', async () => {
    const before = await figures();
    const { pin, host, players } = await hall.openRoom({}, 2);
    const guest = players[1]!;
    await hall.join(pin, '', { role: 'screen' });
    await guest.do('updatePosition', { newPosition: [0.5, 0.5] });
    expect(await guest.fail('startGame', {})).toBe('NOT_HOST');
    await settle(host, players);
    const after = await figures();
    const gain = (line: string): number => after.of(line) - before.of(line);

    expect(gain('madang_commands_total{command="updatePosition",outcome="ok"}')).toBe(1);
    expect(gain('madang_commands_total{command="startGame",outcome="NOT_HOST"}')).toBe(1);
    expect(gain('madang_command_seconds_count{command="updatePosition"}')).toBe(1);
    expect(gain('madang_command_seconds_count{command="joinRoom"}')).toBe(3);
    const took = gain('madang_command_seconds_sum{command="joinRoom"}');
    // Each joiner waits for a flush.
    expect(took).toBeGreaterThan(0.001);
    expect(1_000 * took).toBeLessThan(pace.allow(5_000));
    expect(gain('madang_flush_seconds_count')).toBeGreaterThan(0);
    expect(gain('madang_flush_lateness_seconds_count')).toBeGreaterThan(0);
    expect(gain('madang_batch_moves_sum')).toBe(1);
    expect(gain('madang_batch_chats_sum')).toBe(1);
    expect(gain('madang_share_seconds_count')).toBeGreaterThan(0);
    expect(gain('madang_rooms')).toBe(1);
    expect(gain('madang_players')).toBe(3);
    expect(gain('madang_spectators')).toBe(1);
    await vi.waitFor(
      async () =>
        expect((await figures()).of('madang_connections') - before.of('madang_connections')).toBe(
          4,
        ),
      PATIENT,
    );
  });

  it('R1.2 names neither rooms nor players, and no event that a client made up', async () => {
    const { pin, host } = await hall.openRoom({ title: 'Nobody knows' });
    const rooms = (await figures()).of('madang_rooms');
    expect(rooms).toBeGreaterThan(0);
    const count = 'madang_commands_total{command="unknown",outcome="UNKNOWN_EVENT"}';
    const before = await figures();
    for (const event of ['invented', 'toString', '__proto__', 'a"} 1\nb{c="'])
      expect(await host.fail(event as never, {})).toBe('UNKNOWN_EVENT');
    const after = await figures();
    expect(after.of(count) - before.of(count)).toBe(4);
    const labels = after.lines('madang_').join('\n');
    for (const word of [pin, host.playerId, 'Nobody', 'invented', 'toString', '__proto__', 'b{c'])
      expect(labels).not.toContain(word);
  });

  it('R10.2 counts what the rate limit refuses, and does not time it', async () => {
    const { host } = await hall.openRoom();
    const before = await figures();
    const count = 100;
    for (let n = 0; n < count; n++) host.tell('syncTime', { t0: n });
    const outcome = (code: string): string =>
      `madang_commands_total{command="syncTime",outcome="${code}"}`;
    await vi.waitFor(async () => {
      const after = await figures();
      const gain = (line: string): number => after.of(line) - before.of(line);
      const [passed, refused] = [gain(outcome('ok')), gain(outcome('RATE_LIMITED'))];
      expect(passed + refused).toBe(count);
      expect(refused).toBeGreaterThan(20);
      expect(gain('madang_command_seconds_count{command="syncTime"}')).toBe(passed);
    }, PATIENT);
  });

  it('tells what woke the process for the end of a phase, and how late', async () => {
    const quick = await ownHall({ GET_READY_MS: '60000' });
    const { host } = await quick.openRoom();
    await host.do('startGame', {});
    await host.wait('phase', ({ kind }) => kind === 'question');
    const now = await Figures.read(quick.app.url);
    expect(now.lines('madang_phase_lateness_seconds_count')).toEqual([
      'madang_phase_lateness_seconds_count{trigger="timeout"}',
    ]);
    expect(now.of('madang_phase_lateness_seconds_count{trigger="timeout"}')).toBe(1);
    const lateS = now.of('madang_phase_lateness_seconds_sum{trigger="timeout"}');
    expect(1_000 * lateS).toBeLessThan(pace.allow(5_000));
  });
});

describe('what goes out', () => {
  it('is counted frame by frame and byte by byte as the clients get it', async () => {
    const { app } = await ownHall({});
    const creator = await RawClient.open(app.url, '&create-room=title=T');
    await creator.enter();
    const joined = await creator.wait((frame) => frame.includes('"gameId"'));
    const pin = /"gameId":"(\d{6})"/.exec(joined)![1]!;
    const guest = await RawClient.open(app.url, `&game-id=${pin}`);
    await guest.enter();
    const polling = await fetch(`${app.url}/socket.io/?EIO=4&transport=polling`);
    const polled = Buffer.byteLength(await polling.text());
    const clients = [creator, guest];
    for (const client of clients) client.send('42/game,["chatMessage",{"message":"안녕하세요"}]');
    for (const client of clients) await client.wait((frame) => frame.includes('안녕하세요'));
    await vi.waitFor(async () => {
      const now = await Figures.read(app.url);
      const frames = clients.flatMap((client) => client.frames);
      const bytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
      expect(now.of('madang_frames_out_total')).toBe(frames.length + 1);
      expect(now.of('madang_bytes_out_total')).toBe(bytes + polled);
    }, PATIENT);
    for (const client of clients) client.close();
  });

  it('R10.3 is cut off where it is not read, unless each event is sent at once', async () => {
    const cutsOffSlow = async (interval: string): Promise<boolean> => {
      const { nest } = await readRoutes({ FLUSH_INTERVAL_MS: interval });
      return nest.get<Live>(LIVE).transports.cutsOffSlow;
    };
    expect(await cutsOffSlow('50')).toBe(true);
    expect(await cutsOffSlow('0')).toBe(false);
  });
});

describe('who may read it', () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  it.each(['x-forwarded-for', 'forwarded'])('nobody through a proxy (%s)', async (name) => {
    const headers = { [name]: '127.0.0.1' };
    const answer = await fetch(`${hall.app.url}/metrics`, { headers });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('madang_');
  });

  it.skipIf(outside === undefined)('nobody from another machine', async () => {
    const { app } = await ownHall({ HOST: '0.0.0.0' });
    const answer = await fetch(`http://${outside}:${app.port}/metrics`);
    expect(answer.status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${app.port}/metrics`)).status).toBe(200);
  });

  it('everybody where METRICS says so', async () => {
    const { app } = await ownHall({ METRICS: 'public' });
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect((await fetch(`${app.url}/metrics`, { headers })).status).toBe(200);
  });
});
