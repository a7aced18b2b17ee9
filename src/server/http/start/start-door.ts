import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isOperatorKey } from '../../desk/accounts/operator-key.js';
import type { Config } from '../../platform/config/config.js';
import { cookieValues } from '../../platform/identity/cookies.js';
import { isOurHost, type ProxySettings } from '../../platform/identity/request-origin.js';
import type { StartRequest } from '../../../protocol/index.js';
import { removeLinkFiles } from './link-file.js';
import { StartTickets } from './start-ticket.js';
import type { ThisMachine } from '../this-machine.js';

const COOKIE = 'madang-start';

type StartConfig = Pick<Config, 'REDIS_URL' | 'SOCKET_DIR' | 'TRUST_PROXY' | 'SECRET' | 'DATA_DIR'>;

/** One of several processes has no page of its own, and behind a proxy nobody is known to sit at the machine. */
export function hasStartPage({
  REDIS_URL,
  SOCKET_DIR,
  TRUST_PROXY,
}: Omit<StartConfig, 'SECRET' | 'DATA_DIR'>): boolean {
  return REDIS_URL === undefined && SOCKET_DIR === undefined && TRUST_PROXY === false;
}

/** Lets in whoever sits at the machine and has shown the operator's key. It needs no database, which may be away. */
export class StartDoor {
  private readonly tickets: StartTickets;
  /** Follows from the secret, so that it holds over a restart, as the key does. */
  private readonly pass: string;

  constructor(
    private readonly config: StartConfig,
    nonce: string,
    private readonly machine: ThisMachine,
    private readonly proxy: ProxySettings,
  ) {
    this.tickets = new StartTickets(config.SECRET, nonce, Date.now, (until) =>
      removeLinkFiles(config.DATA_DIR, until, Date.now()),
    );
    this.pass = createHmac('sha256', config.SECRET)
      .update('the pass of the start page')
      .digest('base64url');
  }

  /** Whether there is such a page for this request; if not, it is as if there were none at all. */
  isFor(request: IncomingMessage): boolean {
    return (
      hasStartPage(this.config) &&
      this.machine.isFromHere(request) &&
      isOurHost(request, this.proxy)
    );
  }

  /** Whether this is the operator's key, or a ticket, which counts once. */
  accepts(given: StartRequest): boolean {
    return 'key' in given
      ? isOperatorKey(given.key, this.config.SECRET)
      : this.tickets.use(given.ticket);
  }

  hasPass({ headers }: IncomingMessage): boolean {
    const wanted = Buffer.from(this.pass);
    return cookieValues(headers.cookie, COOKIE).some((value) => {
      const given = Buffer.from(value);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  }

  /** The value of a `Set-Cookie` header, until the browser is closed. Plain http, as the machine talks to itself. */
  passCookie(): string {
    return `${COOKIE}=${this.pass}; Path=/api/start; HttpOnly; SameSite=Strict`;
  }
}
