import type { Countdown } from '../room/countdown.svelte.js';
import { OUTCOME_CUES, vibrate } from './vibration.js';
import type { RoomState } from '../room/room-state.svelte.js';

const TICKS_FROM = 3;
const PODIUM_RANKS = 3;

/** Vibrates with the last seconds, the bell, the own result and a place on the podium; called while a component is made. */
export function feelGame(room: () => RoomState, countdown: Countdown): void {
  $effect(() => {
    const { stage, seconds, paused } = countdown;
    if (paused || (stage !== 'countdown' && stage !== 'answering')) return;
    if (seconds >= 1 && seconds <= TICKS_FROM) vibrate('tick');
  });
  $effect(() => {
    if (countdown.stage === 'next') vibrate('bell');
  });
  let wasOpen = false;
  let isFelt = false;
  $effect(() => {
    const { bell, reveal, outcome, beat } = room();
    if (countdown.stage === 'answering') wasOpen = true;
    if (countdown.stage !== 'reveal') isFelt = false;
    else {
      // Who comes back into a reveal was not there at its bell.
      const isBell = wasOpen && bell !== null && (beat === undefined || beat.index === 0);
      const cue = !isFelt && reveal && outcome ? OUTCOME_CUES[outcome] : undefined;
      wasOpen &&= bell === null;
      isFelt ||= reveal !== null;
      if (isBell || cue) vibrate(...(isBell ? (['bell'] as const) : []), ...(cue ? [cue] : []));
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
