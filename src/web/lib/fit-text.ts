export interface FitLimits {
  /** CSS pixels. */
  max: number;
  min: number;
  /** Share of the height of the containing box that the text may take while it is still comfortable to read. */
  share?: number;
  /** Below this size, a text would rather take the whole box. */
  comfortable?: number;
}

/** Largest whole number in [min, max] that `fits`; `min` where none does. */
export function largestFitting(min: number, max: number, fits: (size: number) => boolean): number {
  let low = min;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Sets the font size of `element` so that it fits the box of `container`, at any size of either. */
function fit(element: HTMLElement, container: HTMLElement, limits: FitLimits): void {
  const { max, min, share = 1, comfortable = min } = limits;
  const fitsAt = (part: number) => (size: number) => {
    element.style.fontSize = `${size}px`;
    return (
      element.offsetHeight <= container.clientHeight * part &&
      element.scrollWidth <= element.clientWidth + 1
    );
  };
  // Whole words first; only a text that fits in no size may break inside them.
  element.style.overflowWrap = 'normal';
  let size = largestFitting(min, max, fitsAt(share));
  if (size < comfortable) size = Math.max(size, largestFitting(min, comfortable, fitsAt(1)));
  if (!fitsAt(1)(size)) {
    element.style.overflowWrap = 'anywhere';
    size = largestFitting(min, comfortable, fitsAt(1));
  }
  element.style.fontSize = `${size}px`;
}

/** Attachment: keeps the text of an element fitting its parent while either changes. */
export function fitText(limits: () => FitLimits): (element: HTMLElement) => () => void {
  return (element) => {
    const container = element.parentElement;
    if (!container) return () => undefined;
    const apply = () => fit(element, container, limits());
    apply();
    const observer = new ResizeObserver(apply);
    observer.observe(container);
    const changes = new MutationObserver(apply);
    changes.observe(element, { characterData: true, childList: true, subtree: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  };
}
