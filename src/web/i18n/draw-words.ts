/** Words of a draw; nobody needs it before one is on. */
import type { DrawnAmong } from '../../protocol/programme.js';

const ko = {
  draw: '추첨',
  among: {
    everybody: '여기 있는 모두 중에서',
    rightLast: '지난 문제를 맞힌 사람 중에서',
    rightRound: '지난 라운드에서 한 문제라도 맞힌 사람 중에서',
    team: '한 팀에서',
    noPrize: '아직 상을 받지 않은 사람 중에서',
  } satisfies Record<DrawnAmong, string>,
  amongTeam: (name: string) => `${name} 팀에서`,
  winners: (count: number) => `${count}명을 뽑아요`,
  soon: '곧 시작해요',
  left: (count: string) => `${count}명 남음`,
  running: (count: string) => `${count}명 중에서 뽑는 중이에요`,
  nobody: '추첨할 사람이 없어요',
  won: (count: number) => (count === 1 ? '당첨!' : `당첨자 ${count}명`),
  youWon: '당첨됐어요!',
  youStay: '아직 남아 있어요',
  youFell: '아쉽게 떨어졌어요',
  youOut: '이번 추첨 대상이 아니에요',
  tookPart: (count: string) => `${count}명이 참여했어요`,
  check: '추첨 확인하기',
  hashBefore: '시드의 SHA-256, 시작하기 전에 공개했어요',
  seed: '시드',
  slots: '참여한 자리(비트맵)',
  winnersAre: '당첨된 자리',
  nextHash: '다음 추첨 시드의 SHA-256',
  checkHint: '이 값으로 누구나 같은 당첨자를 계산할 수 있어요. 방법은 docs/draws.md에 있어요.',
};

const en: typeof ko = {
  draw: 'Draw',
  among: {
    everybody: 'Among everybody here',
    rightLast: 'Among those who were right in the last question',
    rightRound: 'Among those who were right at least once in the last round',
    team: 'Among one team',
    noPrize: 'Among those who have no prize yet',
  },
  amongTeam: (name) => `Among ${name}`,
  winners: (count) => (count === 1 ? 'One will win' : `${count} will win`),
  soon: 'It starts in a moment',
  left: (count) => `${count} left`,
  running: (count) => `Drawing among ${count}`,
  nobody: 'There is nobody to draw',
  won: (count) => (count === 1 ? 'The winner' : `The ${count} winners`),
  youWon: 'You have won!',
  youStay: 'You are still in',
  youFell: 'You are out this time',
  youOut: 'You are not in this draw',
  tookPart: (count) => `${count} took part`,
  check: 'Check the draw',
  hashBefore: 'SHA-256 of the seed, told before the draw',
  seed: 'Seed',
  slots: 'Seats that took part, as a bitmap',
  winnersAre: 'Seats that have won',
  nextHash: 'SHA-256 of the seed of the next draw',
  checkHint: 'From these anybody can compute the same winners. docs/draws.md says how.',
};

export const drawWords = { ko, en };
