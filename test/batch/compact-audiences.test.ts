import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  decodeFlush,
  encodeMove,
  toFraction,
  type CompactFlush,
} from '../../src/protocol/index.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
  stage.format = 'compact';
});
afterEach(() => {
  closeStage(stage);
});

const flushesOf = ({ connectionId }: Actor): CompactFlush[] =>
  stage.broadcaster.payloads(connectionId, 'flush');

/** Goes to the next question and to its end; those named stand in a wrong zone. */
async function answer(rightOnes: Actor[], wrongOnes: Actor[]): Promise<void> {
  await standApart(stage, roomId, rightOnes, wrongOnes);
  await stage.driver.adjust(roomId, 'skip');
}

describe('R7.1 the living', () => {
  let ann: Actor;
  let bob: Actor;
  let gil: Actor;
  let screen: Actor;

  /** Gil has fallen, and everybody has been told so. */
  beforeEach(async () => {
    [ann, bob, gil] = (await stage.seatAll(roomId, 'ann', 'bob', 'gil')) as [Actor, Actor, Actor];
    screen = await stage.watch(roomId);
    await stage.driver.start(roomId);
    await answer([ann, bob], [gil]);
    await stage.flush();
    stage.broadcaster.clear();
  });

  it('get the number of a flush of which only ghosts may hear, and no other byte', async () => {
    stage.move(gil, [1, 2]);
    stage.chat(gil, 'boo');
    await stage.flush();
    const [[seq, moves, chat]] = flushesOf(gil) as [CompactFlush];
    expect([moves, chat?.[2][0]?.[1]]).toEqual([encodeMove(gil.seat.slot, 1, 2), 'boo']);
    for (const one of [ann, bob, screen])
      expect(stage.broadcaster.textOf(one.connectionId)).toBe(`["flush",[${seq},""]]`);
  });

  it('get what the living do and say, as if there were no ghosts', async () => {
    for (const one of [gil, bob]) {
      stage.move(one, [3, 4]);
      stage.chat(one, `of ${one.seat.slot}`);
    }
    await stage.flush();
    for (const one of [ann, bob, screen]) {
      const [[seq, moves, chat, ...rest]] = flushesOf(one) as [CompactFlush];
      expect(moves).toBe(encodeMove(bob.seat.slot, 3, 4));
      expect(chat).toEqual([1, expect.any(Number), [[bob.seat.slot, `of ${bob.seat.slot}`, 0]]]);
      expect([rest, seq]).toEqual([[], flushesOf(gil)[0]![0]]);
    }
    expect(flushesOf(gil)[0]![2]?.[0]).toBe(2);
    expect(stage.broadcaster.frames).toHaveLength(2);
  });

  it('share one frame with the ghosts while those are still and silent', async () => {
    stage.move(ann, [5, 6]);
    await stage.flush();
    expect(stage.broadcaster.frames).toHaveLength(1);
    expect(stage.broadcaster.frames[0]?.reached).toHaveLength(4);
  });

  it('see a ghost where it fell, in both formats', async () => {
    stage.move(gil, [1, 2]);
    await stage.flush();
    const { view } = stage.room(roomId);
    const holder = { playerId: gil.seat.playerId, playerName: 'gil' };
    for (const audience of ['living', 'ghosts'] as const) {
      const packed = view.packedPositions([gil.seat.slot], audience);
      const updates = view.positions([gil.seat.slot], audience);
      expect([...decodeFlush([7, packed], () => holder)]).toEqual([
        ['updatePosition', { seq: 7, updates }],
      ]);
    }
    expect(view.positions([gil.seat.slot], 'living')).not.toEqual(
      view.positions([gil.seat.slot], 'ghosts'),
    );
  });

  it('R7.3 hear of a latecomer in the roster, and nothing of where it walks', async () => {
    const late = await stage.sit(roomId, 'late');
    stage.move(late, [9, 9]);
    stage.chat(late, 'boo');
    await stage.flush();
    const [[, moves, chat, before]] = flushesOf(ann) as [CompactFlush];
    expect([moves, chat]).toEqual(['', null]);
    const { position, fellAt } = stage.room(roomId).view.seats.get(late.seat.slot)!;
    expect(position).toEqual([9, 9]);
    expect(before).toMatchObject([
      ['joinRoom', { players: [{ isAlive: false, playerPosition: fellAt!.map(toFraction) }] }],
    ]);
    expect(flushesOf(gil)[0]?.[1]).toBe(encodeMove(late.seat.slot, 9, 9));
  });

  it('R7.4 who falls gets all places of the ghosts’ view within the frame of the flush', async () => {
    stage.move(gil, [11, 12]);
    await stage.flush();
    await answer([ann], [bob]);
    stage.broadcaster.clear();
    stage.move(gil, [1, 2]);
    await stage.flush();
    expect(flushesOf(bob)).toHaveLength(1);
    expect(flushesOf(bob)[0]![1]).toHaveLength(3 * 8);
    expect(flushesOf(bob)[0]![1]).toContain(encodeMove(gil.seat.slot, 1, 2));
    expect(flushesOf(gil)[0]![1]).toBe(encodeMove(gil.seat.slot, 1, 2));
    expect(flushesOf(ann)[0]).toEqual([flushesOf(bob)[0]![0], '']);
  });

  it('R7.4 get all places at the end, where ghosts come back to life where they walked', async () => {
    stage.move(gil, [11, 12]);
    await stage.flush();
    await stage.driver.adjust(roomId, 'end');
    stage.broadcaster.clear();
    await stage.flush();
    for (const one of [ann, bob, gil, screen]) {
      expect(flushesOf(one)).toHaveLength(1);
      expect(flushesOf(one)[0]![1]).toHaveLength(3 * 8);
      expect(flushesOf(one)[0]![1]).toContain(encodeMove(gil.seat.slot, 11, 12));
    }
  });
});
