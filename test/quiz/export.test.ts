import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/i18n/made/languages.js';
import { serverWords } from '../../src/i18n/made/server/words.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { formOf } from '../../src/game/kinds/spelling.js';
import {
  limits,
  type DraftItem,
  type DraftPart,
  type DraftQuestion,
  type DraftRow,
} from '../../src/protocol/index.js';
import { STEPS } from '../../src/protocol/position.js';
import { cleanText } from '../../src/protocol/text.js';
import {
  readQuizFile,
  parseQuizFile,
  type QuizFile,
} from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import { COLUMN_ROLES, columnName } from '../../src/server/desk/files/table-header.js';
import { workbookRows } from '../../src/server/desk/files/workbook-rows.js';
import { draftOf } from '../../src/server/desk/sets/written-draft.js';
import { setFileAs } from '../../src/server/desk/sets/set-file.js';
import { finished } from '../../src/game/steps.js';

const ROUNDS = 60;
const IMAGE = 'a'.repeat(64);
/** Pieces that spreadsheets, GIFT and HTML take for something else, and that people write. */
const PIECES = [
  'a B 7 10 #2 #1,#3 1,3 - =1+1 @x + 0 1/2 true T F {T} %50% [html] [plain] -> * \\* :: $CATEGORY: // #### answer 정답 ? ! .',
  `" "" ' , ; | \\| \\ \\n \\\\ % _ _x000D_ &amp; <b> </p> <br> <!-- { } [ ] ~ = # : ..`,
  '한 글 각 ① ３ é e\u0301 ñ 😀 👩‍👩‍👧 字 ع ไ ß …',
].flatMap((pieces) => pieces.split(' '));
PIECES.push(' ', '  ', '\u00A0');

class RandomRows {
  private readonly random: () => number;
  private count = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  questions(
    makers: ((base: DraftQuestion) => Partial<DraftQuestion>)[],
    many = 8,
  ): DraftQuestion[] {
    return Array.from({ length: 1 + this.below(many) }, () => {
      const base = this.base();
      return { ...base, ...this.one(makers)(base) };
    });
  }

  private base(): DraftQuestion {
    const n = this.count++;
    return {
      id: `${n}-${this.text(20)}`,
      kind: 'choice',
      quiz: this.text(200, ` ${n}`),
      limitTime: 10 + this.below(50),
      points: this.one([0, 1, 1, 2] as const),
      ...(this.below(2) === 0 && { explanation: this.text(200) }),
    };
  }

  /** Fields that a table has beside those of GIFT. */
  more(): Partial<DraftQuestion> {
    return {
      ...(this.below(2) === 0 && { note: `${this.text(50)}\n${this.text(50)}` }),
      ...(this.below(2) === 0 && { blind: this.below(2) === 0 }),
      ...(this.below(3) === 0 && { image: { id: IMAGE, alt: this.text(50) } }),
    };
  }

  choices(most: number = limits.MAX_CHOICES): string[] {
    return this.texts(2 + this.below(most - 1), limits.CHOICE_MAX_UNITS);
  }

  texts(count: number, maxUnits: number): string[] {
    const texts = new Map<string, string>();
    while (texts.size < count) {
      const text = this.text(maxUnits);
      texts.set(formOf(text), text);
    }
    return [...texts.values()];
  }

  /** Without a number of zones they belong to none. */
  parts(zones?: number): DraftPart[] {
    const texts = this.texts(2 + this.below(limits.MAX_PARTS - 1), limits.CHOICE_MAX_UNITS);
    return texts.map((text) => ({
      text,
      ...(zones !== undefined && { zone: 1 + this.below(zones) }),
    }));
  }

  match(): Partial<DraftQuestion> {
    const choices = this.choices(limits.MAX_MATCH_ZONES);
    return { kind: 'match', choices, parts: this.parts(choices.length) };
  }

  /** Some of the numbers from 1 on, at least one. */
  some(count: number): number[] {
    const numbers = Array.from({ length: count }, (_, n) => n + 1);
    const some = numbers.filter(() => this.below(3) === 0);
    return some.length === 0 ? [1 + this.below(count)] : some;
  }

  text(maxUnits: number, end = ''): string {
    for (;;) {
      const pieces = Array.from({ length: 1 + this.below(maxUnits / 3) }, () => this.one(PIECES));
      const clean = cleanText(pieces.join('').slice(0, maxUnits - end.length), {
        maxUnits,
        maxGraphemes: maxUnits,
      });
      if (clean !== undefined && clean !== '') return clean + end;
    }
  }

  /** On a picture, in steps. */
  spot(): { x: number; y: number } {
    return { x: this.below(STEPS + 1), y: this.below(STEPS + 1) };
  }

  circles(): { near: number; far: number } {
    const near = 656 + this.below(20_000);
    return { near, far: near + this.below(40_000) };
  }

  below(most: number): number {
    return Math.floor(this.random() * most);
  }

  one<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}

const work = new SlicedWork();
const inSteps = <T>(steps: Generator<void, T>): Promise<T> => Promise.resolve(finished(steps));

async function fileOf(
  format: 'xlsx' | 'gift',
  questions: DraftRow[],
  language: Language = 'en',
): Promise<Buffer> {
  const { chunks } = await setFileAs(format, { title: 'A\nset', questions }, language, inSteps);
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const readBack = (bytes: Buffer): Promise<QuizFile> =>
  readQuizFile(bytes, 'csv', 'en', '', work, true);
const draftsOf = ({ written }: QuizFile): DraftRow[] => {
  const ids = new Set<string>();
  return written.map((one) => draftOf(one, ids));
};

/** An arrow stands between the two of a pair in GIFT. */
function withoutArrows({ parts = [], choices = [], ...rest }: Partial<DraftQuestion>) {
  const without = (text: string, n: number): string => `${text.replaceAll(/->?/g, '')}${n}`;
  return {
    ...rest,
    choices: choices.map(without),
    parts: parts.map((part, n) => ({ ...part, text: without(part.text, n) })),
  };
}

/** As it is read again: with the zones in the order in which something belongs to them. */
function pairsOf(choices: string[] = [], parts: readonly DraftPart[]): object {
  const named = parts.map(({ zone = 0 }) => choices[zone - 1] ?? '');
  const inOrder = [...new Set([...named, ...choices])];
  return {
    choices: inOrder,
    parts: parts.map(({ text }, n) => ({ text, answer: inOrder.indexOf(named[n] ?? '') })),
  };
}

const HALF: DraftItem[] = [
  {
    id: 's',
    kind: 'slide',
    title: 'Hi =1',
    text: 'One\nTwo',
    seconds: 20,
    startsAt: '19:30',
    note: 'n',
    image: { id: IMAGE, alt: 'x' },
  },
  {
    id: 'r',
    kind: 'round',
    name: 'First',
    count: 3,
    order: 'drawn',
    limitTime: 20,
    blind: true,
    factor: 2,
    standings: 'never',
  },
  { id: 'o', kind: 'round', name: 'Other', setId: 'en-world', standings: 'each', blind: false },
  { id: 'b', kind: 'break', message: 'Tea', minutes: 10 },
  { id: 'd', kind: 'draw', title: 'A book', among: 'team', team: 0, winners: 2 },
  { id: 'x', kind: 'standings' },
];

describe('R15.32 a set as a workbook', () => {
  it.each(LANGUAGES)('has columns whose names are read again, in %s', (language) => {
    const { choice, ...columns } = serverWords[language].server.columns;
    const names = COLUMN_ROLES.map((role) => columnName(role, language));
    expect(new Set(names).size).toBe(COLUMN_ROLES.length);
    expect(names).toEqual(
      expect.arrayContaining([...Object.values(columns), choice({ number: 1 })]),
    );
  });

  it.each(LANGUAGES)('is the same when it comes back, with columns in %s', async (language) => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const random = new RandomRows(seed);
      const ruler = (): Partial<DraftQuestion> => ({
        min: -1.5,
        max: 98.5,
        step: 0.5,
        value: 3.5,
        tolerance: 0.25,
        unit: random.text(5),
      });
      const rows: DraftRow[] = random
        .questions([
          () => {
            const choices = random.choices();
            return {
              choices,
              answers: random.some(choices.length),
              ...(random.below(2) === 0 && { fixedOrder: true }),
            };
          },
          () => ({ kind: 'ox', truth: random.one(['O', 'X'] as const) }),
          () => ({ kind: 'number', ...ruler() }),
          () => ({ kind: 'poll', points: 1, choices: random.choices() }),
          () => ({ kind: 'scale', points: 1, from: random.text(20), to: random.text(20) }),
          () => ({
            kind: 'typed',
            limitTime: 20,
            accepted: random.texts(1 + random.below(5), 30),
            walkTime: random.one([0, 12, 20]),
          }),
          () => ({ kind: 'words', points: 1, limitTime: 20, walkTime: 12 }),
          () => ({ kind: 'statements', limitTime: 6, parts: random.parts(2) }),
          () => ({ kind: 'order', limitTime: 6, parts: random.parts() }),
          () => ({ ...random.match(), limitTime: 6 }),
          () => {
            const choices = random.choices();
            const guessOf = 1 + random.below(choices.length);
            return { kind: 'guess', choices, guessOf, guessTime: 12 };
          },
          () => ({
            kind: 'map',
            points: 1,
            image: { id: IMAGE, alt: random.text(50) },
            whole: true,
            places: random.texts(random.below(4), 20).map((name) => ({ name, ...random.spot() })),
            ...(random.below(2) === 0 && { target: { ...random.spot(), ...random.circles() } }),
          }),
          () => ({
            kind: 'pictures',
            pictures: [0, 1, 2].map((n) => ({
              image: { id: String(n).repeat(64), alt: random.text(20) },
              text: random.one(['', random.text(10, String(n))]),
            })),
            answers: random.some(3),
          }),
        ])
        .map((row) => ({ ...row, ...random.more() }));
      const items = HALF.filter(() => random.below(2) === 0);
      const all = [...rows.slice(0, 2), ...items, ...rows.slice(2)];
      const file = await readBack(await fileOf('xlsx', all, language));
      expect(file, `seed ${seed}`).toMatchObject({ skipped: [], notes: [], faulty: [] });
      expect(draftsOf(file), `seed ${seed}`).toEqual(all);
    }
  });

  const base = { quiz: 'Where?', limitTime: 15, points: 1 } as const;

  it('has text cells only, and tells on another sheet what it has no place for', async () => {
    const spot: DraftQuestion = { ...base, id: 'a', kind: 'spot' };
    const choice: DraftQuestion = {
      ...base,
      id: 'b',
      kind: 'choice',
      quiz: '=1+1',
      choices: ['@x', '-2'],
      answers: [1],
    };
    const bytes = await fileOf('xlsx', [spot, choice], 'ko');
    const rows = await workbookRows(bytes, inSteps);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['문제', '유형', '정답', '보기1', '보기2', '시간', 'id'],
      ['=1+1', '객관식', '#1', '@x', '-2', '15', 'b'],
    ]);
    expect(draftsOf(await readBack(bytes))).toEqual([choice]);
    const text = bytes.toString('latin1');
    expect(text).toContain('xl/worksheets/sheet2.xml');
  });

  it('has what is unfinished, too', async () => {
    const drafts: DraftQuestion[] = [
      { ...base, id: 'a', kind: 'choice', quiz: 'No answer', choices: ['x', 'y'], answers: [] },
      { ...base, id: 's', kind: 'statements', parts: [{ text: 'x', zone: 2 }, { text: 'y' }] },
      {
        ...base,
        id: 'm',
        kind: 'match',
        choices: ['u', 'v'],
        parts: [{ text: 'x' }, { text: 'y', zone: 2 }],
      },
      {
        ...base,
        id: 'b',
        kind: 'number',
        quiz: 'No number',
        min: 0,
        max: null,
        step: 1,
        value: null,
        tolerance: 0,
      },
    ];
    const file = await readBack(await fileOf('xlsx', drafts));
    expect(draftsOf(file)).toEqual(drafts);
    expect(file.faulty.length).toBeGreaterThan(0);
  });
});

describe('R15.32 a set in GIFT', () => {
  it('has the same questions when it comes back, with what GIFT has a place for', () => {
    const check = async (seed: number): Promise<void> => {
      const random = new RandomRows(seed);
      const questions = random.questions([
        () => {
          const choices = random.choices();
          return { choices, answers: random.some(choices.length) };
        },
        () => ({ kind: 'ox', truth: random.one(['O', 'X'] as const) }),
        () => withoutArrows(random.match()),
        () => ({
          kind: 'number',
          value: random.one([0, -2.5, 1822, 0.125]),
          tolerance: random.one([0, 1, 2.5]),
        }),
        () => ({
          kind: 'typed',
          accepted: random
            .texts(1 + random.below(5), 30)
            .map((text) => text.replaceAll('->', ''))
            .filter((text) => text.trim() !== '')
            .concat('fine'),
          wrong: ['no*'],
          walkTime: 12,
        }),
      ]);
      const text = (await fileOf('gift', questions)).toString();
      const { set, skipped } = parseQuizFile(text, 'text', 'en');
      expect(skipped, `seed ${seed}`).toEqual([]);
      const said = questions.map(
        ({
          kind,
          quiz,
          explanation,
          choices,
          answers,
          truth,
          value,
          tolerance,
          accepted,
          wrong,
          parts = [],
        }) => ({
          kind,
          quiz,
          explanation,
          ...(kind === 'choice' && { choices, answers: answers?.map((n) => n - 1) }),
          ...(kind === 'ox' && { answer: truth }),
          ...(kind === 'number' && { answer: value, tolerance }),
          ...(kind === 'match' && pairsOf(choices, parts)),
          ...(kind === 'typed' && { accepted: accepted?.map((one) => one.trim()), wrong }),
        }),
      );
      expect(set.questions, `seed ${seed}`).toHaveLength(said.length);
      for (const [n, one] of said.entries())
        expect(set.questions[n], `seed ${seed}`).toMatchObject(JSON.parse(JSON.stringify(one)));
    };
    return Promise.all(Array.from({ length: ROUNDS }, (_, n) => check(n + 1)));
  });

  it('tells in comments what GIFT has no place for', async () => {
    const poll: DraftQuestion = {
      id: 'p',
      kind: 'poll',
      quiz: 'Tea?\n{T}',
      limitTime: 15,
      points: 1,
      choices: ['a', 'b'],
    };
    const choice: DraftQuestion = { ...poll, id: 'c', kind: 'choice', quiz: 'Sky?', answers: [2] };
    const pairs: DraftQuestion = {
      ...poll,
      id: 't',
      kind: 'typed',
      quiz: 'Which?',
      accepted: ['a->b'],
    };
    const parts = ['a->b', 'c'].map((text, n) => ({ text, zone: n + 1 }));
    const arrow: DraftQuestion = { ...poll, id: 'm', kind: 'match', quiz: 'Match?', parts };
    const rows = [HALF[0]!, poll, choice, pairs, arrow];
    expect((await fileOf('gift', rows)).toString()).toBe(
      [
        '// A set',
        '// GIFT has no place for this (slide): Hi =1',
        '// GIFT has no place for this (poll): Tea? {T}',
        '[plain]Sky? {\n\t~a\n\t=b\n}',
        '// GIFT has no place for this (typed): Which?',
        '// GIFT has no place for this (match): Match?',
        '',
      ].join('\n\n'),
    );
  });
});
