/** The phase of a room: one value, replaced as a whole by each transition (R4). */
import type {
  Choice,
  Mark,
  PhasePayload,
  QuestionPayload,
  ResultRow,
  RevealPayload,
} from '../protocol/events.js';
import type { Clock } from './clock.js';

/** As everybody may see it while it is asked. */
export interface ShownChoice {
  kind: 'choice';
  quiz: string;
  choiceList: Choice[];
}

export interface RevealedChoice extends ShownChoice {
  /** `order` of the right choice. */
  answer: number;
}

/** What the host has made of a question that was judged (R4.9). */
export interface Correction {
  /** `order` of the choices that are right. */
  rights: readonly number[];
  isVoid: boolean;
}

export type ShownQuestion = ShownChoice;
export type RevealedQuestion = RevealedChoice;

export interface LobbyPhase {
  kind: 'lobby';
  version: number;
  /** Of the game before, where there was one; they stay visible. */
  results: ResultRow[] | null;
}

export interface CountdownPhase {
  kind: 'countdown';
  version: number;
  count: number;
  clock: Clock;
}

/** The choices appear at `clock.startTime`; before it is get-ready. Holds no answer. */
export interface QuestionPhase {
  kind: 'question';
  version: number;
  index: number;
  count: number;
  /** How many questions of the game were dropped before this one (R4.8). */
  drops: number;
  question: ShownQuestion;
  /** In a blind room, where everybody stood when it was asked, which is all that others see of them; else null. */
  places: readonly Place[] | null;
  /** Players to whom a correction has given a life back since; they play from the next question on (R4.9). */
  revived: readonly string[];
  clock: Clock;
}

/** In steps. */
export type Place = readonly [slot: number, x: number, y: number];

export interface RevealPhase {
  kind: 'reveal';
  version: number;
  index: number;
  count: number;
  drops: number;
  question: RevealedQuestion;
  /** Null as long as the answer stands as it was drawn. */
  correction: Correction | null;
  /** Goes on when the host says so, and not at `clock.endTime` (R4.10). */
  waits: boolean;
  /** When the question was asked, for those who come in only now. */
  asked: Pick<Clock, 'startTime' | 'endTime'>;
  clock: Clock;
}

export type TimedPhase = CountdownPhase | QuestionPhase | RevealPhase;
export type Phase = LobbyPhase | TimedPhase;

/** When the phase ends by itself, or null where it waits for the host. */
export function deadlineOf(phase: Phase): number | null {
  if (phase.kind === 'lobby' || phase.clock.pausedAt !== null || isWaiting(phase)) return null;
  return phase.clock.endTime;
}

export function isWaiting(phase: Phase): boolean {
  return phase.kind === 'reveal' && phase.waits;
}

/** Names a question of a game for what is noted about it, through pauses and corrections. */
export function entryKey(game: number, { index, drops }: QuestionPhase | RevealPhase): string {
  return `${game}.${index}.${drops}`;
}

/** Counts the questions of a game as they are asked, those that were dropped, too. */
export function ordinalOf({ index, drops }: Pick<QuestionPhase, 'index' | 'drops'>): number {
  return index + drops;
}

/** The first question that somebody who sits down now is scored on, as `ordinalOf` counts (R7.3). */
export function nextOrdinal(phase: Phase): number {
  return phase.kind === 'question' || phase.kind === 'reveal' ? ordinalOf(phase) + 1 : 0;
}

export function phasePayload(phase: Phase): PhasePayload {
  const { version, kind } = phase;
  if (phase.kind === 'lobby')
    return { version, kind, index: 0, count: 0, startTime: 0, endTime: 0 };
  const { startTime, endTime, pausedAt } = phase.clock;
  return {
    version,
    kind,
    index: phase.kind === 'countdown' ? 0 : phase.index,
    count: phase.count,
    startTime,
    endTime,
    ...(pausedAt === null ? {} : { pausedLeftMs: endTime - pausedAt }),
    ...(isWaiting(phase) ? { waits: true as const } : {}),
    ...('drops' in phase && phase.drops > 0 ? { drops: phase.drops } : {}),
  };
}

export function questionPayload(phase: QuestionPhase | RevealPhase): QuestionPayload {
  const { startTime, endTime } = phase.kind === 'reveal' ? phase.asked : phase.clock;
  const { question } = phase;
  switch (question.kind) {
    case 'choice':
      return { quiz: question.quiz, choiceList: question.choiceList, startTime, endTime };
  }
}

export function revealPayload(phase: RevealPhase, players: Mark[]): RevealPayload {
  const { question, correction } = phase;
  switch (question.kind) {
    case 'choice':
      return {
        answer: question.answer,
        players,
        ...(correction && { rights: [...correction.rights], isVoid: correction.isVoid }),
      };
  }
}

/** What of a question may be seen before its reveal. */
export function shownOf(question: ShownQuestion): ShownQuestion {
  switch (question.kind) {
    case 'choice':
      return { kind: question.kind, quiz: question.quiz, choiceList: question.choiceList };
  }
}

export function revealedOf(question: RevealedQuestion): RevealedQuestion {
  switch (question.kind) {
    case 'choice':
      return { ...shownOf(question), answer: question.answer };
  }
}
