/**
 * Plays short games before a projector's page in headless Chromium, and tells how evenly each beat is drawn. With
 * `--film` two phones are there as well, and all of it is kept in pictures.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startApp } from '../../src/server/app.js';
import { readConfig } from '../../src/server/platform/config/config.js';
import { phaseLengths } from '../../src/server/platform/config/phase-lengths.js';
import { Database } from '../../src/server/platform/database/database.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import type { GameMode } from '../../src/protocol/index.js';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';
import { childFilesIn } from '../../src/server/desk/child/child-files.js';
import { Maps } from '../../src/server/live/room/maps.js';
import {
  flag,
  helpOf,
  LabError,
  maybe,
  parseLine,
  readOptions,
  someOf,
  text,
  whole,
  wholes,
} from '../swarm/command-line.js';
import { measureDraws } from './draws.js';
import { eveningFor } from './evening-set.js';
import { playEvening, showItem } from './evening.js';
import { Camera, Film, writeFilm, writeSheet } from './film.js';
import { RECORD_FRAMES, report } from './frames.js';
import { ShowGame, type GameChoice } from './game.js';
import { LANGUAGES_SET, pictureLanguages } from './languages.js';
import { Recorder } from './record.js';
import { measureCrowds } from './crowd.js';
import { LANGUAGES, scriptFor, type Locale, type Who } from './script.js';

const BROWSER = '/usr/bin/chromium-headless-shell';
const FULL_HD = { width: 1920, height: 1080 };
const LAPTOP = { width: 1366, height: 768 };
const PHONES: [Who, typeof FULL_HD][] = [
  ['first', { width: 390, height: 844 }],
  ['second', { width: 360, height: 640 }],
];
const MODES = {
  ranking: 'RANKING',
  survival: 'SURVIVAL',
  evening: 'RANKING',
} as const satisfies Record<string, GameMode>;
const MODES_SHOWN = ['ranking', 'survival', 'evening'] as const;
const MOTIONS = { full: 'no-preference', reduced: 'reduce' } as const;
type Motion = keyof typeof MOTIONS;
const MOTION_NAMES = ['full', 'reduced'] as const;

/** In the page: draws ten pictures a second, so that the pages of several games fit on one machine. */
const DRAW_SELDOM = `
  const soon = requestAnimationFrame;
  window.requestAnimationFrame = (frame) => setTimeout(() => soon(frame), 85);
`;

const OPTIONS = {
  film: maybe(text('DIR', 'play all of the games, and keep films and contact sheets there')),
  game: someOf(
    'without --film the first of each list is measured',
    MODES_SHOWN,
    'ranking,survival',
  ),
  locale: text(
    'LIST',
    `of the pages; where it is none of ours, questions are English`,
    'ko-KR,en-US',
  ),
  theme: someOf('of the pages', ['yard', 'night', 'contrast']),
  motion: someOf('of the pages', MOTION_NAMES),
  players: whole('of each game', [1, 10_000], 200),
  'at-once': whole(
    'games, one for each four cores',
    [1, 64],
    Math.ceil(availableParallelism() / 4),
  ),
  png: flag('pictures without loss, which takes more time'),
  crowd: maybe(wholes('measure the picture of rooms of so many', [1, 100_000], '')),
  draws: maybe(wholes('measure the floor of a draw of so many', [1, 100_000], '')),
  pictures: maybe(text('DIR', 'keep one of each of these there')),
  record: maybe(text('DIR', 'record the game that the home page plays, in both languages')),
  languages: maybe(
    text('DIR', 'pictures of a phone, a cockpit and a projector in eight languages'),
  ),
  help: flag('this text'),
};
const USAGE = `Usage: npm run show -- [options]
${helpOf(OPTIONS)}

npm run show -- --film /tmp/film --theme night --locale en-US --game survival --motion reduced
npm run show -- --game evening --players 400
npm run show -- --crowd 2000,10000 --pictures /tmp/crowd
`;

function readArguments(argv: readonly string[]) {
  try {
    const found = readOptions(OPTIONS, parseLine(argv, OPTIONS).given);
    if (!found.help) return found;
    process.stdout.write(USAGE);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    process.stderr.write(`show: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const values = readArguments(process.argv.slice(2));
const format = values.png ? 'png' : 'jpeg';
const motions = values.motion;
const choices = values.game.flatMap((mode) =>
  values.locale.split(',').flatMap((pages) =>
    values.theme.map((theme): GameChoice => {
      const { players } = values;
      const locale = pages in LANGUAGES ? (pages as Locale) : 'en-US';
      const kind = mode === 'evening' ? ({ evening: true, onlyHosts: true } as const) : {};
      return { mode: MODES[mode], locale, pages, theme, players, ...kind };
    }),
  ),
);

/** Opens pages of one game as one browser of its own each. */
async function openPage(
  { choice }: ShowGame,
  path: string,
  motion: Motion,
  viewport: typeof FULL_HD,
  token?: string,
): Promise<Page> {
  const { pages: locale } = choice;
  const context = await browser.newContext({ viewport, locale, reducedMotion: MOTIONS[motion] });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(`${path}: ${error.message}`));
  await page.addInitScript(values.film === undefined ? RECORD_FRAMES : DRAW_SELDOM);
  if (token !== undefined)
    await page.addInitScript(`localStorage.setItem('madang.token', ${JSON.stringify(token)})`);
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

/** The cockpit of the game's host. */
async function openCockpit(game: ShowGame, motion: Motion): Promise<Page> {
  const page = await openPage(game, `/host/${game.gameId}`, motion, LAPTOP, game.host.token);
  await page.getByTestId('cockpit').waitFor();
  return page;
}

/** Each page for itself, as none of them runs beside another one on its machine. */
async function measureEvening(choice: GameChoice): Promise<void> {
  const [motion = 'full'] = motions;
  const [, [second, size]] = PHONES as [unknown, (typeof PHONES)[number]];
  const pages = {
    projector: (game: ShowGame) => openProjector(game, motion),
    phone: (game: ShowGame) => openPhone(game, second, motion, size),
    cockpit: (game: ShowGame) => openCockpit(game, motion),
  };
  const game = await ShowGame.open(url, choice);
  await game.seatCrowd();
  const stop = game.stroll();
  for (const [name, open] of Object.entries(pages)) {
    const page = await open(game);
    await page.evaluate('frames_.length = 0');
    for (const item of ['welcome', 'tonight', 'rules', 'tea', 'draw', 'standings'])
      await showItem(game, item);
    const frames = await page.evaluate<[string, number][]>('frames_');
    const load = loadavg()[0]?.toFixed(1);
    console.log(`${name}, ${choice.locale}, ${choice.players} people, load ${load}`);
    report(frames);
    await page.context().close();
  }
  stop();
  game.close();
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
    const kind = choice.evening ? 'evening' : choice.mode.toLowerCase();
    const name = [kind, choice.pages, choice.theme, motion].join('-');
    const cameras = [await Camera.of('projector', await openProjector(game, motion), format)];
    for (const [who, size] of PHONES)
      cameras.push(
        await Camera.of(`phone${size.width}`, await openPhone(game, who, motion, size), format),
      );
    if (choice.evening)
      cameras.push(await Camera.of('cockpit', await openCockpit(game, motion), format));
    sets.push({ name, cameras, film: new Film(game.host, cameras, join(dir, name), format) });
  }
  try {
    await game.seatCrowd();
    if (choice.evening) {
      const stop = game.stroll();
      await playEvening(game);
      stop();
    } else await game.play(true);
  } finally {
    for (const { film } of sets) await film.stop();
  }
  for (const { cameras } of sets) for (const { page } of cameras) await page.context().close();
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
  await Promise.all(Array.from({ length: values['at-once'] }, work));
}

/** People enough to look like a hall, and few enough for a small file. */
const RECORDED_PLAYERS = 40;
/** Between the last guest and the game. */
const SETTLED_MS = 500;

async function record(locale: Locale, dir: string): Promise<void> {
  const choice: GameChoice = {
    mode: 'RANKING',
    locale,
    pages: locale,
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

const PICTURED_PLAYERS = 40;

async function pictureAll(dir: string): Promise<void> {
  const choice: GameChoice = {
    mode: 'RANKING',
    locale: 'en-US',
    pages: 'en-US',
    theme: 'yard',
    players: PICTURED_PLAYERS,
    onlyHosts: true,
  };
  const game = await ShowGame.open(url, choice);
  await game.seatCrowd();
  const [, [who, size]] = PHONES as [unknown, (typeof PHONES)[number]];
  const phone = await openPhone(game, who, 'reduced', size);
  const cockpit = await openCockpit(game, 'reduced');
  const projector = await openProjector(game, 'reduced');
  await pictureLanguages(browser, game, { phone, cockpit, projector }, dir);
  game.close();
}

async function playGames(): Promise<void> {
  const [first] = choices;
  if (values.languages !== undefined) await pictureAll(values.languages);
  else if (values.record !== undefined) {
    const dir = values.record;
    for (const locale of ['ko-KR', 'en-US'] as const) await record(locale, dir);
  } else if (values.film !== undefined) await filmAll(values.film);
  else if (first?.evening)
    for (const choice of choices.filter(({ theme }) => theme === first.theme))
      await measureEvening(choice);
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
const banks = [
  ...choices.map(({ mode, locale, evening }) =>
    evening ? eveningFor(locale) : scriptFor(mode, locale).bank,
  ),
  LANGUAGES_SET,
];
const ready = await BuiltInQuizBank.load(
  join(import.meta.dirname, '../../src/server/desk/sets/bank/sets'),
);
const sets = {
  list: async () => [],
  find: async (id: string) => banks.find((bank) => bank.id === id),
  picture: (id: string) => ready.picture(id),
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
  if (values.draws !== undefined)
    await measureDraws(browser, values.draws, {
      theme: choices[0]?.theme ?? 'yard',
      dir: values.pictures,
    });
  else if (values.crowd === undefined) await playGames();
  else
    await measureCrowds(browser, values.crowd, {
      theme: choices[0]?.theme ?? 'yard',
      motion: MOTIONS[motions[0] ?? 'full'],
      dir: values.pictures,
    });
} finally {
  await browser.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}
