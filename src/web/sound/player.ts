import { DEFAULT_SOUND, type SoundOptions } from '../../protocol/sound.js';
import { Agenda, type Entry } from './agenda.js';
import { cueOf, LONGEST_CUE_S, type CueName } from './cues.js';
import { LoopTrack } from './loop-track.js';
import { LOOPS, type LoopName } from './loops.js';
import { Output, type Part } from './output.js';

/** Timers of a hidden page run once a second. */
const LOOKAHEAD_MS = 1_500;
const TICK_MS = 100;
/** Time constants, in s: a loop that gives way to another, and what is stopped at once. */
const FADE_S = 0.15;
const STOP_S = 0.012;

interface Clock {
  /** Server epoch ms. */
  now: () => number;
  /** Whether that is known already, and not the device's own time. */
  synced: boolean;
}

export interface PlayerHooks {
  clock: () => Clock;
  /** Something may have begun or ceased to be heard. */
  onstate: (isRunning: boolean) => void;
  /** A cue, or a bar of a loop, is heard now. */
  onsound?: (name: CueName | LoopName) => void;
}

/** Plays cues and loops by the server's clock; all times are server epoch ms. */
export class Player {
  readonly #agenda = new Agenda();
  readonly #timer = setInterval(() => this.#work(), TICK_MS);
  #output: Output | null = null;
  #options: SoundOptions = DEFAULT_SOUND;
  #cues: { part: Part; at: number }[] = [];
  #loop: LoopTrack | null = null;
  /** What is scheduled and not heard yet. */
  #coming: { name: CueName | LoopName; at: number }[] = [];

  constructor(private readonly hooks: PlayerHooks) {}

  get isRunning(): boolean {
    return this.#output?.isRunning ?? false;
  }

  /** Call it in a click or a key press, and once before: some browsers need neither. */
  async unlock(): Promise<void> {
    this.#output ??= this.#open();
    await this.#output.resume();
    this.#work();
  }

  set(options: SoundOptions): void {
    this.#options = options;
    this.#output?.mixer.set(options);
  }

  /** What has a `key` (which phase or beat of which game) is played once, however often this is called. */
  play(cue: CueName, at: number, arg = 0, key: string | null = null): void {
    this.#agenda.add({ cue, at, arg, key });
    this.#work();
  }

  /**
   * Bar 0 is at `from`. The same loop again only gets another level, from its next bar on; another one fades in for
   * it, and null stops it at once.
   */
  loop(name: LoopName | null, from = 0, level = 0): void {
    const isSame = this.#loop?.name === name && this.#loop?.from === from;
    if (this.#loop && isSame && this.#loop.uncut(this.hooks.clock().now())) {
      this.#loop.level = level;
      return;
    }
    this.#loop?.end(name === null ? STOP_S : FADE_S);
    this.#loop = name === null ? null : new LoopTrack(name, from, level);
    this.#work();
  }

  /** The music is dead from `at` on. */
  cutMusic(at: number): void {
    this.#loop?.cut(at);
    this.#work();
  }

  /** Takes back all that has not begun: before each plan of a phase that is new or has changed. */
  forget(): void {
    const now = this.hooks.clock().now();
    this.#agenda.forget(now);
    for (const { part, at } of this.#cues) if (at > now) part.end(STOP_S);
    this.#cues = this.#cues.filter(({ at }) => at <= now);
    this.#coming = this.#coming.filter(({ at }) => at <= now);
    this.#loop?.uncut(now);
  }

  /** Stops everything, as in a pause. */
  silence(): void {
    this.forget();
    for (const { part } of this.#cues) part.end(STOP_S);
    this.#cues = [];
    this.#loop?.end(STOP_S);
    this.#loop = null;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#output?.close();
    this.#output = null;
  }

  #open(): Output {
    const output = new Output(() => {
      // What was scheduled would be heard when the device is back.
      if (!this.isRunning) this.silence();
      this.hooks.onstate(this.isRunning);
    });
    output.mixer.set(this.#options);
    return output;
  }

  #work(): void {
    const clock = this.hooks.clock();
    if (!clock.synced) return;
    const now = clock.now();
    const until = now + LOOKAHEAD_MS;
    const entries = this.#agenda.take(now, until);
    const output = this.#output;
    const { sound, volume, soundOffsetMs } = this.#options;
    // What nobody would hear now is not kept for later.
    if (!output?.isRunning || sound === 'off' || volume === 0) {
      this.#coming = [];
      return;
    }
    this.#tell(now);
    const timeOf = (at: number) => output.timeIn(at + soundOffsetMs - now);
    for (const entry of entries) this.#begin(output, entry, timeOf(entry.at));
    if (sound === 'all' && this.#loop)
      for (const at of this.#loop.work(output, now, until, timeOf))
        this.#coming.push({ name: this.#loop.name, at });
    this.#cues = this.#cues.filter(({ at }) => at > now - LONGEST_CUE_S * 1000);
  }

  #begin(output: Output, { cue, at, arg }: Entry, time: number): void {
    const { play, duck } = cueOf(cue);
    const part = output.part('effects');
    play(part.voices, time, arg);
    if (duck !== undefined) output.mixer.duck(time, duck);
    this.#cues.push({ part, at });
    this.#coming.push({ name: cue, at });
  }

  #tell(now: number): void {
    const heard = this.#coming.filter(({ at }) => at <= now);
    this.#coming = this.#coming.filter(({ at }) => at > now);
    for (const { name } of heard)
      if (this.#options.sound === 'all' || !(name in LOOPS)) this.hooks.onsound?.(name);
  }
}
