/** `phone`: how long a slow phone in a slow network needs to be in a room, and what it fetches for that. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { readOptions, whole } from '../swarm/command-line.js';
import { CHROMIUM, launchChromium } from './chromium.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { startRig, withRig } from './rig.js';
import { metricsOf, tableOf } from './tables.js';

const SIZE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

const OPTIONS = {
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
  options: OPTIONS,
  run,
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

async function run({ options, serverCore, signal, progress }: Context): Promise<Findings> {
  const read = readOptions(OPTIONS, options);
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
      return describe(visits, network);
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
  const context = await browser.newContext(SIZE);
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

const median = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null;

function describe(visits: readonly Visit[], network: Network): Findings {
  const { bytesPerSecond, roundTripMs, slowdown } = network;
  const rounded = visits.map(({ formMs, inMs, bytes }) => ({
    form: Math.round(formMs),
    in: Math.round(inMs),
    both: Math.round(formMs + inMs),
    bytes,
  }));
  return {
    metrics: metricsOf(
      [rounded],
      [
        ['form', 'ms', (all) => median(all.map(({ form }) => form))],
        ['into the room', 'ms', (all) => median(all.map((one) => one.in))],
        ['both', 'ms', (all) => median(all.map(({ both }) => both))],
      ],
    ),
    tables: [
      tableOf(
        'First visits',
        rounded,
        [
          ['form', 'ms', ({ form }) => form],
          ['press to room', 'ms', (one) => one.in],
          ['both', 'ms', ({ both }) => both],
          ['files', 'B', ({ bytes }) => bytes],
        ],
        `${bytesPerSecond / 1_000} kB/s, ${roundTripMs} ms round trip, a processor ${slowdown} times slower.`,
      ),
    ],
    charts: [],
    faults: visits.length === 0 ? ['nobody got in'] : [],
    notes: [],
    raw: { visits, network },
  };
}
