import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSecure, type ProxySettings } from './request-origin.js';

/** Those lines of the page that load it anew where its program is missing; a test tells it. */
const INLINE_SCRIPT = "'sha256-ItCLtL31xzR/8/2iWTQtB6nNycKIDRYce5vMmHHT6YM='";

/** The policy of a document, which pages of ours may show in a frame, and those of `embedders`. */
export const contentPolicy = (embedders: readonly string[] = []): string =>
  `default-src 'self'; script-src 'self' ${INLINE_SCRIPT}; ` +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; " +
  ["frame-ancestors 'self'", ...embedders].join(' ');

/** Of documents, and of all that might be opened as one; a file that a page loads goes by the page's own. */
export const DOCUMENT_HEADERS = {
  'Content-Security-Policy': contentPolicy(),
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
};
const HEADERS = { 'X-Content-Type-Options': 'nosniff', ...DOCUMENT_HEADERS };
/** A browser that came by TLS once comes by nothing else for half a year. */
const HSTS = `max-age=${180 * 24 * 3600}`;

/** To be called for every answer before anything else is done with the request (R10.1). */
export function setSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  proxy: ProxySettings,
): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (isSecure(request, proxy)) response.setHeader('Strict-Transport-Security', HSTS);
}
