import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInWalls } from '../../src/game/map/built-in.js';
import { SAVED_WALK_MS } from '../../src/game/map/checked-walk.js';
import { readMap } from '../../src/game/map/map-text.js';
import { freePosition, positionOf, spotOf } from '../../src/game/map/places.js';
import { Walls } from '../../src/game/map/walls.js';
import type { Position } from '../../src/game/shared/zones.js';
import { STEPS, WALK_SPEED } from '../../src/protocol/index.js';
import { toWire } from '../../src/server/live/batch/room-view.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const MAZE = builtInWalls('maze') as Walls;
/** A wall in the middle of every row, with a gate at the top and one at the bottom. */
const OWN = readMap(
  Array.from({ length: 64 }, (_, y) => {
    const row = Array.from('.'.repeat(64));
    if (y > 3 && y < 60) row[31] = row[32] = '#';
    return row.join('');
  }).join('\n'),
);
const IN_WALL: Position = positionOf({ x: 31.6, y: 30.5 });
const LEFT: Position = positionOf({ x: 30, y: 30 });
const RIGHT: Position = positionOf({ x: 34, y: 30 });

let stage: Stage;
beforeEach(() => (stage = openStage({ map: OWN })));
afterEach(() => closeStage(stage));

const placeOf = async (roomId: string, { seat }: Actor): Promise<Position | undefined> =>
  (await stage.state(roomId)).seats.get(seat.slot)?.position;
const putBack = (actor: Actor) =>
  stage.told(actor).flatMap(([event, payload]) => {
    const name: string = event;
    return name === 'putBack'
      ? [(payload as unknown as { playerPosition: unknown }).playerPosition]
      : [];
  });
const ms = (from: Position, to: Position): number =>
  (Math.hypot(to[0] - from[0], to[1] - from[1]) / (WALK_SPEED * STEPS)) * 1_000;

describe('R24.1 the map of a room', () => {
  it('is what the host chooses of the maps that there are, with its walls', async () => {
    const roomId = await stage.open({ map: 'maze' });
    expect((await stage.state(roomId)).settings.walls).toBe(MAZE.digits);
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    const room = stage.room(roomId);
    await stage.rooms.changeOptions(room, { map: 'own' });
    await stage.flush();
    expect(stage.told(ann)).toContainEqual([
      'updateRoomOption',
      expect.objectContaining({ map: 'own', walls: OWN.digits }),
    ]);
    await stage.rooms.changeOptions(room, { map: 'yard', walking: 'checked' });
    await stage.flush();
    const [, told] = stage.told(ann).at(-1) as [string, object];
    expect(told).toMatchObject({ walking: 'checked' });
    expect(told).not.toHaveProperty('map');
    expect(told).not.toHaveProperty('walls');
  });

  it('is none that the server does not have, and changes in the lobby only', async () => {
    closeStage(stage);
    stage = openStage();
    expect(await codeOf(() => stage.open({ map: 'own' }))).toBe('BAD_REQUEST');
    const roomId = await stage.open();
    await stage.seatAll(roomId, 'ann');
    const room = stage.room(roomId);
    const before = (await stage.state(roomId)).settings;
    expect(await codeOf(() => stage.rooms.changeOptions(room, { map: 'own' }))).toBe('BAD_REQUEST');
    await stage.driver.start(roomId);
    for (const options of [{ map: 'maze' }, { walking: 'checked' }] as const)
      expect(await codeOf(() => stage.rooms.changeOptions(room, options))).toBe('WRONG_PHASE');
    expect((await stage.state(roomId)).settings).toEqual(before);
  });
});

describe('R24.2 nobody stands in a wall', () => {
  it('newcomers appear at free places', async () => {
    const roomId = await stage.open({ map: 'maze', maxPlayerCount: 60 });
    const names = Array.from({ length: 60 }, (_, n) => `guest ${n}`);
    const actors = await stage.seatAll(roomId, ...names);
    for (const actor of actors)
      expect(MAZE.isFree(spotOf((await placeOf(roomId, actor)) as Position))).toBe(true);
  });

  it('who moves into one is put beside it and told so, who moves past it is not', async () => {
    const roomId = await stage.open({ map: 'own' });
    const [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
    stage.move(ann, IN_WALL);
    stage.move(bob, RIGHT);
    await stage.flush();
    const beside = freePosition(OWN, IN_WALL);
    expect(await placeOf(roomId, ann)).toEqual(beside);
    expect(putBack(ann)).toEqual([toWire(beside)]);
    expect(await placeOf(roomId, bob)).toEqual(RIGHT);
    expect(putBack(bob)).toEqual([]);
  });

  it('who stands where a wall comes is moved, who is away, too', async () => {
    const roomId = await stage.open();
    const [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
    for (const actor of [ann, bob]) stage.move(actor, IN_WALL);
    await stage.flush();
    await stage.drop(bob);
    await stage.rooms.changeOptions(stage.room(roomId), { map: 'own' });
    await stage.flush();
    const beside = freePosition(OWN, IN_WALL);
    expect(await placeOf(roomId, ann)).toEqual(beside);
    expect(await placeOf(roomId, bob)).toEqual(beside);
    expect(putBack(ann)).toEqual([toWire(beside)]);
  });
});

describe('R24.5 checked walking', () => {
  const saved = SAVED_WALK_MS * 1.02;

  it('puts who jumps where they can have walked, and lets them come there in time', async () => {
    const roomId = await stage.open({ walking: 'checked' });
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    const start = (await placeOf(roomId, ann)) as Position;
    const far: Position = [start[0] < STEPS / 2 ? STEPS : 0, start[1]];
    stage.move(ann, far);
    await stage.flush();
    const there = (await placeOf(roomId, ann)) as Position;
    expect(ms(start, there)).toBeGreaterThan(SAVED_WALK_MS / 1.02);
    expect(ms(start, there)).toBeLessThan(saved);
    expect(putBack(ann)).toEqual([toWire(there)]);
    for (let n = 0; n < 20; n++) {
      await stage.pass(100);
      stage.move(ann, far);
    }
    await stage.flush();
    expect(await placeOf(roomId, ann)).toEqual(far);
  });

  it('leads around walls, and no straight step through one', async () => {
    const roomId = await stage.open({ map: 'own' });
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    stage.move(ann, LEFT);
    await stage.flush();
    await stage.rooms.changeOptions(stage.room(roomId), { walking: 'checked' });
    stage.move(ann, RIGHT);
    await stage.flush();
    const there = spotOf((await placeOf(roomId, ann)) as Position);
    expect(there.x).toBeLessThan(31);
    expect(Math.abs(there.y - 30)).toBeGreaterThan(10);
  });

  it('is not had anew by coming back, nor by an older connection', async () => {
    const roomId = await stage.open({ walking: 'checked' });
    const [ann] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor];
    const start = (await placeOf(roomId, ann)) as Position;
    const far: Position = [start[0] < STEPS / 2 ? STEPS : 0, start[1]];
    stage.move(ann, far);
    const back = await stage.sit(roomId, 'ann');
    stage.move(back, far);
    stage.move(ann, far);
    await stage.flush();
    expect(ms(start, (await placeOf(roomId, back)) as Position)).toBeLessThan(saved);
  });

  it('begins anew where everybody stands after a time in which nobody was checked', async () => {
    const roomId = await stage.open({ walking: 'checked' });
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    const room = stage.room(roomId);
    const from = (await placeOf(roomId, ann)) as Position;
    stage.move(ann, from);
    await stage.rooms.changeOptions(room, { walking: 'free' });
    const far: Position = [from[0] < STEPS / 2 ? STEPS - 100 : 100, from[1]];
    stage.move(ann, far);
    await stage.flush();
    await stage.rooms.changeOptions(room, { walking: 'checked' });
    const near: Position = [far[0], far[1] + 1];
    stage.move(ann, near);
    await stage.flush();
    expect(await placeOf(roomId, ann)).toEqual(near);
    expect(putBack(ann)).toEqual([]);
  });

  it('behind a curtain nobody moves, and nobody is told of it', async () => {
    const roomId = await stage.open({ walking: 'checked' });
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, { kind: 'curtain', break: null });
    await stage.flush();
    const before = await placeOf(roomId, ann);
    stage.move(ann, [0, 0]);
    stage.move(ann, [STEPS, STEPS]);
    await stage.flush();
    expect(await placeOf(roomId, ann)).toEqual(before);
    expect(putBack(ann)).toEqual([]);
  });
});
