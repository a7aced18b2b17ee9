/** Runs in a browser: renders sounds as the projector plays them at full volume, and measures them. */
import type { SoundMode } from '../../src/protocol/sound.js';
import { cueOf, CUES } from '../../src/web/sound/cues.js';
import { playBar } from '../../src/web/sound/loops.js';
import { Mixer } from '../../src/web/sound/mixer.js';
import { Voices } from '../../src/web/sound/voices.js';
import { Waves } from '../../src/web/sound/waves.js';
import type { Figures, Played } from './sound-figures.js';

const SAMPLE_RATE = 48_000;
/** Loudness is that of the loudest stretch as long as this. */
const WINDOW_S = 0.4;
const TAIL_S = 0.05;
const BEGIN_S = 0.1;

const decibels = (value: number) => 20 * Math.log10(Math.max(1e-6, value));

function loudness(samples: Float32Array): number {
  const window = WINDOW_S * SAMPLE_RATE;
  const powerAt = (index: number) => (samples[index] ?? 0) ** 2;
  let sum = 0;
  let most = 0;
  for (let i = 0; i < samples.length; i++) {
    sum += powerAt(i) - powerAt(i - window);
    most = Math.max(most, sum);
  }
  return decibels(Math.sqrt(most / window));
}

const peakOf = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** The same through a projector's own loudspeaker. */
async function throughSpeaker(samples: Float32Array<ArrayBuffer>): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, samples.length, SAMPLE_RATE);
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, samples.length, SAMPLE_RATE);
  source.buffer.copyToChannel(samples, 0);
  let node: AudioNode = source;
  for (const [type, pitch] of [
    ['highpass', 300],
    ['highpass', 300],
    ['lowpass', 8_000],
  ] as const) {
    const filter = context.createBiquadFilter();
    filter.type = type;
    filter.frequency.value = pitch;
    filter.Q.value = type === 'highpass' ? -1.25 : 0;
    node = node.connect(filter);
  }
  node.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}

export async function measure(
  played: readonly Played[],
  seconds: number,
  sound: SoundMode = 'all',
): Promise<Figures> {
  const context = new OfflineAudioContext(1, (BEGIN_S + seconds) * SAMPLE_RATE, SAMPLE_RATE);
  const mixer = new Mixer(context);
  mixer.set({ sound, volume: 10 });
  const waves = new Waves(context);
  const effects = new Voices(waves, mixer.effects);
  const music = new Voices(waves, mixer.music);
  for (const one of played) {
    const at = BEGIN_S + one.at;
    if ('loop' in one) playBar(one.loop, music, at, one.bar, one.level);
    else cueOf(one.cue).play(effects, at, one.arg ?? 0);
  }
  const samples = (await context.startRendering()).getChannelData(0);
  const last = samples.findLastIndex((sample) => decibels(Math.abs(sample)) > -60);
  return {
    seconds: last / SAMPLE_RATE - BEGIN_S,
    peak: decibels(peakOf(samples)),
    loudness: loudness(samples),
    mean: decibels(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)),
    tail: decibels(peakOf(samples.subarray(-TAIL_S * SAMPLE_RATE))),
    lost: loudness(samples) - loudness(await throughSpeaker(samples)),
  };
}

export const cueNames = Object.keys(CUES);
