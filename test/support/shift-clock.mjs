/** Loaded before a program (`--import`): each SIGUSR2 sets the clock of the machine, as the program sees it, by the next of `SHIFTS_MS`. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const RealDate = Date;
  const now = Date.now.bind(Date);
  const shifts = process.env.SHIFTS_MS.split(',').map(Number);
  let shift = 0;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [now() + shift] : args));
    }
    static now() {
      return now() + shift;
    }
  };
  process.on('SIGUSR2', () => (shift += shifts.shift() ?? 0));
}
