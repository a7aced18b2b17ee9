/**
 * Compact frames: everything that one flush tells an audience, as the payload of one `flush` event,
 * for clients that connect with `auth.format: 'compact'`.
 */
import type {
  ChatEntry,
  CompactChat,
  CompactEvent,
  CompactFlush,
  CompactLeagueRow,
  CompactMark,
  CompactMessage,
  CompactResult,
  CompactReveal,
  CompactResults,
  CompactScores,
  CompactTeam,
  FlushEvent,
} from './events.js';
import type { ShownEmote, SlotEmote } from './emotes.js';
import type { PositionUpdate } from './position.js';
import type {
  LeagueRow,
  Mark,
  ResultRow,
  ResultsPayload,
  RevealPayload,
  ScoresPayload,
} from './scores.js';
import type { TeamFigure, TeamResult } from './teams.js';
import { toFraction } from './position.js';

/** The player in a slot, as far as the reader knows. */
export interface SlotHolder {
  playerId: string;
  playerName: string;
}

/** Finds the slot in which a reader finds this player, by this name where one is given. */
export type SlotFinder = (playerId: string, playerName?: string) => number | undefined;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** A move is three 16-bit values, big-endian, which are eight digits of base64 without padding. */
export const MOVE_DIGITS = 8;

/** An emote is two digits: 3 bits of what is shown, and 9 of how far its slot is behind the one before. */
const EMOTE_DIGITS = 2;
const EMOTE_SHIFT = 9;
const MOST_BEHIND = (1 << EMOTE_SHIFT) - 1;
/** In place of an emote: the next one is further behind. */
const NO_EMOTE = 7;

const digitValues = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) digitValues[DIGITS.charCodeAt(value)] = value;

/** One move: slot, and the position in steps (`STEPS`); all fit 16 bits. */
export function encodeMove(slot: number, x: number, y: number): string {
  return (
    DIGITS.charAt(slot >> 10) +
    DIGITS.charAt((slot >> 4) & 63) +
    DIGITS.charAt(((slot & 15) << 2) | (x >> 14)) +
    DIGITS.charAt((x >> 8) & 63) +
    DIGITS.charAt((x >> 2) & 63) +
    DIGITS.charAt(((x & 3) << 4) | (y >> 12)) +
    DIGITS.charAt((y >> 6) & 63) +
    DIGITS.charAt(y & 63)
  );
}

/** The move that begins there; zeros for digits that are missing. */
export function decodeMove(text: string, at: number): { slot: number; x: number; y: number } {
  const digit = (n: number): number => digitValues[text.charCodeAt(at + n)] ?? 0;
  return {
    slot: (digit(0) << 10) | (digit(1) << 4) | (digit(2) >> 2),
    x: ((digit(2) & 3) << 14) | (digit(3) << 8) | (digit(4) << 2) | (digit(5) >> 4),
    y: ((digit(5) & 15) << 12) | (digit(6) << 6) | digit(7),
  };
}

/** Calls `visit` with each move of a flush, in steps. */
export function readMoves(text: string, visit: (slot: number, x: number, y: number) => void): void {
  for (let at = 0; at + MOVE_DIGITS <= text.length; at += MOVE_DIGITS) {
    const { slot, x, y } = decodeMove(text, at);
    visit(slot, x, y);
  }
}

function decodeMoves(text: string, playerAt: (slot: number) => SlotHolder | undefined) {
  const updates: PositionUpdate[] = [];
  readMoves(text, (slot, x, y) => {
    const playerId = playerAt(slot)?.playerId;
    if (playerId !== undefined)
      updates.push({ playerId, playerPosition: [toFraction(x), toFraction(y)] });
  });
  return updates;
}

/** In order of their slots. */
export function encodeEmotes(emotes: readonly SlotEmote[]): string {
  let text = '';
  let last = 0;
  const add = (emote: number, behind: number): void => {
    const value = (emote << EMOTE_SHIFT) | behind;
    text += DIGITS.charAt(value >> 6) + DIGITS.charAt(value & 63);
  };
  for (const { slot, emote } of [...emotes].sort((a, b) => a.slot - b.slot)) {
    let behind = slot - last;
    for (; behind > MOST_BEHIND; behind -= MOST_BEHIND) add(NO_EMOTE, MOST_BEHIND);
    add(emote, behind);
    last = slot;
  }
  return text;
}

function decodeEmotes(
  text: string,
  playerAt: (slot: number) => SlotHolder | undefined,
): ShownEmote[] {
  const emotes: ShownEmote[] = [];
  const digit = (at: number): number => digitValues[text.charCodeAt(at)] ?? 0;
  let slot = 0;
  for (let at = 0; at + EMOTE_DIGITS <= text.length; at += EMOTE_DIGITS) {
    const value = (digit(at) << 6) | digit(at + 1);
    slot += value & MOST_BEHIND;
    const emote = value >> EMOTE_SHIFT;
    const playerId = playerAt(slot)?.playerId;
    if (playerId !== undefined && emote !== NO_EMOTE) emotes.push({ playerId, emote });
  }
  return emotes;
}

/**
 * The events of a flush as a JSON client would have got them, in order. `playerAt` is asked after the
 * events before were handed out, so apply each before taking the next.
 */
export function* decodeFlush(
  [seq, moves, chat, before, after, emotes]: CompactFlush,
  playerAt: (slot: number) => SlotHolder | undefined,
): Generator<FlushEvent> {
  for (const event of before ?? []) yield decodeEvent(event, playerAt);
  if (moves !== '') yield ['updatePosition', { seq, updates: decodeMoves(moves, playerAt) }];
  if (emotes) yield ['emote', { emotes: decodeEmotes(emotes, playerAt) }];
  if (chat) {
    const [lastId, lastTimestamp, rows] = chat;
    const messages = rows.flatMap(([slot, message, age, said], index): ChatEntry[] => {
      // Taken back before it was told; it is there for the numbers of the others.
      if (message === '') return [];
      const holder = said ?? playerAt(slot);
      return [
        {
          id: lastId - (rows.length - 1 - index),
          playerId: holder?.playerId ?? '',
          playerName: holder?.playerName ?? '',
          message,
          timestamp: lastTimestamp - age,
        },
      ];
    });
    const seq = messages.at(-1)?.id;
    if (seq !== undefined) yield ['chatMessage', { seq, messages }];
  }
  for (const event of after ?? []) yield decodeEvent(event, playerAt);
}

/** Messages of one flush, whose ids follow each other. */
export function encodeChat(messages: readonly ChatEntry[], slotOf: SlotFinder): CompactChat {
  const last = messages.at(-1);
  const timestamp = last?.timestamp ?? 0;
  const rows = messages.map((entry): CompactMessage => {
    const { playerId, playerName, message } = entry;
    const slot = slotOf(playerId, playerName);
    const age = timestamp - entry.timestamp;
    return slot === undefined ? [-1, message, age, { playerId, playerName }] : [slot, message, age];
  });
  return [last?.id ?? 0, timestamp, rows];
}

/** Everybody's marks and results take a fifth of the bytes by slot; other events go as they are. */
export function encodeEvent(frame: FlushEvent, slotOf: SlotFinder): CompactEvent {
  const [event, payload] = frame;
  if (event === 'endQuizTime') return [event, encodeReveal(payload, slotOf)];
  if (event === 'updateScores') return [event, encodeScores(payload, slotOf)];
  if (event === 'endGame') return [event, encodeResults(payload, slotOf)];
  if (event === 'ghostLeague') return [event, encodeLeague(payload.players, slotOf)];
  return frame;
}

function decodeEvent(
  frame: CompactEvent,
  playerAt: (slot: number) => SlotHolder | undefined,
): FlushEvent {
  const [event, payload] = frame;
  if (event === 'endQuizTime') return [event, decodeReveal(payload, playerAt)];
  if (event === 'updateScores') return [event, decodeScores(payload, playerAt)];
  if (event === 'endGame') return [event, decodeResults(payload, playerAt)];
  if (event === 'ghostLeague') return [event, { players: decodeLeague(payload, playerAt) }];
  return frame;
}

const RIGHT = 1;
const ALIVE = 2;
const PLAYED = 4;
/** Above the flags. */
const GAIN = 8;

function encodeReveal(reveal: RevealPayload, slotOf: SlotFinder): CompactReveal {
  const { answer, players, rights, isVoid, teams, ...told } = reveal;
  const marks = encodeMarks(players, slotOf);
  const corrected =
    rights === undefined ? null : { rights, ...(isVoid === undefined ? {} : { isVoid }) };
  const inTeams = teams?.map(encodeTeam) ?? null;
  // Fields at the end that say nothing are left out.
  if (Object.keys(told).length > 0) return [answer, marks, corrected, inTeams, told];
  if (inTeams !== null) return [answer, marks, corrected, inTeams];
  return corrected === null ? [answer, marks] : [answer, marks, corrected];
}

function encodeScores({ players, teams, crowd }: ScoresPayload, slotOf: SlotFinder): CompactScores {
  const marks = encodeMarks(players, slotOf);
  const inTeams = teams?.map(encodeTeam) ?? null;
  if (crowd !== undefined) return [marks, inTeams, crowd];
  return inTeams === null ? [marks] : [marks, inTeams];
}

function decodeScores(
  [marks, teams, crowd]: CompactScores,
  playerAt: (slot: number) => SlotHolder | undefined,
): ScoresPayload {
  const players = decodeMarks(marks, playerAt);
  return { players, ...(teams && { teams: teams.map(decodeTeam) }), ...(crowd && { crowd }) };
}

function encodeMarks(players: readonly Mark[], slotOf: SlotFinder): CompactMark[] {
  return players.map((mark): CompactMark => {
    const { playerId, score, rank, isAnswer, isAlive, played, gain, tieMs } = mark;
    const slot = slotOf(playerId);
    const flags = (isAnswer ? RIGHT : 0) | (isAlive ? ALIVE : 0) | (played ? PLAYED : 0);
    const outcome = flags + gain * GAIN;
    const named = slot === undefined ? playerId : null;
    if (tieMs !== undefined) return [slot ?? -1, score, rank, outcome, named, tieMs];
    return slot === undefined ? [-1, score, rank, outcome, playerId] : [slot, score, rank, outcome];
  });
}

function decodeReveal(
  [answer, marks, corrected, teams, told]: CompactReveal,
  playerAt: (slot: number) => SlotHolder | undefined,
): RevealPayload {
  const players = decodeMarks(marks, playerAt);
  const inTeams = teams ? { teams: teams.map(decodeTeam) } : {};
  return { answer, players, ...corrected, ...inTeams, ...told };
}

function decodeMarks(
  marks: readonly CompactMark[],
  playerAt: (slot: number) => SlotHolder | undefined,
): Mark[] {
  return marks.flatMap(([slot, score, rank, outcome, named, tieMs]): Mark[] => {
    const playerId = named ?? playerAt(slot)?.playerId;
    if (playerId === undefined) return [];
    const has = (bit: number): boolean => (outcome & bit) !== 0;
    const [isAnswer, isAlive, played] = [has(RIGHT), has(ALIVE), has(PLAYED)];
    const gain = Math.floor(outcome / GAIN);
    const mark = { playerId, score, isAnswer, isAlive, played, rank, gain };
    return [tieMs === undefined ? mark : { ...mark, tieMs }];
  });
}

function encodeResults(
  { hostId, results, league, teams, final, ranked }: ResultsPayload,
  slotOf: SlotFinder,
): CompactResults {
  const rows = results.map((row): CompactResult => {
    const { playerId, playerName, slot, score, rank, rights, rightMs } = row;
    const isThere = slotOf(playerId, playerName) === slot;
    const who = isThere ? null : { playerId, playerName };
    if (rights !== undefined && rightMs !== undefined)
      return [slot, score, rank, who, [rights, rightMs]];
    return who === null ? [slot, score, rank] : [slot, score, rank, who];
  });
  const inTeams = teams?.map((team): CompactTeam => [...encodeTeam(team), team.name]) ?? null;
  if (ranked !== undefined) return [hostId, rows, league ?? null, inTeams, final ?? null, ranked];
  if (final !== undefined) return [hostId, rows, league ?? null, inTeams, final];
  if (inTeams !== null) return [hostId, rows, league ?? null, inTeams];
  return league === undefined ? [hostId, rows] : [hostId, rows, league];
}

function decodeResults(
  [hostId, rows, league, teams, final, ranked]: CompactResults,
  playerAt: (slot: number) => SlotHolder | undefined,
): ResultsPayload {
  const results = rows.flatMap(([slot, score, rank, who, made]): ResultRow[] => {
    const holder = who ?? playerAt(slot);
    if (holder === undefined) return [];
    const { playerId, playerName } = holder;
    const row = { playerId, playerName, slot, score, rank };
    return [made === undefined ? row : { ...row, rights: made[0], rightMs: made[1] }];
  });
  const named = teams?.map((team): TeamResult => ({ ...decodeTeam(team), name: team[3] ?? '' }));
  return {
    hostId,
    results,
    ...(league && { league }),
    ...(named && { teams: named }),
    ...(final && { final }),
    ...(ranked !== undefined && { ranked }),
  };
}

function encodeLeague(players: readonly LeagueRow[], slotOf: SlotFinder): CompactLeagueRow[] {
  return players.map(({ playerId, rights, rank, isAnswer }): CompactLeagueRow => {
    const slot = slotOf(playerId);
    const right = isAnswer ? 1 : 0;
    return slot === undefined ? [-1, rights, rank, right, playerId] : [slot, rights, rank, right];
  });
}

function decodeLeague(
  rows: readonly CompactLeagueRow[],
  playerAt: (slot: number) => SlotHolder | undefined,
): LeagueRow[] {
  return rows.flatMap(([slot, rights, rank, right, named]): LeagueRow[] => {
    const playerId = named ?? playerAt(slot)?.playerId;
    return playerId === undefined ? [] : [{ playerId, rights, rank, isAnswer: right === 1 }];
  });
}

function encodeTeam({ team, figure, rank }: TeamFigure): [number, number, number] {
  return [team, figure, rank];
}

function decodeTeam([team, figure, rank]: CompactTeam): TeamFigure {
  return { team, figure, rank };
}
