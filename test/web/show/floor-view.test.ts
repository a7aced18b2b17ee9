import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../src/game/shared/beats.js';
import type { RevealBeat } from '../../../src/protocol/show.js';
import { floorView, type FloorFacts } from '../../../src/web/show/floor-view.js';

const BEATS: RevealBeat[] = [
  { scene: 'dark', ms: 850 },
  { scene: 'count', ms: 775 },
  { scene: 'fall', ms: 420, zone: 3 },
  { scene: 'two', ms: 1_100, zone: 2 },
  { scene: 'fall', ms: 520, zone: 2 },
  { scene: 'answer', ms: 1_300, right: 1, played: 12 },
  { scene: 'moment', ms: 3_000, moment: { kind: 'lone', slot: 4 } },
  { scene: 'rest', ms: 0 },
];
const facts = (others: Partial<FloorFacts> = {}): FloorFacts => {
  return {
    beats: BEATS,
    counts: [1, 8, 3],
    rights: [1],
    isReduced: false,
    isSeen: true,
    ...others,
  };
};
/** `ms` into the beat at `index`. */
const at = (index: number, ms = 0): number => lengthOf(BEATS.slice(0, index)) + ms;
const zone = (elapsedMs: number, number: number, others: Partial<FloorFacts> = {}) =>
  floorView(facts(others), elapsedMs).zones[number - 1]!;

describe('R16.21 a floor during the reveal of several parts', () => {
  const parts: RevealBeat[] = [
    { scene: 'dark', ms: 850 },
    { scene: 'part', ms: 1_200, part: 0, right: 8, played: 12 },
    { scene: 'part', ms: 1_200, part: 1, right: 1, played: 12 },
    { scene: 'answer', ms: 1_300, right: 1, played: 12 },
    { scene: 'rest', ms: 0 },
  ];
  const others = { beats: parts, rights: [], parts: [[2], [1]] };
  const lit = (ms: number): number[] =>
    floorView(facts(others), ms).zones.flatMap(({ number, isRight }) => (isRight ? number : []));

  it('lights the right zone of each in its beat, and none before or behind', () => {
    expect([0, 849, 850, 2_049, 2_050, 3_249, 3_250, 9_000].map(lit)).toEqual([
      [],
      [],
      [2],
      [2],
      [1],
      [1],
      [],
      [],
    ]);
    expect(zone(849, 2, others).light).toBeLessThan(0.2);
    expect(zone(850 + 400, 2, others).light).toBe(1);
    expect(zone(850 + 400, 1, others).light).toBeLessThan(0.2);
  });

  it('moves while a zone becomes light, and then sleeps', () => {
    expect(floorView(facts(others), 900).isMoving).toBe(true);
    expect(floorView(facts(others), 1_400).isMoving).toBe(false);
  });
});

describe('R19.2 a floor with zones during a reveal', () => {
  it('goes dark, and sleeps until the counts', () => {
    expect(zone(0, 1).light).toBe(1);
    expect(zone(400, 1).light).toBeLessThan(0.2);
    expect(floorView(facts(), 100).isMoving).toBe(true);
    expect(floorView(facts(), 600).isMoving).toBe(false);
  });

  it('counts one zone after the other, from nothing', () => {
    expect(zone(at(1) - 1, 1).count).toBeUndefined();
    expect(zone(at(1), 1).count).toBe(0);
    expect(zone(at(1, 200), 3).count).toBeUndefined();
    expect([1, 2, 3].map((number) => zone(at(2) - 1, number).count)).toEqual([1, 8, 3]);
  });

  it('keeps only the number of the right zone once words say how many were right', () => {
    const answer = BEATS.findIndex(({ scene }) => scene === 'answer');
    expect([1, 2, 3].map((number) => zone(at(answer), number).count)).toEqual([
      1,
      undefined,
      undefined,
    ]);
    const poll = { rights: [] };
    expect(zone(at(answer), 2, poll).count).toBe(8);
  });

  it('marks nothing as right before the answer, at no time', () => {
    for (let ms = 0; ms < at(5); ms += 10)
      for (const { isRight } of floorView(facts(), ms).zones) expect(isRight).toBe(false);
    expect(zone(at(5), 1).isRight).toBe(true);
    expect(zone(at(5), 2).isRight).toBe(false);
  });

  it('lets people hang for a moment, and fall until they are gone', () => {
    expect(zone(at(2, 100), 3).fallen).toBe(0);
    expect(zone(at(2, 300), 3)).toMatchObject({ fallen: expect.closeTo(0.44, 1) });
    expect(zone(at(3, 150), 3)).toMatchObject({ fallen: 1, open: 1 });
    expect(zone(at(3, 150), 2).fallen).toBe(0);
  });

  it('looks the same until the last fall, whichever of the last two is right', () => {
    const beats = BEATS.map((beat) =>
      'zone' in beat && beat.zone === 2 ? { ...beat, zone: 1 } : beat,
    );
    const other = { beats, counts: [8, 8, 3], rights: [2] };
    for (const isReduced of [false, true])
      for (let ms = 0; ms < at(4); ms += 10) {
        const [one, another] = [{ counts: [8, 8, 3] }, other].map((changes) =>
          floorView(facts({ ...changes, isReduced }), ms),
        );
        expect(one).toEqual(another);
      }
  });

  it('lights the last two in turn, not more often than three times a second', () => {
    const lit = (number: number) =>
      Array.from({ length: 110 }, (_, n) => zone(at(3, n * 10), number).light > 0.3);
    const flashes = (on: boolean[]) => on.filter((one, n) => one && !on[n - 1]).length;
    for (const number of [1, 2]) {
      expect(flashes(lit(number))).toBeGreaterThan(0);
      expect(flashes(lit(number)) / 1.1).toBeLessThan(3);
    }
    expect(lit(1).some((one, n) => one && lit(2)[n])).toBe(false);
    expect(lit(3)).not.toContain(true);
  });

  it('goes near the only one who was right, and back at the rest', () => {
    expect(floorView(facts(), at(6) - 1).near).toBeUndefined();
    expect(floorView(facts(), at(6)).near).toBe(0);
    expect(floorView(facts(), at(6, 800))).toMatchObject({ near: 1, isMoving: false });
    expect(floorView(facts(), at(7)).near).toBeUndefined();
  });

  it('brings back all at the rest, and then stands still', () => {
    const { zones, isMoving } = floorView(facts(), at(7, 800));
    expect(isMoving).toBe(false);
    for (const { light, open, fallen } of zones) expect([light, open, fallen]).toEqual([1, 0, 0]);
  });

  it('R19.3 shows the last seconds again by daylight, with all standing, as far as they were seen', () => {
    const replay: RevealBeat = { scene: 'replay', ms: 3_000, moment: { kind: 'late', people: 4 } };
    const beats = BEATS.toSpliced(6, 1, replay);
    const view = (ms: number, others: Partial<FloorFacts> = {}) =>
      floorView(facts({ beats, ...others }), at(6, ms));
    expect(view(-1).again).toBeUndefined();
    expect([400, 1_400, 2_400, 2_999].map((ms) => view(ms).again)).toEqual([0, 0.5, 1, 1]);
    expect(view(3_000).again).toBeUndefined();
    expect(view(1_000)).toMatchObject({ isMoving: true, light: 1 });
    for (const { light, open, fallen, count } of view(1_000).zones)
      expect([light, open, fallen, count]).toEqual([1, 0, 0, undefined]);
    expect(view(1_000).zones.map(({ isRight }) => isRight)).toEqual([true, false, false]);
    for (const others of [{ isSeen: false }, { isReduced: true }]) {
      expect(view(1_000, others).again).toBeUndefined();
      expect(view(1_000, others).zones[1]?.light).toBeLessThan(0.2);
    }
  });

  it('R19.2 gives a floor without zones its light: dark until the rest', () => {
    const light = (ms: number) => floorView(facts({ counts: [] }), ms).light;
    expect([0, 700, at(5)].map((ms) => Math.round(light(ms) * 10))).toEqual([10, 1, 1]);
    expect(light(at(7, 800))).toBe(1);
    expect(floorView(facts({ counts: [] }), at(5) - 1).isTold).toBe(false);
    expect(floorView(facts({ counts: [] }), at(5)).isTold).toBe(true);
  });

  it('opens all trapdoors by a hand where nobody was right in survival', () => {
    const beats: RevealBeat[] = [
      { scene: 'dark', ms: 850 },
      { scene: 'spared', ms: 1_600 },
      { scene: 'answer', ms: 1_300, right: 0, played: 12 },
      { scene: 'rest', ms: 0 },
    ];
    const opens = [850, 1_250, 1_650, 2_050, 2_450].map((ms) => zone(ms, 1, { beats }).open);
    expect(opens.map((open) => Math.round(open * 10))).toEqual([0, 3, 0, 3, 0]);
    expect(zone(1_250, 1, { beats }).fallen).toBe(0);
  });

  it('moves nothing for who wants less motion', () => {
    const reduced = { isReduced: true };
    expect(zone(0, 1, reduced).light).toBeLessThan(0.2);
    expect(zone(at(1, 600), 2, reduced).count).toBe(8);
    expect(zone(at(2, 1), 3, reduced)).toMatchObject({ open: 0, fallen: 1 });
    for (const ms of [0, 300, 600, 900]) {
      expect(zone(at(3, ms), 1, reduced).light).toBe(zone(at(3), 1, reduced).light);
      expect(zone(at(3, ms), 2, reduced).light).toBe(zone(at(3), 1, reduced).light);
    }
    expect(floorView(facts(reduced), at(5, 400)).hopMs).toBeUndefined();
    expect(floorView(facts(reduced), at(6, 1)).near).toBe(1);
  });
});
