import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RoomCommand } from '../../src/game/room-command.js';
import { sit, type SeatRequest } from '../../src/game/seat-commands.js';
import type { FlushEvent, Format } from '../../src/protocol/index.js';
import { changesIn, recordAppends } from '../support/appends.js';
import { flushEventsIn } from '../support/compact-reader.js';
import { copyAndStore } from '../support/cut-channel.js';
import { codeOf } from '../support/game-data.js';
import { runAll } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const HALL = 200;

let stage: Stage;
let roomId: string;
beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ maxPlayerCount: 300 });
});
afterEach(() => closeStage(stage));

const told = ({ connectionId }: Pick<Actor, 'connectionId'>): FlushEvent[] =>
  flushEventsIn(stage.broadcaster.heard(connectionId));
const names = (count: number, of = 'player'): string[] =>
  Array.from({ length: count }, (_, n) => `${of} ${n}`);

/** From now on an append takes so long, as with a store elsewhere. */
function slowDown(ms: number): void {
  const append = stage.store.append.bind(stage.store);
  stage.store.append = async (...asked) => {
    await new Promise((go) => setTimeout(go, ms));
    return append(...asked);
  };
}

/** The copy here is what the store knows. */
async function expectEqualCopy(): Promise<void> {
  const [copy, store] = await copyAndStore(stage, roomId);
  expect(copy).toEqual(store);
}

function expectDistinct(all: readonly unknown[], count: number): void {
  expect([all.length, new Set(all).size]).toEqual([count, count]);
}

describe('a hall that joins at once', () => {
  beforeEach(async () => {
    roomId = await stage.open({ maxPlayerCount: 300 }, 3, 'player 0');
  });

  it('is one append, and nobody is lost or doubled', async () => {
    const appends = recordAppends(stage.store);
    const hall = await Promise.all(names(HALL).map((name) => stage.sit(roomId, name)));
    await stage.flush();
    expect(appends).toHaveLength(1);
    expect(hall.every((one) => one.isAdmitted())).toBe(true);
    expectDistinct(
      hall.map(({ seat }) => seat.slot),
      HALL,
    );
    expectDistinct(
      hall.map(({ seat }) => seat.playerId),
      HALL,
    );
    expectDistinct(
      hall.map(({ seat }) => seat.generation),
      HALL,
    );
    for (const one of hall) {
      const [roster] = stage.broadcaster.payloads(one.connectionId, 'joinRoom');
      expectDistinct(
        roster!.players.map(({ playerId }) => playerId),
        HALL,
      );
      expect(stage.broadcaster.payloads(one.connectionId, 'getSelfId')).toEqual([
        { playerId: one.seat.playerId },
      ]);
    }
    await expectEqualCopy();
  });

  it('over a second, by a store that takes its time, is an append for each answer', async () => {
    slowDown(100);
    const appends = recordAppends(stage.store);
    const joining: Promise<Actor>[] = [];
    for (const name of names(HALL)) {
      joining.push(stage.sit(roomId, name));
      await stage.pass(5);
    }
    await stage.pass(300);
    const hall = await Promise.all(joining);
    expect(appends.length).toBeLessThan(15);
    expectDistinct(changesIn(appends, 'seated'), HALL);
    expectDistinct(
      hall.map(({ seat }) => seat.slot),
      HALL,
    );
    await expectEqualCopy();
  });

  it('by one name is numbered without a gap', async () => {
    await stage.directory.host(roomId);
    const hall = await Promise.all(
      names(50).map((identity) =>
        stage.directory.run(roomId, sit({ ...request(identity), playerName: 'Kim' })),
      ),
    );
    const given = hall.map(({ seat }) => seat.playerName);
    expect(given).toEqual(['Kim', ...Array.from({ length: 49 }, (_, n) => `Kim ${n + 2}`)]);
  });

  it('finds as many seats as there are, and the others are refused', async () => {
    roomId = await stage.open({ maxPlayerCount: 30 });
    const codes = await Promise.all(names(50).map((name) => codeOf(() => stage.sit(roomId, name))));
    expect(codes).toEqual([...codes.slice(0, 30).fill('ok'), ...codes.slice(30).fill('ROOM_FULL')]);
    expect((await stage.state(roomId)).seats.size).toBe(30);
  });

  it('through two processes is nobody’s loss either', async () => {
    const host = await stage.sit(roomId, 'hana');
    await stage.flush();
    slowDown(20);
    const here = Promise.all(names(100, 'here').map((name) => stage.sit(roomId, name)));
    const there = (async () => {
      for (let n = 0; n < 100; n += 10) {
        const some = names(10, `there ${n}`).map((name) => sit(request(name)));
        await runAll(stage.elsewhere, roomId, some);
        await new Promise((go) => setTimeout(go, 7));
      }
    })();
    await stage.finish(Promise.all([here, there]), 1);
    await stage.flush();
    const { seats } = await stage.state(roomId);
    expect(seats.size).toBe(201);
    expectDistinct(
      [...seats.values()].map(({ generation }) => generation),
      201,
    );
    const joined = stage.broadcaster.payloads(host.connectionId, 'joinRoom');
    const heard = joined.flatMap(({ players }) => players.map(({ playerId }) => playerId));
    expectDistinct(heard, 201);
    await expectEqualCopy();
  });
});

function request(identityId: string): SeatRequest {
  return {
    identityId,
    address: '192.0.2.1',
    connectionId: `c-${identityId}`,
    process: stage.store.processId,
    playerId: `p-${identityId}`,
    playerName: identityId,
    position: [0, 0],
    isStoreFull: false,
  };
}

describe.each(['json', 'compact'] as const)(
  'one player in one append, to who reads %s',
  (format: Format) => {
    let ann: Actor;
    let bob: Actor;
    beforeEach(async () => {
      stage.format = format;
      [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
    });

    const drop = (): Promise<void> => stage.drop(bob);
    const kick = (): Promise<void> => stage.rooms.kick(stage.room(roomId), bob.seat.playerId);
    let back: Actor | undefined;
    const comeBack = async (): Promise<void> => {
      back = await stage.sit(roomId, 'bob');
    };

    /** All of it is asked for before anything is done, in this order. */
    async function atOnce(...work: (() => Promise<void>)[]): Promise<string[]> {
      back = undefined;
      const appends = recordAppends(stage.store);
      const results: Promise<string>[] = [];
      for (const one of work) {
        results.push(codeOf(one));
        // It gets as far as the queue before the next begins.
        for (let n = 0; n < 20; n++) await Promise.resolve();
      }
      const codes = await Promise.all(results);
      expect(appends).toHaveLength(1);
      await stage.flush();
      await expectEqualCopy();
      return codes;
    }
    const seatOfBob = async (): Promise<string | null | undefined> =>
      (await stage.state(roomId)).seats.get(bob.seat.slot)?.connectionId;
    const kicked = (): FlushEvent => ['kickRoom', { playerId: bob.seat.playerId }];

    it('R2.2 who drops and comes back has the seat', async () => {
      expect(await atOnce(drop, comeBack)).toEqual(['ok', 'ok']);
      expect(back?.membership).toMatchObject({ resumed: true, replaced: null });
      expect([await seatOfBob(), back?.isAdmitted()]).toEqual([back?.connectionId, true]);
      const player = { playerId: bob.seat.playerId, connected: true };
      expect(told(ann)).toEqual([['updatePresence', { players: [player] }]]);
      expect(stage.broadcaster.reconnected).toEqual([]);
    });

    it('R2.3 who comes back before the older connection has gone keeps the seat', async () => {
      expect(await atOnce(comeBack, drop)).toEqual(['ok', 'ok']);
      expect(back?.membership).toMatchObject({ resumed: true, replaced: bob.connectionId });
      expect([await seatOfBob(), back?.isAdmitted()]).toEqual([back?.connectionId, true]);
      expect((await stage.state(roomId)).seats.get(bob.seat.slot)?.droppedAt).toBeNull();
    });

    it('R9.1 who drops and is kicked does not come back', async () => {
      expect(await atOnce(drop, kick, comeBack)).toEqual(['ok', 'ok', 'KICKED']);
      expect(await seatOfBob()).toBeUndefined();
      expect(told(ann)).toEqual([kicked()]);
      expect(stage.broadcaster.disconnected).toEqual([]);
    });

    it('R9.1 who is kicked and drops does not come back', async () => {
      expect(await atOnce(kick, drop, comeBack)).toEqual(['ok', 'ok', 'KICKED']);
      expect(await seatOfBob()).toBeUndefined();
      expect(told(ann)).toEqual([kicked()]);
    });

    it('R9.1 who comes back and is kicked is sent away before it is in', async () => {
      expect(await atOnce(drop, comeBack, kick)).toEqual(['ok', 'ok', 'ok']);
      expect(await seatOfBob()).toBeUndefined();
      expect(told(back!)).toEqual([kicked()]);
      expect(stage.broadcaster.disconnected).toEqual([back?.connectionId]);
      expect(told(ann)).toEqual([kicked()]);
      // As the gateway does for a socket that went while it was seated.
      await stage.drop(back!);
      expect(back?.isAdmitted()).toBe(true);
      expect(stage.room(roomId).has(back!.connectionId)).toBe(false);
    });

    it('R9.1 a newcomer who is kicked with its arrival is announced to nobody', async () => {
      const carl = request('carl');
      const commands: RoomCommand<unknown>[] = [sit(carl)];
      const seated = stage.directory.run(roomId, commands[0]!);
      const gone = stage.rooms.kick(stage.room(roomId), carl.playerId);
      await Promise.all([seated, gone]);
      await stage.flush();
      expect(told(ann)).toEqual([]);
      expect(await codeOf(() => stage.sit(roomId, 'carl'))).toBe('KICKED');
      await expectEqualCopy();
    });

    it('R3.2 the host’s leave and another’s arrival leave nobody as host', async () => {
      const leave = (): Promise<void> => stage.exit(ann);
      expect(await atOnce(leave, comeBack)).toEqual(['ok', 'ok']);
      expect((await stage.state(roomId)).hostId).toBe('');
      expect(told(back!).filter(([event]) => event === 'updateHost')).toEqual([]);
      const roster = told(back!).find(([event]) => event === 'joinRoom')?.[1];
      expect(roster).toMatchObject({ players: [{ playerName: 'bob', isHost: false }] });
    });
  },
);
