import { RoomError } from '../protocol/errors.js';
import { MAX_ACCEPTED } from '../protocol/limits.js';
import { withJudged } from './apply-change.js';
import type { Correction, Phase } from './phase.js';
import type { Transition } from './room-change.js';
import { isAlive, type PlayerMark, type RoomState, type Tally } from './room-state.js';
import type { JudgedQuestion } from './shared/judged.js';
import { valuesOf } from './kinds/floor.js';
import { mostMissed } from './kinds/rights.js';
import { formOf } from './kinds/spelling.js';
import { targetsFor } from './kinds/spot.js';
import { summaryOf } from './kinds/summary.js';
import { isSameQuestion, named, nameOf, type JudgedName } from '../protocol/judged-name.js';
import type { PartSolution, RightNumber, RightTexts, Target } from '../protocol/question.js';
import type { GameMode } from '../protocol/room-options.js';
import type { PartReveal } from '../protocol/scores.js';
import { closingMarks, leagueIn, resultsIn } from './closing.js';
import { marksIn, standingsOf } from './scoring.js';
import { teamResultsIn, teamsIn } from './team-figures.js';

/** What the marks of each phase are for. */
const MOMENTS = {
  lobby: 'over',
  countdown: 'asked',
  item: 'asked',
  question: 'asked',
  reveal: 'judged',
} as const;

/** What the host says of a judged question; with neither, it stands as the set has it. */
export interface Ruling {
  isVoid: boolean;
  /** The right choices by `order`, or the right places by number. */
  rights: readonly number[] | null;
  number?: Omit<RightNumber, 'kind'> | undefined;
  /** All spellings that are right. */
  accepted?: readonly string[] | undefined;
  /** Texts that are right beside those that stand, so that no host takes back what another one accepts. */
  accept?: readonly string[] | undefined;
  /** The right place of a map. */
  target?: Target | undefined;
}

function ruledSolution(
  { floor, setSolution, solution }: JudgedQuestion,
  { rights, number, accepted, accept, target }: Omit<Ruling, 'isVoid'>,
): PartSolution {
  if (setSolution === null) throw new RoomError('BAD_REQUEST', `a ${floor.kind} is not scored`);
  const isOf = {
    number: number !== undefined,
    text: accepted !== undefined || accept !== undefined,
    target: target !== undefined,
    rights: rights !== null,
  };
  const { kind } = setSolution;
  const own = kind === 'spot' || kind === 'choice' ? 'rights' : kind;
  if (Object.entries(isOf).some(([name, isGiven]) => isGiven && name !== own))
    throw new RoomError('BAD_REQUEST', `a ${floor.kind} cannot be corrected so`);
  if (number !== undefined) return { kind: 'number', ...number };
  if (target !== undefined) return { kind: 'target', target };
  if (setSolution.kind === 'text') {
    const before = accept && solution?.kind === 'text' ? solution.accepted : undefined;
    return acceptedIn(setSolution, withAccepted(accepted ?? before, accept));
  }
  if (rights === null) return setSolution;
  const values = valuesOf(floor);
  if (!rights.every((right) => values.includes(right)))
    throw new RoomError('BAD_REQUEST', `the question has ${values.length} to choose from`);
  return setSolution.kind === 'spot' && 'places' in floor
    ? { kind: 'spot', targets: targetsFor(rights, floor.places, setSolution.targets) }
    : { kind: 'choice', rights };
}

/** Refuses with BAD_REQUEST more than `MAX_ACCEPTED`. */
function withAccepted(
  texts: readonly string[] | undefined,
  added: readonly string[] = [],
): readonly string[] | undefined {
  if (texts === undefined) return undefined;
  const known = new Set(texts.map(formOf));
  const all = [...texts, ...added.filter((text) => !known.has(formOf(text)))];
  if (all.length > MAX_ACCEPTED) throw new RoomError('BAD_REQUEST', 'too many are accepted');
  return all;
}

/** An answer that is accepted is not wrong any more. */
function acceptedIn(set: RightTexts, accepted: readonly string[] | undefined): RightTexts {
  if (accepted === undefined) return set;
  const forms = new Set(accepted.map(formOf));
  const wrong = (set.wrong ?? []).filter((text) => !forms.has(formOf(text)));
  return { kind: 'text', accepted, ...(wrong.length > 0 && { wrong }) };
}

/** A judged question as the host wants it. Refuses with BAD_REQUEST what its kind does not have. */
export function ruled(known: JudgedQuestion, { isVoid, ...ruling }: Ruling): JudgedQuestion {
  return { ...known, isVoid, solution: ruledSolution(known, ruling) };
}

/**
 * Voids a judged question, or says what is right in it; the last reveal and the results may be of a game that
 * has ended (R4.9). Everything is computed again. Nobody falls by it in the middle of a question.
 */
export function correct(room: RoomState, name: JudgedName, ruling: Ruling): Transition {
  return replaced(room, ruledIn(room, name, ruling));
}

/** The question of this name as the host wants it. Refuses as `correct` does. */
export function ruledIn(
  { judged }: Pick<RoomState, 'judged'>,
  name: JudgedName,
  ruling: Ruling,
): JudgedQuestion {
  const known = named(judged, name);
  if (known === undefined) throw new RoomError('BAD_REQUEST', 'that question was not judged');
  return ruled(known, ruling);
}

/** This is what follows when a question is judged anew. */
export function replaced(room: RoomState, question: JudgedQuestion): Transition {
  const { solution, isVoid } = question;
  const { rules } = room;
  const judged = withJudged(room.judged, [question]);
  const { phase, tally } = computedAnew(room, { judged, rules });
  if (phase.kind === 'lobby') return { phase, tally, judged: [question] };
  const isShown = phase.kind === 'reveal' && isSameQuestion(nameOf(phase), question);
  const isNearest = !isVoid && mostMissed(question, rules.gameMode) > 0;
  const correction: Correction = { solution, isVoid, ...(isNearest && { nearest: true }) };
  const isLast = isShown && (phase.part ?? 0) === question.part;
  const parts = isShown && phase.parts?.with(question.part, partReveal(question, rules.gameMode));
  const changes = {
    ...(isLast ? { correction, summary: summaryOf(question) } : {}),
    ...(parts && { parts }),
    ...(phase.kind === 'question'
      ? { revived: [...phase.revived, ...revivedBy(room, tally.marks)] }
      : {}),
  };
  return { phase: { ...phase, ...changes }, tally, judged: [question] };
}

/** A part of a question as its reveal tells it. */
export function partReveal(question: JudgedQuestion, gameMode: GameMode): PartReveal {
  const { solution, isVoid } = question;
  const isNearest = !isVoid && mostMissed(question, gameMode) > 0;
  return {
    ...(solution && { solution }),
    summary: summaryOf(question),
    ...(isVoid && { isVoid }),
    ...(isNearest && { nearest: true }),
  };
}

function revivedBy({ seats }: RoomState, marks: readonly PlayerMark[]): string[] {
  const alive = new Set(marks.flatMap(({ playerId, fellAt }) => (fellAt === null ? playerId : [])));
  const back = [...seats.values()].filter((seat) => !isAlive(seat) && alive.has(seat.playerId));
  return back.map(({ playerId }) => playerId);
}

/**
 * The room after other answers or other points count; after a game has ended, its results too. Refuses with
 * BAD_REQUEST where there are none.
 */
export function computedAnew(
  { phase, seats: bySlot, tally: { game } }: RoomState,
  { judged, rules }: Pick<RoomState, 'judged' | 'rules'>,
): { phase: Phase; tally: Tally } {
  const seats = [...bySlot.values()];
  // Nobody falls with a question that is not scored (R16.11).
  const isUnscored = phase.kind === 'reveal' && phase.solution === null;
  const standings = standingsOf(judged, rules);
  const marks = marksIn(standings, seats, rules, isUnscored ? 'asked' : MOMENTS[phase.kind]);
  const version = phase.version + 1;
  if (phase.kind !== 'lobby')
    return { phase: { ...phase, version }, tally: { game, marks, ...teamsIn(judged, rules) } };
  // A rehearsal leaves no results.
  if (phase.results === null) throw new RoomError('BAD_REQUEST', 'there are no results');
  const results = resultsIn(standings, phase.results, rules);
  const league = leagueIn(standings, phase.results);
  const teams = teamResultsIn(judged, rules);
  return {
    phase: { ...phase, version, results, league, ...teams },
    tally: { game, marks: closingMarks(marks) },
  };
}
