import { nameOf } from '../../src/protocol/judged-name.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlayableItem } from '../../src/game/shared/quiz-set.js';
import { limits, type ChatCursor } from '../../src/protocol/index.js';
import { aSet, someQuestions } from '../support/game-data.js';
import { isPrivate } from '../support/private-events.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  [ann] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor];
});
afterEach(() => {
  closeStage(stage);
});

/** So many messages, the last of which is the newest. */
async function talk(count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    stage.chat(ann, `message ${n}`);
    await stage.flush();
  }
}

const heard = (actor: Actor): number[] =>
  stage.broadcaster
    .payloads(actor.connectionId, 'chatMessage')
    .flatMap(({ messages }) => messages.map(({ id }) => id));

const newest = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('R8.1 R10.6 the chat of who comes', () => {
  it('is the newest 50 messages for who says that it has none, or another store’s', async () => {
    await talk(60);
    const { incarnation } = stage.room(roomId).view;
    const cursors: Record<string, ChatCursor | null> = {
      none: null,
      zero: { audience: 'living', id: 0 },
      'zero of here': { audience: 'living', id: 0, incarnation },
      foreign: { audience: 'living', id: 3, incarnation: 'another' },
      honest: { audience: 'living', id: 3, incarnation },
      old: { audience: 'living', id: 58 },
    };
    for (const [name, cursor] of Object.entries(cursors)) {
      const actor = await stage.sit(roomId, name, cursor);
      await stage.flush();
      const from = name === 'honest' ? 4 : name === 'old' ? 59 : 61 - limits.CHAT_ON_JOIN;
      expect([name, heard(actor)]).toEqual([name, newest(from, 60)]);
    }
  });

  it('is one frame for all who have the same', async () => {
    await talk(5);
    const { incarnation } = stage.room(roomId).view;
    stage.broadcaster.clear();
    const actors: Actor[] = [];
    for (const id of [2, 2, 2, 3, 0, 0])
      actors.push(
        await stage.sit(roomId, `back ${actors.length}`, { audience: 'living', id, incarnation }),
      );
    await stage.flush();
    expect(actors.map((actor) => heard(actor)[0])).toEqual([3, 3, 3, 4, 1, 1]);
    const frames = stage.broadcaster.frames.filter(({ event }) => event === 'chatMessage');
    expect(frames.map(({ reached }) => reached.length).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3,
    ]);
  });
});

describe('R10.6 corrections of a game that is over', () => {
  it('are told at once, and then once a second, with what stands by then', async () => {
    await stage.finish(stage.driver.start(roomId));
    for (let n = 0; n < 2; n++) await stage.finish(stage.driver.adjust(roomId, 'skip'));
    await stage.finish(stage.driver.adjust(roomId, 'skip'));
    await stage.finish(stage.driver.adjust(roomId, 'end'));
    await stage.pass(2_000);
    expect((await stage.state(roomId)).phase.kind).toBe('lobby');
    stage.broadcaster.clear();
    const tables = () => stage.broadcaster.payloads(ann.connectionId, 'endGame');
    for (let n = 0; n < 40; n++) {
      const isVoid = n % 2 === 0;
      const correction = {
        kind: 'correct',
        name: nameOf({ index: 0 }),
        isVoid,
        rights: null,
      } as const;
      await stage.finish(stage.driver.adjust(roomId, correction), 25);
    }
    const { version } = (await stage.state(roomId)).phase;
    await stage.pass(1_000);
    // Forty in a second or two.
    expect(tables().length).toBeGreaterThan(1);
    expect(tables().length).toBeLessThan(6);
    const phases = stage.broadcaster.payloads(ann.connectionId, 'phase');
    expect(phases.at(-1)).toMatchObject({ version });
  });

  it('are told before the next item of the evening, which tells no table', async () => {
    closeStage(stage);
    const round = { kind: 'round', id: 'one', name: 'one', count: 1, factor: 1 } as const;
    const items: PlayableItem[] = [
      { ...round, standings: 'each', questions: someQuestions(1) },
      { kind: 'slide', id: 'thanks', title: 'Thanks', text: '', seconds: null },
    ];
    stage = openStage({ set: { ...aSet(), programme: items } });
    roomId = await stage.open();
    const [host, guest] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
    await stage.quizzes.choose(stage.room(roomId), 'ann', { quizSetId: 'test-set' });
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'end');
    await stage.pass(2_000);
    const { version } = (await stage.state(roomId)).phase;
    const { playerId } = guest.seat;
    const gift = { kind: 'givePoints', playerId, points: 100, reason: 'Song' } as const;
    for (let n = 0; n < 2; n++) {
      await stage.driver.adjust(roomId, gift, version);
      await stage.pass(100);
    }
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, 'next');
    await stage.flush();
    const events = stage.eventsTo(host).filter((event) => !isPrivate(event));
    expect(events).toEqual(['phase', 'endGame', 'phase', 'showItem']);
    const [table] = stage.broadcaster.payloads(host.connectionId, 'endGame');
    expect(table?.results.find((row) => row.playerId === playerId)?.score).toBe(200);
    await stage.pass(2_000);
    expect(stage.broadcaster.payloads(host.connectionId, 'endGame')).toHaveLength(1);
  });
});
