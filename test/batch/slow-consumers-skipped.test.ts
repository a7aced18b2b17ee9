import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endRehearsal, startRehearsal } from '../../src/game/rehearsal.js';
import { rename } from '../../src/game/seat-commands.js';
import { CutChannel } from '../support/cut-channel.js';
import { toSteps } from '../../src/protocol/index.js';
import { Lagging, UNTOLD_MS } from '../support/slow-consumer-room.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let room: Lagging;

beforeEach(async () => {
  stage = openStage();
  room = await Lagging.open(stage);
});
afterEach(() => {
  closeStage(stage);
});

describe('a compact client that echoes late', () => {
  it('is sent nothing more, while the others are sent every flush', async () => {
    await room.lag();
    const before = room.heard(room.bob);
    stage.broadcaster.clear();
    await room.busy(1_000);
    await stage.rooms.changeSettings(stage.room(room.roomId), { isMuted: true });
    await stage.driver.start(room.roomId);
    await room.busy(200);
    expect([before > 0, room.heard(room.bob)]).toEqual([true, 0]);
    const seqs = room.seqsOf(room.carl);
    expect(seqs).toEqual(seqs.map((_, n) => seqs[0]! + n));
    expect(room.told(room.ann, 'updatePosition')).toHaveLength(24);
  });

  it('gets one snapshot once it has read what was under way, and goes on from there', async () => {
    const last = await room.lag();
    const heardUntil = room.heard(room.bob);
    await room.busy(500);
    await stage.sit(room.roomId, 'dora');
    await stage.rooms.rename(stage.room(room.roomId), room.bob.seat.playerId, 'Robert', 'en');
    await stage.driver.start(room.roomId);
    await stage.driver.adjust(room.roomId, 'skip');
    await room.busy(500);
    for (const seq of [last - 5, last - 1]) room.echo(room.bob, seq);
    await room.busy(200);
    expect(room.heard(room.bob)).toBe(heardUntil);

    room.echo(room.bob, last);
    await room.busy(50);
    const facts = room.flushEventsOf(room.bob, heardUntil);
    expect(facts.map(([event]) => event).join(' ')).toBe(
      'updateRoomOption updateRoomQuizset updateScreen updateModeration muteChat updateRehearsal getSelfId joinRoom chatMessage startGame phase startQuizTime',
    );
    expect(room.told(room.bob, 'joinRoom').at(-1)).toEqual({
      everyone: true,
      incarnation: 'memory',
      players: stage.room(room.roomId).view.roster('living'),
    });
    expect(room.told(room.bob, 'phase').at(-1)).toEqual(room.told(room.ann, 'phase').at(-1));
    expect(room.told(room.bob, 'startQuizTime')).toEqual(room.told(room.ann, 'startQuizTime'));

    room.echo(room.bob, last);
    await room.busy(1_000, [room.bob, room.carl]);
    expect(room.told(room.bob, 'joinRoom').filter(({ everyone }) => everyone)).toHaveLength(2);
    expect(room.seqsOf(room.bob).slice(-20)).toEqual(room.seqsOf(room.carl).slice(-20));
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
    expect(room.chatOf(room.bob).map(([id]) => id)).toEqual(
      room.chatOf(room.bob).map((_, n) => n + 1),
    );
  });

  it('gets places and chat alone where nothing else has happened, once it has read what was under way', async () => {
    const last = await room.lag();
    const heardUntil = room.heard(room.bob);
    await room.busy(500);
    room.echo(room.bob, last);
    await stage.flush();
    expect(room.heard(room.bob)).toBe(heardUntil + 1);
    const facts = room.flushEventsOf(room.bob, heardUntil);
    expect(facts.map(([event]) => event)).toEqual(['updatePosition', 'chatMessage']);
    expect(room.placesOf(room.bob)).toEqual(room.placesOf(room.carl));
    await room.busy(1_000, [room.bob, room.carl]);
    expect(room.isListening(room.bob)).toBe(true);
    expect(room.placesOf(room.bob)).toEqual(room.placesOf(room.carl));
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
  });

  it('gets all of a copy that is taken while it waits for its turn', async () => {
    const channel = new CutChannel(stage.bus);
    const { store } = stage;
    store.since = async (id) => {
      const snapshot = await store.snapshot(id);
      return snapshot && { kind: 'snapshot', snapshot };
    };
    room = await Lagging.open(stage);
    const last = await room.lag();
    const heardUntil = room.heard(room.bob);
    await channel.inTheDark(async () => {
      await stage.changeElsewhere(room.roomId, rename(room.carl.seat.playerId, 'Carlos'));
    });
    room.echo(room.bob, last);
    for (let look = 0; look < 2; look++) await stage.directory.compare();
    await room.busy(500, [room.bob, room.carl]);
    expect(room.told(room.carl, 'joinRoom').filter(({ everyone }) => everyone)).toHaveLength(2);
    expect(JSON.stringify(room.flushEventsOf(room.bob, heardUntil))).toContain('Carlos');
  });

  it('gets all where more was said than is kept, so that it knows what it lacks', async () => {
    const last = await room.lag();
    const heardUntil = room.heard(room.bob);
    const { slot, generation } = room.carl.seat;
    for (let flush = 0; flush < 60; flush++) {
      const chats = Array.from({ length: 10 }, (_, n) => `line ${flush}.${n}`);
      await stage.elsewhere.store.share(room.roomId, {
        moves: [],
        chats: chats.map((message) => ({ slot, generation, message })),
      });
      await room.busy(50);
    }
    room.echo(room.bob, last);
    await room.busy(50);
    const events = room.flushEventsOf(room.bob, heardUntil).map(([event]) => event);
    expect(events).toContain('joinRoom');
  });

  it('is told of extra time that it has no more', async () => {
    const give = (extra: boolean) =>
      stage.moderation.giveTime(stage.room(room.roomId), room.bob.seat.playerId, extra, 'ann');
    await give(true);
    await room.busy(100, [room.bob, room.carl]);
    const last = await room.lag();
    await give(false);
    await room.busy(200);
    const heardUntil = room.heard(room.bob);
    room.echo(room.bob, last);
    await room.busy(200, [room.bob, room.carl]);
    const events = room.flushEventsOf(room.bob, heardUntil).map(([event]) => event);
    // With all of the room a page forgets whose extra time it was told of.
    expect(events).toContain('joinRoom');
  });

  it('is told that a rehearsal is over, of which a newcomer is told nothing', async () => {
    const { roomId, bob, carl } = room;
    const wanted = { process: 'p', bots: 1, endsAt: 1e12 };
    await stage.changeElsewhere(roomId, startRehearsal(wanted));
    await room.busy(100, [bob, carl]);
    const last = await room.lag();
    await stage.changeElsewhere(roomId, endRehearsal);
    await room.busy(200);
    room.echo(bob, last);
    const dora = await stage.sit(roomId, 'dora');
    await room.busy(200, [bob, carl]);
    const told = (actor: Actor) => room.told(actor, 'updateRehearsal').map(({ bots }) => bots);
    expect([told(bob), told(dora)]).toEqual([[1, 0], []]);
  });

  it('gets all of a blind room, where each is told the own place apart', async () => {
    room = await Lagging.open(stage, { crowd: 'blind' });
    const { view } = stage.room(room.roomId);
    await stage.driver.start(room.roomId);
    while (!view.isBlind) await room.busy(500, [room.bob, room.carl]);
    // Neither moves nor chat are flushed.
    for (let n = 0; room.isListening(room.bob) && n < 100; n++) {
      stage.emote(room.ann, 1);
      await room.busy(50);
    }
    stage.move(room.bob, [10, 20]);
    const heardUntil = room.heard(room.bob);
    room.echo(room.bob, room.seqsOf(room.bob).at(-1)!);
    await room.busy(50);
    expect(view.isBlind).toBe(true);
    const events = room.flushEventsOf(room.bob, heardUntil).map(([event]) => event);
    expect(events.filter((event) => event === 'joinRoom')).toHaveLength(2);
    const own = room.placesOf(room.bob).find(({ playerId }) => playerId === room.bob.seat.playerId);
    expect(own?.playerPosition.map(toSteps)).toEqual([10, 20]);
  });

  it('misses no message and hears none twice, at whatever moment it falls back and comes back', async () => {
    for (let round = 0; round < 30; round++) {
      const last = await room.lag();
      // Between flushes, too: some chat is shared and not flushed, or flushed and just now sent.
      if (round % 3 === 0) stage.chat(room.ann, `before ${round}`);
      if (round % 4 === 0) await stage.room(room.roomId).batch.share();
      await room.busy((round % 7) * 50);
      if (round % 2 === 0) stage.chat(room.ann, `during ${round}`);
      if (round % 5 === 0) await stage.room(room.roomId).batch.share();
      room.echo(room.bob, last);
      if (round % 3 === 1) stage.chat(room.ann, `after ${round}`);
      await room.busy(50 + (round % 3) * 50, [room.carl]);
      room.echo(room.bob, room.seqsOf(room.bob).at(-1)!);
      expect(room.isListening(room.bob)).toBe(true);
    }
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
    expect(room.chatOf(room.bob).length).toBeGreaterThan(100);
  });

  it('misses nothing that was heard of but not flushed when it fell back', async () => {
    await room.busy(UNTOLD_MS);
    stage.chat(room.ann, 'just said');
    await stage.room(room.roomId).batch.share();
    const last = room.echoLate(room.bob);
    await room.busy(100);
    room.echo(room.bob, last);
    await room.busy(100);
    expect(room.chatOf(room.bob).map(([, message]) => message)).toContain('just said');
    expect(room.chatOf(room.bob)).toEqual(room.chatOf(room.ann));
  });

  it('may do it again and again, as long as it reads', async () => {
    for (let round = 0; round < 8; round++) {
      const last = await room.lag();
      await room.busy(1_000);
      room.echo(room.bob, last);
      await room.busy(100);
    }
    expect(stage.broadcaster.terminated).toEqual([]);
    expect(room.kept()).toEqual({ audiences: 3, waiting: 0, slow: 0, screens: 0, readers: 2 });
  });

  it('is level within a second, as on a bad mobile network', async () => {
    await room.busy(2_000, [room.bob, room.carl]);
    for (let ms = 0; ms < 5_000; ms += 1_000) {
      const seen = room.seqsOf(room.bob).at(-1)!;
      await room.busy(950);
      room.echo(room.bob, seen);
      await room.busy(50);
    }
    expect(room.isListening(room.bob)).toBe(true);
    expect(room.seqsOf(room.bob)).toEqual(room.seqsOf(room.carl));
  });

  it('and then reads no more is cut off five seconds after it fell behind', async () => {
    await room.lag();
    // It fell behind a little more than a second ago; the looks are a second apart.
    await room.busy(3_800);
    expect(stage.broadcaster.terminated).toEqual([]);
    await room.busy(1_200);
    expect(new Set(stage.broadcaster.terminated)).toEqual(new Set([room.bob.connectionId]));
  });

  it('hears a transition that comes between its echo and its snapshot once', async () => {
    const last = await room.lag();
    await room.busy(200);
    stage.broadcaster.clear();
    room.echo(room.bob, last);
    await stage.driver.start(room.roomId);
    await room.busy(200);
    expect(room.told(room.bob, 'startGame')).toHaveLength(1);
    const versions = room.told(room.bob, 'phase').map(({ version }) => version);
    expect(versions).toEqual([1]);
  });
});

describe('a compact client that does not echo', () => {
  it('is skipped after two and a half seconds and cut off after five', async () => {
    await room.busy(2_400);
    expect(room.isListening(room.bob)).toBe(true);
    await room.busy(1_200);
    expect(room.isListening(room.bob)).toBe(false);
    const before = room.heard(room.bob);
    await room.busy(1_300);
    expect([room.heard(room.bob), stage.broadcaster.terminated]).toEqual([before, []]);
    await room.busy(1_200);
    expect(new Set(stage.broadcaster.terminated)).toEqual(new Set([room.bob.connectionId]));
    expect(room.isListening(room.carl)).toBe(true);
  });

  it('gets its seat back after it was cut off', async () => {
    await room.busy(7_000);
    expect(stage.broadcaster.terminated).toContain(room.bob.connectionId);
    await stage.drop(room.bob);
    await room.busy(100);
    expect(room.kept()).toEqual({ audiences: 2, waiting: 0, slow: 0, screens: 0, readers: 1 });
    expect(room.told(room.ann, 'updatePresence').at(-1)?.players).toEqual([
      { playerId: room.bob.seat.playerId, connected: false },
    ]);
    stage.broadcaster.terminated.length = 0;
    const back = await stage.sit(room.roomId, 'bob', { audience: 'living', id: 3 });
    await room.busy(5_000, [back, room.carl]);
    expect(back.membership.resumed).toBe(true);
    expect(back.seat.slot).toBe(room.bob.seat.slot);
    expect(room.chatOf(back)).toEqual(room.chatOf(room.ann).slice(3));
    expect(stage.broadcaster.terminated).toEqual([]);
  });

  it('is left alone in a quiet room, once it has told that it saw the last flush', async () => {
    await room.busy(1_000, [room.bob, room.carl]);
    await stage.pass(600_000 - 1);
    expect(stage.broadcaster.terminated).toEqual([]);
    await room.busy(500, []);
    expect(room.isListening(room.bob)).toBe(true);
    expect(room.seqsOf(room.bob)).toEqual(room.seqsOf(room.carl));
  });

  it('is left alone where it cannot tell of the last ten flushes before a pause', async () => {
    await room.busy(1_000, [room.bob, room.carl]);
    await room.busy(500, []);
    await stage.pass(600_000);
    expect([room.isListening(room.bob), room.isListening(room.carl)]).toEqual([true, true]);
    room.echo(room.carl, room.seqsOf(room.carl).at(-1)!);
    await room.busy(1_050);
    expect(room.isListening(room.bob)).toBe(false);
    expect(room.isListening(room.carl)).toBe(true);
  });

  it('is not blamed for a standstill of the server', async () => {
    await room.busy(1_000, [room.bob, room.carl]);
    const before = [room.heard(room.bob), room.heard(room.carl)];
    await room.busy(600, []);
    // What it told meanwhile waits to be read when the timers run.
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 4_000);
    await stage.pass(1_000);
    for (const one of [room.bob, room.carl]) room.echo(one, room.seqsOf(one).at(-1)!);
    await room.busy(2_000, [room.bob, room.carl]);
    const since = [room.bob, room.carl].map((one, n) => room.flushEventsOf(one, before[n]));
    expect(since.flat().filter(([event]) => event === 'joinRoom')).toEqual([]);
    vi.restoreAllMocks();
  });

  it('gains and spoils nothing by forged numbers', async () => {
    const forge = (): void => {
      const next = stage.broadcaster.payloads(room.carl.connectionId, 'flush').at(-1)![0] + 1;
      for (const seq of [next, next + 1_000, Number.MAX_SAFE_INTEGER, 0, 1])
        room.echo(room.bob, seq);
    };
    for (let ms = 0; ms < 400; ms += 100) {
      await room.busy(100);
      forge();
    }
    expect(room.isListening(room.bob)).toBe(true);
    for (let ms = 0; ms < 7_000; ms += 100) {
      await room.busy(100);
      forge();
    }
    expect(room.isListening(room.bob)).toBe(false);
    const cuts = stage.broadcaster.terminated.filter((id) => id === room.bob.connectionId);
    expect(cuts).toHaveLength(1);
    expect(room.kept()).toEqual({ audiences: 2, waiting: 0, slow: 1, screens: 0, readers: 1 });
    expect(room.isListening(room.carl)).toBe(true);
  });

  it('of JSON frames is none of this', async () => {
    for (const seq of [0, 1, 10_000]) room.echo(room.ann, seq);
    await room.busy(10_000);
    expect(room.isListening(room.ann)).toBe(true);
    expect(stage.broadcaster.terminated).not.toContain(room.ann.connectionId);
    expect(room.told(room.ann, 'joinRoom').filter(({ everyone }) => everyone)).toEqual([]);
  });
});
