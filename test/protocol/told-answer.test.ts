import { expect, it } from 'vitest';
import { toldAnswer } from '../../src/protocol/told-answer.js';

it.each([
  ['The Eiffel Tower in Paris.', ['Paris'], 'Paris'],
  ['the eiffel tower in PARIS', ['Rome', 'Paris'], 'Paris'],
  ['A comparison', ['Paris'], undefined],
  ['A box', ['O'], undefined],
  ['서울의 탑', ['서울'], '서울'],
  ['탑', ['서울'], undefined],
  ['Ｐａｒｉｓ', ['Paris'], 'Paris'],
  ['A tower', ['', '!'], undefined],
])('R18.5 %s tells of %j %s', (alt, rights, told) => {
  expect(toldAnswer(alt, rights)).toBe(told);
});
