import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { goTo, SLOW, useHall } from '../support/hall.js';
import { markedSet, marksIn } from '../support/marked-set.js';

const COUNT = 12;

const hall = useHall(SLOW, [markedSet]);

const framesOf = (client: TestClient, event: string): string[] =>
  client.raw.filter((frame) => frame.startsWith(`2/game,["${event}"`));

async function everythingOverHttp(pin: string, token: string): Promise<string> {
  const paths = ['quiz-sets', 'quiz-sets/test-set', 'rooms', `rooms/${pin}`, 'info'];
  paths.push(`rooms/${pin}/results`, `rooms/${pin}/quiz-set`);
  const texts = await Promise.all(
    paths.map(async (path) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${hall.app.url}/api/${path}`, { headers });
      return JSON.stringify([...response.headers]) + (await response.text());
    }),
  );
  return texts.join('\n');
}

describe('what a client can know before the reveal', () => {
  it('R4.2 sends no byte that tells an answer or a later question, to anybody, anywhere', async () => {
    const room = await hall.openRoom({ isPublic: true }, 2);
    const { host, pin } = room;
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: COUNT });
    const screen = await hall.join(pin, '', { role: 'screen' });
    const everyone = [...room.players, screen];
    const asked = new Set<string>();
    for (let index = 0; index < COUNT; index++) {
      await goTo(room, 'question', index);
      const late = hall.connectByQuery({ 'game-id': pin }, { role: 'screen' });
      await late.wait('startQuizTime');
      await screen.until(() => screen.all('startQuizTime').length > index);
      for (const mark of marksIn(framesOf(host, 'startQuizTime').at(-1)!)) asked.add(mark);
      expect(asked.size).toBe(index + 1);

      for (const client of everyone) {
        expect(marksIn(client.raw.join('\n'))).toEqual(asked);
        expect(client.all('endQuizTime')).toHaveLength(index);
        const since = client.raw.slice(
          client.raw.lastIndexOf(framesOf(client, 'startQuizTime')[index]!),
        );
        expect(since.join('\n')).not.toMatch(/answer|limitTime|isRight|correct/i);
      }
      // The frame has no room for a hint, and everybody, late or not, gets the same bytes.
      const { quiz, choiceList, ...times } = host.last('startQuizTime')!;
      expect(Object.keys(times).toSorted()).toEqual(['endTime', 'kind', 'startTime']);
      const order = choiceList.map((_, n) => n + 1);
      expect(choiceList).toEqual(order.map((n) => ({ order: n, content: expect.any(String) })));
      expect(new Set(choiceList.map(({ content }) => content.split(' ')[0]))).toEqual(
        new Set([quiz.split(' ')[0]]),
      );
      const frames = [...everyone, late].map((one) => framesOf(one, 'startQuizTime').at(-1));
      expect(new Set(frames).size).toBe(1);
      late.close();
      expect(marksIn(await everythingOverHttp(pin, host.token))).toEqual(new Set());
      await goTo(room, 'reveal', index);
    }
    // The place of the right choice is drawn anew each time (R4.4).
    const answers = host.all('endQuizTime').map(({ answer }) => answer);
    expect(answers).toHaveLength(COUNT);
    expect(new Set(answers).size).toBeGreaterThan(1);
    for (const [n, { answer }] of host.all('endQuizTime').entries()) {
      const { choiceList } = host.all('startQuizTime')[n]!;
      const { content } = choiceList[answer - 1]!;
      const [, question, choice] = /MARK-(\d+)- choice (\d)/.exec(content)!;
      expect([Number(choice)]).toEqual(markedSet.questions[Number(question)]!.answers);
    }
  });

  it('R4.2 sends the same bytes of a question whichever choice is right', async () => {
    // Over many games the frame of one question differs in nothing but order and time.
    const shapes = new Set<string>();
    for (let game = 0; game < 6; game++) {
      const room = await hall.openRoom();
      await goTo(room, 'question');
      const [frame] = framesOf(room.host, 'startQuizTime');
      shapes.add(frame!.replaceAll(/MARK-\d+-/g, '').replaceAll(/choice \d|\d{13}/g, '#'));
    }
    expect(shapes.size).toBe(1);
  });
});
