import { serverWords } from '../../src/i18n/made/server/words.js';
import { partSolution } from '../../src/game/kinds/series.js';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { drawQuestion } from '../../src/game/draw-question.js';
import { floorOf, valueAt } from '../../src/game/kinds/floor.js';
import { worthAt } from '../../src/game/kinds/on-map.js';
import { rightValues } from '../../src/game/kinds/rights.js';
import { AIMED, ONE_OF_EACH } from '../support/kinds.js';
import type { Position } from '../../src/game/shared/zones.js';
import { SEND_INTERVAL_MS, STEPS, WALK_SPEED } from '../../src/protocol/index.js';
import { builtInWalls } from '../../src/game/map/built-in.js';
import { standAt, walkOn } from '../../src/game/map/checked-walk.js';
import { drawFree, spotOf } from '../../src/game/map/places.js';
import { type BotAct, Bot } from '../../src/server/live/rehearsal/bot.js';

const QUESTION = {
  floor: { kind: 'choice', choices: 4 } as const,
  rights: [3],
  startsAt: 3_000,
  endsAt: 18_000,
};
/** Positions are whole steps. */
const ROUNDING = 2;

/** What a bot does from `from` to `to` at a page's pace. */
function acts(bot: Bot, from: number, to: number) {
  const seen: ({ now: number } & BotAct)[] = [];
  for (let now = from; now < to; now += SEND_INTERVAL_MS) seen.push({ now, ...bot.act(now) });
  return seen;
}

const say = serverWords.en.server.bots;
const botOf = (seed: number, now = 0) => new Bot(seeded(seed), [100, 100], say, now);

describe('R12.1 a bot', () => {
  it('does the same for the same seed, and something else for another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => acts(botOf(seed), 0, 60_000));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
  });

  it('walks about in the arena, no faster than a page lets a player', () => {
    for (let seed = 0; seed < 5; seed++) {
      let last: Position = [100, 100];
      let moves = 0;
      for (const { position } of acts(botOf(seed), 0, 60_000)) {
        if (position === null) continue;
        moves++;
        const way = Math.hypot(position[0] - last[0], position[1] - last[1]);
        expect(way).toBeLessThanOrEqual((WALK_SPEED * STEPS * SEND_INTERVAL_MS) / 1000 + ROUNDING);
        for (const side of position) {
          expect(Number.isInteger(side)).toBe(true);
          expect(side).toBeGreaterThanOrEqual(0);
          expect(side).toBeLessThanOrEqual(STEPS);
        }
        last = position;
      }
      // It rests between its ways.
      expect(moves).toBeGreaterThan(60);
      expect(moves).toBeLessThan(500);
    }
  });

  it('R24.3 walks around walls, as if it were checked, and answers from a free place', () => {
    const walls = builtInWalls('maze')!;
    for (let seed = 0; seed < 20; seed++) {
      const start = drawFree(seeded(seed), walls);
      const bot = new Bot(seeded(seed), start, say, 0, () => walls);
      const walked = standAt(start, 0);
      const place = (from: number, to: number): Position => {
        for (const { now, position } of acts(bot, from, to)) {
          if (position === null) continue;
          expect(walls.isFree(spotOf(position))).toBe(true);
          const counted = walkOn(walked, position, now, walls);
          expect(Math.hypot(counted[0] - position[0], counted[1] - position[1])).toBeLessThan(20);
        }
        return walked.position;
      };
      place(0, 10_000);
      bot.ask({ ...QUESTION, startsAt: 10_000, endsAt: 25_000 });
      const answer = place(10_000, 24_000);
      expect(place(24_000, 25_000)).toBe(answer);
    }
  });

  it('stands in a zone when time runs out, the right one more often than by chance, and not always', () => {
    let right = 0;
    const bots = 300;
    for (let seed = 0; seed < bots; seed++) {
      const bot = botOf(seed);
      bot.ask(QUESTION);
      let last: Position = [100, 100];
      let setOff = Infinity;
      for (const { now, position } of acts(bot, 0, QUESTION.endsAt)) {
        if (position === null) continue;
        setOff = Math.min(setOff, now);
        last = position;
      }
      expect(setOff).toBeGreaterThanOrEqual(QUESTION.startsAt);
      if (QUESTION.rights.includes(valueAt(last, QUESTION.floor))) right++;
    }
    expect(right / bots).toBeGreaterThan(0.5);
    expect(right / bots).toBeLessThan(0.85);
  });

  it.each(ONE_OF_EACH)('R16.1 answers a $kind, and knows what is right as often', (question) => {
    const how = { choiceOrder: 'shuffled', crowd: 'visible' } as const;
    const { shown, solution } = drawQuestion(question, how, seeded(1));
    const floor = floorOf(shown);
    const rights = rightValues(floor, partSolution(solution, 0));
    const { startsAt, endsAt } = QUESTION;
    const given = Array.from({ length: 150 }, (_, seed) => {
      const bot = botOf(seed);
      bot.ask({ floor, rights, startsAt, endsAt });
      const last = acts(bot, 0, endsAt).findLast(({ position }) => position !== null);
      return valueAt(last?.position ?? [0, 0], floor);
    });
    expect(new Set(given).size).toBeGreaterThan(1);
    const right = given.filter((value) => rights.includes(value)).length / given.length;
    expect(right).toBeGreaterThanOrEqual(rights.length === 0 ? 0 : 0.5);
  });

  it('R16.24 goes near the target of a map, some further from it than others, and not always', () => {
    const { shown, solution } = drawQuestion(
      AIMED,
      { choiceOrder: 'shuffled', crowd: 'visible' },
      seeded(1),
    );
    if (solution?.kind !== 'target') throw new Error('nothing is right');
    const { target } = solution;
    const { startsAt, endsAt } = QUESTION;
    const parts = Array.from({ length: 150 }, (_, seed) => {
      const bot = botOf(seed);
      bot.ask({ floor: floorOf(shown), rights: [], target, startsAt, endsAt });
      const last = acts(bot, 0, endsAt).findLast(({ position }) => position !== null);
      return worthAt(last?.position ?? [0, 0], target).own;
    });
    const right = parts.filter((part) => part > 0).length / parts.length;
    expect(right).toBeGreaterThan(0.5);
    expect(right).toBeLessThan(0.95);
    expect(new Set(parts).size).toBeGreaterThan(50);
  });

  it('R16.14 writes once where people write first, and knows what is right as often', () => {
    const { startsAt, endsAt } = QUESTION;
    const written = Array.from({ length: 150 }, (_, seed) => {
      const bot = botOf(seed);
      bot.write({ rights: ['Seoul'], wrong: ['Busan', 'Jeju'], most: 1, startsAt, endsAt });
      const all = acts(bot, 0, endsAt).filter(({ texts }) => texts !== null);
      expect(all).toHaveLength(1);
      expect(all[0]!.now).toBeGreaterThanOrEqual(startsAt);
      return all[0]!.texts!.join();
    });
    expect(new Set(written)).toEqual(new Set(['Seoul', 'Busan', 'Jeju']));
    const right = written.filter((text) => text === 'Seoul').length / written.length;
    expect(right).toBeGreaterThan(0.45);
    expect(right).toBeLessThan(0.85);
    const bot = botOf(1);
    bot.write({ rights: [], wrong: [], most: 3, startsAt, endsAt });
    const [words] = acts(bot, 0, endsAt).flatMap(({ texts }) => (texts === null ? [] : [texts]));
    expect(words!.length).toBeLessThanOrEqual(3);
    expect(new Set(words).size).toBe(words!.length);
  });

  it('stays where it answered until the question is over, and then walks about again', () => {
    const bot = botOf(5);
    bot.ask(QUESTION);
    acts(bot, 0, QUESTION.endsAt);
    const still = acts(bot, QUESTION.endsAt, 60_000);
    expect(still.every(({ position }) => position === null)).toBe(true);
    bot.wander(60_000);
    expect(acts(bot, 60_000, 70_000).some(({ position }) => position !== null)).toBe(true);
  });

  it('goes no further after a standstill than in half a second', () => {
    const bot = new Bot(seeded(3), [0, 0], say, 0);
    const moves = acts(bot, 0, 20_000).flatMap(({ position }) => position ?? []);
    expect(moves.length).toBeGreaterThan(0);
    const before = acts(bot, 20_000, 26_000).findLast(({ position }) => position)?.position;
    const after = bot.act(90_000).position;
    if (before == null || after === null) return;
    const way = Math.hypot(after[0] - before[0], after[1] - before[1]);
    expect(way).toBeLessThanOrEqual(0.5 * WALK_SPEED * STEPS + ROUNDING);
  });

  it('says something now and then', () => {
    const said = Array.from({ length: 100 }, (_, seed) => acts(botOf(seed), 0, 40_000))
      .flat()
      .flatMap(({ message }) => message ?? []);
    expect(said.length).toBeGreaterThan(50);
    expect(said.length).toBeLessThan(200);
  });
});
