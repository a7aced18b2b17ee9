import { json, type Request, type Response } from 'express';
import { z } from 'zod';
import { RoomError } from '../../protocol/errors.js';

const MAX_BODY_BYTES = 1024;
const read = json({ limit: MAX_BODY_BYTES });

/**
 * A small body as `schema` has it. Rejects with BAD_REQUEST, and with an error that has an HTTP `status` where it is
 * too large or is no JSON.
 */
export async function readJson<T>(
  schema: z.ZodType<T>,
  request: Request,
  response: Response,
): Promise<T> {
  await new Promise<void>((resolve, reject) =>
    read(request, response, (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
    }),
  );
  return asIn(schema, request.body);
}

/** Throws BAD_REQUEST. */
export function asIn<T>(schema: z.ZodType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new RoomError('BAD_REQUEST', z.prettifyError(parsed.error));
  return parsed.data;
}
