import type { SetFormat } from '../../protocol/desk.js';
import type { Language } from '../../protocol/http.js';

/** Words of the desk, which only hosts load. */
interface DeskWords {
  title: string;
  home: string;
  tickets: string;
  results: string;
  wrongKey: string;
  signOut: string;
  signedInAs: (name: string | null) => string;
  search: string;
  none: string;
  noneFound: string;
  newSet: string;
  newTitle: string;
  edit: string;
  play: string;
  look: string;
  readySets: string;
  playable: (count: number) => string;
  rounds: (count: number) => string;
  slides: (count: number) => string;
  faultyItems: (count: number) => string;
  labels: string;
  all: string;
  fromFile: string;
  fileHint: (most: number) => string;
  usage: (sets: number, mostSets: number, percent: number) => string;
  guest: string;
  questions: (count: number) => string;
  savedAt: (when: string) => string;
  rename: string;
  newName: string;
  save: string;
  cancel: string;
  copy: string;
  download: string;
  downloadAs: Record<SetFormat, string>;
  /** The kinds that a format has no place for. */
  leavesOut: Record<SetFormat, string>;
  versions: string;
  noVersions: string;
  haveBack: string;
  remove: string;
  removed: (title: string) => string;
  undo: string;
  more: string;
  reading: string;
  done: (title: string) => string;
  toCorrect: (faulty: number, count: number) => string;
  openFault: string;
  moreOf: (title: string) => string;
  sessions: string;
  thisBrowser: string;
  lastSeen: (when: string) => string;
  end: string;
}

const ko: DeskWords = {
  title: '내 문제집',
  home: '방 만들러 가기',
  tickets: '입장권',
  results: '게임 결과',
  wrongKey: '링크가 맞지 않아요. 터미널에 나온 링크를 다시 열어 주세요.',
  signOut: '로그아웃',
  signedInAs: (name) => (name === null ? '서버 운영자로 로그인함' : `${name} 님`),
  search: '제목, 문제, 보기에서 찾기',
  none: '아직 문제집이 없어요. 새로 만들거나 파일로 만들어 보세요.',
  noneFound: '찾는 문제집이 없어요.',
  newSet: '새 문제집',
  newTitle: '새 문제집',
  edit: '고치기',
  play: '방 만들기',
  look: '미리 보기',
  readySets: '마당에 들어 있는 문제집',
  playable: (count) => `${count}문제를 쓸 수 있어요`,
  rounds: (count) => `라운드 ${count}개`,
  slides: (count) => `슬라이드 ${count}장`,
  faultyItems: (count) => `고칠 순서 ${count}개`,
  labels: '이름표',
  all: '모두',
  fromFile: '파일로 만들기',
  fileHint: (most) =>
    `엑셀(.xlsx), CSV, JSON, 텍스트, 무들(GIFT, XML), 내려받은 문제집(.zip) · 문제 ${most}개까지`,
  usage: (sets, mostSets, percent) => `문제집 ${sets}/${mostSets}개 · 공간 ${percent}% 사용`,
  guest: '이 브라우저로만 다시 열 수 있어요.',
  questions: (count) => `${count}문제`,
  savedAt: (when) => `${when} 저장`,
  rename: '이름 바꾸기',
  newName: '새 이름',
  save: '저장',
  cancel: '취소',
  copy: '복제',
  download: '내려받기',
  downloadAs: { xlsx: '엑셀로 내려받기 (.xlsx)', gift: '무들용으로 내려받기 (GIFT)' },
  leavesOut: {
    xlsx: '그림에서 찾기 문제는 빠져요',
    gift: '고르기, O·X, 숫자, 적기 문제만 담겨요',
  },
  versions: '이전 버전',
  noVersions: '이전 버전이 없어요.',
  haveBack: '되돌리기',
  remove: '지우기',
  removed: (title) => `“${title}” 문제집을 지웠어요.`,
  undo: '지우기 취소',
  more: '더 보기',
  reading: '파일을 읽는 중…',
  done: (title) => `“${title}” 문제집을 저장했어요.`,
  toCorrect: (faulty, count) => `${count}문제 중 ${faulty}문제를 고쳐야 해요.`,
  openFault: '고치러 가기',
  moreOf: (title) => `“${title}” 더 보기`,
  sessions: '로그인한 브라우저',
  thisBrowser: '이 브라우저',
  lastSeen: (when) => `${when} 사용`,
  end: '로그아웃시키기',
};

const en: DeskWords = {
  title: 'My quiz sets',
  home: 'Create a room',
  tickets: 'Tickets',
  results: 'Results',
  wrongKey: 'This link is not right. Open the link in the terminal again.',
  signOut: 'Sign out',
  signedInAs: (name) =>
    name === null ? 'Signed in as who runs this server' : `Signed in as ${name}`,
  search: 'Find in titles, questions and choices',
  none: 'There is no quiz set yet. Make a new one, or one from a file.',
  noneFound: 'No quiz set has that.',
  newSet: 'New quiz set',
  newTitle: 'New quiz set',
  edit: 'Edit',
  play: 'Play',
  look: 'Look at it',
  readySets: 'Quiz sets that come with Madang',
  playable: (count) => `${count} can be played`,
  rounds: (count) => `${count} ${count === 1 ? 'round' : 'rounds'}`,
  slides: (count) => `${count} ${count === 1 ? 'slide' : 'slides'}`,
  faultyItems: (count) => `${count} of the items to correct`,
  labels: 'Labels',
  all: 'All',
  fromFile: 'Make one from a file',
  fileHint: (most) =>
    `Excel (.xlsx), CSV, JSON, text, Moodle (GIFT, XML), or a set that was downloaded (.zip), up to ${most} questions`,
  usage: (sets, mostSets, percent) =>
    `${sets} of ${mostSets} quiz sets, ${percent}% of the space in use`,
  guest: 'Only this browser can open them again.',
  questions: (count) => (count === 1 ? '1 question' : `${count} questions`),
  savedAt: (when) => `saved ${when}`,
  rename: 'Rename',
  newName: 'New name',
  save: 'Save',
  cancel: 'Cancel',
  copy: 'Duplicate',
  download: 'Download',
  downloadAs: { xlsx: 'Download for Excel (.xlsx)', gift: 'Download for Moodle (GIFT)' },
  leavesOut: {
    xlsx: 'Without places on a picture',
    gift: 'Choices, true or false, numbers and typed answers alone',
  },
  versions: 'Earlier versions',
  noVersions: 'There is no earlier version.',
  haveBack: 'Have it back',
  remove: 'Delete',
  removed: (title) => `“${title}” is deleted.`,
  undo: 'Undo',
  more: 'Show more',
  reading: 'Reading the file…',
  done: (title) => `“${title}” is saved.`,
  toCorrect: (faulty, count) =>
    `${faulty} of ${count} ${faulty === 1 ? 'needs' : 'need'} correction.`,
  openFault: 'Open',
  moreOf: (title) => `More for “${title}”`,
  sessions: 'Browsers that are signed in',
  thisBrowser: 'this browser',
  lastSeen: (when) => `used ${when}`,
  end: 'Sign it out',
};

export const deskWords: Record<Language, DeskWords> = { ko, en };
