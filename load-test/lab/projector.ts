/** `projector`: how smoothly a browser draws a full hall. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import type { SwarmResult } from '../swarm/result.js';
import { LabError, type Context, type Experiment } from './experiment.js';
import { problemsOf } from './figures.js';
import type { Findings } from './findings.js';
import { numberOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { startRig } from './rig.js';

const SIZE = { width: 1920, height: 1080 };
/** The page counts its frames once a second. */
const LOOK_EVERY_MS = 1_000;
const OPENING_MS = 10_000;
const JOINS_PER_SECOND = 50;

export const projectorExperiment: Experiment = {
  name: 'projector',
  about: 'frames a second of the projector page in Chromium, with 200 walking avatars',
  startsItsServers: true,
  options: {
    players: { value: 'N', help: 'avatars', default: '200' },
    seconds: { value: 'N', help: 'length of the measurement', default: '20' },
    'min-fps': { value: 'N', help: 'fewer frames a second (median) are a fault', default: '55' },
    chromium: { value: 'PATH', help: 'the browser', default: '/usr/bin/chromium' },
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const players = numberOf(options, 'players', { min: 2, max: 2_000, whole: true });
  const seconds = numberOf(options, 'seconds', { min: 2, max: 600 });
  const least = numberOf(options, 'min-fps', { min: 1, max: 240 });
  checkOpenFiles(players);
  const setup = {
    shape: 'single',
    processes: 1,
    flushIntervalMs: 50,
    core: serverCore,
    settings: { MAX_ROOM_PLAYERS: String(Math.max(500, players)) },
  } as const;
  const rig = await startRig(setup, progress);
  const browser = await chromium
    .launch({
      executablePath: options['chromium'] ?? '',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
    })
    .catch((error: unknown) => {
      throw new LabError(`--chromium: ${(error as Error).message.split('\n')[0]}`);
    });
  let watched: Promise<readonly number[]> = Promise.resolve([]);
  try {
    const page = await browser.newPage({ viewport: SIZE });
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
          if (edge === 'open')
            watched = watch(page, `${rig.target}/screen/${pin}`, { players, seconds });
        },
      },
    );
    return describe(await watched, { least, players, result });
  } finally {
    await browser.close();
    await rig.stop();
  }
}

/** Frames a second, one figure for each second in which the page showed everybody. */
async function watch(
  page: Page,
  url: string,
  { players, seconds }: { players: number; seconds: number },
): Promise<readonly number[]> {
  await page.goto(url);
  const arena = page.getByTestId('arena');
  const all = `[data-testid="arena"][data-avatars="${players}"]`;
  await page.waitForSelector(all, { timeout: OPENING_MS / 2 });
  const figures: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await sleep(LOOK_EVERY_MS);
    if (Number(await arena.getAttribute('data-avatars')) === players)
      figures.push(Number(await arena.getAttribute('data-fps')));
  }
  return figures;
}

function describe(
  fps: readonly number[],
  { least, players, result }: { least: number; players: number; result: SwarmResult },
): Findings {
  const sorted = fps.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const faults = problemsOf(result);
  if (fps.length === 0) faults.push(`the page never showed all ${players} avatars`);
  else if (median < least) faults.push(`${median} frames a second are fewer than ${least}`);
  return {
    metrics: [
      { name: 'frames a second', unit: '/s', value: median, better: 'higher' },
      { name: 'worst second', unit: '/s', value: sorted[0] ?? 0, better: 'higher' },
    ],
    tables: [
      {
        title: 'Frames a second',
        note: `The projector page at ${SIZE.width} × ${SIZE.height}, without a GPU.`,
        columns: ['avatars', 'seconds', 'median', 'worst', 'best'].map((label) => ({ label })),
        rows: [[players, fps.length, median, sorted[0] ?? null, sorted.at(-1) ?? null]],
      },
    ],
    charts: [
      {
        title: 'Frames a second',
        kind: 'line',
        x: { label: 'time', unit: 's', values: fps.map((_, second) => second + 1) },
        y: { label: 'frames', unit: '/s' },
        series: [{ name: 'frames', values: [...fps] }],
      },
    ],
    faults,
    notes: [],
    raw: { fps, result },
  };
}
