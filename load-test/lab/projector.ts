/** `projector`: how smoothly a browser draws a full hall. */
import type { Page } from 'playwright-core';
import { decimal, readOptions, whole } from '../swarm/command-line.js';
import { pause } from '../swarm/waiting.js';
import { CHROMIUM, firstLine, launchChromium } from './chromium.js';
import type { Context, Experiment } from './experiment.js';
import { faultsOf, saturationOf, type Ran } from './figures.js';
import { metricsOf } from './tables.js';
import type { Findings } from './findings.js';
import { checkOpenFiles, play } from './play.js';
import { startRig, withRig } from './rig.js';

const SIZE = { width: 1920, height: 1080 };
const LOOK_EVERY_MS = 1_000;
const OPENING_MS = 10_000;
const JOINS_PER_SECOND = 50;
const LARGEST_ROOM = 500;

const OPTIONS = {
  players: whole('avatars', [2, 2_000], 200),
  seconds: decimal('length of the measurement', [2, 600], 20),
  'min-fps': decimal('fewer frames a second (median) are a fault', [1, 240], 55),
  chromium: CHROMIUM,
};

export const projectorExperiment: Experiment = {
  name: 'projector',
  about: 'frames a second of the projector page in Chromium, with 200 walking avatars',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const { players, seconds, 'min-fps': least, chromium: path } = readOptions(OPTIONS, options);
  checkOpenFiles(players);
  const browser = await launchChromium(path);
  const settings = { MAX_ROOM_PLAYERS: String(Math.max(LARGEST_ROOM, players)) };
  try {
    return await withRig(startRig({ core: serverCore, settings }, progress), async (rig) => {
      const page = await browser.newPage({ viewport: SIZE });
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
      return describeProjector(await watching, { least, players, result, ...SIZE });
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
  const sorted = fps.toSorted((a, b) => a - b);
  const median = sorted[Math.ceil(sorted.length / 2) - 1];
  const [worst, best] = [sorted[0], sorted.at(-1)];
  const faults = faultsOf(result);
  if (trouble !== undefined) faults.push(`the page could not be watched: ${trouble}`);
  if (median === undefined) faults.push(`the page never showed all ${players} avatars`);
  else if (median < least) faults.push(`${median} frames a second are fewer than ${least}`);
  const saturation = saturationOf(result);
  return {
    metrics: metricsOf(
      [fps],
      [
        ['frames a second', '/s', () => median, 'higher'],
        ['worst second', '/s', () => worst, 'higher'],
      ],
    ),
    tables: [
      {
        title: 'Frames a second',
        note: `The projector page at ${width} × ${height}, without a GPU, on the players’ core.`,
        columns: ['avatars', 'seconds', 'median', 'worst', 'best'].map((label) => ({ label })),
        rows: [[players, fps.length, median ?? null, worst ?? null, best ?? null]],
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
    // Latencies are not the point here, and the browser is on the same core.
    notes: saturation === undefined ? [] : [`Meanwhile ${saturation}.`],
    raw: { fps, trouble: trouble ?? null, result },
  };
}
