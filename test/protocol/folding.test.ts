/** A text is folded in a time that its bounds say, whatever is in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formOf } from '../../src/game/kinds/spelling.js';
import { isYesOrNo } from '../../src/game/shared/yes-or-no.js';
import { altFaults } from '../../src/game/shared/draft-faults.js';
import { canFold, cleanName, cleanText, foldText, limits } from '../../src/protocol/index.js';
import { commandSchemas } from '../../src/protocol/schemas.js';
import { cleanLines } from '../../src/protocol/text.js';
import { toldAnswer } from '../../src/protocol/told-answer.js';
import { readTicketCode } from '../../src/protocol/tickets.js';
import { hostName } from '../../src/server/desk/accounts/logins.js';
import { readListQuiz } from '../../src/server/desk/files/list-quiz.js';
import { valueOf } from '../../src/server/desk/files/table-values.js';
import { searchTextOf, wordsOf } from '../../src/server/desk/sets/search-text.js';
import { foldedWork } from '../support/folded-work.js';

const { NAME_BOUNDS, CHAT_BOUNDS, TITLE_BOUNDS } = limits;

/** NFKC makes 18 characters of one. */
const PHRASE = '\uFDFA';
/** Marks of two classes, which have to be sorted. */
const MARKS = '\u0316\u0301';
const PIECE_OF_OTHERS = '\uFB2C';

const grown = (units: number): string => PHRASE.repeat(units);
const piled = (units: number): string => `a${MARKS.repeat(units / 2)}`;

describe('R10.9 whatever is folded was bounded before', () => {
  it.each([
    ['a name of phrases', grown(192)],
    ['a name of as many phrases as it may have characters', grown(32)],
    ['a name of letters with many parts', PIECE_OF_OTHERS.repeat(192)],
    ['a name of marks', piled(190)],
    ['a name as long as a command', piled(16_000)],
    ['a name of phrases, as long as a command', grown(5_000)],
  ])('%s', (_what, raw) => {
    const { units, marks } = foldedWork(() => cleanName(raw, NAME_BOUNDS));
    // Four rounds, each of which takes every character by itself and all of them together.
    expect(units).toBeLessThanOrEqual(4 * 2 * 3 * 3 * NAME_BOUNDS.maxUnits + 19 * 3 * 64);
    expect(marks).toBeLessThanOrEqual(units * 6);
    expect(cleanName(raw, NAME_BOUNDS)).toBeUndefined();
  });

  it('refuses what is too long, has a pile of marks, or grows too long, in this order', () => {
    const asked = (raw: string): number => foldedWork(() => canFold(raw, 64)).units;
    expect([canFold(grown(193), 64), asked(grown(193))]).toEqual([false, 0]);
    expect([canFold(piled(190), 64), asked(piled(190))]).toEqual([false, 0]);
    expect([canFold(grown(11), 64), asked(grown(11))]).toEqual([false, 11 + 198]);
    expect([canFold(grown(10), 64), asked(grown(10))]).toEqual([true, 10 + 180]);
    expect([canFold('Kim 철수', 64), asked('Kim 철수')]).toEqual([true, 0]);
  });

  it('leaves a text as it is that cannot be folded', () => {
    expect(foldText(grown(11), 64)).toBe(grown(11));
    expect(foldText(piled(20), 64)).toBe(piled(20));
    expect(foldText('Ｋｉｍ', 64)).toBe('Kim');
  });

  it('keeps names, titles and messages in which there are such characters', () => {
    expect(cleanName('محمد \uFDFA', NAME_BOUNDS)).toBe('محمد صلى الله عليه وسلم');
    expect(cleanText('\uFDFA '.repeat(20), TITLE_BOUNDS)).toHaveLength(39);
    expect(cleanText('…'.repeat(200), CHAT_BOUNDS)).toBe('…'.repeat(200));
    expect(cleanText('\u1112\u1161\u11AB'.repeat(40), TITLE_BOUNDS)).toBe('한'.repeat(40));
  });

  const draft = {
    id: 'a',
    kind: 'typed',
    quiz: 'a',
    limitTime: 15,
    points: 1,
    image: { id: '0'.repeat(64), alt: piled(1_990) },
    accepted: Array.from({ length: 24 }, (_, n) => piled(1_980) + n),
  } as const;

  it.each<[what: string, fold: () => unknown, most: number]>([
    ['an answer that a description tells', () => toldAnswer(piled(2_000), [piled(1_000)]), 0],
    ['one that grows', () => toldAnswer(grown(300), [grown(160)]), (300 + 160) * 19],
    ['a form of a text', () => formOf(piled(2_000)), 0],
    ['a form of one that grows', () => formOf(grown(400)), 400 * 19],
    ['a yes and a no', () => isYesOrNo([piled(2_000), grown(2_000)]), 0],
    ['the faults of a description', () => altFaults({} as never, draft), 0],
    ['what is looked for', () => wordsOf(piled(100)), 0],
    ['a ticket', () => readTicketCode(grown(16_000)), 0],
    ['a cell of a table', () => valueOf('kind', piled(200_000)), 0],
    ['a line of a list', () => [...lines(piled(200_000))], 0],
    ['lines of a slide', () => cleanLines(grown(3_600), limits.SLIDE_TEXT_BOUNDS), 3_600 * 19],
    ['lines of marks', () => cleanLines(piled(3_600), limits.SLIDE_TEXT_BOUNDS), 0],
  ])('%s', (_what, fold, most) => {
    fold(); // Words that a catalogue has are folded once.
    expect(foldedWork(fold)).toEqual({ units: expect.toSatisfy((n) => n <= most), marks: 0 });
  });

  function lines(text: string): string[] {
    try {
      return [readListQuiz(text, 'en').title ?? ''];
    } catch {
      return [];
    }
  }

  it('the text that a set is searched by, of which the first 64 kB are folded', () => {
    const set = (text: string, count: number) => ({
      title: 'A',
      questions: Array.from({ length: count }, (_, n) => ({ ...draft, id: `${n}`, quiz: text })),
    });
    const work = (text: string) => foldedWork(() => searchTextOf(set(text, 120)));
    expect(work(piled(2_000))).toEqual({ units: 2, marks: 0 });
    expect(work(grown(300)).units).toBeLessThanOrEqual((64 * 1024 + 2_000) * 2 * 2);
  });

  it('the name of an account', () => {
    for (const name of [grown(64), piled(64)]) expect(() => hostName(name)).toThrow('not a name');
  });

  it('joining, opening a room and renaming, as commands', () => {
    for (const playerName of [grown(192), grown(64), grown(5_000), piled(190), piled(16_000)]) {
      const read = (): boolean[] => [
        commandSchemas.joinRoom.safeParse({ gameId: '123456', playerName }).success,
        commandSchemas.createRoom.safeParse({ title: 'A', playerName }).success,
        commandSchemas.createRoom.safeParse({ title: playerName }).success,
        commandSchemas.setPlayerName.safeParse({ playerName }).success,
      ];
      expect(read()).toEqual([false, false, false, false]);
      expect(foldedWork(read)).toEqual({
        units: expect.toSatisfy((units) => units <= 4 * 480 * 19),
        marks: 0,
      });
    }
  });
});

/** The files that may normalise, and the bound that was asked there before. */
const NORMALISES: Record<string, string> = {
  'protocol/text.ts': 'where it is asked',
  'protocol/name.ts': 'what `cleanName` has asked about',
  'protocol/told-answer.ts': 'what `canFold` lets through',
  'game/kinds/spelling.ts': 'what `canFold` lets through',
  'game/name-skeleton.ts': 'names, which are clean, and single characters',
  'game/reserved-names.ts': 'its own words',
  'game/writing.ts': 'answers, which are clean',
  'server/desk/accounts/logins.ts': 'names, which are clean, and passwords of 100 units',
  'server/desk/accounts/passwords.ts': 'passwords of 100 units',
  'server/desk/files/list-quiz.ts': 'words of the catalogues',
  'server/desk/files/written-answer.ts': 'eight units, or what has no pile of marks',
  'server/live/moderation/spelling.ts': 'single characters',
};

it('R10.9 every module that normalises says what has bounded it', () => {
  const root = join(import.meta.dirname, '../../src');
  const files = ['protocol', 'game', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const found = files.filter((name) =>
    readFileSync(join(root, name), 'utf8').includes('.normalize('),
  );
  expect(found.toSorted()).toEqual(Object.keys(NORMALISES).toSorted());
});
