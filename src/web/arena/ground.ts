/** The floor of a room with walls, in the page's coordinates; its code comes with the first such room. */
import { nearestFree, slide } from '../../game/map/ground.js';
import { TILES, Walls, type Spot } from '../../game/map/walls.js';
import { wayTo } from '../../game/map/way.js';
import type { FloorLook } from './floor.js';
import { paintWalls } from './wall-paint.js';
import type { Terrain } from './walker.js';
import type { Point } from '../room/zones.js';

const spotAt = ({ x, y }: Point): Spot => ({ x: x * TILES, y: y * TILES });
const pointAt = ({ x, y }: Spot): Point => ({ x: x / TILES, y: y / TILES });

export class Ground implements Terrain {
  readonly #walls: Walls;
  /** The last floor that was asked for, and how it looks with walls. */
  #last: { floor: FloorLook; look: FloorLook } | undefined;

  constructor(
    readonly digits: string,
    /** Whether its walls are hedges, and not stone. */
    private readonly isHedge: boolean,
  ) {
    this.#walls = Walls.read(digits);
  }

  /** Where to turn on the way to a place, or to the nearest free one (R24.3). */
  wayTo(from: Point, to: Point): Point[] {
    return wayTo(this.#walls, spotAt(from), spotAt(to)).map(pointAt);
  }

  /** Where somebody comes who steers from a free place towards another one. */
  slide(from: Point, to: Point): Point {
    return pointAt(slide(this.#walls, spotAt(from), spotAt(to)));
  }

  /** The nearest place outside of walls that `suits`. */
  free(point: Point, suits?: (point: Point) => boolean): Point {
    const isRight = suits && ((spot: Spot) => suits(pointAt(spot)));
    return pointAt(nearestFree(this.#walls, spotAt(point), isRight));
  }

  /** A floor with the walls on it. */
  under(floor: FloorLook): FloorLook {
    if (this.#last?.floor === floor) return this.#last.look;
    const look: FloorLook = {
      ...floor,
      key: `${floor.key}|${this.digits}`,
      paint: (context, width, height) => {
        floor.paint(context, width, height);
        const field = floor.field?.(width, height) ?? { left: 0, top: 0, width, height };
        const isPicture = floor.isPicture === true;
        paintWalls(context, field, this.#walls, { isPicture, isHedge: this.isHedge });
      },
    };
    this.#last = { floor, look };
    return look;
  }
}
