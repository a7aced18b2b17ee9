import { nameOf } from '../../src/protocol/judged-name.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { PlayerHealth, RehearsalVerdict } from '../../src/protocol/index.js';
import { Rehearsals } from '../../src/server/live/rehearsal/rehearsals.js';
import { PART_GAP_MS } from '../../src/protocol/limits.js';
import { aSet, codeOf } from '../support/game-data.js';
import { GUESS, STATEMENTS } from '../support/kinds.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const ORIGIN = { address: '192.0.2.1', language: 'en' } as const;
const MOST_MS = 180_000;

let stage: Stage;
let rehearsals: Rehearsals;
let lateMs: number;
let players: PlayerHealth[];
let told: [connectionId: string, verdict: RehearsalVerdict][];
let roomId: string;
let connected: Set<string>;
let host: Actor;

beforeEach(async () => {
  stage = openStage();
  [lateMs, players, told, connected] = [0, [], [], new Set()];
  rehearsals = rehearsalsOn(stage);
  roomId = await stage.open({ maxPlayerCount: 20 });
  [host] = (await stage.seatAll(roomId, 'ann')) as [Actor];
});
afterEach(() => {
  rehearsals.close();
  closeStage(stage);
});

function rehearsalsOn({ directory, rooms, store, failures }: Stage): Rehearsals {
  return new Rehearsals(directory, rooms, {
    processId: store.processId,
    now: () => store.now(),
    random: seeded(1),
    connect: async (connectionId) => {
      connected.add(connectionId);
      return () => connected.delete(connectionId);
    },
    latenessNow: async () => lateMs,
    players: async () => players,
    tell: (...one) => told.push(one),
    failed: (error) => failures.push(error),
  });
}

const room = () => stage.room(roomId);
const start = (bots: number) => stage.finish(rehearsals.start(room(), bots, ORIGIN));
const seats = () => [...room().view.seats.values()];
const bots = () => seats().filter(({ isBot }) => isBot);
const health = (roundTripMs: number): PlayerHealth => ({
  playerId: 'someone',
  roundTripMs,
  format: 'compact',
  transport: 'websocket',
  isBehind: false,
  goneSince: null,
});

describe('R12.1 a rehearsal', () => {
  it('lets bots in, who walk and talk for three minutes at most, and are gone then', async () => {
    players = [health(42)];
    const { bots: count, endTime } = await start(12);
    expect(count).toBe(12);
    const leftMs = endTime - stage.store.now();
    expect(leftMs).toBeLessThanOrEqual(MOST_MS);
    expect(leftMs).toBeGreaterThan(MOST_MS - 100);
    await stage.pass(1_000);
    expect(bots().map(({ connectionId }) => connectionId)).toEqual([...connected]);
    expect(connected.size).toBe(12);
    const before = bots().map(({ position }) => position);
    await stage.pass(60_000);
    expect(bots().filter(({ position }, n) => position === before[n])).toHaveLength(0);
    const messages = stage.broadcaster.payloads(host.connectionId, 'chatMessage');
    expect(messages.length).toBeGreaterThan(3);
    // Nobody is set aside: they echo, as pages do.
    expect(room().slow.size).toBe(0);
    expect(told).toEqual([]);
    await stage.pass(MOST_MS - 60_000);
    expect(seats().map(({ playerName }) => playerName)).toEqual(['ann']);
    expect(room().view.settings.rehearsal).toBeNull();
    expect([room().audiences.size, connected.size]).toEqual([1, 0]);
    // R12.3: what they said is gone as well.
    expect(
      room()
        .view.chat.all()
        .filter(({ message }) => message !== ''),
    ).toEqual([]);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject([
      host.connectionId,
      { bots: 12, devices: 1, delayP95Ms: 42, slow: 0 },
    ]);
  });

  it('answers by walking to zones, some of them rightly', async () => {
    await start(19);
    await stage.pass(1_000);
    await stage.driver.start(roomId);
    await stage.pass(3_000 + 3_000 + 15_000);
    const { tally, phase } = room().view;
    expect(phase.kind).toBe('reveal');
    const right = tally.marks.filter(({ isAnswer }) => isAnswer).length;
    expect(right).toBeGreaterThan(4);
    expect(right).toBeLessThan(19);
  });

  it.each([
    ['statements', STATEMENTS, [6, 6, 6]],
    ['guess', GUESS, [15, 12]],
  ] as const)('R16.19 answers every part of a question of %s', async (_kind, question, seconds) => {
    rehearsals.close();
    closeStage(stage);
    stage = openStage({ set: { ...aSet(), questions: aSet().questions.map(() => question) } });
    rehearsals = rehearsalsOn(stage);
    roomId = await stage.open({ maxPlayerCount: 20 });
    await stage.seatAll(roomId, 'ann');
    await start(19);
    await stage.pass(1_000);
    await stage.driver.start(roomId);
    await stage.pass(6_000 - PART_GAP_MS);
    for (const limit of seconds) await stage.pass(PART_GAP_MS + limit * 1_000);
    const { phase, judged } = room().view.state;
    expect(phase).toMatchObject({ kind: 'reveal', part: seconds.length - 1 });
    expect(judged).toHaveLength(seconds.length);
    for (const { answers } of judged) {
      const values = answers.map(([, value]) => value);
      // All but one person, who stands still.
      expect(values.filter((value) => value >= 0).length).toBeGreaterThanOrEqual(19);
      expect(new Set(values).size).toBeGreaterThan(1);
    }
    expect(room().view.tally.marks.filter(({ gain }) => gain > 0).length).toBeGreaterThan(0);
  });

  it('is refused while another one goes on here, another room plays, or the loop is late', async () => {
    const otherId = await stage.open({}, 3, 'other');
    await stage.seatAll(otherId, 'other');
    const other = stage.room(otherId);
    const startThere = () => stage.finish(rehearsals.start(other, 3, ORIGIN));
    lateMs = 21;
    expect(await codeOf(startThere)).toBe('BUSY');
    lateMs = 20;
    await stage.driver.start(roomId);
    expect(await codeOf(startThere)).toBe('BUSY');
    expect(await codeOf(() => start(3))).toBe('WRONG_PHASE');
    await stage.driver.adjust(roomId, 'end');
    const both = [rehearsals.start(room(), 3, ORIGIN), rehearsals.start(other, 3, ORIGIN)];
    const codes = both.map((one) => codeOf(() => one));
    expect(await stage.finish(Promise.all(codes))).toEqual(['ok', 'BUSY']);
    expect(await codeOf(startThere)).toBe('BUSY');
    await stage.finish(rehearsals.stop(room()));
    await stage.pass(100);
    expect(await codeOf(startThere)).toBe('ok');
  });

  it('ends when a game begins in another room of the process', async () => {
    const otherId = await stage.open({}, 3, 'other');
    await stage.seatAll(otherId, 'other');
    await start(5);
    await stage.pass(1_000);
    await stage.driver.start(otherId);
    await stage.pass(200);
    expect(bots()).toEqual([]);
    expect(told.map(([, { outcome }]) => outcome)).toEqual(['cutShort']);
  });

  it('R12.4 ends for everybody, in a game too, when another process ends it', async () => {
    await start(5);
    await stage.pass(1_000);
    await stage.driver.start(roomId);
    await stage.pass(100);
    const { endRehearsal } = await import('../../src/game/rehearsal.js');
    await stage.changeElsewhere(roomId, endRehearsal);
    await stage.pass(200);
    expect(room().view.phase).toMatchObject({ kind: 'lobby', results: null });
    expect([bots().length, room().audiences.size, told.length]).toEqual([0, 1, 1]);
    // And goes on for nobody.
    stage.broadcaster.clear();
    await stage.pass(5_000);
    expect(stage.broadcaster.frames).toEqual([]);
  });

  it.each([{ slowSeconds: 60 }, { isMuted: true }])(
    'goes on where bots may not speak: %j',
    async (settings) => {
      await stage.rooms.changeSettings(room(), settings);
      await start(12);
      await stage.pass(120_000);
      expect(bots()).toHaveLength(12);
      expect(told).toEqual([]);
    },
  );

  it('goes on in a blind game, and keeps the results of the game before', async () => {
    await stage.rooms.changeOptions(room(), { crowd: 'blind' });
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    await stage.driver.adjust(roomId, 'skip');
    await stage.driver.adjust(roomId, 'end');
    const { phase } = room().view;
    if (phase.kind !== 'lobby') throw new Error(phase.kind);
    expect(phase.results).toHaveLength(1);
    await start(12);
    await stage.driver.adjust(roomId, {
      kind: 'correct',
      name: nameOf({ index: 0 }),
      isVoid: true,
      rights: null,
    });
    expect(room().view.phase).toMatchObject({ kind: 'lobby', results: [{ score: 0 }] });
    await stage.driver.start(roomId);
    await stage.pass(20_000);
    expect(room().view.phase.kind).toBe('question');
    expect(bots()).toHaveLength(12);
  });

  it('R12.2 is over for a bot whose place somebody takes, or whom the host removes', async () => {
    await start(19);
    await stage.pass(1_000);
    expect(seats()).toHaveLength(20);
    const [first] = bots();
    await stage.finish(stage.rooms.kick(room(), first!.playerId));
    const guests = [await stage.sit(roomId, 'carl'), await stage.sit(roomId, 'bob')];
    await stage.pass(500);
    expect(guests.map((guest) => guest.isAdmitted())).toEqual([true, true]);
    expect([seats().length, bots().length, room().audiences.size]).toEqual([20, 17, 20]);
    expect(connected.size).toBe(17);
    const events = stage.eventsTo(host);
    expect(events.filter((event) => event === 'exitRoom')).toHaveLength(2);
    expect(room().view.state.banned.size).toBe(0);
  });

  it('ends with its room', async () => {
    await start(5);
    await stage.pass(1_000);
    const state = await stage.state(roomId);
    await stage.store.closeRoom(roomId, 'empty', state.seq);
    await stage.pass(200);
    expect(stage.directory.get(roomId)).toBeUndefined();
    // It is over, and the process free for another one.
    expect(told).toHaveLength(1);
    roomId = await stage.open();
    await stage.seatAll(roomId, 'next');
    expect(await start(3)).toMatchObject({ bots: 3 });
  });
});
