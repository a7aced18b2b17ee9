import { decodeFlush, type SlotHolder } from '../../../protocol/compact.js';
import type { NearChat } from '../../../protocol/crowd.js';
import type { CompactFlush, FlushEvent, Person } from '../../../protocol/events.js';
import { isCall } from '../chat-calls.js';
import type { RoomState } from '../room-state.svelte.js';
import { Crowd } from './crowd.svelte.js';

interface CrowdHooks {
  /** As in `RoomEventHooks`. */
  whoAre: (slots: number[]) => Promise<readonly Person[] | undefined>;
  echoed: (x: number, y: number) => void;
  /** Some have been told to stand somewhere. */
  placed: () => void;
  /** Whether what is told now is a snapshot. */
  isSnapshot: () => boolean;
  /** Takes what halls are told, too. */
  tell: (frame: FlushEvent) => void;
}

/** Makes a room a big one (R23); answers what reads its flushes, in which moves and emotes are of slots, whoever sits there. */
export function openCrowd(room: RoomState, hooks: CrowdHooks): (flush: CompactFlush) => void {
  const heard = ({ playerId, playerName }: SlotHolder, message: string): void => {
    const said = { playerId, playerName, message };
    room.chat.addNear(said);
    if (isCall(room, said)) room.callCount += 1;
    room.showChat();
  };
  const crowd = new Crowd(room.roster, room.tracks, () => room.selfId, hooks.whoAre, heard);
  room.crowd = crowd;
  room.speaksNear ??= false;
  const hearNear = (messages: readonly NearChat[]): void => {
    crowd.hear(messages);
    const said = messages.map(({ slot, message }) => ({ ...crowd.drawnAt(slot), message }));
    // Who has fallen, and is not told yet, sees no ghosts.
    const isSeen = ({ playerId }: SlotHolder) =>
      !room.isUntoldGhost || crowd.isDrawnAlive(playerId);
    void room.whenSaid(said.filter(isSeen));
  };
  const tell = (frame: FlushEvent): void => {
    const [event, payload] = frame;
    if (event === 'near') crowd.begin(payload);
    else if (event === 'forget') crowd.forget(payload.slots);
    else if (event === 'nearChat') hearNear(payload.messages);
    else if (event === 'people') crowd.met(payload.people, hooks.isSnapshot());
    else if (event === 'crowd') crowd.count(payload);
    else hooks.tell(frame);
  };
  const known = (slot: number) => room.roster.atSlot(slot);
  return ([seq, moves, chat = null, before = null, after = [], emotes = '']) => {
    for (const frame of decodeFlush([seq, '', null, before], known)) tell(frame);
    const echo = crowd.moved(moves);
    if (echo) hooks.echoed(echo.x, echo.y);
    if (moves !== '') hooks.placed();
    const shown: CompactFlush = [seq, '', null, null, [], emotes];
    for (const frame of decodeFlush(shown, (slot) => crowd.drawnAt(slot))) tell(frame);
    for (const frame of decodeFlush([seq, '', chat, null, after], known)) tell(frame);
  };
}
