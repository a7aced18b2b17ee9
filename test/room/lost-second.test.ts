import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoomChange } from '../../src/game/room-change.js';
import { done } from '../../src/game/room-command.js';
import type { Seat } from '../../src/game/room-state.js';
import { hashOfSeed } from '../../src/game/shared/draw-lots.js';
import type { FlushEvent } from '../../src/protocol/index.js';
import { EXTEND_MS } from '../../src/protocol/limits.js';
import type { RoomSnapshot } from '../../src/server/live/store/contract.js';
import { changesIn, recordAppends } from '../support/appends.js';
import { restoreStore } from '../support/restored-store.js';
import { seatPlayer } from '../support/store-verbs.js';
import { flushEventsIn } from '../support/compact-reader.js';
import { Lagging } from '../support/slow-consumer-room.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** What starting anew tells. */
const WELCOME =
  'updateRoomOption updateRoomQuizset updateScreen updateModeration muteChat updateRehearsal getSelfId joinRoom startGame phase startQuizTime';

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

const remember = async (): Promise<RoomSnapshot> => (await stage.store.snapshot(room.roomId))!;

/** The store comes back as another one, with what it knew then and what `since` has done to it. */
async function comeBackWith(
  known: RoomSnapshot,
  since: () => Promise<unknown> = async () => {},
): Promise<void> {
  restoreStore(stage.store, known);
  await since();
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
  it('has everybody start anew from where it stands', async () => {
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    for (const one of [room.ann, room.bob]) expect(eventsOf(one)).toBe(WELCOME);
    expect(eventsOf(screen)).toBe(WELCOME.replace('getSelfId ', ''));
    const { version } = known.state.phase;
    expect(told(room.bob, 'phase')).toMatchObject({ version, kind: 'question' });
    // Bob fell in the reveal that never was.
    const asBefore = { isAlive: true, score: 0 };
    const players = [asBefore, asBefore, asBefore];
    expect(told(room.bob, 'joinRoom')).toMatchObject({ everyone: true, players });
    // From here on they hear what everybody hears.
    stage.broadcaster.clear();
    stage.move(room.carl, [1, 2]);
    await stage.flush();
    for (const one of [room.bob, room.carl, screen]) expect(eventsOf(one)).toBe('updatePosition');
  });

  it('does so, too, where it has gone on since to a later phase than the one that it lost', async () => {
    const known = await remember();
    await reveal();
    const { phase } = known.state;
    if (phase.kind !== 'question') throw new Error(phase.kind);
    await comeBackWith(known, async () => {
      for (let n = 0; n < 9; n++) await stage.driver.adjust(room.roomId, 'extend');
    });
    const later = { version: phase.version + 9, endTime: phase.clock.endTime + 9 * EXTEND_MS };
    for (const one of [room.ann, room.bob]) {
      expect(eventsOf(one)).toBe(WELCOME);
      expect(told(one, 'phase')).toMatchObject(later);
    }
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
    const dave = await stage.sit(room.roomId, 'dave');
    await stage.flush();
    await comeBackWith(known);
    expect(stage.broadcaster.reconnected).toEqual([dave.connectionId]);
    expect(eventsOf(dave)).toBe('');
    expect(eventsOf(room.carl)).toBe(WELCOME);
  });

  it('R10.5 has a projector come anew whose place it has lost, and no other', async () => {
    const known = await remember();
    const lost = await stage.watch(room.roomId);
    await stage.flush();
    await comeBackWith(known);
    expect(stage.broadcaster.reconnected).toEqual([lost.connectionId]);
    expect(eventsOf(lost)).toBe('');
    expect(eventsOf(screen)).toBe(WELCOME.replace('getSelfId ', ''));
  });
});

describe('R2.2, R2.3 a store that has lost who holds a seat', () => {
  interface Waiting {
    connectionId: string;
    isAdmitted: boolean;
  }
  /** Somebody whom the store gives a seat since it came back, and who waits here to be let in. */
  async function arrive(identityId: string, connectionId: string): Promise<Waiting> {
    const newcomer: Waiting = { connectionId, isAdmitted: false };
    const { seat } = await seatPlayer(stage.elsewhere, room.roomId, {
      identityId,
      address: '192.0.2.1',
      connectionId,
      process: stage.store.processId,
      playerId: `p-${identityId}`,
      playerName: identityId,
      position: [0, 0],
      isStoreFull: false,
    });
    const { slot } = seat;
    const rest = { format: 'json', isCreator: false, cursor: null } as const;
    void stage
      .room(room.roomId)
      .join({ connectionId, slot, grant: seat, ...rest })
      .then(() => (newcomer.isAdmitted = true));
    await stage.flush();
    // Nor is it turned away.
    expect(newcomer.isAdmitted).toBe(false);
    return newcomer;
  }
  async function endsOnlyItself(actor: Actor): Promise<void> {
    const appends = recordAppends(stage.store);
    await stage.drop(actor);
    expect(changesIn(appends, 'dropped')).toEqual([]);
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
      const known = await remember();
      const dave = await stage.sit(room.roomId, 'dave');
      await stage.flush();
      let erin: Waiting | undefined;
      await comeBackWith(known, async () => (erin = await arrive('erin', 'erin#1')));
      expect(erin?.isAdmitted).toBe(true);
      expect([noticesTo('erin#1'), noticesTo(dave.connectionId)]).toEqual([[], []]);
      expect(new Set(stage.broadcaster.reconnected)).toEqual(new Set([dave.connectionId]));
      const { generation } = dave.seat;
      const seat = { playerId: 'p-erin', identityId: 'erin', playerName: 'erin', generation };
      expect(stage.room(room.roomId).view.seats.get(dave.seat.slot)).toMatchObject(seat);
      await endsOnlyItself(dave);
      const players = ['ann', 'bob', 'carl', 'erin'].map((playerName) => ({ playerName }));
      expect(told(room.ann, 'joinRoom')).toMatchObject({ everyone: true, players });
    },
  );

  it('lets the newest connection of a seat in and ends the older one, though the numbers are the same', async () => {
    const known = await remember();
    await stage.drop(room.bob);
    const older = await stage.sit(room.roomId, 'bob');
    await stage.flush();
    let newest: Waiting | undefined;
    await comeBackWith(known, async () => (newest = await arrive('bob', 'bob#new')));
    expect(newest?.isAdmitted).toBe(true);
    const { generation } = older.seat;
    expect(stage.room(room.roomId).view.seats.get(older.seat.slot)?.generation).toBe(generation);
    expect(noticesTo('bob#new')).toEqual([]);
    expect(noticesTo(older.connectionId)).toEqual([{ code: 'SESSION_REPLACED' }]);
    expect(stage.broadcaster.disconnected).toEqual([older.connectionId]);
    expect(stage.broadcaster.reconnected).toEqual([]);
    await endsOnlyItself(older);
  });
});

describe('R8.1 a store that has lost chat', () => {
  const say = async (message: string): Promise<void> => {
    stage.chat(room.carl, message);
    await stage.flush();
  };
  /** Ann says something through another process. */
  const sayElsewhere = async (message: string): Promise<void> => {
    const { slot, generation } = room.ann.seat;
    const chats = [{ slot, generation, message }];
    await stage.elsewhere.store.share(room.roomId, { moves: [], chats });
  };
  const chatOf = (actor: Actor): string[] =>
    flushEventsOf(actor)
      .flatMap(([event, payload]) => (event === 'chatMessage' ? payload.messages : []))
      .map(({ message }) => message);

  it('tells what was said since under the same numbers, and keeps what it keeps', async () => {
    await say('kept');
    const known = await remember();
    await say('lost');
    await say('lost, too');
    await comeBackWith(known, () => sayElsewhere('since'));
    for (const one of [room.ann, room.bob, screen]) expect(chatOf(one)).toEqual(['since']);
    expect(stage.room(room.roomId).view.chat.all()).toEqual((await remember()).chat);
    const fresh = await stage.watch(room.roomId);
    await stage.flush();
    expect(chatOf(fresh)).toEqual(['kept', 'since']);
  });

  it('does so, too, where it has lost more than chat, so that all start anew', async () => {
    await say('kept');
    const known = await remember();
    await reveal();
    await say('lost');
    await comeBackWith(known, () => sayElsewhere('since'));
    for (const one of [room.ann, room.bob, screen]) {
      expect(eventsOf(one)).toContain('joinRoom');
      expect(chatOf(one)).toEqual(['since']);
    }
    expect(stage.room(room.roomId).view.chat.all()).toEqual((await remember()).chat);
  });

  it('does so, too, where nothing of what was heard is left', async () => {
    const known = await remember();
    await say('lost');
    await comeBackWith(known, () => sayElsewhere('since'));
    expect(chatOf(room.ann)).toEqual(['since']);
    expect(chatOf(room.bob)).toEqual(['since']);
  });

  it('tells it to a client that is behind, when it has read what was under way', async () => {
    const known = await remember();
    await say('lost');
    const last = await room.lag();
    await comeBackWith(known, () => sayElsewhere('since'));
    room.echo(room.bob, last);
    await stage.flush();
    expect(chatOf(room.bob)).toEqual(['since']);
  });

  it('tells nobody of a message where nothing was said since', async () => {
    const known = await remember();
    await say('lost');
    await comeBackWith(known);
    for (const one of [room.ann, room.bob, screen]) expect(eventsOf(one)).toBe('updatePosition');
    expect(stage.room(room.roomId).view.chat.all()).toEqual(known.chat);
  });
});

describe('a store that has lost nothing', () => {
  it('tells nobody but places when it comes back as another one', async () => {
    await comeBackWith(await remember());
    for (const one of [room.ann, room.bob, screen]) expect(eventsOf(one)).toBe('updatePosition');
  });
});

describe('a command of a process that does not know yet that the store has lost something', () => {
  it('is decided anew on what the store knows', async () => {
    const known = await remember();
    const dave = await stage.sit(room.roomId, 'dave');
    await stage.flush();
    restoreStore(stage.store, known);
    stage.broadcaster.clear();
    const erin = await stage.sit(room.roomId, 'erin');
    // The same slot as Dave's, of whom this store has never heard.
    expect(erin.seat.slot).toBe(dave.seat.slot);
    await stage.flush();
    expect(erin.isAdmitted()).toBe(true);
    expect(stage.broadcaster.reconnected).toEqual([dave.connectionId]);
    for (const one of [room.ann, room.bob]) expect(eventsOf(one)).toContain('joinRoom');
    const names = ({ seats }: { seats: ReadonlyMap<number, Seat> }): string[] =>
      Array.from(seats.values(), ({ playerName }) => playerName);
    expect(names(await stage.state(room.roomId))).toEqual(['ann', 'bob', 'carl', 'erin']);
    expect(names(stage.room(room.roomId).view)).toEqual(['ann', 'bob', 'carl', 'erin']);
  });
});

describe('the seed of the next draw', () => {
  const SEED = '0f'.repeat(32);
  const seedNow = async (): Promise<string | undefined> =>
    (await stage.store.readRoom(room.roomId))?.programme?.seed;
  const settle = (changes: RoomChange[]): Promise<void> =>
    stage.writer.run(room.roomId, { reads: [], decide: () => done(...changes) });

  it('R27.8 is another one after a store has lost its last moments, and its hash is told', async () => {
    const programme = { revision: 0, items: [], at: -1, seed: SEED };
    await settle([{ kind: 'programme', programme }]);
    await stage.flush();
    const known = await remember();
    // A draw that is lost: everybody has been told its seed.
    await settle([{ kind: 'programme', programme: { ...programme, seed: 'ab'.repeat(32) } }]);
    await comeBackWith(known);
    await vi.waitFor(async () => expect(await seedNow()).not.toBe(SEED));
    const seed = (await seedNow())!;
    expect(seed).toMatch(/^[\da-f]{64}$/);
    await stage.flush();
    expect(stage.room(room.roomId).view.settings.quizSet.drawHash).toBe(hashOfSeed(seed));
    expect(stage.failures).toEqual([]);
  });

  it('R27.8 stays while the store does', async () => {
    await settle([
      { kind: 'programme', programme: { revision: 0, items: [], at: -1, seed: SEED } },
    ]);
    await stage.directory.compare();
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(await seedNow()).toBe(SEED);
  });
});
