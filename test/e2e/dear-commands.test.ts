import { describe, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { SLOW, useHall } from '../support/hall.js';

const hall = useHall(SLOW);

describe('commands and requests that are dear', () => {
  it('R10.6 whoAre is for big rooms only', async () => {
    const { host } = await hall.openRoom({}, 1);
    expect(await host.fail('whoAre', { slots: [0] })).toBe('NOT_IN_HALLS');
  });

  it('R10.6 whoAre is answered eight times at once and then four times a second', async () => {
    const host = hall.connect({ format: 'compact2' });
    await host.do('createRoom', { playerName: 'Host', title: 'Big', maxPlayerCount: 600 });
    const began = performance.now();
    const codes: string[] = [];
    for (let n = 0; n < 20; n++) codes.push(await host.fail('whoAre', { slots: [0] }));
    const most = 8 + Math.ceil((4 * (performance.now() - began)) / 1_000);
    const passed = codes.filter((code) => code === 'ok').length;
    expect(passed).toBeGreaterThanOrEqual(8);
    expect(passed).toBeLessThanOrEqual(most);
    const refused = codes.filter((code) => code !== 'ok');
    expect(refused).toEqual(Array(20 - passed).fill('RATE_LIMITED'));
  });

  it('R10.6 the door of a room is told without reading the room', async () => {
    const { pin } = await hall.openRoom({}, 1);
    const page = await fetch(hall.app.url);
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    const read = vi.spyOn(MemoryStore.prototype, 'readRoom');
    try {
      const answer = await fetch(`${hall.app.url}/api/rooms/${pin}/door`, { headers: { cookie } });
      expect(await answer.json()).toEqual({ resultsKept: false, tracksKept: false });
      expect(read).not.toHaveBeenCalled();
    } finally {
      read.mockRestore();
    }
  });
});
