import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { itemOf } from '../../src/game/shared/draft-items.js';
import { drawOne } from '../../src/game/shared/random.js';
import { limits, type DraftItem, type DraftRow } from '../../src/protocol/index.js';
import {
  parseQuizFile,
  QuizFileError,
  type QuizFile,
} from '../../src/server/desk/files/quiz-file.js';
import { quizFileText } from '../../src/server/desk/files/write-quiz.js';
import { draftOf, writtenDraft } from '../../src/server/desk/sets/written-draft.js';
import { aQuestion } from '../desk/desk-app.js';
import { codeOf } from '../support/game-data.js';
import { BREAK, drawnRow, DRAW, ROUND, SLIDE, STANDINGS } from '../support/items.js';

const TEXTS = ['a', 'B 7', '=1+1', '"so", he said', '한글 각', '① ２ é', '😀 👩‍👩‍👧', ';|\\n%', '#2'];

const draftsOf = ({ written }: QuizFile): DraftRow[] => {
  const ids = new Set<string>();
  return written.map((row) => draftOf(row, ids));
};
const fileOf = (questions: DraftRow[]): string =>
  quizFileText(writtenDraft({ title: 'Evening', language: 'en', questions }));
const read = (text: string, isDraft = true): QuizFile =>
  parseQuizFile(text, 'json', 'en', '', isDraft);
const json = (...questions: object[]): string => JSON.stringify({ version: 2, questions });
const faultsOf = (text: string, format: 'csv' | 'json'): string[] => {
  try {
    parseQuizFile(text, format, 'en');
    return [];
  } catch (error) {
    return (error as QuizFileError).rows.map(({ row, message }) => `${row} ${message}`);
  }
};

describe('an evening as a file', () => {
  it('R27.26 is the same after it was written and read, with notes and ids', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seeded(seed);
      const text = (): string => drawOne(random, TEXTS);
      const rows = Array.from({ length: 40 }, (_, n) => drawnRow(random, n, text));
      const file = fileOf(rows);
      expect(file).toContain('"version":2');
      expect(draftsOf(read(file)), `seed ${seed}`).toEqual(rows);
    }
  });

  it('R27.26 is of version 1 as before where there is nothing new in it', () => {
    expect(fileOf([aQuestion()])).toContain('"version":1');
    expect(fileOf([aQuestion('Q', { note: 'x' })])).toContain('"version":2');
    expect(fileOf([aQuestion(), STANDINGS])).toContain('"version":2');
  });

  it('R27.28 is played by a room with its rounds, without those of other sets, which is told', () => {
    const other: DraftItem = { id: 'o', kind: 'round', setId: 'en-world' };
    const { set, notes } = read(fileOf([SLIDE, ROUND, aQuestion(), other, DRAW]), false);
    const asked = expect.objectContaining({ quiz: 'Sky?' }) as object;
    expect(set.programme).toEqual([
      itemOf(SLIDE),
      { ...itemOf(ROUND), questions: [asked] },
      itemOf(DRAW),
    ]);
    expect(set.questions).toEqual([asked]);
    expect(notes).toMatchObject([{ row: 4, message: expect.stringContaining('left out') }]);
    const twice = read(json({ kind: 'standings' }, aQuestionOf('a'), { kind: 'standings' }), false);
    expect(twice.set.programme?.map(({ id }) => id)).toEqual(['item-1', 'round', 'item-3']);
  });

  it('R27.26 is refused with all that is wrong where a room is to play it, and taken by the desk', () => {
    const rows = [
      aQuestionOf('a'),
      { kind: 'slide', titel: 'x' },
      { kind: 'break', minutes: 'ten' },
      { kind: 'break', message: 'x', minutes: 99 },
      { kind: 'draw', among: 'nobody' },
      { kind: 'party' },
      { kind: 'round', setId: 7 },
    ];
    expect(faultsOf(json(...rows), 'json')).toEqual([
      '2 has an unknown field "titel"',
      '3 minutes: has a value that cannot be read',
      '4 minutes: Give a whole number of minutes from 1 to 60.',
      '5 among: has a value that cannot be read',
      '6 kind: must be one of "choice", "pictures", "ox", "number", "spot", "poll", "scale", "typed", "words", "statements", "order", "match", "guess", "map"',
      '7 setId: has a value that cannot be read',
    ]);
    const draft = read(json(...rows));
    expect(draftsOf(draft).map(({ kind }) => kind)).toEqual([
      'choice',
      'slide',
      'break',
      'break',
      'draw',
      'choice',
      'round',
    ]);
    expect(draft.faulty.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('R27.26 is read as its page shows it', async () => {
    const page = await readFile(new URL('../../docs/quiz-files.md', import.meta.url), 'utf8');
    const [, example = ''] = /## An evening.*?```json\n(.*?)```/s.exec(page) ?? [];
    const kinds = read(example).written.map((row) => (row as DraftRow).kind);
    expect(kinds).toEqual(['slide', 'round', 'ox', 'break', 'round', 'draw', 'standings']);
    expect(read(example).faulty).toEqual([]);
    expect(read(example, false).set.programme).toHaveLength(5);
  });

  it('R27.20 has 60 items and 200 questions at most', async () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ kind: 'standings' }));
    const asked = Array.from({ length: 200 }, (_, n) => aQuestionOf(`q${n}`));
    expect(read(json(...items(60), ...asked), false).set.questions).toHaveLength(200);
    for (const rows of [
      [...items(61), aQuestionOf('a')],
      [...items(30), ...asked, aQuestionOf('more')],
    ])
      for (const isDraft of [true, false])
        expect(await codeOf(async () => read(json(...rows), isDraft))).toBe('BAD_QUIZ_FILE');
    expect(await codeOf(async () => read(json(...items(3)), false))).toBe('BAD_QUIZ_FILE');
  });

  it.each([
    [
      'en',
      'kind,question,text,answer,choice1,choice2,seconds,points,minutes,count,set,order,standings,among,team,starts,image,alt,host note',
      [
        `slide,Welcome,"Find a seat.\n\nWe begin soon.",,,,30,,,,,,,,,19:30,${SLIDE.image?.id},A map without names,Wait for the music.`,
        'break,Tea is ready,,,,,,,10,,,,,,,,,,',
        'draw,A book,,,,,,,,2,,,,team,2,,,,',
        'standings,,,,,,,,,,,,,,,,,,',
        'round,Warm-up,,,,,20,2,,5,,written,round,,,,,,',
        'choice,Sky?,,2,red,blue,20,,,,,,,,,,,,It is blue.',
      ],
    ],
    [
      'ko',
      '유형,문제,내용,정답,보기1,보기2,시간,배점,분,개수,문제집,순서,순위,추첨 대상,팀,시작 시각,그림,그림설명,진행자 메모',
      [
        `슬라이드,Welcome,"Find a seat.\n\nWe begin soon.",,,,30,,,,,,,,,19:30,${SLIDE.image?.id},A map without names,Wait for the music.`,
        '쉬는 시간,Tea is ready,,,,,,,10,,,,,,,,,,',
        '추첨,A book,,,,,,,,2,,,,팀,2,,,,',
        '순위 발표,,,,,,,,,,,,,,,,,,',
        '라운드,Warm-up,,,,,20,2,,5,,적힌 대로,라운드마다,,,,,,',
        '객관식,Sky?,,2,red,blue,20,,,,,,,,,,,,It is blue.',
      ],
    ],
  ] as const)('R27.26 is read from a table with a column of kinds, in %s', (_, head, rows) => {
    const file = parseQuizFile([head, ...rows].join('\n'), 'csv', 'en', '', true);
    expect(file.faulty).toEqual([]);
    const { blind: _blind, ...round } = ROUND;
    const expected = [
      SLIDE,
      BREAK,
      DRAW,
      STANDINGS,
      round,
      aQuestion('Sky?', { note: 'It is blue.' }),
    ];
    const plain = draftsOf(file).map(({ id: _id, ...row }) => row);
    expect(plain).toEqual(expected.map(({ id: _id, ...row }) => row));
    expect(parseQuizFile([head, ...rows].join('\n'), 'csv', 'en').set.programme).toHaveLength(5);
  });

  it('R27.26 tells of a table what is wrong, by row', () => {
    const table = [
      'kind,question,answer,minutes,standings,count',
      'break,Tea,,soon,,',
      'round,One,,,sometimes,',
      'draw,Prize,,,,50',
      'ox,Is it so?,O,,,',
    ];
    expect(faultsOf(table.join('\n'), 'csv')).toEqual([
      '2 minutes: has a value that cannot be read',
      '3 standings: has a value that cannot be read',
      '4 winners: Draw a whole number of winners from 1 to 10.',
    ]);
  });

  it('R27.26 has no items where a table is that of another program', () => {
    const { set } = parseQuizFile(
      'Question,Answer 1,Answer 2,Correct answer,Kind\nA?,a,b,1,break',
      'csv',
      'en',
    );
    expect(set).toMatchObject({ questions: [{ quiz: 'A?' }] });
    expect(set.programme).toBeUndefined();
  });

  it('R27.21 has a note of 500 graphemes at most', () => {
    const note = '가'.repeat(limits.NOTE_BOUNDS.maxGraphemes + 1);
    expect(faultsOf(json({ ...aQuestionOf('a'), note }), 'json')).toEqual([
      '1 note: is longer than 500 characters',
    ]);
  });
});

function aQuestionOf(quiz: string): object {
  return { quiz, choices: ['a', 'b'], answer: 1 };
}
