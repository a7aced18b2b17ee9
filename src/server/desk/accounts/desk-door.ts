import type { IncomingMessage } from 'node:http';
import { IdentityService } from '../../platform/identity/identity.js';
import {
  addressOf,
  isOriginAllowed,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import { RoomError } from '../../../protocol/errors.js';
import type { DearRequests } from '../../platform/rate/dear.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import type { Asker } from '../../platform/rate/lane.js';
import { SharedBucket } from '../../platform/rate/shared-bucket.js';
import type { Account } from './accounts.js';
import { credentialsOf } from '../../platform/identity/host-cookie.js';
import type { Credentials } from '../../contracts/sign-in.js';
import type { Hosts } from './hosts.js';

/** Of one address: a school has one for many hosts. An editor that saves what is typed asks once a second. */
const REQUESTS_PER_S = 10;
const REQUEST_BURST = 100;
/** A set may have 200 questions of six, which a page that prints them asks for at once. */
const PICTURES_PER_S = 50;
const PICTURE_BURST = 1_400;
/** A change takes up to 20 ms, in which nobody plays. */
const CHANGES_PER_S = 2;
const CHANGE_BURST = 40;
/** Of all accounts together: a tenth of the time. When half of it is gone, each has a share of the rest. */
const OF_ACCOUNTS = { perSecond: 5, burst: 100 };
const SHARE_OF_ACCOUNT = { perSecond: 1, burst: 20 };
/** Likewise of guests, who cost nothing to make, so that they share by address. */
const OF_GUESTS = { perSecond: 2.5, burst: 100 };
const SHARE_OF_GUESTS = { perSecond: 0.5, burst: 20 };

/** What is counted against an address. */
export type Counted = 'request' | 'change' | 'picture';

/** Lets requests to what hosts keep in. All of it is refused before a body is read. */
export class DeskDoor {
  private readonly requests = new KeyedBuckets(REQUESTS_PER_S, REQUEST_BURST);
  private readonly pictures = new KeyedBuckets(PICTURES_PER_S, PICTURE_BURST);
  private readonly changes = new KeyedBuckets(CHANGES_PER_S, CHANGE_BURST);
  private readonly ofAccounts: SharedBucket;
  private readonly ofGuests: SharedBucket;

  constructor(
    readonly hosts: Hosts,
    private readonly identities: IdentityService,
    private readonly proxy: ProxySettings,
    readonly dear: DearRequests,
  ) {
    const now = performance.now();
    this.ofAccounts = new SharedBucket(OF_ACCOUNTS, SHARE_OF_ACCOUNT, now);
    this.ofGuests = new SharedBucket(OF_GUESTS, SHARE_OF_GUESTS, now);
  }

  credentials({ headers }: IncomingMessage): Credentials {
    return credentialsOf(headers, this.identities);
  }

  /** Of somebody who only looks. Throws RATE_LIMITED. */
  look(request: IncomingMessage): Credentials {
    if (!this.requests.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many requests');
    return this.credentials(request);
  }

  private lookAtPicture(request: IncomingMessage): Credentials {
    if (!this.pictures.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many pictures');
    return this.credentials(request);
  }

  /**
   * Of somebody who changes something, whose page has to be one of ours: cookies come along from any page.
   * Throws FORBIDDEN and RATE_LIMITED.
   */
  private change(request: IncomingMessage): Credentials {
    this.demandOwnPage(request);
    if (!this.changes.take(addressOf(request, this.proxy), performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many changes');
    return this.credentials(request);
  }

  /**
   * Of somebody who signs in or shows a link, which have bounds of their own, from a page of ours. Throws FORBIDDEN
   * and RATE_LIMITED.
   */
  enter(request: IncomingMessage, counted: Counted): Credentials {
    if (counted === 'change') return this.change(request);
    this.demandOwnPage(request);
    return counted === 'picture' ? this.lookAtPicture(request) : this.look(request);
  }

  /**
   * Who looks, or changes something from a page of ours; throws NOT_SIGNED_IN, too. What nobody has signed in for
   * takes nothing from others.
   */
  async host(request: IncomingMessage, counted: Counted): Promise<Account> {
    if (counted === 'request') return this.hosts.demand(this.look(request));
    if (counted === 'picture') return this.hosts.demand(this.lookAtPicture(request));
    const account = await this.hosts.demand(this.change(request));
    const { key, address, isFirst } = this.askerOf(account, request);
    const isWithin = isFirst
      ? this.ofAccounts.take(key, performance.now())
      : this.ofGuests.take(address, performance.now());
    if (!isWithin) throw new RoomError('RATE_LIMITED', 'too many changes');
    return account;
  }

  /** On whose behalf something dear is done (R10.6). */
  askerOf({ hostId, role }: Account, request: IncomingMessage): Asker {
    return {
      key: hostId,
      address: addressOf(request, this.proxy),
      isFirst: role !== 'guest' || this.runsGame(request),
    };
  }

  /** The same of who shows a link, and need not be signed in. */
  strangerOf(request: IncomingMessage): Asker {
    const address = addressOf(request, this.proxy);
    const { identityId = address } = this.credentials(request);
    return this.dear.askerOf({ identityId, address });
  }

  /** To be called when what somebody sent was read, which takes a while: throws NOT_SIGNED_IN where they have left. */
  async checkStill(request: IncomingMessage, { hostId }: Account): Promise<void> {
    const account = await this.hosts.demand(this.credentials(request));
    if (account.hostId !== hostId) throw new RoomError('NOT_SIGNED_IN');
  }

  /** Like `host`, of who says who may keep sets; throws FORBIDDEN for all others, too. */
  async admin(request: IncomingMessage, counted: Counted): Promise<Account> {
    const account = await this.host(request, counted);
    if (account.role !== 'admin') throw new RoomError('FORBIDDEN', 'this is for admins');
    return account;
  }

  private runsGame(request: IncomingMessage): boolean {
    const { identityId } = this.credentials(request);
    const address = addressOf(request, this.proxy);
    return identityId !== undefined && this.dear.askerOf({ identityId, address }).isFirst;
  }

  /** A request that tells neither is no page's, or an old browser's: both have to say where they are from. */
  private demandOwnPage(request: IncomingMessage): void {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isTold = origin !== undefined || site === 'same-origin';
    if (!isTold || !isOriginAllowed(request, this.proxy))
      throw new RoomError('FORBIDDEN', 'foreign page');
  }
}
