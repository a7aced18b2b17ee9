import { createHmac, timingSafeEqual } from 'node:crypto';

/** A browser that is opened for the first time takes its time. */
export const TICKET_MS = 120_000;

/**
 * Lets one browser in at the start page of the process with this nonce, once and soon. It stands in a file
 * of this user's that leads the browser on (`link-file`).
 */
export function startTicket(secret: string, nonce: string, now: number = Date.now()): string {
  const until = String(now + TICKET_MS);
  return `${until}.${signed(secret, nonce, until)}`;
}

/** The path of the page that takes it. */
export function ticketPath(secret: string, nonce: string): string {
  return `/start#ticket=${startTicket(secret, nonce)}`;
}

function signed(secret: string, nonce: string, until: string): string {
  return createHmac('sha256', secret)
    .update(`a ticket of ${nonce} until ${until}`)
    .digest('base64url');
}

/** The tickets of this process. */
export class StartTickets {
  private readonly used = new Set<string>();

  constructor(
    private readonly secret: string,
    private readonly nonce: string,
    private readonly now: () => number = Date.now,
    /** Told of the time until which a ticket that was used is good. */
    private readonly wasUsed: (until: string) => void = () => {},
  ) {}

  /** Whether it lets in; no second time. */
  use(ticket: string): boolean {
    const [until = '', signature = ''] = ticket.split('.');
    const leftMs = Number(until) - this.now();
    // Not of a clock that was ahead, either.
    if (!(leftMs > 0 && leftMs <= TICKET_MS)) return false;
    const [given, expected] = [signature, signed(this.secret, this.nonce, until)].map((text) =>
      Buffer.from(text),
    ) as [Buffer, Buffer];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    if (this.used.has(until + signature)) return false;
    this.used.add(until + signature);
    this.wasUsed(until);
    return true;
  }
}
