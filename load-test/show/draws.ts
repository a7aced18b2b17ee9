/** The floor of a draw in Chromium: how many frames a second it has while it falls away, and how it looks. */

import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { courseMs } from '../../src/game/shared/draw-course.js';
import { busyMs, watchThread } from './busy.js';
import { bundleCrowd, LOOKS } from './crowd.js';
import { RECORD_FRAMES, report } from './frames.js';

/** Before it begins: people see the draw first. */
const LEAD_MS = 2_000;
/** The winners stand, with paper that falls. */
const REST_MS = 2_000;
const WINNERS = 3;
/** When pictures are taken, as parts of the course. */
const PICTURES = [0.05, 0.25, 0.4, 0.6];

/** Measures draws among so many people; `dir` gets pictures of each, unless it is undefined. */
export async function measureDraws(
  browser: Browser,
  sizes: readonly number[],
  { theme, dir }: { theme: string; dir: string | undefined },
): Promise<void> {
  const { script, style } = await bundleCrowd(join(import.meta.dirname, '../../..'));
  if (dir !== undefined) mkdirSync(dir, { recursive: true });
  for (const { name, viewport, deviceScaleFactor, isScreen, slowdown } of LOOKS)
    for (const people of sizes) {
      const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'ko-KR' });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
      const devtools = await watchThread(await context.newCDPSession(page));
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.addStyleTag({ content: style });
      await page.addScriptTag({ content: script });
      await page.evaluate(RECORD_FRAMES);
      const options = JSON.stringify({ isScreen, leadMs: LEAD_MS, theme });
      await page.evaluate(`crowd.showDraw(${people}, ${options})`);
      await page.getByTestId('draw-course').waitFor();
      const ms = courseMs(people, WINNERS);
      const before = await busyMs(devtools);
      if (dir === undefined) await page.waitForTimeout(LEAD_MS + ms + REST_MS);
      else {
        // A picture takes frames.
        let at = 0;
        for (const part of [...PICTURES.map((one) => LEAD_MS + one * ms), LEAD_MS + ms + REST_MS]) {
          await page.waitForTimeout(part - at);
          at = part;
          const nth = String(Math.round(part)).padStart(5, '0');
          await page.screenshot({ path: join(dir, `draw-${name}-${people}-${nth}.png`) });
        }
      }
      const frames = await page.evaluate<[string, number][]>('frames_');
      const load = loadavg()[0]?.toFixed(1);
      // A processor that is slowed down is kept busy with nothing.
      const busy = (await busyMs(devtools)) - before;
      const cpu = slowdown === 1 ? `, CPU ${(busy / frames.length).toFixed(1)} ms a frame` : '';
      console.log(`${name}, ${people} people, ${slowdown}× slower${cpu}, load ${load}`);
      report(frames);
      await context.close();
    }
}
