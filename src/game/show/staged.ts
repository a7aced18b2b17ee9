/** Gives a transition what it shows (R19): the rules decide first, and nothing of the show changes what they decided. */
import { hasValues } from '../../protocol/question.js';
import { zonesOf } from '../kinds/floor.js';
import { summaryOf } from '../kinds/summary.js';
import type { LobbyPhase, RevealPhase } from '../phase.js';
import { entryKey } from '../phase.js';
import { areRanksTold, comingItem, isRound } from '../programme.js';
import type { PhaseLengths } from '../phase-lengths.js';
import type { Transition } from '../room-change.js';
import type { RoomState } from '../room-state.js';
import type { Steps } from '../steps.js';
import { cameMs } from '../kinds/entry.js';
import { outcomesOf, rightCount, rightIn } from '../kinds/outcomes.js';
import { rightValues } from '../kinds/rights.js';
import { isGiven } from '../shared/judged.js';
import { withJudged } from '../apply-change.js';
import { closingSteps } from './awards.js';
import { beatAt, lengthOf } from '../shared/beats.js';
import { finalScript } from './final-script.js';
import { cutDraw } from '../draw.js';
import { momentsOf } from './moments.js';
import { revealScript, type RevealFacts } from './reveal-script.js';

/** How long all stands there when everything is told, in ms. */
export const REST_MS = 3_000;
/** So much longer where the author explains the answer, in ms. */
const EXPLANATION_MS = 4_000;
/** After so many questions people know how it goes. */
const WHOLE_QUESTIONS = 3;

/** `transition` as decided for `room`, with its beats, and places to stop: the end of an evening is told from all its questions. */
export function* stagedSteps(
  room: RoomState,
  transition: Transition,
  now: number,
  lengths: PhaseLengths,
): Steps<Transition> {
  const { phase } = transition;
  if (lengths.show === 'off') return transition;
  if (phase.kind === 'reveal')
    return { ...transition, phase: revealIn(room, transition, phase, lengths) };
  if (phase.kind === 'lobby') return { ...transition, phase: yield* lobbyIn(room, phase, now) };
  return transition;
}

function revealIn(
  room: RoomState,
  transition: Transition,
  phase: RevealPhase,
  lengths: PhaseLengths,
): RevealPhase {
  if (room.phase.kind === 'reveal') {
    // Another answer than was told jumps to the end, and nothing is shown twice.
    const { beats: _beats, ...plain } = phase;
    const { correction, parts } = room.phase;
    return phase.correction === correction && phase.parts === parts ? phase : plain;
  }
  const facts = factsOf(room, transition, phase);
  if (facts === undefined) return phase;
  const mostMs = lengths.show === 'fitted' ? lengths.revealMs - REST_MS : Infinity;
  const beats = revealScript(facts, mostMs);
  if (lengths.show === 'fitted') return { ...phase, beats };
  const restMs = REST_MS + (phase.explanation === undefined ? 0 : EXPLANATION_MS);
  const endTime = phase.clock.startTime + lengthOf(beats) + restMs;
  return { ...phase, beats, clock: { ...phase.clock, endTime } };
}

function factsOf(
  room: RoomState,
  transition: Transition,
  phase: RevealPhase,
): RevealFacts | undefined {
  const parts = transition.judged ?? [];
  const question = parts.at(-1);
  if (question === undefined) return undefined;
  const { rules } = room;
  const marks = transition.tally?.marks ?? [];
  const outcomes = outcomesOf(parts, rules.gameMode);
  const summary = summaryOf(question);
  const isZoned = !hasValues(summary) && zonesOf(question.floor).length > 0;
  const isRoundOver = phase.index + 1 >= phase.count;
  const isLast = isRoundOver && comingItem(room, isRound) === undefined;
  const areTold = areRanksTold({ phase, programme: room.programme });
  const isScored = phase.solution !== null;
  const key = entryKey(room.tally.game, phase);
  const seats = [...room.seats.values()];
  return {
    counts: isZoned ? summary.counts : [],
    rights: isZoned ? rightValues(question.floor, phase.solution) : [],
    isScored,
    isSurvival: rules.gameMode === 'SURVIVAL',
    ...(isScored
      ? rightCount(outcomes)
      : { played: question.answers.filter(isGiven).length, right: 0 }),
    ...(parts.length > 1 && {
      parts: {
        rights: parts.map((one) => rightIn(one, rules.gameMode)),
        isAnySaved: outcomes.all.some((one) => one.answer[3] === 1 && one.isThere && one.isSaved),
      },
    }),
    moments: momentsOf({
      seats,
      rules,
      judged: withJudged(room.judged, parts),
      marksBefore: room.tally.marks,
      marks,
      // Where people wrote first, or answered other parts before, when they came to a zone says little.
      cameMs:
        question.written || parts.length > 1
          ? new Map()
          : new Map(
              seats.flatMap((seat): [string, number][] => {
                const ms = cameMs(seat, key);
                return ms === undefined ? [] : [[seat.playerId, ms]];
              }),
            ),
      openMs: phase.asked.endTime - phase.asked.startTime,
    }).filter(({ kind }) => kind !== 'climb' || (areTold && !isLast)),
    isSeen: question.blind !== true,
    // Who leads at the end is for the podium to tell.
    isRanked:
      rules.gameMode === 'RANKING' && areTold && !isLast && marks.some(({ score }) => score !== 0),
    firsts: marks.filter(({ rank }) => rank === 1).length,
    isBrief: phase.index >= WHOLE_QUESTIONS && !isLast,
  };
}

function* lobbyIn(room: RoomState, phase: LobbyPhase, now: number): Steps<LobbyPhase> {
  if (room.phase.kind === 'lobby') {
    const { final: _final, isFinalOver: _over, ...plain } = phase;
    return phase.results === room.phase.results ? phase : plain;
  }
  const { results, league = [] } = phase;
  if (results === null || room.judged.length === 0) return phase;
  const { gameMode } = room.rules;
  const { awards, totals } = yield* closingSteps(room, results, league);
  const beats = finalScript(results, gameMode, awards);
  if (beats.length === 0) return phase;
  return { ...phase, final: { startTime: now, beats, totals } };
}

/** The end of a game has been shown, and the room is a lobby like others (R1.5). */
export function endFinal(phase: LobbyPhase): Transition {
  return { phase: { ...phase, version: phase.version + 1, isFinalOver: true } };
}

/** Until when the end of a game is shown, store epoch ms; 0 where nothing is. */
export function finalEndsAt({ phase }: Pick<RoomState, 'phase'>): number {
  if (phase.kind !== 'lobby' || phase.final === undefined) return 0;
  return phase.final.startTime + lengthOf(phase.final.beats);
}

/**
 * The show that the host's _Next_ cuts short (R19.4): that of a reveal, of the end, or of a draw. Undefined where all is
 * told, and _Next_ means what follows.
 */
export function cut(room: RoomState, now: number, lengths: PhaseLengths): Transition | undefined {
  const { phase } = room;
  const version = phase.version + 1;
  const draw = cutDraw(phase, now);
  if (draw !== undefined) return draw;
  if (phase.kind === 'lobby') {
    const { final } = phase;
    if (final === undefined || finalEndsAt(room) <= now) return undefined;
    const startTime = now - lengthOf(final.beats);
    return { phase: { ...phase, version, final: { ...final, startTime } } };
  }
  if (phase.kind !== 'reveal' || phase.beats === undefined) return undefined;
  const { startTime, endTime, pausedAt } = phase.clock;
  const elapsedMs = (pausedAt ?? now) - startTime;
  if (beatAt(phase.beats, elapsedMs)?.beat.scene === 'rest') return undefined;
  const cutMs = lengthOf(phase.beats) - elapsedMs;
  // A length that is set stays what it is.
  const earlierMs = lengths.show === 'fitted' ? 0 : cutMs;
  const clock = { startTime: startTime - cutMs, endTime: endTime - earlierMs, pausedAt };
  return { phase: { ...phase, version, clock: { ...phase.clock, ...clock } } };
}
