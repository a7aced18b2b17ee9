import { describe, expect, it } from 'vitest';
import { drawQuestion } from '../../src/game/draw-question.js';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { partShown, partSolution } from '../../src/game/kinds/series.js';
import { placeOf } from '../../src/game/kinds/ruler.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { judgeParts, judgeTried } from '../../src/web/desk/stage/judge-tried.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { MATCH, NUMBER, OX, POLL, SCALE, SEVERAL, SPOT } from '../support/kinds.js';

/** What comes of standing on a value. */
function tried(question: Question, value: number, hasMoved = true) {
  const how = { choiceOrder: 'written', crowd: 'visible' } as const;
  const { shown, solution } = drawQuestion(question, how, seeded(1));
  const at = positionFor(value, floorOf(shown));
  return judgeTried('me', {
    question: shown,
    solution: partSolution(solution, 0) ?? undefined,
    at,
    hasMoved,
  }).tried;
}

describe('R15.20 who tries a question', () => {
  it('is right as in a game, and never as the nearest', () => {
    const at = (value: number) => placeOf(value, NUMBER);
    expect(tried(NUMBER, at(75))).toEqual({ outcome: 'right', gain: 100 });
    expect(tried(NUMBER, at(60))).toEqual({ outcome: 'wrong', off: 10 });
    expect(tried(SEVERAL, 4)).toEqual({ outcome: 'right', gain: 100 });
    expect(tried({ ...OX, points: 2 }, 2)).toEqual({ outcome: 'right', gain: 200 });
    const outcomes = [1, 2, 3].map((place) => tried(SPOT, place)?.outcome);
    expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(1);
  });

  it('is counted in a poll and on a scale, once they have moved', () => {
    for (const question of [POLL, SCALE])
      expect([true, false].map((moved) => tried(question, 2, moved)?.outcome)).toEqual([
        'counted',
        'unmoved',
      ]);
  });

  it('R16.20 has a share of the points for each part in which they are right', () => {
    const how = { choiceOrder: 'written', crowd: 'visible' } as const;
    const { shown, solution } = drawQuestion({ ...MATCH, points: 2 }, how, seeded(1));
    const stood = (values: number[]) => {
      const trials = values.map((value, part) => {
        const question = partShown(shown, part);
        const at = positionFor(value, floorOf(question));
        const right = partSolution(solution, part) ?? undefined;
        return { question, solution: right, at, hasMoved: true };
      });
      return judgeParts('me', trials);
    };
    expect(stood([1, 2, 1]).tried).toEqual({ outcome: 'right', gain: 200, of: 3, right: 3 });
    expect(stood([1, 2, 3]).tried).toEqual({ outcome: 'wrong', gain: 132, of: 3, right: 2 });
    expect(stood([3, 3, 3]).tried).toEqual({ outcome: 'wrong', gain: 0, of: 3, right: 0 });
    expect(stood([1, 2, 1]).reveal.parts?.map((part) => part.solution)).toEqual(
      [1, 2, 1].map((zone) => ({ kind: 'choice', rights: [zone] })),
    );
  });
});
