/** Words for the look of an account, which only hosts load. */
const ko = {
  title: '우리 로고와 색',
  hint: '방을 만들 때 한 번 눌러서 쓸 수 있어요. 게임 결과에도 로고가 나와요.',
  main: '주된 색',
  mainHint: '누르는 것, PIN, 내 캐릭터',
  second: '곁들이는 색',
  secondHint: '숫자, 초점, 2등',
  save: '색 저장하기',
  saved: '저장했어요.',
  logo: '로고 올리기',
  logoHint: 'PNG, JPEG, WebP · 300 kB까지',
  logoNow: '지금 로고',
  badLogo: '이 로고는 쓸 수 없어요. 300 kB까지의 PNG, JPEG, WebP를 올려 주세요.',
  removeLogo: '로고 없애기',
  remove: '로고와 색 모두 지우기',
  removed: '지웠어요.',
};

const en: typeof ko = {
  title: 'Your logo and colours',
  hint: 'One click gives them to a room. Results have your logo, too.',
  main: 'Main colour',
  mainHint: 'Buttons, the PIN, the own avatar',
  second: 'Second colour',
  secondHint: 'Numbers, the focus, second place',
  save: 'Save the colours',
  saved: 'Saved.',
  logo: 'Add a logo',
  logoHint: 'PNG, JPEG or WebP of up to 300 kB',
  logoNow: 'Your logo',
  badLogo: 'This logo cannot be used. Take a PNG, JPEG or WebP of up to 300 kB.',
  removeLogo: 'Remove the logo',
  remove: 'Delete logo and colours',
  removed: 'Deleted.',
};

export const lookWords = { ko, en };
