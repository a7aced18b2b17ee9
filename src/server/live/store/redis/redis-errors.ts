import type { ChainableCommander } from 'ioredis';
import { ERROR_CODES, RoomError, type ErrorCode } from '../../../../protocol/index.js';
import { MovingError, UnsentError } from '../contract.js';

/**
 * Errors with which a Redis replies that cannot serve now: full, loading, a replica, failing over,
 * blocked or unable to save. Older ones quote them behind a dash in the error of a script. EXECABORT is
 * what becomes of a transaction, even one that only reads, in a Redis that is full.
 */
const UNFIT =
  /(?:^|-)(OOM|EXECABORT|LOADING|READONLY|MASTERDOWN|BUSY|MISCONF|NOREPLICAS|UNBLOCKED)\b/;

/**
 * Replies by nodes of a cluster that do not have the keys now: they are at another node, on their way there, or at
 * none, as while a replica takes over. Nothing was done then.
 */
const ELSEWHERE = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN)\b/;

/** A user without the right to a command, key or channel. Scripts say it in other words, by version. */
const REFUSAL = /^NOPERM\b|ACL failure in script|The user executing the script can't/;

/** The client's words for a command for which it has no connection. */
const UNSENT = "Stream isn't writeable";

/** Awaits a reply; errors come out as `asRoomError` makes them. */
export async function askRedis<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw asRoomError(error);
  }
}

/** Awaits all replies of a pipeline or transaction, in order. */
export async function askAll(pipeline: ChainableCommander): Promise<unknown[]> {
  const replies = (await askRedis(pipeline.exec())) ?? [];
  return replies.map(([error, reply]) => {
    if (error !== null) throw asRoomError(error);
    return reply;
  });
}

/** `MADANG <code> <detail>` is a refusal by a script. What is not a reply means that Redis is away. */
export function asRoomError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const [, code, detail = ''] = /^MADANG (\w+) ?(.*)$/s.exec(error.message) ?? [];
  if (isErrorCode(code)) return new RoomError(code, detail === '' ? code : detail);
  if (error.message.startsWith(UNSENT)) return new UnsentError();
  if (isElsewhere(error)) return new MovingError();
  if (error.name !== 'ReplyError' || UNFIT.test(error.message) || isRefusal(error))
    return new RoomError('STORE_AWAY');
  // A Redis that is there and well does not understand us: a bug.
  return error;
}

export function isElsewhere(error: unknown): boolean {
  return error instanceof Error && ELSEWHERE.test(error.message);
}

/** Whether the user that Redis knows us by may not do what was asked. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && REFUSAL.test(error.message);
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return ERROR_CODES.includes(code as ErrorCode);
}
