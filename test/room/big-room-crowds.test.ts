import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Seat } from '../../src/game/room-state.js';
import {
  CellGrid,
  decodeCounts,
  encodeCounts,
  limits,
  MOVE_DIGITS,
  STEPS,
  type CompactFlush,
  type CrowdPayload,
} from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { NearReader } from '../support/near-reader.js';
import { passRead } from '../support/pass-read.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** Between two frames to a connection. */
const FRAME_MS = 80;
const ROUND_MS = 200;

let stage: Stage;
let roomId: string;
let actors: Actor[];

beforeEach(async () => {
  stage = openStage();
  stage.format = 'compact';
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode: 'SURVIVAL' });
  actors = [];
});
afterEach(() => closeStage(stage));

async function sitAll(count: number): Promise<void> {
  while (actors.length < count) actors.push(await stage.sit(roomId, `Player ${actors.length}`));
  await pass(ROUND_MS);
}

const pass = (ms: number): Promise<void> => passRead(stage, roomId, ms);

const seats = (): Seat[] => [...stage.room(roomId).view.seats.values()];

/** Reads what one is told from here on, with how many moves its frames have. */
class Watcher {
  readonly reader = new NearReader();
  readonly moves = { withNear: 0, others: 0 };
  private read = 0;

  constructor(readonly actor: Actor) {}

  catchUp(): NearReader {
    const heard = stage.broadcaster.heard(this.actor.connectionId);
    for (; this.read < heard.length; this.read++) {
      const { event, payload } = heard[this.read]!;
      if (event !== 'flush') continue;
      const flush = payload as CompactFlush;
      this.reader.read(flush);
      const kind = (flush[3] ?? []).some(([name]) => name === 'near') ? 'withNear' : 'others';
      this.moves[kind] = Math.max(this.moves[kind], flush[1].length / MOVE_DIGITS);
    }
    return this.reader;
  }

  /** Slots near that it knows elsewhere, or not at all, and those that it believes to be near. */
  get wrong(): number[] {
    const { near, at } = this.catchUp();
    const { view } = stage.room(roomId);
    const grid = new CellGrid(at!.grid);
    const audience = view.audienceOf(this.actor.seat.slot);
    const places = seats().map((seat) => [seat.slot, view.placeOf(seat, audience)] as const);
    const right = places.filter(([, place]) => grid.isNear(at!.cell, ...place));
    const known = right.filter(([slot, [x, y]]) => {
      const told = near.get(slot);
      return told?.[0] === x && told[1] === y;
    });
    const isKnown = new Set(known.map(([slot]) => slot));
    const missing = right.flatMap(([slot]) => (isKnown.has(slot) ? [] : slot));
    return [...missing, ...[...near.keys()].filter((slot) => !isKnown.has(slot))];
  }
}

describe('R23.1 a thousand in one place', () => {
  const frames = Math.ceil(1_000 / limits.CELL_MOVES);

  /** Everybody jumps there at once; then each is told of all within as many frames as that takes. */
  async function expectJumpTold(watchers: Watcher[], x: number, y: number): Promise<void> {
    for (const watcher of watchers) watcher.catchUp();
    for (const [n, actor] of actors.entries()) stage.move(actor, [x + n, y]);
    await pass((1 + frames) * FRAME_MS + 20);
    expect(watchers.map(({ wrong }) => wrong.length)).toEqual(watchers.map(() => 0));
    for (const { moves } of watchers) {
      expect(moves.withNear).toBeLessThanOrEqual(limits.CELL_MOVES_FULL);
      expect(moves.others).toBeLessThanOrEqual(limits.CELL_MOVES);
    }
  }

  it('is told to all in as many frames as that takes, each within its bounds', async () => {
    await sitAll(1_000);
    const watchers = actors.filter((_, n) => n % 50 === 0).map((actor) => new Watcher(actor));
    await expectJumpTold(watchers, 1_000, 1_000);
    expect(watchers).toHaveLength(20);
    // Into a part of the arena where nobody is.
    await expectJumpTold(watchers, 60_000, 60_000);
    // Beside it, from where they still see where they were.
    await expectJumpTold(watchers, 45_000, 60_000);
  });

  it('is no burden on those to whom one comes who was not told of it yet', async () => {
    await sitAll(500);
    const width = STEPS / 8;
    const centre = (column: number): [number, number] => [(column + 0.5) * width, 0.5 * width];
    const [crosser, stays, reader, ...crowd] = actors as [Actor, Actor, Actor, ...Actor[]];
    stage.move(crosser, centre(3));
    stage.move(stays, centre(3));
    stage.move(reader, centre(2));
    for (const actor of crowd) stage.move(actor, centre(4));
    await pass((1 + frames) * FRAME_MS + 20);
    const watcher = new Watcher(reader);
    watcher.catchUp();
    Object.assign(watcher.moves, { withNear: 0, others: 0 });
    // Near whom the crosser leaves, and near nobody to whom it comes.
    for (const actor of crowd) stage.move(actor, [centre(4)[0], centre(4)[1] + 1]);
    stage.move(crosser, centre(2));
    await pass((1 + frames) * FRAME_MS + 20);
    expect(watcher.wrong).toEqual([]);
    expect(watcher.moves).toEqual({ withNear: 0, others: 1 });
    expect(new Watcher(crosser).wrong).toEqual([]);
  });

  it('is told to whoever comes to it as well', async () => {
    await sitAll(999);
    for (const [n, actor] of actors.entries()) stage.move(actor, [1_000 + n, 1_000]);
    await pass((1 + frames) * FRAME_MS);
    const visitor = new Watcher(await stage.sit(roomId, 'Visitor'));
    await pass(ROUND_MS);
    stage.move(visitor.actor, [5_000, 5_000]);
    await pass((1 + frames) * FRAME_MS + 20);
    expect(visitor.wrong).toEqual([]);
    expect(visitor.moves.withNear).toBeLessThanOrEqual(limits.CELL_MOVES_FULL);
  });
});

describe('R23.3 what is told of the crowd', () => {
  const half = STEPS / 2;
  const tileOf = (steps: number): number => Math.min(31, Math.floor((steps / STEPS) * 32));

  /** As the audience sees it now, worked out apart from the server's own code. */
  function crowdNow(audience: 'living' | 'ghosts', isAsked: boolean): CrowdPayload {
    const tiles = new Uint16Array(32 * 32);
    const counts = [0, 0];
    for (const { position, fellAt } of seats()) {
      const [x, y] = audience === 'living' && fellAt !== null ? fellAt : position;
      const tile = 32 * tileOf(y) + tileOf(x);
      tiles[tile] = tiles[tile]! + 1;
      if (fellAt === null) counts[position[0] < half ? 0 : 1]!++;
    }
    const crowd = { players: seats().length, density: encodeCounts(tiles) };
    return isAsked ? { ...crowd, counts } : crowd;
  }

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'sums to the head count, and is exact while all walk, come and go, seed %i',
    async (seed) => {
      const random = seeded(seed);
      const somewhere = (): number => Math.floor(random() * (STEPS + 1));
      await sitAll(24);
      const { driver } = stage;
      await driver.start(roomId, false);
      await stage.finish(driver.adjust(roomId, 'skip'));
      // Some fall, so that the two audiences see different crowds.
      for (const actor of actors) stage.move(actor, [somewhere(), somewhere()]);
      await pass(ROUND_MS);
      await stage.finish(driver.adjust(roomId, 'skip'));
      await stage.finish(driver.adjust(roomId, 'skip'));
      const isAsked = (): boolean => stage.room(roomId).view.phase.kind === 'question';
      const isGhost = ({ seat }: Actor): boolean =>
        stage.room(roomId).view.audienceOf(seat.slot) === 'ghosts';
      const one = (wanted: boolean): Watcher =>
        new Watcher(actors.find((actor) => isGhost(actor) === wanted)!);
      const watchers = { living: one(false), ghosts: one(true) };
      const told = (audience: 'living' | 'ghosts'): CrowdPayload[] =>
        watchers[audience]
          .catchUp()
          .facts.flatMap(([event, payload]) => (event === 'crowd' ? [payload] : []));
      const audiences = ['living', 'ghosts'] as const;
      const before = { living: told('living').length, ghosts: told('ghosts').length };
      const truth = { living: new Set<string>(), ghosts: new Set<string>() };
      for (let step = 0; step < 150; step++) {
        for (const actor of actors)
          if (random() < 0.2) stage.move(actor, [somewhere(), somewhere()]);
        const stays = Object.values(watchers).some(({ actor }) => actor === actors.at(-1));
        if (random() < 0.03 && actors.length > 12 && !stays) await stage.exit(actors.pop()!);
        if (random() < 0.03)
          actors.push(await stage.sit(roomId, `Visitor ${actors.length}.${step}`));
        await pass(20);
        for (const audience of audiences)
          truth[audience].add(JSON.stringify(crowdNow(audience, isAsked())));
      }
      await pass(1_500);
      for (const audience of audiences) {
        const crowds = told(audience).slice(before[audience]);
        expect(crowds.length).toBeGreaterThan(3);
        for (const { players, density } of crowds)
          expect(decodeCounts(density, 32 * 32).reduce((a, b) => a + b, 0)).toBe(players);
        truth[audience].add(JSON.stringify(crowdNow(audience, isAsked())));
        const texts = crowds.map((crowd) => JSON.stringify(crowd));
        expect(texts.filter((text) => !truth[audience].has(text))).toEqual([]);
        expect(texts.at(-1)).toBe(JSON.stringify(crowdNow(audience, isAsked())));
      }
      expect(watchers.living.catchUp().last('crowd')).toHaveProperty('counts');
    },
  );
});
