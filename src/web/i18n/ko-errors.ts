import type { ErrorCode } from '../../protocol/errors.js';

/** `NO_ANSWER`: the server said nothing in time. */
export type FailureCode = ErrorCode | 'NO_ANSWER';

/** What may be told while no server answers; the words of other codes come when the first of them does. */
export const errors = {
  RATE_LIMITED: '너무 빨라요. 잠시 뒤에 다시 해 주세요.',
  STORE_AWAY: '서버에 문제가 생겼어요. 잠시 뒤에 다시 해 주세요.',
  UPDATING: '서버를 업데이트하고 있어요. 몇 초 뒤에 다시 해 주세요.',
  INTERNAL: '서버에 문제가 생겼어요. 다시 해 주세요.',
  NO_ANSWER: '서버가 대답하지 않아요. 연결을 확인해 주세요.',
};

/** The same of notices. */
export const notices = {
  STORE_AWAY: '서버에 잠깐 문제가 생겼어요. 자리와 점수는 그대로예요.',
  DRAINING: '서버를 다시 시작하고 있어요. 곧 자동으로 다시 연결돼요.',
};
