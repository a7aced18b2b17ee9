import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const COUNTDOWN_MS = 3_000;
const GET_READY_MS = 3_000;

let stage: Stage;
let roomId: string;
let host: Actor;

beforeEach(async () => {
  stage = openStage({ minShownMs: limits.MIN_SHOWN_MS });
  roomId = await stage.open({ gameMode: 'SURVIVAL' });
  [host] = (await stage.seatAll(roomId, 'hana', 'ann', 'bob')) as [Actor, Actor, Actor];
  await stage.driver.start(roomId);
  await stage.pass(COUNTDOWN_MS);
  await stage.flush();
  stage.broadcaster.clear();
});
afterEach(() => {
  closeStage(stage);
});

const events = (): string[] =>
  stage.broadcaster.eventsOf(host.connectionId).filter((event) => /phase|Quiz|Game/.test(event));
const living = async (): Promise<number> =>
  [...(await stage.state(roomId)).seats.values()].filter(({ fellAt }) => fellAt === null).length;

describe('R4.7 skipping a question', () => {
  it('R4.8 that is still being read puts another one in its place; nobody is judged', async () => {
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
    const phase = { kind: 'question', index: 0, count: 3, drops: 1 };
    expect(await stage.state(roomId)).toMatchObject({ phase });
    expect(events()).toEqual(['phase', 'startQuizTime']);
    expect(await living()).toBe(3);
  });

  it('drops it until its choices were there for 3 s by the clock of the store', async () => {
    await stage.pass(GET_READY_MS + limits.MIN_SHOWN_MS - 60);
    await stage.driver.adjust(roomId, 'skip');
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'question', drops: 1 } });
    await stage.pass(GET_READY_MS + limits.MIN_SHOWN_MS);
    await stage.driver.adjust(roomId, 'skip');
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'reveal', drops: 1 } });
  });

  it('does nothing where it is meant for the question before', async () => {
    const { phase } = await stage.state(roomId);
    await stage.driver.adjust(roomId, 'skip', phase.version);
    const next = await stage.state(roomId);
    const late = () => stage.driver.adjust(roomId, 'skip', phase.version);
    expect(await codeOf(late)).toBe('TOO_LATE');
    expect((await stage.state(roomId)).phase).toEqual(next.phase);
  });

  it('drops each of the set, and then the game is over', async () => {
    for (let dropped = 1; dropped < 5; dropped++) {
      await stage.driver.adjust(roomId, 'skip');
      // Five questions in the set, three of them drawn, two to stand in.
      const count = 3 - Math.max(0, dropped - 2);
      const phase = { kind: 'question', index: 0, count, drops: dropped };
      expect(await stage.state(roomId)).toMatchObject({ phase });
    }
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'lobby' }, game: null });
    const each = Array.from({ length: 4 }, () => ['phase', 'startQuizTime']);
    expect(events()).toEqual([...each.flat(), 'phase', 'endGame']);
    const { results = [] } = stage.broadcaster.payloads(host.connectionId, 'endGame')[0] ?? {};
    expect(results.map(({ score }) => score)).toEqual([0, 0, 0]);
  });
});
