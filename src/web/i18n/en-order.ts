import type { order as korean } from './ko-order.js';

export const order: typeof korean = {
  doublePoints: '×2 points',
  justForFun: 'Just for fun',
  opinion: 'Opinion',
  explanation: 'Explanation',
  severalRight: (count) => `${count} right answers`,
  curtain: 'The question is hidden for now',
  breakTime: 'Break',
  blindNow: 'Others are hidden until time is up',
};
