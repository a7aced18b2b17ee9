import { describe, expect, it } from 'vitest';
import { samePlaceOf, type WrittenChoices } from '../../src/game/shared/same-place.js';

const choice = (answer: number, more: Partial<WrittenChoices> = {}): WrittenChoices => ({
  kind: 'choice',
  choices: ['Rome', 'Oslo', 'Bern', 'Riga'],
  answers: [answer],
  ...more,
});
const several = (...answers: number[]) => answers.map((answer) => choice(answer));

describe('R15.34 a place that is right again and again', () => {
  it('is told where the choices come as written, from three of four on', () => {
    expect(samePlaceOf(several(1, 1, 1, 1, 1, 1, 1, 1), 'written')).toEqual({
      place: 1,
      count: 8,
      of: 8,
    });
    expect(samePlaceOf(several(2, 2, 3, 2), 'written')).toEqual({ place: 2, count: 3, of: 4 });
    expect(samePlaceOf(several(1, 1, 1, 2, 2), 'written')).toBeUndefined();
  });

  it('is not told of fewer than four questions', () => {
    expect(samePlaceOf(several(1, 1, 1), 'written')).toBeUndefined();
    expect(samePlaceOf([], 'written')).toBeUndefined();
  });

  it('is told of shuffled sets only where questions are never shuffled', () => {
    const written = several(1, 1, 1, 1);
    const fixed = written.map((one) => ({ ...one, fixedOrder: true }));
    expect(samePlaceOf(written, 'shuffled')).toBeUndefined();
    expect(samePlaceOf([...fixed, ...several(2, 3)], 'shuffled')).toEqual({
      place: 1,
      count: 4,
      of: 4,
    });
  });

  it('counts pictures, and each right one of several once', () => {
    const both = choice(3, { answers: [3, 1, 3] });
    const picture: WrittenChoices = { kind: 'pictures', answers: [3] };
    expect(samePlaceOf([both, both, picture, picture], 'written')).toEqual({
      place: 3,
      count: 4,
      of: 4,
    });
  });

  it('counts no yes and no, nothing without a right choice, and no other kind', () => {
    const rest: WrittenChoices[] = [
      choice(1, { choices: ['True', 'False'] }),
      choice(1, { answers: [] }),
      { kind: 'poll', choices: ['a', 'b'], answers: [1] },
      { kind: 'match', choices: ['a', 'b'], answers: [1] },
    ];
    expect(samePlaceOf([...several(1, 1, 1), ...rest], 'written')).toBeUndefined();
  });
});
