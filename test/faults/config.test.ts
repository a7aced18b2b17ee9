import { afterAll, describe, expect, it, vi } from 'vitest';
import { testSet } from '../support/app.js';
import { closeFleets, Fleet, report, spread } from './fleet.js';
import { expectNothingTwice } from './watching.js';
import { PATIENT } from '../support/patience.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const QUESTIONS = 2;
const SETS = [testSet(QUESTIONS)];
/** Without notifications a phase ends when somebody looks at its key, which is soon after its end. */
const LATEST_MS = 1_000;
const CLEAR_EVERY_MS = 50;

afterAll(closeFleets);

type LocalFleet = Awaited<ReturnType<typeof Fleet.inProcess>>;

/** Plays a game on both processes; returns by how much its reveals were late, in ms. */
async function play(fleet: LocalFleet): Promise<number[]> {
  const { host, players } = await fleet.openRoom(0, {}, 3);
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: QUESTIONS });
  const late: number[] = [];
  host.socket.on('endQuizTime', () => {
    late.push(Date.now() - host.last('startQuizTime')!.endTime);
  });
  await host.do('startGame', {});
  await Promise.all(players.map((player) => player.wait('endGame')));
  for (const player of players) {
    expectNothingTwice(player);
    expect(player.all('endQuizTime')).toEqual(host.all('endQuizTime'));
  }
  expect(late).toHaveLength(QUESTIONS);
  return late;
}

async function warning(fleet: LocalFleet): Promise<string> {
  await vi.waitFor(async () => expect((await fleet.health(0)).warnings).toHaveLength(1), PATIENT);
  const { status, warnings } = await fleet.health(1);
  expect(status).toBe('ok');
  return warnings[0]!;
}

describe.concurrent('R4.5 expiry notifications', () => {
  it('that somebody switches off in a game, over and over, stop nothing', async () => {
    const fleet = await Fleet.inProcess(2, {}, SETS);
    const late = await fleet.redis.ask(async (client) => {
      const timer = setInterval(() => {
        void client.config('SET', 'notify-keyspace-events', '');
      }, CLEAR_EVERY_MS);
      try {
        return await play(fleet);
      } finally {
        clearInterval(timer);
      }
    });
    expect(Math.max(...late)).toBeLessThan(pace.allow(LATEST_MS));
    report(`notify-keyspace-events switched off in a game: reveals after endTime: ${spread(late)}`);
  });

  it('that a Redis without CONFIG does not send stop nothing, and /health warns', async () => {
    const redisArgs = ['--rename-command', 'CONFIG', ''];
    const fleet = await Fleet.inProcess(2, {}, SETS, { redisArgs });
    expect(await warning(fleet)).toContain('notify-keyspace-events');
    const late = await play(fleet);
    expect(Math.max(...late)).toBeLessThan(pace.allow(LATEST_MS));
    report(`CONFIG renamed away: reveals after endTime: ${spread(late)}; /health warns`);
  });

  it('that our user may not switch on stop nothing, and /health warns', async () => {
    const redisArgs = ['--user', 'guest', 'on', '>secret', '~*', '&*', '+@all', '-config'];
    const url = ({ port }: { port: number }): string => `redis://guest:secret@127.0.0.1:${port}`;
    const fleet = await Fleet.inProcess(2, {}, SETS, { redisArgs, url });
    expect(await warning(fleet)).toContain('notify-keyspace-events');
    const late = await play(fleet);
    expect(Math.max(...late)).toBeLessThan(pace.allow(LATEST_MS));
    report(`CONFIG forbidden by ACL: reveals after endTime: ${spread(late)}; /health warns`);
  });
});
