/** The one page of the built client in each language, and what the operator's theme brings to it (R21.2). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IRouter, NextFunction, Request, Response } from 'express';
import { declared, OPEN } from './access/way-in.js';
import { languageOf } from '../platform/identity/request-origin.js';
import type { Language } from '../../protocol/index.js';
import type { OwnTheme } from '../platform/theme/own-theme.js';
import { sendPacked } from './packed-files.js';

const CSS_PATH = '/theme.css';
const LOGO_PATH = '/theme-logo';

export type SendPage = (request: Request, response: Response, failed: NextFunction) => void;

/** As the build names them; each has the words of its language loaded along with the program. */
const NAMES: Record<Language, string> = { ko: 'index.ko.html', en: 'index.en.html' };

export function pageSender(webDir: string, theme?: OwnTheme): SendPage {
  for (const name of Object.values(NAMES))
    if (!existsSync(join(webDir, name)))
      throw new Error(`the web client is not built: ${join(webDir, name)} is missing`);
  if (theme === undefined)
    return (request, response, failed) => {
      response.vary('Accept-Language');
      sendPacked(request, response, webDir, NAMES[languageOf(request)], {}, failed);
    };
  const themed = (name: string) => inTheme(readFileSync(join(webDir, name), 'utf8'), theme);
  const pages: Record<Language, string> = { ko: themed(NAMES.ko), en: themed(NAMES.en) };
  return (request, response) =>
    void response.vary('Accept-Language').type('html').send(pages[languageOf(request)]);
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
