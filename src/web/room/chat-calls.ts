import { COCKPIT_SPEAKER, type ChatEntry } from '../../protocol/events.js';
import type { RoomState } from './room-state.svelte.js';

/** What people call who runs the room. */
const HOST_WORDS = ['host', '진행자'];

const inOneForm = (text: string): string => text.normalize('NFC').toLocaleLowerCase();

/** Whether a message names somebody: as `@name`, or as a word, which in Korean may have an ending. */
export function mentions(message: string, name: string): boolean {
  const wanted = inOneForm(name);
  if (wanted === '') return false;
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // A name of one character is also a part of many words.
  const before = wanted.length > 1 ? '(?:^|[^\\p{L}\\p{N}])' : '@';
  return RegExp(`${before}${literal}(?![\\p{Script=Latin}\\p{N}])`, 'u').test(inOneForm(message));
}

/** In a hall of 200 a badge that counts every message tells nothing: it counts those of hosts and for this person. */
export function isCall(
  room: RoomState,
  { playerId, message }: Pick<ChatEntry, 'playerId' | 'message'>,
): boolean {
  if (playerId === (room.cockpit ? COCKPIT_SPEAKER.playerId : room.selfId)) return false;
  const speaker = room.roster.peek.get(playerId);
  const isHosts = playerId === COCKPIT_SPEAKER.playerId || speaker?.isHost || speaker?.isCoHost;
  const own = room.roster.peek.get(room.personId ?? '')?.name ?? '';
  const names = room.isHost ? [own, ...HOST_WORDS] : [own];
  return isHosts === true || names.some((name) => mentions(message, name));
}
