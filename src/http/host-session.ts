import type { Request, Response } from 'express';
import { hostCookie } from '../hosts/host-cookie.js';
import type { Sender } from '../hosts/sessions.js';
import { addressOf, isSecure, type ProxySettings } from '../identity/request-origin.js';

export function senderOf(request: Request, proxy: ProxySettings): Sender {
  return { address: addressOf(request, proxy), agent: request.headers['user-agent'] ?? '' };
}

/** Gives the browser a host's session, or takes it away (undefined). */
export function giveHostCookie(
  request: Request,
  response: Response,
  token: string | undefined,
  proxy: ProxySettings,
): void {
  response.append('Set-Cookie', hostCookie(token, isSecure(request, proxy)));
}
