const LOOK_EVERY_MS = 500;

/**
 * Ends this process as SIGTERM does once whoever started it is gone: npm runs us by a shell, and a signal
 * to npm may end only that shell. Windows tells nobody that a parent has gone, and needs it less: there
 * Ctrl-C and a closed window reach all that runs in it.
 */
export function endWithParent() {
  // Somebody who starts us without npm may want to leave us behind.
  if (process.platform === 'win32' || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  looking.unref();
}
