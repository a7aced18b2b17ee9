/** What everybody of a big room is told of their marks, held against the rules: each player is told their own alone. */
import { sharedPoints } from '../../src/game/ranks.js';
import { hasBit } from '../../src/protocol/crowd.js';
import { CROWD_RESULTS, CROWD_TOP } from '../../src/protocol/limits.js';
import type { OwnMark } from '../../src/protocol/scores.js';
import { Histogram, type Summary } from './histogram.js';
import type { ServerFact } from './wire.js';

/** As the first observer heard it. */
export type MarkingFact = Extract<ServerFact, { name: 'endQuizTime' | 'endGame' }>;

export interface MarkedPlayer {
  index: number;
  id: string;
  slot: number;
}

/** What came of one reveal, or of the end of a game. */
export interface Marking {
  kind: 'reveal' | 'end';
  /** Of a reveal: from the deadline to each player's frame, in ms by the clock of this machine. */
  afterMs: Summary;
  /** Players who were told their own mark. */
  marked: number;
  /** Those who were not. */
  missing: number;
  /** Marks that are not as the rules say, and what does not fit in what all are told. */
  wrong: number;
}

interface Moment {
  fact: MarkingFact;
  /** The value on which each of those stood who had stood there long enough, by index. */
  stands: ReadonlyMap<number, number>;
}

export class MarkSheet {
  readonly #deadlines: number[] = [];
  readonly #moments: Moment[] = [];
  /** By player: server epoch ms of each reveal, and each own mark. */
  readonly #heard = new Map<number, number[]>();
  readonly #marks = new Map<number, OwnMark[]>();

  /** `endTime` is server epoch ms. */
  question(endTime: number): void {
    this.#deadlines.push(endTime);
  }

  /** A reveal has reached a player; `now` is epoch ms. */
  heard(player: number, now: number): void {
    push(this.#heard, player, now);
  }

  own(player: number, mark: OwnMark): void {
    push(this.#marks, player, mark);
  }

  moment(fact: MarkingFact, stands: ReadonlyMap<number, number>): void {
    this.#moments.push({ fact, stands });
  }

  /** Of those who were there all along; the n-th mark of each is of the n-th moment. */
  judge(players: readonly MarkedPlayer[]): Marking[] {
    const scores = new Map<number, number>();
    let reveals = 0;
    return this.#moments.map(({ fact, stands }, number) => {
      const isReveal = fact.name === 'endQuizTime';
      const afterMs = new Histogram();
      const deadline = isReveal ? this.#deadlines[reveals] : undefined;
      for (const { index } of players) {
        const at = this.#heard.get(index)?.[reveals];
        if (deadline !== undefined && at !== undefined) afterMs.record(at - deadline);
      }
      if (isReveal) reveals++;
      const marked = players.flatMap((player) => {
        const mark = this.#marks.get(player.index)?.[number];
        return mark === undefined ? [] : [{ ...player, mark }];
      });
      const wrong = wrongIn(fact, marked, scores, stands);
      for (const { index, mark } of marked) scores.set(index, mark.score);
      return {
        kind: isReveal ? 'reveal' : 'end',
        afterMs: afterMs.summary(),
        marked: marked.length,
        missing: players.length - marked.length,
        wrong,
      };
    });
  }
}

type Marked = MarkedPlayer & { mark: OwnMark };

/** Points are shared by who is right (R6.1), as in the rooms that the swarm opens. */
function wrongIn(
  fact: MarkingFact,
  marked: readonly Marked[],
  before: ReadonlyMap<number, number>,
  stands: ReadonlyMap<number, number>,
): number {
  const isRight = ({ mark }: Marked): boolean => mark.played && mark.isAnswer;
  const points = sharedPoints(marked.filter(isRight).length);
  const rankOf = ranksBy(marked.map(({ mark }) => mark.score));
  const { rights = [] } = fact.name === 'endQuizTime' ? rightsOf(fact.payload) : {};
  const isWrong = (one: Marked): boolean => {
    const { score, rank, gain } = one.mark;
    const due = isRight(one) ? points : 0;
    const stood = stands.get(one.index);
    const isMismarked = stood !== undefined && one.mark.isAnswer !== rights.includes(stood);
    return (
      gain !== due ||
      score !== (before.get(one.index) ?? 0) + due ||
      rank !== rankOf(score) ||
      isMismarked
    );
  };
  const wrong = marked.filter(isWrong).length;
  return (
    wrong +
    (fact.name === 'endQuizTime'
      ? wrongReveal(fact.payload, marked)
      : wrongEnd(fact.payload, marked))
  );
}

type Reveal = Extract<MarkingFact, { name: 'endQuizTime' }>['payload'];
type End = Extract<MarkingFact, { name: 'endGame' }>['payload'];

function rightsOf({ answer, rights = [answer] }: Reveal): { rights: readonly number[] } {
  return { rights };
}

function wrongReveal({ players, crowd }: Reveal, marked: readonly Marked[]): number {
  if (crowd === undefined) return 1;
  const count = (holds: (mark: OwnMark) => boolean): number =>
    marked.filter(({ mark }) => holds(mark)).length;
  const faults = [
    crowd.players !== marked.length,
    crowd.played !== count(({ played }) => played),
    crowd.right !== count(({ isAnswer }) => isAnswer),
    crowd.alive !== count(({ isAlive }) => isAlive),
    ...marked.map(
      ({ slot, mark }) =>
        hasBit(crowd.rightSlots, slot) !== mark.isAnswer ||
        hasBit(crowd.aliveSlots, slot) !== mark.isAlive,
    ),
    ...wrongBest(players, CROWD_TOP, marked),
  ];
  return faults.filter(Boolean).length;
}

function wrongEnd({ results, ranked }: End, marked: readonly Marked[]): number {
  const faults = [ranked !== marked.length, ...wrongBest(results, CROWD_RESULTS, marked)];
  return faults.filter(Boolean).length;
}

/** Whether each of the rows that all are told is what its player was told, and whether they are the best. */
function wrongBest(
  rows: readonly { playerId: string; score: number; rank: number }[],
  most: number,
  marked: readonly Marked[],
): boolean[] {
  const byId = new Map(marked.map(({ id, mark }) => [id, mark]));
  const ranks = marked.map(({ mark }) => mark.rank).toSorted((one, other) => one - other);
  return [
    rows.length !== Math.min(most, marked.length),
    ...rows.map(({ playerId, score, rank }, place) => {
      const own = byId.get(playerId);
      return own?.score !== score || own.rank !== rank || rank !== ranks[place];
    }),
  ];
}

function ranksBy(scores: readonly number[]): (score: number) => number {
  const ranks = new Map<number, number>();
  scores
    .toSorted((one, other) => other - one)
    .forEach((score, better) => {
      if (!ranks.has(score)) ranks.set(score, better + 1);
    });
  return (score) => ranks.get(score) ?? NaN;
}

function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
