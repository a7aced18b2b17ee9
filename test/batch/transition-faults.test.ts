import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerEvent } from '../../src/protocol/index.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({}, 3, 'host');
  [, ann] = (await stage.seatAll(roomId, 'host', 'ann')) as [Actor, Actor];
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

describe('a transition', () => {
  it.each<[string, ServerEvent]>([
    ['a newcomer could not be admitted', 'getSelfId'],
    ['what happened before it could not be told', 'chatMessage'],
  ])('is told once to everybody else where %s', async (_, broken) => {
    if (broken === 'getSelfId') await stage.sit(roomId, 'bob');
    stage.chat(ann, 'hello');
    await stage.room(roomId).batch.share();
    stage.broadcaster.breaks = ({ event }) => event === broken;
    await stage.driver.start(roomId);
    const told = stage.broadcaster.payloads(ann.connectionId, 'phase');
    expect(told.map(({ kind }) => kind)).toEqual(['countdown']);
    stage.broadcaster.breaks = () => false;
    expect(stage.failures.splice(0).map(String)).toEqual([`Error: cannot send ${broken}`]);
  });
});

describe('a kick', () => {
  it('R9.1 stands in the copy and ends the connection where its goodbye cannot be sent', async () => {
    stage.broadcaster.breaks = ({ event }) => event === 'kickRoom';
    await stage.rooms.kick(stage.room(roomId), ann.seat.playerId);
    stage.broadcaster.breaks = () => false;
    expect(stage.failures.splice(0).map(String)).toEqual(['Error: cannot send kickRoom']);
    expect(stage.room(roomId).has(ann.connectionId)).toBe(false);
    const { seq, seats } = stage.room(roomId).view;
    expect([seq, [...seats.keys()]]).toEqual([(await stage.state(roomId)).seq, [0]]);
  });
});

describe('a deadline that all processes hear of at once', () => {
  let reads: () => number;

  beforeEach(async () => {
    await stage.driver.start(roomId);
    const readRoom = vi.spyOn(stage.store, 'readRoom');
    reads = () => readRoom.mock.calls.length;
  });

  /** How often the room was read; `meanwhile` is while the host's process goes first. */
  async function readsOf(hasHost: boolean, version: number, meanwhile?: () => void) {
    vi.spyOn(stage.room(roomId), 'hasHost', 'get').mockReturnValue(hasHost);
    const done = stage.driver.advance(roomId, version, 'expiry');
    meanwhile?.();
    await done;
    return reads();
  }

  function knowVersion(version: number): void {
    const { state } = stage.room(roomId).view;
    state.phase = { ...state.phase, version };
  }

  it('is judged at once by the process of the host', async () => {
    const { version } = stage.room(roomId).view.phase;
    expect(await readsOf(true, version)).toBe(1);
  });

  it('is left alone by another one that has heard of the next phase meanwhile', async () => {
    const { version } = stage.room(roomId).view.phase;
    expect(await readsOf(false, version, () => knowVersion(version + 1))).toBe(0);
  });

  it('is judged by another one that has not', async () => {
    const { version } = stage.room(roomId).view.phase;
    expect(await readsOf(false, version)).toBe(1);
  });

  it('is judged by another one whose copy is behind', async () => {
    const { version } = stage.room(roomId).view.phase;
    knowVersion(version - 1);
    expect(await readsOf(false, version)).toBe(1);
  });
});
