/**
 * Cookies by name. Over TLS they get a prefix by which browsers take them from nobody but this host, over TLS;
 * what was given by plain http, or by an older version, is still read.
 */
const PREFIX = '__Host-';

function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `${PREFIX}${name}` : name;
}

/** The values of a `Cookie` header under this name, those that came by TLS first. */
export function cookieValues(header: string | undefined, name: string): string[] {
  const [secure, plain]: [string[], string[]] = [[], []];
  for (const pair of header?.split(';') ?? []) {
    const text = pair.trim();
    const at = text.indexOf('=');
    if (text.slice(0, at) === name) plain.push(text.slice(at + 1));
    else if (text.slice(0, at) === PREFIX + name) secure.push(text.slice(at + 1));
  }
  return [...secure, ...plain];
}

/** Whether the browser has it under the name that belongs to this connection. */
export function hasOwnCookie(header: string | undefined, name: string, isSecure: boolean): boolean {
  const wanted = `${cookieName(name, isSecure)}=`;
  return header?.split(';').some((pair) => pair.trim().startsWith(wanted)) ?? false;
}

/** The value of a `Set-Cookie` header. Plain http stays possible: halls run on a LAN. */
export function setCookie(
  name: string,
  value: string,
  { isSecure, maxAgeS }: { isSecure: boolean; maxAgeS: number },
): string {
  const parts = [`${cookieName(name, isSecure)}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  parts.push(`Max-Age=${maxAgeS}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}
