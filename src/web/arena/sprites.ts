import { avatarFor } from '../ui/avatar.js';
import type { Member } from '../room/roster.svelte.js';
import { teamLook } from '../ui/teams.js';
import { paint } from '../ui/palette.js';

/** Sizes in CSS pixels. */
export interface SpriteSize {
  /** Diameter of the disc that the emoji stands on. */
  disc: number;
  font: number;
  /** On a picture, of which there is to be seen something. */
  isHalf?: boolean;
}

export const SPRITE_SIZES = {
  large: { disc: 40, font: 12 },
  medium: { disc: 32, font: 11 },
  small: { disc: 25, font: 11 },
  huge: { disc: 54, font: 17 },
} as const satisfies Record<string, SpriteSize>;

/** How a member is drawn; also the key of the painted picture. */
export type Look = 'living' | 'ghost' | 'fallen';

/** Room around the disc for shadow and badges. */
export const avatarBox = (size: SpriteSize): number => Math.ceil(size.disc * 1.3);
export const nameWidth = (size: SpriteSize): number => Math.round(size.font * 8);
export const nameHeight = (size: SpriteSize): number => Math.ceil(size.font * 1.55);

/** As `--font`, so that a name looks the same on the canvas and on the page. */
export const FONT =
  "'Pretendard','Apple SD Gothic Neo','Noto Sans KR','Noto Sans CJK KR','Malgun Gothic',system-ui,'Segoe UI',Roboto,'Helvetica Neue',sans-serif";
const EMOJI_FONT =
  "'Apple Color Emoji','Segoe UI Emoji','Noto Color Emoji','Twemoji Mozilla',sans-serif";

export function emoji(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  px: number,
): void {
  context.font = `${px}px ${EMOJI_FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, x, y + px * 0.06);
}

/** The shape of a team in its colour. */
function teamMark(
  context: CanvasRenderingContext2D,
  team: number,
  x: number,
  y: number,
  px: number,
): void {
  const { ground, ink, mark } = teamLook(team);
  context.fillStyle = ground;
  context.beginPath();
  context.arc(x, y, px * 0.55, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = ink;
  context.stroke();
  context.fillStyle = ink;
  context.font = `${px * 0.7}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(mark, x, y);
}

/** What of somebody is seen. */
type Face = Pick<Member, 'slot' | 'connected' | 'team' | 'isHost'>;

export interface AvatarPaint {
  size: SpriteSize;
  look: Look;
  /** The own avatar has a ring in the colour of the house. */
  own: boolean;
}

/** Paints into a box of `avatarBox(size)` squared. */
export function paintAvatar(
  context: CanvasRenderingContext2D,
  member: Face,
  { size, look, own }: AvatarPaint,
): number {
  const box = avatarBox(size);
  const centre = box / 2;
  const radius = size.disc / 2;
  const { emoji: face, ground } = avatarFor(member.slot);
  if (look === 'fallen') {
    // To the living a ghost is a small stone at the place of the fall.
    context.globalAlpha = 0.75;
    context.fillStyle = paint('stone');
    context.beginPath();
    context.arc(centre, centre - radius * 0.15, radius * 0.45, Math.PI, 0);
    context.lineTo(centre + radius * 0.45, centre + radius * 0.6);
    context.lineTo(centre - radius * 0.45, centre + radius * 0.6);
    context.closePath();
    context.fill();
    context.globalAlpha = 0.85;
    emoji(context, face, centre, centre, radius * 0.72);
    context.globalAlpha = 1;
    return box;
  }
  context.globalAlpha = look === 'ghost' ? 0.5 : member.connected ? 1 : 0.55;
  context.fillStyle = paint('shade');
  context.beginPath();
  context.ellipse(centre, centre + radius * 0.96, radius * 0.8, radius * 0.24, 0, 0, Math.PI * 2);
  context.fill();
  context.beginPath();
  context.arc(centre, centre, radius - 1, 0, Math.PI * 2);
  context.fillStyle = look === 'ghost' ? paint('ghost') : ground;
  context.fill();
  context.lineWidth = own ? 3.5 : 1.5;
  context.strokeStyle = paint(own ? 'clay' : 'outline');
  context.stroke();
  context.fillStyle = '#000';
  emoji(context, face, centre, centre, size.disc * 0.62);
  context.globalAlpha = 1;
  const badge = size.disc * 0.4;
  if (member.team !== null)
    teamMark(context, member.team, centre - radius * 0.72, centre + radius * 0.55, badge);
  if (look === 'ghost') emoji(context, '👻', centre + radius * 0.72, centre - radius * 0.62, badge);
  if (member.isHost) emoji(context, '👑', centre, centre - radius * 0.92, badge);
  if (!member.connected) emoji(context, '💤', centre + radius * 0.72, centre + radius * 0.5, badge);
  return box;
}

/** Older phones cannot tell graphemes; code points are close enough there. */
export function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/** Cuts a name to a width, by graphemes so that no emoji is torn. */
function shorten(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  const letters = lettersOf(name);
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width)
    letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Paints into a box of `nameWidth(size)` by `nameHeight(size)`: a light outline keeps it legible on any floor. Answers the width of the text. */
export function paintName(
  context: CanvasRenderingContext2D,
  name: string,
  { size, faint }: { size: SpriteSize; faint: boolean },
): number {
  const width = nameWidth(size);
  const height = nameHeight(size);
  context.font = `600 ${size.font}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const text = shorten(context, name, width - 8);
  const used = context.measureText(text).width + 6;
  context.globalAlpha = faint ? 0.6 : 1;
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = paint('card');
  context.strokeText(text, width / 2, height / 2);
  context.fillStyle = paint('ink');
  context.fillText(text, width / 2, height / 2);
  context.globalAlpha = 1;
  return used;
}
