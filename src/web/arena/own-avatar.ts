import type { Member } from '../room/roster.svelte.js';
import { paint } from '../ui/palette.js';
import { avatarBox, paintAvatar, type SpriteSize } from './sprites.js';

/** Room above the avatar for the pointer that says "me". */
const POINTER_SPACE = 14;
/** Smaller than this nobody finds themselves in a crowd. */
const MIN_DISC = 36;
const MIN_HALF_DISC = 26;

/** Diameter of the own avatar among a crowd of this size. */
export const ownDisc = ({ disc, isHalf }: SpriteSize): number =>
  Math.max(isHalf ? MIN_HALF_DISC : MIN_DISC, Math.round(disc * 1.25));

/** What is drawn above that disc. */
export const aboveOwnDisc = (disc: number): number => POINTER_SPACE + disc * 0.15;

export interface OwnPosition {
  /** Centre of the avatar in CSS pixels of the arena. */
  x: number;
  y: number;
  lift: number;
  /** Of the arena. */
  width: number;
  height: number;
}

/**
 * The own avatar, above the texts of the zones: wherever the crowd stands, and whatever is written
 * there, people find themselves at a glance.
 */
export class OwnAvatar {
  #key = '';
  #box = 0;
  #disc = 0;
  #name = '';
  #labelWidth = 0;
  #labelHeight = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly label: HTMLElement,
  ) {}

  draw(member: Member, crowdSize: SpriteSize, at: OwnPosition): void {
    this.#repaint(member, crowdSize);
    const left = Math.round(at.x - this.#box / 2);
    const top = Math.round(at.y - POINTER_SPACE - this.#box / 2 - at.lift);
    move(this.canvas, left, top);
    // It would lie on what somebody stands on.
    if (crowdSize.isHalf) move(this.label, -999, 0);
    else this.#placeName(member.name, at);
  }

  hide(): void {
    move(this.canvas, -999, 0);
    move(this.label, -999, 0);
  }

  /** Below the avatar, or above it at the lower wall, and never over the walls at the sides. */
  #placeName(name: string, { x, y, width, height }: OwnPosition): void {
    if (name !== this.#name) {
      this.#name = name;
      this.label.textContent = name;
      this.#labelWidth = this.label.offsetWidth;
      this.#labelHeight = this.label.offsetHeight;
    }
    const tall = this.#labelHeight;
    const below = y + this.#disc * 0.52;
    const top = below + tall <= height ? below : y - this.#disc * 0.52 - tall;
    const left = Math.min(width - this.#labelWidth, Math.max(0, x - this.#labelWidth / 2));
    move(this.label, Math.round(left), Math.round(top));
  }

  #repaint(member: Member, crowdSize: SpriteSize): void {
    const scale = Math.min(2, Math.max(1, devicePixelRatio));
    const disc = ownDisc(crowdSize);
    const { slot, isAlive, isHost, team } = member;
    const key = [slot, isAlive, isHost, team, disc, scale].join('|');
    if (key === this.#key) return;
    this.#key = key;
    const size = { disc, font: crowdSize.font };
    const box = avatarBox(size);
    this.#box = box;
    this.#disc = disc;
    this.canvas.width = Math.ceil(box * scale);
    this.canvas.height = Math.ceil((box + POINTER_SPACE) * scale);
    this.canvas.style.width = `${box}px`;
    this.canvas.style.height = `${box + POINTER_SPACE}px`;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.scale(scale, scale);
    paintPointer(context, box / 2);
    context.translate(0, POINTER_SPACE);
    // The person is here, whatever the server says about the last connection.
    const look = isAlive ? 'living' : 'ghost';
    paintAvatar(context, { ...member, connected: true }, { size, look, own: true });
  }
}

function move(element: HTMLElement, left: number, top: number): void {
  element.style.transform = `translate(${left}px, ${top}px)`;
}

function paintPointer(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = paint('clay');
  context.strokeStyle = paint('card');
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x - 8, 2);
  context.lineTo(x + 8, 2);
  context.lineTo(x, 13);
  context.closePath();
  context.stroke();
  context.fill();
}
