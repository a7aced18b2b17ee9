import type { BeatAt } from '../../game/shared/beats.js';
import type { ResultRow } from '../../protocol/scores.js';
import type { FinalBeat } from '../../protocol/show.js';
import type { OverheadDrawing, Standing } from '../arena/scene.js';
import { CellAtlas, type Cell } from '../arena/cell-atlas.js';
import { avatarBox, emoji, FONT, paintAvatar, type SpriteSize } from '../arena/sprites.js';
import type { Tracks } from '../room/tracks.js';
import type { Point } from '../room/zones.js';
import type { Member } from '../room/roster.svelte.js';
import {
  audiencePlace,
  floorOf,
  placeSteps,
  walkAt,
  type StageSize,
  type StepPlace,
} from './final-layout.js';
import { arrivalMs, type ToldEnd, type ToldStep } from './final-told.js';

/** Until then the place is said, and nobody walks, in ms of the beat. */
const CALL_MS = 300;
/** The steps come up at the beginning of the first of their beats. */
const RISE_MS = 300;
const CONFETTI_FROM_MS = 2_600;
const JUMPS_MS = 3_000;
const PIECES = 220;
const COLOURS = ['#c23b16', '#f2c14e', '#17653f', '#4a69c4', '#fffaf1'];
/** Time for painting pictures in a frame, in ms. */
const PAINT_MS = 4;
/** Up to this many people have larger faces. */
const FEW = 60;

const BACK = '#1b120c';
const BACK_LIT = '#38230f';
const BEAM = '#2a1b0f';
const BEAM_LIT = '#5c3c16';
const BOARDS = '#2d1e13';
const EDGE = '#6b4a2c';
const STEP_COLOURS: Readonly<Record<number, readonly [front: string, edge: string]>> = {
  1: ['#c23b16', '#dd6a48'],
  2: ['#27408b', '#5069b1'],
  3: ['#17653f', '#459069'],
};

export interface FinalScene {
  at: BeatAt<FinalBeat>;
  told: ToldEnd;
  /** All that will be told. */
  steps: readonly Omit<ToldStep, 'isOn'>[];
  members: ReadonlyMap<string, Member>;
  tracks: Tracks;
  /** No travel, no jumps and no confetti. */
  isStill: boolean;
  /** There once somebody has shown an emote. */
  emotes: OverheadDrawing | undefined;
}

/** Draws the stage of the end: audience, steps, and those who go up on them. Names stand above it on the page. */
export class FinalCanvas {
  readonly #context: CanvasRenderingContext2D;
  #size: StageSize = { width: 0, height: 0 };
  #faces: CellAtlas | undefined;
  #portraits: CellAtlas | undefined;
  /** As drawn in this frame, those on the steps, too. */
  #crowd: Pick<Standing, 'member' | 'x' | 'y' | 'lift'>[] = [];
  #disc = 0;
  #largest = 0;

  constructor(private readonly canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no 2D canvas');
    this.#context = context;
  }

  /** In CSS pixels, which are those of the canvas: twice as many would cost frames on a projector's laptop. */
  resize(size: StageSize): void {
    if (size.width === this.#size.width && size.height === this.#size.height) return;
    this.#size = size;
    this.canvas.width = Math.max(1, size.width);
    this.canvas.height = Math.max(1, size.height);
    this.#faces = this.#portraits = undefined;
  }

  /** Whether the next frame differs even if nothing happens. */
  draw(scene: FinalScene, now: number): boolean {
    const size = this.#size;
    if (size.width === 0 || size.height === 0) return false;
    const { at, told, isStill } = scene;
    const { beat } = at;
    const places = placeSteps(scene.steps, size);
    this.#prepare(scene, places);
    const isOnSteps = beat.scene === 'step';
    const isWon = isOnSteps && beat.rank === 1 && (isStill || at.t >= arrivalMs(1));
    const here = isOnSteps ? places.find(({ rank }) => rank === beat.rank) : undefined;
    this.#paintStage(here, isWon);
    const isFalling = isWon && !isStill && at.t >= CONFETTI_FROM_MS;
    if (isFalling) this.#paintConfetti(at.t - CONFETTI_FROM_MS);
    const up = new Set<string>();
    if (isOnSteps) {
      const isRising = !isStill && told.steps.length === 1;
      this.#paintSteps(places, isRising ? Math.min(1, at.t / RISE_MS) : 1);
      for (const { rows } of told.steps) for (const { playerId } of rows) up.add(playerId);
    }
    const jumpMs = at.t - CONFETTI_FROM_MS;
    const jumps = isFalling && jumpMs < JUMPS_MS ? jumpMs : undefined;
    const isGliding = this.#paintAudience(scene, up, jumps, now);
    if (isOnSteps) this.#paintPeople(scene, places, now);
    const isEmoting = scene.emotes?.draw(
      this.#context,
      { scale: 1, spriteSize: this.#look(this.#disc), place: (at) => at },
      this.#crowd,
      { selfId: null, selfAt: undefined, hop: !isStill },
      now,
    );
    const isBehind = this.#faces?.isBehind === true || this.#portraits?.isBehind === true;
    return isGliding || isBehind || isEmoting === true || (isOnSteps && !isStill);
  }

  /** Everything that text is part of is painted before its beat, some of it in each frame. */
  #prepare({ members, steps }: FinalScene, places: readonly StepPlace[]): void {
    const unit = this.#size.height / 1080;
    const disc = Math.round((members.size <= FEW ? 64 : 48) * unit);
    const largest = Math.max(0, ...places.map(({ portrait }) => portrait));
    if (this.#faces === undefined || disc !== this.#disc) {
      this.#disc = disc;
      this.#faces = new CellAtlas(avatarBox(this.#look(disc)), avatarBox(this.#look(disc)), 1);
    }
    if (this.#portraits === undefined || largest !== this.#largest) {
      this.#largest = largest;
      const side = avatarBox(this.#portraitLook);
      this.#portraits = new CellAtlas(side, side, 1);
    }
    this.#faces.allow(PAINT_MS);
    this.#portraits.allow(PAINT_MS);
    for (const { rows } of steps) for (const row of rows) this.#portrait(row);
    if (steps.length > 0) this.#crown();
  }

  #look(disc: number): SpriteSize {
    return { disc, font: 12 };
  }

  /** Those who stand side by side do not touch. */
  get #portraitLook(): SpriteSize {
    return this.#look(Math.round(this.#largest * 0.94));
  }

  #portrait({ slot }: ResultRow): Cell | undefined {
    const member = { slot, connected: true, team: null, isHost: false };
    const paint = { size: this.#portraitLook, look: 'living', own: false } as const;
    return this.#portraits?.cell(`${slot}`, '', (context) => paintAvatar(context, member, paint));
  }

  #crown(): Cell | undefined {
    return this.#portraits?.cell('crown', '', (context) => {
      const side = avatarBox(this.#portraitLook);
      context.fillStyle = '#000';
      emoji(context, '👑', side / 2, side / 2, side * 0.42);
      return side;
    });
  }

  /** Flat fills only: a light that is translucent costs a third of the frames. */
  #paintStage(here: StepPlace | undefined, isWon: boolean): void {
    const { width, height } = this.#size;
    const context = this.#context;
    const floor = floorOf(this.#size);
    context.fillStyle = isWon ? BACK_LIT : BACK;
    context.fillRect(0, 0, width, floor);
    if (here !== undefined) {
      const middle = here.left + here.width / 2;
      const half = here.width * 0.62;
      context.fillStyle = isWon ? BEAM_LIT : BEAM;
      context.beginPath();
      context.moveTo(middle - half * 0.35, 0);
      context.lineTo(middle + half * 0.35, 0);
      context.lineTo(middle + half, floor);
      context.lineTo(middle - half, floor);
      context.fill();
    }
    context.fillStyle = BOARDS;
    context.fillRect(0, floor, width, height - floor);
    context.fillStyle = EDGE;
    context.fillRect(0, floor, width, 4);
  }

  #paintSteps(places: readonly StepPlace[], part: number): void {
    const context = this.#context;
    const floor = floorOf(this.#size);
    for (const { rank, left, width, height } of places) {
      const shown = Math.round(height * part);
      const [front, edge] = STEP_COLOURS[rank] ?? [BOARDS, EDGE];
      context.fillStyle = front;
      context.fillRect(left, floor - shown, width, shown);
      context.fillStyle = edge;
      context.fillRect(left, floor - shown, width, Math.min(shown, 8));
      const px = Math.round(this.#size.height * 0.085);
      if (shown < px * 1.3) continue;
      context.fillStyle = '#fffaf1';
      context.font = `900 ${px}px ${FONT}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(rank), left + width / 2, floor - shown + Math.round(px * 0.78));
    }
  }

  #paintConfetti(t: number): void {
    const { width } = this.#size;
    const floor = floorOf(this.#size);
    const context = this.#context;
    for (let piece = 0; piece < PIECES; piece++) {
      const speed = 0.22 + ((piece * 53) % 17) / 80;
      const fallen = t * speed - ((piece * 131) % 900);
      if (fallen < 0) continue;
      const y = Math.round(fallen % (floor + 30)) - 20;
      const sway = Math.sin(t / 400 + piece) * 14;
      const high = Math.round(2 + Math.abs(Math.sin(t / 160 + piece * 1.7)) * 14);
      context.fillStyle = COLOURS[piece % COLOURS.length] ?? EDGE;
      context.fillRect(
        Math.round(((piece * 197) % width) + sway),
        y,
        13,
        Math.min(high, floor - y),
      );
    }
  }

  /** `jumps`: for how long all of them jump. Answers whether somebody walks. */
  #paintAudience(
    { members, tracks }: FinalScene,
    up: ReadonlySet<string>,
    jumps: number | undefined,
    now: number,
  ): boolean {
    let isGliding = false;
    this.#crowd = [...members.values()]
      .filter(({ id }) => !up.has(id))
      .map((member) => {
        isGliding ||= tracks.isGliding(member.id, now);
        const lift =
          jumps === undefined
            ? 0
            : Math.abs(Math.sin((jumps + member.slot * 97) / 190)) * this.#disc * 0.6;
        return { member, ...this.#placeOf(member.id, member.slot, tracks, now), lift };
      })
      .sort((a, b) => a.y - b.y);
    for (const { member, x, y, lift } of this.#crowd)
      this.#blit(this.#faces, this.#face(member), { x, y: y - lift }, 1);
    return isGliding;
  }

  #placeOf(id: string, slot: number, tracks: Tracks, now: number): Point {
    // Who has left comes from somewhere in the audience, too.
    const at = tracks.at(id, now) ?? { x: ((slot * 61) % 100) / 100, y: 0.5 };
    return audiencePlace(at, this.#disc, this.#size);
  }

  #face(member: Member): Cell | undefined {
    const { slot, connected, team, isHost } = member;
    const print = `${slot}:${connected}:${team}:${isHost}`;
    const paint = { size: this.#look(this.#disc), look: 'living', own: false } as const;
    return this.#faces?.cell(member.id, print, (context) => paintAvatar(context, member, paint));
  }

  #paintPeople(
    { told, members, tracks, at, isStill }: FinalScene,
    places: readonly StepPlace[],
    now: number,
  ) {
    for (const { rank, rows, isOn } of told.steps) {
      const place = places.find((one) => one.rank === rank);
      if (place === undefined) continue;
      const part =
        isOn && !isStill
          ? Math.min(1, Math.max(0, (at.t - CALL_MS) / (arrivalMs(rank) - CALL_MS)))
          : 1;
      rows.forEach((row, n) => {
        const to = place.portraits[n];
        if (to === undefined) return;
        const from = this.#placeOf(row.playerId, row.slot, tracks, now);
        const seen = part === 1 ? to : walkAt(from, to, part, this.#size);
        const size = this.#disc + (place.portrait - this.#disc) * part;
        const cell = this.#portrait(row);
        this.#blit(this.#portraits, cell, seen, size / this.#largest);
        const member = members.get(row.playerId);
        if (member) this.#crowd.push({ member, ...seen, lift: (size - this.#disc) / 2 });
        if (rank === 1 && part === 1) {
          const above = { x: to.x, y: to.y - place.portrait * 0.66 };
          this.#blit(this.#portraits, this.#crown(), above, place.portrait / this.#largest);
        }
      });
    }
  }

  /** Whole pixels: in between, every copy would have to be filtered. */
  #blit(atlas: CellAtlas | undefined, cell: Cell | undefined, at: Point, scale: number): void {
    if (atlas === undefined || cell === undefined) return;
    const { widthPx, heightPx } = atlas;
    const width = Math.round(widthPx * scale);
    const height = Math.round(heightPx * scale);
    const left = Math.round(at.x - width / 2);
    const top = Math.round(at.y - height / 2);
    // prettier-ignore
    this.#context.drawImage(cell.page, cell.x, cell.y, widthPx, heightPx, left, top, width, height);
  }
}
