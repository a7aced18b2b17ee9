import type { order as korean } from './ko-order.js';

export const order: typeof korean = {
  doublePoints: '×2 points',
  justForFun: 'Just for fun',
  opinion: 'Opinion',
  explanation: 'Explanation',
  severalRight: (count) => `${count} right answers`,
  curtain: 'The question is hidden for now',
  breakTime: 'Break',
  breakSoon: 'Starting again soon',
  waitsForHost: 'Waiting for the host',
  blindNow: 'You see the others when time is up',
  blindScreen: 'Places show when time is up',
  tieBroken: (rights, seconds) => `${rights} right · ${seconds} s`,
};
