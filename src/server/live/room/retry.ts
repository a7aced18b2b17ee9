import { isAway, RoomError } from '../../../protocol/index.js';

/** Until the next try, in ms. */
const RETRY_MS = 500;

/**
 * Tries the work again while the store is away, or others always come first; stops, without an error, once
 * `isOver`.
 */
export async function retryWhileAway(
  work: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) && !isTooLate(error)) throw error;
      if (isOver()) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
  }
}

function isTooLate(error: unknown): boolean {
  return error instanceof RoomError && error.code === 'TOO_LATE';
}
