import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import {
  contentPolicy,
  DOCUMENT_HEADERS,
  setSecurityHeaders,
} from '../platform/identity/security-headers.js';
import { declared, OPEN } from './access/way-in.js';
import { PIN_DIGITS } from '../../protocol/limits.js';
import type { IdentityService } from '../platform/identity/identity.js';
import { isSecure, type ProxySettings } from '../platform/identity/request-origin.js';
import { sendPacked } from './packed-files.js';
import type { SendPage } from './page-file.js';
import type { StartDoor } from './start/start-door.js';

/** The paths of the single page; the client decides what to show (PIN in the last part). */
const PAGES = [
  '/',
  '/index.html',
  '/join/:pin',
  '/host/:pin',
  '/desk',
  '/desk/set/:id',
  '/desk/ready/:id',
  '/desk/share',
  '/desk/stage',
  '/desk/tickets',
  '/desk/results',
  '/desk/results/:id',
  '/report',
];

/** The one page that pages of others may show in a frame (`EMBED_ORIGINS`): nothing can be done there. */
const SCREEN = '/screen/:pin';

/** People type what they see: the address and the PIN. */
const PIN_PATH = new RegExp(`^/(\\d{${PIN_DIGITS}})/?$`);

/** Serves the built web client; a page gives its visitor an identity. */
export function servePages(
  app: NestExpressApplication,
  webDir: string,
  sendPage: SendPage,
  identities: IdentityService,
  proxy: ProxySettings,
  start: Pick<StartDoor, 'isFor'>,
  embedders: readonly string[],
): void {
  const protect = (request: Request, response: Response, next: NextFunction): void => {
    setSecurityHeaders(request, response, proxy);
    next();
  };
  app.use(declared(protect, 'goes-on'));
  const servePage = (request: Request, response: Response): void => {
    const cookie = identities.cookieFor(request.headers.cookie, isSecure(request, proxy));
    if (cookie !== undefined) response.append('Set-Cookie', cookie);
    response.set('Cache-Control', 'no-cache');
    sendPage(request, response);
  };
  const express = app.getHttpAdapter().getInstance();
  express.get(PAGES, declared(servePage, OPEN));
  const screenPolicy = contentPolicy(embedders);
  const serveScreen = (request: Request, response: Response): void => {
    response.set('Content-Security-Policy', screenPolicy);
    servePage(request, response);
  };
  express.get(SCREEN, declared(serveScreen, OPEN));
  const serveStart = (request: Request, response: Response, next: NextFunction): void => {
    if (start.isFor(request)) servePage(request, response);
    else next();
  };
  express.get('/start', declared(serveStart, OPEN));
  const leadOn = ({ path }: Request, response: Response): void => {
    const [, pin = ''] = PIN_PATH.exec(path) ?? [];
    response.redirect(`/join/${pin}`);
  };
  express.get(PIN_PATH, declared(leadOn, OPEN));
  const serveAsset = (request: Request, response: Response, next: NextFunction): void => {
    // Names carry a hash of the content, so a copy never goes stale.
    const caching = { immutable: true, maxAge: '1y', lastModified: false };
    for (const name of Object.keys(DOCUMENT_HEADERS)) response.removeHeader(name);
    const send = (dir: string, missing: NextFunction): void =>
      sendPacked(request, response, join(dir, 'assets'), nameIn(request), caching, missing);
    send(webDir, () =>
      // Pages of the build before are open.
      send(`${webDir}-before`, (error) => {
        response.set(DOCUMENT_HEADERS);
        // A process of the version that has it may answer next.
        response.set('Cache-Control', 'no-store');
        next(error);
      }),
    );
  };
  express.get('/assets/:name', declared(serveAsset, OPEN));
  const serveFile = (request: Request, response: Response, next: NextFunction): void => {
    // Whatever else has such a path comes after the files.
    sendPacked(request, response, webDir, nameIn(request), { maxAge: '1h' }, () => next());
  };
  express.get('/:name', declared(serveFile, OPEN));
}

function nameIn({ params }: Request): string {
  return String(params['name']);
}
