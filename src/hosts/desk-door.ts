import type { IncomingMessage } from 'node:http';
import { IdentityService } from '../identity/identity.js';
import { addressOf, isOriginAllowed, type ProxySettings } from '../identity/request-origin.js';
import { RoomError } from '../protocol/errors.js';
import { KeyedBuckets } from '../rate/keyed-buckets.js';
import type { Account } from './accounts.js';
import { credentialsOf, type Credentials } from './host-cookie.js';
import type { Hosts } from './hosts.js';

/** Of one address: a school has one for many hosts. An editor that saves what is typed asks once a second. */
const REQUESTS_PER_S = 10;
const REQUEST_BURST = 100;
/** A set may have 200, which a page that prints them asks for at once. */
const PICTURES_PER_S = 50;
const PICTURE_BURST = 400;
/** A change takes up to 20 ms, in which nobody plays. */
const CHANGES_PER_S = 2;
const CHANGE_BURST = 40;
/** Of all hosts: a tenth of the time. */
const CHANGES_IN_ALL_PER_S = 5;
const CHANGE_BURST_IN_ALL = 100;
const ALL = 'all';

/** Lets requests to what hosts keep in. All of it is refused before a body is read. */
export class DeskDoor {
  private readonly requests = new KeyedBuckets(REQUESTS_PER_S, REQUEST_BURST);
  private readonly pictures = new KeyedBuckets(PICTURES_PER_S, PICTURE_BURST);
  private readonly changes = new KeyedBuckets(CHANGES_PER_S, CHANGE_BURST);
  private readonly changesInAll = new KeyedBuckets(CHANGES_IN_ALL_PER_S, CHANGE_BURST_IN_ALL);

  constructor(
    readonly hosts: Hosts,
    private readonly identities: IdentityService,
    private readonly proxy: ProxySettings,
  ) {}

  credentials({ headers }: IncomingMessage): Credentials {
    return credentialsOf(headers, this.identities);
  }

  /** Of somebody who only looks. Throws RATE_LIMITED. */
  look(request: IncomingMessage): Credentials {
    if (!this.requests.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many requests');
    return this.credentials(request);
  }

  /** The same for a picture. */
  lookAtPicture(request: IncomingMessage): Credentials {
    if (!this.pictures.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many pictures');
    return this.credentials(request);
  }

  /**
   * Of somebody who changes something, whose page has to be one of ours: cookies come along from any page.
   * Throws FORBIDDEN and RATE_LIMITED.
   */
  change(request: IncomingMessage): Credentials {
    this.demandOwnPage(request);
    if (!this.changes.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many changes');
    return this.credentials(request);
  }

  /** Of somebody who signs in, which has bounds of its own. Throws FORBIDDEN and RATE_LIMITED. */
  enter(request: IncomingMessage): void {
    this.demandOwnPage(request);
    this.look(request);
  }

  /** Who looks; throws NOT_SIGNED_IN, too. */
  reader(request: IncomingMessage): Promise<Account> {
    return this.hosts.demand(this.look(request));
  }

  /** Who changes something; throws NOT_SIGNED_IN, too. What nobody has signed in for takes nothing from others. */
  async writer(request: IncomingMessage): Promise<Account> {
    const account = await this.hosts.demand(this.change(request));
    if (!this.changesInAll.take(ALL, performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many changes');
    return account;
  }

  /** The same of who says who may keep sets; throws FORBIDDEN for all others, too. */
  async adminReader(request: IncomingMessage): Promise<Account> {
    return demandAdmin(await this.reader(request));
  }

  async adminWriter(request: IncomingMessage): Promise<Account> {
    return demandAdmin(await this.writer(request));
  }

  /** A request that tells neither is no page's, or an old browser's: both have to say where they are from. */
  private demandOwnPage(request: IncomingMessage): void {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isTold = origin !== undefined || site === 'same-origin';
    if (!isTold || !isOriginAllowed(request, this.proxy))
      throw new RoomError('FORBIDDEN', 'foreign page');
  }
}

function demandAdmin(account: Account): Account {
  if (account.role !== 'admin') throw new RoomError('FORBIDDEN', 'this is for admins');
  return account;
}
