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
  readonly #noted = new Map<string, Point>();
  #self: Point | undefined;
  #disc = 0;

  note(standings: readonly Drawn[], { self, disc }: Around): void {
    this.#noted.clear();
    for (const { member, x, y } of standings) this.#noted.set(member.id, { x, y });
    this.#self = self && { x: self.x, y: self.y };
    this.#disc = disc;
  }

  /** Asked with each frame, so it makes nothing anew. */
  isElsewhere(standings: readonly Drawn[], { self, disc }: Around): boolean {
    if (self?.isGliding || standings.some(({ isGliding }) => isGliding)) return false;
    if (disc !== this.#disc || standings.length !== this.#noted.size) return true;
    if (!isAt(self, this.#self)) return true;
    return standings.some((one) => !isAt(one, this.#noted.get(one.member.id)));
  }
}

const isAt = (point: Point | undefined, other: Point | undefined): boolean =>
  point?.x === other?.x && point?.y === other?.y;
