import type { Point } from '../../room/zones.js';

/** Somebody as they are drawn, and oneself. */
interface Drawn extends Point {
  member: { id: string };
  isGliding: boolean;
}
interface Around {
  self: (Point & { isGliding: boolean }) | undefined;
  disc: number;
}

/** Notices when all have come to rest elsewhere on the page than they were noted last. */
export class Rest {
  #noted = '';

  note(standings: readonly Drawn[], around: Around): void {
    this.#noted = placesOf(standings, around);
  }

  isElsewhere(standings: readonly Drawn[], around: Around): boolean {
    const isWalking = around.self?.isGliding || standings.some(({ isGliding }) => isGliding);
    return !isWalking && placesOf(standings, around) !== this.#noted;
  }
}

const placesOf = (standings: readonly Drawn[], { self, disc }: Around): string =>
  [disc, self?.x, self?.y, ...standings.flatMap(({ member, x, y }) => [member.id, x, y])].join();
