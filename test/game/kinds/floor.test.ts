import { partSolution } from '../../../src/game/kinds/series.js';
import { describe, expect, it } from 'vitest';
import { drawQuestion } from '../../../src/game/draw-question.js';
import { NOT_MOVED, type Answer } from '../../../src/game/shared/judged.js';
import { floorOf, positionFor, valueAt, valuesOf, zonesOf } from '../../../src/game/kinds/floor.js';
import { rightsIn, rightValues } from '../../../src/game/kinds/rights.js';
import { placeOf, stepsOf, ticksOf, valueOf, xOf } from '../../../src/game/kinds/ruler.js';
import { drawPosition } from '../../../src/game/shared/random.js';
import type { Question } from '../../../src/game/shared/quiz-set.js';
import { STEPS } from '../../../src/protocol/index.js';
import { seeded } from '../../../load-test/swarm/seeded.js';
import type { ShownQuestion } from '../../../src/protocol/question.js';
import { zonesFor } from '../../../src/game/shared/zones.js';
import {
  aNumberQuestion,
  aSpotQuestion,
  GUESS,
  ONE_OF_EACH,
  POLL,
  SERIES,
  SPOT,
  TYPED,
} from '../../support/kinds.js';

const QUESTIONS = 5_000;
/** A typed question in its second act. */
const AFTER_WRITING = {
  kind: 'typed' as const,
  quiz: TYPED.quiz,
  choiceList: ['Seoul', 'Busan', 'Jeju'].map((content, n) => ({ order: n + 1, content })),
};
const toSteps = ([x, y]: readonly [number, number]) =>
  [Math.round(x * STEPS), Math.round(y * STEPS)] as const;
const drawn = (question: Question, seed = 1) =>
  drawQuestion(question, { choiceOrder: 'shuffled', crowd: 'visible' }, seeded(seed));
const isRightAt = (question: Question, position: readonly [number, number]): boolean => {
  const { shown, solution } = drawn(question);
  const floor = floorOf(shown);
  const answer: Answer = ['p', valueAt(position, floor), 0, 1, ...position];
  return rightsIn({ floor, solution: partSolution(solution, 0), answers: [] }, 'SURVIVAL')(answer);
};

describe('R16.1 standing is the answer', () => {
  it.each(ONE_OF_EACH)('every value of a $kind can be stood on, and leads back', (question) => {
    const floor = floorOf(drawn(question).shown);
    for (const value of valuesOf(floor)) {
      const [x, y] = positionFor(value, floor);
      expect(valueAt([x, y], floor)).toBe(value);
      expect([x, y].every((side) => Number.isInteger(side) && side >= 0 && side <= STEPS)).toBe(
        true,
      );
    }
    expect(valuesOf(floor)).not.toContain(NOT_MOVED);
  });

  it.each(ONE_OF_EACH)('wherever one stands on a $kind is one of its values', (question) => {
    const random = seeded(2);
    const floor = floorOf(drawn(question).shown);
    const values = new Set(valuesOf(floor));
    for (let n = 0; n < 2_000; n++) expect(values).toContain(valueAt(drawPosition(random), floor));
  });

  it.each([...ONE_OF_EACH, ...SERIES, GUESS, AFTER_WRITING])(
    'a page that knows no $kind has a text, and stands for a choice in the middle of its zone',
    (question) => {
      const shown = question.kind === 'typed' ? question : drawn(question).shown;
      const floor = floorOf(shown as ShownQuestion);
      expect(question.quiz).not.toBe('');
      const { choiceList } = shown as ShownQuestion;
      // Where there is no choice, or a strip below, it stands somewhere, and that is a value, too.
      const order = choiceList.map(({ order: place }) => place);
      const values = zonesFor(choiceList.length).map(({ x, y, width, height }) =>
        valueAt(toSteps([x + width / 2, y + height / 2]), floor),
      );
      expect(values).toEqual(order);
      expect(valuesOf(floor)).toContain(valueAt(toSteps([0.5, 0.5]), floor));
    },
  );

  it('R16.7 the zones of a poll are where its values are, with the strip below them', () => {
    for (let count = 2; count <= 10; count++) {
      const choices = Array.from({ length: count }, (_, n) => `Choice ${n}`);
      const floor = floorOf(drawn({ ...POLL, choices }).shown);
      const zones = zonesOf(floor);
      expect(zones).toHaveLength(count + 1);
      for (const { number, x, y, width, height } of zones) {
        const [left, top, right, bottom] = [x, y, x + width, y + height].map((side) =>
          Math.round(side * STEPS),
        ) as [number, number, number, number];
        for (const corner of [
          [left, top],
          [right - 1, top],
          [left, bottom - 1],
          [right - 1, bottom - 1],
        ] as const)
          expect(valueAt(corner, floor)).toBe(number);
      }
    }
  });
});

describe('R16.5 the ruler', () => {
  it(`walking and not walking are the same, in ${QUESTIONS} questions`, () => {
    const random = seeded(5);
    for (let n = 0; n < QUESTIONS; n++) {
      const question = aNumberQuestion(random);
      const { shown, solution } = drawn(question);
      const floor = floorOf(shown);
      if (shown.kind !== 'number') throw new Error(shown.kind);
      const { ruler } = shown;
      const steps = stepsOf(ruler);
      expect([valueOf(0, ruler), valueOf(steps, ruler)]).toEqual([question.min, question.max]);
      // Walked to, set with the slider, or typed.
      const walked = drawPosition(random);
      const place = valueAt(walked, floor);
      const value = valueOf(place, ruler);
      expect(placeOf(value, ruler)).toBe(place);
      expect(valueAt([xOf(place, ruler), 0], floor)).toBe(place);
      expect(String(value)).toMatch(/^-?\d+(\.\d{1,3})?$/);
      const distance = Math.abs(value - question.answer);
      // As a person reckons, but for what floating point adds.
      const isRight = distance <= question.tolerance + 1e-7;
      expect(isRightAt(question, walked)).toBe(isRight);
      expect(rightValues(floor, partSolution(solution, 0)).includes(place)).toBe(isRight);
    }
  });

  it('has the same width for every value but both ends, which are wider', () => {
    const { shown } = drawn({ ...aNumberQuestion(seeded(1)), min: 0, max: 200, step: 1 });
    const floor = floorOf(shown);
    const widths = valuesOf(floor).map(() => 0);
    for (let x = 0; x <= STEPS; x++) widths[valueAt([x, 0], floor)]! += 1;
    for (const width of widths.slice(1, -1)) expect([272, 273, 274]).toContain(width);
    for (const end of [widths[0]!, widths.at(-1)!]) expect(end).toBeGreaterThan(STEPS / 12);
  });

  it('takes the nearest value that there is for a number that is typed', () => {
    const ruler = { min: -1, max: 1, step: 0.5 };
    const typed = [-9, -0.76, -0.75, 0.1, 0.25, 9].map((value) => placeOf(value, ruler));
    expect(typed.map((place) => valueOf(place, ruler))).toEqual([-1, -1, -0.5, 0, 0.5, 1]);
  });

  it('has few ticks, from one end to the other', () => {
    const random = seeded(7);
    for (let n = 0; n < 500; n++) {
      const { min, max, step } = aNumberQuestion(random);
      const ticks = ticksOf({ min, max, step });
      expect([ticks[0]!.value, ticks.at(-1)!.value]).toEqual([min, max]);
      expect(ticks.length).toBeLessThanOrEqual(12);
      expect(ticks.map(({ x }) => x)).toEqual(ticks.map(({ x }) => x).toSorted((a, b) => a - b));
    }
  });
});

describe('R16.6 the picture', () => {
  it('has its targets where geometry has them', () => {
    const random = seeded(11);
    for (let n = 0; n < 2_000; n++) {
      const question = aSpotQuestion(random);
      const [x, y] = drawPosition(random);
      const nearest = Math.min(
        ...question.targets.map((at) => Math.hypot((x - at.x) / at.rx, (y - at.y) / at.ry)),
      );
      // At an edge, whole numbers may decide otherwise.
      const isClear = Math.abs(nearest - 1) > 1e-3;
      expect(isRightAt(question, [x, y]) || !isClear).toBe(nearest < 1 || !isClear);
    }
  });

  it('makes who chooses a place stand on it, and who stands beside it is right as long as in the target', () => {
    const [here, there] = SPOT.places as [(typeof SPOT.places)[0], (typeof SPOT.places)[0]];
    expect([isRightAt(SPOT, [here.x, here.y]), isRightAt(SPOT, [there.x, there.y])]).toEqual([
      true,
      false,
    ]);
    expect(isRightAt(SPOT, [here.x + 6_000, here.y])).toBe(true);
    expect(isRightAt(SPOT, [here.x + 6_001, here.y])).toBe(false);
    expect(isRightAt(SPOT, [here.x, here.y + 3_001])).toBe(false);
  });

  it('tells the places in an order that says nothing of the right ones', () => {
    const firsts = Array.from({ length: 60 }, (_, seed) => {
      const { shown } = drawn(SPOT, seed);
      return shown.kind === 'spot' ? shown.places[0]!.name : '';
    });
    expect(new Set(firsts).size).toBe(SPOT.places.length);
  });
});
