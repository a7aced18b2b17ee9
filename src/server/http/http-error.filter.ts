import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { serverWords } from '../../i18n/made/server/words.js';
import { languageOf } from '../platform/identity/request-origin.js';
import {
  RoomError,
  limits,
  type ErrorCode,
  type HttpError,
  type Language,
} from '../../protocol/index.js';
import type { SendPage } from './page-file.js';

const STATUS: Partial<Record<ErrorCode, number>> = {
  NOT_SIGNED_IN: 401,
  UNKNOWN_HOST: 403,
  FORBIDDEN: 403,
  NOT_HOST: 403,
  KICKED: 403,
  TOO_MUCH_KEPT: 403,
  ROOM_NOT_FOUND: 404,
  QUIZ_SET_NOT_FOUND: 404,
  PLAYER_NOT_FOUND: 404,
  GAME_NOT_FOUND: 404,
  TICKETS_NOT_FOUND: 404,
  NAME_TAKEN: 409,
  WRONG_PHASE: 409,
  STALE: 409,
  STORE_AWAY: 503,
  DATABASE_AWAY: 503,
  BUSY: 503,
  TOO_SLOW: 408,
  RATE_LIMITED: 429,
  TOO_MANY_PINS: 429,
};

/** For what is left of a body that is refused, in ms. */
const BODY_WAIT_MS = 1000;

/** Answers every error as `HttpError`: expected ones with their code, bugs as INTERNAL and logged. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  /** Who went to an address that leads nowhere, and is a person, gets the page. */
  constructor(
    private readonly sendPage: SendPage,
    private readonly reportBug: (error: unknown) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    // Who went away in the middle of a body hears no answer, and nothing is wrong here.
    if (hasLeft(request, error)) return;
    const { status, ...body } = this.describe(error, languageOf(request));
    if (status === 404 && request.method === 'GET' && request.accepts('json', 'html') === 'html') {
      this.sendPage(request, response.status(404));
      return;
    }
    afterBody(request, () => response.status(status).json({ error: body }));
  }

  private describe(error: unknown, language: Language): HttpError['error'] & { status: number } {
    if (error instanceof RoomError) {
      const { code, message } = error;
      const { rows, unit } = error as Pick<HttpError['error'], 'rows' | 'unit'>;
      return {
        status: STATUS[code] ?? 400,
        code,
        message,
        ...(rows !== undefined && { rows }),
        ...(unit !== undefined && { unit }),
      };
    }
    const status = statusOf(error);
    if (status === 413) {
      const { limit = limits.QUIZ_FILE_MAX_BYTES } = error as { limit?: number };
      const { tooLarge } = serverWords[language].server.file;
      return { status, code: 'BAD_QUIZ_FILE', message: tooLarge({ kB: limit / 1024 }) };
    }
    if (status === 404) return { status, code: 'NOT_FOUND', message: 'no such thing here' };
    if (status < 500) return { status, code: 'BAD_REQUEST', message: 'this is no request' };
    this.reportBug(error);
    return { status: 500, code: 'INTERNAL', message: 'something went wrong on the server' };
  }
}

/**
 * A connection that is closed while a body still comes may take the answer with it, and a proxy then says 502.
 * So what is left of a small one is read and thrown away, but not for long.
 */
function afterBody(request: Request, answer: () => void): void {
  const bytes = Number(request.headers['content-length'] ?? Infinity);
  if (request.complete || bytes > limits.QUIZ_SHEET_MAX_BYTES) {
    answer();
    return;
  }
  const done = (): void => {
    clearTimeout(timer);
    request.off('end', done);
    answer();
  };
  const timer = setTimeout(done, BODY_WAIT_MS);
  request.once('end', done).resume();
}

function hasLeft({ destroyed, complete }: Request, error: unknown): boolean {
  const isExpected =
    error instanceof RoomError || (error as { code?: unknown } | null)?.code === 'ECONNRESET';
  return destroyed && !complete && isExpected;
}

/** Nest's exceptions and those of Express's middleware both carry an HTTP status. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : 500;
}
