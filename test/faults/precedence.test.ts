import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { testSet } from '../support/app.js';
import { closeFleets, Fleet, report } from './fleet.js';
import { standAll } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const LATEST_MS = 1_000;

afterAll(closeFleets);

describe('R4.5 the end of a question in a hall on several processes', () => {
  it('is judged by the process of the host alone, and so is the end of the reveal', async () => {
    const fleet = await Fleet.inProcess(4, {}, [testSet(2)]);
    const { host, players } = await fleet.openRoom(2, {}, 7);
    await fleet.redis.ask(async (client) => {
      // Every command is slow enough to be noted.
      await client.config('SET', 'slowlog-log-slower-than', '0');
      await client.config('SET', 'slowlog-max-len', '100000');
    });
    await host.do('startGame', {});
    await Promise.all(players.map((player) => player.wait('endQuizTime')));
    await host.until(() => host.all('startQuizTime').length === 2);
    await Promise.all(
      players.map((player) => player.until(() => player.all('endQuizTime').length === 2)),
    );
    const commands = await fleet.redis.ask(
      async (client) =>
        (await client.slowlog('GET', 100_000)) as [unknown, unknown, unknown, string[]][],
    );
    // An append that changes the phase names the timers of two versions; one that lost would stand here, too.
    const timers = commands
      .map(([, , , words]) => words.flatMap((word) => /:timer:(\d+):/.exec(word)?.[1] ?? []))
      .filter(([now, before]) => before !== undefined && now !== before)
      .map(([version]) => Number(version));
    const [countdown = 0] = timers.toReversed();
    expect(timers.toReversed()).toEqual([0, 1, 2, 3, 4].map((n) => countdown + n));
  });

  it('goes on without that process when it stands still', async () => {
    const fleet = await Fleet.start(2, { COUNTDOWN_MS: '200', GET_READY_MS: '200' });
    const room = await fleet.openRoom(0, {}, 3);
    await fleet.bringSet(room, 1);
    const { host, players } = room;
    await host.do('startGame', {});
    await standAll(players, () => true);
    const { endTime } = host.last('startQuizTime')!;
    await sleep(endTime - Date.now() - 300);
    fleet.server(0).process.kill('SIGSTOP');
    await players[1]!.wait('endQuizTime');
    const late = Date.now() - endTime;
    report(`SIGSTOP of the host's process across a deadline: reveal ${late} ms after it`);
    expect(late).toBeLessThan(pace.allow(LATEST_MS));
    fleet.server(0).process.kill('SIGCONT');
  });
});
