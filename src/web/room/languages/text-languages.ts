/** Tells elements in which language their text is (`lang`), where that is a text of a quiz set in several languages (R30.17). */
import type { SetLanguage } from '../../../protocol/set-languages.js';

const languages = new Map<string, SetLanguage>();
const MOST_TEXTS = 20_000;
/** Whose `lang` was set here. */
const marked = new WeakSet<Element>();

/** Says of a text of the set in which language it is; one without letters, such as a year, is in none. */
export function noteText(text: string, language: SetLanguage): void {
  if (!/\p{L}/u.test(text)) return;
  // More than a long evening has: those of the sets before.
  if (languages.size >= MOST_TEXTS) languages.clear();
  languages.set(text.trim(), language);
}

/** The language of a text, or of what is said in it of the set. */
function languageOf(element: Element): SetLanguage | undefined {
  const text = (element.getAttribute('alt') ?? element.textContent).trim();
  const exact = languages.get(text);
  if (exact !== undefined || !element.closest('[aria-live]')) return exact;
  // A screen reader's text has words of the page around it.
  const inside = [...languages.keys()].filter((one) => one !== '' && text.endsWith(one));
  const [longest = ''] = inside.toSorted((a, b) => b.length - a.length);
  return languages.get(longest);
}

function mark(element: Element): void {
  if (element.hasAttribute('lang') && !marked.has(element)) return;
  const language = languageOf(element);
  if (language !== undefined) {
    element.setAttribute('lang', language);
    marked.add(element);
  } else if (marked.delete(element)) element.removeAttribute('lang');
}

/** Marks what holds texts itself, in all of `node`. */
function markIn(node: Node): void {
  if (node instanceof Text || node instanceof HTMLImageElement) {
    const element = node instanceof Text ? node.parentElement : node;
    if (element !== null) mark(element);
  }
  node.childNodes.forEach(markIn);
}

let isMarking = false;

/** Marks all of the page, now and whenever a text of it changes. */
export function markTexts(): void {
  if (isMarking) return;
  isMarking = true;
  const page = document.body;
  markIn(page);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (addedNodes.length === 0) markIn(target);
      addedNodes.forEach(markIn);
    }
  }).observe(page, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['alt'],
  });
}
