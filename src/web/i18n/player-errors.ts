import type { Language } from '../../protocol/http.js';

/** What else a player can be told than `errors`; a file of its own, so that nobody loads it who is told nothing. */
const ko = {
  BAD_REQUEST: '입력한 내용을 다시 확인해 주세요. 너무 길거나 쓸 수 없는 글자가 있어요.',
  UNKNOWN_EVENT: '페이지가 오래됐어요. 새로고침해 주세요.',
  NOT_IN_ROOM: '지금은 방에 들어가 있지 않아요.',
  ALREADY_IN_ROOM: '이미 방에 들어가 있어요.',
  WRONG_ROOM: '지금 있는 방과 다른 방이에요.',
  ROOM_NOT_FOUND: '그 PIN을 쓰는 방이 없어요. 숫자를 다시 확인해 주세요.',
  ROOM_FULL: '방이 가득 찼어요. 자리가 나면 자동으로 들어가요. 이 화면을 그대로 두세요.',
  ROOM_TOO_BIG_FOR_FORMAT: '이 페이지는 이렇게 큰 방에 쓰기에는 오래됐어요. 새로고침해 주세요.',
  ROOM_LOCKED: '진행자가 방을 잠갔어요. 지금은 들어갈 수 없어요.',
  KNOWS_ANSWERS: '이번 게임의 정답을 미리 봤어요. 게임이 끝나면 참가할 수 있어요.',
  TICKET_NEEDED: '이 방에는 입장권이 있어야 들어갈 수 있어요.',
  WRONG_TICKET:
    '이 방의 입장권이 아니거나, 새로 발급되어 못 쓰게 된 입장권이에요. 진행자에게 말해 주세요.',
  OTHER_WIRE: '서버가 새 버전으로 바뀌었어요. 페이지를 곧 자동으로 다시 불러와요.',
  OTHER_VERSION: '전에 하던 방은 이 버전의 프로그램에서 이어서 할 수 없어요.',
  KICKED: '진행자가 이 방에서 내보냈어요. 이 기기로는 다시 들어갈 수 없어요.',
  NAME_NOT_ON_LIST: '진행자의 명단에 없는 이름이에요. 명단에 적힌 대로 이름을 적어 주세요.',
  NAME_TAKEN: '그 이름으로 들어온 사람이 있어요. 본인이라면 진행자에게 말해 주세요.',
  NAME_RESERVED: '진행자로 보이는 이름은 쓸 수 없어요. 다른 이름을 적어 주세요.',
  NAMES_FIXED: '이 방에서는 이름을 바꿀 수 없어요.',
  NOT_HOST: '진행자만 할 수 있어요.',
  NOT_A_PLAYER: '참가자만 할 수 있어요.',
  NOT_IN_HALLS: '큰 방에서만 할 수 있어요.',
  WRONG_PHASE: '지금은 할 수 없어요.',
  BUSY: '지금은 서버가 다른 게임을 진행하고 있거나 바빠요. 나중에 다시 해 주세요.',
  MUTED: '진행자가 채팅을 껐어요.',
  BLIND: '문제를 푸는 동안에는 할 수 없어요.',
  SLOW_MODE: '지금은 채팅을 천천히 보내야 해요. 조금 기다렸다가 다시 보내 주세요.',
  TOO_SLOW: '연결이 너무 느려서 파일을 받지 못했어요. 다시 해 보거나 더 작은 파일을 골라 주세요.',
  TOO_MANY_PINS: 'PIN을 너무 많이 틀렸어요. 1분 뒤에 다시 해 주세요.',
  TOO_MANY_SCREENS: '이 방에 연결된 큰 화면이 너무 많아요. 하나를 닫고 다시 해 주세요.',
  UNKNOWN_HOST:
    '주소창에 있는 이름을 이 서버가 몰라요. 숫자로 된 주소로 열거나, 서버를 운영하는 사람에게 PUBLIC_URL을 정해 달라고 해 주세요.',
  FORBIDDEN: '이 브라우저에는 권한이 없어요.',
};

const en: typeof ko = {
  BAD_REQUEST: 'Please check what you entered: it is too long or has characters we cannot use.',
  UNKNOWN_EVENT: 'This page is out of date. Please reload it.',
  NOT_IN_ROOM: 'You are not in a room right now.',
  ALREADY_IN_ROOM: 'You are in a room already.',
  WRONG_ROOM: 'That is not the room you are in.',
  ROOM_NOT_FOUND: 'There is no room with that PIN. Please check the digits.',
  ROOM_FULL:
    'The room is full. You will join as soon as there is a seat: just keep this page open.',
  ROOM_TOO_BIG_FOR_FORMAT: 'This page is too old for a room this large. Please reload it.',
  ROOM_LOCKED: 'The host has locked the room. Nobody new can join right now.',
  KNOWS_ANSWERS: 'You have seen answers of this game. You can play when it is over.',
  TICKET_NEEDED: 'You need a ticket for this room.',
  WRONG_TICKET:
    'This ticket is not for this room, or a new one was made in its place. Please tell the host.',
  OTHER_WIRE: 'The server has a new version. This page will soon reload automatically.',
  OTHER_VERSION: 'The room of before cannot go on in this version of the program.',
  KICKED: 'The host removed you from this room. You cannot join it again on this device.',
  NAME_NOT_ON_LIST: 'That name is not on the list of the host. Please write it as it is listed.',
  NAME_TAKEN: 'Somebody has already joined with that name. If it is yours, please tell the host.',
  NAME_RESERVED: 'That name is for the host. Please choose another.',
  NAMES_FIXED: 'Players do not choose their names in this room.',
  NOT_HOST: 'Only the host can do that.',
  NOT_A_PLAYER: 'Only players can do that.',
  NOT_IN_HALLS: 'Only big rooms have that.',
  WRONG_PHASE: 'That is not possible right now.',
  BUSY: 'The server has something else to do right now: another game, or too much at once. Please try again later.',
  MUTED: 'The host has turned the chat off.',
  BLIND: 'Not while a question is open.',
  SLOW_MODE: 'The chat is slowed down. Please wait a little and send it again.',
  TOO_SLOW: 'The connection is too slow for this file. Please try again, or take a smaller one.',
  TOO_MANY_PINS: 'Too many wrong PINs. Please try again in a minute.',
  TOO_MANY_SCREENS: 'This room has too many big screens. Please close one and try again.',
  UNKNOWN_HOST:
    'This server does not know the name in the address bar. Open it by its address, or ask who runs it to set PUBLIC_URL.',
  FORBIDDEN: 'This browser is not allowed to do that.',
};

export const playerErrors: Record<Language, typeof ko> = { ko, en };
