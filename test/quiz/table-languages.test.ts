import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { finished } from '../../src/game/steps.js';
import {
  ITEM_KINDS,
  limits,
  QUESTION_KINDS,
  type DraftItem,
  type DraftRow,
  type DraftSet,
  type Language,
  type SetFormat,
} from '../../src/protocol/index.js';
import { LANGUAGES as LANGUAGES_OF_PAGES } from '../../src/i18n/made/languages.js';
import { MAX_CELLS } from '../../src/server/desk/files/csv-rows.js';
import {
  parseQuizFile,
  QuizFileError,
  readQuizFile,
  type QuizFile,
} from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import { EXTRA_COLUMNS } from '../../src/server/desk/files/table-header.js';
import { TEXT_ROLES } from '../../src/server/desk/files/table-texts.js';
import { tablesOf } from '../../src/server/desk/files/write-table.js';
import { quizFileText } from '../../src/server/desk/files/write-quiz.js';
import { setFileAs } from '../../src/server/desk/sets/set-file.js';
import { draftOf, draftOfPlayed, writtenDraft } from '../../src/server/desk/sets/written-draft.js';
import { inLanguages } from '../support/in-languages.js';
import { RECORDED } from '../support/recorded-kinds.js';

type Set = Omit<DraftSet, 'labels'>;

const LANGUAGES = ['de', 'pt-BR', 'zh-Hant'];
const ITEMS: DraftItem[] = [
  {
    id: 's',
    kind: 'slide',
    title: 'Hi',
    text: 'One\nTwo',
    image: { id: 'a'.repeat(64), alt: 'A' },
  },
  { id: 'r', kind: 'round', name: 'First', factor: 2, standings: 'never' },
  { id: 'b', kind: 'break', message: 'Tea', minutes: 10 },
  { id: 'd', kind: 'draw', title: 'A book', among: 'everybody', winners: 1 },
];

/** Other texts in their places; empty lists are as if not there. */
function withTexts(value: unknown, next: (text: string) => string): unknown {
  if (typeof value === 'string') return next(value);
  if (Array.isArray(value)) return value.map((one) => withTexts(one, next));
  const fields = Object.entries(value as object)
    .filter(([, one]) => !Array.isArray(one) || one.length > 0)
    .map(([field, one]) => [field, withTexts(one, next)] as const);
  return Object.fromEntries(fields);
}

/** Rows of every kind that a table has room for. */
function rowsIn(languages: readonly string[]): DraftRow[] {
  const ids = new Set<string>();
  const questions = Object.values(RECORDED)
    .filter(({ kind }) => kind !== 'spot')
    .map((question) => draftOfPlayed({ ...question, explanation: 'So it is.' }, ids));
  return [...ITEMS, ...questions].map((row): DraftRow => {
    const { texts, ...main } = inLanguages<DraftRow>(row, languages);
    const trimmed = withTexts(texts, (text) => text.trim()) as DraftRow['texts'];
    return languages.length === 0 ? main : ({ ...main, texts: trimmed } as DraftRow);
  });
}

const work = new SlicedWork();

async function fileOf(format: SetFormat, set: Set, words: Language): Promise<Buffer> {
  const { chunks } = await setFileAs(format, set, words, (steps) =>
    Promise.resolve(finished(steps)),
  );
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const csvOf = (set: Set, words: Language = 'en'): string =>
  [...(tablesOf(set, words)[0]?.rows ?? [])]
    .map((cells) => cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(','))
    .join('\n');

function draftsOf({ set, written }: QuizFile): Set {
  const ids = new Set<string>();
  const { title, language, languages } = set;
  const questions = written.map((row) => draftOf(row, ids));
  return { title, language, ...(languages && { languages }), questions };
}

const read = (text: string, format: 'csv' | 'json' = 'csv'): QuizFile =>
  parseQuizFile(text, format, 'en', 'Set', true);

function faultsOf(text: string, words: 'ko' | 'en' = 'en', isDraft = false): string[] {
  try {
    return parseQuizFile(text, 'csv', words, '', isDraft).faulty.map(
      ({ row, message }) => `${row} ${message}`,
    );
  } catch (error) {
    if (!(error instanceof QuizFileError)) throw error;
    return error.rows.map(({ row, message }) => `${row} ${message}`);
  }
}

describe('a table of a set in several languages', () => {
  it.each(LANGUAGES_OF_PAGES)(
    'R15.33 is the same set after it was written and read, with columns in %s',
    async (words) => {
      const set: Set = {
        title: 'Set',
        language: 'fr',
        languages: LANGUAGES,
        questions: rowsIn(LANGUAGES),
      };
      const bytes = await fileOf('xlsx', set, words);
      const file = await readQuizFile(bytes, 'csv', 'en', 'Set', work, true);
      expect(file).toMatchObject({ faulty: [], notes: [], skipped: [] });
      expect(draftsOf(file)).toEqual(set);
      // The same bytes again: xlsx → set → xlsx.
      expect((await fileOf('xlsx', draftsOf(file), words)).equals(bytes)).toBe(true);
      expect(draftsOf(read(csvOf(set, words)))).toEqual(set);
      expect(draftsOf(read(quizFileText(writtenDraft(draftsOf(file))), 'json'))).toEqual(set);
    },
  );

  it.each(LANGUAGES_OF_PAGES)(
    'R15.33 names kinds and values in %s, and reads them again',
    (words) => {
      const rounds = (['each', 'round', 'never'] as const).flatMap((standings) =>
        (['drawn', 'written'] as const).map((order, n): DraftItem => {
          const id = `${standings} ${order}`;
          return { id, kind: 'round', name: id, factor: 1, standings, order, blind: n === 0 };
        }),
      );
      const draws = (['everybody', 'rightLast', 'rightRound', 'team', 'noPrize'] as const).map(
        (among): DraftItem => ({ id: among, kind: 'draw', title: among, among, winners: 1 }),
      );
      const fixed = rowsIn([]).map((row) =>
        row.kind === 'choice' ? { ...row, fixedOrder: true, blind: false } : row,
      );
      const questions: DraftRow[] = [
        ...rounds,
        ...draws,
        ...fixed,
        { id: 'st', kind: 'standings' },
      ];
      const set: Set = { title: 'Set', language: 'fr', questions };
      const table = csvOf(set, words);
      expect(draftsOf(read(table))).toEqual(set);
      const ids = [...QUESTION_KINDS, ...ITEM_KINDS, 'rightLast', 'noPrize', 'true', 'false'];
      const cells = table.split('\n').slice(1).join(',').split(',');
      const named = ids.filter((id) => cells.slice(1).some((cell) => cell === `"${id}"`));
      // A title may be such a word.
      // In English they are the names.
      const most = words === 'en' ? ids.length : 2;
      expect(named.length).toBeLessThanOrEqual(most);
    },
  );

  it('R15.33 keeps whatever stands in the texts, and where there is none', () => {
    const pieces = ['|', '\\|', ' = ', 'ä', '日本', '"', ',', ';', '=1+1', '#2', 'x', '👩‍👩‍👧', ':de'];
    for (let seed = 1; seed <= 12; seed++) {
      const random = seeded(seed);
      const one = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
      // Something at the end, as empty texts there are left out.
      const text = (): string => `${one()}${one()}x`.trim();
      const questions = rowsIn(LANGUAGES).map((row) => {
        return { ...row, texts: withTexts(row.texts, text) } as DraftRow;
      });
      const set: Set = { title: 'Set', language: 'en', languages: LANGUAGES, questions };
      expect(draftsOf(read(csvOf(set))), `seed ${seed}`).toEqual(set);
    }
    const [asked] = rowsIn([]).filter(({ kind }) => kind === 'choice');
    const sparse = { ...asked, texts: { de: { choices: ['', 'Zwei'] } } } as DraftRow;
    const few: Set = { title: 'Set', language: 'en', languages: ['de', 'ja'], questions: [sparse] };
    expect(draftsOf(read(csvOf(few)))).toEqual(few);
  });

  it('R15.33 has a column for each text that can be translated, beside its own, and of one language none', () => {
    const [asked] = rowsIn([]).filter(({ kind }) => kind === 'choice');
    const set: Set = {
      title: 'Set',
      language: 'ko',
      languages: ['de'],
      questions: [asked as DraftRow],
    };
    const head = (words: 'ko' | 'en', of = set): string =>
      (csvOf(of, words).split('\n')[0] ?? '').replaceAll('"', '');
    expect(head('en')).toContain(
      'question,question:de,kind,answer,choice1,choice1:de,choice2,choice2:de',
    );
    expect(head('en')).toContain('explanation,explanation:de');
    expect(head('en')).toMatch(/,language$/);
    expect(head('ko')).toContain('문제,문제:de,유형,정답,보기1,보기1:de');
    const { languages: _, ...plain } = set;
    expect(head('en', { ...plain, language: 'en' })).not.toMatch(/:|language/);
  });

  it('R15.33 is read as people write it', () => {
    const table = [
      '문제,문제 : DE,질문:pt_BR (포르투갈어),정답,보기1,보기 1:de,보기2,option2：de,해설:de,언어',
      'Sky?,Himmel?,Céu?,1,blue,blau,red,,Immer.,en',
      'Sea?,,,2,red,,blue,blau,,',
    ];
    const { set } = parseQuizFile(table.join('\n'), 'csv', 'en');
    expect(set).toMatchObject({ language: 'en', languages: ['de', 'pt-BR'] });
    expect(set.questions.map(({ texts }) => texts)).toEqual([
      {
        de: { quiz: 'Himmel?', choices: ['blau'], explanation: 'Immer.' },
        'pt-BR': { quiz: 'Céu?' },
      },
      { de: { choices: ['', 'blau'] } },
    ]);
  });

  it.each([
    [
      'an unknown tag',
      'question:german',
      ['1 "german" is not the tag of a language, such as "de" or "pt-BR"'],
    ],
    [
      'a tag in words',
      'question:독일어',
      ['1 "독일어" is not the tag of a language, such as "de" or "pt-BR"'],
    ],
    [
      'an unknown column',
      'quest:de',
      [expect.stringContaining('1 "quest:de" is not the name of a column')],
    ],
    [
      'a column without texts',
      'seconds:de',
      ['1 the column seconds has no texts that languages differ in'],
    ],
    [
      'a column of a language twice',
      'question:de,문제:DE',
      ['1 there are two question:de columns: keep one of them'],
    ],
    [
      'more than four languages',
      'question:de,question:fr,choice1:fr,question:ja,question:es',
      ['1 a set has at most 4 languages, its main one among them'],
    ],
    [
      'the main language',
      'question:en',
      [expect.stringContaining('1 "en" is the main language, whose columns name none')],
    ],
  ])('R15.33 is refused with %s', (_, columns, faults) => {
    const table = `question,answer,choice1,choice2,${columns}\nSky?,1,blue,red\n`;
    expect(faultsOf(table)).toEqual(faults);
    expect(faultsOf(table, 'en', true)).toEqual(faults);
    const [korean = ''] = faultsOf(table, 'ko');
    expect(korean).toMatch(/[가-힣]/);
  });

  it('R15.33 tells of each row what is wrong in which language', () => {
    const long = 'x'.repeat(limits.CHOICE_MAX_UNITS + 1);
    const table = [
      'question,kind,answer,choice1,choice1:de,choice2,question:de,minutes,language',
      `Sky?,,1,blue,${long},red,Himmel?,,fr`,
      `Tea,break,,,,,${'x'.repeat(200)},10,`,
      'Sea?,,1,blue,,red,,,it',
      'Sun?,,1,blue,,red,,,e n',
    ];
    expect(faultsOf(table.join('\n'))).toEqual([
      '2 choice 1 (de): is longer than 80 characters',
      '3 message (de): This is longer than 100 characters.',
      '4 language: is another language than above, and a table has one main language',
      '5 language: "e n" is not the tag of a language, such as "de" or "pt-BR"',
    ]);
  });

  it('R15.33 means nothing in a table of another program', () => {
    const table = 'Question,Question:de,Answer 1,Answer 2,Correct answer\nA?,B?,a,b,1';
    const { set } = parseQuizFile(table, 'csv', 'en');
    expect(set.languages).toBeUndefined();
    expect(set.questions[0]).not.toHaveProperty('texts');
  });

  it('R15.33 has room for all columns of four languages', () => {
    const [main, further] = [11 + limits.MAX_CHOICES + EXTRA_COLUMNS.length, TEXT_ROLES.length];
    expect(main + (limits.MAX_SET_LANGUAGES - 1) * further).toBeLessThanOrEqual(MAX_CELLS);
  });

  it('R15.33 is read again where it is as large as a set may be', async () => {
    const asked = (n: number): DraftRow => ({
      id: `q${n}`,
      kind: 'choice',
      quiz: `${n} ${'x'.repeat(40)}`,
      limitTime: 15,
      points: 1,
      choices: Array.from({ length: limits.MAX_CHOICES }, (_, c) => `${c} ${'y'.repeat(8)}`),
      answers: [1],
    });
    const questions = Array.from({ length: limits.QUIZ_FILE_MAX_QUESTIONS }, (_, n) =>
      inLanguages(asked(n), LANGUAGES),
    );
    const set: Set = { title: 'Set', language: 'en', languages: LANGUAGES, questions };
    expect(quizFileText(writtenDraft(set)).length).toBeGreaterThan(
      0.6 * limits.QUIZ_FILE_MAX_BYTES,
    );
    const bytes = await fileOf('xlsx', set, 'en');
    expect(draftsOf(await readQuizFile(bytes, 'csv', 'en', 'Set', work, true))).toEqual(set);
  });

  it('R15.33 has no place in GIFT, which tells of it', async () => {
    const questions = rowsIn(['de', 'ja']);
    const set: Set = { title: 'Set', language: 'en', questions };
    const head = async (languages?: string[]): Promise<string[]> =>
      (await fileOf('gift', { ...set, ...(languages && { languages }) }, 'en'))
        .toString()
        .split('\n\n', 3)
        .slice(0, 2);
    expect(await head(['de', 'ja'])).toEqual([
      '// Set',
      '// GIFT has no place for the texts in further languages (de, ja)',
    ]);
    expect((await head())[1]).toMatch(/^\/\/ GIFT has no place for this \(slide\)/);
    expect(
      (await fileOf('gift', { ...set, languages: ['de', 'ja'] }, 'en')).toString(),
    ).not.toContain(' de\n');
  });
});
