import type { Page } from 'playwright-core';

/** A small phone upright and on its side, and a large one on its side, which is wide enough for two columns. */
export const PHONES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 844, height: 390 },
] as const;

export const PROJECTORS = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

/** CSS pixels; in less nobody finds a way. */
const LEAST_ARENA = 96;

/** In the page, as text: the types of a browser are not those of these tests. */
export const FAULTS = `(() => {
  const LEAST_ARENA = ${LEAST_ARENA};
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the window');
  // Of each element once: styles and boxes of all around it are what takes long.
  const clips = new Map();
  const clipsOf = (element) => {
    if (!element) return [];
    let found = clips.get(element);
    if (found !== undefined) return found;
    const style = getComputedStyle(element);
    const { textOverflow, webkitLineClamp, maskImage, overflowX, overflowY, display } = style;
    const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || maskImage !== 'none';
    if (isShortened || overflowX === 'auto' || overflowY === 'auto') found = [];
    else {
      found = clipsOf(element.parentElement);
      const isPage = element === document.body || element === document.documentElement;
      if (!isPage && display !== 'contents' && (overflowX !== 'visible' || overflowY !== 'visible')) {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [hidesX, hidesY] = [overflowX !== 'visible', overflowY !== 'visible'];
        found = [{ left, right, top, bottom, hidesX, hidesY }, ...found];
      }
    }
    clips.set(element, found);
    return found;
  };
  const isCut = (element, box) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return clipsOf(element).some(
      ({ left, right, top, bottom, hidesX, hidesY }) =>
        (hidesX && (x < left || x > right)) || (hidesY && (y < top || y > bottom)),
    );
  };
  // Lines that stand close share less than half of the space above and below their letters.
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
  for (const field of document.querySelectorAll('input[inputmode=numeric]'))
    if (field.scrollWidth > field.clientWidth) faults.push(field.value + ' does not fit its field');
  const arena = document.querySelector('[data-testid=arena]:not(.listed *)');
  if (arena && arena.clientHeight < LEAST_ARENA) faults.push('an arena of ' + arena.clientHeight + ' px');
  for (const area of document.querySelectorAll('*'))
    if (area.scrollWidth > area.clientWidth + 1 && getComputedStyle(area).overflowY === 'auto')
      faults.push('"' + area.innerText.trim().slice(0, 40).split("\\n")[0] + '" scrolls sideways');
  // Japanese and Chinese have no spaces; the signs "~" make words of the pseudo-language longer.
  const MAY_BREAK = /[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]/u;
  const pressed = new Map();
  const range = document.createRange();
  const root = document.querySelector('dialog:modal') ?? document.body;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (data.trim() === '') continue;
    if (element.closest('.visually-hidden, [inert]')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{N}~]+/gu)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 && !MAY_BREAK.test(word)) faults.push('"' + word + '" is torn');
      else if (boxes.some((box) => isCut(element, box))) faults.push('"' + word + '" is cut off');
      const button = element.closest('button');
      if (button) pressed.set(button, [...(pressed.get(button) ?? []), { element, word, boxes }]);
    }
  }
  for (const words of pressed.values())
    for (const a of words)
      for (const b of words)
        if (a.element !== b.element && a.boxes.some((one) => b.boxes.some((other) => meet(one, other))))
          faults.push('"' + a.word + '" and "' + b.word + '" meet');
  return faults;
})()`;

/** Turns the page, or back, and waits until texts have fitted themselves into their boxes. */
const turned = (dir: 'ltr' | 'rtl'): string =>
  `document.documentElement.dir = '${dir}';
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/**
 * The parts of a page as it is now that do not fit at these sizes, and at the first of them from right to left as well:
 * sideways scrolling, words torn in two, text outside of its box, words of a button on each other, an arena without
 * space, or one that turns.
 */
export async function layoutFaults(
  page: Page,
  sizes: readonly { width: number; height: number }[],
): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const [index, { width, height }] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    for (const dir of index === 0 ? (['rtl', 'ltr'] as const) : (['ltr'] as const)) {
      await page.evaluate(turned(dir));
      const faults = await page.evaluate<string[]>(FAULTS);
      found.push(...faults.map((fault) => `${width} × ${height} ${dir}: ${fault}`));
    }
  }
  await page.setViewportSize(before);
  return found;
}

/** In the page, as text: what of it a finger does not reach, and what it says of an answer that is not seen whole. */
const OUT_OF_REACH = `(() => {
  const faults = [];
  for (const said of document.querySelectorAll('[data-testid=stage] p *'))
    if (said.scrollWidth > said.clientWidth + 1 && getComputedStyle(said).overflowX !== 'visible') faults.push('"' + said.textContent.trim() + '" is cut');
  const bar = document.querySelector('header.top');
  if (bar?.checkVisibility() && bar.lastElementChild.getBoundingClientRect().top >= bar.firstElementChild.getBoundingClientRect().bottom) faults.push('the bar on top has two rows');
  const root = document.querySelector('dialog:modal, [role=dialog]') ?? document.body;
  for (const control of root.querySelectorAll('button, input, a[href]')) {
    if (control.disabled || !control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.closest('[inert], .visually-hidden, .shade')) continue;
    const name = control.dataset.testid ?? control.innerText.trim().split('\\n').join(' ').slice(0, 40);
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // An area that hides what is beyond its edge scrolls for scripts, and for no finger.
    for (let around = control.parentElement; around; around = around.parentElement) {
      const { overflowY } = getComputedStyle(around);
      if (overflowY === 'auto' || overflowY === 'scroll' || around.scrollTop + around.scrollLeft === 0) continue;
      around.scrollTop = around.scrollLeft = 0;
    }
    const { left, right, top, bottom } = control.getBoundingClientRect();
    if (right - left === 0) continue;
    const isOut = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (isOut) faults.push(name + ' is out of the page');
    else if (!over || !(control.contains(over) || control.closest('label')?.contains(over))) faults.push(name + ' is covered by ' + (over?.dataset.testid ?? over?.className));
  }
  return faults;
})()`;

/** The controls of a page as it is now that a finger does not reach, and answers that are cut. */
export const outOfReachNow = (page: Page): Promise<string[]> => page.evaluate(OUT_OF_REACH);

/** A small phone, the same with text twice as large, and a phone on its side. */
const REACHES = [
  { width: 360, height: 640, text: 1 },
  { width: 360, height: 640, text: 2 },
  { width: 800, height: 360, text: 1 },
] as const;

/** The same at these sizes. */
export async function outOfReach(
  page: Page,
  sizes: readonly { width: number; height: number; text?: number }[] = REACHES,
): Promise<string[]> {
  const before = page.viewportSize()!;
  const found: string[] = [];
  for (const { width, height, text = 1 } of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`document.documentElement.style.fontSize = '${text * 100}%'`);
    await page.evaluate(turned('ltr'));
    const faults = await outOfReachNow(page);
    found.push(...faults.map((fault) => `${width} × ${height}, text × ${text}: ${fault}`));
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  await page.setViewportSize(before);
  return found;
}
