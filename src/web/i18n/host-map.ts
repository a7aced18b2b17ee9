/** Words of the form for a map, and of a correction of one. */
const ko = {
  drawn: '준비된 지도',
  maps: { world: '세계', europe: '유럽', korea: '한국' },
  alts: {
    world: '이름이 없는 세계 지도',
    europe: '이름이 없는 유럽 지도',
    korea: '이름이 없는 한국 지도',
  },
  scored: '정답인 자리가 있어요',
  scoredHint: '끄면 의견을 묻는 문제예요. 점수가 없고, 모두가 어디에 섰는지 보여 줘요.',
  near: (percent: number) => `안쪽 원 ${percent}%: 여기까지 점수를 다 받아요`,
  far: (percent: number) => `바깥쪽 원 ${percent}%: 여기부터 점수가 없어요`,
  target: '정답 자리',
  placesHow:
    '그림을 누르면 이름 있는 장소가 생겨요. 없어도 돼요. 번호를 끌거나 화살표 키로 옮기세요.',
  atPlace: '이름 있는 장소로',
  choosePlace: '장소 고르기',
  tap: '그림을 눌러 정답 자리를 옮기세요.',
};

const en: typeof ko = {
  drawn: 'Ready-made maps',
  maps: { world: 'World', europe: 'Europe', korea: 'Korea' },
  alts: {
    world: 'A map of the world without names',
    europe: 'A map of Europe without names',
    korea: 'A map of Korea without names',
  },
  scored: 'One place is right',
  scoredHint:
    'Without it the question asks for an opinion: no points, and all see where everybody stands.',
  near: (percent) => `Inner circle ${percent}%: full points up to here`,
  far: (percent) => `Outer circle ${percent}%: no points from here on`,
  target: 'The right place',
  placesHow:
    'Tap the picture to name a place; you need none. Drag the numbers, or move them with arrow keys.',
  atPlace: 'At a named place',
  choosePlace: 'Choose a place',
  tap: 'Tap the picture to move the right place.',
};

/** Read `hostMapWords[i18n.current]` inside templates. */
export const hostMapWords = { ko, en };
