import type { ServerClock } from '../room/clock.js';
import type { RoomState } from '../room/room-state.svelte.js';
import type { FinalShow } from './final-show.svelte.js';
import type { RevealShow } from './reveal-show.svelte.js';

/** What the pages that show a reveal or an end need of a session. */
export interface ShowSession {
  readonly room: RoomState;
  readonly clock: ServerClock;
  readonly show: RevealShow;
  readonly final: FinalShow;
}
