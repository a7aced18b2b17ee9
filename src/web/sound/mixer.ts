import type { SoundOptions } from '../../protocol/sound.js';
import { MAX_VOLUME } from '../../protocol/sound.js';

/** No sample gets beyond it (-1.5 dBFS), however much sounds at once. */
const CEILING = 0.84;
/** How much louder than full level the sum may be before the ceiling is flat. */
const HEADROOM = 4;
const CURVE_POINTS = 4097;
/** Music under an effect that matters, how fast it gives way, and how it comes back (time constants). */
const DUCKED = 0.18;
const DOWN_S = 0.03;
const UP_S = 0.25;
const TURN_S = 0.03;

/**
 * The way out: music and effects apart, and a curve that bends what is too loud. A compressor would do that later,
 * add gain, and differ from browser to browser.
 */
export class Mixer {
  readonly music: GainNode;
  readonly effects: GainNode;
  readonly #duck: GainNode;
  readonly #isMusicOn: GainNode;
  readonly #master: GainNode;
  #duckedUntil = 0;

  constructor(private readonly context: BaseAudioContext) {
    const gain = (value = 1) => {
      const node = context.createGain();
      node.gain.value = value;
      return node;
    };
    this.music = gain();
    this.effects = gain();
    this.#duck = gain();
    this.#isMusicOn = gain();
    this.#master = gain();
    const ceiling = context.createWaveShaper();
    ceiling.curve = Float32Array.from({ length: CURVE_POINTS }, (_, i) => {
      const sample = HEADROOM * ((2 * i) / (CURVE_POINTS - 1) - 1);
      return CEILING * Math.tanh(sample / CEILING);
    });
    this.music.connect(this.#duck).connect(this.#isMusicOn).connect(this.#master);
    this.effects.connect(this.#master);
    // A shaper cuts what is beyond 1 hard, so its curve is for a fraction of the sum.
    this.#master
      .connect(gain(1 / HEADROOM))
      .connect(ceiling)
      .connect(context.destination);
  }

  /** The square of a volume is how a hand on a dial hears it. */
  set({ sound, volume }: Pick<SoundOptions, 'sound' | 'volume'>): void {
    const now = this.context.currentTime;
    const level = sound === 'off' ? 0 : (volume / MAX_VOLUME) ** 2;
    this.#master.gain.setTargetAtTime(level, now, TURN_S);
    this.#isMusicOn.gain.setTargetAtTime(sound === 'all' ? 1 : 0, now, TURN_S);
  }

  /** Music gives way from `at` on for `length` seconds; longer, where something else wants that already. */
  duck(at: number, length: number): void {
    const { gain } = this.#duck;
    this.#duckedUntil = Math.max(this.#duckedUntil, at + length);
    gain.cancelScheduledValues(at);
    gain.setTargetAtTime(DUCKED, at, DOWN_S);
    gain.setTargetAtTime(1, this.#duckedUntil, UP_S);
  }
}
