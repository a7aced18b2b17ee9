import type { Countdown } from './countdown.svelte.js';
import { OUTCOME_CUES, vibrate } from './vibration.js';
import type { RoomState } from './room-state.svelte.js';

const TICKS_FROM = 3;
const PODIUM_RANKS = 3;

/** Vibrates with the last seconds, the bell, the own result and a place on the podium; called while a component is made. */
export function feelGame(room: () => RoomState, countdown: Countdown): void {
  $effect(() => {
    const { stage, seconds, paused } = countdown;
    if (paused || (stage !== 'countdown' && stage !== 'answering')) return;
    if (seconds >= 1 && seconds <= TICKS_FROM) vibrate('tick');
  });
  let isFelt = false;
  $effect(() => {
    const { reveal, outcome } = room();
    if (countdown.stage !== 'reveal') isFelt = false;
    else if (reveal && !isFelt) {
      isFelt = true;
      const cue = outcome && OUTCOME_CUES[outcome];
      vibrate('bell', ...(cue ? [cue] : []));
    }
  });
  let wasPlayed = false;
  $effect(() => {
    const { kind, results, selfId } = room();
    if (kind !== 'lobby') wasPlayed = true;
    else if (wasPlayed && results) {
      wasPlayed = false;
      const own = results.results.find(({ playerId }) => playerId === selfId);
      if (own && own.score > 0 && own.rank <= PODIUM_RANKS) vibrate('podium');
    }
  });
}
