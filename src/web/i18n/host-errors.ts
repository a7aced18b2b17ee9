import type { Language } from '../../protocol/http.js';

/** Of codes that only those get who host or write quiz sets. */
const ko = {
  NOT_ENOUGH_QUESTIONS: '문제집에 문제가 그만큼 없어요. 문제 수를 줄여 주세요.',
  BAD_QUIZ_FILE: '문제 파일에 고칠 곳이 있어요. 고친 뒤 다시 올려 주세요.',
  FAINT_COLOURS:
    '이 두 색으로는 글자를 읽기 어려워요. 둘 다 더 진하게 하거나 둘 다 더 밝게 해 주세요.',
  BAD_IMAGE: '이 그림은 쓸 수 없어요. 8 MB까지의 JPEG, PNG, WebP, GIF를 올려 주세요.',
  GAME_NOT_FOUND: '그 게임을 찾을 수 없어요.',
  TICKETS_NOT_FOUND: '그 입장권 명단을 찾을 수 없어요.',
  QUIZ_SET_NOT_FOUND: '그 문제집을 찾을 수 없어요.',
  TOO_MANY_ROOMS: '지금은 방이 너무 많아요. 나중에 다시 만들어 주세요.',
  HOST_PASSWORD: '진행자 비밀번호가 맞지 않아요. 이 서버를 운영하는 사람에게 물어보세요.',
  NOT_SIGNED_IN: '먼저 로그인해 주세요.',
  STALE: '다른 탭이나 기기에서 먼저 저장했어요.',
  TOO_MUCH_KEPT: '더 저장할 수 없어요. 쓰지 않는 문제집을 지워 주세요.',
  DATABASE_AWAY: '지금은 저장된 문제집을 열 수 없어요. 게임은 그대로 할 수 있어요.',
  MESSAGE_NOT_FOUND: '그 메시지는 이미 지워졌거나 너무 오래됐어요.',
  PLAYER_NOT_FOUND: '그 참가자는 방에 없어요.',
  TOO_LATE: '게임이 그사이에 넘어가서 아무것도 바꾸지 않았어요.',
};

const en: typeof ko = {
  NOT_ENOUGH_QUESTIONS: 'The quiz set has fewer questions. Please choose a smaller number.',
  BAD_QUIZ_FILE:
    'Something in the quiz file is wrong. Please correct it and choose the file again.',
  FAINT_COLOURS:
    'Text would be hard to read in these two colours. Make both darker, or both lighter.',
  BAD_IMAGE: 'This picture cannot be used. Take a JPEG, PNG, WebP or GIF of up to 8 MB.',
  GAME_NOT_FOUND: 'That game cannot be found.',
  TICKETS_NOT_FOUND: 'That list of tickets cannot be found.',
  QUIZ_SET_NOT_FOUND: 'That quiz set cannot be found.',
  TOO_MANY_ROOMS: 'There are too many rooms right now. Please try again later.',
  HOST_PASSWORD: 'Wrong host password. Ask whoever runs this server.',
  NOT_SIGNED_IN: 'Please sign in first.',
  STALE: 'Another tab or device has saved this first.',
  TOO_MUCH_KEPT: 'No more can be saved. Delete quiz sets that you do not use.',
  DATABASE_AWAY: 'Saved quiz sets cannot be opened right now. Games go on.',
  MESSAGE_NOT_FOUND: 'That message is gone already, or too old.',
  PLAYER_NOT_FOUND: 'That player is not in the room.',
  TOO_LATE: 'That came too late: the game has gone on. Nothing was changed.',
};

/** A file of its own, so that players do not load it. */
export const hostErrors: Record<Language, typeof ko> = { ko, en };
