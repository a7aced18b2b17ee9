import { describe, expect, it } from 'vitest';
import { valueAt } from '../../src/game/kinds/floor.js';
import { AnswerSheet, AnswerTally } from '../../load-test/swarm/room.js';
import { Jumper, positionOn, Walker, type Position } from '../../load-test/swarm/movement.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { STEPS } from '../../src/protocol/index.js';

/** Repeats itself, but visits the whole range. */
function sequence(): () => number {
  let value = 0.1;
  return () => (value = (value * 7.13 + 0.37) % 1);
}

const zones = (choices: number) => ({ kind: 'choice', choices }) as const;
const zoneAt = ({ x, y }: Position, choices: number): number => valueAt([x, y], zones(choices));

describe('movement', () => {
  it('finds places all over each zone, and none outside', () => {
    const random = seeded(1);
    for (let count = 2; count <= 10; count++)
      for (let zone = 1; zone <= count; zone++) {
        const places = Array.from({ length: 50 }, () => positionOn(zone, zones(count), random));
        for (const place of places) expect(zoneAt(place, count)).toBe(zone);
        expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(50);
      }
  });

  it('jumps within the arena', () => {
    const jumper = new Jumper(sequence());
    for (let jump = 0; jump < 1000; jump++) {
      const { x, y } = jumper.next();
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x, y)).toBeLessThan(STEPS);
    }
  });

  it('walks no faster than a quarter of the arena a second', () => {
    const walker = new Walker(sequence(), { x: 0, y: 0 }, 0);
    let before = { x: 0, y: 0 };
    for (let now = 500; now < 60_000; now += 500) {
      const place = walker.next(now);
      expect(Math.hypot(place.x - before.x, place.y - before.y)).toBeLessThan(STEPS / 8 + 2);
      before = place;
    }
  });

  it('stands until it sets off, is there in time and stays there', () => {
    const walker = new Walker(seeded(2), { x: 10, y: 10 }, 0);
    walker.headFor((random) => positionOn(4, zones(4), random), 2000, 3000);
    expect(walker.next(1000)).toEqual({ x: 10, y: 10 });
    expect(zoneAt(walker.next(2200), 4)).toBe(1);
    for (let now = 3000; now < 30_000; now += 500) expect(zoneAt(walker.next(now), 4)).toBe(4);
  });
});

describe('answers', () => {
  const question = {
    kind: 'choice' as const,
    quiz: 'Where?',
    choiceList: [1, 2, 3, 4].map((order) => ({ order, content: `${order}` })),
    startTime: 3000,
    endTime: 8000,
  };

  /** Lets one player answer, and the server mark it so. */
  function play(isAnswer: boolean, answerIsRight: boolean, ghost = false): AnswerTally {
    const tally = new AnswerTally();
    const sheet = new AnswerSheet(tally, () => 0.6); // the third of four choices
    const mover = new Walker(seeded(3), { x: 0, y: 0 }, 0);
    const player = { index: 0, joinedAt: 0, send: () => undefined };
    const member = { player, mover, ghost };
    sheet.question(member, question, 5000);
    for (let now = 5000; now < 13_000; now += 500) sheet.moved(0, mover.next(now), now);
    const mark = {
      playerId: 'a',
      score: 0,
      isAnswer,
      isAlive: true,
      played: true,
      rank: 1,
      gain: 0,
    };
    const answer = answerIsRight ? 3 : 1;
    sheet.reveal({ answer, players: [mark] }, () => member, 13_000);
    return tally;
  }

  it('are marked by the zone in which a player stands', () => {
    expect(play(true, true)).toMatchObject({ questions: 1, reveals: 1, judged: 1, mismarked: 0 });
    expect(play(false, false)).toMatchObject({ judged: 1, mismarked: 0 });
  });

  it('are mismarked otherwise', () => {
    expect(play(false, true)).toMatchObject({ judged: 1, mismarked: 1 });
    expect(play(true, false)).toMatchObject({ judged: 1, mismarked: 1 });
  });

  it('of ghosts are nobody’s business', () => {
    expect(play(false, true, true)).toMatchObject({ judged: 0, mismarked: 0 });
  });
});
