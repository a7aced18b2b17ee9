import { raw, type Request, type Response } from 'express';
import { QUIZ_FILE_MAX_BYTES } from '../../protocol/limits.js';

const read = raw({ type: () => true, limit: QUIZ_FILE_MAX_BYTES });

/**
 * The bytes of a request's body, unpacked; undefined where it has none. Rejects with an error that has
 * an HTTP `status` where they are too many or cannot be unpacked.
 */
export function readBody(request: Request, response: Response): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) =>
    read(request, response, (error?: Error) => {
      const body: unknown = request.body;
      if (error !== undefined) reject(error);
      else resolve(Buffer.isBuffer(body) ? body : undefined);
    }),
  );
}
