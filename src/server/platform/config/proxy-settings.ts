import type { Config } from './config.js';
import { HostNames } from '../identity/host-names.js';
import type { ProxySettings } from '../identity/request-origin.js';

/** Who stands in front of this server, and by which names it is asked; `refused` hears once of each other name. */
export function proxySettings(
  { TRUST_PROXY: trustProxy, ALLOWED_ORIGINS: allowedOrigins, PUBLIC_URL: publicUrl }: Config,
  refused: (name: string) => void,
): ProxySettings {
  const hostNames = new HostNames({ trustProxy, allowedOrigins, publicUrl }, refused);
  return { trustProxy, allowedOrigins, hostNames };
}
