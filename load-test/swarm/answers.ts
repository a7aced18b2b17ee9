/** Answering: where the players of one room go, and whether the server marks them accordingly. */
import type { QuestionPayload } from '../../src/protocol/events.js';
import type { RevealPayload } from '../../src/protocol/scores.js';
import { floorOf, valueAt, valuesOf, type Floor } from '../../src/game/kinds/floor.js';
import { drawOne, type Random } from '../../src/game/random.js';
import { positionOn, Walker, type Mover, type Position } from './movement.js';

/** A question that comes sooner after the join may have been running before. */
const FRESH_MS = 1_000;
/** Who changed the answer this shortly before the reveal may be marked either way. */
const STANDING_MS = 1_000;

export class AnswerTally {
  /** When each reveal was seen first, performance.now(). */
  readonly revealedAt: number[] = [];
  /** Questions, per player who got them. */
  questions = 0;
  reveals = 0;
  /** Marks held against the position where the player stood. */
  judged = 0;
  /** Marked right in a wrong zone, or wrong in a right one. Of what has no zones, marks depend on everybody. */
  mismarked = 0;
}

/** What this needs to know of a player. */
export interface Answerer {
  readonly player: { readonly index: number; readonly joinedAt: number };
  readonly mover: Mover;
  readonly ghost: boolean;
}

interface Standing {
  position: Position;
  /** Since when on the same value. */
  since: number;
}

export class AnswerSheet {
  #floor: Floor | undefined;
  readonly #takers = new Set<number>();
  readonly #standing = new Map<number, Standing>();

  constructor(
    private readonly tally: AnswerTally,
    private readonly random: Random,
  ) {}

  /** Sends a player to a random answer, some time between now and the deadline. */
  question({ player, mover }: Answerer, question: QuestionPayload, now: number): void {
    const floor = floorOf(question);
    if (JSON.stringify(floor) !== JSON.stringify(this.#floor)) this.#standing.clear();
    this.#floor = floor;
    this.tally.questions++;
    if (now - player.joinedAt > FRESH_MS) this.#takers.add(player.index);
    if (!(mover instanceof Walker)) return;
    // The question comes before `startTime`, so this much is left whatever the clocks say.
    const left = question.endTime - question.startTime;
    const value = drawOne(this.random, valuesOf(floor));
    const draw = (random: Random): Position => positionOn(value, floor, random);
    mover.headFor(draw, now + this.random() * left * 0.4, now + left * 0.7);
  }

  moved(player: number, position: Position, now: number): void {
    const before = this.#standing.get(player);
    const stays =
      before !== undefined && this.#valueAt(before.position) === this.#valueAt(position);
    this.#standing.set(player, { position, since: stays ? before.since : now });
  }

  /** The value on which each of those stands who has stood there long enough to be sure of the mark, by index. */
  stands(now: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const [player, { position, since }] of this.#standing)
      if (this.#isZoned && this.#takers.has(player) && now - since >= STANDING_MS)
        found.set(player, this.#valueAt(position));
    return found;
  }

  reveal(
    { answer, rights = [answer], players }: RevealPayload,
    memberOf: (playerId: string) => Answerer | undefined,
    now: number,
  ): void {
    this.tally.reveals++;
    this.tally.revealedAt.push(now);
    const stands = this.stands(now);
    for (const { playerId, isAnswer } of players) {
      const member = memberOf(playerId);
      const value = member === undefined ? undefined : stands.get(member.player.index);
      if (value === undefined || member?.ghost !== false) continue;
      this.tally.judged++;
      if (isAnswer !== rights.includes(value)) this.tally.mismarked++;
    }
    this.#takers.clear();
  }

  get #isZoned(): boolean {
    return this.#floor?.kind === 'choice' || this.#floor?.kind === 'ox';
  }

  #valueAt({ x, y }: Position): number {
    return this.#floor === undefined ? 0 : valueAt([x, y], this.#floor);
  }
}
