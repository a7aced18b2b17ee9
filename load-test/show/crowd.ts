/** The picture of big rooms in Chromium: how many frames a second it has, and how it looks. */

import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Rolldown } from 'vite';
import type { Browser } from 'playwright-core';
import { busyMs, watchThread } from './busy.js';

/** In the sources, also where this runs as built. */
const ENTRY = 'load-test/show/crowd/page.ts';

/** What of a browser's page it takes; the laboratory may have another Playwright than the tests. */
interface EmptyPage {
  addStyleTag(tag: { content: string }): Promise<unknown>;
  addScriptTag(tag: { content: string }): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
}

interface CrowdBundle {
  script: string;
  style: string;
}

/** The page has no server, so that it brings its words along: those of `PARTS` in English. */
const PARTS = ['player', 'game'];
const ownWords = {
  name: 'own-words',
  load: {
    filter: { id: /src\/web\/i18n\/load-words\.ts$/ },
    handler: () =>
      [
        ...PARTS.map((part) => `import { words as ${part} } from '../../i18n/made/en/${part}.js';`),
        `const all = { ${PARTS.join(', ')} };`,
        'export const loadWords = async (_, part) => all[part];',
      ].join('\n'),
  },
};

/** `root` is the folder of the project. */
export async function bundleCrowd(root: string): Promise<CrowdBundle> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ownWords, svelte({ configFile: false, compilerOptions: { runes: true } })],
    build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'crowd' } },
  })) as Rolldown.RolldownOutput[];
  const files = built[0]?.output ?? [];
  const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const style = files.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []));
  return { script: script.join('\n'), style: style.join('\n') };
}

/** Shows a room of so many people in an empty page. */
export async function openCrowd(
  page: EmptyPage,
  { script, style }: CrowdBundle,
  people: number,
  options: { isScreen: boolean; isStill: boolean; theme: string },
): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  await page.evaluate(`crowd.show(${people}, ${JSON.stringify(options)})`);
}

const WARM_MS = 3_000;
const MEASURED_MS = 10_000;

export interface Look {
  name: string;
  viewport: { width: number; height: number };
  deviceScaleFactor: number;
  isScreen: boolean;
  /** How many times slower the processor is than this one. */
  slowdown: number;
}

export const LOOKS: readonly Look[] = [
  {
    name: 'projector',
    viewport: { width: 1920, height: 1080 },
    deviceScaleFactor: 1,
    isScreen: true,
    slowdown: 1,
  },
  {
    name: 'phone',
    viewport: { width: 390, height: 640 },
    // The canvas of an arena has no more.
    deviceScaleFactor: 2,
    isScreen: false,
    slowdown: 4,
  },
];

/** In the page: the time between its frames, for `ms`. */
const FRAMES = (ms: number) => `new Promise((tell) => {
  const { dataset } = document.querySelector('[data-testid=arena]');
  const gaps = [];
  let [began, last] = [performance.now(), performance.now()];
  const crowd = Number(dataset.crowdFrames);
  const frame = (now) => {
    gaps.push(now - last);
    last = now;
    if (now - began < ${ms}) return requestAnimationFrame(frame);
    tell({ gaps: gaps.slice(1), drawn: Number(dataset.crowdFrames) - crowd, ms: now - began });
  };
  requestAnimationFrame(frame);
})`;

interface Frames {
  gaps: number[];
  /** In how many frames the crowd was drawn. */
  drawn: number;
  ms: number;
}

/** Measures rooms of these sizes; `dir` gets a picture of each, unless it is undefined. */
export async function measureCrowds(
  browser: Browser,
  sizes: readonly number[],
  {
    theme,
    motion,
    dir,
  }: { theme: string; motion: 'no-preference' | 'reduce'; dir: string | undefined },
): Promise<void> {
  const bundle = await bundleCrowd(join(import.meta.dirname, '../../..'));
  if (dir !== undefined) mkdirSync(dir, { recursive: true });
  console.log(
    'page       people   slower   frames/s   crowd/s   CPU ms   over 50 ms   longest ms   load',
  );
  for (const look of LOOKS)
    for (const people of sizes) {
      const { name, viewport, deviceScaleFactor, isScreen, slowdown } = look;
      const context = await browser.newContext({
        viewport,
        deviceScaleFactor,
        reducedMotion: motion,
        locale: 'ko-KR',
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
      await openCrowd(page, bundle, people, { isScreen, isStill: false, theme });
      const devtools = await watchThread(await context.newCDPSession(page));
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.waitForTimeout(WARM_MS);
      const before = await busyMs(devtools);
      const { gaps, drawn, ms } = await page.evaluate<Frames>(FRAMES(MEASURED_MS));
      // A processor that is slowed down is kept busy with nothing.
      const busy = slowdown === 1 ? (await busyMs(devtools)) - before : NaN;
      console.log(
        [
          name.padEnd(9),
          String(people).padStart(7),
          `${slowdown}×`.padStart(8),
          ((gaps.length * 1_000) / gaps.reduce((sum, gap) => sum + gap, 0)).toFixed(1).padStart(10),
          ((drawn * 1_000) / ms).toFixed(1).padStart(9),
          (Number.isNaN(busy) ? '' : (busy / gaps.length).toFixed(1)).padStart(8),
          String(gaps.filter((gap) => gap > 50).length).padStart(12),
          Math.max(...gaps)
            .toFixed(0)
            .padStart(12),
          (loadavg()[0] ?? 0).toFixed(1).padStart(6),
        ].join(' '),
      );
      if (dir !== undefined)
        await page.screenshot({ path: join(dir, `crowd-${name}-${people}-${theme}.png`) });
      await context.close();
    }
}
