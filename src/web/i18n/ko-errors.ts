import type { ErrorCode, NoticeCode } from '../../protocol/errors.js';

/** `NO_ANSWER`: the server said nothing in time. */
export type FailureCode = ErrorCode | 'NO_ANSWER';

export const errors: Record<FailureCode, string> = {
  BAD_REQUEST: '입력한 내용을 다시 확인해 주세요. 너무 길거나 쓸 수 없는 글자가 있어요.',
  UNKNOWN_EVENT: '페이지가 오래됐어요. 새로고침해 주세요.',
  NOT_IN_ROOM: '지금은 방에 들어가 있지 않아요.',
  ALREADY_IN_ROOM: '이미 방에 들어가 있어요.',
  WRONG_ROOM: '지금 있는 방과 다른 방이에요.',
  ROOM_NOT_FOUND: '그 PIN을 쓰는 방이 없어요. 숫자를 다시 확인해 주세요.',
  ROOM_FULL: '방이 가득 찼어요. 누가 나가면 다시 해 주세요.',
  ROOM_LOCKED: '진행자가 방을 잠갔어요. 지금은 들어갈 수 없어요.',
  KICKED: '진행자가 이 방에서 내보냈어요. 이 기기로는 다시 들어갈 수 없어요.',
  NAME_NOT_ON_LIST: '진행자의 명단에 없는 이름이에요. 명단에 적힌 대로 이름을 적어 주세요.',
  NAME_TAKEN: '그 이름으로 들어온 사람이 있어요. 본인이라면 진행자에게 말해 주세요.',
  NAMES_FIXED: '이 방에서는 이름을 바꿀 수 없어요.',
  NOT_HOST: '진행자만 할 수 있어요.',
  NOT_A_PLAYER: '참가자만 할 수 있어요.',
  WRONG_PHASE: '지금은 할 수 없어요.',
  BUSY: '지금은 서버가 다른 게임을 진행하고 있거나 바빠요. 나중에 다시 해 주세요.',
  TOO_LATE: '게임이 그사이에 넘어가서 아무것도 바꾸지 않았어요.',
  PLAYER_NOT_FOUND: '그 참가자는 방에 없어요.',
  MESSAGE_NOT_FOUND: '그 메시지는 이미 지워졌거나 너무 오래됐어요.',
  QUIZ_SET_NOT_FOUND: '그 문제집을 찾을 수 없어요.',
  NOT_ENOUGH_QUESTIONS: '문제집에 문제가 그만큼 없어요. 문제 수를 줄여 주세요.',
  BAD_QUIZ_FILE: '문제 파일에 고칠 곳이 있어요. 고친 뒤 다시 올려 주세요.',
  MUTED: '진행자가 채팅을 껐어요.',
  BLIND: '문제가 열려 있는 동안에는 할 수 없어요.',
  SLOW_MODE: '천천히 말하기가 켜져 있어요. 조금 기다렸다가 다시 보내 주세요.',
  RATE_LIMITED: '너무 빨라요. 잠시 뒤에 다시 해 주세요.',
  TOO_MANY_PINS: 'PIN을 너무 많이 틀렸어요. 1분 뒤에 다시 해 주세요.',
  TOO_MANY_ROOMS: '지금은 방이 너무 많아요. 나중에 다시 만들어 주세요.',
  HOST_PASSWORD: '진행자 비밀번호가 맞지 않아요. 이 서버를 운영하는 사람에게 물어보세요.',
  TOO_MANY_SCREENS: '이 방에 연결된 큰 화면이 너무 많아요. 하나를 닫고 다시 해 주세요.',
  FORBIDDEN: '이 브라우저에는 권한이 없어요.',
  STORE_AWAY: '서버에 문제가 생겼어요. 잠시 뒤에 다시 해 주세요.',
  UPDATING: '서버를 업데이트하고 있어요. 몇 초 뒤에 다시 해 주세요.',
  INTERNAL: '서버에 문제가 생겼어요. 다시 해 주세요.',
  NO_ANSWER: '서버가 대답하지 않아요. 연결을 확인해 주세요.',
};

export const notices: Record<NoticeCode, string> = {
  SCREEN_DISMISSED: '진행자가 이 큰 화면을 닫았어요.',
  COCKPIT_ENDED: '진행자가 이 링크를 끊었어요.',
  SESSION_REPLACED: '다른 탭이나 기기에서 이 방을 열었어요.',
  ROOM_CLOSED: '오랫동안 아무 일이 없어서 닫혔어요.',
  ROOM_LOST: '서버에서 이 방이 사라졌어요. 새로 만들어 주세요.',
  STORE_AWAY: '서버에 잠깐 문제가 생겼어요. 자리와 점수는 그대로예요.',
  STORE_BACK: '서버가 다시 연결됐어요.',
  DRAINING: '서버를 다시 시작하고 있어요. 곧 자동으로 다시 연결돼요.',
};
