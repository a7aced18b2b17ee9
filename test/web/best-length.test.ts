import { expect, it } from 'vitest';
import { bestLength } from '../../src/web/desk/edit/best-length.js';

it('warns of a long question earlier in Korean than in English, whatever the language of the page', () => {
  expect(bestLength('Which planet has the shortest day?')).toBe(100);
  expect(bestLength('하루가 가장 짧은 행성은?')).toBe(60);
  expect(bestLength('Who wrote “춘향전” down first, as far as anybody knows?')).toBe(100);
});
