import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { podiumOf } from '../../../src/web/show/podium.js';
import { loadPages, PageRoom } from '../../support/page-room.js';
import { BELL, ItemRoom, SELF } from './told-rooms.js';

beforeAll(loadPages);

const pages: PageRoom[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
  vi.setSystemTime(BELL);
});
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
  vi.useRealTimers();
});

/** What a page says between rounds of which no question was right, as a text without tags. */
function says(part: 'phone' | 'cockpit' | 'projector', scoreOf: (n: number) => number) {
  const page = new PageRoom(part, part === 'phone' ? SELF : null);
  pages.push(page);
  page.hear(...new ItemRoom({ kind: 'standings' }, '', { right: 9, scoreOf }).told);
  const said = Object.entries(page.says());
  return Object.fromEntries(
    said.map(([name, html]) => [name, html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')]),
  );
}

/** Of the players `Player n` in a list, in its order, those that are meant, each with the number behind it. */
const listed = (text: string | undefined, players: readonly number[]): string[] =>
  [...(text ?? '').matchAll(/Player (\d+)(?:(?!Player)\D)*?(-?\d[\d,]*)/g)].flatMap(
    ([, n, score]) => (players.includes(Number(n)) ? `${n}: ${score}` : []),
  );

describe('R27.10 points below 0', () => {
  it('are shown where nobody has more than 0, and whoever has more than that stands before', () => {
    const scoreOf = (n: number): number => (n === 2 ? -50 : n === 4 ? -2_000 : 0);
    const phone = says('phone', scoreOf);
    expect(phone['play/TopBar']).toContain('11');
    expect(phone['play/TopBar']).toContain('-50');
    expect(phone['stage/item/ItemCard']).toContain('-50');
    for (const text of [phone['people/PeoplePanel'], says('cockpit', scoreOf)['cockpit/PeopleTab']])
      expect(listed(text, [11, 2, 4])).toEqual(['11: 0', '2: -50', '4: -2,000']);
    expect(listed(says('projector', scoreOf)['stage/item/ItemCard'], [0, 11])).toEqual([
      '0: 0',
      '11: 0',
    ]);
  });

  it('are sorted among others', () => {
    const scoreOf = (n: number): number => (n - 2) * 100;
    expect(listed(says('projector', scoreOf)['stage/item/ItemCard'], [11, 3, 2])).toEqual([
      '11: 900',
      '3: 100',
      '2: 0',
    ]);
    expect(listed(says('phone', scoreOf)['people/PeoplePanel'], [3, 2, 1, 0])).toEqual([
      '3: 100',
      '2: 0',
      '1: -100',
      '0: -200',
    ]);
  });

  it('show nobody a rank before there are any', () => {
    const phone = says('phone', () => 0);
    expect(phone['stage/item/ItemCard']).not.toContain('Player 2');
    expect(listed(phone['people/PeoplePanel'], [2])).toEqual([]);
  });

  it('R6.1 put nobody on a podium on which nobody has more than 0', () => {
    const row = (slot: number, score: number, rank: number) => {
      return { playerId: `p${slot}`, playerName: `Player ${slot}`, slot, score, rank };
    };
    const table = [row(0, 0, 1), row(1, 0, 1), row(2, -50, 3)];
    const { steps, rest } = podiumOf(table, { onStep: 3, selfId: null });
    expect([steps, rest.map(({ slot }) => slot)]).toEqual([[], [0, 1, 2]]);
    const { steps: one } = podiumOf([row(0, 10, 1), ...table.slice(2)], {
      onStep: 3,
      selfId: null,
    });
    expect(one.map(({ rank }) => rank)).toEqual([1, 3]);
  });
});
