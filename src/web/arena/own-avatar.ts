import type { Member } from '../lib/roster.svelte.js';
import {
  avatarBox,
  nameHeight,
  nameWidth,
  paintAvatar,
  paintName,
  type SpriteSize,
} from './sprites.js';

/** Room above the avatar for the pointer that says "me". */
const POINTER_SPACE = 14;

/**
 * The own avatar on a small canvas above the texts of the zones: wherever the crowd stands, and
 * whatever is written there, people find themselves at a glance.
 */
export class OwnAvatar {
  #key = '';

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** `x` and `y` in CSS pixels of the arena. */
  draw(
    member: Member,
    crowdSize: SpriteSize,
    at: { x: number; y: number; lift: number; width: number; height: number },
  ): void {
    const disc = Math.max(36, Math.round(crowdSize.disc * 1.25));
    const size = { disc, font: Math.max(12, crowdSize.font + 1) };
    const box = avatarBox(size);
    const width = Math.max(box, nameWidth(size));
    const height = POINTER_SPACE + box + nameHeight(size);
    this.#repaint(member, size, width, height);
    const left = Math.round(at.x - width / 2);
    const top = Math.round(at.y - POINTER_SPACE - box / 2 - at.lift);
    this.canvas.style.transform = `translate(${left}px, ${top}px)`;
  }

  hide(): void {
    this.canvas.style.transform = 'translate(-999px, 0)';
  }

  #repaint(member: Member, size: SpriteSize, width: number, height: number): void {
    const scale = Math.min(2, Math.max(1, devicePixelRatio));
    const { name, slot, isAlive, isHost } = member;
    const key = [name, slot, isAlive, isHost, size.disc, scale].join('|');
    if (key === this.#key) return;
    this.#key = key;
    this.canvas.width = Math.ceil(width * scale);
    this.canvas.height = Math.ceil(height * scale);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    const box = avatarBox(size);
    context.scale(scale, scale);
    paintPointer(context, width / 2);
    context.translate((width - box) / 2, POINTER_SPACE);
    // The person is here, whatever the server says about the last connection.
    paintAvatar(
      context,
      { ...member, connected: true },
      { size, look: isAlive ? 'living' : 'ghost', own: true },
    );
    context.translate((box - nameWidth(size)) / 2, box - size.disc * 0.12);
    paintName(context, name, { size, own: true, faint: false });
  }
}

function paintPointer(context: CanvasRenderingContext2D, x: number): void {
  context.fillStyle = '#c23b16';
  context.strokeStyle = '#fffaf1';
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
