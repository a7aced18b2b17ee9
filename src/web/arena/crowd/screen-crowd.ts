import { prefersReducedMotion } from '../../ui/reduced-motion.js';
import type { Member } from '../../room/roster.svelte.js';
import type { CrowdDrawing, Ground, Standing } from '../scene.js';
import { DotLayer, doneOf, type DotsOnWay } from './dot-layer.js';
import { noDots, placeDots, seenAt } from './dots.js';
import { Growth } from './growth.js';
import { inSpotlight, STOP_MS } from './spotlight.js';
import type { Point } from '../../room/zones.js';

/** Of a projector, so that neither avatars nor their names cover each other. */
const APART = { x: 0.055, y: 0.085 };
/** Bounds of the time that dots take to places that came so long after those before. */
const MIN_GLIDE_MS = 100;
const MAX_GLIDE_MS = 550;

/**
 * A big room as a projector shows it: everybody as a dot at their place; the host, the first and a dozen in a spotlight
 * that wanders as avatars.
 */
export class ScreenCrowd implements CrowdDrawing {
  readonly #layer = new DotLayer();
  readonly #growth = new Growth<number>();
  #hidden: ReadonlySet<number> = new Set();
  readonly #isHidden = (slot: number): boolean => this.#hidden.has(slot);
  #way: DotsOnWay = {
    dots: noDots(0),
    beganAt: -Infinity,
    glideMs: 0,
    isHidden: this.#isHidden,
  };
  #places = new Uint16Array(0);
  #always: readonly number[] = [];
  #stop = -1;
  #light: readonly number[] = [];

  /** What part of the usual size somebody has. */
  sizeOf: (slot: number) => number = () => 1;

  /** The same seed shows the same people at the same time. */
  constructor(private readonly seed: number) {}

  /**
   * The places of everybody (x, y in steps of the wire, by slot; `NOWHERE` for nobody), of whom the slots of
   * `always` are avatars.
   */
  showPlaces(places: Uint16Array<ArrayBuffer>, always: readonly number[], now: number): void {
    this.#places = places;
    this.#always = always;
    const { dots, beganAt } = this.#way;
    const gap = Math.min(MAX_GLIDE_MS, Math.max(MIN_GLIDE_MS, now - beganAt));
    const glideMs = prefersReducedMotion() ? 0 : gap;
    const next = placeDots(dots, doneOf(this.#way, now), places);
    this.#way = { ...this.#way, sizeOf: this.sizeOf, dots: next, beganAt: now, glideMs };
  }

  /** Who is an avatar, or was until just now: whose names are to be known. */
  get slots(): ReadonlySet<number> {
    return new Set([...this.#always, ...this.#light, ...this.#growth.keys]);
  }

  candidates(members: ReadonlyMap<string, Member>): Iterable<Member> {
    const shown = this.slots;
    const found: Member[] = [];
    for (const member of members.values()) if (shown.has(member.slot)) found.push(member);
    return found;
  }

  walkOf(slot: number, now: number): { at: Point; isGliding: boolean } | undefined {
    const { dots } = this.#way;
    if (slot >= dots.count || (dots.change[slot] ?? -1) < 0) return undefined;
    const done = doneOf(this.#way, now);
    const [x, y] = [slot * 2, slot * 2 + 1];
    const at = { x: seenAt(dots, x, done), y: seenAt(dots, y, done) };
    const travels = dots.from[x] !== dots.to[x] || dots.from[y] !== dots.to[y];
    return { at, isGliding: travels && done < 1 };
  }

  avatars(standings: readonly Standing[], _around: unknown, now: number): Standing[] {
    this.#growth.grows = !prefersReducedMotion();
    this.#moveLight(now);
    const wanted = new Set([...this.#always, ...this.#light]);
    const there = standings.map(({ member }) => member.slot);
    this.#growth.set(new Set(there.filter((slot) => wanted.has(slot))), now);
    const shown = standings.flatMap((standing) => {
      const part = this.#growth.partOf(standing.member.slot, now);
      return part === 0 ? [] : { ...standing, part };
    });
    const hidden = new Set(shown.map(({ member }) => member.slot));
    const isSame = hidden.size === this.#hidden.size && [...hidden].every(this.#isHidden);
    if (!isSame) this.#layer.touch();
    this.#hidden = hidden;
    return shown;
  }

  draw(context: CanvasRenderingContext2D, ground: Ground, now: number): boolean {
    const isMoving = this.#layer.draw(context, ground, this.#way, now);
    return isMoving || this.#growth.isGrowing(now);
  }

  /** Draws the dots on the floor of a show, each as large as `sizeOf` says of who stands there. */
  drawOver(
    context: CanvasRenderingContext2D,
    ground: Ground,
    sizeOf: (at: Point) => number,
    now: number,
  ): void {
    const inShow = (slot: number, x: number, y: number) => this.sizeOf(slot) * sizeOf({ x, y });
    this.#layer.drawOver(context, ground, { ...this.#way, sizeOf: inShow }, now);
  }

  #moveLight(now: number): void {
    const stop = Math.floor(now / STOP_MS);
    if (stop === this.#stop && this.#light.length > 0) return;
    this.#stop = stop;
    const request = { seed: this.seed, stop, always: this.#always, apart: APART };
    this.#light = inSpotlight(this.#places, request);
  }
}
