import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { RoomError } from '../../src/protocol/index.js';
import { changesIn, interceptAppend, recordAppends } from '../support/appends.js';
import { CutChannel } from '../support/cut-channel.js';
import { codeOf } from '../support/game-data.js';
import { until } from '../support/real-time.js';
import { restoreStore } from '../support/restored-store.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const S = 1_000;
const LINGER_MS = 5 * S;

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;
let channel: CutChannel;

beforeEach(async () => {
  stage = openStage();
  channel = new CutChannel(stage.bus);
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
});
afterEach(() => {
  closeStage(stage);
});

/** What becomes of a command, as far as it has ended. */
interface Fate {
  code: string;
}
function follow(work: Promise<unknown>): Fate {
  const fate = { code: 'waits' };
  void codeOf(() => work).then((code) => (fate.code = code));
  return fate;
}

const renameBob = (name: string): Promise<string> =>
  stage.rooms.rename(stage.room(roomId), bob.seat.playerId, name, 'en');

/** A change of this process of which its own copy does not hear, so that the next command waits for it. */
const changeUnheard = (): Promise<void> => channel.inTheDark(() => renameBob('robert'));
const copied = (): string | undefined => stage.room(roomId).view.seats.get(1)?.playerName;

describe('a command that waits for an update that never arrives', () => {
  it('ends after a second, when the copy has looked for it', async () => {
    await changeUnheard();
    const fate = follow(renameBob('bert'));
    await stage.pass(S - 1);
    // The comparison may be sooner, at its second look.
    expect(fate.code).toBe('waits');
    await stage.pass(1);
    expect([fate.code, copied()]).toEqual(['ok', 'bert']);
  });

  it('ends with the store’s own refusal where the copy can not look', async () => {
    await changeUnheard();
    const { since } = stage.store;
    stage.store.since = () => Promise.reject(new RoomError('STORE_AWAY'));
    const fates = [follow(renameBob('bert')), follow(renameBob('bo'))];
    await stage.pass(S);
    expect(fates.map(({ code }) => code)).toEqual(['STORE_AWAY', 'STORE_AWAY']);
    stage.store.since = since;
    await stage.pass(2 * S);
    expect(copied()).toBe('robert');
    await renameBob('bert');
    expect(copied()).toBe('bert');
  });

  it('ends, too, where the look itself fails, which is reported', async () => {
    await changeUnheard();
    const { since } = stage.store;
    stage.store.since = () => Promise.reject(new TypeError('a bug'));
    const fate = follow(renameBob('bert'));
    await stage.pass(S);
    expect(fate.code).toBe('INTERNAL');
    expect(new Set(stage.failures.splice(0).map(String))).toEqual(new Set(['TypeError: a bug']));
    stage.store.since = since;
    await stage.pass(2 * S);
    await renameBob('bert');
    expect(copied()).toBe('bert');
  });

  it('ends when the room has ended', async () => {
    await changeUnheard();
    stage.store.since = () => new Promise(() => {});
    const fate = follow(renameBob('bert'));
    await stage.pass(100);
    await stage.store.closeRoom(roomId, 'idle', (await stage.state(roomId)).seq);
    stage.store.heads = async () => ({ rooms: new Map(), away: new Set() });
    await stage.directory.compare();
    await stage.directory.compare();
    await stage.pass(0);
    expect(fate.code).toBe('ROOM_NOT_FOUND');
  });
});

describe('a room that is let go while commands wait', () => {
  const droppedAt = async (slot: number): Promise<number | null | undefined> =>
    (await stage.state(roomId)).seats.get(slot)?.droppedAt;

  it('R2.2 has them done on what the store knows, where they waited for the copy', async () => {
    await stage.drop(ann);
    await changeUnheard();
    stage.store.since = () => new Promise(() => {});
    const fate = follow(stage.drop(bob));
    await stage.pass(LINGER_MS - 1);
    expect([fate.code, await droppedAt(1)]).toEqual(['waits', null]);
    await stage.pass(1);
    expect(stage.directory.get(roomId)).toBeUndefined();
    expect([fate.code, await droppedAt(1)]).toEqual(['ok', Date.now()]);
  });

  it('R2.2 does so for a whole hall in a few appends, and reads the room as often', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `player ${n}`);
    const hall = [ann, bob, ...(await stage.seatAll(roomId, ...names))];
    await changeUnheard();
    stage.store.since = () => new Promise(() => {});
    const appends = recordAppends(stage.store);
    const drops = hall.map((one) => follow(stage.drop(one)));
    const read = vi.spyOn(stage.store, 'readRoom');
    await stage.pass(LINGER_MS);
    expect(stage.directory.get(roomId)).toBeUndefined();
    expect(new Set(drops.map(({ code }) => code))).toEqual(new Set(['ok']));
    expect(changesIn(appends, 'dropped')).toHaveLength(hall.length);
    const { seats } = await stage.state(roomId);
    expect([...seats.values()].every(({ droppedAt }) => droppedAt !== null)).toBe(true);
    expect(appends.length).toBeLessThan(10);
    expect(read.mock.calls.length).toBeLessThan(10);
    // The look for orphan seats has asked for the same, one after the other.
    for (let n = 0; n < 100; n++) await stage.pass(1);
  });

  it('asks again soon where others have the turn, as nobody here hears of it', async () => {
    const other = await stage.open();
    const { append } = stage.store;
    let asked = 0;
    stage.store.append = (...change) =>
      ++asked <= 3
        ? Promise.resolve({ kind: 'turn', seq: 0, waitMs: 60_000 })
        : append.apply(stage.store, change);
    const fate = follow(stage.directory.run(other, changeSettings({ isMuted: true })));
    await stage.pass(30);
    expect([fate.code, asked]).toEqual(['ok', 4]);
    expect((await stage.state(other)).settings.isMuted).toBe(true);
  });

  it('R2.4 does so, too, where the store took its time and others came first', async () => {
    await stage.drop(ann);
    interceptAppend(stage.store, 'left', async (append) => {
      await new Promise((go) => setTimeout(go, LINGER_MS + S));
      await stage.elsewhere.writer.run(roomId, rename(bob.seat.playerId, 'robert'));
      return append();
    });
    const fate = follow(stage.exit(bob));
    await stage.pass(LINGER_MS + S);
    expect(stage.directory.get(roomId)).toBeUndefined();
    await until(() => fate.code === 'ok');
    expect([...(await stage.state(roomId)).seats.keys()]).toEqual([0]);
  });
});

describe('a store that has lost its last second', () => {
  it('has a command wait for the catch-up that is under way, and not ask again and again', async () => {
    const known = (await stage.store.snapshot(roomId))!;
    await renameBob('lost');
    restoreStore(stage.store, known);
    const since = stage.store.since.bind(stage.store);
    stage.store.since = async (...copy) => {
      await new Promise((go) => setTimeout(go, 300));
      return since(...copy);
    };
    void stage.directory.catchUpAll();
    const appends = recordAppends(stage.store);
    const fate = follow(renameBob('bert'));
    await stage.pass(299);
    expect(fate.code).toBe('waits');
    await stage.pass(1);
    await until(() => fate.code === 'ok');
    expect(copied()).toBe('bert');
    expect(appends).toHaveLength(2);
  });

  it('is waited for by nobody who comes after the copy is a new one', async () => {
    const known = (await stage.store.snapshot(roomId))!;
    for (const name of ['one', 'two', 'three']) await renameBob(name);
    restoreStore(stage.store, known);
    await stage.directory.compare();
    await stage.pass(0);
    expect(copied()).toBe('bob');
    const fate = follow(renameBob('bert'));
    await stage.pass(0);
    expect([fate.code, copied()]).toEqual(['ok', 'bert']);
  });
});
