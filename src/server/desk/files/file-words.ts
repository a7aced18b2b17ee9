/** What a host is told of a quiz file that cannot be used, in the language of the host's page. */
import type { FileUnit, Language } from '../../../protocol/http.js';
import { kindWords, type KindWords } from './kind-words.js';

export interface FileWords extends KindWords {
  /** The title of a set whose file has none. */
  untitled: string;

  /* The file as a whole. */
  tooLarge: (kB: number) => string;
  noFile: string;
  tooLong: string;
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
  line: (line: number) => string;
  more: (count: number, isAll: boolean) => string;
  choice: (number: number) => string;
  /** A part of a series. */
  part: (number: number) => string;
  /** By the key in a JSON file; a key that has no other name is its own. */
  field: (key: string) => string;

  /* The header of a table; `column` is a role of table-header.ts. */
  tooManyColumns: (most: number) => string;
  unknownColumn: (cell: string, mostChoices: number) => string;
  columnTwice: (column: string) => string;
  columnMissing: (column: string, mostChoices: number) => string;
  /** A tag at a column whose cells are the same in all languages. */
  notInLanguages: (column: string) => string;
  unknownLanguage: (tag: string) => string;
  tooManyLanguages: (most: number) => string;
  mainLanguageTwice: (tag: string) => string;

  /* A row of a table. */
  openQuote: string;
  moreCells: string;
  otherMainLanguage: string;
  emptyBefore: (choice: number) => string;
  ambiguousAnswer: (cell: string, byNumber: number, byText: number) => string;
  noSuchAnswer: (cell: string, choices: number) => string;
  unreadable: Record<'date' | 'formula' | 'error', string>;
  sameAs: Record<FileUnit, (place: number) => string>;

  /* What is changed in a question of another program. */
  secondsBecame: (written: string, seconds: number) => string;
  pictureLeftOut: string;

  /* An .xlsx file. */
  workbook: Record<'damaged' | 'locked' | 'tooLarge' | 'farCell' | 'manyStyles', string>;

  /* A pasted text. */
  noChoices: string;
  noRightInText: string;

  /* A value, after the name of its field. */
  notString: string;
  empty: string;
  longerThan: (characters: number) => string;
  notShowable: string;
  choiceCount: (least: number, most: number) => string;
  choiceTwice: string;
  secondsRange: (least: number, most: number) => string;
  pointsRange: string;
  answerKind: string;
  answerRange: (choices: number) => string;
  notAChoice: (text: string) => string;

  /* JSON. */
  noRight: string;
  switchedOff: string;
  notUnderstood: string;
  notAnObject: string;
  unknownField: (field: string) => string;
  wrongVersion: string;
  wrongValue: string;
  setNotInFile: string;
  tooManyItems: (most: number) => string;
  wrongLanguage: string;
  notAList: string;
  tooManyQuestions: (most: number) => string;
}

const ENGLISH_FIELDS = new Map([
  ['quiz', 'question'],
  ['limitTime', 'seconds'],
]);
const englishColumns = (mostChoices: number): string =>
  `use question, answer, choice1 to choice${mostChoices}, seconds, points (or 문제, 정답, 보기1 to 보기${mostChoices}, 시간, 배점)`;

const en: FileWords = {
  ...kindWords.en,
  untitled: 'Custom quiz',

  tooLarge: (kB) => `The file is larger than ${kB} kB`,
  noFile: 'Send a quiz file',
  tooLong: 'The file takes too long to read: copy the questions into a new file, or into several',
  notText: 'The file is neither a text nor an .xlsx workbook: save it as "CSV UTF-8" and try again',
  fileEmpty: 'The file is empty',
  tooManyRows: (most) => `The file has more than ${most} rows, blank ones included`,
  tooManyParts: (mostQuestions) => `The file holds far more than ${mostQuestions} questions`,
  noQuestions: 'The file has no questions',
  fileTooManyQuestions: (most) => `The file has more than ${most} questions`,
  notJson: (line) =>
    `The file is not valid JSON: there is a mistake ${line === undefined ? 'in it' : `near line ${line}`}`,
  unusable: (fault) => `The file cannot be used: ${fault}`,

  row: (row) => `Row ${row}`,
  question: (number) => `Question ${number}`,
  line: (line) => `Line ${line}`,
  more: (count, isAll) => `(and ${isAll ? '' : 'at least '}${count} more)`,
  choice: (number) => `choice ${number}`,
  part: (number) => `item ${number}`,
  field: (key) => ENGLISH_FIELDS.get(key) ?? key,

  tooManyColumns: (most) => `has more than ${most} columns`,
  unknownColumn: (cell, mostChoices) =>
    `${cell} is not the name of a column: ${englishColumns(mostChoices)}`,
  columnTwice: (column) => `there are two ${column} columns: keep one of them`,
  columnMissing: (column, mostChoices) =>
    `the column ${column} is missing: ${englishColumns(mostChoices)}`,
  notInLanguages: (column) => `the column ${column} has no texts that languages differ in`,
  unknownLanguage: (tag) => `${tag} is not the tag of a language, such as "de" or "pt-BR"`,
  tooManyLanguages: (most) => `a set has at most ${most} languages, its main one among them`,
  mainLanguageTwice: (tag) =>
    `"${tag}" is the main language, whose columns name none: take its other columns away, or write the main language into a column language`,

  openQuote: 'a cell begins with a quote mark (") that is never closed',
  moreCells: 'has more cells than there are columns: put text with a comma in quote marks (")',
  otherMainLanguage: 'is another language than above, and a table has one main language',
  emptyBefore: (choice) => `is empty, but choice ${choice} is not`,
  ambiguousAnswer: (cell, byNumber, byText) =>
    `${cell} could be choice ${byNumber} or the text of choice ${byText}: write #${byNumber} or #${byText}`,
  noSuchAnswer: (cell, choices) =>
    `${cell} is neither a number from 1 to ${choices} nor the text of a choice`,
  unreadable: {
    date: 'is a date: format the cell as text and write it again',
    formula: 'is a formula without a value: open the file in a spreadsheet and save it again',
    error: 'is an error of a formula',
  },
  sameAs: {
    row: (row) => `is the same question as in row ${row}`,
    question: (number) => `is the same as question ${number}`,
    line: (line) => `is the same question as in line ${line}`,
  },

  secondsBecame: (written, seconds) => `the time ${written} became ${seconds} seconds`,
  pictureLeftOut: 'its picture is not shown',

  workbook: {
    damaged:
      'The file is not an Excel workbook (.xlsx) that can be read: save it again, or as "CSV UTF-8"',
    locked:
      'The file has a password, or is an old Excel file (.xls): save it as .xlsx without a password',
    tooLarge: 'The workbook holds far more than a quiz: copy the table into a new one',
    farCell: 'The sheet has something far to the right of the table or far below it: take it away',
    manyStyles: 'The workbook has more than 64,000 cell formats: copy the table into a new one',
  },

  noChoices: 'has no choices below it',
  noRightInText: 'has no right choice: put * before it, or write "Answer: B" below the choices',

  notString: 'must be text in quote marks (")',
  empty: 'is empty',
  longerThan: (characters) => `is longer than ${characters} characters`,
  notShowable: 'has characters that cannot be shown (control characters, or nothing visible)',
  choiceCount: (least, most) => `must have ${least} to ${most} choices`,
  choiceTwice: 'is the same as an earlier choice',
  secondsRange: (least, most) => `must be a whole number of seconds from ${least} to ${most}`,
  pointsRange: 'must be 0 (just for fun), 1 or 2 (twice the points)',
  answerKind:
    'must be the number of the right choice, from 1, or its exact text, or a list of these',
  answerRange: (choices) => `must be from 1 to ${choices}, the number of choices`,
  notAChoice: (text) => `${text} is not the text of a choice`,

  noRight: 'has no right choice',
  switchedOff: 'is switched off in the file',
  notUnderstood: 'is not a question that can be read',
  notAnObject: 'must be an object in braces ({ })',
  unknownField: (field) => `has an unknown field ${field}`,
  wrongVersion: 'must be 1, 2 or 3',
  wrongValue: 'has a value that cannot be read',
  setNotInFile: 'its questions are another set, which is not in this file: the round was left out',
  tooManyItems: (most) => `The file has more than ${most} items beside its questions`,
  wrongLanguage:
    'must be the tag of a language, such as "ko", "en" or "pt-BR", and each language once',
  notAList: 'must be a list in brackets ([ ])',
  tooManyQuestions: (most) => `has more than ${most} questions`,
};

const KOREAN_FIELDS = new Map([
  ['quiz', '문제 내용'],
  ['choices', '보기'],
  ['answer', '정답'],
  ['limitTime', '시간(초)'],
  ['points', '배점'],
  ['kind', '유형'],
  ['explanation', '해설'],
  ['image', '그림'],
  ['pictures', '그림 보기'],
  ['min', '최소'],
  ['max', '최대'],
  ['step', '간격'],
  ['unit', '단위'],
  ['tolerance', '오차'],
  ['alt', '설명'],
  ['places', '곳'],
  ['targets', '정답 영역'],
  ['name', '이름'],
  ['x', '가로'],
  ['y', '세로'],
  ['target', '정답 자리'],
  ['near', '안쪽 반지름'],
  ['far', '바깥쪽 반지름'],
  ['rx', '가로 반지름'],
  ['ry', '세로 반지름'],
  ['blind', '가리기'],
  ['fixedOrder', '보기 순서 고정'],
  ['whole', '그림 전체'],
  ['from', '왼쪽 끝'],
  ['to', '오른쪽 끝'],
  ['accepted', '정답'],
  ['wrong', '오답'],
  ['walkTime', '걷는 시간'],
  ['parts', '항목'],
  ['choice', '몇 명인지 맞힐 보기'],
  ['guessTime', '맞히는 시간(초)'],
  ['note', '진행자 메모'],
  ['title', '제목'],
  ['text', '내용'],
  ['seconds', '시간(초)'],
  ['startsAt', '시작 시각'],
  ['setId', '문제집'],
  ['count', '문제 수'],
  ['order', '순서'],
  ['factor', '배점'],
  ['standings', '순위'],
  ['message', '보여 줄 말'],
  ['minutes', '분'],
  ['among', '추첨 대상'],
  ['team', '팀'],
  ['winners', '당첨자 수'],
  ['language', '언어'],
]);
const KOREAN_COLUMNS = new Map([
  ['question', '문제'],
  ['answer', '정답'],
  ['seconds', '시간'],
  ['points', '배점'],
]);
const koreanColumn = (column: string): string => {
  const [role = '', ...tag] = column.split(':');
  return [KOREAN_COLUMNS.get(role) ?? role.replace('choice', '보기'), ...tag].join(':');
};
const koreanColumns = (mostChoices: number): string =>
  `열 이름은 문제, 정답, 보기1~보기${mostChoices}, 시간, 배점으로 적어 주세요 (question, answer, choice1~choice${mostChoices}, seconds, points도 돼요)`;

/** No particle after a value from the file may depend on its last sound (을/를, 은/는, 이/가). */
const ko: FileWords = {
  ...kindWords.ko,
  untitled: '진행자가 올린 문제집',

  tooLarge: (kB) => `파일이 ${kB} kB보다 커요`,
  noFile: '문제 파일을 보내 주세요',
  tooLong:
    '파일을 읽는 데 너무 오래 걸려요: 문제만 새 파일에, 또는 여러 파일에 나누어 복사해 주세요',
  notText: '텍스트도 엑셀 파일도 아니에요: "CSV UTF-8" 형식으로 저장해서 다시 올려 주세요',
  fileEmpty: '파일이 비어 있어요',
  tooManyRows: (most) => `파일이 빈 행까지 합쳐 ${most}행을 넘어요`,
  tooManyParts: (mostQuestions) => `파일에 ${mostQuestions}문제보다 훨씬 많은 내용이 들어 있어요`,
  noQuestions: '문제가 하나도 없어요',
  fileTooManyQuestions: (most) => `파일에 든 문제가 ${most}개를 넘어요`,
  notJson: (line) =>
    `올바른 JSON 파일이 아니에요: ${line === undefined ? '어딘가에' : `${line}번째 줄 근처에`} 잘못된 곳이 있어요`,
  unusable: (fault) => `이 파일은 쓸 수 없어요: ${fault}`,

  row: (row) => `${row}행`,
  question: (number) => `${number}번 문제`,
  line: (line) => `${line}번째 줄`,
  more: (count, isAll) => `(이 밖에도 ${count}곳${isAll ? '이' : ' 이상'} 더 있어요)`,
  choice: (number) => `보기 ${number}`,
  part: (number) => `항목 ${number}`,
  field: (key) =>
    key
      .split(' ')
      .map((part) => KOREAN_FIELDS.get(part) ?? part)
      .join(' '),

  tooManyColumns: (most) => `열이 ${most}개보다 많아요`,
  unknownColumn: (cell, mostChoices) =>
    `${cell} 열을 알아볼 수 없어요: ${koreanColumns(mostChoices)}`,
  columnTwice: (column) => `${koreanColumn(column)} 열이 두 개예요: 하나만 남겨 주세요`,
  columnMissing: (column, mostChoices) =>
    `${koreanColumn(column)} 열이 없어요: ${koreanColumns(mostChoices)}`,
  notInLanguages: (column) => `${koreanColumn(column)} 열은 언어마다 따로 적지 않아요`,
  unknownLanguage: (tag) =>
    `${tag} 언어를 알 수 없어요: "de", "pt-BR" 같은 언어 태그로 적어 주세요`,
  tooManyLanguages: (most) => `언어는 기본 언어를 넣어 ${most}개까지예요`,
  mainLanguageTwice: (tag) =>
    `기본 언어 "${tag}" 열에는 언어를 적지 않아요: 그 열을 지우거나, 언어 열을 만들어 기본 언어를 적어 주세요`,

  openQuote: '따옴표(")로 시작하는 셀에 닫는 따옴표가 없어요',
  moreCells: '셀이 열 이름보다 많아요: 쉼표가 들어간 글은 따옴표(")로 감싸 주세요',
  otherMainLanguage: '위에 적은 언어와 달라요: 한 표의 기본 언어는 하나예요',
  emptyBefore: (choice) => `비어 있는데 보기 ${choice}에는 내용이 있어요`,
  ambiguousAnswer: (cell, byNumber, byText) =>
    `${cell}만으로는 보기 ${byNumber}의 번호인지 보기 ${byText}의 내용인지 알 수 없어요: #${byNumber}, #${byText} 중 하나로 적어 주세요`,
  noSuchAnswer: (cell, choices) => `${cell} 값은 1~${choices} 사이의 번호도, 보기 내용도 아니에요`,
  unreadable: {
    date: '날짜예요: 셀 서식을 텍스트로 바꾸고 다시 적어 주세요',
    formula: '값이 없는 수식이에요: 스프레드시트에서 열어 다시 저장해 주세요',
    error: '수식에 오류가 있어요',
  },
  sameAs: {
    row: (row) => `${row}행과 같은 문제예요`,
    question: (number) => `${number}번 문제와 같아요`,
    line: (line) => `${line}번째 줄과 같은 문제예요`,
  },

  secondsBecame: (written, seconds) => `시간 ${written} 대신 ${seconds}초로 했어요`,
  pictureLeftOut: '그림은 보이지 않아요',

  workbook: {
    damaged:
      '읽을 수 있는 엑셀 파일이 아니에요: 다시 저장하거나 "CSV UTF-8" 형식으로 저장해서 올려 주세요',
    locked: '암호가 있거나 옛 엑셀 파일이에요: 암호 없이 새 엑셀 형식(".xlsx")으로 저장해 주세요',
    tooLarge: '파일에 문제집보다 훨씬 많은 내용이 들어 있어요: 표만 새 파일에 복사해 주세요',
    farCell: '표에서 멀리 떨어진 오른쪽이나 아래쪽 셀에 내용이 있어요: 지워 주세요',
    manyStyles: '파일에 셀 서식이 64,000개보다 많아요: 표만 새 파일에 복사해 주세요',
  },

  noChoices: '아래에 보기가 없어요',
  noRightInText:
    '정답이 없어요: 정답인 보기 앞에 *를 붙이거나, 보기 아래에 "정답: 2"처럼 적어 주세요',

  notString: '큰따옴표(")로 감싼 글이어야 해요',
  empty: '비어 있어요',
  longerThan: (characters) => `${characters}자보다 길어요`,
  notShowable: '보여 줄 수 없는 글자가 있어요 (제어 문자가 있거나 눈에 보이는 글자가 없어요)',
  choiceCount: (least, most) => `${least}~${most}개여야 해요`,
  choiceTwice: '앞에 있는 보기와 같아요',
  secondsRange: (least, most) => `${least}~${most} 사이의 정수여야 해요`,
  pointsRange: '0(재미로), 1, 2(점수 두 배) 중 하나여야 해요',
  answerKind: '맞는 보기의 번호(1부터)나 보기 내용 그대로, 또는 그 목록이어야 해요',
  answerRange: (choices) => `1~${choices} 사이의 보기 번호여야 해요`,
  notAChoice: (text) => `내용이 ${text}인 보기가 없어요`,

  noRight: '정답이 없어요',
  switchedOff: '파일에서 꺼 둔 문제예요',
  notUnderstood: '읽을 수 없는 문제예요',
  notAnObject: '중괄호({ })로 묶은 객체여야 해요',
  unknownField: (field) => `알 수 없는 항목이 있어요: ${field}`,
  wrongVersion: '1, 2, 3 중 하나여야 해요',
  wrongValue: '읽을 수 없는 값이에요',
  setNotInFile: '다른 문제집을 쓰는 라운드라서 뺐어요: 이 파일에는 그 문제집이 없어요',
  tooManyItems: (most) => `파일에 든 순서가 문제를 빼고 ${most}개를 넘어요`,
  wrongLanguage: '"ko", "en", "pt-BR" 같은 언어 태그여야 하고, 같은 언어를 두 번 쓸 수 없어요',
  notAList: '대괄호([ ])로 묶은 목록이어야 해요',
  tooManyQuestions: (most) => `문제가 ${most}개를 넘어요`,
};

export const words: Record<Language, FileWords> = { ko, en };

/** What holds these words and is costly to build, such as a schema: built once per language. */
export function inEachLanguage<T>(build: (say: FileWords) => T): Record<Language, T> {
  return { ko: build(ko), en: build(en) };
}
