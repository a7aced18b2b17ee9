import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits, toSteps } from '../../src/protocol/index.js';
import { inZone } from '../support/game-data.js';
import { Lagging, UNTOLD_MS } from '../support/slow-consumer-room.js';
import { dropFrom } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

let stage: Stage;
let room: Lagging;

beforeEach(async () => {
  stage = openStage();
  room = await Lagging.open(stage);
});
afterEach(() => {
  closeStage(stage);
});

describe('a skipped client', () => {
  const gone = { audiences: 2, waiting: 0, slow: 0, screens: 0, readers: 1 };

  /** Whatever it echoes from now on, it is out. */
  async function expectGone(last: number): Promise<void> {
    expect(room.kept()).toEqual(gone);
    const before = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(6_000);
    expect(room.heard(room.bob)).toBe(before);
    expect(room.isListening(room.bob)).toBe(false);
    expect(stage.broadcaster.terminated).toEqual([]);
    expect(room.kept()).toEqual(gone);
  }

  it('that is kicked is told so and sent away', async () => {
    const last = await room.lag();
    await stage.rooms.kick(stage.room(room.roomId), room.bob.seat.playerId);
    expect(room.told(room.bob, 'kickRoom')).toEqual([{ playerId: room.bob.seat.playerId }]);
    expect(stage.broadcaster.disconnected).toEqual([room.bob.connectionId]);
    await expectGone(last);
  });

  it.each([
    ['leaves', () => stage.exit(room.bob), 'exitRoom'],
    ['drops', () => stage.drop(room.bob), 'updatePresence'],
  ] as const)('that %s is gone', async (_, go, event) => {
    const last = await room.lag();
    await go();
    expect(room.kept()).toEqual(gone);
    await room.busy(100);
    expect(room.told(room.ann, event)).toHaveLength(1);
    await expectGone(last);
  });

  it('that goes between its echo and its snapshot is gone', async () => {
    room.echo(room.bob, await room.lag());
    expect(room.kept()).toEqual({ audiences: 2, waiting: 1, slow: 0, screens: 0, readers: 1 });
    await stage.drop(room.bob);
    await expectGone(0);
  });

  it('R2.3 whose seat a newer connection takes hears nothing more, and the newer one everything', async () => {
    const last = await room.lag();
    const newer = await stage.sit(room.roomId, 'bob');
    expect(newer.membership.replaced).toBe(room.bob.connectionId);
    const before = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(6_000, [newer, room.carl]);
    expect([room.heard(room.bob), stage.broadcaster.terminated]).toEqual([before, []]);
    expect(room.kept()).toEqual({ audiences: 3, waiting: 0, slow: 0, screens: 0, readers: 2 });
    expect(room.chatOf(newer)).toEqual(room.chatOf(room.ann));
  });

  it('is told of the end of a room like everybody', async () => {
    await room.lag();
    await stage.store.closeRoom(room.roomId, 'idle', (await stage.state(room.roomId)).seq);
    expect(stage.broadcaster.payloads(room.bob.connectionId, 'notice')).toEqual([
      { code: 'ROOM_CLOSED' },
    ]);
    expect(stage.broadcaster.disconnected.toSorted()).toEqual(
      [room.ann, room.bob, room.carl].map(({ connectionId }) => connectionId).toSorted(),
    );
    expect([room.ann, room.bob, room.carl].some((one) => room.isListening(one))).toBe(false);
  });

  it('whose hold on its seat others took for lost has to take it anew', async () => {
    await room.lag();
    await dropFrom(stage.elsewhere, room.roomId, room.bob.seat.slot);
    expect(stage.broadcaster.reconnected).toEqual([room.bob.connectionId]);
  });

  it('that watches and goes between its echo and its snapshot is gone', async () => {
    const keepUp = [room.bob, room.carl];
    const screen = await stage.watch(room.roomId);
    await room.busy(100, [screen, ...keepUp]);
    await room.busy(UNTOLD_MS, keepUp);
    room.echo(screen, room.echoLate(screen));
    expect(room.kept()).toMatchObject({ waiting: 1, screens: 1 });
    await stage.drop(screen);
    await room.busy(100, keepUp);
    expect(room.isListening(screen)).toBe(false);
    expect(room.kept()).toEqual({ audiences: 3, waiting: 0, slow: 0, screens: 0, readers: 2 });
  });

  it('keeps the room from being let go', async () => {
    const last = await room.lag();
    for (const one of [room.ann, room.carl]) await stage.drop(one);
    await stage.pass(500);
    expect(stage.room(room.roomId).isEmpty).toBe(false);
    room.echo(room.bob, last);
    await stage.flush();
    expect(room.isListening(room.bob)).toBe(true);
  });

  it('keeps its place among the screens', async () => {
    const screens: Actor[] = [];
    const most = limits.MAX_SCREENS - 1;
    for (let n = 0; n < most; n++) screens.push(await stage.watch(room.roomId));
    const [slow, ...others] = screens as [Actor, ...Actor[]];
    await room.busy(100, screens);
    await room.busy(UNTOLD_MS, [room.bob, room.carl, ...others]);
    const last = room.echoLate(slow);
    expect(room.kept()).toMatchObject({ slow: 1, screens: most });
    await expect(stage.watch(room.roomId)).rejects.toThrow('TOO_MANY_SCREENS');
    const before = room.heard(slow);
    const dora = await stage.sit(room.roomId, 'dora');
    await room.busy(50, [room.bob, room.carl, ...others]);
    room.echo(slow, last);
    await room.busy(50, [room.bob, room.carl, ...others]);
    const events = room.flushEventsOf(slow, before).map(([event]) => event);
    expect(events).not.toContain('getSelfId');
    expect(events.filter((event) => event === 'joinRoom')).toHaveLength(1);
    expect(room.chatOf(slow)).toEqual(room.chatOf(room.ann).slice(-room.chatOf(slow).length));

    for (const one of [room.ann, room.bob, room.carl, dora, ...others]) await stage.drop(one);
    expect(stage.room(room.roomId).isEmpty).toBe(false);
    await stage.drop(slow);
    expect(stage.room(room.roomId).isEmpty).toBe(true);
    expect(Object.values(room.kept())).toEqual([0, 0, 0, 0, 0]);
  });
});

type Seen = { isAlive: boolean };

describe('R7 a survival game goes on while a client is skipped', () => {
  /** Ends the question; those named stand in a wrong zone. */
  async function fall(...wrongOnes: Actor[]): Promise<void> {
    const { phase } = await stage.state(room.roomId);
    if (phase.kind === 'lobby') await stage.driver.start(room.roomId);
    await stage.driver.adjust(room.roomId, 'skip');
    const { phase: asked, game } = await stage.state(room.roomId);
    if (asked.kind !== 'question') throw new Error(asked.kind);
    const right = rightOf(game?.questions[asked.index]);
    for (const one of [room.ann, room.bob, room.carl])
      stage.move(one, inZone(wrongOnes.includes(one) ? 3 - right : right));
    await stage.room(room.roomId).batch.share();
    await stage.driver.adjust(room.roomId, 'skip');
  }

  it('R7.2 who falls meanwhile comes back as a ghost', async () => {
    const last = await room.lag();
    await fall(room.bob, room.carl);
    await room.busy(100);
    const before = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(50);
    stage.chat(room.carl, 'boo');
    stage.move(room.carl, [1, 2]);
    await room.busy(50);
    const facts = room.flushEventsOf(room.bob, before);
    const roster = facts.find(([event]) => event === 'joinRoom')?.[1] as { players: Seen[] };
    expect(roster.players.map(({ isAlive }) => isAlive)).toEqual([true, false, false]);
    expect(room.chatOf(room.bob).map(([, message]) => message)).toContain('boo');
    const moved = room.told(room.bob, 'updatePosition').at(-1)?.updates;
    expect(moved?.map(({ playerId }) => playerId)).toContain(room.carl.seat.playerId);
    expect(stage.broadcaster.textOf(room.ann.connectionId)).not.toContain('boo');
  });

  it('R7.2 a ghost hears what ghosts said before and meanwhile once', async () => {
    await fall(room.bob, room.carl);
    await room.busy(700, [room.bob, room.carl]);
    const before = room.heard(room.bob);
    await room.busy(UNTOLD_MS);
    stage.chat(room.carl, 'boo 1');
    await stage.flush();
    const last = room.echoLate(room.bob);
    stage.chat(room.carl, 'boo 2');
    await room.busy(200);
    room.echo(room.bob, last);
    await room.busy(200);
    const chat = room
      .flushEventsOf(room.bob, before)
      .flatMap(([event, payload]) => (event === 'chatMessage' ? payload.messages : []));
    expect(chat.map(({ id }) => id)).toEqual(chat.map((_, n) => chat[0]!.id + n));
    const boos = chat.map(({ message }) => message).filter((message) => message.startsWith('boo'));
    expect(boos).toEqual(['boo 1', 'boo 2']);
  });

  /** Carl, who is a ghost, walks and talks. */
  async function haunt(): Promise<void> {
    for (let n = 0; n < 5; n++) {
      stage.chat(room.carl, 'boo');
      stage.move(room.carl, [n, n]);
      await room.busy(100);
    }
  }

  it('R7.1 who lives and lacks places alone is told where ghosts fell', async () => {
    await fall(room.carl);
    await room.busy(100, [room.bob, room.carl]);
    const last = await room.lag();
    await haunt();
    const before = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(100);
    const facts = room.flushEventsOf(room.bob, before);
    expect(new Set(facts.map(([event]) => event))).toEqual(
      new Set(['updatePosition', 'chatMessage']),
    );
    const places = facts.flatMap(([event, payload]) =>
      event === 'updatePosition' ? payload.updates : [],
    );
    const { position, fellAt } = stage.room(room.roomId).view.seats.get(room.carl.seat.slot)!;
    expect(position).not.toEqual(fellAt);
    const told = places.filter(({ playerId }) => playerId === room.carl.seat.playerId);
    expect(told.map(({ playerPosition: [x, y] }) => [toSteps(x), toSteps(y)])).toEqual([fellAt]);
    expect(stage.broadcaster.textOf(room.bob.connectionId)).not.toContain('boo');
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
  });

  it('R7.1 the snapshot of who lives holds no chat and no place of ghosts', async () => {
    await fall(room.carl);
    for (let n = 0; n < 5; n++) stage.chat(room.carl, 'boo');
    await room.busy(100, [room.bob, room.carl]);
    const last = await room.lag();
    await haunt();
    await stage.rooms.rename(stage.room(room.roomId), room.bob.seat.playerId, 'Robert', 'en');
    await room.busy(100);
    const before = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(100);
    const bytes = JSON.stringify(stage.broadcaster.heard(room.bob.connectionId).slice(before));
    expect(bytes).toContain(room.carl.seat.playerId);
    expect(stage.broadcaster.textOf(room.bob.connectionId)).not.toContain('boo');
    const { position, fellAt } = stage.room(room.roomId).view.seats.get(room.carl.seat.slot)!;
    expect(position).not.toEqual(fellAt);
    const shown = room
      .told(room.bob, 'joinRoom')
      .at(-1)
      ?.players.find(({ playerId }) => playerId === room.carl.seat.playerId);
    expect(shown).toEqual(
      stage
        .room(room.roomId)
        .view.player(stage.room(room.roomId).view.seats.get(room.carl.seat.slot)!, 'living'),
    );
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
  });
});
