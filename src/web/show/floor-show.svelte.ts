import { floorOf, valueAt, zonesOf, type Floor } from '../../game/kinds/floor.js';
import { lengthOf, type BeatAt } from '../../game/show/beats.js';
import type { Zone } from '../../game/zones.js';
import { toSteps } from '../../protocol/position.js';
import type { RevealBeat } from '../../protocol/show.js';
import type { ArenaShow, ShowStage } from '../arena/arena-canvas.js';
import { prefersReducedMotion } from '../lib/reduced-motion.js';
import type { Member } from '../lib/roster.svelte.js';
import type { RoomSession } from '../lib/session.js';
import { paintFloor } from './floor-paint.js';
import { BACK_MS, floorView, type FloorFacts } from './floor-view.js';

interface ShownFloor {
  floor: Floor;
  zones: readonly Zone[];
  facts: FloorFacts;
}

/** A reveal on the floor of a projector, as far as the floor has zones. */
export class FloorShow implements ArenaShow {
  /** Whether the floor shows it; at the rest, until all is as it was. */
  isOn = $state(false);
  beat = $state.raw<BeatAt<RevealBeat> | undefined>();
  shown = $state.raw<ShownFloor | undefined>();
  /** Who fell in this question and is out. */
  #risen: ReadonlySet<string> = new Set();

  constructor(private readonly session: RoomSession) {}

  /** Reads where the reveal is; an effect runs it for each beat. */
  follow(): void {
    const { room, show } = this.session;
    const beat = show.beats.current;
    const shown = room.isCurtained || beat === undefined ? undefined : this.#read();
    this.beat = beat;
    this.shown = shown;
    this.isOn = shown !== undefined && this.#isLit(beat);
  }

  isGhost({ id }: Member): boolean {
    return this.#risen.has(id);
  }

  draw(stage: ShowStage): boolean {
    const { room, show } = this.session;
    const now = show.beats.now();
    if (this.shown === undefined || now === undefined) return false;
    const { floor, zones, facts } = this.shown;
    const elapsedMs = lengthOf(facts.beats.slice(0, now.index)) + now.t;
    const view = floorView(facts, elapsedMs);
    const moment = now.beat.scene === 'moment' ? now.beat.moment : undefined;
    paintFloor(stage, view, {
      zones,
      zoneOf: ({ x, y }) => valueAt([toSteps(x), toSteps(y)], floor),
      rises: ({ id }) => this.#risen.has(id),
      loneSlot: moment?.kind === 'lone' ? moment.slot : undefined,
      isReduced: facts.isReduced,
    });
    if (!this.#isLit(now)) this.isOn = false;
    return view.isMoving && room.phase?.pausedLeftMs === undefined;
  }

  #isLit(at: BeatAt<RevealBeat> | undefined): boolean {
    if (at === undefined) return false;
    // Nothing is right, and what people think is shown by daylight.
    if (this.session.room.isOpinion && this.session.room.reveal !== null) return false;
    if (at.beat.scene !== 'rest') return true;
    return !prefersReducedMotion() && at.t < BACK_MS;
  }

  #read(): ShownFloor | undefined {
    const { question, bell } = this.session.room;
    const { summary, beats = [], solution, players } = bell ?? {};
    if (question === null || summary === undefined) return undefined;
    const { kind, counts } = summary;
    if (kind === 'number' || kind === 'scale' || kind === 'spot') return undefined;
    const floor = floorOf(question);
    const zones = zonesOf(floor);
    this.#risen = new Set(
      players?.flatMap(({ playerId, played, isAlive }) => (played && !isAlive ? [playerId] : [])),
    );
    const rights = solution?.kind === 'choice' ? solution.rights : [];
    return { floor, zones, facts: { beats, counts, rights, isReduced: prefersReducedMotion() } };
  }
}
