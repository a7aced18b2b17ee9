import { named, nameOf } from '../../../protocol/judged-name.js';
import type { Answer } from '../../../game/shared/judged.js';
import { entryKey, isWriting, type RevealPhase } from '../../../game/phase.js';
import type { RoomState } from '../../../game/room-state.js';
import type { Track } from '../../../game/track.js';
import type { RoomView } from './room-view.js';

const SAMPLE_MS = 250;
/** Two minutes of them; of a longer question every second one is let go, as often as it takes. */
const MOST_SAMPLES = 480;

export interface TrackSettings {
  /** Whether tracks are kept on this server. */
  keepsTracks?: boolean;
  now: () => number;
}

/** Notes where everybody stands while a question is open, of one question at a time (R17.8). */
export class TrackRecorder {
  /** Names the question; empty where there is none, or its beginning was not seen. */
  private key = '';
  private everyMs = SAMPLE_MS;
  /** Each has x and y of every slot. */
  private samples: Uint16Array[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly settings: TrackSettings,
  ) {}

  /** A phase stands: a new one, or the same again. */
  enterPhase(): void {
    clearInterval(this.timer);
    const { phase, tally, settings } = this.view;
    const isKept = settings.keeper !== null && settings.rehearsal === null;
    if (!this.settings.keepsTracks || !isKept) return;
    if (phase.kind === 'lobby' || phase.kind === 'countdown') this.begin('');
    if (phase.kind === 'reveal') this.finish(phase);
    if (phase.kind !== 'question') return;
    // Where they walk while they write says nothing.
    if (isWriting(phase)) return this.begin('');
    const key = entryKey(tally.game, phase);
    const { startTime, pausedAt } = phase.clock;
    if (key !== this.key) this.begin(this.settings.now() < startTime + SAMPLE_MS ? key : '');
    if (this.key === '' || pausedAt !== null) return;
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  /** Of the question that a reveal has judged; undefined where it was not seen here from its beginning. */
  of({ phase, tally, seats, judged }: RoomState): Track | undefined {
    if (phase.kind !== 'reveal' || entryKey(tally.game, phase) !== this.key) return undefined;
    const { answers = [] } = named(judged, nameOf(phase)) ?? {};
    // The copy here may not have heard of the reveal yet.
    this.finish(phase);
    if (this.samples.length === 0) return undefined;
    const slots = new Map(Array.from(seats.values(), ({ playerId, slot }) => [playerId, slot]));
    return this.trackOf(answers, slots);
  }

  close(): void {
    clearInterval(this.timer);
  }

  private begin(key: string): void {
    this.key = key;
    this.samples = [];
    this.everyMs = SAMPLE_MS;
  }

  private sample(): void {
    const { phase } = this.view;
    if (phase.kind !== 'question') return;
    const { startTime, endTime } = phase.clock;
    this.fill(Math.min(this.settings.now(), endTime - 1) - startTime);
  }

  private finish({ asked }: RevealPhase): void {
    if (this.key !== '') this.fill(asked.endTime - 1 - asked.startTime);
  }

  /** Takes the samples up to this time of the question, in ms; of those that are late, all are as it is now. */
  private fill(untilMs: number): void {
    while (this.samples.length * this.everyMs <= untilMs) {
      this.samples.push(this.places());
      if (this.samples.length < MOST_SAMPLES) continue;
      this.samples = this.samples.filter((_, i) => i % 2 === 0);
      this.everyMs *= 2;
    }
  }

  private places(): Uint16Array {
    const { seats } = this.view;
    const places = new Uint16Array(2 * (Math.max(-1, ...seats.keys()) + 1));
    for (const { slot, position } of seats.values()) places.set(position, 2 * slot);
    return places;
  }

  private trackOf(answers: readonly Answer[], slots: ReadonlyMap<string, number>): Track {
    const { everyMs, samples } = this;
    const counted = answers.filter(([, , , played]) => played === 1);
    const steps = new Uint16Array(2 * counted.length * samples.length);
    for (const [i, [playerId, , , , x, y]] of counted.entries()) {
      const at = 2 * (slots.get(playerId) ?? -1);
      const from = 2 * i * samples.length;
      for (const [n, places] of samples.entries()) {
        steps[from + n] = places[at] ?? x;
        steps[from + samples.length + n] = places[at + 1] ?? y;
      }
    }
    return { everyMs, samples: samples.length, steps };
  }
}
