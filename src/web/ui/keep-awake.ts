/**
 * Keeps the screen on until the answer is called: a phone that falls asleep in a long question loses its connection.
 * iOS grants the first lock in a tap only, so this is called in the one that joins, or asks again in a later one.
 */
export function keepAwake(): () => void {
  const end = new AbortController();
  if ('wakeLock' in navigator) lockScreen(end.signal);
  else
    import('./awake-without-lock.js').then(
      ({ playStream }) => {
        if (!end.signal.aborted) playStream(end.signal);
      },
      () => undefined,
    );
  return () => end.abort();
}

function lockScreen(end: AbortSignal): void {
  let lock: WakeLockSentinel | undefined;
  let isAsking = false;
  const request = async () => {
    // The browser takes it back with each time that the page is hidden.
    if (isAsking || document.hidden || lock?.released === false) return;
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (end.aborted) await lock.release();
    } catch {
      // An empty battery, or no tap yet.
    }
    isAsking = false;
  };
  const ask = () => void request();
  ask();
  document.addEventListener('visibilitychange', ask, { signal: end });
  document.addEventListener('click', ask, { signal: end });
  end.addEventListener('abort', () => void lock?.release());
}
