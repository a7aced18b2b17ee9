import type { Page } from 'playwright-core';

/** A phone upright and on its side, small and large. */
export const PHONES = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;

/** In the page, as text: the types of a browser are not those of these tests. */
const FAULTS = `(() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the window');
  const isCutBy = (box, { left, right, top, bottom }, { overflowX, overflowY }) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return (
      (overflowX !== 'visible' && overflowX !== 'auto' && (x < left || x > right)) ||
      (overflowY !== 'visible' && overflowY !== 'auto' && (y < top || y > bottom))
    );
  };
  const isShortened = ({ textOverflow, webkitLineClamp, maskImage }) =>
    textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none';
  const isCut = (element, box) => {
    for (let part = element; part; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (isShortened(style) || style.overflowX === 'auto' || style.overflowY === 'auto') return false;
      if (part !== document.body && part !== document.documentElement && style.display !== 'contents') {
        if (isCutBy(box, part.getBoundingClientRect(), style)) return true;
      }
    }
    return false;
  };
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (element.closest('.visually-hidden, [inert]')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) faults.push('"' + word + '" is torn');
      else if (boxes.some((box) => isCut(element, box))) faults.push('"' + word + '" is cut off');
    }
  }
  return faults;
})()`;

/** What of a page as it is now does not fit: sideways scrolling, words torn in two, text outside of its box. */
export async function layoutFaults(page: Page): Promise<string[]> {
  // Texts fit themselves into their boxes when these have their sizes.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  return page.evaluate<string[]>(FAULTS);
}
