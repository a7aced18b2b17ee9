import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leave } from '../../src/game/seat-commands.js';
import { STEPS, type CompactFlush } from '../../src/protocol/index.js';
import { NearReader } from '../support/near-reader.js';
import { passRead } from '../support/pass-read.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** Longer than any area waits for its turn. */
const ROUND_MS = 200;

let stage: Stage;
let roomId: string;
let actors: Actor[];

beforeEach(async () => {
  stage = openStage();
  stage.format = 'compact';
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode: 'SURVIVAL' });
  actors = [];
  for (let n = 0; n < 12; n++) actors.push(await stage.sit(roomId, `Player ${n}`));
  // All over the arena, so that nobody has all of them near.
  for (const [n, actor] of actors.entries())
    stage.move(actor, [Math.floor((n * STEPS) / 12), Math.floor((n * STEPS) / 12)]);
  await stage.pass(ROUND_MS);
});
afterEach(() => closeStage(stage));

const pass = (ms: number): Promise<void> => passRead(stage, roomId, ms);

/** What somebody was told. */
function toldTo({ connectionId }: Actor): NearReader {
  const reader = new NearReader();
  for (const { event, payload } of stage.broadcaster.heard(connectionId))
    if (event === 'flush') reader.read(payload as CompactFlush);
  return reader;
}

describe('R23.1 somebody whose seat has gone', () => {
  it('before it was their turn to be let in is not shown what screens are', async () => {
    for (let n = 0; n < 8; n++) {
      const visitor = await stage.sit(roomId, `Visitor ${n}`);
      await stage.pass(5 * n);
      await stage.changeElsewhere(roomId, leave(visitor.seat));
      await stage.pass(ROUND_MS);
      const { at, near } = toldTo(visitor);
      expect(at?.grid).not.toBe(1);
      expect(near.size).toBeLessThan(actors.length / 2);
      await stage.drop(visitor);
    }
  });

  it('is not shown it either when all are told anew', async () => {
    const { driver } = stage;
    const [leaver] = actors.splice(3, 1) as [Actor];
    await stage.changeElsewhere(roomId, leave(leaver.seat));
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, { kind: 'curtain', break: null }));
    await stage.finish(driver.adjust(roomId, 'resume'));
    await stage.pass(ROUND_MS);
    expect(toldTo(leaver).near.size).toBeLessThan(actors.length / 2);
    await stage.drop(leaver);
  });
});

describe('R12.4 somebody who comes back', () => {
  it('is told that no rehearsal is going on, and a newcomer is told nothing of one', async () => {
    const back = await stage.sit(roomId, 'Back', { audience: 'living', id: 1 });
    const newcomer = await stage.sit(roomId, 'Newcomer');
    await stage.pass(ROUND_MS);
    const rehearsals = ({ connectionId }: Actor): unknown[] =>
      stage.broadcaster
        .payloads(connectionId, 'flush')
        .flatMap(([, , , events]) => events ?? [])
        .filter(([event]) => event === 'updateRehearsal');
    expect(rehearsals(back)).toEqual([['updateRehearsal', { bots: 0, endTime: 0 }]]);
    expect(rehearsals(newcomer)).toEqual([]);
  });
});

describe('R23.3 a name that changes', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'is asked for anew by who crosses into an empty cell meanwhile (%i)',
    async (ticks) => {
      const width = STEPS / 8;
      const [busy, walker, named] = actors as [Actor, Actor, Actor];
      for (const [n, actor] of actors.entries()) stage.move(actor, [STEPS - 5 - n, STEPS - 5]);
      stage.move(walker, [1.5 * width, 1.5 * width]);
      stage.move(named, [2.5 * width, 2.5 * width]);
      // Keeps the ticks going, so that the rest happens at another turn each time.
      for (let n = 0; n < 20 + ticks; n++) {
        stage.move(busy, [STEPS - 20 - n, STEPS - 5]);
        await pass(20);
      }
      const before = toldTo(walker).count('forget');
      const { playerId, slot } = named.seat;
      await stage.rooms.rename(stage.room(roomId), playerId, 'Robert', 'en');
      stage.move(walker, [2.5 * width, 1.5 * width]);
      await pass(1_000);
      expect(toldTo(walker).count('forget')).toBeGreaterThan(before);
      expect(toldTo(walker).last('forget')?.slots).toContain(slot);
    },
  );
});

describe('R23.3 counts', () => {
  it('R4.12 are not told behind a curtain, and are again when it goes up', async () => {
    const { driver } = stage;
    const [first] = actors as [Actor];
    const screen = await stage.watch(roomId);
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, 'skip'));
    await pass(1_000);
    const isCounted = (one: Actor): boolean[] =>
      toldTo(one).facts.flatMap(([event, payload]) =>
        event === 'crowd' ? 'counts' in payload : [],
      );
    expect(isCounted(first).at(-1)).toBe(true);
    await stage.finish(driver.adjust(roomId, { kind: 'curtain', break: null }));
    const known = new Map([first, screen].map((one) => [one, isCounted(one).length]));
    const since = (one: Actor): boolean[] => isCounted(one).slice(known.get(one));
    for (let round = 0; round < 10; round++) {
      for (const actor of actors) stage.move(actor, [round, STEPS - round]);
      if (round === 5) await stage.exit(actors.pop() as Actor);
      await pass(500);
    }
    const visitor = await stage.sit(roomId, 'Visitor');
    await pass(ROUND_MS);
    for (const one of [first, screen, visitor]) {
      expect(since(one).length).toBeGreaterThan(0);
      expect(since(one)).not.toContain(true);
    }
    await stage.finish(driver.adjust(roomId, 'resume'));
    await stage.pass(1_000);
    for (const one of [first, screen, visitor]) expect(isCounted(one).at(-1)).toBe(true);
  });
});

describe('R23.5 the own result', () => {
  it('is told once to everybody, to those who cross into another cell with the reveal, too', async () => {
    const { driver } = stage;
    await driver.start(roomId, false);
    for (let question = 0; question < 2; question++) {
      // Out of the countdown, and of the reveal.
      await stage.finish(driver.adjust(roomId, 'next'));
      for (const actor of actors) stage.move(actor, [1_000, 1_000]);
      await pass(ROUND_MS);
      // Each into another cell.
      for (const [n, actor] of actors.entries()) stage.move(actor, [2_000 + n * 5_000, 30_000]);
      await stage.finish(driver.adjust(roomId, 'skip'), 1);
      await pass(ROUND_MS);
      for (const actor of actors) expect(toldTo(actor).count('myResult')).toBe(question + 1);
    }
  });
});

describe('R10.3 a client of a big room that reads nothing', () => {
  it.each([
    ['between questions', false],
    ['in a question', true],
  ])('is set aside within four seconds %s', async (_, isAsked) => {
    if (isAsked) {
      await stage.driver.start(roomId, false);
      await stage.finish(stage.driver.adjust(roomId, 'skip'));
    }
    const [walker, silent] = actors as [Actor, Actor];
    const room = stage.room(roomId);
    for (let round = 0; round < 40; round++) {
      stage.move(walker, [1_000 + round, 1_000]);
      room.echo(walker.connectionId, room.flushSender.seq);
      await stage.pass(100);
    }
    expect(room.slow.has(silent.connectionId)).toBe(true);
    expect(room.slow.has(walker.connectionId)).toBe(false);
  });

  it('in the background is not set aside for the last that was told before a pause', async () => {
    const room = stage.room(roomId);
    const [walker] = actors as [Actor];
    await stage.pass(3_000);
    const { seq } = room.flushSender;
    for (const { connectionId } of actors) room.echo(connectionId, seq);
    for (const x of [5, 6]) {
      stage.move(walker, [x, 5]);
      await stage.pass(1_000);
    }
    expect(room.flushSender.seq).toBe(seq + 2);
    await stage.pass(60_000);
    expect([...room.slow.keys()]).toEqual([]);
  });
});
