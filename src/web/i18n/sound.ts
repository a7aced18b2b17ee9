/** Words about sound, on projectors and for hosts. */
import type { Language } from '../../protocol/http.js';

const ko = {
  title: '소리',
  turnOn: '소리 켜기',
  modes: { all: '음악과 효과음', effects: '효과음만', off: '소리 끔' },
  mode: '들려줄 소리',
  volume: '음량',
  offset: '소리 시점',
  offsetValue: (ms: number) => (ms === 0 ? '제때' : ms < 0 ? `${-ms}ms 일찍` : `${ms}ms 늦게`),
  offsetHint: '소리가 화면보다 늦게 들리면 왼쪽으로 옮기세요.',
  hostHint: '큰 화면 모두에 적용돼요. 큰 화면마다 따로 줄이거나 끌 수도 있어요.',
  ownHint: '이 화면에만 적용돼요. M 키로 끄고 켜요.',
  byHost: '진행자가 소리를 껐어요.',
  test: '들어 보기',
  phone: '이 휴대폰에서 소리 내기',
  phoneHint: '3-2-1, 종, 정답과 오답',
};

const en: typeof ko = {
  title: 'Sound',
  turnOn: 'Sound on',
  modes: { all: 'Music and effects', effects: 'Effects only', off: 'No sound' },
  mode: 'What is played',
  volume: 'Volume',
  offset: 'Timing',
  offsetValue: (ms: number) =>
    ms === 0 ? 'on time' : ms < 0 ? `${-ms} ms earlier` : `${ms} ms later`,
  offsetHint: 'Move it to the left if you hear things after you see them.',
  hostHint: 'For all big screens. Each has its own volume and switch as well.',
  ownHint: 'For this screen only. The key M switches it off and on.',
  byHost: 'The host has switched the sound off.',
  test: 'Try it',
  phone: 'Play sounds on this phone',
  phoneHint: '3-2-1, the bell, right and wrong',
};

export const soundWords: Record<Language, typeof ko> = { ko, en };
