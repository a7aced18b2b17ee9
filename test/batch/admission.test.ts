import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kick } from '../../src/game/seat-commands.js';
import { limits } from '../../src/protocol/index.js';
import { GIVEN_UP_MS, interceptAppend, loseAnswer } from '../support/appends.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
});
afterEach(() => {
  closeStage(stage);
});

const WELCOME = [
  'updateRoomOption',
  'updateRoomQuizset',
  'updateScreen',
  'updateModeration',
  'muteChat',
  'getSelfId',
  'joinRoom',
  'phase',
] as const;

describe('newcomers', () => {
  it('hear nothing before the flush that admits them, then everything in order', async () => {
    const bob = await stage.sit(roomId, 'bob');
    stage.move(ann, [5, 5]);
    expect(stage.broadcaster.heard(bob.connectionId)).toEqual([]);
    expect(bob.isAdmitted()).toBe(false);
    await stage.flush();
    expect(bob.isAdmitted()).toBe(true);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(WELCOME);
    const [roster] = stage.broadcaster.payloads(bob.connectionId, 'joinRoom');
    expect(roster?.players.map(({ playerName, isHost }) => [playerName, isHost])).toEqual([
      ['ann', true],
      ['bob', false],
    ]);
    const [self] = stage.broadcaster.payloads(bob.connectionId, 'getSelfId');
    expect(self).toEqual({ playerId: bob.seat.playerId });
  });

  it('of one flush share each frame, and come after the batch to those inside', async () => {
    stage.chat(ann, 'hello');
    await stage.flush();
    stage.broadcaster.clear();
    const crowd: Actor[] = [];
    for (let n = 0; n < 30; n++) crowd.push(await stage.sit(roomId, `guest ${n}`));
    stage.move(ann, [5, 5]);
    await stage.flush();
    const { frames } = stage.broadcaster;
    const inside = frames.filter(({ reached }) => reached.includes(ann.connectionId));
    expect(inside.map(({ event }) => event)).toEqual(['joinRoom', 'updatePosition']);
    expect(frames.slice(0, 2)).toEqual(inside);
    for (const event of [...WELCOME, 'chatMessage'] as const) {
      const own = frames.slice(2).filter((frame) => frame.event === event);
      expect(own).toHaveLength(event === 'getSelfId' ? 30 : 1);
      expect(own.flatMap(({ reached }) => reached).toSorted()).toEqual(
        crowd.map(({ connectionId }) => connectionId).toSorted(),
      );
    }
  });

  it('hear what happens from the next flush on, and miss nothing in between', async () => {
    const bob = await stage.sit(roomId, 'bob');
    stage.chat(ann, 'before');
    await stage.flush();
    stage.chat(ann, 'after');
    stage.move(bob, [9, 9]);
    await stage.flush();
    const said = stage.broadcaster
      .payloads(bob.connectionId, 'chatMessage')
      .flatMap((f) => f.messages);
    expect(said.map(({ id, message }) => [id, message])).toEqual([
      [1, 'before'],
      [2, 'after'],
    ]);
    expect(stage.broadcaster.payloads(bob.connectionId, 'updatePosition')).toHaveLength(1);
  });

  it('R1.4 who set a name while waiting comes in with it, and hears that it stands', async () => {
    const bob = await stage.sit(roomId, 'bob');
    const room = stage.room(roomId);
    expect(await stage.rooms.rename(room, bob.seat.playerId, 'ann', 'en')).toBe('ann 2');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual([...WELCOME, 'setPlayerName']);
    expect(stage.broadcaster.payloads(bob.connectionId, 'setPlayerName')).toEqual([
      { playerId: bob.seat.playerId, playerName: 'ann 2' },
    ]);
    const rosters = [ann, bob].map(
      (one) => stage.broadcaster.payloads(one.connectionId, 'joinRoom')[0],
    );
    for (const roster of rosters) expect(roster?.players.at(-1)?.playerName).toBe('ann 2');
    // Those inside need no second frame for it.
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual(['joinRoom']);
  });

  it('R1.4 a name that changes later is told to everybody', async () => {
    await stage.rooms.rename(stage.room(roomId), ann.seat.playerId, 'anna', 'en');
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(stage.broadcaster.payloads(ann.connectionId, 'setPlayerName')).toHaveLength(1);
    expect(stage.broadcaster.payloads(bob.connectionId, 'setPlayerName')).toEqual([]);
    const [roster] = stage.broadcaster.payloads(bob.connectionId, 'joinRoom');
    expect(roster?.players[0]?.playerName).toBe('anna');
  });

  it('R8.1 get the last 50 messages, and who was there before gets what it missed', async () => {
    for (let n = 1; n <= 70; n++) stage.chat(ann, `message ${n}`);
    await stage.flush();
    const fresh = [await stage.sit(roomId, 'bob'), await stage.sit(roomId, 'carl')];
    const back = await stage.sit(roomId, 'dora', { audience: 'living', id: 10 });
    const ahead = await stage.sit(roomId, 'eve', { audience: 'living', id: 70 });
    stage.broadcaster.clear();
    await stage.flush();
    const ids = ({ connectionId }: Actor): number[] =>
      stage.broadcaster
        .payloads(connectionId, 'chatMessage')
        .flatMap(({ messages }) => messages.map(({ id }) => id));
    for (const one of fresh) expect([ids(one)[0], ids(one).length]).toEqual([21, 50]);
    expect([ids(back)[0], ids(back).length]).toEqual([11, 60]);
    expect(ids(ahead)).toEqual([]);
  });

  it('R2.2 who comes back in the middle of a question sees it with its true end', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.driver.start(roomId);
    await stage.pass(3_000 + 3_000 + 5_000);
    await stage.drop(bob);
    stage.broadcaster.clear();
    const back = await stage.sit(roomId, 'bob');
    expect(back.membership).toMatchObject({ resumed: true, seat: { playerId: bob.seat.playerId } });
    await stage.flush();
    expect(stage.broadcaster.eventsOf(back.connectionId)).toEqual([
      ...WELCOME.slice(0, -1),
      'startGame',
      'phase',
      'startQuizTime',
    ]);
    const { phase } = await stage.state(roomId);
    const asked = stage.broadcaster.payloads(back.connectionId, 'startQuizTime')[0];
    expect(phase).toMatchObject({
      clock: { startTime: asked?.startTime, endTime: asked?.endTime },
    });
    expect(stage.broadcaster.textOf(back.connectionId)).not.toContain('answer');
  });

  it('R4.3, R6.3 who comes during a reveal or after a game sees how it ended', async () => {
    await stage.driver.start(roomId);
    await stage.pass(3_000 + 3_000 + 15_000);
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(bob.connectionId).slice(WELCOME.indexOf('phase'))).toEqual([
      'startGame',
      'phase',
      'startQuizTime',
      'endQuizTime',
    ]);
    await stage.driver.adjust(roomId, 'end');
    const carl = await stage.sit(roomId, 'carl');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(carl.connectionId).slice(WELCOME.indexOf('phase'))).toEqual([
      'phase',
      'endGame',
    ]);
    const ends = [ann, carl].map((one) => stage.broadcaster.payloads(one.connectionId, 'endGame'));
    expect(ends[1]).toEqual(ends[0]);
  });
});

describe('the creator', () => {
  it('R1.1 hears its PIN first', async () => {
    const room = stage.room(roomId);
    const joined = room.join({
      connectionId: 'x',
      slot: null,
      grant: null,
      format: 'json',
      isCreator: true,
      cursor: null,
    });
    await stage.flush();
    await joined;
    const { pin } = await stage.state(roomId);
    expect(stage.broadcaster.heard('x')[0]).toMatchObject({
      event: 'createRoom',
      payload: { gameId: pin },
    });
  });
});

describe('spectators', () => {
  it('R2.3 take no seat, are told no id of their own, and hear what the living hear', async () => {
    const screen = await stage.watch(roomId);
    expect(screen.membership.seat).toBeNull();
    await stage.flush();
    expect(stage.broadcaster.eventsOf(screen.connectionId)).toEqual(
      WELCOME.filter((event) => event !== 'getSelfId'),
    );
    expect((await stage.state(roomId)).seats.size).toBe(1);
    stage.move(ann, [3, 3]);
    await stage.flush();
    expect(stage.broadcaster.eventsOf(screen.connectionId)).toContain('updatePosition');
  });

  it('R10.1 are limited, and a place is free again when one goes', async () => {
    const screens: Actor[] = [];
    // One place is the host's.
    for (let n = 1; n < limits.MAX_SCREENS; n++) screens.push(await stage.watch(roomId));
    expect(await codeOf(() => stage.watch(roomId))).toBe('TOO_MANY_SCREENS');
    await stage.flush();
    await stage.drop(screens[0]!);
    await stage.watch(roomId);
    expect(await codeOf(() => stage.watch(roomId))).toBe('TOO_MANY_SCREENS');
  });

  describe('R10.5 a projector whose place was granted while the store was away', () => {
    const screen = { connectionId: 'screen', identityId: 'watcher' };
    beforeEach(async () => {
      loseAnswer(stage.store, 'screenAdded');
      loseAnswer(stage.store, 'screensRemoved', async () => {});
      const code = await stage.finish(codeOf(() => stage.rooms.watch(roomId, screen)));
      if (code !== 'STORE_AWAY') throw new Error(code);
    });

    it('gives it back when the store is back', async () => {
      await stage.pass(GIVEN_UP_MS + 1_000);
      expect((await stage.state(roomId)).screens.size).toBe(0);
    });

    it('keeps it where it has tried again on the same connection and is in', async () => {
      const watching = stage.rooms.watch(roomId, screen);
      await stage.pass(GIVEN_UP_MS + 1_000);
      await watching;
      expect([...(await stage.state(roomId)).screens.keys()]).toEqual([screen.connectionId]);
    });
  });
});

describe('connections that have to go', () => {
  it('R9.1 a newcomer who is kicked before it is in is told, sent away and never admitted', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.rooms.kick(stage.room(roomId), bob.seat.playerId);
    await stage.flush();
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(['kickRoom']);
    expect(stage.broadcaster.disconnected).toEqual([bob.connectionId]);
    expect(stage.broadcaster.textOf(ann.connectionId)).not.toContain(bob.seat.playerId);
    stage.chat(ann, 'gone?');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(['kickRoom']);
    expect(await codeOf(() => stage.sit(roomId, 'bob'))).toBe('KICKED');
  });

  it('R9.1 a projector goes, too, that had its place and was not in yet when its identity was kicked', async () => {
    const bob = await stage.sit(roomId, 'bob');
    interceptAppend(stage.store, 'screenAdded', async (append) => {
      const outcome = await append();
      await stage.elsewhere.writer.run(roomId, kick(bob.seat.playerId));
      return outcome;
    });
    await stage.rooms.watch(roomId, { connectionId: 'screen of bob', identityId: 'bob' });
    const { playerId } = bob.seat;
    expect(stage.broadcaster.payloads('screen of bob', 'kickRoom')).toEqual([{ playerId }]);
    expect(stage.broadcaster.disconnected).toEqual([bob.connectionId, 'screen of bob']);
  });

  it('R9.1 a kicked player is told once, and everybody else in the next flush', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    stage.broadcaster.clear();
    await stage.rooms.kick(stage.room(roomId), bob.seat.playerId);
    stage.chat(ann, 'bye');
    await stage.flush();
    const kick = { playerId: bob.seat.playerId };
    expect(stage.broadcaster.payloads(bob.connectionId, 'kickRoom')).toEqual([kick]);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(['kickRoom']);
    expect(stage.broadcaster.payloads(ann.connectionId, 'kickRoom')).toEqual([kick]);
    expect(await codeOf(() => stage.rooms.kick(stage.room(roomId), kick.playerId))).toBe(
      'PLAYER_NOT_FOUND',
    );
  });

  it('R2.3 a replaced connection hears nothing more, and its last words still count', async () => {
    const old = await stage.sit(roomId, 'bob');
    await stage.flush();
    stage.chat(old, 'last words');
    stage.move(old, [7, 7]);
    const now = await stage.sit(roomId, 'bob');
    expect(now.membership).toMatchObject({ resumed: true, replaced: old.connectionId });
    stage.broadcaster.clear();
    stage.chat(old, 'stale');
    stage.chat(ann, 'hello');
    await stage.flush();
    expect(stage.broadcaster.heard(old.connectionId)).toEqual([]);
    const said = stage.broadcaster
      .payloads(ann.connectionId, 'chatMessage')
      .flatMap((f) => f.messages);
    expect(said.map(({ message }) => message)).toEqual(['last words', 'hello']);
    expect((await stage.state(roomId)).seats.get(1)?.position).toEqual([7, 7]);
    await stage.drop(old);
    await stage.flush();
    const { seats } = await stage.state(roomId);
    expect(seats.get(1)).toMatchObject({ connectionId: now.connectionId, droppedAt: null });
  });

  it('R2.3 a connection that is replaced before it is in is never admitted', async () => {
    const old = await stage.sit(roomId, 'bob');
    const now = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(stage.broadcaster.eventsOf(old.connectionId)).toEqual(['notice']);
    expect(old.isAdmitted()).toBe(true);
    expect(stage.broadcaster.eventsOf(now.connectionId)).toEqual(WELCOME);
  });

  it('R1.6 everybody in a room that closes is told and sent away', async () => {
    const bob = await stage.sit(roomId, 'bob');
    const { seq } = await stage.state(roomId);
    await stage.store.closeRoom(roomId, 'idle', seq);
    for (const { connectionId } of [ann, bob])
      expect(stage.broadcaster.payloads(connectionId, 'notice')).toEqual([{ code: 'ROOM_CLOSED' }]);
    expect(bob.isAdmitted()).toBe(true);
    expect(stage.broadcaster.disconnected.toSorted()).toEqual(
      [ann, bob].map((a) => a.connectionId).toSorted(),
    );
    expect(stage.directory.get(roomId)).toBeUndefined();
  });
});
