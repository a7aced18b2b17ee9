import type { Crowd } from '../../room/crowd/crowd.svelte.js';
import type { Member } from '../../room/roster.svelte.js';
import type { StageSession } from '../stage-session.js';
import type { CrowdDrawing } from '../scene.js';
import { PhoneCrowd } from './phone-crowd.js';
import { ScreenCrowd } from './screen-crowd.js';

/** What part of a dot is left of who is out. */
const FALLEN_PART = 0.5;

/** The crowd of a big room as an arena draws it, fed with what the page is told. */
export class CrowdView {
  readonly #screen: ScreenCrowd | undefined;
  readonly #phone = new PhoneCrowd();
  #density: Uint16Array | undefined;
  #hasMoved = true;

  constructor(
    private readonly session: Pick<StageSession, 'room' | 'isScreen'>,
    wake: () => void,
  ) {
    const { room, isScreen } = session;
    // Two projectors of a room show the same people.
    if (isScreen) this.#screen = new ScreenCrowd(Number(room.gameId));
    if (this.#screen) this.#screen.sizeOf = (slot) => (room.crowd?.isAlive(slot) ? 1 : FALLEN_PART);
    if (room.crowd)
      room.crowd.whenMoved = () => {
        this.#hasMoved = true;
        wake();
      };
  }

  /** What a frame is drawn of. While everybody stands still, nobody is shown anywhere else. */
  read(now: number): { members: ReadonlyMap<string, Member>; crowd: CrowdDrawing } | undefined {
    const { crowd, isHeld } = this.session.room;
    if (crowd === null) return undefined;
    if (!isHeld) this.#follow(crowd, now);
    if (this.#screen) crowd.light(this.#screen.slots);
    return { members: crowd.members, crowd: this.#screen ?? this.#phone };
  }

  close(): void {
    const { crowd } = this.session.room;
    if (crowd) crowd.whenMoved = () => undefined;
  }

  #follow({ density, near, stars }: Crowd, now: number): void {
    if (this.#hasMoved) this.#screen?.showPlaces(near.places, stars, now);
    if (density !== this.#density) this.#phone.showDensity(density);
    this.#density = density;
    this.#hasMoved = false;
  }
}
