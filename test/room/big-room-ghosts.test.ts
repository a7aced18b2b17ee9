import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toWire } from '../../src/server/live/batch/room-view.js';
import type { Position } from '../../src/game/shared/zones.js';
import { encodeMove, MOVE_DIGITS, STEPS, type CompactFlush } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { passRead } from '../support/pass-read.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const PLAYERS = 30;
const ROUND_MS = 200;

let stage: Stage;
let roomId: string;
let actors: Actor[];
/** Where ghosts stand, as moves and as places are written. */
let hidden: Set<string>;
/** What somebody living, or a screen, was sent of that. */
let leaked: string[];
/** How many moves the living were sent. */
let seen: number;

beforeEach(async () => {
  stage = openStage();
  stage.format = 'compact';
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode: 'SURVIVAL' });
  actors = [];
  hidden = new Set();
  leaked = [];
  seen = 0;
  for (let n = 0; n < PLAYERS; n++) actors.push(await stage.sit(roomId, `Player ${n}`));
  await stage.watch(roomId);
  listen();
  await stage.pass(ROUND_MS);
});
afterEach(() => closeStage(stage));

const isGhost = ({ seat }: Actor): boolean =>
  stage.room(roomId).view.audienceOf(seat.slot) === 'ghosts';

/** Looks into each frame when it is sent, as who is a ghost changes. */
function listen(): void {
  const { broadcaster } = stage;
  const { frames } = broadcaster;
  const push = frames.push.bind(frames);
  frames.push = (frame) => {
    const ghosts = new Set(actors.filter(isGhost).map(({ connectionId }) => connectionId));
    if (frame.reached.some((one) => !ghosts.has(one))) look(frame.event, frame.payload, frame.text);
    return push(frame);
  };
}

function look(event: string, payload: unknown, text: string): void {
  const moves = event === 'flush' ? (payload as CompactFlush)[1] : '';
  for (let at = 0; at < moves.length; at += MOVE_DIGITS) {
    const move = moves.slice(at, at + MOVE_DIGITS);
    seen++;
    if (hidden.has(move)) leaked.push(move);
  }
  for (const [place] of text.matchAll(/\[[\d.e-]+,[\d.e-]+\]/g))
    if (hidden.has(place)) leaked.push(place);
  if (text.includes('boo!')) leaked.push('boo!');
}

/** All go somewhere where nobody was, and some ghosts talk and show an emote. */
async function walk(random: () => number): Promise<void> {
  const { view } = stage.room(roomId);
  for (const actor of actors) {
    if (random() < 0.4) continue;
    const place: Position = [Math.floor(random() * STEPS), Math.floor(random() * STEPS)];
    const { slot } = actor.seat;
    if (view.seats.get(slot)?.fellAt) {
      hidden.add(encodeMove(slot, ...place)).add(JSON.stringify(toWire(place)));
      if (random() < 0.1) stage.chat(actor, 'boo!');
      if (random() < 0.1) stage.emote(actor, 1);
    }
    stage.move(actor, place);
  }
  await passRead(stage, roomId, 20 * (1 + Math.floor(random() * 5)));
}

describe('R7.1, R23.6 in a big room', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'no byte to the living or to screens tells where a ghost is, seed %i',
    async (seed) => {
      const random = seeded(seed);
      const { driver } = stage;
      await driver.start(roomId, false);
      await stage.finish(driver.adjust(roomId, 'skip'));
      for (let question = 0; question < 2; question++) {
        for (const actor of actors)
          stage.move(actor, [random() < 0.7 ? 10_000 : 50_000, Math.floor(random() * STEPS)]);
        await stage.pass(ROUND_MS);
        // The end of the question, in the middle of their walks, and the next one.
        for (const turn of [0, 1]) {
          for (let step = 0; step < 20; step++) await walk(random);
          await stage.finish(driver.adjust(roomId, turn === 1 ? 'next' : 'skip'), 1);
        }
        // Some come back, and a screen comes late.
        for (let n = 0; n < 4; n++) {
          const at = Math.floor(random() * actors.length);
          const gone = actors[at]!;
          await stage.drop(gone);
          await walk(random);
          const name = gone.connectionId.split('#')[0]!;
          actors[at] = await stage.sit(roomId, name, { audience: 'living', id: 0 });
        }
        await stage.watch(roomId);
        for (let step = 0; step < 10; step++) await walk(random);
      }
      const ghosts = actors.filter(isGhost);
      expect(ghosts.length).toBeGreaterThan(0);
      expect(ghosts.length).toBeLessThan(actors.length);
      expect(hidden.size).toBeGreaterThan(100);
      expect(seen).toBeGreaterThan(1_000);
      expect(leaked).toEqual([]);
      // Who is asked for is told without a place.
      const people = stage.room(roomId).view.people(actors.map(({ seat }) => seat.slot));
      look('whoAre', people, JSON.stringify(people));
      expect(JSON.stringify(people)).not.toMatch(/osition|fellAt/);
      expect(leaked).toEqual([]);
    },
  );
});
