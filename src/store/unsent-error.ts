import { RoomError } from '../protocol/index.js';

/** The store is away, and was so already: what was asked of it was never sent, so it has not happened. */
export class UnsentError extends RoomError {
  constructor() {
    super('STORE_AWAY');
  }
}
