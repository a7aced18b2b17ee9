import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { toFraction, type PhasePayload } from '../../src/protocol/index.js';
import { TestBank } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { Hall } from '../support/hall.js';
import { STATEMENTS, TYPED, WORDS } from '../support/kinds.js';

/** Phases that only the host ends. */
const ENV = {
  COUNTDOWN_MS: '60000',
  GET_READY_MS: '200',
  REVEAL_MS: '60000',
  MAX_ROOM_PLAYERS: '2000',
};
const SET: QuizSet = {
  id: 'test-set',
  title: 'Several bells',
  language: 'en',
  questions: [TYPED, WORDS, STATEMENTS].map((question) => ({ ...question, limitTime: 60 })),
};
const BIG = {
  maxPlayerCount: 2_000,
  questionOrder: 'written',
  choiceOrder: 'written',
  scoring: 'flat',
  hostPlays: false,
} as const;
const READS = { format: 'compact2' } as const;

let hall: Hall;
afterEach(() => hall.close());

const isAct = (act: number) => (phase: PhasePayload) =>
  phase.kind === 'question' && phase.act === act;
const isPart = (part: number) => (phase: PhasePayload) =>
  phase.kind === 'question' && phase.part === part;
const isReveal = ({ kind }: PhasePayload): boolean => kind === 'reveal';

describe('R23.2 a big room', () => {
  it('R16.14, R16.19 plays questions of two acts and of several parts, and tells each player their own mark', async () => {
    hall = await Hall.start(ENV, new TestBank([SET]));
    const host = hall.connect(READS);
    const { gameId: pin } = await host.do('createRoom', BIG);
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 3 });
    const names = ['Ann', 'Bob', 'Cat', 'Dan'];
    const players = await Promise.all(names.map((name) => hall.join(pin, name, READS)));
    const everybody = [host, ...players];
    const skipTo = async (fits: (phase: PhasePayload) => boolean) => {
      await host.wait('phase', ({ kind }) => kind !== 'lobby');
      await host.do('skipPhase', {});
      const isThere = (client: TestClient) => () => {
        const phase = client.last('phase');
        return phase !== undefined && fits(phase);
      };
      await Promise.all(everybody.map((client) => client.until(isThere(client), 'the phase')));
    };
    const begun = async () => {
      const { t1 } = await host.do('syncTime', { t0: 0 });
      await sleep(Math.max(0, host.last('phase')!.startTime - t1) + 1);
    };
    const write = (texts: string[]) =>
      Promise.all(
        texts.map((text, n) => players[n]!.do('writeAnswer', { texts: text.split(' ') })),
      );
    const stand = async (values: number[]) => {
      await begun();
      await Promise.all(
        values.map(async (value, n) => {
          const client = players[n]!;
          await client.until(
            () => client.last('startQuizTime')?.startTime === client.last('phase')?.startTime,
          );
          const [x, y] = positionFor(value, floorOf(client.last('startQuizTime')!));
          await client.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
        }),
      );
    };
    const marks = async (count: number) => {
      await Promise.all(
        players.map((one) => one.until(() => one.all('myResult').length === count)),
      );
      return players.map((one) => one.last('myResult')!.isAnswer);
    };

    await host.do('startGame', {});
    await skipTo(isAct(1));
    await begun();
    await write(['Seoul', 'Busan', 'Busan', 'Seoul']);
    await skipTo(isAct(2));
    const { choiceList } = players[1]!.last('startQuizTime')!;
    expect(choiceList.map(({ content }) => content).toSorted()).toEqual(['Busan', 'Seoul']);
    const right = choiceList.find(({ content }) => content === 'Seoul')!.order;
    await stand([3 - right, right, 3 - right, right]);
    await skipTo(isReveal);
    expect(await marks(1)).toEqual([true, true, false, true]);
    expect(host.last('endQuizTime')!.crowd).toMatchObject({ players: 4, played: 4, right: 3 });

    await skipTo(isAct(1));
    await begun();
    await write(['warm cold', 'warm', 'cold', 'wet']);
    await skipTo(isAct(2));
    expect(players[0]!.last('startQuizTime')).toMatchObject({ sizes: [2, 2, 1] });
    await skipTo(isReveal);
    // Nobody is right or wrong in it.
    await players[0]!.until(() => players[0]!.all('endQuizTime').length === 2);

    await skipTo(isPart(0));
    await stand([1, 1, 2, 2]);
    await skipTo(isPart(1));
    await stand([2, 2, 2, 1]);
    await skipTo(isPart(2));
    await stand([1, 2, 1, 2]);
    expect(players[0]!.all('myResult')).toHaveLength(1);
    await skipTo(isReveal);
    expect(await marks(2)).toEqual([true, false, false, false]);
    const gains = players.map((one) => one.last('myResult')!.gain);
    expect(gains).toEqual([100, 66, 66, 0]);
  });
});
