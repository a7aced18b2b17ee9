/** Everything that one run counts, over all its rooms. */
import { AnswerTally } from './answers.js';
import { ChatTally } from './chat-ledger.js';
import { ChatMarker } from './chat-marker.js';
import { CrowdTally } from './crowd-watch.js';
import { Histogram } from './histogram.js';
import { MoveTally, type MeasuringWindow } from './move-ledger.js';

class JoinTally {
  joined = 0;
  failed = 0;
  /** Rosters given to a joiner that lacked somebody who was in before the joiner connected. */
  incompleteRosters = 0;
  readonly reasons = new Map<string, number>();
  readonly latency = new Histogram();

  fail(reason: string): void {
    this.failed++;
    count(this.reasons, reason);
  }
}

export class Tallies {
  readonly joins = new JoinTally();
  readonly moves = new MoveTally();
  readonly chat = new ChatTally();
  readonly answers = new AnswerTally();
  readonly crowd = new CrowdTally();
  /** Refused commands by error code. */
  readonly refusals = new Map<string, number>();
  /** Connections that ended by themselves, by reason. */
  readonly drops = new Map<string, number>();
  readonly marker = new ChatMarker(Math.random);
  /** Nothing is inside until the run sets it. */
  readonly window: MeasuringWindow = { from: Infinity, until: Infinity };
  /** Events sent within the window. */
  movesSent = 0;
  chatsSent = 0;

  sent(isChat: boolean, at: number): void {
    if (at < this.window.from || at >= this.window.until) return;
    if (isChat) this.chatsSent++;
    else this.movesSent++;
  }

  refuse(code: string): void {
    count(this.refusals, code);
  }

  drop(reason: string): void {
    count(this.drops, reason);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
