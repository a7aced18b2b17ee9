import { isAway } from './room-directory.js';

/** Until the next try, in ms. */
const RETRY_MS = 500;

/** Tries the work again while the store is away; stops, without an error, once `isOver`. */
export async function retryWhileAway(
  work: () => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (isOver()) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
  }
}
