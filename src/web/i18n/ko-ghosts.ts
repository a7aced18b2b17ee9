/** Words of a game of survival for those who have fallen (R14). */
export const ghosts = {
  league: '유령 리그',
  playOn: '유령 리그: 유령도 계속 풀 수 있어요',
  place: (rank: number, rights: number) => `유령 리그 ${rank}등 · ${rights}문제 맞힘`,
  ofAll: (rank: number, all: number) => `유령 ${all}명 중 ${rank}등`,
  rights: (count: number) => `${count}문제`,
  revived: (count: number) => `유령 ${count}명이 부활했어요`,
  revivedYou: '부활했어요!',
  oneLife: '목숨 하나로 다시 도전해요',
};
