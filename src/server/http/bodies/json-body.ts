import {
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { json, type Request, type Response } from 'express';
import type { Observable } from 'rxjs';
import { z } from 'zod';
import { RoomError } from '../../../protocol/errors.js';

const MAX_BODY_BYTES = 1024;

class JsonBodyReader implements NestInterceptor {
  private readonly read: ReturnType<typeof json>;

  constructor(
    private readonly schema: z.ZodType,
    maxBytes: number,
  ) {
    this.read = json({ limit: maxBytes });
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    await new Promise<void>((resolve, reject) =>
      this.read(request, response, (error?: Error) => {
        if (error === undefined) resolve();
        else reject(error);
      }),
    );
    request.body = asIn(this.schema, request.body);
    return next.handle();
  }
}

/**
 * A small body, read after all guards; the handler gets it as `schema` has it, by `@Body()`. Refuses with
 * BAD_REQUEST, and with an error that has an HTTP `status` where it is too large or is no JSON.
 */
export const JsonBody = (schema: z.ZodType, maxBytes = MAX_BODY_BYTES): MethodDecorator =>
  UseInterceptors(new JsonBodyReader(schema, maxBytes));

/** Throws BAD_REQUEST. */
export function asIn<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new RoomError('BAD_REQUEST', z.prettifyError(parsed.error));
  return parsed.data;
}
