import { setPriority } from 'node:os';

/** The child's side of ChildWorker: answers one job after the other, and ends with the server. */
export function serveJobs(answer: (job: never) => Promise<unknown>): void {
  // Games come first.
  setPriority(10);
  process.on('message', (job) => {
    answer(job as never)
      .then((made) => process.send?.(made))
      .catch(() => process.exit(1));
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}
