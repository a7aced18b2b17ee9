/** Words that hosts alone see, of how games are played. */
const ko = {
  revival: '거의 다 떨어지면 유령 부활 한 번',
  nextRound: '점수 이어서 다음 라운드',
  extraTime: '모든 문제에 시간 절반 더 주기',
  extraTimed: '추가 시간',
  giveTime: '추가 시간 주기',
  endTime: '추가 시간 없애기',
};

const en: typeof ko = {
  revival: 'Revive the best ghosts once, when few are left',
  nextRound: 'Next round, keep the scores',
  extraTime: 'Half as much time again for every question',
  extraTimed: 'Extra time',
  giveTime: 'Give extra time',
  endTime: 'End extra time',
};

export const hostWords = { ko, en };
