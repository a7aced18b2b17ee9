/** Answering: where the players of one room go, and whether the server marks them accordingly. */
import type { QuestionPayload, RevealPayload } from '../../src/protocol/events.js';
import { drawInt, type Random } from '../../src/game/random.js';
import { positionIn, Walker, zoneAt, type Mover, type Position } from './movement.js';

/** A question that comes sooner after the join may have been running before. */
const FRESH_MS = 1_000;
/** Who crossed a zone's edge this shortly before the reveal may be marked either way. */
const STANDING_MS = 1_000;

export class AnswerTally {
  /** When each reveal was seen first, performance.now(). */
  readonly revealedAt: number[] = [];
  /** Questions, per player who got them. */
  questions = 0;
  reveals = 0;
  /** Marks held against the position where the player stood. */
  judged = 0;
  /** Marked right in a wrong zone, or wrong in the right one. */
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
  /** Since when in the same zone. */
  since: number;
}

export class AnswerSheet {
  #choices = 0;
  readonly #takers = new Set<number>();
  readonly #standing = new Map<number, Standing>();

  constructor(
    private readonly tally: AnswerTally,
    private readonly random: Random,
  ) {}

  /** Sends a player to the zone of a random choice, some time between now and the deadline. */
  question({ player, mover }: Answerer, question: QuestionPayload, now: number): void {
    const count = question.choiceList.length;
    if (count !== this.#choices) this.#standing.clear();
    this.#choices = count;
    this.tally.questions++;
    if (now - player.joinedAt > FRESH_MS) this.#takers.add(player.index);
    if (!(mover instanceof Walker)) return;
    // The question comes before `startTime`, so this much is left whatever the clocks say.
    const left = question.endTime - question.startTime;
    const zone = 1 + drawInt(this.random, count);
    const draw = (random: Random): Position => positionIn(zone, count, random);
    mover.headFor(draw, now + this.random() * left * 0.4, now + left * 0.7);
  }

  moved(player: number, position: Position, now: number): void {
    const before = this.#standing.get(player);
    const stays =
      before !== undefined &&
      zoneAt(before.position, this.#choices) === zoneAt(position, this.#choices);
    this.#standing.set(player, { position, since: stays ? before.since : now });
  }

  reveal(
    { answer, players }: RevealPayload,
    memberOf: (playerId: string) => Answerer | undefined,
    now: number,
  ): void {
    this.tally.reveals++;
    this.tally.revealedAt.push(now);
    for (const { playerId, isAnswer } of players) {
      const member = memberOf(playerId);
      if (member === undefined || member.ghost || !this.#takers.has(member.player.index)) continue;
      const standing = this.#standing.get(member.player.index);
      if (standing === undefined || now - standing.since < STANDING_MS) continue;
      this.tally.judged++;
      if (isAnswer !== (zoneAt(standing.position, this.#choices) === answer))
        this.tally.mismarked++;
    }
    this.#takers.clear();
  }
}
