/** What hosts read about who waits, was turned away or is missing, and about removing many at once. */
import type { ErrorCode } from '../../protocol/errors.js';

type Why = Partial<Record<ErrorCode, string>>;

const why: Record<'ko' | 'en', Why> = {
  ko: {
    ROOM_FULL: '자리가 없어서',
    ROOM_LOCKED: '문이 잠겨서',
    ROOM_TOO_BIG_FOR_FORMAT: '큰 방에 맞지 않는 프로그램이라서',
    KNOWS_ANSWERS: '정답을 이미 봐서',
    TICKET_NEEDED: '입장권이 없어서',
    KICKED: '강퇴된 사람이라서',
    NAME_NOT_ON_LIST: '명단에 없는 이름이라서',
    NAME_TAKEN: '이미 쓰는 이름이라서',
    RATE_LIMITED: '이름을 너무 많이 틀려서',
  },
  en: {
    ROOM_FULL: 'no seat was free',
    ROOM_LOCKED: 'the room is locked',
    ROOM_TOO_BIG_FOR_FORMAT: 'a program that cannot be in a big room',
    KNOWS_ANSWERS: 'had seen answers',
    TICKET_NEEDED: 'no ticket',
    KICKED: 'was removed for good',
    NAME_NOT_ON_LIST: 'not on the list',
    NAME_TAKEN: 'somebody else has the name',
    RATE_LIMITED: 'too many wrong names',
  },
};

const ko = {
  why: why.ko,
  title: '입구',
  seats: (here: number, all: number) => `${all}자리 중 ${here}`,
  turnedAway: (count: number) => `${count}명 못 들어옴`,
  reason: (text: string, count: number) => `${text} ${count}명`,
  waiting: (count: number) => `${count}명 입장 중`,
  makeRoom: '자리 늘리기',
  makeRoomTo: (seats: number) => `자리 늘리기: ${seats}자리로`,
  missing: (count: number) => `안 온 사람 (${count})`,
  more: (count: number) => `외 ${count}명`,
  nobodyMissing: '명단에 있는 사람이 모두 왔어요.',
  remove: '여러 사람 내보내기',
  removeHint: '막지는 않아요. 다시 들어올 수 있고, 못 들어온 사람이 먼저 들어와요.',
  removals: {
    unmoved: '한 번도 안 움직인 사람 모두',
    lastMinute: '최근 1분 안에 들어온 사람 모두',
  },
  ask: {
    unmoved: (count: number) => `한 번도 움직이지 않은 ${count}명을 내보낼까요?`,
    lastMinute: (count: number) => `최근 1분 안에 들어온 ${count}명을 내보낼까요?`,
  },
  doRemove: (count: number) => `${count}명 내보내기`,
  nobodyToRemove: '내보낼 사람이 없어요.',
  removed: (count: number) => `${count}명을 내보냈어요.`,
};

const en: typeof ko = {
  why: why.en,
  title: 'Door',
  seats: (here, all) => `${here} of ${all}`,
  turnedAway: (count) => `${count} turned away`,
  reason: (text, count) => `${count}: ${text}`,
  waiting: (count) => `${count} coming in`,
  makeRoom: 'Make room',
  makeRoomTo: (seats) => `Make room for ${seats}`,
  missing: (count) => `Missing (${count})`,
  more: (count) => `and ${count} more`,
  nobodyMissing: 'Everybody on the list is here.',
  remove: 'Remove many at once',
  removeHint:
    'Nobody is banned: they may come again, and those who were turned away come in first.',
  removals: {
    unmoved: 'All who never moved',
    lastMinute: 'All who came in the last minute',
  },
  ask: {
    unmoved: (count) => `Remove ${count} who never moved?`,
    lastMinute: (count) => `Remove ${count} who came in the last minute?`,
  },
  doRemove: (count) => `Remove ${count}`,
  nobodyToRemove: 'There is nobody to remove.',
  removed: (count) => (count === 1 ? '1 was removed.' : `${count} were removed.`),
};

export const doorWords = { ko, en };
