import { describe, expect, it } from 'vitest';
import { isYesOrNo } from '../../src/game/shared/yes-or-no.js';

describe('R4.4 choices that stay in their order', () => {
  it.each([
    ['True', 'False'],
    ['FALSE.', 'true.'],
    ['Yes!', 'No!'],
    ['O', 'X'],
    ['ｏ', 'ｘ'],
    ['○', '×'],
    ['⭕️', '❌'],
    ['(O)', '(X)'],
    ['참', '거짓'],
    ['거짓', '참'],
    ['예', '아니요'],
    ['네', '아니오'],
    ['맞다', '틀리다'],
    [' 맞아요. ', '틀려요.'],
    ['옳다', '옳지 않다'],
    ['그렇다', '그렇지  않다'],
    ['참'.normalize('NFD'), '거짓'.normalize('NFD')],
  ])('are %s and %s', (first, second) => {
    expect(isYesOrNo([first, second])).toBe(true);
    expect(isYesOrNo([second, first])).toBe(true);
  });

  it.each([
    [['Left', 'Right']],
    [['True', 'Yes']],
    [['O', '0']],
    [['Paris', 'No']],
    [['네덜란드', '아니요']],
    [['True', 'False', 'Nobody knows']],
    [['참']],
    [['', '']],
    [['+', '×']],
  ])('are not %j', (choices) => {
    expect(isYesOrNo(choices)).toBe(false);
  });
});
