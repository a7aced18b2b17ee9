/** What pages say at the end of a game; loaded with it. */
const ko = {
  title: '최종 순위',
  place: (rank: number, isShared: boolean): string =>
    `${isShared ? '공동 ' : ''}${rank === 1 ? '우승' : `${rank}등`}`,
  seat: (number: number) => `${number}번 자리`,
  lookUp: '화면을 보세요',
  own: '내 순위',
  awards: {
    hardest: '가장 어려웠던 문제',
    comeback: '가장 큰 역전',
    fastest: '가장 빠른 발',
    streak: '가장 긴 연속 정답',
    lastStanding: '마지막까지 남은 한 사람',
    ghost: '유령 1등',
  },
  rightOf: (right: number, played: number) => `${played}명 가운데 ${right}명이 맞혔어요`,
  ranksUp: (ranks: number) => `${ranks}계단을 올라왔어요`,
  seconds: (seconds: string) => `정답까지 평균 ${seconds}초`,
  inARow: (rights: number) => `${rights}문제를 잇달아 맞혔어요`,
  nobodyElse: '끝까지 살아남았어요',
  asGhost: (rights: number) => `유령이 되어 ${rights}문제를 맞혔어요`,
  thanks: '함께해 주셔서 고마워요',
  players: '참가자',
  questions: '문제',
  answers: '모은 답',
  rightShare: '정답률',
  walked: '함께 걸은 거리',
  saveOwn: '내 결과 그림으로 저장',
  savePodium: '시상대 그림 저장',
  rights: (rights: number, questions: number) => `${questions}문제 중 ${rights}문제 정답`,
  joinNow: '지금도 들어올 수 있어요',

  shown: '최종 순위를 보여 주고 있어요',
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
  lookUp: 'Look at the screen',
  own: 'Your rank',
  awards: {
    hardest: 'Hardest question',
    comeback: 'Greatest comeback',
    fastest: 'Quickest feet',
    streak: 'Longest streak',
    lastStanding: 'Last one standing',
    ghost: 'First of the ghosts',
  },
  rightOf: (right, played) => `${right} of ${played} were right`,
  ranksUp: (ranks) => `Climbed ${ranks} places`,
  seconds: (seconds) => `${seconds} s to the right answer on average`,
  inARow: (rights) => `${rights} right answers in a row`,
  nobodyElse: 'Stayed alive to the end',
  asGhost: (rights) => `${rights} right as a ghost`,
  thanks: 'Thank you for playing',
  players: 'players',
  questions: 'questions',
  answers: 'answers',
  rightShare: 'right',
  walked: 'walked together',
  saveOwn: 'Save my result as a picture',
  savePodium: 'Save the podium as a picture',
  rights: (rights, questions) => `${rights} of ${questions} right`,
  joinNow: 'You can still join',

  shown: 'The final ranking is being shown',
  shownHint: 'Next goes to the podium at once.',
  toPodium: 'Podium',
  startAsk: 'The final ranking is being shown. End it here and start a new game?',
};

export const finalWords = { ko, en };
