import { expect, it } from 'vitest';
import { inOrderOf, rowsOf } from '../../src/web/cockpit/held-rows.js';

it('R16.16 rows stand still under who aims at one: new ones come last, and none goes', () => {
  const held = rowsOf([
    { text: 'Busan', count: 3 },
    { text: 'Jeju', count: 2 },
    { text: 'Seoul', count: 1, isRight: true },
  ]);
  const now = rowsOf([
    { text: 'Daegu', count: 9 },
    { text: 'seoul!', count: 4, isRight: true },
    { text: 'BUSAN', count: 4, isOut: true },
  ]);
  const shown = inOrderOf(held, now);
  expect(shown.map(({ text, count }) => [text, count])).toEqual([
    ['BUSAN', 4],
    ['Jeju', 0],
    ['seoul!', 4],
    ['Daegu', 9],
  ]);
  expect(shown.map(({ isOut }) => isOut)).toEqual([true, undefined, undefined, undefined]);
  // Those that came meanwhile stand still, too.
  const later = rowsOf([{ text: 'Gumi', count: 12 }, ...now, { text: 'jeju', count: 1 }]);
  expect(inOrderOf(shown, later).map(({ text }) => text)).toEqual([
    'BUSAN',
    'jeju',
    'seoul!',
    'Daegu',
    'Gumi',
  ]);
});
