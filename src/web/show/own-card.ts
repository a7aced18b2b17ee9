import { FONT } from '../arena/sprites.js';
import { avatarFor } from '../ui/avatar.js';
import { saveFile } from '../ui/save-file.js';

const WIDTH = 1080;
const HEIGHT = 1350;
const FACE = 380;

interface OwnResult {
  /** Of the room. */
  title: string;
  name: string;
  slot: number;
  place: string;
  /** Points, and what else there is to say. */
  lines: readonly string[];
}

/** Saves a card with what somebody has come to in a game. */
export function saveOwnCard({ title, name, slot, place, lines }: OwnResult): void {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const write = (text: string, y: number, size: number, colour: string): void => {
    pen.fillStyle = colour;
    pen.font = `800 ${size}px ${FONT}`;
    pen.fillText(text, WIDTH / 2, y, WIDTH - 120);
  };
  const { emoji, ground } = avatarFor(slot);
  pen.fillStyle = '#1b120c';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#38230f';
  pen.fillRect(0, HEIGHT - 150, WIDTH, 150);
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  write(title, 120, 56, '#f2c14e');
  pen.fillStyle = ground;
  pen.beginPath();
  pen.arc(WIDTH / 2, 430, FACE / 2, 0, Math.PI * 2);
  pen.fill();
  write(emoji, 445, 230, '#000');
  write(name, 720, 84, '#fffaf1');
  write(place, 900, 190, '#f2c14e');
  lines.forEach((line, n) => write(line, 1050 + n * 76, 56, '#fffaf1'));
  write('마당 Madang', HEIGHT - 75, 48, '#fffaf1');
  saveFile(canvas.toDataURL('image/png'), `${title}.png`);
}
