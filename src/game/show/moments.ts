/** What is told of single players and of the crowd in a reveal (R19.3). Nobody is named for having been wrong. */
import type { Moment } from '../../protocol/show.js';
import {
  LEAST_TIE_MS,
  type Answer,
  type GameRules,
  type JudgedQuestion,
} from '../shared/judged.js';
import { outcomesOf, questionsIn, withoutLast } from '../kinds/outcomes.js';
import type { PlayerMark, Seat } from '../room-state.js';
import { standingsOf } from '../scoring.js';

/** In a smaller round it is no feat, and everybody knows who it was. */
export const FEWEST_TO_NAME = 8;
const CLIMB_FROM = 5;
const CLIMB_FROM_PART = 0.1;
const STREAK_FROM = 4;
const LATE_MS = 1_000;
const LATE_FROM_PART = 0.15;
const FELL_FROM_PART = 0.5;

export interface Judgement {
  seats: readonly Seat[];
  rules: GameRules;
  /** Of the whole game, the question that is told of last. */
  judged: readonly JudgedQuestion[];
  /** Of the judgement before and of this one. */
  marksBefore: readonly PlayerMark[];
  marks: readonly PlayerMark[];
  /**
   * When each who has moved came to the last value, in question ms; answers have what counts, which extra time makes
   * less (R6.10).
   */
  cameMs: ReadonlyMap<string, number>;
  /** For how long the last question was open: its limit, unless it was extended or closed. */
  openMs: number;
}

/** The most worth telling first; another kind begins with each question, so that no evening is all the same. */
export function momentsOf(judgement: Judgement): Moment[] {
  const { judged, rules } = judgement;
  const { last: question, all: outcomes } = outcomesOf(
    questionsIn(judged).at(-1) ?? [],
    rules.gameMode,
  );
  if (question === undefined) return [];
  const playing = outcomes.filter(({ answer, isThere }) => answer[3] === 1 && isThere);
  if (playing.length < FEWEST_TO_NAME) return [];
  const answers = playing.map(({ answer }) => answer);
  const rights = playing.flatMap(({ answer, isRight }) => (isRight ? [answer] : []));
  const slots = new Map(judgement.seats.map(({ playerId, slot }) => [playerId, slot]));
  const lone = rights.length === 1 ? slots.get(rights[0]?.[0] ?? '') : undefined;
  // Ranks say nothing in survival.
  const isSurvival = rules.gameMode === 'SURVIVAL';
  const others = [
    ...(isSurvival
      ? [fell(judgement, answers), unhurt(judgement, slots)]
      : [climb(judgement, slots)]),
    fastest(judgement, rights, slots),
    streak(judgement, rights, slots),
    late(judgement, answers),
  ];
  const first = question.question % others.length;
  const inTurn = [...others.slice(first), ...others.slice(0, first)];
  const moments = [
    lone === undefined ? undefined : ({ kind: 'lone', slot: lone } as const),
    ...inTurn,
  ];
  const named = new Set<number>();
  return moments.flatMap((moment): Moment[] => {
    if (moment === undefined) return [];
    if (!('slot' in moment)) return [moment];
    if (named.has(moment.slot)) return [];
    named.add(moment.slot);
    return [moment];
  });
}

type Slots = ReadonlyMap<string, number>;

/** Whom a value is the highest of; undefined where nobody is alone with it. */
export function ahead<T>(all: readonly T[], valueOf: (one: T) => number): T | undefined {
  const [first, second] = [...all].sort((a, b) => valueOf(b) - valueOf(a));
  const isAlone = first !== undefined && (second === undefined || valueOf(first) > valueOf(second));
  return isAlone ? first : undefined;
}

function climb({ marks, marksBefore }: Judgement, slots: Slots): Moment | undefined {
  const before = new Map(marksBefore.map(({ playerId, rank }) => [playerId, rank]));
  // Before anybody had scored, all were first.
  if (marksBefore.every(({ score }) => score === 0)) return undefined;
  const climbs = marks.map(({ playerId, rank, played }) => {
    return { playerId, ranks: played ? (before.get(playerId) ?? rank) - rank : 0 };
  });
  const best = ahead(climbs, ({ ranks }) => ranks);
  const slot = slots.get(best?.playerId ?? '');
  const isFeat = best && best.ranks >= Math.max(CLIMB_FROM, marks.length * CLIMB_FROM_PART);
  return isFeat && slot !== undefined ? { kind: 'climb', slot, ranks: best.ranks } : undefined;
}

function fell({ judged, rules }: Judgement, answers: readonly Answer[]): Moment | undefined {
  const standings = standingsOf(judged, rules);
  const { question } = judged.at(-1) ?? {};
  const people = answers.filter(
    ([playerId]) => standings.get(playerId)?.fellIn === question,
  ).length;
  if (people < answers.length * FELL_FROM_PART) return undefined;
  return { kind: 'fell', people, of: answers.length };
}

/** Told once, by the question that left nobody else so. */
function unhurt({ judged, rules }: Judgement, slots: Slots): Moment | undefined {
  if (rules.lives < 2) return undefined;
  const whole = (questions: readonly JudgedQuestion[]): string[] =>
    [...standingsOf(questions, rules)].flatMap(([playerId, { hasLived, lives }]) =>
      hasLived && lives === rules.lives ? [playerId] : [],
    );
  const [playerId = '', ...others] = whole(judged);
  const slot = slots.get(playerId);
  if (slot === undefined || others.length > 0) return undefined;
  const before = withoutLast(judged);
  const isNew = before.length === 0 || whole(before).length > 1;
  return isNew ? { kind: 'unhurt', slot, lives: rules.lives } : undefined;
}

function fastest(
  { cameMs }: Judgement,
  rights: readonly Answer[],
  slots: Slots,
): Moment | undefined {
  if (rights.length < 2) return undefined;
  const came = rights.flatMap(([playerId]) => {
    const ms = cameMs.get(playerId);
    return ms === undefined ? [] : { playerId, ms: Math.max(ms, LEAST_TIE_MS) };
  });
  const best = ahead(came, ({ ms }) => -ms);
  const slot = slots.get(best?.playerId ?? '');
  return best && slot !== undefined ? { kind: 'fastest', slot, ms: best.ms } : undefined;
}

function streak(
  { judged, rules }: Judgement,
  rights: readonly Answer[],
  slots: Slots,
): Moment | undefined {
  if (questionsIn(judged).length < STREAK_FROM) return undefined;
  const standings = standingsOf(judged, rules);
  const streaks = rights.map(([playerId]) => {
    return { playerId, rights: standings.get(playerId)?.streak ?? 0 };
  });
  const best = ahead(streaks, (one) => one.rights);
  const slot = slots.get(best?.playerId ?? '');
  const isFeat = best && best.rights >= STREAK_FROM && slot !== undefined;
  return isFeat ? { kind: 'streak', slot, rights: best.rights } : undefined;
}

function late({ cameMs, openMs }: Judgement, answers: readonly Answer[]): Moment | undefined {
  const isLate = ([playerId]: Answer): boolean => (cameMs.get(playerId) ?? 0) > openMs - LATE_MS;
  const people = answers.filter(isLate).length;
  return people >= answers.length * LATE_FROM_PART ? { kind: 'late', people } : undefined;
}
