import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { ENGINES, testDatabase } from '../database/engines.js';
import { aRecord } from './records.js';
import { finished } from '../../src/game/steps.js';
import { rulesOf } from '../../src/game/room-state.js';
import { reportFor, setTitleFor } from '../../src/protocol/report-language.js';
import { publicSteps, reportSteps } from '../../src/server/desk/results/report.js';
import { readQuestion, stored } from '../../src/server/desk/results/stored-question.js';
import { sheetBody } from '../../src/server/desk/results/sheet-file.js';
import type { DrawnDraw, KeptGame, ShownQuestion } from '../../src/protocol/index.js';
import { drawn, judged, play } from '../game/kinds/played.js';
import { inLanguages, said } from '../support/in-languages.js';
import { POLL, SEVERAL, TYPED } from '../support/kinds.js';

const QUESTIONS = [SEVERAL, POLL, TYPED].map((question) => inLanguages(question, ['ko', 'de']));

/** A question as its row in the table has it. */
function kept(index: number) {
  const question = judged(QUESTIONS[index]!, [1, 2], index);
  const shown: ShownQuestion = drawn(QUESTIONS[index]!).shown;
  const names = { game_id: 'g', number: index, part: 0, drops: 0, version: 1, is_edited: 0 };
  return readQuestion({
    ...stored(question),
    ...names,
    kind: shown.kind,
    question: JSON.stringify(shown),
  });
}

const texts = { ko: { name: '처음', title: '케이크' } };
const draw: DrawnDraw = {
  kind: 'draw',
  title: 'Cake',
  texts: { ko: { title: '케이크' } },
  among: 'everybody',
  winners: 1,
  hash: '',
  drawn: { seed: '', among: '', count: 0, winners: [], ms: 0, nextHash: '' },
};
const report = finished(
  reportSteps({
    rules: {
      ...rulesOf(play({}, [SEVERAL]).settings),
      rounds: [{ name: 'First', first: 0, texts }],
    },
    players: [0, 1].map((slot) => {
      return { playerId: `p${slot}`, slot, name: `Player ${slot}`, hasLeft: false };
    }),
    questions: [0, 1, 2].map(kept),
    draws: [draw],
  }),
);

const tableIn = async (language: 'ko' | 'en', table: 'questions' | 'draws'): Promise<string> => {
  const wish = { format: 'csv', table, language } as const;
  return (await sheetBody(report, wish, async (steps) => finished(steps))).toString();
};

describe('results of a game in several languages', () => {
  it('R30.9 are written as tables in the language of their words', async () => {
    const korean = await tableIn('ko', 'questions');
    for (const text of [SEVERAL.quiz, POLL.quiz, TYPED.quiz, 'B'])
      expect(korean).toContain(said(text, 'ko'));
    expect(korean).toContain('1라운드 처음');
    expect(await tableIn('ko', 'draws')).toContain('케이크');
    const english = await tableIn('en', 'questions');
    expect(english).not.toMatch(/\? ko|B ko|처음/);
    expect(english).toContain(SEVERAL.quiz);
    expect(await tableIn('en', 'draws')).toContain('Cake');
  });

  it('R30.9 have the title of the set in the language of their reader, and a public link has it with its questions', () => {
    const titles = { ko: { setTitle: '세트' } };
    const kept = {
      ...report,
      setTitle: 'Set',
      language: 'en',
      texts: titles,
      keepUntil: 0,
      endedAt: null,
    } as never;
    const titleFor = (reader: string) => (reportFor(kept, reader) as KeptGame).setTitle;
    expect([titleFor('ko'), titleFor('de')]).toEqual(['세트', 'Set']);
    const link = (questions: boolean) => {
      const { texts, language } = finished(publicSteps(kept, { names: true, questions }));
      return [texts, language];
    };
    expect([link(true), link(false)]).toEqual([
      [titles, 'en'],
      [undefined, undefined],
    ]);
  });

  it.each([
    ['pt-BR', 'Main'],
    ['pt', 'pt'],
    ['pt-PT', 'pt'],
    ['fr', 'fr-CH'],
    ['ja', 'Main'],
  ])('R30.9 who reads %s has the title of %s, as on phones', (reader, title) => {
    const texts = { pt: { setTitle: 'pt' }, 'fr-CH': { setTitle: 'fr-CH' } };
    const kept = { ...report, setTitle: 'Main', language: 'pt-BR', texts } as never;
    expect((reportFor(kept, reader) as KeptGame).setTitle).toBe(title);
    expect(setTitleFor(kept, reader)).toBe(title);
  });

  it('R30.9 have all of their texts in one language, also where some of them have it in another', () => {
    const rounds = [{ name: 'First', first: 0, texts: { pt: { name: 'Primeira' } } }];
    const draws = report.draws!.map((one) => ({ ...one, texts: { 'pt-BR': { title: 'Bolo' } } }));
    const kept = { ...report, language: 'en', rounds, draws } as never;
    const read = reportFor<typeof report>(kept, 'pt-BR');
    expect([read.rounds![0]!.name, read.draws![0]!.title]).toEqual(['First', 'Bolo']);
  });

  it('R30.9 change in nothing else', () => {
    const korean = reportFor(report, 'ko');
    const without = (one: typeof report) =>
      one.questions.map(({ shown: _, ...question }) => question);
    expect(without(korean)).toEqual(without(report));
    expect(reportFor(report, 'ja').questions.map(({ shown }) => shown?.quiz)).toEqual(
      QUESTIONS.map(({ quiz }) => quiz),
    );
  });

  it('R30.9 show in a public link without questions none of their texts', () => {
    const whole = { ...report, keepUntil: 0, endedAt: null } as never;
    const told = (questions: boolean) =>
      JSON.stringify(finished(publicSteps(whole, { names: true, questions })));
    expect(told(true)).toContain(said(SEVERAL.quiz, 'de'));
    expect(told(true)).toContain('처음');
    expect(told(false)).not.toMatch(/ de"|처음/);
  });
});

describe.each(ENGINES)('results that %s keeps', (engine) => {
  it('R30.9, R30.20 know the main language of their set and its titles until they are deleted', async () => {
    const place = await testDatabase(engine);
    try {
      const games = new KeptGames(place.database, { days: 90, tracksDays: 14 }, () => 1);
      const set = { language: 'pt-BR', texts: { pt: { title: 'Mar' } } };
      const write = (record: object) =>
        place.database.transact((db) =>
          writeGame(db, { ...aRecord(1), ...record }, OPERATOR, { days: 90, now: 1 }),
        );
      await write({ id: 'several', ...set });
      await write({ id: 'one' });
      const told = { language: 'pt-BR', texts: { pt: { setTitle: 'Mar' } } };
      const { hostId } = OPERATOR;
      expect(await games.find(hostId, 'several')).toMatchObject(told);
      const one = await games.find(hostId, 'one');
      expect(['language' in one, 'texts' in one]).toEqual([false, false]);
      await games.remove(hostId, 'several');
      const left = await place.database.run((db) =>
        db.selectFrom('game').select(['id', 'language', 'texts']).orderBy('id').execute(),
      );
      expect(left).toEqual([
        { id: 'one', language: '', texts: '{}' },
        { id: 'several', language: '', texts: '{}' },
      ]);
    } finally {
      await place.close();
    }
  });
});
