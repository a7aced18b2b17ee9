import { hostNotesOf, zoneCountsOf } from '../../../game/host-notes.js';
import { informedCockpits } from '../../../game/informed.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** How often it may be told how many stand in each zone, in ms. */
const COUNTS_EVERY_MS = 500;

/**
 * Sends what is secret before the bell to the cockpits here of people who cannot play in this game (R4.2). It goes
 * to connections by their ids, and never to a channel, which others are in.
 */
export class CockpitSender {
  /** What was told last, as JSON. */
  private notes = '';
  private counts = '';
  private countedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection what stands, if it is admitted and one of these cockpits. */
  welcome(connectionId: string): void {
    if (!this.targets().includes(connectionId)) return;
    const { state } = this.view;
    const notes = hostNotesOf(state);
    if (notes !== null) this.broadcaster.emit([connectionId], 'hostNotes', notes);
    const counts = zoneCountsOf(state);
    if (counts !== null) this.broadcaster.emit([connectionId], 'zoneCounts', { counts });
  }

  /** The phase has changed, or the questions that are to come. */
  changePhase(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const notes = hostNotesOf(this.view.state);
    const text = JSON.stringify(notes);
    const targets = this.targets();
    if (notes !== null && text !== this.notes && targets.length > 0)
      this.broadcaster.emit(targets, 'hostNotes', notes);
    this.notes = text;
    if (!this.view.isBlind) this.counts = '';
    this.noteMoves();
  }

  /** Somebody may stand in another zone. */
  noteMoves(): void {
    if (!this.view.isBlind || this.timer !== undefined || this.targets().length === 0) return;
    const waitMs = this.countedAt + COUNTS_EVERY_MS - performance.now();
    if (waitMs <= 0) return this.tellCounts();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tellCounts();
    }, waitMs);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private tellCounts(): void {
    const counts = zoneCountsOf(this.view.state);
    const text = JSON.stringify(counts);
    if (counts === null || text === this.counts) return;
    this.counts = text;
    this.countedAt = performance.now();
    const targets = this.targets();
    if (targets.length > 0) this.broadcaster.emit(targets, 'zoneCounts', { counts });
  }

  private targets(): string[] {
    return informedCockpits(this.view.state).filter((id) => this.audiences.has(id));
  }
}
