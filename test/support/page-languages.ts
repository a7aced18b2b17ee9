import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '../../src/i18n/made/languages.js';
import { FAULTS } from './layout.js';

/**
 * In the page, as text: its own module of languages, which is the same one wherever it is imported from. A menu
 * offers no pseudo-language, and would lie above what is looked at.
 */
const CHOICE = `(async () => {
  for (const { name } of performance.getEntriesByType('resource')) {
    if (!/\\/assets\\/.*\\.js$/.test(name)) continue;
    const found = Object.values(await import(name)).find(
      (one) => typeof one === 'object' && one !== null && 'whenChosen' in one,
    );
    if (found) return found;
  }
  throw new Error('the page has no choice of languages');
})()`;

/** Texts that stick out of their boxes or the window, that are shortened, and those of fields that do not fit there. */
const STICKS_OUT = `(() => {
  const faults = [];
  const root = document.querySelector('dialog:modal') ?? document.body;
  const nameOf = (element) => element.closest('[data-testid]')?.dataset.testid ?? element.tagName;
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, [inert]');
  const isScrolled = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const boxOf = (element) => {
    let at = element;
    while (/^(inline|contents)$/.test(getComputedStyle(at).display)) at = at.parentElement;
    return at.getBoundingClientRect();
  };
  const range = document.createRange();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: element } = texts.currentNode;
    if (data.trim() === '' || !isSeen(element)) continue;
    range.selectNodeContents(texts.currentNode);
    const box = boxOf(element);
    const pressed = element.closest('button, .button, summary, [role=tab]')?.getBoundingClientRect();
    const said = nameOf(element) + ' "' + data.trim().slice(0, 60) + '"';
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (width === 0) continue;
      if (isScrolled(element) ? false : left < -1 || right > innerWidth + 1) faults.push(said + ' lies beside the window');
      else if (left < box.left - 1 || right > box.right + 1) faults.push(said + ' is wider than its box');
      else if (pressed && (left < pressed.left - 1 || right > pressed.right + 1 || top < pressed.top - 4 || bottom > pressed.bottom + 4))
        faults.push(said + ' sticks out');
    }
  }
  for (const element of root.querySelectorAll('*')) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isShortened =
      (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) ||
      (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2);
    if (isShortened && isSeen(element)) faults.push(nameOf(element) + ' "' + element.textContent.trim() + '" is shortened');
  }
  const { fontSize } = getComputedStyle(document.documentElement);
  const isHelped = parseFloat(fontSize) <= 16 && document.documentElement.lang !== 'en-XA';
  const canvas = document.createElement('canvas').getContext('2d');
  // On a narrow page in large text a list ends early until it is opened, which shows all of its texts.
  const isNarrow = parseFloat(fontSize) > 16 && innerWidth < 400;
  // A placeholder may end early in large text, and in the pseudo-language. Titles of sets are as long as somebody made them.
  for (const field of root.querySelectorAll('select:not([data-testid=quiz-set]), input:not([type]), input[type=text], input[type=search]')) {
    const isList = field.tagName === 'SELECT';
    const text = isList ? !isNarrow && field.selectedOptions[0]?.label : field.value || (isHelped ? field.placeholder : '');
    if (!text || !isSeen(field)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    canvas.font = font;
    const space = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (isList ? 16 : 0);
    const width = canvas.measureText(text).width;
    if (width > space + 1)
      faults.push(nameOf(field) + ' cuts "' + text + '": ' + Math.round(width) + ' of ' + Math.round(space) + ' px');
  }
  return faults;
})()`;

const CHOSEN = `(globalThis.choice_ ??= await ${CHOICE})`;

/** Shows the page in each language, one after the other, and tells what does not fit there, the language first. */
export async function inEveryLanguage(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`(async () => {
    const choice = ${CHOSEN};
    const found = [];
    const before = choice.current;
    for (const language of ${JSON.stringify(LANGUAGES)}) {
      await choice.choose(language);
      // Texts fit themselves into their boxes.
      for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
      const faults = [...${FAULTS}, ...${STICKS_OUT}];
      found.push(...faults.map((fault) => language + ': ' + fault));
    }
    await choice.choose(before);
    return found;
  })()`);
  return [...new Set(found)];
}

/** Shows the page in one language, also in the pseudo-language, until `then` is done. */
export async function inLanguage(
  page: Page,
  language: Language,
  then: () => Promise<void>,
): Promise<void> {
  const choose = (tag: string) =>
    page.evaluate<void>(`(async () => ${CHOSEN}.choose(${JSON.stringify(tag)}))()`);
  const before = await page.evaluate<string>('document.documentElement.lang');
  await choose(language);
  await then();
  await choose(before);
}
