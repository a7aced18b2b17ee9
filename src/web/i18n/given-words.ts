/** Words of points by hand, loaded with the first of them and by hosts. */
const ko = {
  gave: (name: string, points: string, reason: string) => `${name} ${points}점 · ${reason}`,
  tookBack: (name: string, points: string, reason: string) =>
    `취소: ${name} ${points}점 · ${reason}`,
  you: '나',
  somebodyGone: '나간 참가자',
  seat: (number: number) => `${number}번 자리`,
  team: (name: string) => `${name} 모두`,
  give: '점수 주기',
  title: (name: string) => `${name}에게 점수 주기`,
  to: '누구에게',
  points: '점수',
  pointsHint: (most: string) => `빼려면 −를 붙이세요. 한 번에 ${most}점까지예요.`,
  reason: '이유',
  reasonHint: '모두가 읽어요.',
  list: '직접 준 점수',
  hint: '문제와 상관없이 준 점수예요. 다음 게임을 시작하기 전까지 취소할 수 있어요.',
  takeBack: '취소',
  takeBackOf: (name: string, points: string) => `${name} ${points}점 취소`,
};

const en: typeof ko = {
  gave: (name, points, reason) => `${name}: ${points} points · ${reason}`,
  tookBack: (name, points, reason) => `Taken back: ${name}, ${points} points · ${reason}`,
  you: 'You',
  somebodyGone: 'A player who has left',
  seat: (number) => `Seat ${number}`,
  team: (name) => `All of ${name}`,
  give: 'Give points',
  title: (name) => `Points for ${name}`,
  to: 'To',
  points: 'Points',
  pointsHint: (most) => `With a minus they are taken. ${most} at once at most.`,
  reason: 'Reason',
  reasonHint: 'Everybody reads it.',
  list: 'Points by hand',
  hint: 'Given beside the questions. You can take them back until the next game starts.',
  takeBack: 'Take back',
  takeBackOf: (name, points) => `Take back ${points} points of ${name}`,
};

export const givenWords = { ko, en };

/** With its sign. */
export function signed(points: number, number: (value: number) => string): string {
  return `${points < 0 ? '−' : '+'}${number(Math.abs(points))}`;
}
