import type { Language } from '../../../protocol/http.js';
import type { SheetTable } from '../../../protocol/results.js';

/** Words in files that are downloaded. */
export interface SheetWords {
  tables: Record<SheetTable, string>;
  player: (number: number) => string;
  teamNumber: (number: number) => string;
  rank: string;
  name: string;
  team: string;
  score: string;
  rights: string;
  played: string;
  meanS: string;
  number: string;
  roundHead: string;
  round: (number: number, name: string) => string;
  question: string;
  part: string;
  shareOf: (choice: string) => string;
  solution: string;
  share: string;
  answered: string;
  medianS: string;
  void: string;
  yes: string;
  answer: string;
  text: string;
  people: string;
  isRight: string;
  points: string;
  seconds: string;
  noOpinion: string;
  notMoved: string;
  reason: string;
  draw: string;
  winner: string;
  seat: string;
  tookPart: string;
  hash: string;
  seed: string;
}

const ko: SheetWords = {
  tables: {
    ranking: '순위',
    questions: '문제',
    answers: '답',
    texts: '적은 말',
    given: '직접 준 점수',
    draws: '추첨',
  },
  player: (number) => `참가자 ${number}`,
  teamNumber: (number) => `팀 ${number}`,
  rank: '순위',
  name: '이름',
  team: '팀',
  score: '점수',
  rights: '맞힌 문제',
  played: '참여한 문제',
  meanS: '맞힌 답의 평균 시간(초)',
  number: '번호',
  roundHead: '라운드',
  round: (number, name) => `${number}라운드${name && ` ${name}`}`,
  question: '문제',
  part: '항목',
  shareOf: (choice) => `몇 %가 골랐나: ${choice}`,
  solution: '정답',
  share: '정답률(%)',
  answered: '답한 사람',
  medianS: '답을 정한 시간의 중앙값(초)',
  void: '무효',
  yes: '예',
  answer: '답',
  text: '적은 말',
  people: '사람 수',
  isRight: '정답(1)/오답(0)',
  points: '얻은 점수',
  seconds: '답을 정한 시간(초)',
  noOpinion: '의견 없음',
  notMoved: '움직이지 않음',
  reason: '이유',
  draw: '추첨',
  winner: '당첨자',
  seat: '자리 번호',
  tookPart: '추첨 대상(명)',
  hash: '시드의 SHA-256',
  seed: '시드',
};

const en: SheetWords = {
  tables: {
    ranking: 'Ranking',
    questions: 'Questions',
    answers: 'Answers',
    texts: 'What was written',
    given: 'Points by hand',
    draws: 'Draws',
  },
  player: (number) => `Player ${number}`,
  teamNumber: (number) => `Team ${number}`,
  rank: 'Rank',
  name: 'Name',
  team: 'Team',
  score: 'Score',
  rights: 'Right answers',
  played: 'Questions played',
  meanS: 'Mean time of right answers (s)',
  number: 'No.',
  roundHead: 'Round',
  round: (number, name) => `Round ${number}${name && ` ${name}`}`,
  question: 'Question',
  part: 'Item',
  shareOf: (choice) => `How many, of 100, chose: ${choice}`,
  solution: 'Right answer',
  share: 'Right (%)',
  answered: 'Answers',
  medianS: 'Median time to decide (s)',
  void: 'Void',
  yes: 'yes',
  answer: 'Answer',
  text: 'Text',
  people: 'People',
  isRight: 'Right (1) or wrong (0)',
  points: 'Points',
  seconds: 'Time to decide (s)',
  noOpinion: 'no opinion',
  notMoved: 'did not move',
  reason: 'Reason',
  draw: 'Draw',
  winner: 'Winner',
  seat: 'Seat',
  tookPart: 'Took part',
  hash: 'SHA-256 of the seed',
  seed: 'Seed',
};

export const sheetWords: Record<Language, SheetWords> = { ko, en };
