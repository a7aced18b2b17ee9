/** Sound that is computed sample by sample, once for each context. */
import { hertz } from './scale.js';

const NOISE_S = 1;
const STRING_S = 1.6;
/** How much of a string's vibration is left after its delay line, and how soft the plectrum is. */
const STRING_KEEP = 0.996;
const PLECTRUM = 0.45;

/** The same noise on every page, so that what a test measures is what a hall hears. */
function* randomSamples(): Generator<number, never> {
  let seed = 1;
  for (;;) {
    seed = (seed * 16_807) % 2_147_483_647;
    yield seed / 1_073_741_823.5 - 1;
  }
}

function noiseOf(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, NOISE_S * context.sampleRate, context.sampleRate);
  const random = randomSamples();
  buffer.copyToChannel(
    Float32Array.from({ length: buffer.length }, () => random.next().value),
    0,
  );
  return buffer;
}

/** A plucked string by Karplus and Strong: a delay line as long as a period, which damps what goes round in it. */
function stringOf(context: BaseAudioContext, degree: number): AudioBuffer {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, STRING_S * sampleRate, sampleRate);
  const period = sampleRate / hertz(degree);
  // The mean of two samples is half a sample late.
  const length = Math.floor(period - 0.5);
  const part = period - 0.5 - length;
  const random = randomSamples();
  const pick: number[] = [];
  let soft = 0;
  for (let i = 0; i < length; i++) pick.push((soft += PLECTRUM * (random.next().value - soft)));
  const mean = pick.reduce((sum, value) => sum + value, 0) / length;
  const samples = new Float32Array(buffer.length);
  const at = (index: number) => samples[index] ?? 0;
  let peak = 0;
  for (let i = 0; i < samples.length; i++) {
    const back = i - length;
    const damped = at(back) * (1 - part) + at(back - 1) + at(back - 2) * part;
    samples[i] = i < length ? (pick[i] ?? 0) - mean : (STRING_KEEP / 2) * damped;
    peak = Math.max(peak, Math.abs(at(i)));
  }
  buffer.copyToChannel(
    samples.map((sample) => sample / peak),
    0,
  );
  return buffer;
}

export class Waves {
  readonly noise: AudioBuffer;
  readonly #strings = new Map<number, AudioBuffer>();

  constructor(private readonly context: BaseAudioContext) {
    this.noise = noiseOf(context);
  }

  /** Its loudest sample is 1. */
  string(degree: number): AudioBuffer {
    const kept = this.#strings.get(degree) ?? stringOf(this.context, degree);
    this.#strings.set(degree, kept);
    return kept;
  }
}
