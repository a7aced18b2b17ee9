import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { IdentityService } from '../identity/identity.js';
import { isSecure, type ProxySettings } from '../identity/request-origin.js';

/** The paths of the single page; the client decides what to show (PIN in the last part). */
const PAGES = ['/', '/index.html', '/join/:pin', '/screen/:pin'];

const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'self'; form-action 'self'; " +
    "frame-ancestors 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
};

/** Serves the built web client; a page gives its visitor an identity. */
export function servePages(
  app: NestExpressApplication,
  webDir: string,
  identities: IdentityService,
  proxy: ProxySettings,
): void {
  const index = join(webDir, 'index.html');
  if (!existsSync(index)) throw new Error(`the web client is not built: ${index} is missing`);

  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.set(SECURITY_HEADERS);
    next();
  });
  const servePage = (request: Request, response: Response): void => {
    if (identities.fromCookies(request.headers.cookie) === undefined) {
      const { token } = identities.create();
      response.append('Set-Cookie', identities.cookie(token, isSecure(request, proxy)));
    }
    response.set('Cache-Control', 'no-cache').sendFile(index);
  };
  const express = app.getHttpAdapter().getInstance();
  express.get(PAGES, servePage);
  app.useStaticAssets(join(webDir, 'assets'), {
    prefix: '/assets/',
    // Names carry a hash of the content, so a copy never goes stale.
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
  });
  app.useStaticAssets(webDir, { index: false, maxAge: '1h' });
}
