/**
 * What pages say and show of questions of every kind, as it was recorded. Where a change is wanted, write it anew with
 * `npx vitest run test/web/recorded-kinds.test.ts -u` and read the difference.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { drawQuestion } from '../../src/game/draw-question.js';
import { partShown, partSolution, partsOf } from '../../src/game/kinds/series.js';
import {
  QUESTION_KINDS,
  writingOf,
  type DraftQuestion,
  type PartSolution,
  type ShownQuestion,
} from '../../src/protocol/index.js';
import { draftOfPlayed } from '../../src/server/desk/sets/written-draft.js';
import { RECORDED, recordOf } from '../support/recorded-kinds.js';

/** Of `page-record.ts`, which the page's own compiler reads. */
interface PageRecord {
  speak: (language: 'ko' | 'en') => Promise<void>;
  pageOf: (shown: ShownQuestion, solution: PartSolution | undefined) => Record<string, unknown>;
  draftPage: (draft: DraftQuestion) => Record<string, unknown>;
  newQuestion: (kind: DraftQuestion['kind']) => DraftQuestion;
}

let page: PageRecord;
beforeAll(async () => {
  // A preview begins at the time that it is.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '' }));
  const path = new URL('../support/page-record.ts', import.meta.url).href;
  page = (await import(path)) as PageRecord;
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A question as it is asked; one for which people write comes again with what they wrote (R16.14), and others in parts (R16.19). */
function actsOf(name: string, shown: ShownQuestion): Record<string, ShownQuestion> {
  if (partsOf(shown) > 1)
    return Object.fromEntries(
      Array.from({ length: partsOf(shown) }, (_, n) => [`${name}.${n + 1}`, partShown(shown, n)]),
    );
  if (writingOf(shown.kind) === undefined) return { [name]: shown };
  const choiceList = ['Paris', 'London', 'Rome'].map((content, n) => ({ order: n + 1, content }));
  const sizes = 'sizes' in shown && { sizes: [5, 2, 1] };
  return { [name]: shown, [`${name}-walked`]: { ...shown, choiceList, ...sizes } };
}

describe('R16 recorded pages', () => {
  it.each(['ko', 'en'] as const)('say the same of a question as before: %s', async (language) => {
    await page.speak(language);
    const how = { choiceOrder: 'written', crowd: 'visible' } as const;
    const record = Object.entries(RECORDED).flatMap(([name, question]) => {
      const { shown, solution } = drawQuestion(question, how, seeded(1));
      return Object.entries(actsOf(name, shown)).flatMap(([act, asked]) => {
        const right = partSolution(solution, Number(act.split('.')[1] ?? 1) - 1);
        const parts = Object.entries(page.pageOf(asked, right ?? undefined));
        return parts.map(([part, told]) => [`${act} ${part}`, told]);
      });
    });
    await expect(recordOf(Object.fromEntries(record))).toMatchFileSnapshot(
      `recorded/pages-${language}.txt`,
    );
  });

  it('take a draft for the same as before', async () => {
    const ids = new Set<string>();
    const all = Object.values(RECORDED).map((question) => draftOfPlayed(question, ids));
    const mixed = QUESTION_KINDS.map((kind) => {
      return { ...Object.assign({}, ...all), kind, id: kind } as DraftQuestion;
    });
    const fresh = QUESTION_KINDS.map((kind) => ({ ...page.newQuestion(kind), id: `new-${kind}` }));
    const record = [...all, ...mixed, ...fresh].flatMap((draft) => [
      [`draft ${draft.id}`, draft],
      [`page ${draft.id}`, page.draftPage(draft)],
    ]);
    await expect(recordOf(Object.fromEntries(record))).toMatchFileSnapshot('recorded/drafts.txt');
  });
});
