/** Words about quiz files, which only hosts load. */
import type { FileUnit, Language } from '../../protocol/http.js';

const ko = {
  title: '내 문제 파일',
  choose: '파일 고르기',
  hint: (most: number) =>
    `엑셀(.xlsx), CSV, JSON 또는 텍스트, 최대 ${most}문제. Kahoot, Wayground, Blooket, ClassQuiz, 무들(GIFT, XML), arsnova.eu, Open Trivia DB 파일도 읽어요`,
  done: (title: string, count: number) =>
    `‘${title}’ 문제집을 올렸어요. 게임에는 ${count}문제가 나와요.`,
  big: (kB: number) => `파일이 너무 커요. ${kB} kB까지 올릴 수 있어요.`,
  skipped: (count: number) => `${count}문제는 뺐어요`,
  notes: '바뀐 점',
  place: {
    row: (row: number, message: string) => `${row}행: ${message}`,
    question: (number: number, message: string) => `${number}번 문제: ${message}`,
    line: (line: number, message: string) => `${line}번째 줄: ${message}`,
  } satisfies Record<FileUnit, unknown>,
  paste: '문제 붙여 넣기',
  pasteLabel: '문제와 보기, 정답',
  pasteHint:
    '정답인 보기 앞에 *를 붙이거나 보기 아래에 “정답: 2”처럼 적으세요. 표를 복사해도 돼요.',
  pasteExample: '1. 대한민국의 수도는?\n① 부산\n② 서울\n③ 대전\n정답: ②',
  pasteUse: '이 문제로 하기',
};

const en: typeof ko = {
  title: 'Your own quiz file',
  choose: 'Choose a file',
  hint: (most) =>
    `Excel (.xlsx), CSV, JSON or text, up to ${most} questions; also from Kahoot, Wayground, Blooket, ClassQuiz, Moodle (GIFT, XML), arsnova.eu and Open Trivia DB`,
  done: (title, count) => `“${title}” is ready. The game asks ${count} of its questions.`,
  big: (kB) => `The file is too big. It may have ${kB} kB at most.`,
  skipped: (count) =>
    count === 1 ? '1 question was left out' : `${count} questions were left out`,
  notes: 'What was changed',
  place: {
    row: (row, message) => `Row ${row}: ${message}`,
    question: (number, message) => `Question ${number}: ${message}`,
    line: (line, message) => `Line ${line}: ${message}`,
  },
  paste: 'Paste questions',
  pasteLabel: 'Questions, their choices and answers',
  pasteHint:
    'Put * before the right choice, or write “Answer: B” below the choices. A copied table works, too.',
  pasteExample: '1. In which city is the Eiffel Tower?\nA. London\nB. Paris\nC. Rome\nAnswer: B',
  pasteUse: 'Use these questions',
};

export const quizFileWords: Record<Language, typeof ko> = { ko, en };
