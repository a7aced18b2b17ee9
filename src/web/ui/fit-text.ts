import { largestFitting } from './largest-fitting.js';

export interface FitLimits {
  /** CSS pixels, where nobody chose larger text in the browser. */
  max: number;
  /** Bounds `max` by this share of the width of the containing box. */
  maxOfWidth?: number;
  min: number;
  /** Share of the height of the containing box that the text may take while it is still comfortable to read. */
  share?: number;
  /** Below this size, a text would rather take the whole box, and break inside long words. */
  comfortable?: number;
  /** The containing box grows up to its `max-height`, where it has one, and scrolls: `min` grows with chosen text, too. */
  grows?: boolean;
}

/** How much larger a person wants text than browsers have it. */
const zoomOfText = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Sets the font size of `element` so that it fits the box of `container`, at any size of either. */
function fit(element: HTMLElement, container: HTMLElement, limits: FitLimits): void {
  const { share = 1, maxOfWidth = 1, grows = false } = limits;
  const zoom = zoomOfText();
  const min = Math.round(limits.min * (grows ? zoom : 1));
  const most = grows ? parseFloat(getComputedStyle(container).maxHeight) : NaN;
  const height = Number.isNaN(most) ? container.clientHeight : most;
  const comfortable = (limits.comfortable ?? min) * zoom;
  const widest = Math.floor(container.clientWidth * maxOfWidth * zoom);
  const max = Math.max(min, Math.min(Math.round(limits.max * zoom), widest));
  const fitsAt = (part: number) => (size: number) => {
    element.style.fontSize = `${size}px`;
    return element.offsetHeight <= height * part && element.scrollWidth <= element.clientWidth + 1;
  };
  const inWholeBox = (): number => largestFitting(min, Math.min(max, comfortable), fitsAt(1));
  // Whole words first, unless one long word would make all of them small.
  element.style.overflowWrap = 'normal';
  let size = largestFitting(min, max, fitsAt(share));
  if (size < comfortable) size = Math.max(size, inWholeBox());
  if (size < comfortable || !fitsAt(1)(size)) {
    const isFitting = fitsAt(1)(size);
    element.style.overflowWrap = 'anywhere';
    const broken = inWholeBox();
    if (!isFitting || broken > size) size = broken;
    else element.style.overflowWrap = 'normal';
  }
  element.style.fontSize = `${size}px`;
}

/** Attachment: keeps the text of an element fitting its parent while either changes. */
export function fitText(limits: () => FitLimits): (element: HTMLElement) => () => void {
  return (element) => {
    const container = element.parentElement;
    if (!container) return () => undefined;
    let size = '';
    const sizeOf = () => `${container.clientWidth} ${container.clientHeight}`;
    const apply = () => {
      fit(element, container, limits());
      size = sizeOf();
    };
    apply();
    // An observer tells the first size, too, which is known.
    const observer = new ResizeObserver(() => {
      if (sizeOf() !== size) apply();
    });
    observer.observe(container);
    const changes = new MutationObserver(apply);
    changes.observe(element, { characterData: true, childList: true, subtree: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  };
}
