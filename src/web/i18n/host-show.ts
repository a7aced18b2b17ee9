/** Words of the show: loaded with projectors, and on phones with the first reveal. */
import type { Moment } from '../../protocol/show.js';

interface ShowWords {
  tally: (right: number, played: number) => string;
  /** The same of one part, over its floor, where a number alone may seem to count who stands there. */
  partTally: (right: number, played: number) => string;
  /** In survival, where nobody was right. */
  spared: string;
  /** In place of a name that is not shown. */
  seat: (number: number) => string;
  moment: (moment: Moment) => string;
  /** In place of the own name. */
  own: string;
  /** Has as many points. */
  even: string;
  /** Over the last seconds of a question that are shown again. */
  again: (seconds: number) => string;
  ranking: string;
  /** Around the number of those who live, on a projector. */
  living: (all: number) => { before: string; after: string };
  fallen: (count: number) => string;
  /** Where more share the first rank than a list has rows. */
  allFirst: (people: number) => string;
  amongFirst: (people: number) => string;
  /** For who has not played yet. */
  howToPlay: string;
  howToChoose: string;
  howToWrite: string;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

const ko: ShowWords = {
  partTally: (right, played) => `${played}명 중 ${right}명 정답`,
  tally: (right, played) => {
    if (right === 0) return '아무도 못 맞혔어요';
    return right === played && played > 1 ? '모두 맞혔어요' : `${played}명 중 ${right}명`;
  },
  spared: '모두 남아요',
  seat: (number) => `${number}번`,
  moment: (moment) => {
    switch (moment.kind) {
      case 'lone':
        return '혼자 맞혔어요';
      case 'climb':
        return `${moment.ranks}계단 올라갔어요`;
      case 'fastest':
        return `가장 빨랐어요 · ${seconds(moment.ms)}초`;
      case 'streak':
        return `${moment.rights}문제 연속 정답`;
      case 'fell':
        return `${moment.of}명 중 ${moment.people}명이 떨어졌어요`;
      case 'unhurt':
        return `목숨 ${moment.lives}개가 그대로예요`;
      case 'late':
        return `마지막 1초에 ${moment.people}명이 바꿨어요`;
    }
  },
  own: '나',
  even: '같은 점수',
  again: (count) => `마지막 ${count}초 다시 보기`,
  ranking: '순위',
  living: (all) => ({ before: `${all}명 중`, after: '명 생존' }),
  fallen: (count) => `${count}명 탈락`,
  allFirst: (people) => `${people}명이 공동 1등이에요`,
  amongFirst: (people) => `공동 선두 ${people}명 중 한 명이에요`,
  howToPlay: '시간이 끝나기 전에 정답 칸으로 걸어가세요',
  howToChoose: '시간이 끝나기 전에 마음에 드는 칸으로 걸어가세요',
  howToWrite: '시간이 끝나기 전에 휴대폰에 적어 주세요',
};

const en: ShowWords = {
  partTally: (right, played) => `${right} of ${played} right`,
  tally: (right, played) => {
    if (right === 0) return 'Nobody was right';
    return right === played && played > 1 ? 'Everybody was right' : `${right} of ${played}`;
  },
  spared: 'Everybody stays',
  seat: (number) => `Seat ${number}`,
  moment: (moment) => {
    switch (moment.kind) {
      case 'lone':
        return 'The only one who was right';
      case 'climb':
        return `Up ${moment.ranks} places`;
      case 'fastest':
        return `Fastest · ${seconds(moment.ms)} s`;
      case 'streak':
        return `${moment.rights} in a row`;
      case 'fell':
        return `${moment.people} of ${moment.of} fell here`;
      case 'unhurt':
        return `The only one with all ${moment.lives} lives`;
      case 'late':
        return `${moment.people} changed in the last second`;
    }
  },
  own: 'You',
  even: 'same points',
  again: (count) => `The last ${count} seconds again`,
  ranking: 'Ranking',
  living: (all) => ({ before: '', after: `of ${all} alive` }),
  fallen: (count) => `${count} fallen`,
  allFirst: (people) => `${people} people share first place`,
  amongFirst: (people) => `You are among ${people} in front`,
  howToPlay: 'Walk to the right answer before time runs out',
  howToChoose: 'Walk to what you like before time runs out',
  howToWrite: 'Write on your phone before time is up',
};

export const showWords = { ko, en };
