/** Small files as other programs have them, after their public templates. */
import { workbookOf, type SheetCell } from './workbook.js';

const KAHOOT_HEADER = [
  undefined,
  'Question - max 120 characters',
  'Answer 1 - max 75 characters',
  'Answer 2 - max 75 characters',
  'Answer 3 - max 75 characters',
  'Answer 4 - max 75 characters',
  'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
  'Correct answer(s) - choose at least one',
];

/** The header is in row `headerRow`, the questions are below it, and below these are numbered rows. */
export function kahootRows(questions: SheetCell[][], headerRow = 8): SheetCell[][] {
  const above: SheetCell[][] = Array.from({ length: headerRow - 1 }, () => []);
  if (headerRow > 3) {
    above[1] = [undefined, 'Quiz template'];
    above[2] = [undefined, 'Add questions, at least two answer alternatives, time limit and …'];
  }
  const numbered = questions.map((cells, index) => [index + 1, ...cells]);
  const empty = Array.from({ length: 10 }, (_, n) => [questions.length + n + 1]);
  return [...above, KAHOOT_HEADER, ...numbered, ...empty];
}

export const kahoot = (questions: SheetCell[][], headerRow?: number): Buffer =>
  workbookOf(kahootRows(questions, headerRow));

const WAYGROUND_HEADER = [
  'Question Text',
  'Question Type',
  'Option 1',
  'Option 2',
  'Option 3',
  'Option 4',
  'Option 5',
  'Correct Answer',
  'Time in seconds',
  'Image Link',
  'Answer explanation',
];
const WAYGROUND_PROSE = [
  'Text of the question\n\n(required)\n\n\n',
  'Question Type\n\n(default is Multiple Choice)\n\n',
  'Text for option 1\n\n(required in all cases except open-ended & draw questions)',
  'Text for option 2\n\n(required in all cases except open-ended & draw questions)',
  'Text for option 3\n\n(optional)\n\n\n',
  'Text for option 4\n\n(optional)\n\n\n',
  'Text for option 5\n\n(optional)\n\n\n',
  'The correct option choice (between 1-5).\n\nLeave blank for "Open-Ended", "Poll", "Draw" and "Fill-in-the-Blank".',
  'Time in seconds\n\n(optional, default value is 30 seconds)\n',
  'Link of the image\n\n(optional)\n\n\n',
  'Explanation for the answer\n(optional)\n\n\n',
];

export const waygroundRows = (questions: SheetCell[][]): SheetCell[][] => [
  WAYGROUND_HEADER,
  WAYGROUND_PROSE,
  ...questions,
];

export function csvOf(rows: readonly (readonly SheetCell[])[]): string {
  const cellText = (cell: SheetCell): string => {
    const text = typeof cell === 'object' ? '' : String(cell ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((cells) => `${cells.map(cellText).join(',')}\n`).join('');
}

export const blooket = (questions: SheetCell[][]): string =>
  csvOf([
    ['Blooket\nImport Template', ...Array.from({ length: 9 }, () => '')],
    [
      'Question #',
      'Question Text',
      'Answer 1',
      'Answer 2',
      'Answer 3\n(Optional)',
      'Answer 4\n(Optional)',
      'Time Limit (sec)\n(Max: 300 seconds)',
      'Correct Answer(s)\n(Only include Answer #)',
      '',
      '',
    ],
    ...questions.map((cells, index) => [index + 1, ...cells]),
  ]);

export function classQuiz(questions: SheetCell[][]): Buffer {
  const rows: SheetCell[][] = Array.from({ length: 12 }, () => []);
  rows[4] = [undefined, 'Title', 'Friday'];
  rows[5] = [undefined, 'Description', 'Of the week'];
  const header = ['Question', '1st Answer', '2nd Answer', '3rd Answer', '4th Answer'];
  rows.push([undefined, ...header, 'Time Limit (max. 120)', 'Correct Answers']);
  return workbookOf([...rows, ...questions.map((cells, index) => [index + 1, ...cells])]);
}

export function arsnova(questions: object[], defaultTimer: number | null = null): string {
  return JSON.stringify({
    exportVersion: 1,
    exportedAt: '2026-04-01T00:00:00.000Z',
    quiz: {
      name: 'Week 3',
      showLeaderboard: true,
      allowCustomNicknames: true,
      defaultTimer,
      enableSoundEffects: true,
      teamMode: false,
      nicknameTheme: 'NOBEL_LAUREATES',
      questions: questions.map((question, order) => ({ difficulty: 'MEDIUM', order, ...question })),
    },
  });
}

export const trivia = (results: object[]): string => JSON.stringify({ response_code: 0, results });
