import type { Language } from '../../protocol/http.js';
import type { SheetTable } from '../../protocol/results.js';

/** Words of the results that are kept, which only hosts load. */
export interface ResultsWords {
  title: string;
  desk: string;
  all: string;
  none: string;
  notKept: string;
  keptFor: (days: number) => string;
  until: (day: string) => string;
  running: string;
  players: (count: number) => string;
  questions: (count: number) => string;
  playersHead: string;
  questionsHead: string;
  sameSet: string;
  compare: (title: string) => string;
  more: string;
  show: string;
  summary: string;
  shareRight: string;
  hardest: string;
  easiest: string;
  help: string;
  helpHint: string;
  helpNone: string;
  ranking: string;
  roundsHead: string;
  round: (number: number, name: string) => string;
  rank: string;
  name: string;
  team: string;
  teamOf: (number: number) => string;
  score: string;
  right: string;
  time: string;
  left: string;
  player: (number: number) => string;
  of: (part: number, whole: number) => string;
  /** `number` as `5`, or `6.2` for a part. */
  question: (number: string) => string;
  /** The text of the second part of a guess (R16.22). */
  shareOf: (choice: string) => string;
  nobody: string;
  lure: (choice: string, count: number) => string;
  seconds: (seconds: string) => string;
  decided: (time: string) => string;
  late: (count: number, rights: number) => string;
  movement: string;
  noMovement: string;
  changed: (count: number) => string;
  changedRight: (count: number, toRight: number, toWrong: number) => string;
  chart: (number: string) => string;
  floor: string;
  isVoid: string;
  correct: string;
  voidIt: string;
  rightOnes: string;
  /** Before a choice that is. */
  rightOne: string;
  asSet: string;
  undo: string;
  notMoved: string;
  noOpinion: string;
  ownAnswers: (name: string) => string;
  answer: string;
  points: string;
  ghost: string;
  close: string;
  files: string;
  excel: string;
  csv: Record<SheetTable, string>;
  given: string;
  draws: string;
  givenTo: string;
  reason: string;
  noReason: string;
  print: string;
  picture: string;
  lost: string;
  toKeep: string;
  showAll: (count: number) => string;
  sharing: string;
  linkNames: string;
  linkQuestions: string;
  makeLink: string;
  endLink: string;
  linkIs: string;
  linkOn: string;
  removal: string;
  removeNames: string;
  removeNamesSure: string;
  remove: string;
  removeSure: string;
  sure: string;
  cancel: string;
}

const ko: ResultsWords = {
  title: '게임 결과',
  desk: '내 문제집',
  all: '모든 결과',
  none: '아직 결과가 없어요. 로그인한 브라우저로 방을 만들면 게임 결과가 여기에 남아요.',
  notKept: '이 서버는 결과를 남기지 않아요.',
  keptFor: (days) => `결과는 ${days}일 뒤에 자동으로 지워져요.`,
  until: (day) => `${day}까지 보관`,
  running: '끝나지 않음',
  players: (count) => `${count}명`,
  questions: (count) => `${count}문제`,
  playersHead: '참가자',
  questionsHead: '문제',
  sameSet: '이 문제집의 게임 비교',
  compare: (title) => `“${title}” 게임 비교`,
  more: '더 보기',
  show: '결과 보기',
  summary: '한눈에 보기',
  shareRight: '정답률',
  hardest: '어려웠던 문제',
  easiest: '쉬웠던 문제',
  help: '도움이 필요한 사람',
  helpHint: '세 문제 이상 참여해서 절반도 맞히지 못한 사람이에요.',
  roundsHead: '라운드',
  round: (number, name) => (name === '' ? `${number}라운드` : `${number}라운드 · ${name}`),
  helpNone: '없어요.',
  ranking: '순위',
  rank: '순위',
  name: '이름',
  team: '팀',
  teamOf: (number) => `${number}팀`,
  score: '점수',
  right: '맞힌 문제',
  time: '맞힌 답의 평균 시간',
  left: '나감',
  player: (number) => `참가자 ${number}`,
  of: (part, whole) => `${part}/${whole}`,
  question: (number) => `${number}번 문제`,
  shareOf: (choice) => `우리 가운데 몇 %가 골랐나: ${choice}`,
  nobody: '답한 사람이 없어요.',
  lure: (choice, count) => `가장 많이 고른 오답: ${choice} (${count}명)`,
  seconds: (seconds) => `${seconds}초`,
  decided: (time) => `답을 정한 시간의 중앙값: ${time}`,
  late: (count, rights) => `마지막 2초에 정한 사람: ${count}명, 그중 ${rights}명이 맞혔어요.`,
  movement: '시간에 따라 선택한 비율',
  noMovement: '이 문제에서 참가자들이 어떻게 움직였는지는 기록되지 않았어요.',
  changed: (count) => `마지막 3초에 답을 바꾼 사람: ${count}명`,
  changedRight: (count, toRight, toWrong) =>
    `마지막 3초에 답을 바꾼 사람: ${count}명 (오답→정답 ${toRight}명, 정답→오답 ${toWrong}명)`,
  chart: (number) => `${number}번 문제의 답`,
  floor: '마감 때 서 있던 곳',
  isVoid: '무효',
  correct: '정답 고치기',
  voidIt: '무효로 하기',
  rightOnes: '정답',
  rightOne: '정답',
  asSet: '문제집대로',
  undo: '되돌리기',
  notMoved: '움직이지 않음',
  noOpinion: '의견 없음',
  ownAnswers: (name) => `${name} 님의 답`,
  answer: '답',
  points: '점수',
  ghost: '유령',
  close: '닫기',
  files: '내려받기와 인쇄',
  excel: '엑셀 파일',
  csv: {
    ranking: '순위 CSV',
    questions: '문제 CSV',
    answers: '답 CSV',
    texts: '적은 말 CSV',
    given: '직접 준 점수 CSV',
    draws: '추첨 CSV',
  },
  given: '직접 준 점수',
  draws: '추첨',
  givenTo: '누구에게',
  reason: '이유',
  noReason: '이유는 보이지 않아요',
  print: '인쇄 또는 PDF',
  picture: '시상대 그림',
  lost: '이 결과는 보관되지 않아요. 다음 게임을 시작하거나 방을 닫기 전에 내려받으세요.',
  toKeep: '다음부터 보관하려면 방을 만들기 전에 로그인하세요',
  showAll: (count) => `${count}명 모두 보기`,
  sharing: '공개 링크',
  linkNames: '이름 보이기',
  linkQuestions: '문제와 정답 보이기',
  makeLink: '링크 만들기',
  endLink: '링크 끊기',
  linkIs: '이 링크를 아는 사람은 누구나 볼 수 있어요. 지금만 보여요.',
  linkOn: '공개 링크가 있어요. 새로 만들면 이전 링크는 끊겨요.',
  removal: '지우기',
  removeNames: '이름 지우기',
  removeNamesSure:
    '이름을 모두 지울까요? 누가 무엇을 적었는지도 지워져서, 적은 답은 더 정답으로 바꿀 수 없어요. 되돌릴 수 없어요.',
  remove: '이 결과 지우기',
  removeSure: '이 게임의 결과를 지울까요? 되돌릴 수 없어요.',
  sure: '지우기',
  cancel: '취소',
};

const en: ResultsWords = {
  title: 'Results',
  desk: 'My quiz sets',
  all: 'All results',
  none: 'There are no results yet. The results of a game are kept here when you create its room while you are signed in.',
  notKept: 'This server keeps no results.',
  keptFor: (days) => `Results are deleted automatically after ${days} days.`,
  until: (day) => `kept until ${day}`,
  running: 'not finished',
  players: (count) => (count === 1 ? '1 player' : `${count} players`),
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  playersHead: 'Players',
  questionsHead: 'Questions',
  sameSet: 'Compare games of this set',
  compare: (title) => `Games of “${title}”`,
  more: 'Show more',
  show: 'Show the results',
  summary: 'At a glance',
  shareRight: 'Right answers',
  hardest: 'Hardest questions',
  easiest: 'Easiest questions',
  help: 'Who needs help',
  helpHint: 'Played three questions or more, and was right in fewer than half.',
  roundsHead: 'Rounds',
  round: (number, name) => (name === '' ? `Round ${number}` : `Round ${number} · ${name}`),
  helpNone: 'Nobody.',
  ranking: 'Ranking',
  rank: 'Rank',
  name: 'Name',
  team: 'Team',
  teamOf: (number) => `Team ${number}`,
  score: 'Score',
  right: 'Right',
  time: 'Mean time of right answers',
  left: 'left',
  player: (number) => `Player ${number}`,
  of: (part, whole) => `${part} of ${whole}`,
  question: (number) => `Question ${number}`,
  shareOf: (choice) => `How many of us, of 100, chose: ${choice}`,
  nobody: 'Nobody answered.',
  lure: (choice, count) => `Wrong answer that most chose: ${choice} (${count})`,
  seconds: (seconds) => `${seconds} s`,
  decided: (time) => `Median time to decide: ${time}`,
  late: (count, rights) => `Decided in the last 2 seconds: ${count}, of whom ${rights} were right.`,
  movement: 'Shares of the answers through the question',
  noMovement: 'How people walked through this question was not recorded.',
  changed: (count) => `Changed in the last 3 seconds: ${count}.`,
  changedRight: (count, toRight, toWrong) =>
    `Changed in the last 3 seconds: ${count}; ${toRight} went from wrong to right, ${toWrong} from right to wrong.`,
  chart: (number) => `Answers to question ${number}`,
  floor: 'Where people stood when time was up',
  isVoid: 'not counted',
  correct: 'Correct it',
  voidIt: 'Do not count it',
  rightOnes: 'Right answers',
  rightOne: 'Right answer',
  asSet: 'As the set has it',
  undo: 'Undo',
  notMoved: 'did not move',
  noOpinion: 'no opinion',
  ownAnswers: (name) => `Answers of ${name}`,
  answer: 'Answer',
  points: 'Points',
  ghost: 'as a ghost',
  close: 'Close',
  files: 'Download and print',
  excel: 'Excel file',
  csv: {
    ranking: 'Ranking as CSV',
    questions: 'Questions as CSV',
    answers: 'Answers as CSV',
    texts: 'What was written as CSV',
    given: 'Points by hand as CSV',
    draws: 'Draws as CSV',
  },
  given: 'Points by hand',
  draws: 'Draws',
  givenTo: 'To',
  reason: 'Reason',
  noReason: 'The reason is not shown',
  print: 'Print, or PDF',
  picture: 'Picture of the podium',
  lost: 'These results are not kept. Download them before the next game, or before you close the room.',
  toKeep: 'To keep results, sign in before you create a room',
  showAll: (count) => `Show all ${count}`,
  sharing: 'Public link',
  linkNames: 'with names',
  linkQuestions: 'with questions and answers',
  makeLink: 'Make a link',
  endLink: 'End the link',
  linkIs: 'Whoever has this link can look. It is shown only now.',
  linkOn: 'There is a public link. A new one ends it.',
  removal: 'Delete',
  removeNames: 'Remove the names',
  removeNamesSure:
    'Remove all names? Who wrote what goes, too, so that no more of what was written can be accepted. That cannot be undone.',
  remove: 'Delete these results',
  removeSure: 'Delete the results of this game? That cannot be undone.',
  sure: 'Delete',
  cancel: 'Cancel',
};

export const resultsWords: Record<Language, ResultsWords> = { ko, en };
