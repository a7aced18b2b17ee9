import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CellGrid,
  decodeCounts,
  hasBit,
  limits,
  STEPS,
  type CompactFlush,
} from '../../src/protocol/index.js';
import type { Position } from '../../src/game/shared/zones.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { NearReader } from '../support/near-reader.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const PLAYERS = 60;
/** Longer than any area waits for its turn. */
const ROUND_MS = 200;

let stage: Stage;
let roomId: string;
let actors: Actor[];
const readers = new Map<Actor, { reader: NearReader; read: number }>();

beforeEach(async () => {
  stage = openStage();
  stage.format = 'compact';
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode: 'SURVIVAL' });
  actors = [];
  readers.clear();
  for (let n = 0; n < PLAYERS; n++) actors.push(await stage.sit(roomId, `Player ${n}`));
  await stage.pass(ROUND_MS);
});
afterEach(() => closeStage(stage));

/** What somebody was told up to now. */
function readerOf(actor: Actor): NearReader {
  const one = readers.get(actor) ?? { reader: new NearReader(), read: 0 };
  readers.set(actor, one);
  const heard = stage.broadcaster.heard(actor.connectionId);
  for (; one.read < heard.length; one.read++) {
    const { event, payload } = heard[one.read] as { event: string; payload: unknown };
    if (event === 'flush') one.reader.read(payload as CompactFlush);
  }
  return one.reader;
}

/** Who is near a reader's cell, as its audience sees it. */
function nearIn(reader: NearReader, slotOfReader: number | null): Map<number, Position> {
  const { view } = stage.room(roomId);
  const { grid, cell } = reader.at ?? { grid: 1, cell: -1 };
  const cells = new CellGrid(grid);
  const audience = view.audienceOf(slotOfReader);
  const near = new Map<number, Position>();
  for (const seat of view.seats.values()) {
    const [x, y] = view.placeOf(seat, audience);
    if (cells.isNear(cell, x, y)) near.set(seat.slot, [x, y]);
  }
  return near;
}

function expectRight(): void {
  for (const actor of actors) {
    const reader = readerOf(actor);
    const right = nearIn(reader, actor.seat.slot);
    expect(new Map([...reader.near].sort(([a], [b]) => a - b))).toEqual(
      new Map([...right].sort(([a], [b]) => a - b)),
    );
  }
}

describe('R23.1 in a big room', () => {
  it('everybody knows at any time who is near, wherever all walk', async () => {
    expectRight();
    const random = seeded(7);
    for (let round = 0; round < 30; round++) {
      for (const actor of actors)
        if (random() < 0.5)
          stage.move(actor, [Math.floor(random() * (STEPS + 1)), Math.floor(random() * STEPS)]);
      await stage.pass(20 * (1 + Math.floor(random() * 4)));
      if (round % 5 === 4) {
        await stage.pass(ROUND_MS);
        expectRight();
      }
    }
    // The nearest cells were told, and not the whole arena.
    for (const actor of actors) expect(readerOf(actor).near.size).toBeLessThan(PLAYERS / 2);
  });

  it('and so it is while some go and others take their slots', async () => {
    const random = seeded(11);
    for (let round = 0; round < 40; round++) {
      for (const actor of actors)
        if (random() < 0.5)
          stage.move(actor, [Math.floor(random() * STEPS), Math.floor(random() * STEPS)]);
      await stage.pass(20);
      const leaver = actors[Math.floor(random() * actors.length)] as Actor;
      // Nobody was told yet where the leaver has gone.
      stage.move(leaver, [Math.floor(random() * STEPS), Math.floor(random() * STEPS)]);
      await stage.pass(20);
      await stage.exit(leaver);
      actors = actors.filter((actor) => actor !== leaver);
      if (round % 2 === 0) actors.push(await stage.sit(roomId, `Newcomer ${round}`));
      if (round % 5 !== 4) continue;
      await stage.pass(ROUND_MS);
      expectRight();
    }
    expect(actors.length).toBe(PLAYERS - 20);
  });

  it('who comes into a cell knows at once who is near, also those of whom others are told later', async () => {
    const [walker, neighbour, ...others] = actors as [Actor, Actor, ...Actor[]];
    for (let n = 0; n < 100; n++) others.push(await stage.sit(roomId, `More ${n}`));
    const width = STEPS / 8;
    const centre = (column: number): Position => [Math.floor(width * (column + 0.5)), width * 2];
    stage.move(walker, centre(3));
    stage.move(neighbour, centre(4));
    for (const other of others) stage.move(other, centre(5));
    await stage.pass(ROUND_MS);
    expect(readerOf(walker).near.size).toBe(2);
    stage.move(walker, centre(4));
    for (const other of others) stage.move(other, centre(4));
    const cell = new CellGrid(8).cellAt(...centre(4));
    for (let tick = 0; readerOf(walker).at?.cell !== cell && tick < 10; tick++)
      await stage.pass(20);
    expect(readerOf(walker).near.size).toBe(2 + others.length);
    expect(readerOf(neighbour).mostMoves).toBe(limits.CELL_MOVES);
  });

  it('who stands on the edge of a cell stays in one', async () => {
    const [walker] = actors as [Actor];
    const width = STEPS / 8;
    stage.move(walker, [Math.floor(width * 2.5), Math.floor(width * 2.5)]);
    await stage.pass(ROUND_MS);
    const told = readerOf(walker).count('near');
    for (let step = 0; step < 10; step++) {
      stage.move(walker, [
        Math.floor(width * (step % 2 === 0 ? 3.2 : 2.8)),
        Math.floor(width * 2.5),
      ]);
      await stage.pass(ROUND_MS);
    }
    expect(readerOf(walker).count('near')).toBe(told);
    stage.move(walker, [Math.floor(width * 3.3), Math.floor(width * 2.5)]);
    await stage.pass(ROUND_MS);
    expect(readerOf(walker).count('near')).toBe(told + 1);
    expect(readerOf(walker).at).toEqual({ grid: 8, cell: 2 * 8 + 3, keeps: true });
  });

  it('the crowd sums to the head count, and names its zones exactly', async () => {
    const crowd = readerOf(actors[0] as Actor).last('crowd');
    expect(crowd?.players).toBe(PLAYERS);
    const sum = decodeCounts(crowd?.density ?? '', 32 * 32).reduce((a, b) => a + b, 0);
    expect(sum).toBe(PLAYERS);
    expect(crowd).not.toHaveProperty('counts');
  });

  it('who goes is forgotten by those near', async () => {
    const [first, second, third] = actors as [Actor, Actor, Actor];
    for (const actor of [first, second, third]) stage.move(actor, [100, 100]);
    await stage.pass(ROUND_MS);
    expect(readerOf(first).near.has(third.seat.slot)).toBe(true);
    await stage.exit(third);
    actors = actors.filter((actor) => actor !== third);
    await stage.pass(1_000);
    expect(readerOf(first).near.has(third.seat.slot)).toBe(false);
    expect(readerOf(first).last('crowd')?.players).toBe(PLAYERS - 1);
    expect(readerOf(first).count('exitRoom')).toBe(0);
    expectRight();
  });

  it('who goes while waiting for their turn to be let in is not in the room', async () => {
    for (let n = 0; n < 8; n++) {
      const visitor = await stage.sit(roomId, `Visitor ${n}`);
      await stage.pass(5 * n);
      await stage.drop(visitor);
      await stage.pass(ROUND_MS);
      expect(stage.room(roomId).has(visitor.connectionId)).toBe(false);
      expect(stage.broadcaster.isListening(visitor.connectionId)).toBe(false);
    }
  });

  it('chat is told to everybody once, to those who walk about, too', async () => {
    const random = seeded(3);
    const said: string[] = [];
    for (let round = 0; round < 12; round++) {
      for (const actor of actors)
        stage.move(actor, [Math.floor(random() * STEPS), Math.floor(random() * STEPS)]);
      const message = `message ${round}`;
      stage.chat(actors[round] as Actor, message);
      said.push(message);
      await stage.pass(30);
    }
    await stage.pass(1_000);
    for (const actor of actors) {
      const heard = readerOf(actor).facts.flatMap(([event, payload]) =>
        event === 'chatMessage' ? payload.messages.map(({ message }) => message) : [],
      );
      expect(heard).toEqual(said);
    }
  });

  it('a frame has at most so many moves, and those who waited longest come first', async () => {
    const [watcher] = actors as [Actor];
    for (let n = PLAYERS; n < 250; n++) actors.push(await stage.sit(roomId, `Player ${n}`));
    for (const actor of actors) stage.move(actor, [1_000, 1_000]);
    await stage.pass(2_000);
    expectRight();
    for (const actor of actors) stage.move(actor, [2_000, 2_000]);
    // 250 moves take three frames.
    await stage.pass(3 * 80 + 40);
    expectRight();
    expect(readerOf(watcher).mostMoves).toBe(limits.CELL_MOVES);
  });

  it('a screen is told of everybody', async () => {
    const screen = await stage.watch(roomId);
    await stage.pass(1_000);
    const reader = readerOf(screen);
    expect(reader.at).toEqual({ grid: 1, cell: 0 });
    expect(reader.near.size).toBe(PLAYERS);
    stage.move(actors[5] as Actor, [12_345, 23_456]);
    await stage.pass(300);
    expect(readerOf(screen).near.get((actors[5] as Actor).seat.slot)).toEqual([12_345, 23_456]);
  });

  it('a reveal tells of all in bits, of the best by name, and everybody of themselves', async () => {
    const { driver } = stage;
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, 'skip'));
    const { view } = stage.room(roomId);
    for (const [n, actor] of actors.entries())
      stage.move(actor, n % 3 === 0 ? [STEPS - 1, 10] : [1, 10]);
    await stage.pass(ROUND_MS);
    await stage.finish(driver.adjust(roomId, 'skip'));
    await stage.pass(ROUND_MS);
    expect(view.phase.kind).toBe('reveal');
    const marks = new Map(view.tally.marks.map((mark) => [mark.playerId, mark]));
    for (const actor of actors) {
      const { slot, playerId } = actor.seat;
      const mark = marks.get(playerId);
      const reader = readerOf(actor);
      const reveal = reader.last('endQuizTime');
      expect(reveal?.players.length).toBe(limits.CROWD_TOP);
      expect(reveal?.crowd?.right).toBe(view.tally.marks.filter(({ isAnswer }) => isAnswer).length);
      expect(hasBit(reveal?.crowd?.rightSlots ?? '', slot)).toBe(mark?.isAnswer);
      expect(hasBit(reveal?.crowd?.aliveSlots ?? '', slot)).toBe(mark?.fellAt === null);
      expect(reader.last('myResult')).toMatchObject({ score: mark?.score, rank: mark?.rank });
      expect(reader.count('myResult')).toBe(1);
    }
    expectRight();
  });

  it('a reveal in which some fall leaves nobody standing where they were before', async () => {
    const { driver } = stage;
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, 'skip'));
    for (const [n, actor] of actors.entries())
      stage.move(actor, n % 2 === 0 ? [STEPS - 1, 10 + n] : [1, 10 + n]);
    await stage.pass(ROUND_MS);
    // Across cells, and out of the room, in the flush of the reveal itself.
    for (const [n, actor] of actors.entries())
      stage.move(actor, n % 2 === 0 ? [STEPS - 1, 30_000 + n] : [1, 30_000 + n]);
    const gone = actors.splice(-4);
    await Promise.all([
      stage.finish(driver.adjust(roomId, 'skip'), 1),
      ...gone.map((actor) => stage.exit(actor)),
    ]);
    await stage.pass(ROUND_MS);
    const { view } = stage.room(roomId);
    expect([...view.seats.values()].some(({ fellAt }) => fellAt !== null)).toBe(true);
    expectRight();
  });

  it('who is set aside as slow is let in again when they have read what they were sent', async () => {
    const [slow, walker] = actors as [Actor, Actor];
    const room = stage.room(roomId);
    let echoed = 0;
    for (let round = 0; round < 200 && room.slow.size === 0; round++) {
      stage.move(walker, [1_000 + round, 1_000]);
      await stage.pass(20);
      room.echo(slow.connectionId, 0);
    }
    expect([...room.slow.keys()]).toContain(slow.connectionId);
    await stage.pass(100);
    const frames = stage.broadcaster.heard(slow.connectionId);
    for (const { event, payload } of frames)
      if (event === 'flush') echoed = Math.max(echoed, (payload as CompactFlush)[0]);
    room.echo(slow.connectionId, echoed);
    await stage.pass(ROUND_MS);
    expect([...room.slow.keys()]).not.toContain(slow.connectionId);
    expect(room.has(slow.connectionId)).toBe(true);
  });

  it('R7.1 the living get no byte of where ghosts walk', async () => {
    const { driver } = stage;
    await driver.start(roomId, false);
    await stage.finish(driver.adjust(roomId, 'skip'));
    for (const [n, actor] of actors.entries())
      stage.move(actor, n % 2 === 0 ? [STEPS - 1, 10] : [1, 10]);
    await stage.pass(ROUND_MS);
    await stage.finish(driver.adjust(roomId, 'skip'));
    await stage.pass(ROUND_MS);
    const { view } = stage.room(roomId);
    const isGhost = ({ seat }: Actor): boolean => view.audienceOf(seat.slot) === 'ghosts';
    const ghosts = actors.filter(isGhost);
    expect(ghosts.length).toBeGreaterThan(0);
    await stage.pass(1_000);
    stage.broadcaster.clear();
    for (const ghost of ghosts) stage.move(ghost, [40_000, 40_000]);
    stage.chat(ghosts[0] as Actor, 'boo');
    await stage.pass(1_000);
    const heardBoo = actors.filter(({ connectionId }) =>
      JSON.stringify(stage.broadcaster.heard(connectionId)).includes('boo'),
    );
    expect(heardBoo).toEqual(ghosts);
    readers.clear();
    const living = actors.find((actor) => !isGhost(actor)) as Actor;
    const frames = stage.broadcaster.heard(living.connectionId);
    for (const { payload } of frames) expect((payload as CompactFlush)[1]).toBe('');
  });
});
