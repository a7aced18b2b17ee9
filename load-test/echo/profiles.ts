/** The ways in which the echo is asked for. */
import { performance } from 'node:perf_hooks';
import type { Part } from '../swarm/monitor.js';
import { pause } from '../swarm/waiting.js';
import type { OpenLine } from './line.js';
import { Stage, type Measured } from './stage.js';

/** Of the profiles with many connections. */
export const CLIENTS = 100;

export const PROFILES = ['reconnect', 'paced', 'pipelined'] as const;
export type Profile = (typeof PROFILES)[number];

export interface ProfileOptions {
  openLine: OpenLine;
  serverParts: readonly Part[];
  /** Of the profiles that last a time: before the window, and of it. */
  warmUpSeconds: number;
  seconds: number;
  /** Of the profile that lasts a number of round trips. */
  roundTrips: number;
  signal: AbortSignal;
}

/** The size makes the figures comparable with those that others have published. */
const MESSAGE_BYTES: Record<Profile, number> = { reconnect: 500, paced: 8, pipelined: 8 };
const RECONNECT = { inFlight: 100, connectionMs: 500 };
/** `inFlight` is also how far a client may be behind: 50 ms. */
export const PACED = { perSecond: 1_000, inFlight: 50, tickMs: 1 };
export const PIPELINED = { inFlight: 250, mostSeconds: 60 };

export function runProfile(profile: Profile, options: ProfileOptions): Promise<Measured> {
  switch (profile) {
    case 'reconnect':
      return reconnect(options);
    case 'paced':
      return paced(options);
    case 'pipelined':
      return pipelined(options);
  }
}

/** Every client sends as fast as echoes come, and drops its connection in the middle of it, over and over. */
async function reconnect(options: ProfileOptions): Promise<Measured> {
  const { inFlight, connectionMs } = RECONNECT;
  const stage = openStage('reconnect', inFlight, options);
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    // Spread, so that drops come one by one.
    await pause((n / CLIENTS) * connectionMs, stage.over);
    while (!stage.over.aborted) {
      const conversation = await stage.connect();
      conversation?.allow(Infinity);
      const lifetime = pause(connectionMs, stage.over);
      await (conversation === undefined ? lifetime : Promise.race([lifetime, conversation.closed]));
      if (!stage.over.aborted) conversation?.drop();
    }
  });
  const measured = await measureFor(options, stage);
  const counts = await stage.end();
  await Promise.all(clients);
  return { ...measured, counts };
}

/** Every client sends at one rate; where that is too fast, at what it can. */
async function paced(options: ProfileOptions): Promise<Measured> {
  const { perSecond, inFlight, tickMs } = PACED;
  const stage = openStage('paced', inFlight, options);
  const clients = await stage.connectAll(CLIENTS);
  let from = performance.now();
  const pacing = setInterval(() => {
    const now = performance.now();
    const due = ((now - from) / 1000) * perSecond;
    from = now;
    for (const conversation of clients) conversation.allow(due, inFlight);
  }, tickMs);
  const measured = await measureFor(options, stage);
  clearInterval(pacing);
  return { ...measured, counts: await stage.end() };
}

/** One client sends the next message when an echo has come; from the first round trip to the last. */
async function pipelined(options: ProfileOptions): Promise<Measured> {
  const { inFlight, mostSeconds } = PIPELINED;
  const stage = openStage('pipelined', inFlight, options);
  const conversation = await stage.connect();
  const stopMeasuring = stage.measure();
  conversation?.allow(options.roundTrips);
  const signal = AbortSignal.any([options.signal, stage.over]);
  await Promise.race([conversation?.quiet(), pause(mostSeconds * 1000, signal)]);
  return { ...stopMeasuring(), counts: await stage.end() };
}

function openStage(profile: Profile, inFlight: number, options: ProfileOptions): Stage {
  const { openLine, serverParts } = options;
  return new Stage({ openLine, serverParts, inFlight, messageBytes: MESSAGE_BYTES[profile] });
}

async function measureFor(
  { warmUpSeconds, seconds, signal }: ProfileOptions,
  stage: Stage,
): Promise<Omit<Measured, 'counts'>> {
  await pause(warmUpSeconds * 1000, signal);
  const stopMeasuring = stage.measure();
  await pause(seconds * 1000, signal);
  return stopMeasuring();
}
