/** The programme of an evening (R27): what follows what, and how the host changes it. */
import { RoomError } from '../protocol/errors.js';
import type {
  ProgrammeItem,
  ProgrammePayload,
  RoundPayload,
  ShownItem,
} from '../protocol/programme.js';
import { MAX_ITEMS, EVENING_MAX_QUESTIONS } from '../protocol/limits.js';
import { inEach } from '../protocol/set-languages.js';
import { newPictureId } from './pictures.js';
import { done, PHASE, type RoomCommand } from './room-command.js';
import { comingIndex, isToCome } from './shared/coming-items.js';
import type { PlayableItem, QuizSet } from './shared/quiz-set.js';
import { hashOfSeed } from './shared/draw-lots.js';
import type { BegunRound } from './shared/judged.js';
import { drawInt, type Random } from './shared/random.js';
import type { PlannedItem, PlannedRound, Programme, RoomState } from './room-state.js';
import { isAlive } from './room-state.js';
import { gameOf } from './tally.js';

/** A seed has as many hexadecimal digits as SHA-256. */
const SEED_DIGITS = 64;
const HEX_DIGITS = 8;

/** The programme of a set that a room takes; null for a set without items, which is one round. `utcOffset` is in minutes. */
export function programmeOf(set: QuizSet, random: Random, utcOffset?: number): Programme | null {
  if (set.programme === undefined) return null;
  const items = set.programme.map((item) => planned(item, random));
  const clock = utcOffset === undefined ? {} : { utcOffset };
  return { revision: 0, items, at: -1, seed: newSeed(random), ...clock };
}

/** An item without the questions of a round; its picture has a name that only this room knows. */
export function planned(item: PlayableItem, random: Random): PlannedItem {
  if (item.kind === 'round') {
    const { questions, ...round } = item;
    return { ...round, count: Math.min(round.count ?? questions.length, questions.length) };
  }
  if (item.kind !== 'slide' || item.image === undefined) return item;
  const { id, alt } = item.image;
  return { ...item, picture: id, image: { id: newPictureId(random), alt } };
}

/** Drawn anew for each draw, and kept secret until it is over (R27.8). */
export function newSeed(random: Random): string {
  let seed = '';
  while (seed.length < SEED_DIGITS)
    seed += drawInt(random, 16 ** HEX_DIGITS)
      .toString(16)
      .padStart(HEX_DIGITS, '0');
  return seed;
}

type Playing = Pick<RoomState, 'programme' | 'rules' | 'game' | 'seats'>;

/** Whether a survival game has at most one player left of the several that it began with (R6.2). */
export function isDecided({ rules, game, seats }: Omit<Playing, 'programme'>): boolean {
  if (rules.gameMode !== 'SURVIVAL' || game === null) return false;
  return game.starters > 1 && [...seats.values()].filter(isAlive).length <= 1;
}

/** Index of the next item; undefined after the last one. Once survival is decided, no round comes any more. */
export function comingItem(
  { programme, ...room }: Playing,
  isMeant: (item: PlannedItem) => boolean = () => true,
): number | undefined {
  if (programme === null) return undefined;
  const noRounds = isDecided(room);
  return comingIndex(programme, (item) => !(noRounds && isRound(item)) && isMeant(item));
}

export const isRound = (item: PlannedItem): item is PlannedRound => item.kind === 'round';

/** The round that is played, or was last; undefined before the first one, or where the evening has no programme. */
function roundOn({ programme }: Pick<RoomState, 'programme'>): PlannedRound | undefined {
  const before = programme?.items.slice(0, programme.at + 1);
  return before?.filter(({ isDone }) => isDone).findLast(isRound);
}

/** Whether ranks, and the figures of teams, are for everybody in this phase: a round may hold them back (R27.4). */
export function areRanksTold({
  phase,
  programme,
}: Pick<RoomState, 'phase' | 'programme'>): boolean {
  const { standings = 'each' } = roundOn({ programme }) ?? {};
  if (standings === 'each' || phase.kind === 'lobby') return true;
  if (phase.kind === 'item') return phase.shown.kind === 'standings';
  return standings === 'round' && phase.kind === 'reveal' && phase.index + 1 >= phase.count;
}

/** Whether the programme is the one of the game that is played, or in the lobby of the game before. */
export function isPlayed(room: Pick<RoomState, 'programme' | 'phase' | 'tally'>): boolean {
  return room.programme?.game === gameOf(room);
}

/** Whether any question of the round at `index` was judged; else it was none. */
export function isJudged(
  { judged }: Pick<RoomState, 'judged'>,
  rounds: readonly BegunRound[],
  index: number,
): boolean {
  const [from, to] = [rounds[index]?.first ?? 0, rounds[index + 1]?.first ?? Infinity];
  return judged.some(({ question }) => question >= from && question < to);
}

/** The programme as it was before its first item; its next draw is the one whose hash was told. */
export function fromStart({ revision, items, seed, utcOffset }: Programme): Programme {
  const clock = utcOffset === undefined ? {} : { utcOffset };
  const anew = items.map(({ isDone: _isDone, isMissed: _isMissed, ...item }) => item);
  return { revision, items: anew, at: -1, seed, ...clock };
}

/** Throws BAD_REQUEST where the programme has no such item. */
export function indexOf({ programme }: Pick<RoomState, 'programme'>, id: string): number {
  const index = programme?.items.findIndex((item) => item.id === id) ?? -1;
  if (index < 0) throw new RoomError('BAD_REQUEST', 'there is no such item');
  return index;
}

/** The programme behind the last round that is played: the others are missed. */
export function withoutRounds(programme: Programme): Programme {
  const items = programme.items.map((item) =>
    isRound(item) && isToCome(item) ? { ...item, isMissed: true as const } : item,
  );
  return { ...programme, items };
}

/** An item that was left out or missed, as one that comes. */
export function takenBack(item: PlannedItem): PlannedItem {
  const { isOut: _isOut, isMissed: _isMissed, ...rest } = item;
  return rest;
}

/** The programme with the item of this index on; who goes to one that was left out has it back. */
export function at(programme: Programme, index: number): Programme {
  const items = programme.items.map((item, i) =>
    i === index ? { ...takenBack(item), isDone: true as const } : item,
  );
  return { ...programme, items, at: index };
}

/** How a round is told; undefined where the evening has no programme. */
export function roundPayload({
  programme,
}: Pick<RoomState, 'programme'>): RoundPayload | undefined {
  const round = roundOn({ programme });
  if (programme === null || round === undefined) return undefined;
  const rounds = programme.items.filter((item) => isRound(item) && (item.isDone || isToCome(item)));
  const number = rounds.indexOf(round) + 1;
  return inEach(round, ({ name, factor, standings }) => {
    return { number, of: rounds.length, name, factor, standings };
  });
}

/** How an item of a programme is shown when it comes on. */
export function shownOf(
  item: ShowableItem,
  programme: Pick<Programme, 'seed' | 'utcOffset'>,
  now: number,
): ShownItem {
  return inEach(item, (one) => shownIn(one, programme, now));
}

type ShowableItem = Exclude<PlannedItem, PlannedRound>;

function shownIn(
  item: ShowableItem,
  { seed, utcOffset }: Pick<Programme, 'seed' | 'utcOffset'>,
  now: number,
): ShownItem {
  switch (item.kind) {
    case 'slide': {
      const { kind, title, text, image, startsAt } = item;
      return {
        kind,
        title,
        text,
        ...(image && { image }),
        ...(startsAt && { startsAt }),
        ...(utcOffset !== undefined && { utcOffset }),
      };
    }
    case 'break': {
      const { kind, message, minutes } = item;
      return { kind, message, endTime: now + minutes * 60_000 };
    }
    case 'standings':
      return { kind: 'standings' };
    case 'draw': {
      const { kind, title, among, team, winners } = item;
      const hash = hashOfSeed(seed);
      return { kind, title, among, ...(team !== undefined && { team }), winners, hash };
    }
  }
}

/**
 * How the list of items is told: all of it to who is told what comes, to others kinds and names of rounds only. Nobody
 * is told where the picture of a slide is kept (R18.2).
 */
export function programmePayload(programme: Programme, isWhole: boolean): ProgrammePayload {
  const { revision, items } = programme;
  return {
    revision,
    at: programme.at,
    items: items.map(({ isOut, isMissed, isDone, ...item }) => {
      const { id, kind } = item;
      return {
        id,
        kind,
        ...(item.kind === 'round' && inEach(item, ({ name }) => ({ name }))),
        // The host puts a missed round back as one that was left out.
        ...((isOut || isMissed) && { isOut: true }),
        ...(isDone && { isDone }),
        ...(isWhole && { item: toldItem(item) }),
      };
    }),
  };
}

function toldItem(item: PlannedItem): ProgrammeItem {
  if (item.kind !== 'slide') return item;
  const { picture: _picture, ...slide } = item;
  return slide;
}

/** An edit of the programme while the evening runs (R27.6). */
export type ProgrammeEdit =
  | { kind: 'move'; id: string; to: number }
  | { kind: 'leaveOut'; id: string; isOut: boolean }
  | { kind: 'add'; item: PlannedItem; to: number };

/**
 * Changes what is still to come; `quizSet` is the room's copy with the questions of a round that is added. Refuses as
 * `edited` does, with WRONG_PHASE where there is no programme, and with BAD_REQUEST beyond what an evening may have or
 * ask.
 */
export function editProgramme(
  revision: number,
  edit: ProgrammeEdit,
  quizSet?: QuizSet,
): RoomCommand<void> {
  return {
    reads: PHASE,
    decide(room) {
      if (room.programme === null) throw new RoomError('WRONG_PHASE', 'there is no programme');
      const programme = edited(room.programme, revision, edit);
      if (edit.kind === 'add') checkSize(programme.items);
      if (edit.kind === 'add' || (edit.kind === 'leaveOut' && !edit.isOut))
        checkAsked(room, programme.items);
      const change = done({ kind: 'programme', programme });
      return quizSet === undefined ? change : { ...change, quizSet };
    },
  };
}

/** Whether the end of a game of this programme was shown. */
export function hasEnded(room: Pick<RoomState, 'phase' | 'programme' | 'tally'>): boolean {
  const { phase } = room;
  return phase.kind === 'lobby' && phase.results !== null && isPlayed(room);
}

/**
 * Throws BAD_REQUEST where the rounds of `items` that come would ask too many questions behind those of this evening
 * (R27.3), also of another programme that it began with (R6.8).
 */
export function checkAsked(room: RoomState, items: readonly PlannedItem[]): void {
  const { phase, game } = room;
  const before = phase.kind === 'lobby' && hasEnded(room) ? (phase.asked?.length ?? 0) : 0;
  const now = game === null ? 0 : game.asked.length + game.questions.length;
  checkSum(before + now, items.filter(isToCome).filter(isRound));
}

function checkSum(before: number, rounds: readonly PlannedRound[]): void {
  const asked = rounds.reduce((sum, { count }) => sum + count, before);
  if (asked > EVENING_MAX_QUESTIONS)
    throw new RoomError('BAD_REQUEST', `at most ${EVENING_MAX_QUESTIONS} questions an evening`);
}

/** Throws BAD_REQUEST beyond the bounds of an evening (R27.3). */
function checkSize(items: readonly PlannedItem[]): void {
  const rounds = items.filter(isRound);
  checkSum(0, rounds);
  if (items.length - rounds.length > MAX_ITEMS || rounds.length > MAX_ITEMS)
    throw new RoomError('BAD_REQUEST', `at most ${MAX_ITEMS} items an evening`);
}

/**
 * The programme after an edit that was made on `revision`. Refuses with TOO_LATE where it has changed since,
 * WRONG_PHASE for what was on already, BAD_REQUEST for an item or a place that is not there.
 */
function edited(programme: Programme, revision: number, edit: ProgrammeEdit): Programme {
  if (programme.revision !== revision) throw new RoomError('TOO_LATE');
  const next = (items: readonly PlannedItem[]): Programme => {
    return { ...programme, revision: revision + 1, items };
  };
  const { items } = programme;
  const checkPlace = (to: number): void => {
    if (to <= programme.at) throw new RoomError('WRONG_PHASE', 'that place is past');
    if (to > items.length) throw new RoomError('BAD_REQUEST', 'there is no such place');
  };
  if (edit.kind === 'add') {
    checkPlace(edit.to);
    return next(items.toSpliced(edit.to, 0, edit.item));
  }
  const from = items.findIndex(({ id }) => id === edit.id);
  const item = items[from];
  if (item === undefined) throw new RoomError('BAD_REQUEST', 'there is no such item');
  if (item.isDone || from <= programme.at) throw new RoomError('WRONG_PHASE', 'that item was on');
  if (edit.kind === 'leaveOut') {
    const back = takenBack(item);
    return next(items.with(from, edit.isOut ? { ...back, isOut: true } : back));
  }
  checkPlace(edit.to);
  if (edit.to >= items.length) throw new RoomError('BAD_REQUEST', 'there is no such place');
  return next(items.toSpliced(from, 1).toSpliced(edit.to, 0, item));
}
