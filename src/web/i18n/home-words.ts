import type { Language } from '../../protocol/http.js';

/** Words of the start page, which nobody sees who comes by a QR code. */
const ko = {
  tagline: '모두 한 마당에 모여 푸는 퀴즈',
  seatWaiting: (pin: string) => `${pin}번 방에 있었어요`,
  seatReturn: '다시 들어가기',
  publicRooms: '공개 방',
  noPublicRooms: '지금은 공개 방이 없어요.',
  refresh: '새로고침',
  createTitle: '방 만들기',
  hostOffer: '퀴즈 진행하기',
  writeOwn: '내 문제 만들기',
  ownSets: '내 문제집',
  tryNow: '지금 바로 구경하기',
  tryTitle: '게임 한 판 구경하기',
  tryHint:
    '녹화한 게임이에요. 참가자 40명은 컴퓨터가 움직였어요. 화면은 큰 화면에 나오는 그대로예요.',
  tryStop: '그만 보기',
  tryAgain: '처음부터 다시',
  tryLarge: '새 탭에서 크게 보기',
  lastSets: '최근 문제집',
  lastGames: '최근 게임',
  host: '진행하기',
  hostAgain: '다시 진행하기',
  hostThis: (what: string, title: string) => `${what}: ${title}`,
  allResults: '모든 게임 결과',
  noSets: '아직 문제집이 없어요. 첫 문제를 만들어 보세요.',
  nowhere: '그런 주소의 페이지는 없어요. 여기서 시작해 보세요.',
};

const en: typeof ko = {
  tagline: 'A live quiz for everybody in the hall',
  seatWaiting: (pin) => `You were in room ${pin}`,
  seatReturn: 'Join again',
  publicRooms: 'Public rooms',
  noPublicRooms: 'There are no public rooms right now.',
  refresh: 'Refresh',
  createTitle: 'Create a room',
  hostOffer: 'Host a quiz',
  writeOwn: 'Make a quiz',
  ownSets: 'My quiz sets',
  tryNow: 'Try it now',
  tryTitle: 'Watch a game',
  tryHint:
    'This game was recorded. A computer moved its 40 players. You see what the big screen shows.',
  tryStop: 'Stop',
  tryAgain: 'Play it again',
  tryLarge: 'Watch it large in a new tab',
  lastSets: 'Your last quiz sets',
  lastGames: 'Your last games',
  host: 'Host',
  hostAgain: 'Host again',
  hostThis: (what, title) => `${what}: ${title}`,
  allResults: 'All results',
  noSets: 'You have no quiz sets yet. Make your first questions.',
  nowhere: 'There is no page at that address. You can start here.',
};

export const homeWords: Record<Language, typeof ko> = { ko, en };
