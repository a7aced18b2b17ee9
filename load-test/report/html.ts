/** HTML in which text cannot become markup: whatever is put into a template is escaped, unless it is HTML itself. */

export class Html {
  constructor(readonly markup: string) {}
}

type Content = Html | string | number | readonly Html[];

export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(String.raw({ raw: parts }, ...contents.map(render)));
}

export const EMPTY = new Html('');

function render(content: Content): string {
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(render).join('');
  return escape(String(content));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
