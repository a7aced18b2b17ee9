/** Where the focus goes when the element that had it is no more: the newest of these. */
let homes: HTMLElement[] = [];

/** Attachment for the main part of a page or a panel, which only a program can focus. */
export function focusHome(element: HTMLElement): () => void {
  element.tabIndex = -1;
  homes.push(element);
  return () => {
    homes = homes.filter((home) => home !== element);
  };
}

/**
 * Keeps the focus in the page. Without this it falls to the body with each button that goes away (Enter,
 * Start, the end of a dialog), and who hears the page begins at its top again. Returns what stops it.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target;
  };
  const rescue = () => {
    if (!last || (last.isConnected && !last.matches(':disabled'))) return;
    const active = document.activeElement;
    const isLost = active === null || active === document.body || active === last;
    if (!isLost) last = undefined;
    else homes.at(-1)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(rescue);
  document.addEventListener('focusin', note);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    document.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

/** Attachment for an area that may scroll: while it does, keys can reach and scroll it. */
export function focusWhileScrolling(area: HTMLElement): () => void {
  const look = () => {
    if (area.scrollHeight > area.clientHeight + 1) area.tabIndex = 0;
    else area.removeAttribute('tabindex');
  };
  // The observer's first look comes with a frame, which may take its time.
  look();
  const size = new ResizeObserver(look);
  size.observe(area);
  const content = new MutationObserver(look);
  content.observe(area, { childList: true, characterData: true, subtree: true });
  return () => {
    size.disconnect();
    content.disconnect();
  };
}
