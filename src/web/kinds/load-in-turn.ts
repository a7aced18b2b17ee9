/** How a phone loads the pictures of choices while their question is read (R16.13). */

/** With less time before the choices, all are loaded at once. */
const LEAST_MS = 3_000;
/** In which part of that time a phone begins, at a moment drawn anew: 200 that begin together hold up everybody's moves. */
const BEGIN_WITHIN = 0.4;
/** After which part of it all that are left are loaded at once, by a phone for which one after the other takes too long. */
const HURRY_AFTER = 0.7;

export interface Loadable {
  /** Begins where that has not begun; resolves when it is there, or known to be missing. */
  load(): Promise<void>;
}

/** Loads one after the other, so that moves find the link free; `leftMs` is until they are shown. Returns what stops it. */
export function loadInTurn(
  pictures: readonly Loadable[],
  leftMs: number,
  random: () => number,
): () => void {
  let isStopped = false;
  const loadAll = (): void => {
    for (const picture of pictures) void picture.load();
  };
  const loadEach = async (): Promise<void> => {
    for (const picture of pictures) {
      if (isStopped) return;
      await picture.load();
    }
  };
  if (leftMs < LEAST_MS) loadAll();
  else {
    const timers = [
      setTimeout(() => void loadEach(), leftMs * BEGIN_WITHIN * random()),
      setTimeout(loadAll, leftMs * HURRY_AFTER),
    ];
    return () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }
  return () => undefined;
}
