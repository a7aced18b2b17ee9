/** How rooms, seats, chat and facts lie in Redis, and back. */
import type { StoredChat } from '../../game/chat-log.js';
import type { Phase } from '../../game/phase.js';
import type { Game, RoomState, Seat } from '../../game/room-state.js';
import type { Position } from '../../game/zones.js';
import type { GameMode, PublicRoom, QuizSetChoice, RoomOptions } from '../../protocol/index.js';
import type { RoomChange, RoomFact } from '../facts.js';

/** A seat as scripts keep it: without its position, with the process that holds it. */
type KeptSeat = Omit<Seat, 'position'> & { process: string | null };

export const formatFlag = (value: boolean): string => (value ? '1' : '0');
export const formatPosition = ([x, y]: Position): string => `${x},${y}`;

export function parseSeat(json: string, position: string): Seat {
  return withPosition(JSON.parse(json) as KeptSeat, position);
}

function withPosition({ process: _process, ...seat }: KeptSeat, position: string): Seat {
  return { ...seat, position: parsePosition(position) };
}

function parsePosition(position: string): Position {
  const [x = 0, y = 0] = position.split(',', 2).map(Number);
  return [x, y];
}

export type Hash = Record<string, string>;

/** Undefined where the hash is that of no room. */
export function parseRoom(room: Hash, seats: Hash, positions: Hash): RoomState | undefined {
  if (room['id'] === undefined) return undefined;
  const text = (name: string): string => room[name] ?? '';
  const flag = (name: string): boolean => room[name] === '1';
  return {
    roomId: text('id'),
    pin: text('pin'),
    seq: Number(text('seq')),
    options: parseOptions(room),
    isLocked: flag('isLocked'),
    isMuted: flag('isMuted'),
    screen: { showChat: flag('showChat'), showNames: flag('showNames') },
    quizSet: JSON.parse(text('quizSet')) as QuizSetChoice,
    ownerIdentityId: text('openedBy'),
    hostId: text('hostId'),
    kicked: text('kicked') === '' ? [] : text('kicked').split(','),
    isHandedOver: flag('isHandedOver'),
    phase: JSON.parse(text('phase')) as Phase,
    game: text('game') === '' ? null : (JSON.parse(text('game')) as Game),
    seats: Object.entries(seats)
      .map(([slot, json]) => parseSeat(json, positions[slot] ?? ''))
      .sort((a, b) => a.slot - b.slot),
    lastActivityAt: Number(text('lastActivityAt')),
    lastPresentAt: Number(text('lastPresentAt')),
  };
}

function parseOptions(room: Hash): RoomOptions {
  return {
    title: room['title'] ?? '',
    gameMode: room['gameMode'] as GameMode,
    maxPlayerCount: Number(room['maxPlayerCount']),
    isPublic: room['isPublic'] === '1',
  };
}

/** The fields of a room that the public list shows, in this order. */
export const LISTED_FIELDS = ['pin', 'title', 'gameMode', 'maxPlayerCount'] as const;

/** Undefined where there is no such room any more. */
export function parseListed(
  [pin, title, gameMode, maxPlayerCount]: (string | null | undefined)[],
  playerCount: number,
): PublicRoom | undefined {
  if (pin == null || title == null) return undefined;
  return {
    gameId: pin,
    title,
    gameMode: gameMode as GameMode,
    playerCount,
    maxPlayerCount: Number(maxPlayerCount),
  };
}

/** What is kept for either audience, oldest first; what the living may read is in both lists. */
export function parseChat(living: string[], ghosts: string[]): StoredChat[] {
  const kept = new Map<number, StoredChat>();
  for (const json of [...living, ...ghosts]) {
    const chat = JSON.parse(json) as StoredChat;
    kept.set(chat.ghostId, chat);
  }
  return [...kept.values()].sort((a, b) => a.ghostId - b.ghostId);
}

type Message =
  | Exclude<RoomChange, { kind: 'shared' | 'seated' }>
  | { kind: 'seated'; seat: KeptSeat; position: string }
  /** `moves` are `slot,x,y` with semicolons between. */
  | { kind: 'shared'; moves: string; chats?: StoredChat[] };

/** A message of a room's channel: `<seq> <JSON>`. */
export function parseFact(message: string): RoomFact {
  const space = message.indexOf(' ');
  const seq = Number(message.slice(0, space));
  const change = JSON.parse(message.slice(space + 1)) as Message;
  switch (change.kind) {
    case 'shared':
      return { kind: 'shared', moves: parseMoves(change.moves), chats: change.chats ?? [], seq };
    case 'seated':
      return { kind: 'seated', seat: withPosition(change.seat, change.position), seq };
    default:
      return { ...change, seq };
  }
}

function parseMoves(moves: string): { slot: number; position: Position }[] {
  if (moves === '') return [];
  return moves.split(';').map((move) => {
    const [slot = 0, x = 0, y = 0] = move.split(',').map(Number);
    return { slot, position: [x, y] };
  });
}
