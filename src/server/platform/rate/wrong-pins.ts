import type { SharedCounts } from '../../contracts/shared-counts.js';
import { siteOf } from '../identity/request-origin.js';
import { RecentThings } from './recent-things.js';
import { unlessAway } from './attempt-limit.js';

/** Wrong PINs within the window. */
interface MostWrongPins {
  /** Tries of one address, for IPv6 of a /64. */
  address: number;
  /** Tries of a /48, as a site or a free tunnel has one. */
  site: number;
  /** Tries of one identity, at however many addresses. */
  identity: number;
  /** Tries of everybody at this process; beyond that many, each address has as few as `flooded`. */
  process: number;
  flooded: number;
}

const MOST: MostWrongPins = { address: 60, site: 600, identity: 60, process: 3_000, flooded: 5 };
const WINDOW_MS = 60_000;
/** Name under which the tries of everybody at this process are remembered. */
const EVERYBODY = '';

interface Who {
  address: string;
  /** Empty where somebody has shown none. */
  identityId: string;
}

/**
 * Counts the wrong PINs of each address, site and identity, all processes together; while the store is away each counts
 * for itself (R10.4). One that is tried again within a minute tells nothing new and is not counted again: a page looks a
 * PIN up before somebody enters by it, and a hall may open the link of yesterday.
 */
export class WrongPins {
  private readonly most: MostWrongPins;
  private readonly own: RecentThings;
  /** The tries that were made here, as far as they have to be known. */
  private readonly tried: RecentThings;

  constructor(
    private readonly counts: Pick<SharedCounts, 'add' | 'size'>,
    most: Partial<MostWrongPins> = {},
    now: () => number = Date.now,
  ) {
    this.most = { ...MOST, ...most };
    this.own = new RecentThings(now);
    this.tried = new RecentThings(now);
  }

  /** Whether a PIN that was right may be told so. */
  async mayPass(who: Who): Promise<boolean> {
    const bounds = this.boundsOf(who);
    if (this.isBeyond(bounds)) return false;
    const all = await Promise.all(
      bounds.map(async ({ name, most }) => {
        return (await unlessAway(this.counts.size(name, WINDOW_MS), 0)) < most;
      }),
    );
    return !all.includes(false);
  }

  /**
   * Counts a wrong PIN, here at once, so that of many at the same time no right one passes behind too many wrong
   * ones. Returns whether it may be told so; beyond a limit not even of one that was told before.
   */
  async note(who: Who, pin: string): Promise<boolean> {
    const bounds = this.boundsOf(who);
    // A try that is refused here counts for nobody: it must not narrow what others may try.
    if (this.isBeyond(bounds)) return false;
    for (const { name } of bounds) this.own.add(name, pin, WINDOW_MS);
    if (!this.isFlooded) this.tried.add(EVERYBODY, `${who.address} ${pin}`, WINDOW_MS);
    const all = await Promise.all(
      bounds.map(async ({ name, most }) => {
        const adding = this.counts.add(name, pin, WINDOW_MS);
        const { count, isNew } = await unlessAway(adding, { count: 0, isNew: true });
        return isNew ? count <= most : count < most;
      }),
    );
    return !all.includes(false);
  }

  private isBeyond(bounds: readonly Bound[]): boolean {
    return bounds.some(({ name, most }) => this.own.size(name, WINDOW_MS) >= most);
  }

  private get isFlooded(): boolean {
    return this.tried.size(EVERYBODY, WINDOW_MS) >= this.most.process;
  }

  /** Returns as many for a right PIN as for a wrong one, so that the time of an answer does not tell them apart. */
  private boundsOf({ address, identityId }: Who): Bound[] {
    const { most } = this;
    const site = siteOf(address);
    const bounds = [{ name: address, most: this.isFlooded ? most.flooded : most.address }];
    if (site !== undefined) bounds.push({ name: site, most: most.site });
    if (identityId !== '') bounds.push({ name: `=${identityId}`, most: most.identity });
    return bounds.map((bound) => ({ ...bound, name: `pin:${bound.name}` }));
  }
}

interface Bound {
  name: string;
  most: number;
}
