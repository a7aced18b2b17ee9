import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { IdentityService } from '../identity/identity.js';
import { isSecure, type ProxySettings } from '../identity/request-origin.js';
import { sendPacked } from './packed-files.js';
import type { SendPage } from './page-file.js';

/** The paths of the single page; the client decides what to show (PIN in the last part). */
const PAGES = [
  '/',
  '/index.html',
  '/join/:pin',
  '/screen/:pin',
  '/host/:pin',
  '/desk',
  '/desk/set/:id',
  '/desk/share',
  '/desk/stage',
  '/desk/results',
  '/desk/results/:id',
  '/report',
];

const SECURITY_HEADERS = { 'X-Content-Type-Options': 'nosniff' };
/** Of documents, and of all that might be opened as one; a file that a page loads goes by the page's own. */
const DOCUMENT_HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
    "frame-ancestors 'self'",
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
};
/** A browser that came by TLS once comes by nothing else for half a year. */
const HSTS = `max-age=${180 * 24 * 3600}`;

/** Serves the built web client; a page gives its visitor an identity. */
export function servePages(
  app: NestExpressApplication,
  webDir: string,
  sendPage: SendPage,
  identities: IdentityService,
  proxy: ProxySettings,
): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    response.set(SECURITY_HEADERS).set(DOCUMENT_HEADERS);
    if (isSecure(request, proxy)) response.set('Strict-Transport-Security', HSTS);
    next();
  });
  const servePage = (request: Request, response: Response, next: NextFunction): void => {
    if (identities.fromCookies(request.headers.cookie) === undefined) {
      const { token } = identities.create();
      response.append('Set-Cookie', identities.cookie(token, isSecure(request, proxy)));
    }
    response.set('Cache-Control', 'no-cache');
    sendPage(request, response, next);
  };
  const express = app.getHttpAdapter().getInstance();
  express.get(PAGES, servePage);
  express.get('/assets/:name', (request: Request, response: Response, next: NextFunction) => {
    // Names carry a hash of the content, so a copy never goes stale.
    const caching = { immutable: true, maxAge: '1y', lastModified: false };
    for (const name of Object.keys(DOCUMENT_HEADERS)) response.removeHeader(name);
    sendPacked(request, response, join(webDir, 'assets'), nameIn(request), caching, (error) => {
      response.set(DOCUMENT_HEADERS);
      next(error);
    });
  });
  express.get('/:name', (request: Request, response: Response, next: NextFunction) => {
    // Whatever else has such a path comes after the files.
    sendPacked(request, response, webDir, nameIn(request), { maxAge: '1h' }, () => next());
  });
}

function nameIn({ params }: Request): string {
  return String(params['name']);
}
