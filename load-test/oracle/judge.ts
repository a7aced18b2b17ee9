/**
 * The rules of scoring, computed anew from RULES.md (R4.9, R6, R13, R14, R16). Imports nothing of the program, so that
 * a mistake there is none here. Times are ranges, as a client cannot know when the store noted its answer.
 */

export type Range = readonly [least: number, most: number];

export interface Rules {
  gameMode: 'RANKING' | 'SURVIVAL';
  scoring: 'shared' | 'early' | 'flat';
  isBlindRoom: boolean;
  lives: number;
}

export type Right =
  | { kind: 'choice'; rights: readonly number[] }
  | { kind: 'number'; answer: number; tolerance: number };

export interface Given {
  player: string;
  value: number;
  /** Question ms, as it counts. */
  ms: Range;
  as: 'plays' | 'ghost' | 'not';
  team: number | undefined;
}

export interface Judged {
  /** Null where nothing is right. */
  right: Right | null;
  points: 0 | 1 | 2;
  isBlind: boolean;
  limitMs: number;
  isVoid: boolean;
  given: Given[];
  /** Who came back after it (R14.2). */
  revives: readonly string[];
}

export interface Standing {
  score: Range;
  rights: number;
  rightMs: Range;
  ghostRights: number;
  ghostMs: Range;
  /** Right answers since the fall. */
  leagueRights: number | null;
  leagueMs: Range;
  streak: number;
  lives: number;
  /** Null while alive; -1 for who came as a ghost. */
  fellIn: number | null;
  last: { isAnswer: boolean; played: boolean; gain: Range };
}

/** Where times tell scores apart, none is shorter (R6.16). */
const LEAST_TIE_MS = 1_000;
const forTies = ([least, most]: Range): Range => [
  Math.max(LEAST_TIE_MS, least),
  Math.max(LEAST_TIE_MS, most),
];
const NOTHING: Range = [0, 0];
const NOT_PLAYED = { isAnswer: false, played: false, gain: NOTHING };

export function newcomer(): Standing {
  return {
    score: NOTHING,
    rights: 0,
    rightMs: NOTHING,
    ghostRights: 0,
    ghostMs: NOTHING,
    leagueRights: null,
    leagueMs: NOTHING,
    streak: 0,
    lives: 0,
    fellIn: -1,
    last: NOT_PLAYED,
  };
}

/** What a right answer after `ms` is worth in `early` (R6.4). */
export function earlyPoints(ms: number, { limitMs, isBlind }: Judged): number {
  const grace = Math.min(3_000, Math.floor(limitMs / 4));
  const late = Math.min(Math.max(ms - grace, 0), limitMs - grace);
  return 1_000 - Math.floor(((isBlind ? 200 : 500) * late) / (limitMs - grace));
}

/** Tells of each value whether it is right; with the nearest, where nobody is (R16.4). */
function rightsOf(
  { right, given }: Judged,
  { gameMode }: Pick<Rules, 'gameMode'>,
): (value: number) => boolean {
  if (right === null) return () => false;
  if (right.kind === 'choice') return (value) => right.rights.includes(value);
  const missOf = (value: number): number =>
    Math.max(0, Math.abs(value - right.answer) - right.tolerance);
  const misses = given.flatMap(({ as, value }) => (as === 'plays' ? missOf(value) : []));
  const isMissed = misses.length > 0 && !misses.includes(0) && gameMode === 'RANKING';
  const count = Math.max(1, Math.floor(misses.length / 10));
  const most = isMissed ? (misses.toSorted((a, b) => a - b)[count - 1] ?? 0) : 0;
  return (value) => missOf(value) <= most;
}

export function standingsOf(judged: readonly Judged[], rules: Rules): Map<string, Standing> {
  const standings = new Map<string, Standing>();
  const of = (player: string): Standing => {
    const standing = standings.get(player) ?? newcomer();
    standings.set(player, standing);
    return standing;
  };
  judged.forEach((question, index) => {
    for (const standing of standings.values()) standing.last = NOT_PLAYED;
    const isRight = rightsOf(question, rules);
    const { right, given, isVoid, points } = question;
    const winners = given.filter(({ as, value }) => as === 'plays' && isRight(value)).length;
    for (const { player, value, ms, as } of right === null ? [] : given) {
      if (as === 'not') continue;
      const standing = of(player);
      if (as === 'plays' && standing.fellIn === -1)
        Object.assign(standing, { fellIn: null, lives: rules.lives });
      if (isVoid) continue;
      const isAnswer = isRight(value);
      if (as === 'ghost') answerAsGhost(standing, isAnswer && points > 0, ms);
      else answer(standing, question, rules, { index, isAnswer, ms, winners });
    }
    for (const player of question.revives) {
      const standing = of(player);
      if (standing.fellIn !== null)
        Object.assign(standing, { lives: 1, fellIn: null, leagueRights: null, leagueMs: NOTHING });
    }
  });
  return standings;
}

function answerAsGhost(standing: Standing, isRight: boolean, ms: Range): void {
  standing.leagueRights ??= 0;
  if (!isRight) return;
  standing.leagueRights += 1;
  standing.leagueMs = sum(standing.leagueMs, forTies(ms));
  standing.ghostRights += 1;
  standing.ghostMs = sum(standing.ghostMs, forTies(ms));
}

function answer(
  standing: Standing,
  question: Judged,
  rules: Rules,
  {
    index,
    isAnswer,
    ms,
    winners,
  }: { index: number; isAnswer: boolean; ms: Range; winners: number },
): void {
  standing.last = { isAnswer, played: true, gain: NOTHING };
  if (question.points === 0) return;
  standing.streak = isAnswer ? standing.streak + 1 : 0;
  if (isAnswer) {
    standing.rights += 1;
    standing.rightMs = sum(standing.rightMs, forTies(ms));
  }
  let gain = NOTHING;
  if (rules.gameMode === 'SURVIVAL') {
    if (isAnswer || winners === 0) gain = [1, 1];
    else if (standing.fellIn === null) {
      standing.lives -= 1;
      if (standing.lives === 0)
        Object.assign(standing, { fellIn: index, leagueRights: null, leagueMs: NOTHING });
    }
  } else if (isAnswer) gain = gainOf(question, rules, { ms, winners, streak: standing.streak });
  standing.score = sum(standing.score, gain);
  standing.last = { isAnswer, played: true, gain };
}

function gainOf(
  question: Judged,
  { scoring, isBlindRoom }: Rules,
  { ms, winners, streak }: { ms: Range; winners: number; streak: number },
): Range {
  const times = question.points;
  if (scoring === 'flat') return [100 * times, 100 * times];
  if (scoring === 'shared') {
    const share = times * Math.floor(1_000 / winners);
    return [share, share];
  }
  const extra = bonusOf(isBlindRoom, streak);
  const [first, last] = ms;
  return [
    times * earlyPoints(last, question) + extra,
    times * earlyPoints(first, question) + extra,
  ];
}

/** What a streak adds in `early`. */
export function bonusOf(isBlindRoom: boolean, streak: number): number {
  return isBlindRoom && streak >= 3 ? 50 : 0;
}

/** Between which ranks each of these is (R6.6), as times may not be known exactly; `isOver` at the end of the game. */
export function ranksOf(all: readonly Standing[], rules: Rules, isOver: boolean): Range[] {
  const orders = all.map((standing) => orderOf(standing, rules, isOver));
  return orders.map((order) => {
    const others = orders.filter((other) => other !== order).map((other) => compare(other, order));
    const surely = others.filter((how) => how === 'better').length;
    const perhaps = others.filter((how) => how === 'unknown').length;
    return [surely + 1, surely + perhaps + 1];
  });
}

function orderOf(standing: Standing, { gameMode, scoring }: Rules, isOver: boolean): Range[] {
  const { score, rights, rightMs, ghostRights, ghostMs, lives, fellIn } = standing;
  const exactly = (value: number): Range => [value, value];
  if (scoring === 'shared') return [score];
  if (gameMode === 'RANKING') return [score, exactly(rights), less(rightMs)];
  const all = isOver ? rights + ghostRights : rights;
  const ms = isOver ? sum(rightMs, ghostMs) : rightMs;
  return [exactly(fellIn ?? Infinity), exactly(lives), exactly(all), less(ms)];
}

function compare(
  one: readonly Range[],
  other: readonly Range[],
): 'better' | 'worse' | 'equal' | 'unknown' {
  for (const [i, [least, most]] of one.entries()) {
    const [otherLeast, otherMost] = other[i] ?? NOTHING;
    if (least > otherMost) return 'better';
    if (most < otherLeast) return 'worse';
    if (least !== most || otherLeast !== otherMost || least !== otherLeast) return 'unknown';
  }
  return 'equal';
}

/** The figures of teams (R13.4) as told: to hundredths, best first; undefined where a gain is not known exactly. */
export function teamFiguresOf(
  judged: readonly Judged[],
  rules: Rules,
): { team: number; figure: number; rank: number }[] | undefined {
  const sums = new Map<number, { points: number; questions: number }>();
  for (let upTo = 1; upTo <= judged.length; upTo++) {
    const question = judged[upTo - 1] as Judged;
    if (question.right === null || question.isVoid || question.points === 0) continue;
    const standings = standingsOf(judged.slice(0, upTo), rules);
    for (const { player, as, team } of question.given) {
      if (as !== 'plays' || team === undefined) continue;
      const [least, most] = standings.get(player)?.last.gain ?? NOTHING;
      if (least !== most) return undefined;
      const { points, questions } = sums.get(team) ?? { points: 0, questions: 0 };
      sums.set(team, { points: points + least, questions: questions + 1 });
    }
  }
  const counts = [...sums.values()].map(({ questions }) => questions).sort((a, b) => a - b);
  const middle = (counts.length - 1) / 2;
  const median = ((counts[Math.floor(middle)] ?? 0) + (counts[Math.ceil(middle)] ?? 0)) / 2;
  const exact = [...sums].map(([team, { points, questions }]) => {
    return { team, value: points / Math.max(questions, median / 2) };
  });
  return exact
    .map(({ team, value }) => ({
      team,
      figure: Math.round(100 * value) / 100,
      rank: 1 + exact.filter((other) => other.value > value + 1e-9).length,
    }))
    .sort((a, b) => a.rank - b.rank || a.team - b.team);
}

export const sum = ([a, b]: Range, [c, d]: Range): Range => [a + c, b + d];
const less = ([least, most]: Range): Range => [-most, -least];
export const isIn = (value: number, [least, most]: Range): boolean =>
  value >= least && value <= most;
