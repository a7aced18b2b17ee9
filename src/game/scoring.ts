/**
 * What answers are worth (R6). Everything follows from how the questions of a game were answered, so it can be
 * computed again when a question is voided or corrected, and is then as if it had been so from the start.
 */
import type { Crowd, ResultRow } from '../protocol/events.js';
import type { Answer, GameRules, JudgedQuestion } from './judged.js';
import { rankIn, sharedPoints } from './ranks.js';
import { isAlive, type PlayerMark, type Seat } from './room-state.js';
import type { Position } from './zones.js';

/** What one player has made of the questions so far. */
interface Standing {
  score: number;
  /** How many answers were right, and the sum of their times in ms. */
  rights: number;
  rightMs: number;
  /** Right answers in a row. */
  streak: number;
  lives: number;
  /** The question that took the last life, and where; null while there is one. */
  fellIn: number | null;
  fellAt: Position | null;
  /** Of the last question. */
  last: { isAnswer: boolean; played: boolean; gain: number };
}

const FLAT_POINTS = 100;
const MOST_POINTS = 1000;
/** For so long an answer loses nothing, in ms, but a quarter of the limit at most. */
const GRACE_MS = 3000;
/** What the last moment is worth less than the first. In a visible room waiting shows what others choose. */
const FALL = { visible: 500, blind: 200 } as const;
const STREAK_FROM = 3;
const STREAK_POINTS = 50;
const SURVIVAL_POINT = 1;

/** Points of a right answer that was entered after `ms` of `limitMs` (R6.4). */
export function earlyPoints(ms: number, limitMs: number, crowd: Crowd): number {
  const grace = Math.min(GRACE_MS, Math.floor(limitMs / 4));
  const span = limitMs - grace;
  const late = Math.min(Math.max(ms - grace, 0), span);
  return MOST_POINTS - Math.floor((FALL[crowd] * late) / span);
}

function pointsOf(
  { scoring, crowd }: GameRules,
  { limitMs }: JudgedQuestion,
  { ms, winners, streak }: { ms: number; winners: number; streak: number },
): number {
  switch (scoring) {
    case 'shared':
      return sharedPoints(winners);
    case 'flat':
      return FLAT_POINTS;
    case 'early': {
      const extra = crowd === 'blind' && streak >= STREAK_FROM ? STREAK_POINTS : 0;
      return earlyPoints(ms, limitMs, crowd) + extra;
    }
  }
}

/** What everybody has made of these questions for whom any of them counts, by player id. */
function standingsOf(
  judged: readonly JudgedQuestion[],
  rules: GameRules,
): ReadonlyMap<string, Standing> {
  const standings = new Map<string, Standing>();
  const nobody: Standing = {
    score: 0,
    rights: 0,
    rightMs: 0,
    streak: 0,
    lives: rules.lives,
    fellIn: null,
    fellAt: null,
    last: { isAnswer: false, played: false, gain: 0 },
  };
  for (const question of judged) {
    const { answers, rights, isVoid } = question;
    for (const standing of standings.values()) standing.last = nobody.last;
    const isRight = ([, zone]: Answer): boolean => rights.includes(zone);
    const winners = answers.filter((answer) => answer[3] === 1 && isRight(answer)).length;
    for (const answer of answers) {
      const [playerId, , ms, played, ...at] = answer;
      if (played === 0) continue;
      const standing = standings.get(playerId) ?? { ...nobody };
      standings.set(playerId, standing);
      if (!isVoid)
        judgeOne(standing, question, rules, { isAnswer: isRight(answer), ms, winners, at });
    }
  }
  return standings;
}

interface Judgement {
  isAnswer: boolean;
  ms: number;
  /** How many were right. */
  winners: number;
  at: Position;
}

function judgeOne(
  standing: Standing,
  question: JudgedQuestion,
  rules: GameRules,
  { isAnswer, ms, winners, at }: Judgement,
): void {
  standing.streak = isAnswer ? standing.streak + 1 : 0;
  if (isAnswer) {
    standing.rights++;
    standing.rightMs += ms;
  }
  let gain = 0;
  if (rules.gameMode === 'RANKING') {
    if (isAnswer) gain = pointsOf(rules, question, { ms, winners, streak: standing.streak });
  } else if (isAnswer || winners === 0) {
    // Nobody loses a life when all who play are wrong.
    gain = SURVIVAL_POINT;
  } else {
    standing.lives--;
    if (standing.lives === 0) Object.assign(standing, { fellIn: question.index, fellAt: at });
  }
  standing.score += gain;
  standing.last = { isAnswer, played: true, gain };
}

/** By what players are ranked, what counts most first; higher is better (R6.6). */
function orderOf(
  standing: Pick<Standing, 'score' | 'rights' | 'rightMs' | 'lives' | 'fellIn'>,
  { gameMode, scoring }: GameRules,
): number[] {
  const { score, rights, rightMs, lives, fellIn } = standing;
  if (scoring === 'shared') return [score];
  if (gameMode === 'RANKING') return [score, rights, -rightMs];
  return [fellIn ?? Infinity, lives, rights, -rightMs];
}

/**
 * Everybody's mark after these questions; the last one is what they tell of. Unless `mayFall`, as in the middle
 * of a question, who has no life left by a correction falls at the next judgement.
 */
export function marksOf(
  seats: readonly Seat[],
  judged: readonly JudgedQuestion[],
  rules: GameRules,
  mayFall: boolean,
): PlayerMark[] {
  const standings = standingsOf(judged, rules);
  const none = { score: 0, rights: 0, rightMs: 0, lives: 0, fellIn: -1 };
  const orders = seats.map(({ playerId }) => orderOf(standings.get(playerId) ?? none, rules));
  const rank = rankIn(orders);
  return seats.map((seat, i): PlayerMark => {
    const { playerId } = seat;
    const standing = standings.get(playerId);
    const last = standing?.last ?? { isAnswer: false, played: false, gain: 0 };
    return {
      playerId,
      score: standing?.score ?? 0,
      rank: rank(orders[i] as number[]),
      fellAt: fallOf(seat, standing, rules, mayFall),
      ...last,
    };
  });
}

function fallOf(
  seat: Seat,
  standing: Standing | undefined,
  { gameMode }: GameRules,
  mayFall: boolean,
): Seat['fellAt'] {
  // Who has played nothing just came, or came too late for this game and watches it.
  if (gameMode === 'RANKING' || standing === undefined) return seat.fellAt;
  return isAlive(seat) && !mayFall ? null : standing.fellAt;
}

/** How everybody who has a seat answers a question now: by where they stand (R5.3). */
export function answersOf(
  seats: readonly Seat[],
  question: {
    /** As `ordinalOf` counts. */
    ordinal: number;
    zoneOf: (seat: Seat) => number;
    msOf: (seat: Seat) => number;
    /** Whether it does not count for somebody who is alive. */
    isOut?: (seat: Seat) => boolean;
  },
): Answer[] {
  const { ordinal, zoneOf, msOf, isOut } = question;
  return seats.map((seat): Answer => {
    const played = isAlive(seat) && seat.playsFrom <= ordinal && !isOut?.(seat);
    return [seat.playerId, zoneOf(seat), msOf(seat), played ? 1 : 0, ...seat.position];
  });
}

/** What is left of a game when it ends: the marks as they stand, and everybody alive (R6.3). */
export function closingMarks(marks: readonly PlayerMark[]): PlayerMark[] {
  return marks.map(({ playerId, score, rank }) => {
    return { playerId, score, isAnswer: false, played: false, gain: 0, rank, fellAt: null };
  });
}

/** The final table, best first; ties share a rank and stand in order of slots. */
export function resultsOf(
  players: readonly Pick<Seat, 'playerId' | 'playerName' | 'slot'>[],
  judged: readonly JudgedQuestion[],
  rules: GameRules,
): ResultRow[] {
  const standings = standingsOf(judged, rules);
  const none = { score: 0, rights: 0, rightMs: 0, lives: 0, fellIn: -1 };
  const found = players.map(({ playerId }) => standings.get(playerId) ?? none);
  const orders = found.map((standing) => orderOf(standing, rules));
  const rank = rankIn(orders);
  return players
    .map(({ playerId, playerName, slot }, i) => {
      const { score } = found[i] as Pick<Standing, 'score'>;
      return { playerId, playerName, slot, score, rank: rank(orders[i] as number[]) };
    })
    .sort((a, b) => a.rank - b.rank || a.slot - b.slot);
}
