import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFraction, type WirePosition } from '../../src/protocol/index.js';
import type { Position } from '../../src/game/shared/zones.js';
import { inZone } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;
let gil: Actor;
let screen: Actor;

const onWire = ([x, y]: Position): WirePosition => [toFraction(x), toFraction(y)];
const WALK: Position = [12_345, 54_321];

async function answerZones(): Promise<{ right: number; wrong: number }> {
  const { phase, game } = await stage.state(roomId);
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const right = rightOf(game?.questions[phase.index]);
  return { right, wrong: 3 - right };
}

/** Waits for the next question and has everybody answer; ends in its reveal. */
async function answer(rightOnes: Actor[], wrongOnes: Actor[]): Promise<void> {
  const { phase } = await stage.state(roomId);
  await stage.pass(phase.kind === 'lobby' ? 0 : phase.clock.endTime - Date.now());
  const { right, wrong } = await answerZones();
  for (const one of rightOnes) stage.move(one, inZone(right));
  for (const one of wrongOnes) stage.move(one, inZone(wrong));
  await stage.pass(18_000);
}

/** A survival game in whose first reveal `gil` has just fallen. */
beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
  screen = await stage.watch(roomId);
  [ann, bob, gil] = (await stage.seatAll(roomId, 'ann', 'bob', 'gil')) as [Actor, Actor, Actor];
  await stage.driver.start(roomId);
  await answer([ann, bob], [gil]);
});
afterEach(() => {
  closeStage(stage);
});

/** All places of a player that a connection was told of since the last `clear`, newest last. */
function positionsOf(player: Actor, { connectionId }: Actor): WirePosition[] {
  return stage.broadcaster
    .payloads(connectionId, 'updatePosition')
    .flatMap(({ updates }) => updates)
    .filter(({ playerId }) => playerId === player.seat.playerId)
    .map(({ playerPosition }) => playerPosition);
}

describe('R7.1 the living', () => {
  it('never get a byte of what ghosts do or say', async () => {
    await stage.flush();
    stage.broadcaster.clear();
    stage.move(gil, WALK);
    stage.chat(gil, 'boo');
    await stage.flush();
    for (const one of [ann, bob, screen])
      expect(stage.broadcaster.heard(one.connectionId)).toEqual([]);
    expect(stage.broadcaster.eventsOf(gil.connectionId)).toEqual(['updatePosition', 'chatMessage']);

    // The same among moves and chat of the living.
    stage.move(gil, [1, 2]);
    stage.move(bob, [3, 4]);
    stage.chat(gil, 'boo again');
    stage.chat(bob, 'hello');
    await stage.flush();
    for (const one of [ann, bob, screen]) {
      const text = stage.broadcaster.textOf(one.connectionId);
      expect(text).not.toContain('boo');
      expect(text).not.toContain(gil.seat.playerId);
      expect(text).toContain('hello');
      expect(positionsOf(bob, one)).toEqual([onWire([3, 4])]);
    }
  });

  it('number their chat without a gap', async () => {
    stage.chat(gil, 'boo');
    stage.chat(bob, 'one');
    stage.chat(gil, 'boo');
    stage.chat(bob, 'two');
    await stage.flush();
    const ids = (one: Actor): number[] =>
      stage.broadcaster
        .payloads(one.connectionId, 'chatMessage')
        .flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(ids(ann)).toEqual([1, 2]);
    expect(ids(gil)).toEqual([1, 2, 3, 4]);
  });

  it('go on seeing a ghost where it fell, also those who come later', async () => {
    const fell = inZone((await stage.state(roomId)).seats.get(2)!.position[0] < 32_760 ? 1 : 2);
    stage.move(gil, WALK);
    stage.chat(gil, 'boo');
    await stage.flush();
    stage.broadcaster.clear();
    const late = await stage.watch(roomId);
    await stage.flush();
    const roster = stage.broadcaster.payloads(late.connectionId, 'joinRoom')[0]?.players;
    expect(roster?.find(({ playerId }) => playerId === gil.seat.playerId)).toMatchObject({
      isAlive: false,
      playerPosition: onWire(fell),
    });
    expect(stage.broadcaster.textOf(late.connectionId)).not.toContain('boo');
  });

  it('who comes back gets no ghost’s chat either', async () => {
    stage.chat(bob, 'one');
    stage.chat(gil, 'boo');
    await stage.flush();
    await stage.drop(ann);
    stage.chat(gil, 'boo');
    stage.chat(bob, 'two');
    await stage.flush();
    const back = await stage.sit(roomId, 'ann', { audience: 'living', id: 1 });
    await stage.flush();
    const messages = stage.broadcaster.payloads(back.connectionId, 'chatMessage')[0]?.messages;
    expect(messages?.map(({ id, message }) => [id, message])).toEqual([[2, 'two']]);
  });
});

describe('R7.2 ghosts', () => {
  it('see and hear the living and each other', async () => {
    await answer([ann], [bob]);
    await stage.flush();
    stage.broadcaster.clear();
    stage.move(gil, WALK);
    stage.move(ann, [3, 4]);
    stage.chat(gil, 'boo');
    stage.chat(ann, 'hello');
    await stage.flush();
    expect(positionsOf(gil, bob)).toEqual([onWire(WALK)]);
    expect(positionsOf(ann, bob)).toEqual([onWire([3, 4])]);
    const [frame] = stage.broadcaster.payloads(bob.connectionId, 'chatMessage');
    expect(frame?.messages.map(({ message }) => message)).toEqual(['boo', 'hello']);
    expect(positionsOf(gil, ann)).toEqual([]);
  });

  it('share one frame with the living while no ghost moves', async () => {
    await stage.flush();
    stage.broadcaster.clear();
    stage.move(ann, [3, 4]);
    stage.move(bob, [5, 6]);
    await stage.flush();
    expect(stage.broadcaster.frames).toHaveLength(1);
    expect(stage.broadcaster.frames[0]?.reached).toHaveLength(4);
  });

  it('R7.3 who joins a running survival game comes in as one and walks at once', async () => {
    await stage.flush();
    stage.broadcaster.clear();
    const late = await stage.sit(roomId, 'late');
    stage.move(late, WALK);
    stage.chat(late, 'boo');
    await stage.flush();
    expect(positionsOf(late, gil)).toEqual([onWire(WALK)]);
    expect(positionsOf(late, ann)).toEqual([]);
    expect(stage.broadcaster.textOf(ann.connectionId)).not.toContain('boo');
    const roster = stage.broadcaster.payloads(ann.connectionId, 'joinRoom')[0]?.players;
    expect(roster).toMatchObject([{ isAlive: false, playerName: 'late' }]);
    expect(roster?.[0]?.playerPosition).not.toEqual(onWire(WALK));
  });
});

describe('R7.4 a change of audience', () => {
  it('brings the fallen all positions of the ghosts’ view with the next flush', async () => {
    stage.move(gil, WALK);
    await stage.flush();
    await answer([ann], [bob]);
    stage.broadcaster.clear();
    stage.move(gil, [1, 2]);
    await stage.flush();
    const frames = stage.broadcaster.payloads(bob.connectionId, 'updatePosition');
    expect(frames).toHaveLength(1);
    expect(frames[0]?.updates).toHaveLength(3);
    expect(positionsOf(gil, bob)).toEqual([onWire([1, 2])]);
    // Who was a ghost before gets the batch, not everything.
    const [batch] = stage.broadcaster.payloads(gil.connectionId, 'updatePosition');
    expect(batch?.updates).toHaveLength(1);
    expect(frames[0]?.seq).toBe(batch?.seq);
    expect(stage.broadcaster.heard(ann.connectionId)).toEqual([]);
  });

  it('at the end brings everybody all positions: ghosts stand where they walked', async () => {
    stage.move(gil, WALK);
    await stage.flush();
    await stage.driver.adjust(roomId, 'end');
    stage.broadcaster.clear();
    await stage.flush();
    for (const one of [ann, bob, gil, screen]) {
      const frames = stage.broadcaster.payloads(one.connectionId, 'updatePosition');
      expect(frames).toHaveLength(1);
      expect(frames[0]?.updates).toHaveLength(3);
      expect(positionsOf(gil, one)).toEqual([onWire(WALK)]);
    }
    expect(stage.broadcaster.frames).toHaveLength(1);
    stage.chat(gil, 'alive!');
    await stage.flush();
    expect(stage.broadcaster.textOf(ann.connectionId)).toContain('alive!');
  });

  it('at the end shows also those ghosts where they are who are not connected here', async () => {
    stage.move(gil, WALK);
    await stage.flush();
    await stage.drop(gil);
    await stage.driver.adjust(roomId, 'end');
    stage.broadcaster.clear();
    await stage.flush();
    for (const one of [ann, bob, screen]) expect(positionsOf(gil, one)).toEqual([onWire(WALK)]);
  });

  it('does not happen to a game that ends without ghosts', async () => {
    await stage.driver.adjust(roomId, 'end');
    await stage.flush();
    await stage.driver.start(roomId);
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, 'end');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual(['phase', 'endGame']);
  });

  it('R2.2 a ghost that comes back is a ghost where it walked', async () => {
    stage.move(gil, WALK);
    await stage.drop(gil);
    const back = await stage.sit(roomId, 'gil');
    await stage.flush();
    const roster = stage.broadcaster.payloads(back.connectionId, 'joinRoom')[0]?.players;
    expect(roster?.find(({ playerId }) => playerId === back.seat.playerId)).toMatchObject({
      isAlive: false,
      playerPosition: onWire(WALK),
    });
    stage.broadcaster.clear();
    stage.chat(back, 'boo');
    await stage.flush();
    expect(stage.broadcaster.heard(ann.connectionId)).toEqual([]);
    expect(stage.broadcaster.eventsOf(back.connectionId)).toEqual(['chatMessage']);
  });
});
