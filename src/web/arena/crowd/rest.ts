import type { Standing, StandingAround } from '../scene.js';

/** Notices when all have come to rest elsewhere on the page than they were noted last. */
export class Rest {
  #noted = '';

  note(standings: readonly Standing[], around: StandingAround): void {
    this.#noted = placesOf(standings, around);
  }

  isElsewhere(standings: readonly Standing[], around: StandingAround): boolean {
    const isWalking = around.self?.isGliding || standings.some(({ isGliding }) => isGliding);
    return !isWalking && placesOf(standings, around) !== this.#noted;
  }
}

const placesOf = (standings: readonly Standing[], { self, disc }: StandingAround): string =>
  [disc, self?.x, self?.y, ...standings.flatMap(({ member, x, y }) => [member.id, x, y])].join();
