import { describe, expect, it } from 'vitest';
import { useSite } from '../support/site.js';
import { bringQuestions, openSocketRoom } from '../support/socket-room.js';

const site = useSite({ COUNTDOWN_MS: '200', GET_READY_MS: '60000' });

describe('coming in', () => {
  it('R1.5 shows a full room as full, does not offer it, and lets a projector look', async () => {
    const full = { title: 'Packed', isPublic: true, maxPlayerCount: 2 };
    const rooms = [
      await openSocketRoom(site.url, ['Ann', 'Bob'], full),
      await openSocketRoom(site.url, ['Cid'], { title: 'Airy', isPublic: true }),
    ];
    const { page, errors } = await site.openTab('phone', 'en-US');
    await page.goto(site.url);
    const listed = (title: string) => page.getByTestId('public-room').filter({ hasText: title });
    await listed('Packed').filter({ hasText: 'All seats are taken' }).waitFor();
    expect(await listed('Packed').isDisabled()).toBe(true);
    expect(await listed('Airy').isEnabled()).toBe(true);
    expect(await listed('Airy').textContent()).not.toContain('taken');
    await page.goto(`${site.url}/screen/${rooms[0]!.pin}`);
    await page.getByTestId('screen').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
    for (const room of rooms) room.close();
  });

  it.each([
    [2, '다음 문제부터'],
    [1, '다음 판부터'],
  ])('R7.3 in the first of %i questions promises: %s', async (count, promise) => {
    const room = await openSocketRoom(site.url, ['Ann']);
    await bringQuestions(site.url, room, count);
    const [host] = room.players;
    await host!.do('startGame', {});
    await host!.wait('startQuizTime');
    const { page } = await site.openTab('phone', 'ko-KR');
    await page.goto(`${site.url}/join/${room.pin}`);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('not-scored').waitFor();
    expect(await page.getByTestId('not-scored').textContent()).toContain(promise);
    await page.context().close();
    room.close();
  });
});
