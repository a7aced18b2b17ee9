/** The one page of the built client in each language, with the operator's theme (R21.2) and links (R10.12). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { IRouter, Request, Response } from 'express';
import { declared, OPEN } from './access/way-in.js';
import { LANGUAGES } from '../../i18n/made/languages.js';
import { languageOf } from '../platform/identity/request-origin.js';
import type { Language, LegalUrls } from '../../protocol/index.js';
import type { OwnTheme } from '../platform/theme/own-theme.js';
import { packingFor, packings } from './packed-files.js';

const CSS_PATH = '/theme.css';
const LOGO_PATH = '/theme-logo';

/** The operator brings it. */
export interface PageOwn {
  theme?: OwnTheme | undefined;
  legal?: LegalUrls;
}

export type SendPage = (request: Request, response: Response) => void;

/**
 * Read once: the next build may lie there while this process still runs, and its page is one that only the next
 * process understands.
 */
export function pageSender(webDir: string, { theme, legal = {} }: PageOwn): SendPage {
  const isAsBuilt = theme === undefined && Object.keys(legal).length === 0;
  /** By the ending of how it is packed. */
  const read = (language: Language): Map<string, Buffer> => {
    // As the build names it; it has the words of its language loaded along with the program.
    const path = join(webDir, `index.${language}.html`);
    if (!existsSync(path)) throw new Error(`the web client is not built: ${path} is missing`);
    const plain = readFileSync(path);
    if (!isAsBuilt) {
      const linked = withLinks(plain.toString(), legal);
      const page = Buffer.from(theme === undefined ? linked : inTheme(linked, theme));
      return new Map([
        ['', page],
        ['.br', brotliCompressSync(page)],
        ['.gz', gzipSync(page)],
      ]);
    }
    const packed = packings(path).map(
      ({ ending }) => [ending, readFileSync(path + ending)] as const,
    );
    return new Map([['', plain], ...packed]);
  };
  const pages = Object.fromEntries(
    LANGUAGES.map((language) => [language, read(language)]),
  ) as Record<Language, Map<string, Buffer>>;
  return (request, response) => {
    const page = pages[languageOf(request)];
    response.vary('Accept-Language');
    const ending = packingFor(request, response, (one) => page.has(one));
    response.type('html').send(page.get(ending));
  };
}

/** A page that has none asks nobody for them. */
function withLinks(page: string, legal: LegalUrls): string {
  if (Object.keys(legal).length === 0) return page;
  return page.replace('<html', () => `<html data-legal="${escaped(JSON.stringify(legal))}"`);
}

/** The page has the theme before it draws anything. */
function inTheme(page: string, { name, background, logo, version }: OwnTheme): string {
  const attributes = [
    'data-theme="own"',
    `data-own="${escaped(name)}"`,
    ...(logo ? [`data-logo="${LOGO_PATH}?v=${version}"`] : []),
  ];
  return page
    .replace('<html', () => `<html ${attributes.join(' ')}`)
    .replace(/(<meta name="theme-color" content=")[^"]*/, (_, before) => `${before}${background}`)
    .replace('</head>', `<link rel="stylesheet" href="${CSS_PATH}?v=${version}" />\n  </head>`);
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Express answers a browser that has the same already with 304, by the entity tag. */
export function serveTheme(express: IRouter, { css, logo }: OwnTheme): void {
  const caching = { 'Cache-Control': 'public, max-age=3600' };
  const serveCss = (_request: Request, response: Response): void =>
    void response.set(caching).type('css').send(css);
  express.get(CSS_PATH, declared(serveCss, OPEN));
  if (logo === undefined) return;
  const serveLogo = (_request: Request, response: Response): void =>
    void response.set({ ...caching, 'Content-Type': logo.type }).send(logo.bytes);
  express.get(LOGO_PATH, declared(serveLogo, OPEN));
}
