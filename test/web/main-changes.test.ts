import { describe, expect, it, vi } from 'vitest';
import { MainChanges } from '../../src/web/desk/edit/languages/main-changes.js';
import { textPlaces } from '../../src/web/desk/edit/languages/text-places.js';
import type { DraftQuestion } from '../../src/protocol/desk.js';

const question = (more: Partial<DraftQuestion> = {}): DraftQuestion => ({
  id: 'q',
  kind: 'choice',
  quiz: '수도는?',
  limitTime: 20,
  points: 1,
  choices: ['서울', '부산'],
  texts: { de: { quiz: 'Hauptstadt?', choices: ['Seoul'] } },
  ...more,
});
const placesOf = (row: DraftQuestion) => textPlaces(row, 'de');

/** The paths that somebody has to look at after each of these changes. */
function checked(changes: MainChanges, row: DraftQuestion): string[] {
  return placesOf(row)
    .filter((place) => changes.has('q', 'de', place))
    .map(({ path }) => path.join(' '));
}

function after(...rows: DraftQuestion[]) {
  const changes = new MainChanges();
  for (const [n, row] of rows.slice(1).entries())
    changes.note('q', 'de', placesOf(rows[n]!), placesOf(row));
  return { changes, last: rows.at(-1)! };
}

describe('R30.23 a translation whose main text was changed', () => {
  it('is to be checked, until it is written anew', () => {
    const changed = question({ quiz: '수도가 어디?' });
    const { changes, last } = after(question(), question({ quiz: '수도가' }), changed);
    expect(checked(changes, last)).toEqual(['quiz']);
    const count = vi.fn<() => ReturnType<typeof placesOf>>(() => placesOf(last));
    expect(changes.count('q', 'de', count)).toBe(1);
    expect(changes.count('other', 'de', count)).toBe(0);
    expect(count).toHaveBeenCalledTimes(1);
    const written = { ...changed, texts: { de: { quiz: 'Wo?', choices: ['Seoul'] } } };
    expect(checked(changes, written)).toEqual([]);
  });

  it('is fine again where the main text is as it was, or somebody says so', () => {
    const changed = question({ quiz: '수도가 어디?' });
    const { changes } = after(question(), changed);
    expect(checked(changes, question())).toEqual([]);
    expect(checked(changes, changed)).toEqual(['quiz']);
    changes.settle('q', 'de', placesOf(changed)[0]!);
    expect(checked(changes, changed)).toEqual([]);
  });

  it('is none where it is missing, or goes along with its choice', () => {
    const { changes, last } = after(question(), question({ choices: ['서울', '인천'] }));
    expect(checked(changes, last)).toEqual([]);
    const moved = question({ choices: ['부산'], texts: { de: { quiz: 'Hauptstadt?' } } });
    expect(checked(after(question(), moved).changes, moved)).toEqual([]);
  });
});
