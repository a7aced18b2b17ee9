import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { languageOf } from '../identity/request-origin.js';
import {
  RoomError,
  limits,
  type ErrorCode,
  type HttpError,
  type Language,
} from '../protocol/index.js';
import { sendPacked } from './packed-files.js';

const STATUS: Partial<Record<ErrorCode, number>> = {
  FORBIDDEN: 403,
  NOT_HOST: 403,
  KICKED: 403,
  ROOM_NOT_FOUND: 404,
  WRONG_PHASE: 409,
  STORE_AWAY: 503,
  RATE_LIMITED: 429,
  TOO_MANY_PINS: 429,
};

const MOST_KB = limits.QUIZ_FILE_MAX_BYTES / 1024;
const TOO_LARGE: Record<Language, string> = {
  ko: `파일이 ${MOST_KB} kB보다 커요`,
  en: `The file is larger than ${MOST_KB} kB`,
};

/** Answers every error as `HttpError`: expected ones with their code, bugs as INTERNAL and logged. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  /** Who went to an address that leads nowhere, and is a person, gets the page in `webDir`. */
  constructor(
    private readonly webDir: string,
    private readonly reportBug: (error: unknown) => void,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, ...body } = this.describe(error, languageOf(request));
    if (status === 404 && request.method === 'GET' && request.accepts('json', 'html') === 'html') {
      sendPacked(request, response.status(404), this.webDir, 'index.html', {}, this.reportBug);
      return;
    }
    response.status(status).json({ error: body });
  }

  private describe(error: unknown, language: Language): HttpError['error'] & { status: number } {
    if (error instanceof RoomError) {
      const { code, message } = error;
      const { rows } = error as Pick<HttpError['error'], 'rows'>;
      return {
        status: STATUS[code] ?? 400,
        code,
        message,
        ...(rows === undefined ? {} : { rows }),
      };
    }
    const status = statusOf(error);
    if (status === 413) return { status, code: 'BAD_QUIZ_FILE', message: TOO_LARGE[language] };
    if (status < 500) return { status, code: 'BAD_REQUEST', message: 'no such thing here' };
    this.reportBug(error);
    return { status: 500, code: 'INTERNAL', message: 'something went wrong on the server' };
  }
}

/** Nest's exceptions and those of Express's middleware both carry an HTTP status. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : 500;
}
