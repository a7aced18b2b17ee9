import type { PositionSender } from './position-sender.js';
import type { Walker } from './walker.js';
import type { ServerClock } from '../room/clock.js';
import type { CommandAnswer, CommandPayload } from '../room/connection.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** What the stage needs of a session: the desk shows it without a room. */
export interface StageSession {
  readonly room: RoomState;
  readonly clock: ServerClock;
  readonly walker: Walker;
  readonly sender: PositionSender;
  /** Without a seat: a projector or a cockpit. */
  readonly isScreen: boolean;
  /** Sends what somebody writes for a question. */
  ask(
    command: 'writeAnswer',
    payload: CommandPayload<'writeAnswer'>,
  ): Promise<CommandAnswer<'writeAnswer'>>;
}
