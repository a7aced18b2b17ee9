/** Loaded before a program (`--import`): SIGUSR2 keeps its event loop busy for `BLOCK_MS`, or for good. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('SIGUSR2', () => {
    const until = Date.now() + Number(process.env.BLOCK_MS ?? Infinity);
    while (Date.now() < until);
  });
