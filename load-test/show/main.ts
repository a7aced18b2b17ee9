/**
 * Plays short games before a projector's page in headless Chromium, and tells how evenly each beat is drawn. With
 * `--film` two phones are there as well, and all of it is kept in pictures:
 *
 *     npm run show                                          measure one game
 *     npm run show -- --film /tmp/film                      films and contact sheets of everything
 *     npm run show -- --film /tmp/film --theme night --locale en-US --game survival --motion reduced
 *
 * --film DIR    films and contact sheets go there
 * --game        ranking,survival    each list may have one or more of these; measured is the first of each
 * --locale      ko-KR,en-US
 * --theme       yard,night,contrast
 * --motion      full,reduced
 * --players N   200
 * --at-once N   games at the same time; one for each four cores
 * --png         pictures without loss, which takes more time
 *
 *     npm run show -- --crowd 2000,10000 --pictures DIR     measure the picture of big rooms, and keep one of each
 *     npm run show -- --record src/web/pages/try            record the game that the home page plays, in both languages
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startApp } from '../../src/server/app.js';
import { readConfig } from '../../src/server/platform/config/config.js';
import { phaseLengths } from '../../src/server/platform/config/phase-lengths.js';
import { Database } from '../../src/server/platform/database/database.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import type { GameMode, Theme } from '../../src/protocol/index.js';
import { childFilesIn } from '../../src/server/desk/child/child-files.js';
import { Maps } from '../../src/server/live/room/maps.js';
import { Camera, Film, writeFilm, writeSheet } from './film.js';
import { ShowGame, type GameChoice } from './game.js';
import { Recorder } from './record.js';
import { measureCrowds } from './crowd.js';
import { LANGUAGES, scriptFor, type Locale, type Who } from './script.js';

const BROWSER = '/usr/bin/chromium-headless-shell';
const FULL_HD = { width: 1920, height: 1080 };
const PHONES: [Who, typeof FULL_HD][] = [
  ['first', { width: 390, height: 844 }],
  ['second', { width: 360, height: 640 }],
];
const MODES: Record<string, GameMode> = { ranking: 'RANKING', survival: 'SURVIVAL' };
const MOTIONS = { full: 'no-preference', reduced: 'reduce' } as const;
type Motion = keyof typeof MOTIONS;

/** In the page: draws ten pictures a second, so that the pages of several games fit on one machine. */
const DRAW_SELDOM = `
  const soon = requestAnimationFrame;
  window.requestAnimationFrame = (frame) => setTimeout(() => soon(frame), 85);
`;

const { values } = parseArgs({
  options: {
    film: { type: 'string' },
    game: { type: 'string', default: 'ranking,survival' },
    locale: { type: 'string', default: 'ko-KR,en-US' },
    theme: { type: 'string', default: 'yard,night,contrast' },
    motion: { type: 'string', default: 'full,reduced' },
    players: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: String(Math.ceil(availableParallelism() / 4)) },
    png: { type: 'boolean', default: false },
    crowd: { type: 'string' },
    pictures: { type: 'string' },
    record: { type: 'string' },
  },
});
const format = values.png ? 'png' : 'jpeg';
const motions = values.motion.split(',') as Motion[];
const choices = values.game.split(',').flatMap((mode) =>
  (values.locale.split(',') as Locale[]).flatMap((locale) =>
    (values.theme.split(',') as Theme[]).map((theme): GameChoice => {
      return { mode: MODES[mode] ?? 'RANKING', locale, theme, players: Number(values.players) };
    }),
  ),
);

/** Opens pages of one game as one browser of its own each. */
async function openPage(
  { choice }: ShowGame,
  path: string,
  motion: Motion,
  viewport: typeof FULL_HD,
): Promise<Page> {
  const { locale } = choice;
  const context = await browser.newContext({ viewport, locale, reducedMotion: MOTIONS[motion] });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${path}: ${error.message}`));
  await page.addInitScript(values.film === undefined ? RECORD_FRAMES : DRAW_SELDOM);
  await page.goto(url + path);
  return page;
}

async function openProjector(game: ShowGame, motion: Motion): Promise<Page> {
  const page = await openPage(game, `/screen/${game.gameId}`, motion, FULL_HD);
  await page.getByTestId('screen').waitFor();
  return page;
}

async function openPhone(
  game: ShowGame,
  who: Who,
  motion: Motion,
  size: typeof FULL_HD,
): Promise<Page> {
  const page = await openPage(game, `/join/${game.gameId}`, motion, size);
  await page.getByTestId('join-name').fill(game.choice.locale === 'ko-KR' ? '서다나' : 'Dana');
  await page.getByTestId('join-submit').click();
  const arena = page.getByTestId('arena');
  await arena.waitFor();
  game.addPhone(who, async ([x, y]) => {
    const box = await arena.boundingBox();
    if (box) await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
  });
  return page;
}

async function measure(choice: GameChoice): Promise<void> {
  const game = await ShowGame.open(url, choice);
  const projector = await openProjector(game, motions[0] ?? 'full');
  await game.seatCrowd();
  await game.play(false);
  const frames = await projector.evaluate<[string, number][]>('frames_');
  console.log(`${choice.players} avatars, 1920 x 1080, load ${loadavg()[0]?.toFixed(1)}`);
  report(frames);
  game.close();
}

/** A game is played once for all motions. */
async function film(choice: GameChoice, dir: string): Promise<void> {
  const game = await ShowGame.open(url, choice);
  const sets: { name: string; cameras: Camera[]; film: Film }[] = [];
  for (const motion of motions) {
    const name = [choice.mode.toLowerCase(), choice.locale, choice.theme, motion].join('-');
    const cameras = [await Camera.of('projector', await openProjector(game, motion), format)];
    for (const [who, size] of PHONES)
      cameras.push(
        await Camera.of(`phone${size.width}`, await openPhone(game, who, motion, size), format),
      );
    sets.push({ name, cameras, film: new Film(game.host, cameras, join(dir, name), format) });
  }
  await game.seatCrowd();
  await game.play(true);
  for (const set of sets) {
    await set.film.stop();
    for (const { page } of set.cameras) await page.context().close();
  }
  game.close();
  for (const { name, film } of sets) {
    const { takes, latestMs } = film;
    await writeSheet(browser, name, takes, join(dir, name));
    await writeFilm(takes, 'projector', join(dir, `${name}.webp`));
    console.log(`${join(dir, name)}.png: ${takes.length} pictures, at most ${latestMs} ms late`);
  }
}

async function filmAll(dir: string): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const left = [...choices];
  const work = async (): Promise<void> => {
    for (let choice = left.shift(); choice; choice = left.shift()) await film(choice, dir);
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
}

/** People enough to look like a hall, and few enough for a small file. */
const RECORDED_PLAYERS = 40;
/** Between the last guest and the game. */
const SETTLED_MS = 500;

async function record(locale: Locale, dir: string): Promise<void> {
  const choice: GameChoice = {
    mode: 'RANKING',
    locale,
    theme: 'own',
    players: RECORDED_PLAYERS,
    onlyHosts: true,
  };
  const game = await ShowGame.open(url, choice);
  // Nobody who tries it has asked for music.
  await game.host.ask('updateScreen', {
    showChat: false,
    showNames: true,
    sound: 'off',
    volume: 8,
    soundOffsetMs: 0,
  });
  game.walks = true;
  await game.seatCrowd();
  const recorder = new Recorder(url, game.gameId);
  await recorder.open();
  await wait(SETTLED_MS);
  recorder.start();
  await game.play(false);
  await recorder.save(join(dir, `${LANGUAGES[locale]}.json`));
  game.close();
}

async function playGames(): Promise<void> {
  const [first] = choices;
  if (values.record !== undefined) {
    const dir = values.record;
    for (const locale of ['ko-KR', 'en-US'] as const) await record(locale, dir);
  } else if (values.film !== undefined) await filmAll(values.film);
  else if (first) await measure(first);
}

const browser: Browser = await chromium.launch({
  executablePath: BROWSER,
  args: ['--no-sandbox', '--disable-gpu'],
});
const dataDir = mkdtempSync(join(tmpdir(), 'madang-show-'));
const config = readConfig({
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  GET_READY_MS: '1200',
  MAX_ROOMS_PER_ADDRESS: '1000',
});
const banks = choices.map(({ mode, locale }) => scriptFor(mode, locale).bank);
const sets = {
  list: async () => [],
  find: async (id: string) => banks.find((bank) => bank.id === id),
  picture: () => undefined,
  defaultId: () => banks[0]?.id ?? '',
};
const webDir = join(import.meta.dirname, '../../web');
const app = await startApp({
  config,
  logger: pino({ level: 'warn' }),
  database: new Database(noEngine('cannot be opened')),
  bank: sets,
  maps: new Maps(undefined),
  lengths: { ...phaseLengths(config), minShownMs: 0 },
  childFiles: childFilesIn(join(import.meta.dirname, '../../src/server')),
  version: '',
  webDir,
});
const url = `http://127.0.0.1:${app.port}`;
try {
  if (values.crowd === undefined) await playGames();
  else
    await measureCrowds(browser, values.crowd.split(',').map(Number), {
      theme: choices[0]?.theme ?? 'yard',
      motion: MOTIONS[motions[0] ?? 'full'],
      dir: values.pictures,
    });
} finally {
  await browser.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A frame that takes longer is seen as a jerk. */
const LONG_MS = 50;

/** In the page: notes when each frame began, and in which scene. */
export const RECORD_FRAMES = `
  window.frames_ = [];
  const frame = (now) => {
    frames_.push([document.documentElement.dataset.scene ?? '', now]);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

/** How evenly each scene was drawn. */
export function report(frames: readonly [string, number][]): void {
  const scenes = new Map<string, { ms: number; frames: number; long: number; worst: number }>();
  frames.forEach(([scene, now], index) => {
    const before = frames[index - 1];
    if (before === undefined || before[0] !== scene || scene === '') return;
    const ms = now - before[1];
    const sum = scenes.get(scene) ?? { ms: 0, frames: 0, long: 0, worst: 0 };
    scenes.set(scene, {
      ms: sum.ms + ms,
      frames: sum.frames + 1,
      long: sum.long + Number(ms > LONG_MS),
      worst: Math.max(sum.worst, ms),
    });
  });
  console.log('scene       frames/s   frames   over 50 ms   longest ms');
  for (const [scene, { ms, frames: count, long, worst }] of scenes)
    console.log(
      [
        scene.padEnd(10),
        ((count / ms) * 1000).toFixed(1).padStart(10),
        String(count).padStart(8),
        String(long).padStart(12),
        worst.toFixed(0).padStart(12),
      ].join(' '),
    );
}
