import { describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import type { ShownSlide } from '../../src/protocol/programme.js';
import type { TestClient } from '../support/client.js';
import { SLOW, slowSet, useHall } from '../support/hall.js';

const slide = (id: string) =>
  ({ kind: 'slide', id, title: id, text: '', seconds: null, startsAt: '19:30' }) as const;

const EVENING: QuizSet = {
  ...slowSet(2),
  id: 'evening',
  programme: [
    slide('welcome'),
    {
      kind: 'round',
      id: 'one',
      name: 'One',
      count: 1,
      factor: 1,
      standings: 'each',
      questions: slowSet(2).questions,
    },
  ],
};

const hall = useHall(SLOW, [slowSet(2), EVENING]);

const FILE = JSON.stringify({
  version: 2,
  title: 'Own',
  language: 'en',
  questions: [
    { kind: 'slide', title: 'Hello', startsAt: '19:30' },
    { kind: 'round', name: 'One' },
    { quiz: 'Is it?', choices: ['Yes', 'No'], answer: 1 },
  ],
});

const shownTo = (client: TestClient, title: string): Promise<ShownSlide> =>
  client.wait(
    'showItem',
    (item) => item.kind === 'slide' && item.title === title,
  ) as Promise<ShownSlide>;

describe.concurrent('R27.11 where the host is', () => {
  it('is told with a slide by the page that chose the evening, and by no other', async () => {
    const { host, players, pin } = await hall.openRoom({}, 2);
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    await host.do('updateRoomQuizset', { quizSetId: 'evening', utcOffset: -210 });
    await host.do('nextPhase', { version: host.last('phase')!.version });
    for (const one of [...players, compact])
      expect(await shownTo(one, 'welcome')).toEqual({
        kind: 'slide',
        title: 'welcome',
        text: '',
        startsAt: '19:30',
        utcOffset: -210,
      });
    const other = await hall.openRoom({}, 1);
    await other.host.do('updateRoomQuizset', { quizSetId: 'evening' });
    await other.host.do('nextPhase', { version: other.host.last('phase')!.version });
    expect(await shownTo(other.host, 'welcome')).not.toHaveProperty('utcOffset');
  });

  it.each([
    ['540', 540],
    ['-210', -210],
    ['900', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['x', undefined],
  ])('comes with a file that is brought (%j)', async (utcOffset, told) => {
    const { host, pin } = await hall.openRoom({}, 1);
    const response = await fetch(
      `${hall.app.url}/api/rooms/${pin}/quiz-set?utcOffset=${utcOffset}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
        body: FILE,
      },
    );
    expect(response.status).toBe(200);
    await host.wait('updateRoomQuizset', ({ title }) => title === 'Own');
    await host.do('nextPhase', { version: host.last('phase')!.version });
    expect((await shownTo(host, 'Hello')).utcOffset).toBe(told);
  });
});
