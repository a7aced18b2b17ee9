import type { Request, Response } from 'express';
import { deviceCookie, deviceOf, hostCookies } from '../../platform/identity/host-cookie.js';
import type { Sender, SignedIn } from '../../desk/accounts/sessions.js';
import { addressOf, isSecure, type ProxySettings } from '../../platform/identity/request-origin.js';

export function senderOf(request: Request, proxy: ProxySettings): Sender {
  const { 'user-agent': agent = '', cookie } = request.headers;
  return { address: addressOf(request, proxy), agent, device: deviceOf(cookie) };
}

/** Gives the browser a host's session, or takes it away (undefined). */
export function giveHostCookie(
  request: Request,
  response: Response,
  token: string | undefined,
  proxy: ProxySettings,
): void {
  for (const cookie of hostCookies(token, isSecure(request, proxy)))
    response.append('Set-Cookie', cookie);
}

/** From then on the browser is known to the account (R16.12). */
export function giveDeviceCookie(
  request: Request,
  response: Response,
  device: string,
  proxy: ProxySettings,
): void {
  response.append('Set-Cookie', deviceCookie(device, isSecure(request, proxy)));
}

/** Both, for who has signed in by a password. */
export function giveSession(
  request: Request,
  response: Response,
  { token, device }: SignedIn,
  proxy: ProxySettings,
): void {
  giveHostCookie(request, response, token, proxy);
  giveDeviceCookie(request, response, device, proxy);
}
