import type { Point } from './zones.js';

/** Shortest and longest time over which a step of another player is spread. */
const MIN_GLIDE_MS = 80;
const MAX_GLIDE_MS = 260;
/** A little longer than the gap between updates, so that a late one does not make the avatar stutter. */
const GLIDE_STRETCH = 1.15;
/** After a longer pause the gap tells nothing about the next update. */
const FRESH_GAP_MS = 400;
const DEFAULT_GLIDE_MS = 130;

interface Track {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
  startedAt: number;
  glideMs: number;
}

/** Where everybody is drawn: between flushes each avatar glides from where it is seen to where it was last reported. */
export class Tracks {
  readonly #tracks = new Map<string, Track>();
  /** Where those went who moved while everybody stands still. */
  readonly #after = new Map<string, Point>();
  #isHeld = false;
  /** With reduced motion avatars appear where they are, without gliding. */
  glides = true;
  /** Called when somebody goes somewhere else: places are not reactive. */
  whenChanged: () => void = () => undefined;

  /** Puts somebody at a place without a glide: a newcomer, or a snapshot after a reconnect. */
  place(id: string, x: number, y: number): void {
    this.#after.delete(id);
    const at = { fromX: x, fromY: y, toX: x, toY: y };
    this.#tracks.set(id, { ...at, startedAt: 0, glideMs: DEFAULT_GLIDE_MS });
    this.whenChanged();
  }

  /** While held, everybody is seen where they stand, and reported there; then they go on from there. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) return;
    const now = performance.now();
    for (const [id, { x, y }] of this.#after) this.moveTo(id, x, y, now);
    this.#after.clear();
  }

  moveTo(id: string, x: number, y: number, now: number): void {
    if (this.#isHeld && this.#tracks.has(id)) {
      this.#after.set(id, { x, y });
      return;
    }
    const track = this.#tracks.get(id);
    if (!track || !this.glides) {
      this.place(id, x, y);
      return;
    }
    const gap = now - track.startedAt;
    const seen = this.at(id, now) ?? { x, y };
    track.fromX = seen.x;
    track.fromY = seen.y;
    track.toX = x;
    track.toY = y;
    track.glideMs =
      gap < FRESH_GAP_MS
        ? Math.min(MAX_GLIDE_MS, Math.max(MIN_GLIDE_MS, gap * GLIDE_STRETCH))
        : DEFAULT_GLIDE_MS;
    track.startedAt = now;
    this.whenChanged();
  }

  /** The place to draw at `now`; `undefined` for somebody unknown. */
  at(id: string, now: number): Point | undefined {
    const track = this.#tracks.get(id);
    if (!track) return undefined;
    const part = Math.min(1, Math.max(0, (now - track.startedAt) / track.glideMs));
    return {
      x: track.fromX + (track.toX - track.fromX) * part,
      y: track.fromY + (track.toY - track.fromY) * part,
    };
  }

  /** The last reported place, which is what the server counts. */
  reported(id: string): Point | undefined {
    const track = this.#tracks.get(id);
    return track && { x: track.toX, y: track.toY };
  }

  isGliding(id: string, now: number): boolean {
    const track = this.#tracks.get(id);
    if (!track) return false;
    const travels = track.toX !== track.fromX || track.toY !== track.fromY;
    return travels && now - track.startedAt < track.glideMs;
  }

  remove(id: string): void {
    this.#tracks.delete(id);
    this.#after.delete(id);
    this.whenChanged();
  }

  clear(): void {
    this.#tracks.clear();
    this.#after.clear();
    this.whenChanged();
  }
}
