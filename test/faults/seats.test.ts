import { afterAll, expect, it } from 'vitest';
import { closeFleets, Fleet, report, troubles } from './fleet.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** A command times out after 1 s; a connection that is dead is found and made anew within 2 s more. */
const DROPPED_MS = 8_000;

afterAll(closeFleets);

it('R2.2, R3.2 a seat whose answer got lost is found by its append, and dropped with its page', async () => {
  const { fleet, proxy } = await Fleet.withProxy({ HOST_GRACE_S: '1' });
  const { pin, host } = await fleet.openRoom(0);
  const orphan = fleet.connect(1);
  await orphan.wait('session');
  proxy.loseAnswerTo('Orphan');
  const answered = orphan.do('joinRoom', { gameId: pin, playerName: 'Orphan' });
  const { players } = await host.wait('joinRoom', (frame) =>
    frame.players.some(({ playerName }) => playerName === 'Orphan'),
  );
  const seatedAt = performance.now();
  const { playerId } = players.find(({ playerName }) => playerName === 'Orphan')!;
  expect(await answered).toMatchObject({ playerId, resumed: false });
  orphan.close();
  await host.wait('updatePresence', (frame) =>
    frame.players.some((one) => one.playerId === playerId && !one.connected),
  );
  const droppedMs = performance.now() - seatedAt;
  report(
    `a seat whose answer got lost was found, and dropped ${(droppedMs / 1000).toFixed(1)} s after it was told`,
  );
  expect(droppedMs).toBeLessThan(pace.allow(DROPPED_MS));

  // Not the one who has been there for longer, but the one who is there.
  const guest = await fleet.join(0, pin, 'Guest');
  host.drop();
  await guest.wait('actingHost', ({ playerId: actingId }) => actingId === guest.playerId);
  for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
});
