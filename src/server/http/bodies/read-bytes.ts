import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RoomError } from '../../../protocol/errors.js';
import { joinSteps } from '../../platform/zip/join-steps.js';

/** After so many bytes, others get their turn: on a fast line, 2 MB would come at once. */
const SLICE_BYTES = 64 * 1024;

/** The bytes of a request's body, read beside the games of this process. Rejects with what `tooLarge` makes. */
export async function readBytes(
  request: IncomingMessage,
  mostBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let slice = 0;
  // An answer has to come by the connection, so it stays.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      slice += chunk.length;
      if (bytes > mostBytes) throw tooLarge();
      if (slice < SLICE_BYTES) continue;
      slice = 0;
      await nextTurn();
    }
  } catch (error) {
    // Who has gone is no bug.
    throw request.destroyed ? new RoomError('BAD_REQUEST', 'the body has no end') : error;
  }
  return inTurns(joinSteps(chunks));
}

async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
