import type { Instruments } from './instruments.js';
import { hertz } from './scale.js';
import type { Waves } from './waves.js';

/** An envelope ends this far below its level (-60 dB), and then at 0. */
const LEAST = 0.001;
const END_S = 0.01;

interface Band {
  type: BiquadFilterType;
  from: number;
  to?: number;
  q?: number;
}

/** Partials of the gongs, by their share of the lowest. They are no multiples, as in metal. */
const JING = [1, 1.5, 2, 3.02, 4.01, 5.34, 6.71, 8.05];
const JING_LEVELS = [0.75, 0.42, 1, 0.5, 0.42, 0.3, 0.2, 0.16];
const SOE = [1, 1.47, 2.09, 2.56, 3.14, 4.2];

/** The instruments by synthesis, on any context. */
export class Voices implements Instruments {
  constructor(
    private readonly waves: Waves,
    private readonly out: AudioNode,
  ) {}

  get #context(): BaseAudioContext {
    return this.out.context;
  }

  buk(at: number, level = 1): void {
    this.#tone(at, 0.36, 0.4 * level, 'sine', 150, 82, 0.1);
    this.#tone(at, 0.16, 0.2 * level, 'triangle', 330, 210, 0.06);
    this.#hiss(at, 0.06, 0.5 * level, { type: 'bandpass', from: 1400, to: 800, q: 0.8 });
  }

  kung(at: number, level = 1): void {
    this.#tone(at, 0.24, 0.26 * level, 'sine', 205, 140, 0.07);
    this.#tone(at, 0.12, 0.14 * level, 'triangle', 410, 300);
    this.#hiss(at, 0.04, 0.2 * level, { type: 'bandpass', from: 1100, to: 700 });
  }

  deok(at: number, level = 1): void {
    this.#hiss(at, 0.07, 0.55 * level, { type: 'bandpass', from: 2200, to: 1500, q: 2.2 });
    this.#tone(at, 0.08, 0.12 * level, 'triangle', 450, 340);
  }

  soe(at: number, level = 1, length = 0.45): void {
    SOE.forEach((ratio, i) => {
      const part = length / (1 + i * 0.35);
      this.#tone(
        at,
        part,
        (0.1 * level) / (1.2 + i * 0.6),
        'sine',
        880 * ratio * 0.985,
        880 * ratio,
      );
    });
    this.#hiss(at, 0.03, 0.04 * level, { type: 'highpass', from: 5000 });
  }

  jing(at: number, level = 1): void {
    JING.forEach((ratio, i) => {
      const pitch = hertz(0) * ratio;
      const length = 2.8 / (1 + i * 0.22);
      const part = 0.2 * level * (JING_LEVELS[i] ?? 0);
      this.#tone(at, length, part, 'sine', pitch * 0.97, pitch, 0.5, 0.004);
      if (i < 3)
        this.#tone(at, length, part * 0.4, 'sine', pitch * 0.975, pitch * 1.004, 0.5, 0.03);
    });
    this.#hiss(at, 0.14, 0.22 * level, { type: 'bandpass', from: 1900, to: 700, q: 0.7 });
  }

  pluck(at: number, degree: number, level = 1, length = 0.6): void {
    const source = this.#context.createBufferSource();
    source.buffer = this.waves.string(degree);
    const { playbackRate: rate } = source;
    rate.setValueAtTime(1.012, at);
    rate.exponentialRampToValueAtTime(1, at + 0.04);
    if (length > 0.8) {
      rate.setValueAtTime(1, at + 0.3);
      rate.linearRampToValueAtTime(1.008, at + 0.45);
      rate.linearRampToValueAtTime(1, at + 0.6);
    }
    source.connect(this.#struck(at, length, 0.6 * level, 0.002));
    source.start(at);
    source.stop(at + length + 2 * END_S);
  }

  wind(at: number, degree: number, level: number, length: number): void {
    const context = this.#context;
    const pitch = hertz(degree);
    const gain = context.createGain();
    gain.gain.value = 0;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.075 * level, at + 0.06);
    gain.gain.setValueAtTime(0.075 * level, at + length * 0.7);
    gain.gain.linearRampToValueAtTime(0, at + length);
    const mouth = context.createBiquadFilter();
    mouth.frequency.value = Math.min(6000, pitch * 5);
    mouth.connect(gain).connect(this.out);
    const sway = context.createOscillator();
    const depth = context.createGain();
    sway.frequency.value = 5.2;
    depth.gain.setValueAtTime(0, at);
    depth.gain.linearRampToValueAtTime(pitch * 0.006, at + Math.min(0.8, length));
    sway.connect(depth);
    for (const [type, share] of [
      ['square', 0.998],
      ['triangle', 1.003],
    ] as const) {
      const tone = this.#oscillator(mouth, at, length, type, pitch * share * 0.98);
      tone.frequency.exponentialRampToValueAtTime(pitch * share, at + 0.08);
      depth.connect(tone.frequency);
    }
    sway.start(at);
    sway.stop(at + length);
  }

  slide(at: number, level: number, from: number, to: number, length: number): void {
    this.#tone(at, length, 0.26 * level, 'triangle', from, to, length, 0.01);
    this.#hiss(at, length, 0.3 * level, { type: 'bandpass', from: from * 6, to: to * 4, q: 0.8 });
  }

  #oscillator(
    to: AudioNode,
    at: number,
    length: number,
    type: OscillatorType,
    pitch: number,
  ): OscillatorNode {
    const tone = this.#context.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(pitch, at);
    tone.connect(to);
    tone.start(at);
    tone.stop(at + length + 2 * END_S);
    return tone;
  }

  /** A tone that goes from one pitch to another within `glide` and is gone after `length`. */
  #tone(
    at: number,
    length: number,
    level: number,
    type: OscillatorType,
    from: number,
    to = from,
    glide = length,
    attack = 0.002,
  ): void {
    const tone = this.#oscillator(this.#struck(at, length, level, attack), at, length, type, from);
    if (to !== from) tone.frequency.exponentialRampToValueAtTime(to, at + glide);
  }

  #hiss(at: number, length: number, level: number, { type, from, to = from, q = 1 }: Band): void {
    const source = this.#context.createBufferSource();
    source.buffer = this.waves.noise;
    source.loop = true;
    const band = this.#context.createBiquadFilter();
    band.type = type;
    band.Q.value = q;
    band.frequency.setValueAtTime(from, at);
    if (to !== from) band.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(band).connect(this.#struck(at, length, level, 0.002));
    // Strokes one after the other are not the same noise.
    source.start(at, (at * 7.31) % this.waves.noise.duration);
    source.stop(at + length + 2 * END_S);
  }

  /** The way out of something that is struck and dies away. */
  #struck(at: number, length: number, level: number, attack: number): GainNode {
    const struck = this.#context.createGain();
    // A source may begin a sample before the first event, and would be heard at full level.
    struck.gain.value = 0;
    struck.gain.setValueAtTime(0, at);
    struck.gain.linearRampToValueAtTime(level, at + attack);
    struck.gain.exponentialRampToValueAtTime(level * LEAST, at + length);
    struck.gain.linearRampToValueAtTime(0, at + length + END_S);
    struck.connect(this.out);
    return struck;
  }
}
