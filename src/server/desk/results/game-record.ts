import { askedSoFar } from '../../../game/draw-question.js';
import type { GameRules, JudgedQuestion } from '../../../game/shared/judged.js';
import type { DrawnQuestion, Keeper, RoomState } from '../../../game/room-state.js';
import type { Track } from '../../../game/track.js';
import { withImages } from '../../../protocol/images.js';
import { nameKey, nameOf } from '../../../protocol/judged-name.js';
import type { DrawnDraw } from '../../../protocol/programme.js';
import type { ShownQuestion } from '../../../protocol/question.js';

export interface RecordedPlayer {
  playerId: string;
  slot: number;
  name: string;
}

/** All that a room knows of its game, to be kept. The lists are the room's own, and are not changed. */
export interface GameRecord {
  id: string;
  owner: Keeper & { identityId: string };
  setId: string;
  setTitle: string;
  roomTitle: string;
  rules: GameRules;
  /** Of the room's phase: what is older changes nothing. */
  version: number;
  startedAt: number;
  /** Null while it is played. */
  endedAt: number | null;
  /** Who is there, or in the results. */
  players: readonly RecordedPlayer[];
  judged: readonly JudgedQuestion[];
  /** All of the evening so far; null where it is another one by now, and they are not known any more. */
  draws: readonly DrawnDraw[] | null;
  /** As they were shown, by number; with the ids that their pictures are kept under, as long as it is played. */
  asked: readonly ShownQuestion[];
  /** The room came back from a journal, so that questions may have been asked again (R25.1). */
  isRestored: boolean;
  /** How people walked, by `nameKey`, as far as it was recorded and is not written yet. */
  tracks: ReadonlyMap<string, Track>;
}

/** Undefined where there is nothing to keep, or nobody to keep it for (R17.1). A rehearsal leaves nothing. */
export function recordOf(room: RoomState, now: number, track?: Track): GameRecord | undefined {
  const { roomId, settings, phase, judged, rules, tally, ownerIdentityId } = room;
  const { keeper, rehearsal, quizSet, title: roomTitle } = settings;
  if (keeper === null || rehearsal !== null || judged.length === 0) return undefined;
  if (phase.kind === 'lobby' && phase.results === null) return undefined;
  const isOver = phase.kind === 'lobby';
  return {
    // The number of a game is one higher at its end.
    id: `${roomId}.${isOver ? tally.game - 1 : tally.game}`,
    owner: { ...keeper, identityId: ownerIdentityId },
    setId: quizSet.quizSetId,
    setTitle: quizSet.title,
    roomTitle,
    rules,
    version: phase.version,
    startedAt: phase.kind === 'reveal' ? phase.asked.startTime : now,
    endedAt: isOver ? now : null,
    players: playersOf(room),
    judged,
    draws: drawsOf(room),
    asked: isOver
      ? (phase.asked ?? [])
      : (room.game ? askedSoFar(room.game) : []).map(withKeptPictures),
    isRestored: room.restoredAt > 0,
    tracks: new Map(phase.kind === 'reveal' && track ? [[nameKey(nameOf(phase)), track]] : []),
  };
}

function withKeptPictures({
  shown,
  pictures = [],
}: Pick<DrawnQuestion, 'shown' | 'pictures'>): ShownQuestion {
  const ids = pictures.values();
  return withImages(shown, ({ id, alt }) => ({ id: ids.next().value ?? id, alt }));
}

/** Those before the first round are of the evening, too. */
export function drawsOf({ programme, phase, tally }: RoomState): DrawnDraw[] | null {
  const game = phase.kind === 'lobby' ? tally.game - 1 : tally.game;
  if (programme === null || programme.game !== game) return null;
  return programme.draws?.map(({ shown }) => shown) ?? [];
}

function playersOf({ phase, seats }: RoomState): RecordedPlayer[] {
  const there = phase.kind === 'lobby' ? (phase.results ?? []) : [...seats.values()];
  return there.map(({ playerId, slot, playerName: name }) => ({ playerId, slot, name }));
}

/** Both, where the newer one could not be written after the older one. */
export function merged(older: GameRecord, newer: GameRecord): GameRecord {
  const [last, before] = newer.version >= older.version ? [newer, older] : [older, newer];
  // Which set the room plays next is no concern of the game.
  const { setId, setTitle, roomTitle } = before;
  const draws = last.draws ?? before.draws;
  return {
    ...last,
    setId,
    setTitle,
    roomTitle,
    draws,
    startedAt: Math.min(last.startedAt, before.startedAt),
    endedAt: before.endedAt ?? last.endedAt,
    isRestored: older.isRestored || newer.isRestored,
    tracks: new Map([...older.tracks, ...newer.tracks]),
  };
}

/** About what it takes in memory. */
export function sizeOf({ players, judged, asked, tracks }: GameRecord): number {
  const answers = judged.reduce((sum, question) => sum + question.answers.length, 0);
  const tracked = [...tracks.values()].reduce((sum, { steps }) => sum + steps.byteLength, 0);
  return players.length * 100 + answers * 120 + asked.length * 1_000 + tracked;
}
