import type { PhaseKind } from '../../protocol/events.js';
import { endsBreak } from '../host/early-end.js';

/** What a host can do by a key or a large button. */
export type HostAction =
  | 'next'
  | 'skip'
  | 'back'
  | 'start'
  | 'round'
  | 'pause'
  | 'resume'
  | 'extend'
  | 'drop'
  | 'close'
  | 'void'
  | 'count'
  | 'end'
  | 'mute'
  | 'lock'
  | 'help';

/** What of a room decides what a key means. */
export interface Situation {
  kind: PhaseKind;
  isPaused: boolean;
  /** Whether a curtain hides the game, which _Next_ then lifts (R4.12). */
  isCurtained: boolean;
  /** Whether a press would end a break or a curtain too early. */
  endsEarly: boolean;
  /** Whether a clock runs that can be paused: in a game, and of an item with a length in the lobby (R27.2). */
  hasClock: boolean;
  /** Whether this reveal has told of a question that can be ruled on as a whole (R4.9). */
  isRuled: boolean;
  /** Whether that question counts for nothing. */
  isVoid: boolean;
  /** Whether the evening that has ended may go on with one more round (R6.8). */
  hasScores: boolean;
  /** Whether the end of a game is being shown in this lobby (R19.5). */
  isFinal: boolean;
  /** The next entry of the programme while the room is in the lobby; null without a programme (R27.2). */
  coming: 'item' | 'round' | null;
  /** Whether a draw is on that waits to be held, and may be skipped (R27.8). */
  isDrawWaiting: boolean;
  /** Whether an item was on before what is on now (R27.7). */
  mayGoBack: boolean;
}

/** What of a keyboard event counts. */
export interface KeyPress {
  key: string;
  code: string;
  repeat: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Space, and what clickers send for the next slide. */
const NEXT_KEYS = new Set([' ', 'PageDown', 'ArrowRight']);

/** The key that stands on the button of an action. */
export const KEY_OF: Readonly<Record<HostAction, string>> = {
  next: 'Space',
  back: 'B',
  start: 'S',
  round: 'R',
  pause: 'P',
  resume: 'P',
  extend: 'T',
  drop: 'D',
  skip: 'D',
  void: 'D',
  count: 'D',
  close: 'C',
  end: 'E',
  mute: 'M',
  lock: 'L',
  help: '?',
};

/** Must be pressed twice, with nothing between (R4.8, R4.9, R27.8). */
const PRESSED_TWICE: ReadonlySet<HostAction> = new Set(['drop', 'close', 'void', 'skip']);

/** A start cuts the end that is being shown (R19.5); what shows slides in the lobby must not begin the game (R27.2). */
export const isPressedTwice = (action: HostAction, situation: Situation): boolean =>
  PRESSED_TWICE.has(action) ||
  (situation.endsEarly && endsBreak(action)) ||
  (action === 'start' && situation.isFinal) ||
  (action === 'next' && beginsRound(situation));

/** Whether _Next_ begins a round from the lobby. */
export const beginsRound = ({ kind, isFinal, coming }: Situation): boolean =>
  kind === 'lobby' && !isFinal && coming === 'round';

/** What can be done now; `next` is told apart where it would do nothing. */
export function mayDo(action: HostAction, situation: Situation): boolean {
  const { kind, isPaused, hasClock, isRuled, isVoid, hasScores, isFinal, coming } = situation;
  switch (action) {
    case 'mute':
    case 'lock':
    case 'help':
      return true;
    case 'start':
      return kind === 'lobby';
    case 'round':
      return kind === 'lobby' && hasScores && coming === null;
    case 'next':
      if (kind === 'lobby') return isFinal || coming !== null;
      return kind !== 'question' || situation.isCurtained;
    case 'skip':
      return situation.isDrawWaiting;
    case 'back':
      return situation.mayGoBack;
    case 'pause':
      return hasClock && !isPaused;
    case 'resume':
      return hasClock && isPaused;
    case 'drop':
    case 'close':
    case 'extend':
      return kind === 'question';
    case 'void':
      return isRuled && !isVoid;
    case 'count':
      return isRuled && isVoid;
    case 'end':
      return kind !== 'lobby';
  }
}

/**
 * What a key does. `next` comes in every phase, so that the page can say where it does nothing; other keys
 * have no meaning (null) where they would do nothing.
 */
export function actionOf(press: KeyPress, situation: Situation): HostAction | null {
  if (press.repeat || press.ctrlKey || press.metaKey || press.altKey) return null;
  if (press.key === '?') return 'help';
  if (press.shiftKey) return null;
  if (NEXT_KEYS.has(press.key)) return 'next';
  const letter = letterOf(press);
  const actions = Object.keys(KEY_OF) as HostAction[];
  return actions.find((action) => KEY_OF[action] === letter && mayDo(action, situation)) ?? null;
}

/** The Latin letter of a key, by its place where the keyboard writes another script. */
function letterOf({ key, code }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  return /^Key([A-Z])$/.exec(code)?.[1] ?? '';
}
