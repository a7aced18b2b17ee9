import { expect, it, vi } from 'vitest';

// As text: the types of a browser are not those of these tests.
const TEXT: string = '../../src/web/results/value-text.js';
type Module = { valueText: (question: object, value: number, t: object) => string };

vi.mock('../../src/web/i18n/language.svelte.js', async () => ({
  i18n: await (await import('../support/page-words.js')).pageWords('en'),
}));

const { valueText } = (await import(TEXT)) as Module;

const WORDS = { notMoved: 'did not move', noOpinion: 'no opinion' };
const NOT_MOVED = -1;
const shown = { choiceList: [{ order: 1, content: 'Seoul' }] };

it('R17.3 results tell of who stood nowhere that they did not move, save where people wrote', () => {
  const walked = { shown, choices: 1 };
  const wrote = { ...walked, written: {} };
  expect(valueText(walked, NOT_MOVED, WORDS)).toBe('did not move');
  expect(valueText(wrote, NOT_MOVED, WORDS)).toBe('');
  expect(valueText(wrote, 1, WORDS)).toBe('Seoul');
});
