import { i18n } from '../i18n/language.svelte.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { clockText } from '../stage/item/seconds-left.svelte.js';
import type { EarlyEnd } from './early-end.js';

/** The words of a button that lifts the curtain. */
export function endText({ phase }: Pick<RoomState, 'phase'>): string {
  const t = i18n.host.order;
  return phase?.break ? t.endBreak : t.endCurtain;
}

/** Returns the words that the first press says. */
export function earlyEndText(end: EarlyEnd): string {
  const t = i18n.host.order;
  if (end.kind === 'curtain') return t.curtainAgain;
  return t.breakAgain({ left: clockText(Math.ceil(end.leftMs / 1000)) });
}
