import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlushReader } from '../../load-test/swarm/flush-reader.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import type { SeatGrant } from '../../src/game/seat-commands.js';
import type { Position } from '../../src/game/shared/zones.js';
import {
  encodeMove,
  toFraction,
  type FlushEvent,
  type CompactFlush,
  type Format,
  type ServerPayload,
} from '../../src/protocol/index.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import { flushEventsIn } from '../support/compact-reader.js';
import { leaveFrom, seatPlayer } from '../support/store-verbs.js';
import { closeStage, INTERVAL_MS, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
});
afterEach(() => {
  closeStage(stage);
});

async function seat(format: Format, ...names: string[]): Promise<Actor[]> {
  stage.format = format;
  return stage.seatAll(roomId, ...names);
}

const flushesOf = ({ connectionId }: Actor): CompactFlush[] =>
  stage.broadcaster.payloads(connectionId, 'flush');
const eventsOf = ({ connectionId }: Actor): string[] => stage.broadcaster.eventsOf(connectionId);
const flushEventsOf = ({ connectionId }: Actor): FlushEvent[] =>
  flushEventsIn(stage.broadcaster.heard(connectionId));

interface Told {
  event: string;
  payload: unknown;
}

function readAsSwarm(frames: Told[]): unknown[] {
  const reader = new FlushReader();
  const facts: unknown[] = [];
  for (const { event, payload } of frames)
    if (event === 'flush')
      reader.read(payload as CompactFlush, (fact) => facts.push([fact.name, fact.payload]));
  return facts;
}

const onWire = ({ seat: { playerId } }: Pick<Actor, 'seat'>, [x, y]: Position): object => ({
  playerId,
  playerPosition: [toFraction(x), toFraction(y)],
});

describe('a flush to compact clients', () => {
  it('is one frame, whatever happened, and is encoded once for all of them', async () => {
    const [ann, bob] = (await seat('compact', 'ann', 'bob')) as [Actor, Actor];
    const [carl, dora] = (await seat('json', 'carl', 'dora')) as [Actor, Actor];
    for (let n = 0; n < 5; n++) {
      await stage.sit(roomId, `guest ${n}`);
      for (const one of [ann, bob, carl, dora]) {
        stage.move(one, [n, n]);
        stage.chat(one, `${n}`);
      }
    }
    await stage.rooms.rename(stage.room(roomId), bob.seat.playerId, 'Bo', 'en');
    await stage.rooms.changeSettings(stage.room(roomId), { isMuted: true });
    await stage.exit(dora);
    await stage.flush();
    for (const one of [ann, bob]) expect(eventsOf(one)).toEqual(['flush']);
    const json = [
      'joinRoom',
      'setPlayerName',
      'updatePosition',
      'chatMessage',
      'muteChat',
      'exitRoom',
    ];
    expect(eventsOf(carl)).toEqual(json);
    const several = stage.broadcaster.frames.filter(({ reached }) => reached.length > 1);
    expect(several.map(({ event }) => event).filter((event) => event === 'flush')).toHaveLength(1);
    expect(flushEventsOf(ann).map(([event]) => event)).toEqual(json);
  });

  it('of a hall of 40 is one frame a flush and nothing else, with numbers that follow each other', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `c${n}`);
    const compact = await seat('compact', ...names);
    const json = await seat('json', ...names.map((name) => `j${name}`));
    for (let n = 0; n < 40; n++) {
      for (const [i, one] of [...compact, ...json].entries()) {
        if ((n + i) % 3 === 0) stage.move(one, [n, i]);
        if ((n + i) % 10 === 0) stage.chat(one, `${n}-${i}`);
      }
      await stage.flush();
    }
    for (const one of compact) {
      expect(eventsOf(one)).toEqual(Array.from({ length: 40 }, () => 'flush'));
      const seqs = flushesOf(one).map(([seq]) => seq);
      expect(seqs).toEqual(seqs.map((_, n) => seqs[0]! + n));
    }
    for (const one of json)
      for (const event of ['updatePosition', 'chatMessage'])
        expect(eventsOf(one).filter((heard) => heard === event)).toHaveLength(40);
    // One for the compact clients and two for the others, however many they are.
    expect(stage.broadcaster.frames).toHaveLength(40 * 3);
  });

  it('does not take place where nothing happens, nor for formats that nobody reads', async () => {
    const [ann] = (await seat('compact', 'ann')) as [Actor];
    await stage.pass(INTERVAL_MS * 10);
    expect(stage.broadcaster.frames).toEqual([]);
    stage.move(ann, [1, 2]);
    stage.chat(ann, 'x');
    await stage.flush();
    expect(stage.broadcaster.frames.map(({ event }) => event)).toEqual(['flush']);
    const [bob] = (await seat('json', 'bob')) as [Actor];
    await stage.drop(ann);
    stage.move(bob, [1, 2]);
    await stage.flush();
    expect(stage.broadcaster.frames.map(({ event }) => event)).toEqual([
      'updatePresence',
      'updatePosition',
    ]);
  });

  it('is not longer than what it tells', async () => {
    const [ann] = (await seat('compact', 'ann')) as [Actor];
    stage.move(ann, [700, 800]);
    await stage.flush();
    expect(flushesOf(ann)).toEqual([[expect.any(Number), encodeMove(ann.seat.slot, 700, 800)]]);
    stage.chat(ann, 'hi');
    await stage.flush();
    const chat = [1, expect.any(Number), [[ann.seat.slot, 'hi', 0]]];
    expect(flushesOf(ann)[1]).toEqual([expect.any(Number), '', chat]);
    await stage.rooms.changeSettings(stage.room(roomId), { isMuted: true });
    await stage.flush();
    expect(flushesOf(ann)[2]).toEqual([
      expect.any(Number),
      '',
      null,
      null,
      [['muteChat', { muted: true }]],
    ]);
  });

  it.each(['json', 'compact'] as const)(
    'tells %s clients nothing of who came and went',
    async (format) => {
      const [ann] = (await seat(format, 'ann')) as [Actor];
      const eve = await stage.sit(roomId, 'eve');
      const { playerId } = eve.seat;
      stage.move(eve, [1, 2]);
      await stage.rooms.rename(stage.room(roomId), playerId, 'Eva', 'en');
      await stage.drop(eve);
      await stage.rooms.kick(stage.room(roomId), playerId);
      await stage.flush();
      expect(stage.broadcaster.textOf(ann.connectionId)).not.toContain(playerId);
    },
  );

  it('names who said something under a name, or in a slot, that is no longer theirs', async () => {
    stage.format = 'compact';
    const [ann, bob, carl] = [
      await stage.sit(roomId, 'ann'),
      await stage.sit(roomId, 'bob'),
      await stage.sit(roomId, 'carl'),
    ];
    await stage.flush();
    stage.chat(ann, 'as ann');
    stage.chat(bob, 'bye');
    await stage.room(roomId).batch.share();
    await stage.rooms.rename(stage.room(roomId), ann.seat.playerId, 'Anna', 'en');
    stage.chat(ann, 'as Anna');
    await stage.exit(bob);
    await stage.flush();
    const said = flushEventsOf(carl).find(([event]) => event === 'chatMessage')?.[1];
    expect((said as ServerPayload<'chatMessage'>).messages).toMatchObject([
      { playerId: ann.seat.playerId, playerName: 'ann', message: 'as ann' },
      { playerId: bob.seat.playerId, playerName: 'bob', message: 'bye' },
      { playerId: ann.seat.playerId, playerName: 'Anna', message: 'as Anna' },
    ]);
  });
});

describe('a compact newcomer', () => {
  it('is told everything in flushes that bear the number of the last one', async () => {
    const [ann] = (await seat('json', 'ann')) as [Actor];
    stage.chat(ann, 'before');
    await stage.flush();
    stage.format = 'compact';
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(new Set(eventsOf(bob))).toEqual(new Set(['flush']));
    expect(new Set(flushesOf(bob).map(([seq]) => seq)).size).toBe(1);
    stage.move(ann, [1, 1]);
    await stage.flush();
    expect(flushesOf(bob).at(-1)?.[0]).toBe(flushesOf(bob)[0]![0] + 1);
    const events = flushEventsOf(bob).map(([event]) => event);
    expect(events.join(' ')).toBe(
      'updateRoomOption updateRoomQuizset updateScreen updateModeration muteChat getSelfId joinRoom chatMessage phase updatePosition',
    );
  });

  it('R1.4 who sets a name while it waits hears which one stands', async () => {
    await seat('json', 'ann');
    stage.format = 'compact';
    const bob = await stage.sit(roomId, 'bob');
    await stage.rooms.rename(stage.room(roomId), bob.seat.playerId, 'ann', 'en');
    await stage.flush();
    const { playerId } = bob.seat;
    expect(flushEventsOf(bob).at(-1)).toEqual(['setPlayerName', { playerId, playerName: 'ann 2' }]);
  });

  it('R1.1 who opened the room hears its PIN first', async () => {
    const room = await stage.directory.host(roomId);
    void room.join({
      connectionId: 'x',
      slot: null,
      grant: null,
      format: 'compact',
      isCreator: true,
      cursor: null,
    });
    await stage.flush();
    const [first] = flushEventsIn(stage.broadcaster.heard('x'));
    expect(first).toEqual(['createRoom', { gameId: room.view.pin }]);
  });
});

describe('somebody who sits where another sat within one flush', () => {
  let bob: Actor;
  let carl: Actor;
  let dora: SeatGrant;

  /** Bob leaves and Dora gets his slot, through another process; the room here hears of both at once. */
  beforeEach(async () => {
    let isCut = false;
    const subscribe = stage.bus.subscribe.bind(stage.bus);
    stage.bus.subscribe = (id, listener) =>
      subscribe(id, (update: RoomUpdate) => {
        if (!isCut) listener(update);
      });
    vi.spyOn(stage.directory, 'compare').mockResolvedValue();
    await seat('json', 'ann');
    bob = await stage.sit(roomId, 'bob');
    stage.format = 'compact';
    carl = await stage.sit(roomId, 'carl');
    await stage.flush();
    isCut = true;
    stage.room(roomId).leave(bob.connectionId);
    await leaveFrom(stage.elsewhere, roomId, bob.seat.slot);
    await stage.pass(SLOT_REST_MS);
    dora = await seatPlayer(stage.elsewhere, roomId, {
      identityId: 'dora',
      address: '192.0.2.1',
      connectionId: 'elsewhere',
      process: 'elsewhere',
      playerId: 'p-dora',
      playerName: 'dora',
      position: [0, 0],
      isStoreFull: false,
    });
    isCut = false;
  });

  it('is told of before the other is told to have gone', async () => {
    const before = stage.broadcaster.heard(carl.connectionId).length;
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(dora.seat.slot).toBe(bob.seat.slot);
    const facts = flushEventsIn(stage.broadcaster.heard(carl.connectionId).slice(before));
    expect(facts.map(([event]) => event)).toEqual(['joinRoom', 'updatePosition', 'exitRoom']);
  });

  it.each([
    ['a page', (frames: Told[]) => flushEventsIn(frames)],
    ['the swarm', readAsSwarm],
  ])('is not taken for the other by %s', async (_, read) => {
    await stage.directory.catchUpAll();
    await stage.flush();
    const { slot, generation } = dora.seat;
    await stage.elsewhere.store.share(roomId, {
      moves: [{ slot, generation, position: [7, 8] }],
      chats: [{ slot, generation, message: 'hi' }],
    });
    await stage.flush();
    expect(read(stage.broadcaster.heard(carl.connectionId)).slice(-2)).toMatchObject([
      ['updatePosition', { updates: [onWire(dora, [7, 8])] }],
      ['chatMessage', { messages: [{ playerId: dora.seat.playerId, playerName: 'dora' }] }],
    ]);
  });
});
