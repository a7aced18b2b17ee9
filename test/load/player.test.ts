import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../../load-test/swarm/player.js';
import { LocalRoom } from '../../src/server/live/room/local-room.js';
import { Hall } from '../support/hall.js';
import { PATIENT } from '../support/patience.js';

let hall: Hall;
let player: Player;
/** Why the player's connection ended, where it did. */
let dropped: string[];

beforeEach(async () => {
  hall = await Hall.start();
  dropped = [];
  const nothing = (): void => undefined;
  const listener = {
    joined: nothing,
    frame: nothing,
    update: nothing,
    refused: nothing,
    answered: nothing,
    dropped: (_: Player, reason: string) => void dropped.push(reason),
  };
  player = new Player(
    0,
    listener,
    () => false,
    () => ({ format: 'compact' }),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await player.leave();
  await hall.close();
});

describe('a compact player of the swarm', () => {
  it('tells the last flush that it has seen also where no other follows', async () => {
    const echo = vi.spyOn(LocalRoom.prototype, 'echo');
    const { host, pin } = await hall.openRoom();
    const { url } = hall.app;
    const query = `EIO=4&transport=websocket&game-id=${pin}`;
    await player.join(`${url.replace('http', 'ws')}/socket.io/?${query}`);
    const watcher = await hall.join(pin, 'Watcher', { format: 'compact' });
    // One flush a while after the other, so that only one of them is worth an echo at once.
    for (let n = 0; n < 4; n++) {
      await host.do('chatMessage', { message: `line ${n}` });
      await watcher.wait('chatMessage', ({ messages }) => messages[0]?.message === `line ${n}`);
    }
    const last = watcher.last('flush')![0];
    await vi.waitUntil(() => echo.mock.calls.some(([, seq]) => seq === last), PATIENT);
    expect(dropped).toEqual([]);
  });

  it('is heard where a move carries the number, as where it is told by itself', async () => {
    const echo = vi.spyOn(LocalRoom.prototype, 'echo');
    const { pin } = await hall.openRoom();
    const guest = await hall.join(pin, 'Guest', { format: 'compact' });
    await guest.do('updatePosition', { newPosition: [0.5, 0.5] });
    expect(echo).not.toHaveBeenCalled();
    await guest.do('updatePosition', { newPosition: [0.6, 0.5], flush: 3 });
    await guest.do('syncTime', { t0: 0, flush: 4 });
    expect(echo.mock.calls.map(([, seq]) => seq)).toEqual([3, 4]);
  });
});
