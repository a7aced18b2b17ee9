import { describe, expect, it } from 'vitest';
import type { DraftQuestion } from '../../src/protocol/desk.js';
import { isBlank } from '../../src/web/desk/edit/is-blank.js';
import { become } from '../../src/web/desk/edit/kinds/become.js';
import {
  itemsIn,
  linesIn,
  pairsIn,
  statementsIn,
} from '../../src/web/desk/edit/kinds/pasted-parts.js';
import { partsWithout } from '../../src/web/desk/edit/kinds/right-choices.js';
import { partSeconds, secondsInAll, secondsText } from '../../src/web/desk/part-seconds.js';

const draft = (more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  id: 'a',
  kind: 'choice',
  quiz: 'Which?',
  limitTime: 20,
  points: 1,
  ...more,
});
const PARTS = [{ text: 'x', zone: 1 }, { text: 'y', zone: 2 }, { text: 'z' }];

describe('R16.19 lines that are pasted into the form of a series', () => {
  it('are items without the numbers of a list', () => {
    const pasted = ' 1. Ant\r\n2) Mouse \n\n- Cat\n• 2.5 kg\n3 lions';
    expect(itemsIn(linesIn(pasted)).map(({ text }) => text)).toEqual([
      'Ant',
      'Mouse',
      'Cat',
      '2.5 kg',
      '3 lions',
    ]);
  });

  it.each([
    ['It is so.\tO', 'It is so.', 1],
    ['It is not. (X)', 'It is not.', 2],
    ['꿀은 상하지 않는다: 참', '꿀은 상하지 않는다', 1],
    ['고래는 물고기다 = 거짓', '고래는 물고기다', 2],
    ['1) Yes | true', 'Yes', 1],
    ['This is the letter X', 'This is the letter X', undefined],
  ])('are statements with what is said of them: %j', (line, text, zone) => {
    expect(statementsIn([line])).toEqual([{ text, ...(zone !== undefined && { zone }) }]);
  });

  it('are pairs, whose groups are added as long as there is room', () => {
    const lines = ['Lyon = France', 'Milan\tItaly', 'Nice -> France', 'Nowhere'];
    expect(pairsIn(lines, ['Japan', ''])).toEqual({
      choices: ['Japan', 'France', 'Italy'],
      parts: [
        { text: 'Lyon', zone: 2 },
        { text: 'Milan', zone: 3 },
        { text: 'Nice', zone: 2 },
        { text: 'Nowhere' },
      ],
    });
    const full = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(pairsIn(['x = g', 'y = f'], full)).toEqual({
      choices: full,
      parts: [{ text: 'x' }, { text: 'y', zone: 6 }],
    });
  });
});

describe('R16.19 a question that becomes one of another kind', () => {
  it('has its choices as parts, and as statements those that were right are true', () => {
    const choice = draft({ choices: ['p', 'q', ''], answers: [2] });
    expect(become(choice, 'order')).toMatchObject({ parts: [{ text: 'p' }, { text: 'q' }] });
    expect(become(choice, 'statements')).toMatchObject({
      kind: 'statements',
      parts: [
        { text: 'p', zone: 2 },
        { text: 'q', zone: 1 },
      ],
    });
    // To belong to: they are no items.
    expect(become(choice, 'match')).toMatchObject({ parts: [{ text: '' }, {}, {}] });
    expect(become(choice, 'match')).not.toHaveProperty('choices');
    expect(become(choice, 'guess')).not.toHaveProperty('choices');
  });

  it('has its parts as choices where it had none, of which the true ones are right', () => {
    const statements = draft({ kind: 'statements', parts: PARTS, limitTime: 6, choices: [''] });
    expect(become(statements, 'choice')).toMatchObject({ choices: ['x', 'y', 'z'], answers: [1] });
    const order = draft({ kind: 'order', parts: PARTS, limitTime: 6, choices: ['kept'] });
    expect(become(order, 'choice')).not.toHaveProperty('choices');
    expect(become(order, 'choice')).not.toHaveProperty('parts');
  });

  it('keeps the texts of its parts, and not what was right of them by another meaning', () => {
    const statements = draft({ kind: 'statements', parts: PARTS, limitTime: 6 });
    expect(become(statements, 'match')).toMatchObject({ choices: ['', ''] });
    expect(become(statements, 'match').parts).toEqual(PARTS.map(({ text }) => ({ text })));
    expect(become(statements, 'order')).toEqual({ kind: 'order' });
  });

  it('has another time where it was that of a part, or is', () => {
    expect(become(draft(), 'order').limitTime).toBe(5);
    expect(become(draft({ kind: 'order', limitTime: 6 }), 'choice').limitTime).toBe(15);
    expect(become(draft({ kind: 'order', limitTime: 9 }), 'match')).not.toHaveProperty('limitTime');
    expect(become(draft(), 'ox')).not.toHaveProperty('limitTime');
  });

  it('loses no group but the one that is removed', () => {
    expect(partsWithout(PARTS, 1)).toEqual([{ text: 'x' }, { text: 'y', zone: 1 }, { text: 'z' }]);
  });
});

describe('R16.19 the times of parts', () => {
  const series = draft({ kind: 'statements', parts: [...PARTS, { text: ' ' }], limitTime: 6 });

  it('are one for each part in which something stands, with what is between', () => {
    expect(partSeconds(series)).toEqual([6, 6, 6]);
    expect(secondsInAll([6, 6, 6])).toBeCloseTo(19.6);
    expect(secondsInAll([6, null])).toBeUndefined();
    expect([[15], [6, 6, 6], [15, 12], [null, null]].map(secondsText)).toEqual([
      '15',
      '3 × 6',
      '15 + 12',
      '2 × –',
    ]);
  });

  it('share the time of a round, and R16.22 a guess has its own', () => {
    expect(partSeconds(series, 30)).toEqual([10, 10, 10]);
    expect(partSeconds(series, 3)).toEqual([4, 4, 4]);
    const guess = draft({ kind: 'guess', choices: ['a', 'b'], guessTime: 12 });
    expect(partSeconds(guess)).toEqual([20, 12]);
    expect(partSeconds(guess, 30)).toEqual([30, 12]);
  });

  it('are of a question that shows something once one of its parts is written', () => {
    const blank = draft({ quiz: '', kind: 'order', parts: [{ text: '' }] });
    expect(isBlank(blank)).toBe(true);
    expect(isBlank({ ...blank, parts: PARTS })).toBe(false);
  });
});
