/** Experiments that look at pages: `phone` and `projector`. */

import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { LabError, text, readOptions, whole, decimal } from '../swarm/command-line.js';
import type { Context, Experiment } from '../rig/experiment.js';
import { FindingsOf, type Findings } from '../report/findings.js';
import { startRig, withRig } from '../rig/rig.js';
import { pause } from '../swarm/waiting.js';
import {
  median,
  most,
  faultsOf,
  saturationOf,
  type Ran,
  checkOpenFiles,
  play,
} from '../rig/play.js';

const CHROMIUM = text('PATH', 'the browser', '/usr/bin/chromium-headless-shell');

async function launchChromium(executablePath: string): Promise<Browser> {
  try {
    return await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
      // Ctrl-C ends the run, not the program: there is a report to be written.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new LabError(`--chromium: ${firstLine(error)}`);
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n');
  return line;
}

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

const PHONE_OPTIONS = {
  visits: whole('first visits, one after the other', [1, 50], 5),
  'kb-per-second': whole('of the network, each way', [1, 100_000], 50),
  'round-trip': whole('of the network, in ms', [0, 10_000], 400),
  slowdown: whole('how many times slower the processor of the phone is than this one', [1, 20], 6),
  chromium: CHROMIUM,
};

export const phoneExperiment: Experiment = {
  name: 'phone',
  about: 'how long a slow phone in a slow network needs from the QR code into the room',
  startsItsServers: true,
  options: PHONE_OPTIONS,
  run: runPhone,
};

interface Network {
  bytesPerSecond: number;
  roundTripMs: number;
  slowdown: number;
}

interface Visit {
  /** From the address to the form. */
  formMs: number;
  /** From the press of Join to the arena with the own avatar. */
  inMs: number;
  bytes: number;
}

async function runPhone({ options, serverCore, signal, progress }: Context): Promise<Findings> {
  const read = readOptions(PHONE_OPTIONS, options);
  const network: Network = {
    bytesPerSecond: read['kb-per-second'] * 1_000,
    roundTripMs: read['round-trip'],
    slowdown: read.slowdown,
  };
  const browser = await launchChromium(read.chromium);
  try {
    return await withRig(startRig({ core: serverCore }, progress), async ({ target }) => {
      const pin = await openRoom(browser, target);
      const visits: Visit[] = [];
      while (visits.length < read.visits && !signal.aborted)
        visits.push(await visit(browser, `${target}/join/${pin}`, network));
      return describePhone(visits, network);
    });
  } finally {
    await browser.close();
  }
}

/** In a page that stays open. */
async function openRoom(browser: Browser, target: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(target);
  await page.getByTestId('open-create').click();
  await page.getByTestId('create-submit').click();
  await page.getByTestId('arena').waitFor();
  return /\d{6}/.exec((await page.getByTestId('room-pin').textContent()) ?? '')?.[0] ?? '';
}

async function visit(browser: Browser, url: string, network: Network): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const bytes = countBytes(devtools);
    await slowDown(devtools, network);
    const began = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    const submit = page.getByTestId('join-submit');
    await submit.waitFor();
    const formMs = performance.now() - began;
    const pressed = performance.now();
    await submit.tap();
    await arrived(page);
    return { formMs, inMs: performance.now() - pressed, bytes: bytes() };
  } finally {
    await context.close();
  }
}

const arrived = (page: Page) =>
  page.waitForSelector('[data-testid=arena][data-avatars]:not([data-avatars="0"])');

async function slowDown(devtools: CDPSession, network: Network): Promise<void> {
  const { bytesPerSecond, roundTripMs, slowdown } = network;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Of the files, headers included; the frames of the socket come on top. */
function countBytes(devtools: CDPSession): () => number {
  let sum = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (sum += encodedDataLength));
  return () => sum;
}

function describePhone(visits: readonly Visit[], network: Network): Findings {
  const { bytesPerSecond, roundTripMs, slowdown } = network;
  const rounded = visits.map(({ formMs, inMs, bytes }) => ({
    form: Math.round(formMs),
    in: Math.round(inMs),
    both: Math.round(formMs + inMs),
    bytes,
  }));
  return new FindingsOf()
    .compare(
      [rounded],
      [
        ['form', 'ms', (all) => median(all.map(({ form }) => form)), 'lower'],
        ['into the room', 'ms', (all) => median(all.map((one) => one.in)), 'lower'],
        ['both', 'ms', (all) => median(all.map(({ both }) => both)), 'lower'],
      ],
    )
    .table(
      'First visits',
      rounded,
      [
        ['form', 'ms', ({ form }) => form],
        ['press to room', 'ms', (one) => one.in],
        ['both', 'ms', ({ both }) => both],
        ['files', 'B', ({ bytes }) => bytes],
      ],
      {
        note: `${bytesPerSecond / 1_000} kB/s, ${roundTripMs} ms round trip, a processor ${slowdown} times slower.`,
      },
    )
    .fault(...(visits.length === 0 ? ['nobody got in'] : []))
    .done({ visits, network });
}

const PROJECTOR = { width: 1920, height: 1080 };
const LOOK_EVERY_MS = 1_000;
const OPENING_MS = 10_000;
const JOINS_PER_SECOND = 50;
const LARGEST_ROOM = 500;

const PROJECTOR_OPTIONS = {
  players: whole('avatars', [2, 2_000], 200),
  seconds: decimal('length of the measurement', [2, 600], 20),
  'min-fps': decimal('fewer frames a second (median) are a fault', [1, 240], 55),
  chromium: CHROMIUM,
};

export const projectorExperiment: Experiment = {
  name: 'projector',
  about: 'frames a second of the projector page in Chromium, with 200 walking avatars',
  startsItsServers: true,
  options: PROJECTOR_OPTIONS,
  run: runProjector,
};

async function runProjector(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const {
    players,
    seconds,
    'min-fps': least,
    chromium: path,
  } = readOptions(PROJECTOR_OPTIONS, options);
  checkOpenFiles(players);
  const browser = await launchChromium(path);
  const settings = { MAX_ROOM_PLAYERS: String(Math.max(LARGEST_ROOM, players)) };
  try {
    return await withRig(startRig({ core: serverCore, settings }, progress), async (rig) => {
      const page = await browser.newPage({ viewport: PROJECTOR });
      let watching: Promise<Watched> = Promise.resolve({ fps: [], trouble: undefined });
      const { result } = await play(
        rig,
        {
          rooms: 1,
          players,
          seconds: seconds + OPENING_MS / 1000,
          joinSeconds: players / JOINS_PER_SECOND,
          walk: true,
        },
        {
          signal,
          progress,
          onWindow: (edge, [pin]) => {
            if (edge === 'open' && !signal.aborted)
              watching = watch(page, `${rig.target}/screen/${pin}`, { players, seconds, signal });
          },
        },
      );
      return describeProjector(await watching, { least, players, result, ...PROJECTOR });
    });
  } finally {
    await browser.close();
  }
}

/** What the page tells of its frames, by its own clock. */
interface Look {
  at: number;
  frames: number;
  avatars: number;
}
const LOOK = `(({ frames, avatars }) => ({ at: performance.now(), frames: Number(frames), avatars: Number(avatars) }))(
  document.querySelector('[data-testid=arena]').dataset)`;

/** Frames a second, one figure for each second in which the page showed everybody. */
async function watch(
  page: Page,
  url: string,
  { players, seconds, signal }: { players: number; seconds: number; signal: AbortSignal },
): Promise<Watched> {
  const fps: number[] = [];
  page.setDefaultTimeout(OPENING_MS / 2);
  try {
    await page.goto(url);
    await page.waitForSelector(`[data-testid="arena"][data-avatars="${players}"]`);
    let before = await page.evaluate<Look>(LOOK);
    for (let second = 0; second < seconds && !signal.aborted; second++) {
      await pause(LOOK_EVERY_MS, signal);
      const look = await page.evaluate<Look>(LOOK);
      const frames = ((look.frames - before.frames) * 1000) / (look.at - before.at);
      if (look.avatars === players) fps.push(Math.round(frames));
      before = look;
    }
    return { fps, trouble: undefined };
  } catch (error) {
    return { fps, trouble: firstLine(error) };
  }
}

export interface Watched {
  /** Frames a second, of each second in which the page showed everybody. */
  fps: readonly number[];
  /** What went wrong with the page; undefined if nothing did. */
  trouble: string | undefined;
}

interface Conditions extends Ran {
  /** Fewer frames a second are a fault. */
  least: number;
  players: number;
  width: number;
  height: number;
}

export function describeProjector({ fps, trouble }: Watched, conditions: Conditions): Findings {
  const { least, players, result, width, height } = conditions;
  const middle = median(fps);
  const faults = faultsOf(result);
  if (trouble !== undefined) faults.push(`the page could not be watched: ${trouble}`);
  if (middle === null) faults.push(`the page never showed all ${players} avatars`);
  else if (middle < least) faults.push(`${middle} frames a second are fewer than ${least}`);
  const saturation = saturationOf(result);
  return (
    new FindingsOf()
      .table(
        'Frames a second',
        [fps],
        [
          ['avatars', '', () => players],
          ['seconds', '', (all) => all.length],
          ['frames a second, median', '/s', () => middle, 'higher'],
          ['worst second', '/s', (all) => (all.length === 0 ? null : Math.min(...all)), 'higher'],
          ['best', '/s', most],
        ],
        {
          note: `The projector page at ${width} × ${height}, without a GPU, on the players’ core.`,
        },
      )
      .chart(
        {
          title: 'Frames a second',
          kind: 'line',
          x: { label: 'time', unit: 's', values: fps.map((_, second) => second + 1) },
          y: { label: 'frames', unit: '/s' },
        },
        fps,
        [['frames', (one) => one]],
      )
      .fault(...faults)
      // Latencies are not the point here, and the browser is on the same core.
      .note(...(saturation === undefined ? [] : [`Meanwhile ${saturation}.`]))
      .done({ fps, trouble: trouble ?? null, result })
  );
}
