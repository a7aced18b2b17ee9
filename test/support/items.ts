/** Items of a programme as an author writes them. */
import type { DraftItem, DraftQuestion, DraftRow } from '../../src/protocol/index.js';
import { drawInt, drawOne, type Random } from '../../src/game/shared/random.js';
import { PICTURE } from './kinds.js';

export const SLIDE: DraftItem = {
  id: 'slide',
  kind: 'slide',
  title: 'Welcome',
  text: 'Find a seat.\n\nWe begin soon.',
  image: PICTURE,
  seconds: 30,
  startsAt: '19:30',
  note: 'Wait for the music.',
};
export const ROUND: DraftItem = {
  id: 'round',
  kind: 'round',
  name: 'Warm-up',
  count: 5,
  order: 'written',
  limitTime: 20,
  blind: true,
  factor: 2,
  standings: 'round',
};
export const BREAK: DraftItem = {
  id: 'break',
  kind: 'break',
  message: 'Tea is ready',
  minutes: 10,
};
export const DRAW: DraftItem = {
  id: 'draw',
  kind: 'draw',
  title: 'A book',
  among: 'team',
  team: 1,
  winners: 2,
};
export const STANDINGS: DraftItem = { id: 'standings', kind: 'standings' };
/** A round must have a question after it. */
export const ONE_OF_EACH_ITEM = [SLIDE, BREAK, DRAW, STANDINGS, ROUND];

/** A row of an evening that is drawn, whole as a host could have written it. */
export function drawnRow(random: Random, n: number, text: () => string): DraftRow {
  const id = `row-${n}`;
  const note = drawInt(random, 2) === 0 ? { note: text() } : {};
  const one = <T>(all: readonly T[]): T => drawOne(random, all);
  const rows: (() => DraftRow)[] = [
    () => ({
      ...{ id, kind: 'slide', title: text(), text: `${text()}\n${text()}`, ...note },
      ...one([{}, { image: PICTURE }]),
      ...one([{}, { seconds: null }, { seconds: 3 + drawInt(random, 598) }]),
      ...one([{}, { startsAt: '' }, { startsAt: '09:05' }]),
    }),
    () => ({
      ...{ id, kind: 'round', name: text(), ...note },
      ...one([{}, { setId: 'ko-general' }]),
      ...one([{}, { count: null }, { count: 1 + drawInt(random, 200) }]),
      ...one([{}, { order: 'written' }, { order: 'drawn' }]),
      ...one([{}, { limitTime: 3 + drawInt(random, 118) }]),
      ...one([{}, { blind: true }, { blind: false }]),
      ...one([{}, { factor: 1 }, { factor: 2 }, { factor: 3 }]),
      ...one([{}, { standings: 'each' }, { standings: 'round' }, { standings: 'never' }]),
    }),
    () => ({ id, kind: 'break', message: text(), minutes: 1 + drawInt(random, 60), ...note }),
    () => ({
      ...{ id, kind: 'draw', title: text(), winners: 1 + drawInt(random, 10), ...note },
      ...one([{}, { among: 'rightLast' }, { among: 'noPrize' }, { among: 'team', team: 3 }]),
    }),
    () => ({ id, kind: 'standings', ...note }),
    question,
    question,
    question,
  ];
  return one(rows)();

  function question(): DraftQuestion {
    const choices = ['a', 'b', text()];
    const asked = { quiz: `${n} ${text()}`, choices, answers: [1 + drawInt(random, 3)] };
    return { id, kind: 'choice', ...asked, limitTime: 15, points: 1, ...note };
  }
}
