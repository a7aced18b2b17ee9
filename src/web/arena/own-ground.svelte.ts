import type { OptionsPayload } from '../../protocol/room-options.js';
import type { FloorLook } from './floor.js';
import type { Ground } from './ground.js';
import type { Walker } from './walker.js';
import type { StageFloor } from './stage-floor.js';
import type { Point } from '../room/zones.js';

/** The walls of the room, once their code is there: seen by the arena, and walked around by the own avatar. */
export class OwnGround {
  #current = $state.raw<Ground | undefined>();

  /** Follows what the room tells of its walls; an effect runs it. Returns what ends that. */
  follow(
    { map, walls: digits }: Pick<OptionsPayload, 'map' | 'walls'>,
    walker: Walker,
  ): () => void {
    let isOver = false;
    const put = (ground: Ground | undefined): void => {
      if (isOver) return;
      this.#current = ground;
      walker.enter(ground);
    };
    if (digits === undefined) put(undefined);
    else
      import('./ground.js').then(
        ({ Ground }) => put(new Ground(digits, map === 'garden')),
        // The server keeps everybody out of them, and tells where they are.
        () => undefined,
      );
    return () => (isOver = true);
  }

  /** A floor with the walls on it. */
  under(floor: FloorLook): FloorLook {
    return this.#current?.under(floor) ?? floor;
  }

  /** The nearest place outside of walls where one has the same answer. */
  free(place: Point | undefined, floor: StageFloor | undefined): Point | undefined {
    if (place === undefined || this.#current === undefined) return place;
    const value = floor?.valueAt(place);
    return this.#current.free(place, (other) => floor?.valueAt(other) === value);
  }
}
