import { lookPath, type Look } from '../../protocol/look.js';

let worn: HTMLLinkElement | undefined;

/** Resolves when the page has the styles of a look, in place of those of the one before. */
export function wearLook(look: Look | undefined): Promise<void> {
  if (look === undefined) return Promise.reject(new Error('the room has no look'));
  const href = lookPath(look);
  if (worn?.getAttribute('href') === href) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.addEventListener('load', () => {
      worn?.remove();
      worn = link;
      resolve();
    });
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('the look has not arrived'));
    });
    link.href = href;
    document.head.append(link);
  });
}
