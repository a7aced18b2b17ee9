import type { Mark, ResultsPayload } from '../../protocol/scores.js';
import type { FinalBeat } from '../../protocol/show.js';
import type { ServerClock } from '../room/clock.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { BeatFollower } from './beat-follower.svelte.js';

/** Holds back the results of a game until its end has been shown (R19.5). */
export class FinalShow {
  readonly beats: BeatFollower<FinalBeat>;
  #results: ResultsPayload | null = null;

  constructor(
    private readonly room: RoomState,
    clock: ServerClock,
  ) {
    this.beats = new BeatFollower(clock, () => this.#tell());
  }

  /** Null where a game begins, or none has been played. */
  begin(results: ResultsPayload | null): void {
    this.#results = results;
    const { final } = results ?? {};
    if (final === undefined) {
      this.beats.stop();
      this.room.final = null;
      this.room.results = results;
      return;
    }
    this.beats.follow(final.beats, final.startTime, null);
  }

  /** The own row, behind the table of a big room, which has the first rows (R23). */
  beginOwn({ playerId, score, rank }: Mark): void {
    const { self } = this.room;
    const results = this.#results;
    if (!results || !self || results.results.some((row) => row.playerId === playerId)) return;
    const row = { playerId, playerName: self.name, slot: self.slot, score, rank };
    this.#results = { ...results, results: [...results.results, row] };
    if (this.room.final) this.room.final = this.#results;
    if (this.room.results) this.room.results = this.#results;
  }

  #tell(): void {
    const isOver = this.beats.current?.beat.scene === 'podium';
    this.room.final = isOver ? null : this.#results;
    this.room.results = isOver ? this.#results : null;
  }
}
