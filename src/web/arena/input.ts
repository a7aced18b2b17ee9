import { MAX_CHOICES } from '../../protocol/limits.js';
import type { Point } from '../room/zones.js';

const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  // Physical keys, so that they sit together under a Korean layout too.
  KeyA: { x: -1, y: 0 },
  KeyD: { x: 1, y: 0 },
  KeyW: { x: 0, y: -1 },
  KeyS: { x: 0, y: 1 },
};

/** Where keys belong to what is focused and not to the avatar. */
const KEEPS_KEYS = 'input, textarea, select, dialog, [role="dialog"], [role="radiogroup"]';
/** What arrow keys scroll while it is focused. */
const SCROLLS = '[tabindex="0"]:not(canvas)';

/** Tap and drag: tells the point under the finger in unit coordinates; returns what stops it. */
export function pointerInput(surface: HTMLElement, go: (point: Point) => void): () => void {
  let held: number | undefined;
  const tell = (event: PointerEvent) => {
    const box = surface.getBoundingClientRect();
    go({
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    });
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || held !== undefined) return;
    held = event.pointerId;
    surface.setPointerCapture(event.pointerId);
    tell(event);
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId === held) tell(event);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId === held) held = undefined;
  };
  surface.addEventListener('pointerdown', down);
  surface.addEventListener('pointermove', move);
  surface.addEventListener('pointerup', up);
  surface.addEventListener('pointercancel', up);
  return () => {
    surface.removeEventListener('pointerdown', down);
    surface.removeEventListener('pointermove', move);
    surface.removeEventListener('pointerup', up);
    surface.removeEventListener('pointercancel', up);
  };
}

export interface KeyboardActions {
  /** Sum of the held keys, -1..1 on each axis. */
  steer: (direction: Point) => void;
  /** What a key means for the question that stands; false where that is nothing. Keys of a held arrow come again. */
  press: (event: KeyboardEvent) => boolean;
}

/** Arrow keys and WASD while held, unless the question has another use for them; returns what stops it. */
export function keyboardInput({ steer, press }: KeyboardActions): () => void {
  const held = new Set<string>();
  const tell = () => {
    let x = 0;
    let y = 0;
    for (const code of held) {
      x += STEPS[code]?.x ?? 0;
      y += STEPS[code]?.y ?? 0;
    }
    steer({ x: Math.sign(x), y: Math.sign(y) });
  };
  const down = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const focused = event.target instanceof Element ? event.target : document.body;
    if (focused.closest(KEEPS_KEYS)) return;
    if (event.code.startsWith('Arrow') && focused.closest(SCROLLS)) return;
    if (press(event)) event.preventDefault();
    else if (STEPS[event.code]) {
      // Else the arrows would scroll what is focused.
      event.preventDefault();
      held.add(event.code);
      tell();
    }
  };
  const up = (event: KeyboardEvent) => {
    if (held.delete(event.code)) tell();
  };
  // Keys released while another window has the focus are never heard of.
  const letGo = () => {
    held.clear();
    tell();
  };
  window.addEventListener('keydown', down);
  window.addEventListener('keyup', up);
  window.addEventListener('blur', letGo);
  return () => {
    window.removeEventListener('keydown', down);
    window.removeEventListener('keyup', up);
    window.removeEventListener('blur', letGo);
    letGo();
  };
}

/** The number of a number key that is pressed once, 0 meaning the last of all choices that there can be. */
export function digitOf({ code, repeat, shiftKey }: KeyboardEvent): number | undefined {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return digit === undefined || repeat || shiftKey ? undefined : Number(digit) || MAX_CHOICES;
}
