import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { answer, settle, SLOW, slowSet, useHall } from '../support/hall.js';
import type { TestClient } from '../support/client.js';

/** As in a real hall, so a question that is read for a minute is dropped by a skip. */
const hall = useHall(SLOW, [slowSet(2)], limits.MIN_SHOWN_MS);

describe.concurrent('R4.7, R4.8 a skip before the choices were there', () => {
  it('drops the question: no answer is told, nobody falls, and old clients hear the next one', async () => {
    const { host, players } = await hall.openRoom({ gameMode: 'SURVIVAL' }, 2);
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    await Promise.all(players.map((player) => player.wait('startQuizTime')));
    for (const player of players) await answer(player, false);
    const { version } = host.last('phase')!;
    const { endTime } = await host.do('skipPhase', { version });
    expect(await host.fail('skipPhase', { version })).toBe('TOO_LATE');
    await settle(host, players);
    for (const player of players) {
      expect(player.all('startQuizTime')).toHaveLength(2);
      expect(player.last('phase')).toMatchObject({ kind: 'question', drops: 1, count: 1, endTime });
      expect(player.all('endQuizTime')).toEqual([]);
    }

    // Without a version a skip means the phase that stands: the last question.
    expect(await host.do('skipPhase', {})).toEqual({ ok: true, endTime: 0 });
    const [, guest] = players as [TestClient, TestClient];
    const { results } = await guest.wait('endGame');
    expect(results.map(({ score }) => score)).toEqual([0, 0, 0]);
    expect(guest.all('endQuizTime')).toEqual([]);
    expect(guest.last('phase')).toMatchObject({ kind: 'lobby' });
    expect(JSON.stringify(guest.heard)).not.toContain('"answer"');
  });
});
