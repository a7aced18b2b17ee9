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
  writeOwn: 'Write your own questions',
  ownSets: 'My quiz sets',
  nowhere: 'There is no page at that address. You can start here.',
};

export const homeWords: Record<Language, typeof ko> = { ko, en };
