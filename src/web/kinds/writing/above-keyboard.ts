/** A part of the height that is missing for less is no keyboard, as the bars of a browser. */
const LEAST_PX = 120;

/**
 * Attachment for a form: while a keyboard on the screen covers the page, or takes of its height, the page is marked with
 * `data-keyboard` and knows how much is covered (`--keyboard`), and it stands still below.
 */
export function aboveKeyboard(form: HTMLElement): () => void {
  const { visualViewport: seen } = window;
  const root = document.documentElement;
  let tallest = innerHeight;
  let width = innerWidth;
  const forget = () => {
    delete root.dataset['keyboard'];
    root.style.removeProperty('--keyboard');
  };
  const look = () => {
    // A phone that is turned has another height without a keyboard.
    tallest = innerWidth === width ? Math.max(tallest, innerHeight) : innerHeight;
    width = innerWidth;
    const covered = seen && seen.scale === 1 ? Math.max(0, innerHeight - seen.height) : 0;
    const isWriting = form.contains(document.activeElement);
    if (!isWriting || tallest - innerHeight + covered < LEAST_PX) return forget();
    root.dataset['keyboard'] = '';
    root.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    document.activeElement?.scrollIntoView({ block: 'nearest' });
    // Some browsers push the page up, so that the question would be out of sight.
    scrollTo(0, 0);
  };
  look();
  seen?.addEventListener('resize', look);
  addEventListener('resize', look);
  form.addEventListener('focusin', look);
  form.addEventListener('focusout', look);
  return () => {
    seen?.removeEventListener('resize', look);
    removeEventListener('resize', look);
    forget();
  };
}
