/** What a host is told of a quiz file that cannot be used, in the language of the host's page. */
import type { Language } from '../../protocol/http.js';

export interface FileWords {
  /** The title of a set whose file has none. */
  untitled: string;

  /* The file as a whole. */
  tooLarge: (kB: number) => string;
  noFile: string;
  notText: string;
  fileEmpty: string;
  tooManyRows: (most: number) => string;
  /** Of a JSON file: many times the lists, objects and keys that 200 questions have. */
  tooManyParts: (mostQuestions: number) => string;
  noQuestions: string;
  fileTooManyQuestions: (most: number) => string;
  notJson: (line: number | undefined) => string;
  unusable: (fault: string) => string;

  /* Where a fault is, and how many more there are. */
  row: (row: number) => string;
  question: (number: number) => string;
  more: (count: number, isAll: boolean) => string;
  choice: (number: number) => string;
  /** By the key in a JSON file; a key that has no other name is its own. */
  field: (key: string) => string;

  /* The header of a CSV file; `column` is a role of csv-header.ts. */
  tooManyColumns: (most: number) => string;
  unknownColumn: (cell: string, mostChoices: number) => string;
  columnTwice: (column: string) => string;
  columnMissing: (column: string, mostChoices: number) => string;

  /* A row of a CSV file. */
  openQuote: string;
  moreCells: string;
  emptyBefore: (choice: number) => string;
  ambiguousAnswer: (cell: string, byNumber: number, byText: number) => string;
  noSuchAnswer: (cell: string, choices: number) => string;
  sameAsRow: (row: number) => string;

  /* A value, after the name of its field. */
  notString: string;
  empty: string;
  longerThan: (characters: number) => string;
  notShowable: string;
  choiceCount: (least: number, most: number) => string;
  choiceTwice: string;
  secondsRange: (least: number, most: number) => string;
  answerKind: string;
  answerRange: (choices: number) => string;
  notAChoice: (text: string) => string;

  /* JSON. */
  sameAsQuestion: (number: number) => string;
  notAnObject: string;
  unknownField: (field: string) => string;
  wrongVersion: string;
  wrongLanguage: string;
  notAList: string;
  tooManyQuestions: (most: number) => string;
}

const ENGLISH_FIELDS = new Map([
  ['quiz', 'question'],
  ['limitTime', 'seconds'],
]);
const englishColumns = (mostChoices: number): string =>
  `use question, answer, choice1 to choice${mostChoices}, seconds (or 문제, 정답, 보기1 to 보기${mostChoices}, 시간)`;

const en: FileWords = {
  untitled: 'Custom quiz',

  tooLarge: (kB) => `The file is larger than ${kB} kB`,
  noFile: 'Send a CSV or JSON file',
  notText: 'The file is not a text file: save it as "CSV UTF-8" and try again',
  fileEmpty: 'The file is empty',
  tooManyRows: (most) => `The file has more than ${most} rows, blank ones included`,
  tooManyParts: (mostQuestions) => `The file holds far more than ${mostQuestions} questions`,
  noQuestions: 'The file has no questions below the row with the column names',
  fileTooManyQuestions: (most) => `The file has more than ${most} questions`,
  notJson: (line) =>
    `The file is not valid JSON: there is a mistake ${line === undefined ? 'in it' : `near line ${line}`}`,
  unusable: (fault) => `The file cannot be used: ${fault}`,

  row: (row) => `Row ${row}`,
  question: (number) => `Question ${number}`,
  more: (count, isAll) => `(and ${isAll ? '' : 'at least '}${count} more)`,
  choice: (number) => `choice ${number}`,
  field: (key) => ENGLISH_FIELDS.get(key) ?? key,

  tooManyColumns: (most) => `has more than ${most} columns`,
  unknownColumn: (cell, mostChoices) =>
    `${cell} is not the name of a column: ${englishColumns(mostChoices)}`,
  columnTwice: (column) => `there are two ${column} columns: keep one of them`,
  columnMissing: (column, mostChoices) =>
    `the column ${column} is missing: ${englishColumns(mostChoices)}`,

  openQuote: 'a cell begins with a quote mark (") that is never closed',
  moreCells: 'has more cells than there are columns: put text with a comma in quote marks (")',
  emptyBefore: (choice) => `is empty, but choice ${choice} is not`,
  ambiguousAnswer: (cell, byNumber, byText) =>
    `${cell} could be choice ${byNumber} or the text of choice ${byText}: write #${byNumber} or #${byText}`,
  noSuchAnswer: (cell, choices) =>
    `${cell} is neither a number from 1 to ${choices} nor the text of a choice`,
  sameAsRow: (row) => `is the same question as in row ${row}`,

  notString: 'must be text in quote marks (")',
  empty: 'is empty',
  longerThan: (characters) => `is longer than ${characters} characters`,
  notShowable: 'has characters that cannot be shown (control characters, or nothing visible)',
  choiceCount: (least, most) => `must have ${least} to ${most} choices`,
  choiceTwice: 'is the same as an earlier choice',
  secondsRange: (least, most) => `must be a whole number of seconds from ${least} to ${most}`,
  answerKind: 'must be the number of the right choice, from 1, or its exact text',
  answerRange: (choices) => `must be from 1 to ${choices}, the number of choices`,
  notAChoice: (text) => `${text} is not the text of a choice`,

  sameAsQuestion: (number) => `is the same as question ${number}`,
  notAnObject: 'must be an object in braces ({ })',
  unknownField: (field) => `has an unknown field ${field}`,
  wrongVersion: 'must be 1',
  wrongLanguage: 'must be "ko" or "en"',
  notAList: 'must be a list in brackets ([ ])',
  tooManyQuestions: (most) => `has more than ${most} questions`,
};

const KOREAN_FIELDS = new Map([
  ['quiz', '문제 내용'],
  ['choices', '보기'],
  ['answer', '정답'],
  ['limitTime', '시간(초)'],
]);
const KOREAN_COLUMNS = new Map([
  ['question', '문제'],
  ['answer', '정답'],
  ['seconds', '시간'],
]);
const koreanColumn = (column: string): string =>
  KOREAN_COLUMNS.get(column) ?? column.replace('choice', '보기');
const koreanColumns = (mostChoices: number): string =>
  `열 이름은 문제, 정답, 보기1~보기${mostChoices}, 시간으로 적어 주세요 (question, answer, choice1~choice${mostChoices}, seconds도 돼요)`;

/** No particle after a value from the file may depend on its last sound (을/를, 은/는, 이/가). */
const ko: FileWords = {
  untitled: '진행자가 올린 문제집',

  tooLarge: (kB) => `파일이 ${kB} kB보다 커요`,
  noFile: 'CSV나 JSON 파일을 보내 주세요',
  notText: '텍스트 파일이 아니에요: "CSV UTF-8" 형식으로 저장해서 다시 올려 주세요',
  fileEmpty: '파일이 비어 있어요',
  tooManyRows: (most) => `파일이 빈 행까지 합쳐 ${most}행을 넘어요`,
  tooManyParts: (mostQuestions) => `파일에 ${mostQuestions}문제보다 훨씬 많은 내용이 들어 있어요`,
  noQuestions: '열 이름 아래에 문제가 하나도 없어요',
  fileTooManyQuestions: (most) => `파일에 든 문제가 ${most}개를 넘어요`,
  notJson: (line) =>
    `올바른 JSON 파일이 아니에요: ${line === undefined ? '어딘가에' : `${line}번째 줄 근처에`} 잘못된 곳이 있어요`,
  unusable: (fault) => `이 파일은 쓸 수 없어요: ${fault}`,

  row: (row) => `${row}행`,
  question: (number) => `${number}번 문제`,
  more: (count, isAll) => `(이 밖에도 ${count}곳${isAll ? '이' : ' 이상'} 더 있어요)`,
  choice: (number) => `보기 ${number}`,
  field: (key) => KOREAN_FIELDS.get(key) ?? key,

  tooManyColumns: (most) => `열이 ${most}개보다 많아요`,
  unknownColumn: (cell, mostChoices) =>
    `${cell} 열을 알아볼 수 없어요: ${koreanColumns(mostChoices)}`,
  columnTwice: (column) => `${koreanColumn(column)} 열이 두 개예요: 하나만 남겨 주세요`,
  columnMissing: (column, mostChoices) =>
    `${koreanColumn(column)} 열이 없어요: ${koreanColumns(mostChoices)}`,

  openQuote: '따옴표(")로 시작하는 셀에 닫는 따옴표가 없어요',
  moreCells: '셀이 열 이름보다 많아요: 쉼표가 들어간 글은 따옴표(")로 감싸 주세요',
  emptyBefore: (choice) => `비어 있는데 보기 ${choice}에는 내용이 있어요`,
  ambiguousAnswer: (cell, byNumber, byText) =>
    `${cell}만으로는 보기 ${byNumber}의 번호인지 보기 ${byText}의 내용인지 알 수 없어요: #${byNumber}, #${byText} 중 하나로 적어 주세요`,
  noSuchAnswer: (cell, choices) => `${cell} 값은 1~${choices} 사이의 번호도, 보기 내용도 아니에요`,
  sameAsRow: (row) => `${row}행과 같은 문제예요`,

  notString: '큰따옴표(")로 감싼 글이어야 해요',
  empty: '비어 있어요',
  longerThan: (characters) => `${characters}자보다 길어요`,
  notShowable: '보여 줄 수 없는 글자가 있어요 (제어 문자가 있거나 눈에 보이는 글자가 없어요)',
  choiceCount: (least, most) => `${least}~${most}개여야 해요`,
  choiceTwice: '앞에 있는 보기와 같아요',
  secondsRange: (least, most) => `${least}~${most} 사이의 정수여야 해요`,
  answerKind: '맞는 보기의 번호(1부터)나 보기 내용 그대로여야 해요',
  answerRange: (choices) => `1~${choices} 사이의 보기 번호여야 해요`,
  notAChoice: (text) => `내용이 ${text}인 보기가 없어요`,

  sameAsQuestion: (number) => `${number}번 문제와 같아요`,
  notAnObject: '중괄호({ })로 묶은 객체여야 해요',
  unknownField: (field) => `알 수 없는 항목이 있어요: ${field}`,
  wrongVersion: '1이어야 해요',
  wrongLanguage: '"ko", "en" 중 하나여야 해요',
  notAList: '대괄호([ ])로 묶은 목록이어야 해요',
  tooManyQuestions: (most) => `문제가 ${most}개를 넘어요`,
};

export const words: Record<Language, FileWords> = { ko, en };

/** What holds these words and is costly to build, such as a schema: built once per language. */
export function inEachLanguage<T>(build: (say: FileWords) => T): Record<Language, T> {
  return { ko: build(ko), en: build(en) };
}
