/** Words that hosts alone see, of walls and walking. */
const ko = {
  map: '맵',
  maps: { yard: '빈 마당', garden: '정원', maze: '미로', own: '이 서버의 맵' },
  walking: '걷기',
  walkings: { free: '자유롭게', checked: '걸음 속도 확인' },
  checkedHint: '아무도 걷는 것보다 빨리 갈 수 없어요. 순간 이동은 걸어서 올 수 있는 곳까지만 돼요.',
};

const en: typeof ko = {
  map: 'Map',
  maps: { yard: 'Open yard', garden: 'Garden', maze: 'Maze', own: 'The map of this server' },
  walking: 'Walking',
  walkings: { free: 'Free', checked: 'Checked' },
  checkedHint:
    'Nobody gets anywhere faster than on foot. Who jumps comes as far as they could have walked.',
};

export const groundWords = { ko, en };
