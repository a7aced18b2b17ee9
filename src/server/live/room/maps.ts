import { builtInWalls } from '../../../game/map/built-in.js';
import type { Walls } from '../../../game/map/walls.js';
import type { WalledOptions } from '../../../game/room-state.js';
import { MAPS, RoomError, type MapName, type RoomOptions } from '../../../protocol/index.js';

/** The maps of which hosts of this server choose (R24.1); `own` is the operator's, if there is one. */
export class Maps {
  constructor(private readonly own: Walls | undefined) {}

  get names(): MapName[] {
    return MAPS.filter((name) => name !== 'own' || this.own !== undefined);
  }

  /** Options with the walls of the map that they name. Throws BAD_REQUEST where there is no such map. */
  withWalls<Options extends Partial<RoomOptions>>(
    options: Options,
  ): Options & Partial<WalledOptions> {
    const { map } = options;
    if (map === undefined) return options;
    if (!this.names.includes(map)) throw new RoomError('BAD_REQUEST', `map: there is no ${map}`);
    const walls = map === 'own' ? this.own : builtInWalls(map);
    return { ...options, walls: walls?.digits ?? '' };
  }
}
