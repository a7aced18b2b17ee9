import {
  isSameQuestion,
  named,
  nameKey,
  nameOf,
  type JudgedName,
} from '../../../protocol/judged-name.js';
import { isGiven, type Answer } from '../../../game/shared/judged.js';
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

/** How people walk in a question, or in one of its parts. */
interface Recording {
  /** Names it, in one game of the room. */
  key: string;
  name: JudgedName;
  /** When it began and ends, without its pauses, server epoch ms. */
  startTime: number;
  endTime: number;
  everyMs: number;
  /** Each has x and y of every slot. */
  samples: Uint16Array[];
}

/** Notes where everybody stands while a question is open, of one question at a time (R17.8). */
export class TrackRecorder {
  /** The parts so far of the question that is open, or is told; none of a part whose beginning was not seen. */
  private recordings: Recording[] = [];
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
    if (phase.kind === 'lobby' || phase.kind === 'countdown') this.recordings = [];
    if (phase.kind === 'reveal') this.finish(phase);
    if (phase.kind !== 'question') return;
    // Where they walk while they write says nothing.
    if (isWriting(phase)) {
      this.recordings = [];
      return;
    }
    const { startTime, endTime, pausedAt } = phase.clock;
    const key = entryKey(tally.game, phase);
    const last = this.recordings.at(-1);
    if (last?.key === key) Object.assign(last, { startTime, endTime });
    else
      this.begin({ key, name: nameOf(phase), startTime, endTime, everyMs: SAMPLE_MS, samples: [] });
    if (this.recordings.at(-1)?.key !== key || pausedAt !== null) return;
    this.timer = setInterval(() => this.sample(), SAMPLE_MS).unref();
  }

  /** The tracks of the question that a reveal has judged, by `nameKey`: of each part that was seen here from its beginning. */
  of({ phase, tally, seats, judged }: RoomState): Map<string, Track> {
    const tracks = new Map<string, Track>();
    if (phase.kind !== 'reveal') return tracks;
    // The copy here may not have heard of the reveal yet.
    if (this.recordings.at(-1)?.key === entryKey(tally.game, phase)) this.finish(phase);
    const slots = new Map(Array.from(seats.values(), ({ playerId, slot }) => [playerId, slot]));
    for (const recording of this.recordings) {
      const { name, samples } = recording;
      const isOfIt = recording.key === entryKey(tally.game, { ...phase, part: name.part });
      if (!isOfIt || samples.length === 0) continue;
      const { answers = [] } = named(judged, name) ?? {};
      tracks.set(nameKey(name), trackOf(recording, answers, slots));
    }
    return tracks;
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Those of the parts before it stay. */
  private begin(recording: Recording): void {
    const { key, name, startTime } = recording;
    const last = this.recordings.at(-1);
    const now = this.settings.now();
    if (last !== undefined) this.fill(last, Math.min(now, last.endTime - 1) - last.startTime);
    const [game] = key.split('.');
    const isPart = (one: Recording): boolean =>
      one.key.split('.')[0] === game && isSameQuestion(one.name, name);
    const isSeen = now < startTime + SAMPLE_MS;
    this.recordings = [...this.recordings.filter(isPart), ...(isSeen ? [recording] : [])];
  }

  private sample(): void {
    const { phase } = this.view;
    const last = this.recordings.at(-1);
    if (phase.kind !== 'question' || last === undefined) return;
    const { startTime, endTime } = phase.clock;
    this.fill(last, Math.min(this.settings.now(), endTime - 1) - startTime);
  }

  private finish({ asked }: RevealPhase): void {
    const last = this.recordings.at(-1);
    if (last !== undefined) this.fill(last, asked.endTime - 1 - asked.startTime);
  }

  /** Takes the samples up to this time of the question, in ms; of those that are late, all are as it is now. */
  private fill(recording: Recording, untilMs: number): void {
    while (recording.samples.length * recording.everyMs <= untilMs) {
      recording.samples.push(this.places());
      if (recording.samples.length < MOST_SAMPLES) continue;
      recording.samples = recording.samples.filter((_, i) => i % 2 === 0);
      recording.everyMs *= 2;
    }
  }

  private places(): Uint16Array {
    const { seats } = this.view;
    const places = new Uint16Array(2 * (Math.max(-1, ...seats.keys()) + 1));
    for (const { slot, position } of seats.values()) places.set(position, 2 * slot);
    return places;
  }
}

function trackOf(
  { everyMs, samples }: Recording,
  answers: readonly Answer[],
  slots: ReadonlyMap<string, number>,
): Track {
  const counted = answers.filter(isGiven);
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
