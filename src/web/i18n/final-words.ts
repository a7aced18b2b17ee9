import type { FinalBeat } from '../../protocol/show.js';

/** What pages say at the end of a game; loaded with it. */
const ko = {
  title: '최종 순위',
  place: (rank: number, isShared: boolean): string =>
    `${isShared ? '공동 ' : ''}${rank === 1 ? '우승' : `${rank}등`}`,
  seat: (number: number) => `${number}번 자리`,
  lookUp: '큰 화면을 보세요',
  own: '내 순위',
  up: (ranks: number) => `▲ ${ranks}계단`,
  standUp: '일어나 주세요!',
  awards: {
    hardest: '가장 어려웠던 문제',
    comeback: '최고의 역전',
    fastest: '가장 빠른 발',
    streak: '최다 연속 정답',
    lastStanding: '최후의 1인',
    ghost: '유령 1등',
  },
  rightOf: (right: number, played: number) => `${played}명 중 ${right}명이 맞혔어요`,
  ranksUp: (ranks: number) => `${ranks}계단 올라갔어요`,
  seconds: (seconds: string) => `정답까지 평균 ${seconds}초`,
  inARow: (rights: number) => `${rights}문제 연속 정답`,
  nobodyElse: '끝까지 살아남았어요',
  asGhost: (rights: number) => `유령이 되어 ${rights}문제를 맞혔어요`,
  thanks: '함께해 주셔서 고마워요',
  players: '참가자',
  questions: '문제',
  answers: '제출한 답',
  rightShare: '정답률',
  walked: '함께 걸은 거리',
  saveOwn: '내 결과 그림으로 저장',
  rights: (rights: number, questions: number) => `${questions}문제 중 ${rights}문제 정답`,
  joinNow: '지금도 들어올 수 있어요',

  shown: {
    black: '곧 최종 순위를 보여 줘요',
    row: '10위부터 차례로 보여 주고 있어요',
    step: '시상대에 오르는 사람을 보여 주고 있어요',
    award: '상을 주고 있어요',
    credits: '함께한 기록을 보여 주고 있어요',
    podium: '시상대를 보여 주고 있어요',
  } satisfies Record<FinalBeat['scene'], string>,
  shownHint: '다음을 누르면 바로 시상대로 가요.',
  toPodium: '시상대로',
  startAsk: '최종 순위를 보여 주는 중이에요. 여기서 끝내고 새 게임을 시작할까요?',
};

const ORDINALS = ['1st', '2nd', '3rd'];

const en: typeof ko = {
  title: 'Final ranking',
  place: (rank, isShared) => {
    if (rank === 1) return isShared ? 'Joint winners' : 'Winner';
    return `${isShared ? 'Joint ' : ''}${ORDINALS[rank - 1] ?? `${rank}th`} place`;
  },
  seat: (number) => `Seat ${number}`,
  lookUp: 'Look at the big screen',
  own: 'Your rank',
  up: (ranks) => (ranks === 1 ? '▲ 1 place' : `▲ ${ranks} places`),
  standUp: 'Stand up!',
  awards: {
    hardest: 'Hardest question',
    comeback: 'Biggest comeback',
    fastest: 'Quickest feet',
    streak: 'Longest streak',
    lastStanding: 'Last one standing',
    ghost: 'Best ghost',
  },
  rightOf: (right, played) => `${right} of ${played} were right`,
  ranksUp: (ranks) => `Up ${ranks} places`,
  seconds: (seconds) => `${seconds} s to the right answer on average`,
  inARow: (rights) => `${rights} right answers in a row`,
  nobodyElse: 'Stayed alive to the end',
  asGhost: (rights) => `${rights} right as a ghost`,
  thanks: 'Thank you for playing',
  players: 'players',
  questions: 'questions',
  answers: 'answers',
  rightShare: 'correct',
  walked: 'walked together',
  saveOwn: 'Save my result as a picture',
  rights: (rights, questions) => `${rights} of ${questions} right`,
  joinNow: 'You can still join',

  shown: {
    black: 'The final ranking comes in a moment',
    row: 'Those up to the tenth are being shown',
    step: 'Those on the podium are being shown',
    award: 'Awards are being given',
    credits: 'What all have done together is being shown',
    podium: 'The podium is being shown',
  },
  shownHint: 'Next goes to the podium at once.',
  toPodium: 'Podium',
  startAsk: 'The final ranking is being shown. End it here and start a new game?',
};

export const finalWords = { ko, en };
