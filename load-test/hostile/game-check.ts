import type { RevealPayload } from '../../src/protocol/scores.js';
import type { Told } from '../swarm/room.js';

/** Points that everybody who is right shares (R6.1). */
const POT = 1000;

/** Adds up every reveal of a ranking game and holds the scores that were told against it. */
export class GameCheck {
  reveals = 0;
  /** Scores that were not what the marks make of them. */
  wrong = 0;
  private readonly scores = new Map<string, number>();

  /** To be called for what one observer was told. */
  take({ fact }: Pick<Told, 'fact'>): void {
    if (fact.name === 'endQuizTime') this.add(fact.payload);
    else for (const { playerId, score } of fact.payload.results) this.compare(playerId, score);
  }

  private add({ players }: RevealPayload): void {
    this.reveals++;
    const right = players.filter(({ isAnswer }) => isAnswer).length;
    for (const { playerId, isAnswer, score } of players) {
      const gain = isAnswer ? Math.floor(POT / right) : 0;
      const expected = (this.scores.get(playerId) ?? 0) + gain;
      this.scores.set(playerId, expected);
      this.compare(playerId, score);
    }
  }

  private compare(playerId: string, score: number): void {
    if (score !== this.scores.get(playerId)) this.wrong++;
  }
}
