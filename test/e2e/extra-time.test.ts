import { describe, expect, it } from 'vitest';
import { answer, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';
import type { TestClient } from '../support/client.js';

const hall = useHall(SLOW, [slowSet(5, 4)]);

const toldOf = (client: TestClient): string[] | undefined => client.last('extraTime')?.playerIds;

describe.each(['json', 'compact'] as const)('R6.10 extra time of a player (%s)', (format) => {
  it('is told to who runs the room and to that player, and to nobody else', async () => {
    const room = await hall.openRoom();
    const { host, pin } = room;
    const [slow, co, other] = [
      await hall.join(pin, 'Slow', { format }),
      await hall.join(pin, 'Cora', { format }),
      await hall.join(pin, 'Other', { format }),
    ];
    const screen = await hall.join(pin, '', { role: 'screen', format });
    const give = { playerId: slow.playerId, extra: true };
    expect(await co.fail('setExtraTime', give)).toBe('NOT_HOST');
    await host.do('setExtraTime', give);
    for (const one of [host, slow])
      expect((await one.wait('extraTime')).playerIds).toEqual([slow.playerId]);
    // Who begins to help is told of all.
    await host.do('setCoHost', { playerId: co.playerId, isCoHost: true });
    expect((await co.wait('extraTime')).playerIds).toEqual([slow.playerId]);
    await co.do('setExtraTime', { playerId: other.playerId, extra: true });
    await host.wait('extraTime', ({ playerIds }) => playerIds.length === 2);
    expect((await other.wait('extraTime')).playerIds).toEqual([other.playerId]);
    await settle(host, [slow, screen]);
    expect(toldOf(slow)).toEqual([slow.playerId]);
    expect(screen.raw.join('\n')).not.toContain('"extraTime",');
    // Who helps no more keeps nothing of it.
    await host.do('setCoHost', { playerId: co.playerId, isCoHost: false });
    await co.wait('extraTime', ({ playerIds }) => playerIds.length === 0);

    // It belongs to the person, who comes back or sits down anew.
    slow.drop();
    const back = hall.comeBack(slow, pin, { format });
    expect((await back.wait('extraTime')).playerIds).toEqual([slow.playerId]);
    await other.do('exitRoom', {});
    const again = hall.comeBack(other, pin, { format });
    const { playerIds } = await again.wait('extraTime');
    expect(playerIds).toEqual([again.playerId]);
    await host.wait('extraTime', (told) => told.playerIds.includes(again.playerId));
    const hostAgain = hall.comeBack(host, pin);
    const all = await hostAgain.wait('extraTime');
    expect(all.playerIds.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [slow.playerId, again.playerId].toSorted((a, b) => a.localeCompare(b)),
    );
    await hostAgain.do('setExtraTime', { playerId: again.playerId, extra: false });
    await again.wait('extraTime', (told) => told.playerIds.length === 0);
  });
});

describe('R6.10 extra time of the room', () => {
  it('makes every question half as long again', async () => {
    const room = await hall.openRoom({ extraTime: true });
    await goTo(room, 'question');
    await answer(room.host, true);
    const { startTime, endTime } = room.host.last('startQuizTime')!;
    expect(endTime - startTime).toBe(90_000);
  });
});
