import { expect, it, vi } from 'vitest';

// As text: the types of a browser are not those of these tests.
const TEXTS: string = '../../src/web/kinds/texts.js';
type Texts = {
  lineText: (room: object) => string;
  answeredText: (summary: object) => string;
};

vi.mock('../../src/web/i18n/language.svelte.js', async () => ({
  i18n: await (await import('../support/page-words.js')).pageWords('en'),
}));

const { lineText, answeredText } = (await import(TEXTS)) as Texts;

/** The line at the reveal for somebody who wrote a wrong answer and walked to the right one. */
function toldWalker(hasPoints: boolean): string {
  const phase = { index: 0, part: 0, drops: 0 };
  return lineText({
    kind: 'reveal',
    phase,
    question: { kind: 'typed', choiceList: [{ order: 1, content: 'Seoul' }] },
    reveal: { solution: { kind: 'text', accepted: ['Seoul'] } },
    ownWritten: { phase, texts: ['Pusan'] },
    outcome: 'right',
    hasPoints,
  });
}

it('R16.15 a right answer by walking is called half a one where it is worth points', () => {
  expect(toldWalker(true)).toBe(
    'Correct: Seoul · You wrote: Pusan · Right in the second part (half)',
  );
});

it('R16.15 it is not called half a one where there are no points, as in SURVIVAL', () => {
  expect(toldWalker(false)).toBe('Correct: Seoul · You wrote: Pusan · Right in the second part');
});

it('R16.15 where nobody walked, it is told how many wrote, and not that nobody answered', () => {
  const written = { counts: [4, 3], others: 2, silent: 1 };
  expect(answeredText({ kind: 'typed', counts: [0, 0], written })).toBe('9 players wrote');
  const words = { kind: 'words', counts: [0, 0], unmoved: 8, written };
  expect(answeredText(words)).toBe('7 players wrote');
  expect(answeredText({ kind: 'typed', counts: [3, 2], written })).toBe('5 players answered');
});
