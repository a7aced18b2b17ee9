/** Words about the items of a programme; a page loads them when one is on. */
import type { ShownItem } from '../../protocol/programme.js';

const ko = {
  kinds: {
    slide: '슬라이드',
    break: '쉬는 시간',
    draw: '추첨',
    standings: '순위',
  } satisfies Record<ShownItem['kind'], string>,
  standings: '지금까지의 순위',
  noStandings: '아직 점수를 얻은 사람이 없어요',
  yourPlace: (rank: string, score: string) => `내 순위 ${rank} · ${score}점`,
  breakSoon: '곧 다시 시작해요',
  startsAt: (time: string) => `${time}에 시작해요`,
  untilStart: '시작까지 남은 시간',
  startsSoon: '곧 시작해요',
  clock: '지금 시각',
  round: (number: number, of: number) => `${of}라운드 중 ${number}라운드`,
  times: (factor: number) => `점수 ${factor}배`,
  standingsLater: '순위는 라운드가 끝나면 나와요',
  standingsHidden: '순위는 나중에 나와요',
  pictureGone: '그림을 볼 수 없어요',
};

const en: typeof ko = {
  kinds: { slide: 'Slide', break: 'Break', draw: 'Draw', standings: 'Standings' },
  standings: 'The standings so far',
  noStandings: 'Nobody has points yet',
  yourPlace: (rank, score) => `Your place: ${rank} · ${score} points`,
  breakSoon: 'We go on in a moment',
  startsAt: (time) => `We start at ${time}`,
  untilStart: 'Time until we start',
  startsSoon: 'We start in a moment',
  clock: 'The time is',
  round: (number, of) => `Round ${number} of ${of}`,
  times: (factor) => `Points × ${factor}`,
  standingsLater: 'The ranking comes after the round',
  standingsHidden: 'The ranking comes later',
  pictureGone: 'The picture cannot be shown',
};

export const itemWords = { ko, en };
