import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeatGrant, SeatRequest } from '../../src/game/seat-commands.js';
import type { RoomUpdate } from '../../src/server/live/store/room-update.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { interceptAppend } from '../support/appends.js';
import { dropFrom, kickFrom, seatPlayer } from '../support/store-verbs.js';
import { codeOf } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
/** Whether the room's channel is cut: updates happen, and nobody here hears them. */
let isCut: boolean;
/** Updates that are on their way, where they take their time. */
let late: (() => void)[] | null;

beforeEach(async () => {
  stage = openStage();
  isCut = false;
  late = null;
  const subscribe = stage.bus.subscribe.bind(stage.bus);
  stage.bus.subscribe = (id, listener) =>
    subscribe(id, (update: RoomUpdate) => {
      if (late !== null) late.push(() => listener(update));
      else if (!isCut) listener(update);
    });
  roomId = await stage.open();
  await stage.seatAll(roomId, 'ann');
});
afterEach(() => {
  closeStage(stage);
});

/** Bob on another phone, at another process. */
const takeOver = (changes: Partial<SeatRequest> = {}): Promise<SeatGrant> =>
  seatPlayer(stage.elsewhere, roomId, {
    connectionId: 'elsewhere',
    process: 'elsewhere',
    identityId: 'bob',
    address: '192.0.2.1',
    playerId: '',
    playerName: 'bob',
    position: [0, 0],
    isStoreFull: false,
    ...changes,
  });

/** Has Bob wait whose own seat nobody here has heard of. */
async function waitInTheDark(): Promise<Actor> {
  isCut = true;
  const bob = await stage.sit(roomId, 'bob');
  isCut = false;
  await stage.flush();
  expect(bob.isAdmitted()).toBe(false);
  return bob;
}

/** What the store does between seating somebody and its answer. */
function beforeTheAnswer(happens: () => Promise<unknown>): void {
  interceptAppend(stage.store, 'seated', async (append) => {
    const outcome = await append();
    await happens();
    return outcome;
  });
}

/** Has the copy here catch up by a snapshot, as from a log that is too short. */
async function adoptSnapshot(): Promise<void> {
  const { since } = stage.store;
  stage.store.since = async (id) => {
    const snapshot = await stage.store.snapshot(id);
    return snapshot && { kind: 'snapshot', snapshot };
  };
  await stage.directory.catchUpAll();
  stage.store.since = since;
}

const told = ({ connectionId }: Actor): unknown[] =>
  stage.broadcaster.heard(connectionId).map(({ payload }) => payload);

/** What has become of a newcomer. */
function fateOf(bob: Actor): object {
  const { disconnected } = stage.broadcaster;
  return { told: told(bob), disconnected, waits: !bob.isAdmitted() };
}

const replaced = ({ connectionId }: Actor): object => {
  return { told: [{ code: 'SESSION_REPLACED' }], disconnected: [connectionId], waits: false };
};

describe('R2.3 a newcomer whose seat another connection takes before it is let in', () => {
  it('is told so when both were heard of before the store had answered', async () => {
    beforeTheAnswer(() => takeOver());
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is told so when neither was heard of', async () => {
    const bob = await waitInTheDark();
    isCut = true;
    await takeOver();
    isCut = false;
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is told so when it was just about to be let in', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await takeOver();
    await stage.flush();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });

  it('is not mistaken for the connection before it, of which one hears late', async () => {
    const before = await stage.sit(roomId, 'bob');
    await stage.flush();
    await stage.drop(before);
    const { room } = before.membership;
    const onTheirWay: (() => void)[] = [];
    late = onTheirWay;
    const between = await takeOver();
    expect(between.seat.connectionId).toBe('elsewhere');
    const { seat } = await takeOver({ connectionId: 'bob#new', process: 'memory' });
    const { slot } = seat;
    const rest = { format: 'json', isCreator: false, cursor: null } as const;
    let isAdmitted = false;
    void room
      .join({ connectionId: 'bob#new', slot, grant: seat, ...rest })
      .then(() => (isAdmitted = true));
    await stage.flush();
    expect(onTheirWay).toHaveLength(2);
    for (const arrive of onTheirWay) {
      expect(stage.broadcaster.disconnected).toEqual([]);
      arrive();
    }
    await stage.flush();
    expect(room.view.seats.get(slot)?.connectionId).toBe('bob#new');
    expect(isAdmitted).toBe(true);
    expect(stage.broadcaster.eventsOf('bob#new')).toContain('getSelfId');
  });
});

describe('R2.3 somebody whose seat another connection takes', () => {
  it('is told so by its own process, as a message from the other one may get lost', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    stage.broadcaster.clear();
    await takeOver();
    expect(fateOf(bob)).toEqual(replaced(bob));
  });
});

describe('a snapshot in place of a copy that missed more than the log holds', () => {
  const reconnected = (): string[] => stage.broadcaster.reconnected;
  const inTheDark = async (work: () => Promise<unknown>): Promise<void> => {
    isCut = true;
    await work();
    isCut = false;
    stage.broadcaster.clear();
    await adoptSnapshot();
    await stage.flush();
  };

  it.each(['json', 'compact'] as const)(
    'R2.3 tells who was replaced meanwhile, and does not have it come again (%s)',
    async (format) => {
      stage.format = format;
      const bob = await stage.sit(roomId, 'bob');
      await stage.flush();
      await inTheDark(() => takeOver());
      expect([fateOf(bob), reconnected()]).toEqual([replaced(bob), []]);
    },
  );

  it('R2.3 tells a newcomer that was replaced meanwhile, before it is let in', async () => {
    const bob = await waitInTheDark();
    await inTheDark(() => takeOver());
    expect([fateOf(bob), reconnected()]).toEqual([replaced(bob), []]);
  });

  it('R2.3 tells a newcomer that was replaced while the snapshot was on its way', async () => {
    const { since } = stage.store;
    let bob: Actor | undefined;
    isCut = true;
    stage.store.since = async (id) => {
      bob = await stage.sit(roomId, 'bob');
      await takeOver();
      const snapshot = await stage.store.snapshot(id);
      return snapshot && { kind: 'snapshot', snapshot };
    };
    await stage.directory.catchUpAll();
    stage.store.since = since;
    isCut = false;
    await stage.flush();
    expect([fateOf(bob!), reconnected()]).toEqual([replaced(bob!), []]);
  });

  it('R2.2 has who was dropped by others take its seat again', async () => {
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    await inTheDark(() => dropFrom(stage.elsewhere, roomId, bob.seat.slot));
    expect(reconnected()).toEqual([bob.connectionId]);
    expect(stage.broadcaster.disconnected).toEqual([]);
    expect(told(bob)).toEqual([]);
    const again = await stage.sit(roomId, 'bob');
    await stage.drop(bob);
    await stage.flush();
    expect(again.isAdmitted()).toBe(true);
  });

  it('R9.1 sends away who was kicked meanwhile, and their projectors', async () => {
    const bob = await stage.sit(roomId, 'bob');
    const screen = { connectionId: 'screen of bob', identityId: 'bob' };
    await stage.rooms.watch(roomId, screen);
    await stage.flush();
    await inTheDark(() => kickFrom(stage.elsewhere, roomId, bob.seat.slot));
    const gone = [bob.connectionId, screen.connectionId];
    expect([stage.broadcaster.disconnected, reconnected()]).toEqual([gone, []]);
    const { playerId } = bob.seat;
    for (const id of gone)
      expect(stage.broadcaster.payloads(id, 'kickRoom')).toEqual([{ playerId }]);
  });

  it('lets those in who wait, once, as the room is by then', async () => {
    const bob = await waitInTheDark();
    const mute = changeSettings({ isMuted: true });
    await inTheDark(() => stage.elsewhere.writer.run(roomId, mute));
    expect([bob.isAdmitted(), reconnected()]).toEqual([true, []]);
    const events = stage.broadcaster.eventsOf(bob.connectionId);
    expect(events.filter((event) => event === 'joinRoom')).toHaveLength(1);
    expect(stage.broadcaster.payloads(bob.connectionId, 'muteChat')).toEqual([{ muted: true }]);
  });

  it('lets those in whose seats are younger than it when they are heard of', async () => {
    const { since } = stage.store;
    let bob: Actor | undefined;
    stage.store.since = async (id) => {
      const snapshot = await stage.store.snapshot(id);
      bob = await stage.sit(roomId, 'bob');
      return snapshot && { kind: 'snapshot', snapshot };
    };
    await stage.directory.catchUpAll();
    stage.store.since = since;
    await stage.flush();
    expect([bob!.isAdmitted(), reconnected()]).toEqual([true, []]);
    expect(stage.room(roomId).view.seats.get(bob!.seat.slot)?.playerName).toBe('bob');
  });
});

describe('R2.2 a newcomer whose seat is given up before it is let in', () => {
  it('takes it again when others thought this process dead', async () => {
    beforeTheAnswer(() => dropFrom(stage.elsewhere, roomId, 1));
    const bob = await stage.sit(roomId, 'bob');
    await stage.flush();
    expect(stage.broadcaster.reconnected).toEqual([bob.connectionId]);
  });

  it('is told so when it was kicked and nobody here has heard of it', async () => {
    const bob = await waitInTheDark();
    isCut = true;
    await kickFrom(stage.elsewhere, roomId, bob.seat.slot);
    isCut = false;
    await stage.directory.catchUpAll();
    const { playerId } = bob.seat;
    const disconnected = [bob.connectionId];
    expect(fateOf(bob)).toEqual({ told: [{ playerId }], disconnected, waits: false });
    expect(await codeOf(() => stage.sit(roomId, 'bob'))).toBe('KICKED');
  });

  it('comes again, and is refused, when the log holds nothing of it any more', async () => {
    const bob = await waitInTheDark();
    isCut = true;
    await kickFrom(stage.elsewhere, roomId, bob.seat.slot);
    isCut = false;
    await adoptSnapshot();
    expect(stage.broadcaster.reconnected).toEqual([bob.connectionId]);
    expect(await codeOf(() => stage.sit(roomId, 'bob'))).toBe('KICKED');
  });

  it('is not sent away for a snapshot that is older than its seat', async () => {
    const { since } = stage.store;
    let answer = (): void => {};
    stage.store.since = async (id) => {
      const snapshot = await stage.store.snapshot(id);
      await new Promise<void>((done) => (answer = done));
      return snapshot && { kind: 'snapshot', snapshot };
    };
    await stage.elsewhere.writer.run(roomId, changeSettings({ isMuted: true }));
    const catchingUp = stage.directory.catchUpAll();
    await stage.pass(0);
    isCut = true;
    const bob = await stage.sit(roomId, 'bob');
    isCut = false;
    answer();
    await catchingUp;
    expect(stage.broadcaster.reconnected).toEqual([]);
    stage.store.since = since;
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(bob.isAdmitted()).toBe(true);
  });
});

describe('R1.6 a newcomer to a room that ends before it is let in', () => {
  it('is told so, and sent away', async () => {
    isCut = true;
    // One append brings both in.
    const [bob, screen] = await Promise.all([stage.sit(roomId, 'bob'), stage.watch(roomId)]);
    isCut = false;
    stage.store.heads = async () => ({ rooms: new Map(), away: new Set() });
    await stage.directory.compare();
    await stage.directory.compare();
    for (const one of [bob, screen]) {
      expect(told(one)).toContainEqual({ code: 'ROOM_LOST' });
      expect(stage.broadcaster.disconnected).toContain(one.connectionId);
      expect(one.isAdmitted()).toBe(true);
    }
  });

  it('is refused when the store had not even answered', async () => {
    interceptAppend(stage.store, 'screenAdded', async (append) => {
      const { seq } = await stage.state(roomId);
      await stage.store.closeRoom(roomId, 'idle', seq);
      return append();
    });
    expect(await codeOf(() => stage.watch(roomId))).toBe('ROOM_NOT_FOUND');
  });
});
