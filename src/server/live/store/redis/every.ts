export interface Repeated {
  /** Runs the work now, unless it is being done already, or was stopped. */
  run(): void;
  /** Resolves when no run is under way any more; there is none after it. */
  stop(): Promise<void>;
}

/** Does `work` at intervals, never twice at the same time. `failed` hears of errors. */
export function every(
  intervalMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
): Repeated {
  let running: Promise<void> | undefined;
  let isStopped = false;
  const run = (): void => {
    if (isStopped) return;
    running ??= work()
      .catch(failed)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, intervalMs);
  return {
    run,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
