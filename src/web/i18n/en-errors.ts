import type { errors as Errors, notices as Notices } from './ko-errors.js';

export const errors: typeof Errors = {
  RATE_LIMITED: 'That was too fast. Please wait a moment and try again.',
  STORE_AWAY: 'The server has a problem. Please try again in a moment.',
  UPDATING: 'The server is being updated. Please try again in a few seconds.',
  INTERNAL: 'Something went wrong on the server. Please try again.',
  NO_ANSWER: 'The server does not answer. Please check your connection.',
};

export const notices: typeof Notices = {
  STORE_AWAY: 'The server has a problem and will be back soon. Your seat and score are safe.',
  DRAINING: 'The server is restarting. You will be reconnected automatically.',
};
