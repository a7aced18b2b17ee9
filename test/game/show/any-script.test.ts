/** What is true of every script, whatever has happened: of facts that are drawn, each by the number of its try. */
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { finalScript } from '../../../src/game/show/final-script.js';
import { beatAt, lengthOf } from '../../../src/game/shared/beats.js';
import { revealScript, type RevealFacts } from '../../../src/game/show/reveal-script.js';
import { rankIn } from '../../../src/game/shared/ranks.js';
import type { ResultRow } from '../../../src/protocol/scores.js';
import type { Award, Moment } from '../../../src/protocol/show.js';

const TRIES = 2_000;
type Draw = (below: number) => number;
const drawOf = (seed: number): Draw => {
  const random = seeded(seed);
  return (below) => Math.floor(random() * below);
};

const MOMENTS: Moment[] = [
  { kind: 'lone', slot: 0 },
  { kind: 'climb', slot: 1, ranks: 6 },
  { kind: 'fastest', slot: 2, ms: 900 },
  { kind: 'streak', slot: 3, rights: 5 },
  { kind: 'late', people: 4 },
];

function someFacts(seed: number): RevealFacts {
  const draw = drawOf(seed);
  const isZoned = draw(5) > 0;
  const zones = 2 + draw(9);
  const counts = isZoned ? Array.from({ length: zones }, () => draw(3) * draw(20)) : [];
  const isScored = draw(6) > 0;
  const several = draw(4) === 0 ? draw(zones + 1) : 1;
  const all = counts.map((_, index) => index + 1).sort(() => draw(3) - 1);
  const rights = isScored ? all.slice(0, several).sort((a, b) => a - b) : [];
  const sum = (values: readonly number[]): number => values.reduce((n, one) => n + one, 0);
  const right = sum(rights.map((zone) => counts[zone - 1] ?? 0));
  return {
    counts,
    rights,
    isScored,
    right: isZoned ? right : draw(20),
    isSurvival: draw(2) === 0,
    played: sum(counts),
    isSeen: draw(2) === 0,
    isRanked: draw(2) === 0,
    firsts: draw(20),
    moments: MOMENTS.filter(() => draw(2) === 0),
    isBrief: draw(2) === 0,
  };
}

const ORDER = ['dark', 'count', 'spared', 'fall', 'answer', 'moment', 'ranking', 'rest'];
/** Scenes that stand among others. */
const AMONG: Record<string, string> = { two: 'fall', replay: 'moment' };

describe('R19.2 any reveal', () => {
  const tries = Array.from({ length: TRIES }, (_, seed) => {
    const facts = someFacts(seed);
    const mostMs = [Infinity, 20_000, 8_000, 4_000, 0][drawOf(seed + TRIES)(5)]!;
    return { seed, facts, mostMs, beats: revealScript(facts, mostMs) };
  });

  it('fits into its length, with a rest after beats that all last', () => {
    for (const { seed, mostMs, beats } of tries) {
      expect(lengthOf(beats), `${seed}`).toBeLessThanOrEqual(mostMs);
      expect(beats.at(-1), `${seed}`).toEqual({ scene: 'rest', ms: 0 });
      for (const { ms } of beats.slice(0, -1)) expect(ms, `${seed}`).toBeGreaterThanOrEqual(100);
    }
  });

  it('tells in one order, and nothing twice', () => {
    for (const { seed, beats } of tries) {
      const places = beats.map(({ scene }) => ORDER.indexOf(AMONG[scene] ?? scene));
      expect(places, `${seed}`).toEqual(places.toSorted((a, b) => a - b));
      const told = beats.map(({ ms: _, ...what }) => JSON.stringify(what));
      expect(new Set(told).size, `${seed}`).toBe(told.length);
    }
  });

  it('lets each wrong zone with people in it fall, the fewest first, and no other', () => {
    for (const { seed, facts, beats } of tries) {
      const { counts, rights, isSurvival, right } = facts;
      const fallen = beats.flatMap((beat) => (beat.scene === 'fall' ? [beat.zone] : []));
      const people = fallen.map((zone) => counts[zone - 1] ?? 0);
      expect(people, `${seed}`).toEqual(people.toSorted((a, b) => a - b));
      const wrong = counts.flatMap((count, index) =>
        count > 0 && !rights.includes(index + 1) ? [index + 1] : [],
      );
      const isTold = beats.length > 1 && rights.length > 0 && !(isSurvival && right === 0);
      expect(
        fallen.toSorted((a, b) => a - b),
        `${seed}`,
      ).toEqual(isTold ? wrong : []);
      const spared = beats.filter(({ scene }) => scene === 'spared').length;
      const isSpared = beats.length > 1 && rights.length > 0 && isSurvival && right === 0;
      expect(spared, `${seed}`).toBe(Number(isSpared));
    }
  });

  it('leaves two zones only where it is open which falls, and then that one falls', () => {
    let seen = 0;
    for (const { seed, facts, beats } of tries) {
      const at = beats.findIndex(({ scene }) => scene === 'two');
      if (at < 0) continue;
      seen += 1;
      const [two, fall] = beats.slice(at);
      const zone = two?.scene === 'two' ? two.zone : undefined;
      expect([fall?.scene, fall], `${seed}`).toEqual(['fall', expect.objectContaining({ zone })]);
      expect(beats[at + 2]?.scene, `${seed}`).toBe('answer');
      expect(facts.right, `${seed}`).toBeGreaterThan(0);
      expect(facts.right * 2, `${seed}`).toBeLessThanOrEqual(facts.played);
    }
    expect(seen).toBeGreaterThan(100);
  });

  it('R19.3 tells two moments at most, one where it is brief, and none where nothing is right', () => {
    for (const { seed, facts, beats } of tries) {
      const told = beats.flatMap((beat) => ('moment' in beat ? [beat.moment] : []));
      const most = facts.isScored ? (facts.isBrief ? 1 : 2) : 0;
      expect(told.length, `${seed}`).toBeLessThanOrEqual(most);
      expect(told, `${seed}`).toEqual(facts.moments.filter((one) => told.includes(one)));
      const isFirst = told.length === 0 || told[0] === facts.moments[0];
      expect(isFirst, `${seed}`).toBe(true);
    }
  });

  it('R19.1 is the same at any time for who was there and for who comes', () => {
    for (const { seed, beats } of tries.slice(0, 200)) {
      const end = lengthOf(beats);
      const draw = drawOf(seed);
      for (let n = 0; n < 20; n++) {
        const elapsedMs = draw(end + 5_000);
        const at = beatAt(beats, elapsedMs)!;
        expect(lengthOf(beats.slice(0, at.index)) + at.t, `${seed}`).toBe(elapsedMs);
        const endMs = at.beat.scene === 'rest' ? Infinity : at.beat.ms;
        expect(at.t, `${seed}`).toBeLessThan(endMs);
      }
    }
  });
});

describe('R19.5 any end of a game', () => {
  const AWARDS: Award[] = [
    { kind: 'hardest', quiz: 'Which?', right: 1, played: 9 },
    { kind: 'streak', slot: 4, rights: 5 },
  ];
  const tries = Array.from({ length: TRIES }, (_, seed) => {
    const draw = drawOf(seed);
    const people = draw(30);
    // Few scores, so that many tie.
    const most = 1 + draw(12);
    const scores = Array.from({ length: people }, () => draw(most) * 100).sort((a, b) => b - a);
    const rankOf = rankIn(scores.map((score) => [score]));
    const results = scores.map((score, slot): ResultRow => {
      return { playerId: `p${slot}`, playerName: `P${slot}`, slot, score, rank: rankOf([score]) };
    });
    const gameMode = draw(3) === 0 ? 'SURVIVAL' : 'RANKING';
    const beats = finalScript(results, gameMode, AWARDS.slice(0, draw(3)));
    return { seed, results, gameMode, beats };
  });

  it('is shown where two or more played and somebody has something to show for it', () => {
    for (const { seed, results, gameMode, beats } of tries) {
      const isShown =
        results.length > 1 && (gameMode === 'SURVIVAL' || results.some(({ score }) => score > 0));
      expect(beats.length > 0, `${seed}`).toBe(isShown);
      if (!isShown) continue;
      expect([beats[0]?.scene, ...beats.slice(-2).map(({ scene }) => scene)], `${seed}`).toEqual([
        'black',
        'credits',
        'podium',
      ]);
      for (const { ms } of beats.slice(0, -1)) expect(ms, `${seed}`).toBeGreaterThan(0);
    }
  });

  it('goes from the last to the first, and tells nobody twice and nobody without a score', () => {
    for (const { seed, results, gameMode, beats } of tries) {
      const places = beats.flatMap((beat) => {
        if (beat.scene === 'row') return [beat.row];
        if (beat.scene !== 'step') return [];
        return results.flatMap(({ rank }, n) => (rank === beat.rank ? [n] : [])).toReversed();
      });
      const rankAt = (place: number): number => results[place]?.rank ?? 0;
      const ranks = places.map(rankAt);
      // Of a rank that no step can hold, the rows come before the steps.
      const onSteps = new Set(beats.flatMap((beat) => (beat.scene === 'step' ? [beat.rank] : [])));
      for (const isStep of [false, true]) {
        const own = ranks.filter((rank) => onSteps.has(rank) === isStep);
        expect(own, `${seed}`).toEqual(own.toSorted((a, b) => b - a));
      }
      expect(new Set(places).size, `${seed}`).toBe(places.length);
      const least = gameMode === 'RANKING' ? 100 : 0;
      for (const place of places)
        expect(results[place]?.score, `${seed}`).toBeGreaterThanOrEqual(least);
      for (const rank of onSteps) {
        expect(rank, `${seed}`).toBeLessThanOrEqual(3);
        expect(ranks.filter((one) => one === rank).length, `${seed}`).toBeLessThanOrEqual(10);
      }
    }
  });
});
