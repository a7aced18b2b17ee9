import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeFleets, Fleet, report, troubles } from './fleet.js';
import { inPhase } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** A lease is 3 s, and is looked at once a second; seats that were dropped only would stay for 2 minutes. */
const FREED_MS = 10_000;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(2, { COUNTDOWN_MS: '60000' });
});
afterAll(closeFleets);

it('R12.4 the host may come back through another process and end it there, and hears the verdict', async () => {
  const { host, pin } = await fleet.openRoom(0, { maxPlayerCount: 5 });
  await host.do('startRehearsal', { bots: 4 });
  const people = () => host.all('joinRoom').flatMap(({ players }) => players);
  await host.until(() => people().length === 5, 'four bots');
  host.drop();
  const back = fleet.comeBack(host, 1, pin);
  await back.wait('updateRehearsal', ({ bots }) => bots === 4);
  await back.do('stopRehearsal', {});
  expect(await back.wait('rehearsalEnded')).toMatchObject({ bots: 4 });
  const left = () => back.all('exitRoom').length;
  await back.until(() => left() === 4, 'all bots to go');
});

it('R12.4 a rehearsal whose process is killed in a game ends for those on the other, and its seats are free', async () => {
  const { host, pin } = await fleet.openRoom(0, { maxPlayerCount: 12 });
  const guest = await fleet.join(1, pin, 'Guest');
  const bots = (): number => {
    const ids = guest.all('joinRoom').flatMap(({ players }) => players);
    const left = new Set(guest.all('exitRoom').map(({ playerId }) => playerId));
    return ids.filter(({ playerId, isBot }) => isBot && !left.has(playerId)).length;
  };
  await host.do('startRehearsal', { bots: 10 });
  await guest.until(() => bots() === 10, 'ten bots');
  await host.do('startGame', {});
  await inPhase(guest, 'countdown');

  const killedAt = performance.now();
  fleet.server(0).process.kill('SIGKILL');
  await guest.until(() => bots() === 0 && guest.last('phase')?.kind === 'lobby', 'the end');
  const tookMs = performance.now() - killedAt;
  report(
    `kill -9 in a rehearsal: everybody back in the lobby without bots after ${Math.round(tookMs)} ms`,
  );
  expect(tookMs).toBeLessThan(pace.allow(FREED_MS));
  await guest.wait('updateRehearsal', ({ endTime }) => endTime === 0);
  expect(guest.events()).not.toContain('endGame');

  const back = fleet.comeBack(host, 1, pin);
  await back.wait('phase');
  expect(back.self).toMatchObject({ isHost: true });
  const newcomers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => fleet.join(1, pin, `New ${n}`)),
  );
  expect(newcomers.every(({ self }) => self !== undefined)).toBe(true);
  expect(troubles(fleet.server(1))).toEqual([]);
});
