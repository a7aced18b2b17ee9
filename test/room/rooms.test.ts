import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SOUND, personOf } from '../../src/protocol/index.js';
import { codeOf, someOptions } from '../support/game-data.js';
import { closeStage, openStage, type Stage } from '../support/stage.js';

let stage: Stage;
afterEach(() => {
  closeStage(stage);
});

describe('opening', () => {
  it('R1.1 gives rooms different PINs and ids, and neither is the other', async () => {
    stage = openStage();
    const ids = [await stage.open(), await stage.open(), await stage.open()];
    const pins = await Promise.all(ids.map(async (id) => (await stage.state(id)).pin));
    expect(new Set([...ids, ...pins]).size).toBe(6);
    for (const pin of pins) expect(pin).toMatch(/^\d{6}$/);
    expect(await Promise.all(pins.map((pin) => stage.store.findRoom(pin)))).toEqual(ids);
  });

  it('R1.1 draws again where a PIN is taken, and gives up in the end', async () => {
    stage = openStage();
    const openRoom = vi.spyOn(stage.store, 'openRoom');
    for (let n = 0; n < 19; n++) openRoom.mockResolvedValueOnce(undefined);
    await stage.open();
    const pins = openRoom.mock.calls.map(([{ pin }]) => pin);
    expect(new Set(pins).size).toBe(20);
    openRoom.mockResolvedValue(undefined);
    expect(await codeOf(() => stage.open())).toBe('TOO_MANY_ROOMS');
    openRoom.mockRestore();
  });

  it('R1.2, R10.5 keeps to the settings of this installation', async () => {
    stage = openStage({ limits: { perIdentity: 1 } });
    expect(await codeOf(async () => stage.rooms.capacityOf(501))).toBe('BAD_REQUEST');
    expect(stage.rooms.capacityOf(undefined)).toBe(500);
    const roomId = await stage.open({ maxPlayerCount: 300 });
    expect(await codeOf(() => stage.open())).toBe('TOO_MANY_ROOMS');
    await stage.seatAll(roomId, 'ann');
    const room = stage.room(roomId);
    const change = (maxPlayerCount: number): Promise<void> =>
      stage.rooms.changeOptions(room, { maxPlayerCount });
    expect(await codeOf(() => change(501))).toBe('BAD_REQUEST');
    await change(299);
    expect((await stage.state(roomId)).settings).toMatchObject(
      someOptions({ maxPlayerCount: 299 }),
    );
    await stage.driver.start(roomId);
    expect(await codeOf(() => change(200))).toBe('WRONG_PHASE');
  });
});

describe('opening where there are too many rooms', () => {
  const MINUTE = 60_000;

  it('R10.5 closes one that its opener has left, and no other', async () => {
    stage = openStage({ limits: { rooms: 3 } });
    const open = (owner: string): Promise<string> => stage.open({}, 3, owner);
    const [shared, alone] = [await open('ann'), await open('bob')];
    await stage.seatAll(shared, 'ann', 'guest');
    const [bob] = await stage.seatAll(alone, 'bob');
    await stage.pass(20 * MINUTE);
    const fresh = await open('carol');
    await stage.seatAll(fresh, 'carol');
    expect(await codeOf(() => open('dan'))).toBe('TOO_MANY_ROOMS');
    await stage.drop(bob!);
    expect(await codeOf(() => open('dan'))).toBe('TOO_MANY_ROOMS');
    await stage.pass(1 * MINUTE);
    await stage.seatAll(await open('dan'), 'dan');
    expect(await stage.store.readRoom(alone)).toBeUndefined();
    for (const kept of [shared, fresh]) expect((await stage.state(kept)).roomId).toBe(kept);
    expect(await codeOf(() => open('eve'))).toBe('TOO_MANY_ROOMS');
  });

  it('R10.5 looks at all rooms a few times only, however often somebody asks', async () => {
    stage = openStage({ limits: { rooms: 1 } });
    await stage.open();
    const looks = vi.spyOn(stage.store, 'openRooms');
    for (let n = 0; n < 20; n++) expect(await codeOf(() => stage.open())).toBe('TOO_MANY_ROOMS');
    expect(looks).toHaveBeenCalledTimes(5);
  });
});

describe('sitting down', () => {
  it('R1.4 makes a name in the visitor’s language where none is wanted', async () => {
    stage = openStage();
    const roomId = await stage.open();
    const visitor = { connectionId: 'c', identityId: 'i', address: 'a', cursor: null };
    const languages = ['ko', 'en'] as const;
    for (const language of languages)
      await stage.rooms.sit(roomId, { ...visitor, identityId: language, language }, '');
    const { seats } = await stage.state(roomId);
    expect(seats.get(0)?.playerName).toMatch(/^[가-힣]+ [가-힣]+$/);
    expect(seats.get(1)?.playerName).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
    const room = stage.room(roomId);
    const renamed = await stage.rooms.rename(room, seats.get(0)!.playerId, '', 'en');
    expect(renamed).toMatch(/^[A-Z]/);
    expect(await codeOf(() => stage.rooms.rename(room, 'nobody', 'x', 'en'))).toBe(
      'PLAYER_NOT_FOUND',
    );
  });

  it('R2.1 gives an id that tells nothing of who it is', async () => {
    stage = openStage();
    const roomId = await stage.open();
    const actors = await stage.seatAll(roomId, 'ann', 'bob');
    const ids = actors.map(({ seat }) => seat.playerId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{9}\.[\w-]{4}$/);
    await stage.sit(roomId, 'carl');
    await stage.flush();
    const sent = stage.broadcaster.frames.map(({ text }) => text).join();
    expect(sent).not.toContain('identity');
    expect(sent).not.toContain('connectionId');
    expect(sent).not.toContain('#');
  });

  it('R2.1 gives a new seat a new id, which shows who in this room it belongs to', async () => {
    stage = openStage();
    const [here, there] = [await stage.open(), await stage.open()];
    const [first] = await stage.seatAll(here, 'ann');
    await stage.exit(first!);
    const [again, bob] = await stage.seatAll(here, 'ann', 'bob');
    const [elsewhere] = await stage.seatAll(there, 'ann');
    const ids = [first, again, bob, elsewhere].map((one) => one!.seat.playerId);
    expect(new Set(ids).size).toBe(4);
    expect(personOf(ids[0]!)).toBe(personOf(ids[1]!));
    expect(new Set(ids.map(personOf)).size).toBe(3);
  });

  it('R5.1 puts people all over the arena', async () => {
    stage = openStage();
    const roomId = await stage.open();
    await stage.seatAll(roomId, ...Array.from({ length: 40 }, (_, n) => `player ${n}`));
    const { seats } = await stage.state(roomId);
    const quarters = [...seats.values()].map(
      ({ position: [x, y] }) => `${x < 32_760} ${y < 32_760}`,
    );
    expect(new Set(quarters).size).toBe(4);
  });

  it('says so where the room is gone, full or locked, and keeps no room for those', async () => {
    stage = openStage();
    expect(await codeOf(() => stage.sit('none', 'ann'))).toBe('ROOM_NOT_FOUND');
    expect(await codeOf(() => stage.watch('none'))).toBe('ROOM_NOT_FOUND');
    const roomId = await stage.open({ maxPlayerCount: 2 });
    const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob');
    expect(await codeOf(() => stage.sit(roomId, 'carl'))).toBe('ROOM_FULL');
    await stage.exit(bob!);
    await stage.rooms.changeSettings(stage.room(roomId), { isLocked: true });
    expect(await codeOf(() => stage.sit(roomId, 'carl'))).toBe('ROOM_LOCKED');
    await stage.drop(ann!);
    await stage.pass(5_000);
    expect(stage.directory.all()).toEqual([]);
  });
});

describe('going', () => {
  it('R2.4 who leaves gives up seat and score, who drops keeps both', async () => {
    stage = openStage();
    const roomId = await stage.open();
    const [ann, bob, carl] = await stage.seatAll(roomId, 'ann', 'bob', 'carl');
    await stage.exit(bob!);
    await stage.drop(carl!);
    await stage.flush();
    expect(stage.broadcaster.eventsOf(ann!.connectionId)).toEqual(['updatePresence', 'exitRoom']);
    const back = [await stage.sit(roomId, 'bob'), await stage.sit(roomId, 'carl')];
    expect(back.map(({ membership }) => membership.resumed)).toEqual([false, true]);
    expect(back[0]?.seat.playerId).not.toBe(bob!.seat.playerId);
    expect(back[1]?.seat.playerId).toBe(carl!.seat.playerId);
  });

  it('R2.3 a spectator comes and goes unseen', async () => {
    stage = openStage();
    const roomId = await stage.open();
    const [ann] = await stage.seatAll(roomId, 'ann');
    const { revisions } = await stage.state(roomId);
    const flushes = stage.flushes.length;
    await stage.drop(await stage.watch(roomId));
    await stage.exit(await stage.watch(roomId));
    await stage.flush();
    expect(stage.broadcaster.heard(ann!.connectionId)).toEqual([]);
    expect(stage.flushes).toHaveLength(flushes);
    // The phase goes on undisturbed.
    expect((await stage.state(roomId)).revisions.phase).toBe(revisions.phase);
  });

  it('R3.3 the screen’s options reach everybody, in any phase', async () => {
    stage = openStage();
    const roomId = await stage.open();
    const [ann] = await stage.seatAll(roomId, 'ann');
    await stage.driver.start(roomId);
    stage.broadcaster.clear();
    await stage.rooms.changeSettings(stage.room(roomId), { showChat: true });
    await stage.rooms.changeSettings(stage.room(roomId), { isMuted: true });
    await stage.flush();
    expect(stage.broadcaster.heard(ann!.connectionId)).toMatchObject([
      { event: 'updateScreen', payload: { showChat: true, showNames: true, ...DEFAULT_SOUND } },
      { event: 'muteChat', payload: { muted: true } },
    ]);
  });
});
