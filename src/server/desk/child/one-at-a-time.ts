import { RoomError } from '../../../protocol/errors.js';

/** Turns at something that only one may do at a time. */
export class OneAtATime {
  private last: Promise<unknown> = Promise.resolve();

  /** Rejects with BUSY, without doing the work, where its turn does not come in so many ms. */
  run<T>(work: () => Promise<T>, mostWaitMs?: number): Promise<T> {
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const leave = (): void => {
        hasLeft = true;
        reject(new RoomError('BUSY', 'the server has much to do: try again in a moment'));
      };
      const timer = mostWaitMs === undefined ? undefined : setTimeout(leave, mostWaitMs);
      // Who waits behind it does not care how it ended.
      this.last = this.last.then(() => {
        clearTimeout(timer);
        return hasLeft ? undefined : work().then(resolve, reject);
      });
    });
  }
}
