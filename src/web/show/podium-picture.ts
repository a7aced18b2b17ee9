import { saveFile } from '../ui/save-file.js';
import { paint } from '../ui/palette.js';
import { FONT } from '../arena/sprites.js';
import { avatarFor } from '../ui/avatar.js';

const WIDTH = 1200;
const HEIGHT = 800;
/** By rank: where its step begins, and how high it is. */
const STEPS = [
  { x: 420, height: 330, colour: 'clay' },
  { x: 100, height: 250, colour: 'indigo' },
  { x: 740, height: 190, colour: 'pine' },
];
const STEP_WIDTH = 320;
const MOST_NAMES = 3;

interface Placed {
  name: string;
  slot: number;
  /** Null for who was gone before the end. */
  rank: number | null;
  score: number;
}

/** Saves a picture of the three steps of the podium. */
export function savePodium(roomTitle: string, players: readonly Placed[]): void {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = paint('paper');
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.textAlign = 'center';
  write(pen, roomTitle, { x: WIDTH / 2, y: 80, size: 48, most: WIDTH - 80 });
  for (const [i, { x, height, colour }] of STEPS.entries()) {
    const rank = i + 1;
    const there = players.filter((player) => player.rank === rank && player.score > 0);
    const top = HEIGHT - height;
    const middle = x + STEP_WIDTH / 2;
    pen.fillStyle = paint(colour);
    pen.fillRect(x, top, STEP_WIDTH, height);
    write(pen, String(rank), {
      x: middle,
      y: top + 90,
      size: 72,
      most: STEP_WIDTH,
      ink: 'on-fill',
    });
    const named = there.slice(0, MOST_NAMES);
    const more = there.length - named.length;
    const lines = named.map(({ name, slot }) => `${avatarFor(slot).emoji} ${name}`.trim());
    if (more > 0) lines.push(`+${more}`);
    lines.toReversed().forEach((line, above) => {
      write(pen, line, { x: middle, y: top - 24 - above * 44, size: 34, most: STEP_WIDTH });
    });
    const score = there[0]?.score;
    if (score !== undefined)
      write(pen, String(score), {
        x: middle,
        y: top + 150,
        size: 34,
        most: STEP_WIDTH,
        ink: 'on-fill',
      });
  }
  saveFile(canvas.toDataURL('image/png'), `${roomTitle}.png`);
}

interface Line {
  x: number;
  y: number;
  size: number;
  most: number;
  /** The token of its colour. */
  ink?: string;
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, size, most, ink = 'ink' }: Line,
): void {
  pen.fillStyle = paint(ink);
  pen.font = `700 ${size}px ${FONT}`;
  pen.fillText(text, x, y, most);
}
