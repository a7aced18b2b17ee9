import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Seat } from '../../src/game/room-state.js';
import type { Position } from '../../src/game/zones.js';
import type { FlushEvent } from '../../src/protocol/index.js';
import type { RoomSnapshot } from '../../src/store/contract.js';
import { flushEventsIn } from '../support/compact-reader.js';
import { Lagging } from '../support/slow-consumer-room.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** What starting anew tells. */
const WELCOME =
  'updateRoomOption updateRoomQuizset updateScreen muteChat getSelfId joinRoom startGame phase startQuizTime';

let stage: Stage;
/** Ann reads JSON, Bob and Carl compact frames. */
let room: Lagging;
let screen: Actor;

beforeEach(async () => {
  stage = openStage();
  room = await Lagging.open(stage);
  screen = await stage.watch(room.roomId);
  await stage.driver.start(room.roomId);
  await standApart(stage, room.roomId, [room.ann, room.carl], [room.bob]);
  await stage.flush();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

const remember = async (): Promise<RoomSnapshot> =>
  structuredClone((await stage.store.snapshot(room.roomId))!);

/** A store that came back as another one, with what it still knows. */
async function comeBackWith(known: RoomSnapshot): Promise<void> {
  const incarnation = 'restarted';
  const { seq, phase } = known.state;
  const rooms = new Map([[room.roomId, { seq, version: phase.version }]]);
  vi.spyOn(stage.store, 'heads').mockResolvedValue({ incarnation, rooms });
  vi.spyOn(stage.store, 'snapshot').mockResolvedValue({ ...known, incarnation });
  stage.broadcaster.clear();
  await stage.directory.compare();
  await stage.flush();
}

const flushEventsOf = ({ connectionId }: Actor): FlushEvent[] =>
  flushEventsIn(stage.broadcaster.heard(connectionId));
const eventsOf = (actor: Actor): string =>
  flushEventsOf(actor)
    .map(([event]) => event)
    .join(' ');

/** The first payload of this event. */
const told = (actor: Actor, wanted: string): unknown =>
  flushEventsOf(actor).find(([event]) => event === wanted)?.[1];

async function reveal(): Promise<void> {
  await stage.driver.adjust(room.roomId, 'skip');
  await stage.flush();
  expect(stage.room(room.roomId).view.phase.kind).toBe('reveal');
}

describe('R4.5 a store that has lost a reveal', () => {
  it('has compact clients start anew from where it stands', async () => {
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.bob)).toBe(WELCOME);
    expect(eventsOf(screen)).toBe(WELCOME.replace('getSelfId ', ''));
    const { version } = known.state.phase;
    expect(told(room.bob, 'phase')).toMatchObject({ version, kind: 'question' });
    // Bob fell in the reveal that never was.
    const asBefore = { isAlive: true, score: 0 };
    const players = [asBefore, asBefore, asBefore];
    expect(told(room.bob, 'joinRoom')).toMatchObject({ everyone: true, players });
    // From here on they hear what everybody hears.
    stage.broadcaster.clear();
    const moves = [{ slot: room.carl.seat.slot, position: [1, 2] as Position }];
    stage.room(room.roomId).apply({ kind: 'shared', moves, chats: [], seq: known.state.seq + 1 });
    await stage.flush();
    for (const one of [room.bob, room.carl, screen]) expect(eventsOf(one)).toBe('updatePosition');
  });

  it('tells the phase again to those who read JSON, as before', async () => {
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.ann)).toBe('phase startQuizTime');
  });

  it('does so, too, where it has gone on since to a later phase than the one that it lost', async () => {
    const known = await remember();
    await reveal();
    const { phase } = known.state;
    if (phase.kind !== 'question') throw new Error(phase.kind);
    const clock = { ...phase.clock, endTime: phase.clock.endTime + 5_000 };
    const version = phase.version + 9;
    await comeBackWith({
      ...known,
      state: { ...known.state, phase: { ...phase, clock, version } },
    });
    expect(eventsOf(room.bob)).toBe(WELCOME);
    expect(told(room.bob, 'phase')).toMatchObject({ version, endTime: clock.endTime });
  });

  it('gives a client that is behind its one snapshot, when it has read what was under way', async () => {
    const last = await room.lag();
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.bob)).toBe('');
    room.echo(room.bob, last);
    await stage.flush();
    expect(flushEventsOf(room.bob).filter(([event]) => event === 'phase')).toMatchObject([
      ['phase', { kind: 'question' }],
    ]);
    expect(room.kept()).toMatchObject({ slow: 0, waiting: 0 });
  });

  it('R2.3 has a connection come anew whose seat it has lost', async () => {
    const known = await remember();
    const { slot } = room.bob.seat;
    const seats = known.state.seats.filter((seat) => seat.slot !== slot);
    await comeBackWith({ ...known, state: { ...known.state, seats } });
    expect(stage.broadcaster.reconnected).toEqual([room.bob.connectionId]);
    expect(eventsOf(room.carl)).toBe(WELCOME);
  });
});

describe('R2.2, R2.3 a store that has lost who holds a seat', () => {
  /** Somebody whom the store has given a seat of `known` since it came back. */
  async function arrive(
    known: RoomSnapshot,
    slot: number,
    changes: Partial<Seat>,
  ): Promise<Waiting> {
    const held = known.state.seats.find((seat) => seat.slot === slot)!;
    const seat = Object.assign(held, changes);
    const { connectionId, serial, epoch } = seat;
    const newcomer: Waiting = { connectionId: connectionId!, isAdmitted: false };
    const grant = { serial, epoch };
    const rest = { format: 'json', isCreator: false, cursor: null } as const;
    void stage
      .room(room.roomId)
      .join({ connectionId: newcomer.connectionId, slot, grant, ...rest })
      .then(() => (newcomer.isAdmitted = true));
    await stage.flush();
    // Nor is it turned away.
    expect(newcomer.isAdmitted).toBe(false);
    return newcomer;
  }
  interface Waiting {
    connectionId: string;
    isAdmitted: boolean;
  }
  async function endsOnlyItself(actor: Actor): Promise<void> {
    const drop = vi.spyOn(stage.store, 'dropPlayer');
    await stage.drop(actor);
    expect(drop).not.toHaveBeenCalled();
  }
  const noticesTo = (connectionId: string): unknown[] =>
    stage.broadcaster.payloads(connectionId, 'notice');

  it.each(['json', 'compact'] as const)(
    'has who dropped and came back in that time come anew, and tells nobody (%s) of another tab',
    async (format) => {
      const known = await remember();
      stage.format = format;
      await stage.drop(room.bob);
      const back = await stage.sit(room.roomId, 'bob');
      await stage.flush();
      await comeBackWith(known);
      expect(new Set(stage.broadcaster.reconnected)).toEqual(new Set([back.connectionId]));
      expect(noticesTo(back.connectionId)).toEqual([]);
      expect(stage.broadcaster.disconnected).toEqual([]);
    },
  );

  it.each(['json', 'compact'] as const)(
    'tells apart whom (%s) it has lost and who sits there since, though the numbers are the same',
    async (format) => {
      stage.format = format;
      const dave = await stage.sit(room.roomId, 'dave');
      await stage.flush();
      const known = await remember();
      const playerId = 'p-erin';
      const erin = await arrive(known, dave.seat.slot, {
        playerId,
        identityId: 'erin',
        playerName: 'erin',
        connectionId: 'erin#1',
      });
      await comeBackWith(known);
      expect(erin.isAdmitted).toBe(true);
      expect([noticesTo('erin#1'), noticesTo(dave.connectionId)]).toEqual([[], []]);
      expect(new Set(stage.broadcaster.reconnected)).toEqual(new Set([dave.connectionId]));
      const seat = { playerId, identityId: 'erin', playerName: 'erin' };
      expect(stage.room(room.roomId).view.seats.get(dave.seat.slot)).toMatchObject(seat);
      await endsOnlyItself(dave);
      expect(told(room.ann, 'exitRoom')).toEqual({ playerId: dave.seat.playerId });
      expect(told(room.ann, 'joinRoom')).toMatchObject({ players: [{ playerId }] });
    },
  );

  it('lets the newest connection of a seat in and ends the older one, though the numbers are the same', async () => {
    const known = await remember();
    const newest = await arrive(known, room.bob.seat.slot, { connectionId: 'bob#new' });
    await comeBackWith(known);
    expect(newest.isAdmitted).toBe(true);
    expect(noticesTo('bob#new')).toEqual([]);
    expect(noticesTo(room.bob.connectionId)).toEqual([{ code: 'SESSION_REPLACED' }]);
    expect(stage.broadcaster.disconnected).toEqual([room.bob.connectionId]);
    expect(stage.broadcaster.reconnected).toEqual([]);
    await endsOnlyItself(room.bob);
  });
});

describe('R8.1 a store that has lost chat', () => {
  const say = async (message: string): Promise<void> => {
    stage.chat(room.carl, message);
    await stage.flush();
  };
  /** What the store knew then, and what has been said since it came back. */
  function saidSince(known: RoomSnapshot, message: string): RoomSnapshot {
    const { ghostId = 0, livingId = 0 } = known.chat.at(-1) ?? {};
    const { playerId } = room.ann.seat;
    const ids = { ghostId: ghostId + 1, livingId: livingId! + 1 };
    const said = { ...ids, playerId, playerName: 'ann', message, timestamp: Date.now() + 5_000 };
    return { ...known, chat: [...known.chat, said] };
  }
  const chatOf = (actor: Actor): string[] =>
    flushEventsOf(actor)
      .flatMap(([event, payload]) => (event === 'chatMessage' ? payload.messages : []))
      .map(({ message }) => message);

  it('tells what was said since under the same numbers, and keeps what it keeps', async () => {
    await say('kept');
    const known = await remember();
    await say('lost');
    await say('lost, too');
    const since = saidSince(known, 'since');
    await comeBackWith(since);
    for (const one of [room.ann, room.bob, screen]) expect(chatOf(one)).toEqual(['since']);
    expect(stage.room(room.roomId).view.chat.all()).toEqual(since.chat);
    const fresh = await stage.watch(room.roomId);
    await stage.flush();
    expect(chatOf(fresh)).toEqual(['kept', 'since']);
  });

  it('does so, too, where nothing of what was heard is left', async () => {
    const known = await remember();
    await say('lost');
    await comeBackWith(saidSince(known, 'since'));
    expect(chatOf(room.ann)).toEqual(['since']);
    expect(chatOf(room.bob)).toEqual(['since']);
  });

  it('tells it to a client that is behind, when it has read what was under way', async () => {
    const known = await remember();
    await say('lost');
    const last = await room.lag();
    await comeBackWith(saidSince(known, 'since'));
    room.echo(room.bob, last);
    await stage.flush();
    expect(chatOf(room.bob)).toEqual(['since']);
  });

  it('tells nobody anything where nothing was said since', async () => {
    const known = await remember();
    await say('lost');
    await comeBackWith(known);
    for (const one of [room.ann, room.bob, screen]) expect(eventsOf(one)).toBe('');
    expect(stage.room(room.roomId).view.chat.all()).toEqual(known.chat);
  });
});

describe('a store that has lost nothing', () => {
  it('tells nobody anything when it comes back as another one', async () => {
    await comeBackWith(await remember());
    for (const one of [room.ann, room.bob, screen]) expect(eventsOf(one)).toBe('');
  });

  it('tells nothing but what was missed when it is the same one', async () => {
    const { view } = stage.room(room.roomId);
    const known = await remember();
    known.state.isMuted = true;
    known.state.seq += 5;
    vi.spyOn(stage.store, 'snapshot').mockResolvedValue(known);
    stage.broadcaster.clear();
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(eventsOf(room.bob)).toBe('muteChat');
    expect(view.seq).toBe(known.state.seq);
  });
});
