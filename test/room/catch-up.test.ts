import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { copyAndStore, CutChannel } from '../support/cut-channel.js';
import { headsOf } from '../support/restored-store.js';
import { dropFrom } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let channel: CutChannel;

beforeEach(async () => {
  stage = openStage();
  channel = new CutChannel(stage.bus);
  roomId = await stage.open();
});
afterEach(() => {
  closeStage(stage);
});

describe('a copy that missed updates', () => {
  it('catches up at the next update that it hears, and tells the players what they missed', async () => {
    const [ann, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await channel.inTheDark(async () => {
      await stage.changeElsewhere(roomId, rename(bob.seat.playerId, 'Robert'));
      stage.chat(bob, 'said in the dark');
      stage.move(bob, [1000, 2000]);
      await stage.room(roomId).batch.share();
    });
    await stage.changeElsewhere(roomId, changeSettings({ isMuted: true }));
    await stage.flush();
    expect(stage.eventsTo(ann)).toEqual([
      'setPlayerName',
      'updatePosition',
      'chatMessage',
      'muteChat',
    ]);
    const [copy, store] = await copyAndStore(stage, roomId);
    expect(copy).toEqual(store);
    expect(stage.failures).toEqual([]);
  });

  it('is found by the comparison when nothing more happens, within two looks', async () => {
    const [ann, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    channel.isCut = true;
    await stage.driver.start(roomId);
    channel.isCut = false;
    await vi.advanceTimersByTimeAsync(2_000);
    for (const actor of [ann, bob]) expect(stage.eventsTo(actor)).toContain('startGame');
    const [copy, store] = await copyAndStore(stage, roomId);
    expect(copy).toEqual(store);
  });

  it('hears of a question whose predecessor it never saw end', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    channel.isCut = true;
    await stage.driver.adjust(roomId, 'skip');
    await stage.driver.adjust(roomId, 'skip');
    channel.isCut = false;
    stage.broadcaster.clear();
    await stage.directory.compare();
    await stage.directory.compare();
    await stage.flush();
    const asked = ['startQuizTime', 'updatePosition'];
    expect(stage.eventsTo(ann)).toEqual(['phase', 'endQuizTime', 'phase', ...asked]);
    const [copy, store] = await copyAndStore(stage, roomId);
    expect(copy).toEqual(store);
  });

  it('hears of a game and a question that it never saw begin before it hears of the reveal', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    channel.isCut = true;
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    await stage.driver.adjust(roomId, 'skip');
    channel.isCut = false;
    stage.broadcaster.clear();
    await stage.directory.compare();
    await stage.directory.compare();
    const question = ['phase', 'startQuizTime'];
    expect(stage.eventsTo(ann)).toEqual([
      'startGame',
      'phase',
      ...question,
      'phase',
      'endQuizTime',
    ]);
  });

  it('hears of the end of a game that it never saw begin', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    channel.isCut = true;
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'end');
    channel.isCut = false;
    stage.broadcaster.clear();
    await stage.directory.compare();
    await stage.directory.compare();
    expect(stage.eventsTo(ann)).toEqual(['startGame', 'phase', 'phase', 'endGame']);
  });

  it('R5.3 still holds late moves back when it only missed that somebody left', async () => {
    const [ann, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    const { phase } = await stage.state(roomId);
    const { position } = (await stage.state(roomId)).seats.get(0)!;
    stage.timer.close();
    channel.isCut = true;
    await stage.exit(bob);
    channel.isCut = false;
    vi.setSystemTime(phase.kind === 'lobby' ? 0 : phase.clock.endTime);
    stage.move(ann, [1, 2]);
    stage.broadcaster.clear();
    await stage.directory.catchUpAll();
    await stage.room(roomId).batch.share();
    expect(stage.eventsTo(ann)).not.toContain('phase');
    expect((await stage.state(roomId)).seats.get(0)!.position).toEqual(position);
  });

  it('catches up at once when it is told that updates may have been missed', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    channel.isCut = true;
    await stage.driver.start(roomId);
    channel.isCut = false;
    await stage.directory.catchUpAll();
    expect(stage.eventsTo(ann)).toContain('startGame');
  });

  it('is left alone while updates are merely on their way', async () => {
    await stage.seatAll(roomId, 'Ann');
    await stage.directory.compare();
    const since = vi.spyOn(stage.store, 'since');
    for (let look = 0; look < 5; look++) await stage.directory.compare();
    expect(since).not.toHaveBeenCalled();
  });

  it('is left alone while the store answers slowly and updates come as late as the answers', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    await stage.directory.compare();
    const late: (() => void)[] = [];
    const heads = stage.store.heads.bind(stage.store);
    const slow = vi.spyOn(stage.store, 'heads').mockImplementation(async (ids) => {
      const told = await heads(ids);
      await new Promise<void>((answer) => late.push(answer));
      return told;
    });
    const since = vi.spyOn(stage.store, 'since');
    channel.isCut = true;
    stage.chat(ann, 'on its way');
    await stage.room(roomId).batch.share();
    channel.isCut = false;
    // Three looks fall due before the first one is answered.
    await stage.pass(3_500);
    expect(slow).toHaveBeenCalledTimes(1);
    for (const answer of late) answer();
    slow.mockRestore();
    // The next look comes so soon that the updates may still be behind the answer.
    await stage.pass(500);
    expect(since).not.toHaveBeenCalled();
    await stage.pass(1_000);
    expect(since).toHaveBeenCalledTimes(1);
  });

  it('R2.3 has a connection taken anew whose hold on the seat the store has lost', async () => {
    const [ann, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await channel.inTheDark(() => dropFrom(stage.elsewhere, roomId, bob.seat.slot));
    await stage.directory.compare();
    await stage.directory.compare();
    await stage.flush();
    expect(new Set(stage.broadcaster.reconnected)).toEqual(new Set([bob.connectionId]));
    expect(stage.eventsTo(ann)).toContain('updatePresence');
  });

  it('takes a snapshot of every room when the store is another one', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    await stage.directory.compare();
    const incarnation = 'restarted';
    const heads = stage.store.heads.bind(stage.store);
    stage.store.heads = async (ids) => headsOf(await heads(ids), incarnation);
    const since = vi.spyOn(stage.store, 'since').mockImplementation(async (id) => {
      const taken = await stage.store.snapshot(id);
      return taken && { kind: 'snapshot', snapshot: { ...taken, incarnation } };
    });
    await stage.directory.compare();
    expect(since).toHaveBeenCalledTimes(1);
    await stage.directory.compare();
    expect(since).toHaveBeenCalledTimes(1);
    await stage.flush();
    // No change of the room was missed, so nobody starts anew.
    expect(stage.eventsTo(ann)).toEqual(['updatePosition']);
  });
});

describe('a newcomer whose own seat has not been heard of yet', () => {
  it('is let in once it has, and told who it is', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    channel.isCut = true;
    const bob = await stage.sit(roomId, 'Bob');
    channel.isCut = false;
    await stage.flush();
    expect([bob.isAdmitted(), stage.eventsTo(bob)]).toEqual([false, []]);
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(bob.isAdmitted()).toBe(true);
    expect(stage.eventsTo(bob)).toContain('getSelfId');
    expect(stage.eventsTo(ann)).toContain('joinRoom');
  });

  it('R2.2 goes back to it as somebody who is connected', async () => {
    const [, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await stage.drop(bob);
    await stage.flush();
    channel.isCut = true;
    const again = await stage.sit(roomId, 'Bob');
    channel.isCut = false;
    await stage.flush();
    expect(again.isAdmitted()).toBe(false);
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(again.isAdmitted()).toBe(true);
  });

  it('R2.3 is not waited for when a newer connection took the seat meanwhile', async () => {
    await stage.seatAll(roomId, 'Ann');
    channel.isCut = true;
    const old = await stage.sit(roomId, 'Bob');
    channel.isCut = false;
    // It waits until the copy has come to where the first one sat down.
    const newer = stage.sit(roomId, 'Bob');
    await stage.pass(0);
    await stage.directory.catchUpAll();
    await newer;
    await stage.rooms.drop(old.membership, old.connectionId);
    await stage.flush();
    expect(stage.eventsTo(old)).toEqual(['notice']);
    expect(old.isAdmitted()).toBe(true);
  });
});

describe('a process that others thought dead', () => {
  it('R2.2 has its players take their seats again', async () => {
    const [, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await dropFrom(stage.elsewhere, roomId, bob.seat.slot);
    expect(stage.broadcaster.reconnected).toEqual([bob.connectionId]);
  });

  it('R10.5 has its projectors take their places again', async () => {
    const [here, gone] = [await stage.watch(roomId), await stage.watch(roomId)];
    await stage.drop(gone);
    const connectionIds = [here.connectionId, gone.connectionId, 'elsewhere'];
    const { seq } = stage.room(roomId).view;
    const lost = { kind: 'screensRemoved', connectionIds, reason: 'lost' } as const;
    stage.room(roomId).apply({ kind: 'appended', id: 'x', changes: [lost], seq: seq + 1 });
    expect(stage.broadcaster.reconnected).toEqual([here.connectionId]);
  });

  it('R2.2 but who really dropped is let go', async () => {
    const [, bob] = (await stage.seatAll(roomId, 'Ann', 'Bob')) as [Actor, Actor];
    await stage.drop(bob);
    expect(stage.broadcaster.reconnected).toEqual([]);
  });
});

describe('a room that the store has lost', () => {
  it('is told to its players, who are sent away, and is not hosted any more', async () => {
    const [ann] = (await stage.seatAll(roomId, 'Ann')) as [Actor];
    stage.store.heads = async () => ({ rooms: new Map(), away: new Set() });
    await stage.directory.compare();
    // The update that closed it could still be on its way.
    expect(stage.broadcaster.disconnected).toEqual([]);
    await stage.directory.compare();
    expect(stage.broadcaster.heard(ann.connectionId).map(({ payload }) => payload)).toEqual([
      { code: 'ROOM_LOST' },
    ]);
    expect(stage.broadcaster.disconnected).toEqual([ann.connectionId]);
    expect(stage.directory.get(roomId)).toBeUndefined();
  });
});
