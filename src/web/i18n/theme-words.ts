/** Words for how pages look; nobody needs them at the door. */
const ko = {
  yours: '내 화면 색',
  asHost: '진행자가 고른 대로',
  ofRoom: '화면 색',
  ofRoomHint: '큰 화면과 모두의 휴대폰에 쓰여요. 각자 자기 휴대폰에서 바꿀 수 있어요.',
  themes: { yard: '밝게', night: '어둡게', contrast: '또렷하게 (고대비)' },
};

const en: typeof ko = {
  yours: 'Your colours',
  asHost: 'As the host chose',
  ofRoom: 'Colours',
  ofRoomHint: 'For the big screen and all phones. Players can choose others on their own phone.',
  themes: { yard: 'Light', night: 'Dark', contrast: 'High contrast' },
};

export const themeWords = { ko, en };
