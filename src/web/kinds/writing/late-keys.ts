/** How long keys may still be meant for a form that is gone, in ms. */
const LATE_MS = 600;
/** Before the arena, and whatever has the focus. */
const CAPTURE = { capture: true };

/** Keeps letters and digits that were meant for a field from whatever hears them now that it is gone. */
export function keepLateKeys(page: EventTarget): void {
  const keep = (event: Event): void => {
    const { code, target } = event as KeyboardEvent;
    const isElsewhere = target instanceof Element && target.matches('input, textarea, select');
    if (/^(?:Digit|Numpad|Key)/.test(code) && !isElsewhere) event.stopImmediatePropagation();
  };
  page.addEventListener('keydown', keep, CAPTURE);
  setTimeout(() => page.removeEventListener('keydown', keep, CAPTURE), LATE_MS);
}
