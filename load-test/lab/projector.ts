/** `projector`: how smoothly a browser draws a full hall. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { pause } from '../swarm/waiting.js';
import { LabError, type Context, type Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { numberOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { describeProjector, type Watched } from './projector-findings.js';
import { startRig } from './rig.js';

const SIZE = { width: 1920, height: 1080 };
const LOOK_EVERY_MS = 1_000;
const OPENING_MS = 10_000;
const JOINS_PER_SECOND = 50;
const LARGEST_ROOM = 500;

export const projectorExperiment: Experiment = {
  name: 'projector',
  about: 'frames a second of the projector page in Chromium, with 200 walking avatars',
  startsItsServers: true,
  options: {
    players: { value: 'N', help: 'avatars', default: '200' },
    seconds: { value: 'N', help: 'length of the measurement', default: '20' },
    'min-fps': { value: 'N', help: 'fewer frames a second (median) are a fault', default: '55' },
    chromium: { value: 'PATH', help: 'the browser', default: '/usr/bin/chromium-headless-shell' },
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const players = numberOf(options, 'players', { min: 2, max: 2_000, whole: true });
  const seconds = numberOf(options, 'seconds', { min: 2, max: 600 });
  const least = numberOf(options, 'min-fps', { min: 1, max: 240 });
  checkOpenFiles(players);
  const browser = await launch(options['chromium'] ?? '');
  try {
    const rig = await startRig(
      {
        shape: 'single',
        processes: 1,
        flushIntervalMs: 50,
        core: serverCore,
        settings: { MAX_ROOM_PLAYERS: String(Math.max(LARGEST_ROOM, players)) },
      },
      progress,
    );
    try {
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
    } finally {
      await rig.stop();
    }
  } finally {
    await browser.close();
  }
}

async function launch(executablePath: string): Promise<Browser> {
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

function firstLine(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n');
  return line;
}
