/** The texts that stand in `index.html` itself, for when no program runs; the build puts them in, as `{{reload}}`. */
import type { ServerWords } from '../../i18n/made/types.js';

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function withPageTexts(page: string, texts: ServerWords['page']): string {
  const { description, incomplete, reload, noScript } = texts;
  const byName = new Map(Object.entries({ description, incomplete, reload, noScript }));
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = byName.get(name);
    if (text === undefined) throw new Error(`index.html has {{${name}}}, which is in no catalogue`);
    return escaped(text);
  });
}
