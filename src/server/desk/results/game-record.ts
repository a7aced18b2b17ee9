import { askedSoFar } from '../../../game/draw-question.js';
import { comingItem, isRound } from '../../../game/programme.js';
import type { GameRules, JudgedQuestion } from '../../../game/shared/judged.js';
import {
  rulesOf,
  type DrawnQuestion,
  type Keeper,
  type RoomState,
} from '../../../game/room-state.js';
import { comingGame, gameOf } from '../../../game/tally.js';
import type { Track } from '../../../game/track.js';
import { withImages } from '../../../protocol/images.js';
import { named } from '../../../protocol/judged-name.js';
import type { QuizSetChoice } from '../../../protocol/events.js';
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
  /** The main language of the set; there where it is in several. */
  language?: QuizSetChoice['language'];
  /** The title by the further languages of the set that have another. */
  texts?: QuizSetChoice['texts'];
  roomTitle: string;
  rules: GameRules;
  /** Of the room's phase: what is older changes nothing. */
  version: number;
  startedAt: number;
  /** Null while it is played, in a next round, too (R6.8). */
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

/**
 * This is what a room has to keep now: of the game that is played or has ended, and of an evening that has had no round yet.
 * Nothing where nobody keeps it (R17.1); a rehearsal leaves nothing.
 */
export function recordsOf(
  room: RoomState,
  now: number,
  tracks: GameRecord['tracks'] = new Map(),
): GameRecord[] {
  const { keeper, rehearsal } = room.settings;
  if (keeper === null || rehearsal !== null) return [];
  const records = [ofGame(room, keeper, now, tracks), ofComingGame(room, keeper, now)];
  return records.flatMap((record) => record ?? []);
}

/** Undefined where nothing of a game has happened that is kept. */
function ofGame(
  room: RoomState,
  keeper: Keeper,
  now: number,
  tracks: GameRecord['tracks'],
): GameRecord | undefined {
  const { phase, judged, rules } = room;
  if (phase.kind === 'lobby' && phase.results === null) return undefined;
  const draws = drawsOf(room);
  const hasAny = judged.length > 0 || rules.given !== undefined || (draws?.length ?? 0) > 0;
  if (!hasAny) return undefined;
  const isOver = phase.kind === 'lobby';
  return {
    ...aboutRoom(room, keeper),
    id: idOf(room, gameOf(room)),
    rules,
    startedAt: phase.kind === 'reveal' ? phase.asked.startTime : now,
    endedAt: isOver ? now : null,
    players: playersOf(room),
    judged,
    draws,
    asked: isOver
      ? (phase.asked ?? [])
      : (room.game ? askedSoFar(room.game) : []).map(withKeptPictures),
    tracks,
  };
}

/** Draws that are held in the lobby before any round are of the game that begins there, or are all of the evening. */
function ofComingGame(room: RoomState, keeper: Keeper, now: number): GameRecord | undefined {
  const { phase, programme, settings, seats } = room;
  const draws = programme?.draws ?? [];
  if (phase.kind !== 'lobby' || draws.length === 0 || drawsOf(room) !== null) return undefined;
  const hasRounds = comingItem(room, isRound) !== undefined;
  return {
    ...aboutRoom(room, keeper),
    id: idOf(room, comingGame(room)),
    rules: rulesOf(settings),
    startedAt: now,
    endedAt: hasRounds ? null : now,
    players: recorded([...seats.values()]),
    judged: [],
    draws: draws.map(({ shown }) => shown),
    asked: [],
    tracks: new Map(),
  };
}

const idOf = ({ roomId }: RoomState, game: number): string => `${roomId}.${game}`;

function aboutRoom(
  { settings, phase, ownerIdentityId, restoredAt }: RoomState,
  keeper: Keeper,
): Pick<
  GameRecord,
  'owner' | 'setId' | 'setTitle' | 'language' | 'texts' | 'roomTitle' | 'version' | 'isRestored'
> {
  const { quizSet, title: roomTitle } = settings;
  return {
    owner: { ...keeper, identityId: ownerIdentityId },
    setId: quizSet.quizSetId,
    setTitle: quizSet.title,
    ...(quizSet.language && { language: quizSet.language }),
    ...(quizSet.texts && { texts: quizSet.texts }),
    roomTitle,
    version: phase.version,
    isRestored: restoredAt > 0,
  };
}

function withKeptPictures({
  shown,
  pictures = [],
}: Pick<DrawnQuestion, 'shown' | 'pictures'>): ShownQuestion {
  const ids = pictures.values();
  return withImages(shown, ({ id, alt }) => ({ id: ids.next().value ?? id, alt }));
}

/** Those before the first round are of the evening, too. Null where the programme is of another one. */
export function drawsOf(room: RoomState): DrawnDraw[] | null {
  const { programme, phase } = room;
  if (programme === null || programme.game !== gameOf(room)) return null;
  if (phase.kind === 'lobby' && phase.results === null) return null;
  return programme.draws?.map(({ shown }) => shown) ?? [];
}

function playersOf({ phase, seats }: RoomState): RecordedPlayer[] {
  return recorded(phase.kind === 'lobby' ? (phase.results ?? []) : [...seats.values()]);
}

function recorded(
  people: readonly { playerId: string; slot: number; playerName: string }[],
): RecordedPlayer[] {
  return people.map(({ playerId, slot, playerName: name }) => ({ playerId, slot, name }));
}

/** Draws that are known and those that are told now, which stand in place of those of the same seed. */
export function withDraws(
  known: readonly DrawnDraw[],
  told: readonly DrawnDraw[] | null,
): DrawnDraw[] {
  const seeds = new Set(told?.map(({ drawn }) => drawn.seed));
  return [...known.filter(({ drawn }) => !seeds.has(drawn.seed)), ...(told ?? [])];
}

/** When a game was over that is told of once more: at its first end, unless a next round has begun since (R6.8). */
export function endOf(
  before: Pick<GameRecord, 'endedAt'> | undefined,
  endedAt: number | null,
): number | null {
  return endedAt === null ? null : (before?.endedAt ?? endedAt);
}

/** At the end the room has no ids of kept pictures any more; the record before has those of what was judged by then. */
function askedIn(before: GameRecord, last: GameRecord): readonly ShownQuestion[] {
  const known = new Set(
    before.judged.filter((one) => named(last.judged, one)).map(({ question }) => question),
  );
  return last.asked.map((shown, n) => (known.has(n) && before.asked[n]) || shown);
}

/** Both, where the newer one could not be written after the older one. */
export function merged(older: GameRecord, newer: GameRecord): GameRecord {
  const [last, before] = newer.version >= older.version ? [newer, older] : [older, newer];
  // Which set the room plays next is no concern of the game.
  const { setId, setTitle, language, texts, roomTitle } = before;
  const { language: _, texts: _texts, ...rest } = last;
  const draws = before.draws === null ? last.draws : withDraws(before.draws, last.draws);
  return {
    ...rest,
    setId,
    setTitle,
    ...(language && { language }),
    ...(texts && { texts }),
    roomTitle,
    draws,
    startedAt: Math.min(last.startedAt, before.startedAt),
    endedAt: endOf(before, last.endedAt),
    asked: askedIn(before, last),
    isRestored: older.isRestored || newer.isRestored,
    tracks: new Map([...older.tracks, ...newer.tracks]),
  };
}

/** About what it takes in memory. */
export function sizeOf({ players, judged, asked, tracks }: GameRecord): number {
  const answers = judged.reduce((sum, question) => sum + question.answers.length, 0);
  const texts = judged.flatMap(({ written }) => written?.texts ?? []);
  const written = texts.reduce((sum, [, , own]) => sum + 120 + 2 * own.join('').length, 0);
  const told = asked.reduce((sum, { texts = {} }) => sum + 1 + Object.keys(texts).length, 0);
  const tracked = [...tracks.values()].reduce((sum, { steps }) => sum + steps.byteLength, 0);
  return players.length * 100 + answers * 120 + written + 1_000 * told + tracked;
}
