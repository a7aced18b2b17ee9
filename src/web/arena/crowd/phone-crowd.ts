import { prefersReducedMotion } from '../../ui/reduced-motion.js';
import type { Member } from '../../room/roster.svelte.js';
import type { CrowdDrawing, Ground, Standing, StandingAround } from '../scene.js';
import { TILES, withoutNear, type Density } from './density.js';
import { DotLayer, type DotsOnWay } from './dot-layer.js';
import { noDots, walkDots } from './dots.js';
import { Growth } from './growth.js';
import { nearestApart } from './nearest.js';
import { Rest } from './rest.js';

/** A little less than the time between two densities. */
const GLIDE_MS = 450;

/**
 * A big room as a player sees it: avatars around oneself, and dots for the density of everybody else.
 * Who is an avatar is decided with each density, so that nobody is ever both, and once more when all have come to rest
 * elsewhere: it may be told later who is near, and no density comes while nobody walks.
 */
export class PhoneCrowd implements CrowdDrawing {
  readonly #layer = new DotLayer();
  readonly #growth = new Growth<string>();
  #density: Density = new Uint16Array(TILES * TILES);
  /** Without those who are avatars; what is drawn as dots. */
  #rest: Density = this.#density;
  #isNew = false;
  readonly #stand = new Rest();
  #way: DotsOnWay = { dots: noDots(0), beganAt: -Infinity, glideMs: 0 };

  /** How many people stand on each of 32 × 32 tiles, row by row, with oneself and those who are near. */
  showDensity(density: Density): void {
    this.#density = density;
    this.#isNew = true;
  }

  candidates(members: ReadonlyMap<string, Member>): Iterable<Member> {
    return members.values();
  }

  walkOf(): undefined {
    return undefined;
  }

  avatars(standings: readonly Standing[], around: StandingAround, now: number): Standing[] {
    const { self, disc } = around;
    this.#growth.grows = !prefersReducedMotion();
    if (this.#isNew || this.#stand.isElsewhere(standings, around)) {
      this.#isNew = false;
      this.#stand.note(standings, around);
      const wasOne = ({ member }: Standing) => this.#growth.has(member.id);
      const near = self ? nearestApart(self, standings, disc, wasOne) : [];
      this.#growth.set(new Set(near.map(({ member }) => member.id)), now);
      const places = near.map(({ at }) => at);
      if (self) places.push(self.at);
      const rest = withoutNear(this.#density, places);
      const dots = walkDots(this.#rest, rest);
      this.#way = { dots, beganAt: now, glideMs: this.#growth.grows ? GLIDE_MS : 0 };
      this.#rest = rest;
    }
    return standings.flatMap((standing) => {
      const part = this.#growth.partOf(standing.member.id, now);
      return part === 0 ? [] : { ...standing, part };
    });
  }

  draw(context: CanvasRenderingContext2D, ground: Ground, now: number): boolean {
    const isMoving = this.#layer.draw(context, ground, this.#way, now);
    return isMoving || this.#growth.isGrowing(now);
  }
}
