import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { changeOptions, changeSettings } from '../../src/game/settings-commands.js';
import { advance } from '../../src/game/transitions.js';
import { changesIn, interceptAppend, recordAppends } from '../support/appends.js';
import { codeOf, LENGTHS } from '../support/game-data.js';
import { until } from '../support/real-time.js';
import { claim } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;
beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
  await stage.driver.start(roomId);
});
afterEach(() => closeStage(stage));

const phase = async (): Promise<object> => (await stage.state(roomId)).phase;

/** What another process does between the next read of the room here and what is decided on it. */
function afterTheRead(happens: () => Promise<unknown>): void {
  const { readRoom } = stage.store;
  stage.store.readRoom = async (id) => {
    const room = await readRoom.call(stage.store, id);
    stage.store.readRoom = readRoom;
    await happens();
    return room;
  };
}
const muteElsewhere = (): Promise<void> =>
  stage.elsewhere.writer.run(roomId, changeSettings({ isMuted: true }));
async function advanceElsewhere(): Promise<void> {
  const room = await stage.state(roomId);
  await claim(stage.elsewhere, room, advance(room, Date.now(), LENGTHS));
}

describe('R4.5 a change of the phase while the room is busy', () => {
  it('goes before all that wait, and what they wanted is decided on the new phase', async () => {
    let release = (): void => {};
    interceptAppend(stage.store, 'renamed', async (append) => {
      await new Promise<void>((go) => (release = go));
      return append();
    });
    const appends = recordAppends(stage.store);
    const room = stage.room(roomId);
    const first = stage.rooms.rename(room, bob.seat.playerId, 'robert', 'en');
    await stage.pass(0);
    // One waits for its turn to write, the others in the queue of the room.
    const waiting = stage.writer.run(roomId, changeSettings({ showChat: true }));
    const late = stage.sit(roomId, 'carl');
    const refused = codeOf(() => stage.rooms.changeOptions(room, { title: 'too late' }));
    await stage.pass(0);
    const skip = stage.driver.adjust(roomId, 'skip');
    await stage.pass(0);
    release();
    await Promise.all([first, waiting, skip]);
    const carl = await late;
    expect(await refused).toBe('WRONG_PHASE');
    const order = appends.flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect(order.slice(0, 2)).toEqual(['renamed', 'phase']);
    expect(changesIn(appends, 'phase')).toHaveLength(1);
    // Who comes into the first question plays from the second on.
    const { seats, settings } = await stage.state(roomId);
    expect(seats.get(carl.seat.slot)?.playsFrom).toBe(1);
    expect(settings.showChat).toBe(true);
    await stage.flush();
    expect(carl.isAdmitted()).toBe(true);
  });

  it('is not kept waiting by a room that is full of commands', async () => {
    const append = stage.store.append.bind(stage.store);
    stage.store.append = async (...asked) => {
      await new Promise((go) => setTimeout(go, 100));
      return append(...asked);
    };
    const busy = (async () => {
      for (let n = 0; n < 8; n++)
        await stage.rooms.rename(stage.room(roomId), bob.seat.playerId, `b${n}`, 'en');
    })();
    await stage.pass(350);
    const skipped = stage.driver.adjust(roomId, 'skip');
    // The append under way, and then its own.
    await stage.pass(200);
    expect(await phase()).toMatchObject({ kind: 'question', index: 0 });
    await skipped;
    expect(stage.room(roomId).view.seats.get(1)?.playerName).not.toBe('b7');
    await stage.finish(busy);
    expect(stage.room(roomId).view.seats.get(1)?.playerName).toBe('b7');
  });
});

describe('R3.3 a change of the phase that others came before', () => {
  it.each(['skip', 'pause', 'extend', 'end'] as const)(
    'is decided anew where they changed a setting, and not refused: %s',
    async (adjustment) => {
      const before = await stage.state(roomId);
      const appends = recordAppends(stage.store);
      afterTheRead(muteElsewhere);
      await stage.driver.adjust(roomId, adjustment);
      expect(changesIn(appends, 'phase')).toHaveLength(2);
      const { phase: now, settings } = await stage.state(roomId);
      expect([now.version, settings.isMuted]).toEqual([before.phase.version + 1, true]);
      await stage.flush();
      const told = stage.broadcaster.eventsOf(ann.connectionId);
      expect(told).toContain('muteChat');
      expect(stage.broadcaster.payloads(ann.connectionId, 'phase').at(-1)?.version).toBe(
        now.version,
      );
    },
  );

  it('is decided anew at a deadline, too', async () => {
    const { phase: before } = await stage.state(roomId);
    if (before.kind !== 'countdown') throw new Error(before.kind);
    afterTheRead(muteElsewhere);
    await stage.pass(before.clock.endTime - Date.now());
    expect(await phase()).toMatchObject({ kind: 'question', version: before.version + 1 });
  });

  it('is not even asked twice where they changed the roster', async () => {
    const appends = recordAppends(stage.store);
    afterTheRead(() => stage.elsewhere.writer.run(roomId, rename(bob.seat.playerId, 'robert')));
    await stage.driver.adjust(roomId, 'skip');
    expect(changesIn(appends, 'phase')).toHaveLength(1);
    expect((await stage.state(roomId)).seats.get(1)?.playerName).toBe('robert');
    expect(stage.room(roomId).view.seats.get(1)?.playerName).toBe('robert');
  });

  it('is given up where they always come first', async () => {
    const { readRoom } = stage.store;
    let isMuted = false;
    stage.store.readRoom = async (id) => {
      const room = await readRoom.call(stage.store, id);
      await stage.elsewhere.writer.run(roomId, changeSettings({ isMuted: (isMuted = !isMuted) }));
      return room;
    };
    const before = await phase();
    expect(await codeOf(() => stage.driver.adjust(roomId, 'skip'))).toBe('TOO_LATE');
    stage.store.readRoom = readRoom;
    expect(await phase()).toEqual(before);
  });

  it('takes in the settings that came first', async () => {
    await stage.driver.adjust(roomId, 'end');
    afterTheRead(() => stage.elsewhere.writer.run(roomId, changeOptions({ gameMode: 'SURVIVAL' })));
    await stage.driver.start(roomId);
    expect(await stage.state(roomId)).toMatchObject({
      phase: { kind: 'countdown' },
      settings: { gameMode: 'SURVIVAL' },
    });
  });
});

describe('R4.7 a skip that means one phase', () => {
  it.each([
    ['by its version', true],
    ['by what was read', false],
  ])('never ends the next, %s', async (_, isTold) => {
    await stage.driver.adjust(roomId, 'skip');
    const { version } = (await stage.state(roomId)).phase;
    afterTheRead(advanceElsewhere);
    const skip = (): Promise<unknown> =>
      stage.driver.adjust(roomId, 'skip', isTold ? version : undefined);
    expect(await codeOf(skip)).toBe('TOO_LATE');
    expect(await phase()).toMatchObject({ kind: 'reveal', version: version + 1 });
  });

  it('ends it though a setting changed in between, and the phase not again', async () => {
    await stage.driver.adjust(roomId, 'skip');
    const { version } = (await stage.state(roomId)).phase;
    afterTheRead(async () => {
      await muteElsewhere();
      // At the second read it has gone on.
      afterTheRead(advanceElsewhere);
    });
    expect(await codeOf(() => stage.driver.adjust(roomId, 'skip'))).toBe('TOO_LATE');
    expect(await phase()).toMatchObject({ kind: 'reveal', version: version + 1 });
  });

  it('is one of a hundred clicks', async () => {
    const { version } = (await stage.state(roomId)).phase;
    const clicks = Array.from({ length: 100 }, () =>
      codeOf(() => stage.driver.adjust(roomId, 'skip', version)),
    );
    let codes: string[] = [];
    void Promise.all(clicks).then((all) => (codes = all));
    await until(() => codes.length > 0);
    expect(codes.toSorted()).toEqual([...codes.slice(1).fill('TOO_LATE'), 'ok']);
    expect(await phase()).toMatchObject({ kind: 'question', version: version + 1 });
  });
});
