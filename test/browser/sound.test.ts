import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoundMode } from '../../src/protocol/sound.js';
import {
  boxOf,
  bringQuiz,
  launchBrowser,
  openFold,
  openRoom,
  openTab,
  type Tab,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import type { Figures, Played } from '../support/sound-figures.js';
import type { CueName } from '../../src/web/sound/cues.js';

const QUIZ_FILE = 'question,answer,choice1,choice2,seconds\nWhich?,left,left,right,7\n';
const UNTIL_MS = 60_000;
const ROOT = join(import.meta.dirname, '../..');

let browser: Browser;
beforeAll(async () => {
  // As a browser that nobody has told anything about this page.
  browser = await launchBrowser(['--autoplay-policy=document-user-activation-required']);
});
afterAll(() => browser.close());

describe('R20.1 what is played', () => {
  let page: Page;
  beforeAll(async () => {
    const built = (await build({
      root: ROOT,
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        lib: { entry: 'test/support/sound-bench.ts', formats: ['iife'], name: 'bench' },
      },
    })) as Rolldown.RolldownOutput[];
    page = await browser.newPage();
    await page.addScriptTag({ content: built[0]!.output[0].code });
  });

  const measure = (...args: [played: readonly Played[], seconds: number, sound?: SoundMode]) =>
    page.evaluate<Figures>(`bench.measure(...${JSON.stringify(args)})`);
  /** A phrase in which no layer rests. */
  const bars = (loop: 'lobby' | 'question', barS: number, level: number): Played[] =>
    [36, 37, 38, 39].map((bar, i) => ({ at: i * barS, loop, bar, level }));
  const lobby = (level: number) => bars('lobby', 20 / 7, level);

  const ARGS: Record<string, number[]> = {
    tick: [3, 1],
    five: [5, 1],
    roll: [1.1],
    place: [3, 2, 1],
  };

  it('is heard, is not clipped, has no direct current, and ends', async () => {
    const found: Record<string, Figures> = {};
    const cues = await page.evaluate<CueName[]>('bench.cueNames');
    for (const cue of cues)
      for (const arg of ARGS[cue] ?? [0])
        found[`${cue} ${arg}`] = await measure([{ at: 0, cue, arg }], 4.5);
    for (const level of [0, 1, 2, 3, 4])
      found[`lobby ${level}`] = await measure(lobby(level), 13.5);
    found['question'] = await measure(bars('question', 2, 0), 9);
    if (process.env['SOUND_TABLE'] !== undefined)
      for (const [name, figures] of Object.entries(found))
        console.log(
          name,
          JSON.stringify(figures, (_, value: unknown) =>
            typeof value === 'number' ? Math.round(value * 10) / 10 : value,
          ),
        );
    const faults = Object.entries(found).flatMap(([name, { peak, loudness, mean, tail, lost }]) => [
      ...(loudness > -42 ? [] : [`${name} is not heard: ${loudness}`]),
      ...(peak < -1 ? [] : [`${name} is clipped: ${peak}`]),
      ...(mean < -60 ? [] : [`${name} has direct current: ${mean}`]),
      ...(tail < -80 ? [] : [`${name} does not end: ${tail}`]),
      ...(lost < 10 ? [] : [`${name} is not heard from a small loudspeaker: ${lost}`]),
    ]);
    expect(faults).toEqual([]);
    const music = [0, 1, 2, 3, 4].map((level) => found[`lobby ${level}`]!.loudness);
    expect(Math.max(...music, found['question'].loudness)).toBeLessThan(
      found['bell 0']!.loudness - 3,
    );
  });

  it('is not clipped either when everything sounds at once', async () => {
    const joins = Array.from(
      { length: 9 },
      (_, i) => ({ at: i / 8, cue: 'join', arg: i }) as const,
    );
    const all = await measure(
      [
        { at: 0, cue: 'place', arg: 1 },
        { at: 0.42, cue: 'bell' },
        { at: 0.42, cue: 'right' },
        ...joins,
        ...lobby(4).slice(0, 2),
      ],
      7,
    );
    expect(all.peak).toBeLessThan(-1);
    expect(all.mean).toBeLessThan(-60);
    if (process.env['SOUND_TABLE'] !== undefined) console.log('all', JSON.stringify(all));
  });

  it('is no music where only effects are wanted, and nothing where it is off', async () => {
    const settled: Played[] = [{ at: 1, loop: 'lobby', bar: 36, level: 4 }];
    expect((await measure(settled, 3, 'effects')).loudness).toBeLessThan(-90);
    const bell = await measure([{ at: 1, cue: 'bell' }], 3, 'effects');
    expect(bell.loudness).toBeGreaterThan(-30);
    expect((await measure([{ at: 1, cue: 'bell' }], 3, 'off')).loudness).toBeLessThan(-90);
  });
});

type Told = Partial<Record<'running' | 'sound' | 'heard' | 'blocked', string>>;

/** What a projector's page says of its sound, as it changes, without touching the page. */
class Listener {
  readonly names: string[] = [];
  isBlocked = false;
  isRunning = false;
  sound = '';
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** `evaluate` would count as a click. */
  async listen(page: Page): Promise<void> {
    await page.exposeBinding('tellSound', (_, told: Told) => {
      this.#hear(told);
    });
    await page.addInitScript(`{
      let last = '';
      new MutationObserver(() => {
        const shown = document.querySelector('[data-testid=screen-sound]');
        if (shown === null) return;
        const blocked = document.querySelector('[data-testid=sound-on]') === null ? '' : 'yes';
        const told = { ...shown.dataset, blocked };
        if (JSON.stringify(told) === last) return;
        last = JSON.stringify(told);
        tellSound(told);
      }).observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['data-running', 'data-sound', 'data-heard'],
      });
    }`);
  }

  /** As a bound and not as a wait: it says what was heard where something is missing. */
  async until(is: () => boolean): Promise<void> {
    const late = AbortSignal.timeout(UNTIL_MS);
    while (!is()) {
      const { names, isBlocked, isRunning, sound } = this;
      const seen = JSON.stringify({ names, isBlocked, isRunning, sound });
      await new Promise<void>((told, failed) => {
        this.#waiting.push(told);
        late.addEventListener('abort', () => failed(new Error(`only ${seen}`)), { once: true });
      });
    }
  }

  #hear({ running, sound = '', heard = '', blocked }: Told): void {
    const [count = '0', ...last] = heard.trim().split(' ');
    const isAnew = Number(count) < this.#count;
    const news = Number(count) - (isAnew ? 0 : this.#count);
    if (news > 0) this.names.push(...last.slice(-news));
    this.#count = Number(count);
    this.isBlocked = blocked === 'yes';
    this.isRunning = running === 'true';
    this.sound = sound;
    for (const told of this.#waiting.splice(0)) told();
  }
}

describe('the sound of a projector', () => {
  let server: Child & { url: string };
  let host: Tab;
  let projector: Tab;
  const listener = new Listener();
  const guests: TestClient[] = [];
  let pin = '';

  beforeAll(async () => {
    server = await runServer({
      LOG_LEVEL: 'warn',
      COUNTDOWN_MS: '4000',
      GET_READY_MS: '300',
      REVEAL_MS: '3600000',
    });
    host = await openTab(browser, 'desktop', 'en-US');
    pin = await openRoom(host.page, server.url, { name: 'Dana' });
    await bringQuiz(host.page, QUIZ_FILE);
    projector = await openTab(browser, 'projector', 'en-US');
    await listener.listen(projector.page);
    await projector.page.goto(`${server.url}/screen/${pin}`);
  });

  afterAll(async () => {
    for (const guest of guests) guest.close();
    await server.stop();
  });

  /** Somebody comes in; answers what was heard of it. */
  async function join(): Promise<string[]> {
    const before = listener.names.length;
    const guest = new TestClient(server.url, { auth: { wantToken: true } });
    guests.push(guest);
    await guest.do('joinRoom', { gameId: pin });
    await listener.until(() => listener.names.slice(before).includes('join'));
    return listener.names.slice(before);
  }

  it('R20.1 waits for a click on one large button, which then goes', async () => {
    await listener.until(() => listener.isBlocked);
    expect(listener.isRunning).toBe(false);
    await projector.shoot('sound-projector');
    const { x } = await boxOf(projector.page.getByTestId('sound-on'));
    const count = await boxOf(projector.page.getByTestId('player-count'));
    expect(x).toBeGreaterThan(count.x + count.width);
    await projector.page.getByTestId('sound-on').click();
    await listener.until(() => listener.isRunning && !listener.isBlocked);
    await listener.until(() => listener.names.includes('lobby'));
    await join();
  });

  it('R20.3 follows the host, and is switched off by M for itself, also after a reload', async () => {
    await openFold(host.page, 'during');
    await host.page.getByTestId('sound-mode').selectOption('effects');
    await listener.until(() => listener.sound === 'effects');
    expect(await join()).not.toContain('lobby');
    await host.page.getByTestId('sound-mode').selectOption('all');
    await listener.until(() => listener.sound === 'all');
    await projector.page.keyboard.press('m');
    await listener.until(() => listener.sound === 'off');
    await projector.page.reload();
    await projector.page.getByTestId('sound-panel').waitFor();
    expect(listener.sound).toBe('off');
    await projector.page.keyboard.press('m');
    await listener.until(() => listener.isRunning && listener.sound === 'all');
  });

  it('R20.2 plays a question from 3-2-1 to what was right, with no music after the bell', async () => {
    const { names } = listener;
    const from = names.length;
    await host.page.getByTestId('start').click();
    await listener.until(() => names.slice(from).includes('right'));
    const heard = names.slice(from);
    const expected = ['tick', 'go', 'question', 'five', 'bell', 'right'];
    const firsts = expected.map((name) => heard.indexOf(name));
    expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
    expect(firsts).not.toContain(-1);
    expect(heard.filter((name) => name === 'bell')).toHaveLength(1);
    expect(heard.slice(heard.indexOf('bell') + 1)).toEqual(['right']);
  });

  it('R20.3 plays nothing while it is off, and goes on when it is on again', async () => {
    const { page } = projector;
    await page.keyboard.press('m');
    await listener.until(() => listener.sound === 'off');
    const from = listener.names.length;
    await host.page.getByTestId('skip').click();
    await page.getByTestId('podium').waitFor();
    expect(listener.names.slice(from)).toEqual([]);
    await page.keyboard.press('m');
    await listener.until(() => listener.names.slice(from).includes('lobby'));
    expect(listener.names.slice(from)).not.toContain('place');
    expect([...host.errors, ...projector.errors]).toEqual([]);
  });
});
