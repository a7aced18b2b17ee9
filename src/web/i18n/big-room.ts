/** Of rooms for more than 500 players (R23). */
const ko = {
  /** Beside the player limit. */
  hint: '500명이 넘는 방에서는 가까이 있는 사람만 얼굴과 이름이 보이고, 다른 사람은 작게 보여요. 나중에 500명 이하로 줄일 수 없어요.',
  /** Above a list of people. */
  listed: '큰 방이라 가까이 있는 사람과 상위 20명만 보여요.',
  /** Behind a rank. */
  of: (all: number) => `/ ${all}명`,
  /** Who hears what somebody writes. */
  hears: '받는 사람',
  toAll: '모두에게',
  toNear: '가까운 사람에게',
};

const en: typeof ko = {
  hint: 'In a room for more than 500, players see faces and names of those near them only, and everybody else small. It cannot be made one for 500 or fewer later.',
  listed: 'In a room this large, the list shows the top 20 and the people near you.',
  of: (all) => `of ${all}`,
  hears: 'Send to',
  toAll: 'Everybody',
  toNear: 'Near me',
};

export const bigRoom = { ko, en };
