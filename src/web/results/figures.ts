/** Figures of a game, from the answers of its report. */
import { AWAY, EARLIEST_MS } from '../../game/shared/judged.js';
import { writingOf } from '../../protocol/question.js';
import type { GameReport, ReportAnswer, ReportQuestion } from '../../protocol/results.js';

/** Who decides in the last moments may have followed others. */
const LATE_MS = 2_000;
/** Below it, somebody needs help. */
const HELP_SHARE = 0.5;
const HELP_QUESTIONS = 3;
const LISTED = 3;

export interface QuestionFigures {
  question: ReportQuestion;
  /** Answers that were given and counted. */
  answers: readonly ReportAnswer[];
  /** Number of answers that counted, with those of players who were away in survival (R5.4). */
  counted: number;
  /** Part of those who were right, 0..1; null where nothing is right, or nobody answered. */
  share: number | null;
  medianMs: number | null;
  /** Nobody where people wrote before they walked. */
  late: { count: number; rights: number };
  /** The wrong value that most chose, and how many; null where the question is not shown, too. */
  lure: { value: number; count: number } | null;
}

export function figuresOf(question: ReportQuestion): QuestionFigures {
  const counted = question.answers.filter(([, , , played]) => played === 1);
  const answers = counted.filter(([, value]) => value !== AWAY);
  const rights = answers.filter(isRight).length;
  const isScored = question.rights.length > 0 || rights > 0;
  const isShown = question.summary !== null;
  const isWritten = writingOf(question.kind) !== undefined;
  const late = answers.filter(([, , ms]) => !isWritten && ms > question.limitMs - LATE_MS);
  // Neither written nor walked is not decided.
  const decided = answers.filter(([, , ms]) => !isWritten || ms > EARLIEST_MS);
  return {
    question,
    answers,
    counted: counted.length,
    share: isScored && counted.length > 0 ? rights / counted.length : null,
    medianMs: median(decided.map(([, , ms]) => ms)),
    late: { count: late.length, rights: late.filter(isRight).length },
    lure: isScored && isShown ? lureOf(answers) : null,
  };
}

/** Hardest first; questions that are void, or have nothing that is right, are left out. */
function byDifficulty(figures: readonly QuestionFigures[]): QuestionFigures[] {
  return figures
    .filter(({ share, question }) => share !== null && !question.isVoid)
    .sort((a, b) => (a.share ?? 0) - (b.share ?? 0));
}

export function extremes(figures: readonly QuestionFigures[]): {
  hardest: QuestionFigures[];
  easiest: QuestionFigures[];
} {
  const sorted = byDifficulty(figures);
  const most = Math.min(LISTED, Math.floor(sorted.length / 2));
  return { hardest: sorted.slice(0, most), easiest: sorted.toReversed().slice(0, most) };
}

/** Places of players who were right in fewer than half of at least three questions, who was right least first. */
export function needHelp({ players }: Pick<GameReport, 'players'>): number[] {
  const shareOf = (place: number): number => {
    const { rights = 0, played = 0 } = players[place] ?? {};
    return rights / played;
  };
  return players
    .flatMap(({ played }, place) => (played >= HELP_QUESTIONS ? place : []))
    .filter((place) => shareOf(place) < HELP_SHARE)
    .sort((a, b) => shareOf(a) - shareOf(b));
}

/** Of all answers that counted in questions that count, 0..1. */
export function shareInAll(figures: readonly QuestionFigures[]): number | null {
  const scored = byDifficulty(figures);
  const counted = scored.reduce((sum, one) => sum + one.counted, 0);
  const rights = scored.flatMap(({ answers }) => answers).filter(isRight).length;
  return counted === 0 ? null : rights / counted;
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

function isRight([, , , , right]: ReportAnswer): boolean {
  return right === 1;
}

function lureOf(answers: readonly ReportAnswer[]): QuestionFigures['lure'] {
  const counts = new Map<number, number>();
  for (const answer of answers)
    if (!isRight(answer) && answer[1] >= 0) counts.set(answer[1], (counts.get(answer[1]) ?? 0) + 1);
  const [first] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return first === undefined ? null : { value: first[0], count: first[1] };
}
