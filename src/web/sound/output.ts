import { Mixer } from './mixer.js';
import { Voices } from './voices.js';
import { Waves } from './waves.js';

/** `resume()` settles never in a page that nobody has touched. */
const RESUME_MS = 300;
/** After so many time constants nothing is left to be heard. */
const GONE = 8;

/** A cue or a loop: all that it plays goes through one node, by which it can be ended. */
export class Part {
  readonly voices: Voices;

  constructor(
    waves: Waves,
    private readonly node: GainNode,
  ) {
    this.voices = new Voices(waves, node);
  }

  /** Dead from `at` on. */
  cut(at: number): void {
    this.node.gain.setTargetAtTime(0, at, 0.003);
  }

  /** Takes back a cut that is still to come. */
  uncut(): void {
    const { gain, context } = this.node;
    gain.cancelScheduledValues(context.currentTime);
    gain.setValueAtTime(1, context.currentTime);
  }

  /** Gives way with this time constant, in s, and is gone. */
  end(constant: number): void {
    this.node.gain.setTargetAtTime(0, this.node.context.currentTime, constant);
    setTimeout(() => this.node.disconnect(), GONE * constant * 1000);
  }
}

/** The loudspeaker. */
export class Output {
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  readonly #waves = new Waves(this.#context);
  readonly mixer = new Mixer(this.#context);

  constructor(onchange: () => void) {
    this.#context.addEventListener('statechange', onchange);
  }

  get isRunning(): boolean {
    return this.#context.state === 'running';
  }

  /** Tries to begin, which a browser may allow in a click or a key press only. */
  async resume(): Promise<void> {
    if (this.isRunning || this.#context.state === 'closed') return;
    const waited = new Promise((done) => setTimeout(done, RESUME_MS));
    await Promise.race([this.#context.resume().catch(() => undefined), waited]);
  }

  /** Context time, in s, of what is to be heard in so many ms; now at the earliest. */
  timeIn(ms: number): number {
    const { currentTime } = this.#context;
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp();
    const sincePlayed = performance.now() - performanceTime;
    // Both are 0 until the device has played something.
    const heard = performanceTime > 0 ? contextTime + sincePlayed / 1000 : currentTime;
    return Math.max(currentTime, heard + ms / 1000);
  }

  part(bus: 'music' | 'effects'): Part {
    const node = this.#context.createGain();
    node.connect(this.mixer[bus]);
    return new Part(this.#waves, node);
  }

  close(): void {
    void this.#context.close();
  }
}
