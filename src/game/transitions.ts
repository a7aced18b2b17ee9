/**
 * What follows what (R4). Each function reads a room and returns the next phase with what changes together
 * with it; nothing happens until a store has appended it. A command that cannot be throws a RoomError.
 */
import { inEach } from '../protocol/set-languages.js';
import { RoomError } from '../protocol/errors.js';
import { EVENING_MAX_QUESTIONS, EXTEND_MS, ROUND_SPARES } from '../protocol/limits.js';
import { nameOf, ordinalIn } from '../protocol/judged-name.js';
import { msUntilJudged, runningClock, type Clock } from './shared/clock.js';
import { isToCome } from './shared/coming-items.js';
import { questionAt, ring } from './bells.js';
import {
  itemOn,
  type ItemOn,
  type LobbyPhase,
  type Phase,
  type Place,
  type QuestionPhase,
  type RevealPhase,
  type TimedPhase,
} from './phase.js';
import {
  at,
  checkAsked,
  comingItem,
  fromStart,
  hasEnded,
  withoutRounds,
  isDecided,
  isJudged,
  isRound,
  shownOf,
  takenBack,
} from './programme.js';
import { heldDraw } from './draw.js';
import { readyMsOf, type PhaseLengths } from './phase-lengths.js';
import { askedIn, drawQuestion } from './draw-question.js';
import type { Question } from './shared/quiz-set.js';
import { stretched } from './extra-time.js';
import { revival } from './revival.js';
import { comingGame, endedTally, gameOf } from './tally.js';
import { sample, type Random } from './shared/random.js';
import type { Transition } from './room-change.js';
import {
  rulesOf,
  type DrawnQuestion,
  type Game,
  type Programme,
  type RoomState,
  type Seat,
} from './room-state.js';
import type { GameRules } from './shared/judged.js';
import { closingMarks, leagueIn, resultsIn } from './closing.js';
import { marksIn, marksOf, standingsOf } from './scoring.js';
import { teamResultsIn, teamsIn } from './team-figures.js';
import { partShown, partsOf } from './kinds/series.js';

/** Where the questions of a round come from, and what its draw is drawn with. */
export interface RoundSource {
  questions: readonly Question[];
  random: Random;
}

/**
 * Begins the first round, or the next one where rounds of the evening are left behind its end (R4.1, R27.5). With
 * `isNextRound` the evening goes on in any case (R6.8), which is refused as `checkNextRound` says.
 */
export function startGame(
  room: RoomState,
  source: RoundSource,
  now: number,
  lengths: PhaseLengths,
  isNextRound = false,
): Transition {
  const { phase, programme } = room;
  if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
  const index = roundLeft(room);
  if (isNextRound && room.rules.gameMode !== 'RANKING')
    throw new RoomError('BAD_REQUEST', 'survival begins anew');
  if (isNextRound || (index !== undefined && hasEnded(room)))
    return startNextRound(room, source, { now, lengths });
  const before = { asked: [], drops: 0, starters: room.seats.size };
  const anew =
    programme !== null && index === undefined
      ? // The draws of an evening before a rehearsal come back behind it (R12.3).
        { ...fromStart(programme), ...(room.settings.rehearsal !== null && drawsOf(programme)) }
      : programme;
  const rules = rulesOf(room.settings);
  const began = beginRound({ ...room, programme: anew, rules }, roundToStart(room), source, {
    now,
    lengths,
    before,
  });
  const game = comingGame(room);
  return {
    ...began,
    ...(began.programme && { programme: { ...began.programme, game } }),
    // Everybody begins anew, alive and with no points.
    tally: { game, marks: [] },
    rules,
  };
}

/** Everybody goes on with what they had, and what was judged can still be corrected. */
function startNextRound(
  room: RoomState,
  source: RoundSource,
  { now, lengths }: { now: number; lengths: PhaseLengths },
): Transition {
  checkNextRound(room);
  const { phase, programme, rules, judged, seats } = room;
  const { asked: shownBefore = [], drops = 0 } = phase.kind === 'lobby' ? phase : {};
  const asked = shownBefore.map((shown) => ({ shown }));
  const marks = marksOf([...seats.values()], judged, rules, 'judged');
  const before = { asked, drops, starters: seats.size };
  const isOver = programme !== null && comingItem(room, isRound) === undefined;
  const again = isOver ? { ...fromStart(programme), ...drawsOf(programme) } : programme;
  const coming = again === null ? room.settings.quizSet.quizCount : toAskIn(again);
  if (asked.length + coming > EVENING_MAX_QUESTIONS)
    throw new RoomError('BAD_REQUEST', `at most ${EVENING_MAX_QUESTIONS} questions an evening`);
  // The first round of a set without items has no name of its own.
  const rounds = rules.rounds ?? (judged.length === 0 ? [] : [{ name: '', first: 0 }]);
  const began = beginRound(
    { ...room, programme: again, rules: { ...rules, rounds } },
    roundToStart(room),
    source,
    { now, lengths, before },
  );
  const game = gameOf(room);
  return {
    ...began,
    ...(began.programme && { programme: { ...began.programme, game } }),
    tally: { game, marks, ...teamsIn(judged, rules) },
  };
}

/** How many questions its rounds ask that are still to come. */
function toAskIn({ items }: Programme): number {
  const rounds = items.filter(isToCome).filter(isRound);
  return rounds.reduce((sum, { count }) => sum + count, 0);
}

/** Its draws, where it has had any. */
function drawsOf({ draws }: Programme): Pick<Programme, 'draws'> {
  return draws === undefined ? {} : { draws };
}

/**
 * Throws WRONG_PHASE where no evening has ended, and BAD_REQUEST where mode, scoring, lives or teams, which are the
 * evening's, are others by now.
 */
function checkNextRound(room: RoomState): void {
  const { phase } = room;
  if (phase.kind !== 'lobby' || phase.results === null)
    throw new RoomError('WRONG_PHASE', 'there are no scores to go on with');
  if (!hasItsRules(room))
    throw new RoomError('BAD_REQUEST', 'the rules of the evening were changed');
}

/** Whether mode, scoring, lives and teams are still those of the game that was played last. */
function hasItsRules({ rules, settings }: RoomState): boolean {
  const ofEvening = ({ gameMode, scoring, lives, revival, teamNames = [] }: GameRules): string =>
    [gameMode, scoring, lives, revival, teamNames.length].join();
  return ofEvening(rulesOf(settings)) === ofEvening(rules);
}

/** Index of the round that comes next; undefined where the evening begins anew, as all are over, its rules changed or survival is decided. */
function roundLeft(room: RoomState): number | undefined {
  const isAnew = hasEnded(room) && (!hasItsRules(room) || wasDecided(room));
  return isAnew ? undefined : comingItem(room, isRound);
}

/** Whether at most one is left of those who played the survival game that has ended, and no round can follow (R27.5). */
function wasDecided({ rules, judged, seats }: RoomState): boolean {
  if (rules.gameMode !== 'SURVIVAL') return false;
  const standings = standingsOf(judged, rules);
  const left = [...seats.values()].filter(
    ({ playerId }) => standings.get(playerId)?.fellIn === null,
  );
  return standings.size > 1 && left.length <= 1;
}

/** Index of the round that a start begins: the next one, or where the evening begins anew, the first. Undefined without a programme. */
export function roundToStart(room: RoomState): number | undefined {
  const { programme } = room;
  if (programme === null) return undefined;
  return (
    roundLeft(room) ?? comingItem({ ...room, programme: fromStart(programme), game: null }, isRound)
  );
}

/** Draws a round, or takes it as it is written, and starts its countdown (R4.1, R4.4, R4.11). */
function beginRound(
  room: RoomState,
  index: number | undefined,
  { questions: set, random }: RoundSource,
  { now, lengths, before }: { now: number; lengths: PhaseLengths; before: Before },
): Transition {
  const { programme, settings, rules } = room;
  const item = programme?.items[index ?? -1];
  const round = item !== undefined && isRound(item) ? item : undefined;
  if (programme !== null && round === undefined)
    throw new RoomError('WRONG_PHASE', 'there is no round to begin');
  const wanted = round?.count ?? settings.quizSet.quizCount;
  if (wanted < 1 || wanted > set.length)
    throw new RoomError('NOT_ENOUGH_QUESTIONS', `the set has ${set.length} questions`);
  const count = Math.min(wanted + ROUND_SPARES, set.length);
  const order = round === undefined ? settings.questionOrder : (round.order ?? 'written');
  const chosen = order === 'written' ? set.slice(0, count) : sample(random, set, count);
  const questions = chosen
    .map((question) => drawQuestion(question, { ...settings, questionOrder: order }, random, round))
    .map((question) => (settings.extraTime ? stretched(question) : question));
  return {
    phase: {
      kind: 'countdown',
      version: room.phase.version + 1,
      count: wanted,
      clock: runningClock(now, lengths.countdownMs),
    },
    game: { ...before, questions: questions.slice(0, wanted), spares: questions.slice(wanted) },
    ...(programme !== null &&
      index !== undefined && {
        programme: at(programme, index),
      }),
    ...((round !== undefined || rules.rounds !== undefined) && {
      rounds: [
        ...(rules.rounds ?? []),
        {
          ...(round === undefined
            ? inEach(settings.quizSet, ({ title }) => ({ name: title }))
            : inEach(round, ({ name }) => ({ name }))),
          first: before.asked.length,
        },
      ],
    }),
  };
}

/** A round goes on from these of the rounds before it. */
type Before = Pick<Game, 'asked' | 'drops' | 'starters'>;

/** Whether the next transition may begin a round, whose questions have to be there then. */
export function mayBeginRound(room: RoomState): boolean {
  const { phase } = room;
  const isEnd = phase.kind === 'item' || ('index' in phase && phase.index + 1 >= phase.count);
  const index = isEnd ? comingItem(room) : undefined;
  return index !== undefined && room.programme?.items[index]?.kind === 'round';
}

/** The transition that a deadline or a skip brings; `source` where a round may begin. */
export function advance(
  room: RoomState,
  now: number,
  lengths: PhaseLengths,
  source?: RoundSource,
): Transition {
  const { phase, game } = room;
  if (phase.kind === 'lobby' && phase.item !== undefined) return endLobbyItem(room, phase);
  if (phase.kind === 'lobby' || game === null)
    throw new RoomError('WRONG_PHASE', 'no game is running');
  switch (phase.kind) {
    case 'countdown': {
      const { asked: before, drops } = game;
      const last = room.judged.at(-1);
      const back =
        last === undefined ? {} : revival(room, { name: last, left: leftIn(room, game, 0) });
      return {
        ...ask(room, game, { first: before.length, index: 0, drops }, now, lengths),
        ...back,
      };
    }
    case 'question':
      return ring(room, game, phase, now, lengths);
    case 'reveal':
      return goOn(room, phase, now, lengths, source);
    case 'item':
      return toNextItem(room, game, { now, lengths, source });
  }
}

/** From the end of a round, or from an item, to what the programme has next; without any round left, to the end. */
function toNextItem(
  room: RoomState,
  game: Game,
  { now, lengths, source }: { now: number; lengths: PhaseLengths; source: RoundSource | undefined },
): Transition {
  const { programme } = room;
  const index = comingItem(room);
  if (programme === null || index === undefined || comingItem(room, isRound) === undefined)
    return endGame({ ...room, game });
  if (programme.items[index]?.kind === 'round') {
    if (source === undefined) throw new Error('the questions of the round are missing');
    return beginRound({ ...room, game }, index, source, { now, lengths, before: game });
  }
  const item = itemAt(programme, index, now);
  return {
    phase: { kind: 'item', version: room.phase.version + 1, ...item },
    programme: at(programme, index),
    game,
  };
}

/**
 * To an item of the programme, between items and in the lobby (R27.6). Refuses with WRONG_PHASE elsewhere, for a round
 * that was played, and for a round from the lobby, which is started; with BAD_REQUEST for one with which the evening
 * would ask too many questions.
 */
export function goTo(
  room: RoomState,
  index: number,
  {
    now,
    lengths,
    source,
  }: { now: number; lengths: PhaseLengths; source?: RoundSource | undefined },
): Transition {
  const { phase, programme, game } = room;
  const item = programme?.items[index];
  if (programme === null || item === undefined || (phase.kind !== 'lobby' && phase.kind !== 'item'))
    throw new RoomError('WRONG_PHASE', 'only between items');
  const version = phase.version + 1;
  if (isRound(item)) {
    if (item.isDone || isDecided(room)) throw new RoomError('WRONG_PHASE', 'it is over');
    if (phase.kind === 'lobby' || game === null || source === undefined)
      throw new RoomError('WRONG_PHASE', 'a round is started');
    checkAsked(room, programme.items.with(index, takenBack(item)));
    return beginRound(room, index, source, { now, lengths, before: game });
  }
  const change = { programme: at(programme, index) };
  const shown = itemAt(programme, index, now);
  return phase.kind === 'lobby'
    ? { phase: { ...phase, version, item: shown }, ...change }
    : { phase: { kind: 'item', version, ...shown }, ...change };
}

/** In the lobby: shows the next item, before the first round or after the last one (R27.2). */
export function nextInLobby(room: RoomState, now: number): Transition {
  const { phase, programme } = room;
  if (phase.kind !== 'lobby') throw new RoomError('WRONG_PHASE', 'a game is running');
  const index = comingItem(room);
  if (programme === null || index === undefined) {
    if (phase.item !== undefined) return endLobbyItem(room, phase);
    throw new RoomError('WRONG_PHASE', 'nothing is left to show');
  }
  if (programme.items[index]?.kind === 'round')
    throw new RoomError('WRONG_PHASE', 'a round is started');
  return {
    phase: { ...phase, version: phase.version + 1, item: itemAt(programme, index, now) },
    programme: at(programme, index),
  };
}

/** To the next item; where a round comes, which is started, the lobby shows none. */
function skipLobbyItem(room: RoomState, phase: LobbyPhase, now: number): Transition {
  const coming = room.programme?.items[comingItem(room) ?? -1];
  return coming === undefined || isRound(coming)
    ? endLobbyItem(room, phase)
    : nextInLobby(room, now);
}

/** The lobby without the item that was on. */
function endLobbyItem(room: RoomState, phase: LobbyPhase): Transition {
  const { item: _item, ...rest } = phase;
  return { phase: { ...rest, version: room.phase.version + 1 } };
}

function itemAt(programme: Programme, index: number, now: number): ItemOn {
  const item = programme.items[index];
  if (item === undefined || isRound(item)) throw new Error(`item ${index} is not shown`);
  const seconds = item.kind === 'slide' ? item.seconds : null;
  const lengthMs = (seconds ?? 0) * 1000;
  return {
    id: item.id,
    shown: shownOf(item, programme, now),
    waits: seconds === null,
    clock: runningClock(now, lengthMs),
  };
}

/** A draw that was held stands as it ended. */
function withHeld(programme: Programme, item: ItemOn): ItemOn {
  const shown = heldDraw(programme, item.id);
  if (shown === undefined) return item;
  const { startTime, ...clock } = item.clock;
  return { ...item, shown, clock: { ...clock, startTime: startTime - shown.drawn.ms } };
}

/**
 * One step back from a _Next_ that was too early (R27.7): to the item before, from an item or from the countdown of a
 * round. Refuses with WRONG_PHASE where no item was on before it.
 */
export function back(room: RoomState, now: number): Transition {
  const { phase, programme, game, rules } = room;
  const isBetween = itemOn(phase) !== undefined || phase.kind === 'countdown';
  const index = programme === null || !isBetween ? -1 : beforeIn(programme);
  const item = programme?.items[index];
  if (programme === null || item === undefined || isRound(item))
    throw new RoomError('WRONG_PHASE', 'there is no item to go back to');
  const shown = withHeld(programme, itemAt(programme, index, now));
  const version = phase.version + 1;
  const undone = programme.items.map(({ isDone, ...rest }, i) =>
    isDone && i !== programme.at ? { ...rest, isDone } : rest,
  );
  const before = { ...programme, items: undone, at: index };
  if (phase.kind === 'lobby')
    return { phase: { ...phase, version, item: shown }, programme: before };
  const hasAsked = game !== null && game.asked.length + game.drops > 0;
  if (phase.kind === 'countdown' && rules.rounds?.length === 1 && !hasAsked) {
    // The evening is in the lobby again, as before its first round.
    const tally = { game: room.tally.game - 1, marks: [] };
    const lobby = { kind: 'lobby', version, results: null, item: shown } as const;
    return { phase: lobby, game: null, programme: before, tally, rounds: [] };
  }
  const emptied = game && { ...game, questions: [], spares: [] };
  const between = { kind: 'item', version, ...shown } as const;
  if (phase.kind !== 'countdown') return { phase: between, programme: before, game: emptied };
  const rounds = rules.rounds?.slice(0, -1) ?? [];
  return { phase: between, programme: before, game: emptied, rounds };
}

/** Index of the item that was on before the one that is. */
function beforeIn({ items, at: index }: Programme): number {
  return items.findLastIndex(({ isDone }, i) => i < index && isDone === true);
}

/** To the next question, or to the end where there is none or nobody left to ask. */
function goOn(
  room: RoomState,
  phase: RevealPhase,
  now: number,
  lengths: PhaseLengths,
  source: RoundSource | undefined,
): Transition {
  const { index, count, first, drops } = phase;
  const next = index + 1;
  if (room.game === null) return endGame(room);
  if (next >= count || isDecided(room))
    return toNextItem(room, roundOver(room.game, next, drops), { now, lengths, source });
  const left = leftIn(room, room.game, next);
  const back = revival(room, { name: nameOf(phase), left });
  return { ...ask(room, room.game, { first, index: next, drops }, now, lengths), ...back };
}

function ask(
  { phase, seats }: RoomState,
  game: Game,
  { first, index, drops }: Pick<QuestionPhase, 'first' | 'index' | 'drops'>,
  now: number,
  lengths: PhaseLengths,
): Transition {
  const question = questionAt(game, index);
  const startTime = now + readyMsOf(question, lengths);
  const shown = partShown(question.shown, 0);
  return {
    phase: {
      kind: 'question',
      version: phase.version + 1,
      index,
      count: game.questions.length,
      first,
      drops,
      readyAt: now,
      question: shown,
      places: shown.blind ? Array.from(seats.values(), placeOf) : null,
      revived: [],
      ...(partsOf(question.shown) > 1 && { part: 0 }),
      ...(question.walk && { act: 1 }),
      clock: { startTime, endTime: startTime + question.limitTime * 1000, pausedAt: null },
    },
  };
}

/** The game between two rounds, of which the last one asked `count` questions. */
function roundOver(game: Game, count: number, drops: number): Game {
  const asked = [
    ...game.asked,
    ...game.questions.slice(0, count).map(({ shown, pictures }) => {
      return { shown, ...(pictures && { pictures }) };
    }),
  ];
  return { ...game, questions: [], spares: [], asked, drops };
}

/** How many questions count that are still to come, in this round from the one at `next` on, and in later ones. */
function leftIn({ programme }: RoomState, { questions }: Game, next: number): number {
  const later = programme === null ? 0 : toAskIn(programme);
  return questions.slice(next).filter(isScored).length + later;
}

/** Whether anything can come of how somebody answers (R6.9). */
function isScored({ shown, solution }: DrawnQuestion): boolean {
  return solution !== null && shown.points !== 0;
}

function placeOf({ slot, position: [x, y] }: Seat): Place {
  return [slot, x, y];
}

/**
 * Back to the lobby with the scores as they stand (R6.3). Behind the last round the lobby shows the rest of the
 * programme, but for rounds that nobody is left to play (R27.5).
 */
export function endGame(room: RoomState): Transition {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  const seats = [...room.seats.values()];
  const { judged, rules, programme } = room;
  const isOver = programme !== null && comingItem(room, isRound) === undefined;
  const standings = standingsOf(judged, rules);
  const marks = marksIn(standings, seats, rules, 'over');
  const drops = dropsAtEnd(room);
  const { rounds } = rules;
  const begun = rounds?.filter((_, n) => isJudged(room, rounds, n));
  return {
    phase: {
      kind: 'lobby',
      version: room.phase.version + 1,
      results: resultsIn(standings, seats, rules),
      league: leagueIn(standings, seats),
      ...teamResultsIn(judged, rules),
      asked: askedIn(room),
      ...(drops > 0 && { drops }),
    },
    game: null,
    tally: endedTally(room.tally, closingMarks(marks)),
    ...(isOver && { programme: withoutRounds(programme) }),
    // A round that was ended before its first judgement was none.
    ...(begun && begun.length < (rounds?.length ?? 0) && { rounds: begun }),
  };
}

/** A question that is open is dropped by the end, so that no later one has its name. */
function dropsAtEnd({ phase, game }: RoomState): number {
  if (phase.kind === 'question') return phase.drops + 1;
  return phase.kind === 'reveal' ? phase.drops : (game?.drops ?? 0);
}

/** Stops the clock of a phase, or of an item in the lobby that ends by itself (R27.2). */
export function pause(room: RoomState, now: number): Transition {
  const clock = clockOf(room);
  if (clock.pausedAt !== null) throw new RoomError('WRONG_PHASE', 'the game is paused');
  return withClock(room.phase, { ...clock, pausedAt: now });
}

/** Goes on with what was left; what had not begun yet moves by the length of the pause. */
export function resume(room: RoomState, now: number): Transition {
  const { startTime, endTime, pausedAt } = clockOf(room);
  if (pausedAt === null) throw new RoomError('WRONG_PHASE', 'the game is not paused');
  const stoodFor = now - pausedAt;
  return withClock(room.phase, {
    startTime: startTime + stoodFor,
    endTime: endTime + stoodFor,
    pausedAt: null,
  });
}

/**
 * Cuts a phase short (R4.7). A question that people had no time to read is dropped, unjudged; another
 * ends soon and is judged; the other phases, and an item in the lobby, give way to the next at once.
 */
export function skip(
  room: RoomState,
  now: number,
  lengths: PhaseLengths,
  source?: RoundSource,
): Transition {
  if (room.phase.kind === 'lobby' && room.phase.item !== undefined)
    return skipLobbyItem(room, room.phase, now);
  const phase = timed(room);
  if (phase.kind !== 'question') return advance(room, now, lengths, source);
  const isRead = msUntilJudged(phase.clock, now, lengths.minShownMs) <= 0;
  return isRead ? close(room, now, lengths) : drop(room, now, lengths, source);
}

/**
 * Ends a countdown, a reveal or an item, or shows the next item in the lobby (R4.10, R27.2). In a question it would be
 * a press that was meant for the reveal before.
 */
export function next(
  room: RoomState,
  now: number,
  lengths: PhaseLengths,
  source?: RoundSource,
): Transition {
  if (room.phase.kind === 'lobby') return nextInLobby(room, now);
  if (room.phase.kind === 'question') throw new RoomError('WRONG_PHASE', 'a question is open');
  return advance(room, now, lengths, source);
}

/** Time for which a closed act of writing goes on, in ms: pages send their texts half a second before the bell. */
const CLOSE_WRITING_MS = 1_000;

/** Ends a question soon, so that it is judged; refused while people have had no time to read it (R4.8). */
export function close(room: RoomState, now: number, lengths: PhaseLengths): Transition {
  const phase = asked(room);
  if (msUntilJudged(phase.clock, now, lengths.minShownMs) > 0)
    throw new RoomError('WRONG_PHASE', 'its choices have not been on screen for long enough');
  // A text that somebody writes at this moment still comes.
  const leftMs = phase.act === 1 ? Math.max(CLOSE_WRITING_MS, lengths.skipMs) : lengths.skipMs;
  if (leftMs === 0) return advance(room, now, lengths);
  const { startTime, pausedAt } = phase.clock;
  // A pause counts for nobody's time.
  const stoodFor = pausedAt === null ? 0 : now - pausedAt;
  const endTime = Math.min(phase.clock.endTime + stoodFor, now + leftMs);
  return withClock(phase, { startTime: startTime + stoodFor, endTime, pausedAt: null });
}

/** Takes a question back that is open: nobody is judged, and a spare one stands in for it (R4.8). */
export function drop(
  room: RoomState,
  now: number,
  lengths: PhaseLengths,
  source?: RoundSource,
): Transition {
  const { first, index, drops } = asked(room);
  if (room.game === null) throw new RoomError('WRONG_PHASE', 'no game is running');
  const [spare, ...spares] = room.game.spares;
  const questions = room.game.questions.filter((_, i) => i !== index);
  if (spare !== undefined) questions.splice(index, 0, spare);
  const game = { ...room.game, questions, spares };
  if (index >= questions.length)
    return toNextItem(room, roundOver(game, index, drops + 1), { now, lengths, source });
  return { ...ask(room, game, { first, index, drops: drops + 1 }, now, lengths), game };
}

/** A reveal that waits for the host goes on by itself (R4.10). */
export function stopWaiting(phase: RevealPhase, now: number): Transition {
  const { startTime, endTime } = phase.clock;
  return {
    phase: {
      ...phase,
      version: phase.version + 1,
      waits: false,
      clock: { startTime, endTime: Math.max(endTime, now), pausedAt: null },
    },
  };
}

export function extend(room: RoomState): Transition {
  const clock = clockOf(room);
  return withClock(room.phase, { ...clock, endTime: clock.endTime + EXTEND_MS });
}

/** The first question that somebody who sits down now is scored on, as `ordinalIn` counts (R7.3). */
export function nextOrdinal({ phase, game }: Pick<RoomState, 'phase' | 'game'>): number {
  if (phase.kind === 'question' || phase.kind === 'reveal') return ordinalIn(phase) + 1;
  return game === null ? 0 : game.asked.length + game.drops;
}

function asked(room: RoomState): QuestionPhase {
  const phase = timed(room);
  if (phase.kind !== 'question') throw new RoomError('WRONG_PHASE', 'no question is open');
  return phase;
}

export function timed(room: RoomState): TimedPhase {
  if (room.phase.kind === 'lobby') throw new RoomError('WRONG_PHASE', 'no game is running');
  return room.phase;
}

function clockOf({ phase }: RoomState): Clock {
  if (phase.kind !== 'lobby') return phase.clock;
  if (phase.item === undefined || phase.item.waits)
    throw new RoomError('WRONG_PHASE', 'no game is running');
  return phase.item.clock;
}

export function withClock(phase: Phase, clock: Clock): Transition {
  const version = phase.version + 1;
  if (phase.kind !== 'lobby') return { phase: { ...phase, version, clock } };
  return { phase: { ...phase, version, ...(phase.item && { item: { ...phase.item, clock } }) } };
}
