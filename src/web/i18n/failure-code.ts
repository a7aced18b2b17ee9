import type { ErrorCode } from '../../protocol/errors.js';

/** `NO_ANSWER`: the server said nothing in time. */
export type FailureCode = ErrorCode | 'NO_ANSWER';
