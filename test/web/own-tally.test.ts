import { beforeAll, expect, it } from 'vitest';
import { mockModules } from '../support/mock-modules.js';
import { pageWords } from '../support/page-words.js';

// As text: the types of a browser are not those of these tests.
const ROWS: string = '../../src/web/kinds/parts/part-rows.js';
const OWN: string = '../../src/web/kinds/parts/own-parts.svelte.js';

mockModules({ '../../src/web/i18n/language.svelte.js': { i18n: await pageWords('en') } });

let ownTally: (room: object) => string;
let ownParts: { note: (room: object) => void };
beforeAll(async () => {
  ({ ownTally } = (await import(ROWS)) as { ownTally: typeof ownTally });
  ({ ownParts } = (await import(OWN)) as { ownParts: typeof ownParts });
});

const PARTS = ['a', 'b', 'c'];
const O = { kind: 'choice', rights: [1] };

/** The words for somebody who stood on these values, and on O where it was right. */
function told(values: readonly (number | undefined)[], more: object): string {
  const question = { kind: 'statements', parts: PARTS, count: 3, choiceList: [{}, {}] };
  const parts = PARTS.map(() => ({ solution: O, summary: { kind: 'statements', counts: [1, 1] } }));
  const phaseOf = (part: number) => ({ index: 0, part, drops: 0 });
  const room = { gameId: '1', games: Math.random(), kind: 'reveal', question, reveal: { parts } };
  for (const [part, ownValue] of values.entries())
    ownParts.note({ ...room, phase: phaseOf(part), ownValue });
  const ownMark = { isAnswer: false, gain: 1 };
  return ownTally({ ...room, phase: phaseOf(2), ownMark, isJustForFun: false, ...more });
}

it('R16.20 a series tells who survives by it, and who only because nobody had half of it', () => {
  const survival = { hasPoints: false };
  expect(told([1, 1, 2], survival)).toBe('You survived!');
  expect(told([1, 2, 2], survival)).toBe('Nobody had half of it right, so everybody stays');
  expect(told([2, 2, 2], survival)).toBe('Nobody had half of it right, so everybody stays');
  // A page that has come back does not know where its player stood.
  expect(told([undefined, undefined, 2], survival)).toBe('You survived!');
  expect(told([1, 2, 2], { hasPoints: true })).toBe('1 of 3 right');
  expect(told([1, 2, 2], { ...survival, isJustForFun: true })).toBe('1 of 3 right');
});
