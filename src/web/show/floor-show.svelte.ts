import { floorOf, valueAt, zonesOf, type Floor } from '../../game/kinds/floor.js';
import { rightValues } from '../../game/kinds/rights.js';
import { lengthOf, type BeatAt } from '../../game/shared/beats.js';
import type { Zone } from '../../game/shared/zones.js';
import { hasBit } from '../../protocol/crowd.js';
import { nameKey, nameOf } from '../../protocol/judged-name.js';
import { toSteps } from '../../protocol/position.js';
import { isOpinion, isSeries } from '../../protocol/question.js';
import type { PhasePayload } from '../../protocol/events.js';
import type { RevealBeat } from '../../protocol/show.js';
import type { ArenaShow, ShowStage } from '../arena/scene.js';
import { zonePaint } from '../ui/palette.js';
import type { Look } from '../arena/sprites.js';
import type { Point } from '../room/zones.js';
import { prefersReducedMotion } from '../ui/reduced-motion.js';
import type { Member } from '../room/roster.svelte.js';
import type { ShowSession } from './show-session.js';
import { isUnwalked } from '../kinds/writing/written-summary.js';
import { choicePictures } from '../kinds/picture.svelte.js';
import { paintFloor } from './floor-paint.js';
import { BACK_MS, floorView, type FloorFacts, type FloorView } from './floor-view.js';
import { LastSeconds, SAMPLE_MS } from './last-seconds.js';
import { openFloor, paintOpenFloor, placeCounts, type OpenFloor } from './open-floor.js';

interface ShownFloor {
  floor: Floor;
  /** None on a ruler or a picture. */
  zones: readonly Zone[];
  /** Of each zone by day. */
  days: readonly string[];
  /** How many stand on each value. */
  counts: readonly number[];
  /** There where the floor has no zones. */
  open: OpenFloor | undefined;
  facts: FloorFacts;
}

/** Which question of a game it is, also where one before it was dropped. */
const askedIn = (phase: PhasePayload): string => nameKey(nameOf(phase));

/** A reveal on the floor of a projector. */
export class FloorShow implements ArenaShow {
  /** Whether the floor shows it; at the rest, until all is as it was. */
  isOn = $state(false);
  beat = $state.raw<BeatAt<RevealBeat> | undefined>();
  shown = $state.raw<ShownFloor | undefined>();
  /** How many of the last seconds this projector has seen, in ms; 0 where they cannot be shown again. */
  seenMs = $state(0);
  readonly #last = new LastSeconds();
  #watched = '';
  /** Who fell in this question and is out. */
  #risen: ReadonlySet<string> = new Set();
  /** Who was right. */
  #rights: ReadonlySet<string> = new Set();
  /** The same in a big room, by slots. */
  #rightSlots = '';
  /** Of the frame that is drawn. */
  #view: FloorView | undefined;
  #loneSlot: number | undefined;

  constructor(private readonly session: ShowSession) {}

  /** Sees where everybody walks in a question; an effect runs it for each phase. */
  watch(): (() => void) | undefined {
    const { room } = this.session;
    const { phase } = room;
    if (phase?.kind !== 'question') {
      if (phase?.kind !== 'reveal') this.#watched = '';
      return undefined;
    }
    const asked = askedIn(phase);
    if (this.#watched !== asked) this.#last.forget();
    this.#watched = asked;
    // Of thousands the last seconds are not shown again.
    if (!room.knowsAll || room.isBlind || phase.pausedLeftMs !== undefined) return undefined;
    const timer = setInterval(() => {
      if (this.session.clock.now() >= phase.startTime) this.#last.sample(this.#people());
    }, SAMPLE_MS);
    return () => clearInterval(timer);
  }

  /** Reads where the reveal is; an effect runs it for each beat. */
  follow(): void {
    const { room, show } = this.session;
    const beat = show.beats.current;
    const shown = room.isCurtained || beat === undefined ? undefined : this.#read();
    this.beat = beat;
    this.shown = shown;
    this.seenMs = shown?.facts.isSeen ? this.#last.seenMs : 0;
    this.isOn = shown !== undefined && this.#isLit(beat);
  }

  begin(): void {
    const now = this.session.show.beats.now();
    this.#view = undefined;
    if (this.shown === undefined || now === undefined) return;
    const { facts } = this.shown;
    this.#view = floorView(facts, lengthOf(facts.beats.slice(0, now.index)) + now.t);
    const moment = now.beat.scene === 'moment' ? now.beat.moment : undefined;
    this.#loneSlot = moment?.kind === 'lone' ? moment.slot : undefined;
    if (!this.#isLit(now)) this.isOn = false;
  }

  placeOf({ slot }: Member, at: Point): Point | undefined {
    const again = this.#view?.again;
    return again === undefined ? at : this.#last.placeAt(slot, again, at);
  }

  lookOf({ id, isAlive }: Member): Look | undefined {
    if (isAlive || !this.#risen.has(id)) return undefined;
    return this.#view?.again === undefined ? 'ghost' : 'living';
  }

  draw(stage: ShowStage): boolean {
    const view = this.#view;
    if (this.shown === undefined || view === undefined) return false;
    const { floor, zones, days, facts, open } = this.shown;
    const people = {
      rises: ({ id }: Member) => this.#risen.has(id),
      isRight: ({ id, slot }: Member) => this.#rights.has(id) || hasBit(this.#rightSlots, slot),
      loneSlot: this.#loneSlot,
      isReduced: facts.isReduced,
    };
    if (open !== undefined) paintOpenFloor(stage, view, people, open);
    else
      paintFloor(stage, view, {
        ...people,
        zones,
        days,
        images: this.#images(),
        zoneOf: ({ x, y }) => valueAt([toSteps(x), toSteps(y)], floor),
      });
    return view.isMoving && this.session.room.phase?.pausedLeftMs === undefined;
  }

  #images(): (HTMLImageElement | null)[] {
    const { question, pictureUrl } = this.session.room;
    return question === null
      ? []
      : choicePictures(question, pictureUrl, true).map(({ image }) => image);
  }

  *#people(): Iterable<{ slot: number; at: Point | undefined }> {
    const { roster, tracks } = this.session.room;
    const now = performance.now();
    for (const { id, slot } of roster.peek.values()) yield { slot, at: tracks.at(id, now) };
  }

  #isLit(at: BeatAt<RevealBeat> | undefined): boolean {
    if (at === undefined) return false;
    // Nothing is right, and what people think is shown by daylight.
    if (this.session.room.isOpinion && this.session.room.reveal !== null) return false;
    if (at.beat.scene !== 'rest') return true;
    return !prefersReducedMotion() && at.t < BACK_MS;
  }

  #read(): ShownFloor | undefined {
    const { room } = this.session;
    const { question, bell, phase } = room;
    const { summary, beats = [], solution, players, parts } = bell ?? {};
    if (phase === null || question === null || summary === undefined) return undefined;
    const floor = floorOf(question);
    // Where nobody walked to what was written, nothing is lit but the answer.
    const isBare = !isOpinion(question) && isUnwalked(summary);
    const zones = isBare ? [] : zonesOf(floor);
    this.#risen = new Set(
      players?.flatMap(({ playerId, played, isAlive }) => (played && !isAlive ? [playerId] : [])),
    );
    this.#rightSlots = bell?.crowd?.rightSlots ?? '';
    this.#rights = new Set(
      players?.flatMap(({ playerId, isAnswer }) => (isAnswer ? [playerId] : [])),
    );
    const counts = placeCounts(question, summary);
    const isReduced = prefersReducedMotion();
    return {
      floor,
      zones,
      counts,
      days: zones.map(({ number }) => zonePaint(number).floor.trim()),
      open: zones.length > 0 ? undefined : openFloor(question, solution, room),
      facts: {
        beats,
        counts: zones.length > 0 ? counts : [],
        // Where a list tells of all parts, none of them lights the floor.
        rights:
          zones.length > 0 && !isSeries(question.kind) ? rightValues(floor, solution ?? null) : [],
        parts:
          zones.length > 0
            ? parts?.map((one) => rightValues(floor, one.solution ?? null))
            : undefined,
        isReduced,
        isSeen: !isReduced && this.#watched === askedIn(phase) && this.#last.seenMs > 0,
      },
    };
  }
}
