/** Words about a map on which everybody stands anywhere (R16.23); loaded with the first question that is no choice. */
const ko = {
  /** The ninths of a picture without named places, row by row. */
  ninths: [
    '왼쪽 위',
    '가운데 위',
    '오른쪽 위',
    '왼쪽 가운데',
    '한가운데',
    '오른쪽 가운데',
    '왼쪽 아래',
    '가운데 아래',
    '오른쪽 아래',
  ],
  hint: '그림을 누르거나 화살표 키로 원하는 자리에 서세요.',
  hintPlaces:
    '장소를 고르거나 그림을 누르세요. 화살표 키로 조금씩 옮겨요. 서 있는 바로 그 자리가 답이에요.',
  keys: '지도. 그림을 누르거나 화살표 키, WASD로 움직여요. 숫자 키 1~9는 왼쪽 위부터 오른쪽 아래까지 아홉 곳으로 가요.',
  standing: (part: string) => `지도의 ${part}에 있어요`,
  cluster: (name: string, count: number) => `${name} ${count}명`,
  numbered: (number: number) => `${number}번 무리`,
  clusters: '가장 많이 모인 곳',
  target: '정답 자리',
};

const en: typeof ko = {
  ninths: [
    'top left',
    'top middle',
    'top right',
    'middle left',
    'the very middle',
    'middle right',
    'bottom left',
    'bottom middle',
    'bottom right',
  ],
  hint: 'Tap the picture, or move with arrow keys, to the spot you mean.',
  hintPlaces:
    'Choose a place or tap the picture. Arrow keys move you a little. The very spot where you stand is your answer.',
  keys: 'Map. Tap the picture, or walk with arrow keys or WASD. Keys 1 to 9 go to nine parts of it, from the top left to the bottom right.',
  standing: (part) => `You are at ${part} of the map`,
  cluster: (name, count) => `${name}: ${count}`,
  numbered: (number) => `Group ${number}`,
  clusters: 'Where most of you stand',
  target: 'The right spot',
};

/** Read `mapWords[i18n.current]` inside templates. */
export const mapWords = { ko, en };
