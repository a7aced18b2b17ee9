/** Which names stand in a room, and which one somebody gets (R1.4). Names that look the same are the same. */
import { nameSkeleton } from './name-skeleton.js';
import { nameStem } from './names.js';

const FIRST_NUMBER = 2;
/** The largest number that `nameStem` leaves room for, and more than a room has slots, so one is always free. */
const LAST_NUMBER = 99_999;
/** The number of stems whose next number is remembered; then all are looked for anew. */
const STEMS_KEPT = 10_000;

export class TakenNames {
  /** How many names have a skeleton; in a fork, how many more or fewer than in its base. */
  private readonly counts = new Map<string, number>();
  /** By the skeleton of a stem, the number that was free when last asked. */
  private readonly numbers = new Map<string, number>();

  private constructor(private readonly base?: TakenNames) {}

  /** Some of them may look the same, where they come from before that was ruled out. */
  static from(names: Iterable<string> = []): TakenNames {
    const taken = new TakenNames();
    for (const name of names) taken.add(name);
    return taken;
  }

  copy(): TakenNames {
    const copy = this.base?.copy() ?? new TakenNames();
    for (const [skeleton, count] of this.counts) copy.count(skeleton, count);
    return copy;
  }

  /** A draft: what is done to it leaves this one as it is, which must not change meanwhile. */
  fork(): TakenNames {
    return new TakenNames(this);
  }

  add(name: string): void {
    this.count(nameSkeleton(name), 1);
  }

  remove(name: string): void {
    const skeleton = nameSkeleton(name);
    if (this.countOf(skeleton) > 0) this.count(skeleton, -1);
  }

  /**
   * The name that stands for who wants this one: itself, or with a number from 2 on; within bounds. It is
   * taken only once it is added. Whoever has `own` may have it again.
   */
  free(wanted: string, own?: string): string {
    const ownSkeleton = own === undefined ? undefined : nameSkeleton(own);
    if (!this.isTaken(nameSkeleton(wanted), ownSkeleton)) return wanted;
    const stem = nameStem(wanted);
    // A player who has a number behind this name keeps it.
    if (own !== undefined && isNumbered(own, stem) && this.countOf(nameSkeleton(own)) <= 1)
      return own;
    return stem + this.freeNumber(nameSkeleton(stem), ownSkeleton);
  }

  /** Goes on from where it ended the last time, so that a hall of one name costs no more than others. */
  private freeNumber(stem: string, own?: string): number {
    let number = this.numbers.get(stem) ?? this.base?.freeNumber(stem) ?? FIRST_NUMBER;
    while (this.isTaken(stem + nameSkeleton(String(number)), own))
      number = number < LAST_NUMBER ? number + 1 : FIRST_NUMBER;
    if (this.numbers.size >= STEMS_KEPT) this.numbers.clear();
    this.numbers.set(stem, number);
    return number;
  }

  private isTaken(skeleton: string, own: string | undefined): boolean {
    return this.countOf(skeleton) > (skeleton === own ? 1 : 0);
  }

  private countOf(skeleton: string): number {
    return (this.counts.get(skeleton) ?? 0) + (this.base?.countOf(skeleton) ?? 0);
  }

  private count(skeleton: string, by: number): void {
    const count = (this.counts.get(skeleton) ?? 0) + by;
    if (count === 0) this.counts.delete(skeleton);
    else this.counts.set(skeleton, count);
  }
}

function isNumbered(name: string, stem: string): boolean {
  return name.startsWith(stem) && /^(?:[2-9]|[1-9]\d{1,4})$/.test(name.slice(stem.length));
}
