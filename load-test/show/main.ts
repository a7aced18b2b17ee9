/**
 * Plays a short game before a projector's page in headless Chromium and tells how evenly each beat of its reveals
 * is drawn. With `--shots` it pauses within the beats instead, and keeps pictures of them.
 *
 *     npm run show -- --players 200
 *     npm run show -- --players 60 --locale en-US --game survival --shots /tmp/stills
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { chromium, type Page } from 'playwright-core';
import { startApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import type { QuizSet } from '../../src/game/quiz-set.js';
import { lengthOf } from '../../src/game/show/beats.js';
import type { Final, RevealBeat } from '../../src/protocol/show.js';
import { Guest } from './guest.js';

const BROWSER = '/usr/bin/chromium-headless-shell';
const FULL_HD = { width: 1920, height: 1080 };
const PHONE = { width: 390, height: 844 };
/** A frame that takes longer is seen as a jerk. */
const LONG_MS = 50;
/** How far into each beat a picture is taken, in ms; a long one has two. */
const SHOT_MS = [280, 1_600];
const CHOICES = 6;

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '200' },
    locale: { type: 'string', default: 'ko-KR' },
    game: { type: 'string', default: 'ranking' },
    reduced: { type: 'boolean', default: false },
    shots: { type: 'string' },
  },
});
const players = Number(values.players);
const isSurvival = values.game === 'survival';

const planets = ['목성', '금성', '지구', '해왕성', '토성', '수성'];
const bank: QuizSet = {
  id: 'show',
  title: 'Show',
  language: 'ko',
  questions: [
    ['태양계에서 하루가 가장 짧은 행성은?', CHOICES],
    ['지름이 가장 큰 행성은?', CHOICES],
    ['위성이 더 많은 행성은?', 2],
    ['가장 무거운 행성은?', 4],
  ].map(([quiz, choices]) => {
    const texts = planets.slice(0, Number(choices));
    return { kind: 'choice', quiz: String(quiz), choices: texts, answers: [0], limitTime: 3 };
  }),
};

/** Where somebody goes in a question: few are right in the first, one in the second, most in the third. */
function zoneFor(question: number, guest: number): number {
  if (question === 0) return guest % 9 === 0 ? 1 : 2 + (guest % (CHOICES - 1));
  if (question === 1) return guest === 7 ? 1 : 2 + (guest % (CHOICES - 1));
  if (question === 2) return guest % 5 === 0 ? 2 : 1;
  return 2 + (guest % 3);
}

/** A place in a zone, another one for each guest. */
function placeIn(zone: number, choices: number, guest: number): [number, number] {
  const rows = Math.ceil(choices / 2);
  const spread = (by: number) => 0.1 + 0.8 * ((guest * by) % 1);
  const column = (zone - 1) % 2;
  const row = Math.floor((zone - 1) / 2);
  return [(column + spread(0.618)) / 2, (row + spread(0.377)) / rows];
}

/** In the page: notes when each frame began, and in which scene. */
const RECORD_FRAMES = `
  window.frames_ = [];
  const frame = (now) => {
    frames_.push([document.documentElement.dataset.scene ?? '', now]);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

function report(frames: readonly [string, number][]): void {
  const scenes = new Map<string, { ms: number; frames: number; long: number; worst: number }>();
  frames.forEach(([scene, now], index) => {
    const before = frames[index - 1];
    if (before === undefined || before[0] !== scene || scene === '') return;
    const ms = now - before[1];
    const sum = scenes.get(scene) ?? { ms: 0, frames: 0, long: 0, worst: 0 };
    const long = sum.long + Number(ms > LONG_MS);
    scenes.set(scene, {
      ms: sum.ms + ms,
      frames: sum.frames + 1,
      long,
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

/** Stands in each beat by a pause, and takes pictures of both pages. */
async function shootReveal(
  host: Guest,
  pages: Record<string, Page>,
  question: number,
): Promise<void> {
  const beats: readonly RevealBeat[] = host.reveal?.beats ?? [];
  for (const [index, { scene, ms }] of beats.entries())
    for (const into of SHOT_MS) {
      if (scene !== 'rest' && into >= ms) continue;
      await host.at(lengthOf(beats.slice(0, index)) + into);
      await host.ask('pauseGame', {});
      await wait(400);
      for (const [name, page] of Object.entries(pages)) {
        const nth = String(index).padStart(2, '0');
        const path = join(values.shots ?? '', `${name}-q${question}-${nth}-${scene}-${into}.png`);
        await page.screenshot({ path });
      }
      await host.ask('resumeGame', {});
    }
}

/** There is no pause in the lobby: the end is taken as it runs, late in each beat. */
async function shootFinal(pages: Record<string, Page>, { startTime, beats }: Final): Promise<void> {
  for (const [index, { scene, ms }] of beats.entries()) {
    const into = scene === 'podium' ? 1_500 : ms * 0.8;
    await wait(startTime + lengthOf(beats.slice(0, index)) + into - Date.now());
    for (const [name, page] of Object.entries(pages)) {
      const nth = String(index).padStart(2, '0');
      await page.screenshot({
        path: join(values.shots ?? '', `${name}-final-${nth}-${scene}.png`),
      });
    }
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'madang-show-'));
if (values.shots !== undefined) mkdirSync(values.shots, { recursive: true });
const config = readConfig({
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  COUNTDOWN_MS: '500',
  GET_READY_MS: '500',
  MAX_ROOMS_PER_ADDRESS: '1000',
});
const sets = {
  list: async () => [],
  find: async () => bank,
  defaultId: () => bank.id,
};
const webDir = join(import.meta.dirname, '../../web');
const app = await startApp(config, sets, webDir, pino({ level: 'warn' }), { minShownMs: 0 });
const url = `http://127.0.0.1:${app.port}`;
const browser = await chromium.launch({
  executablePath: BROWSER,
  args: ['--no-sandbox', '--disable-gpu'],
});
const guests: Guest[] = [];
const host = new Guest(url);
try {
  const { gameId } = await host.ask('createRoom', {
    title: '한마당',
    playerName: '진행',
    pacing: 'host',
    gameMode: isSurvival ? 'SURVIVAL' : 'RANKING',
    ...(isSurvival ? {} : { scoring: 'early' }),
    questionOrder: 'written',
    choiceOrder: 'written',
    maxPlayerCount: players + 5,
  });
  await host.ask('updateRoomQuizset', { quizSetId: bank.id, quizCount: bank.questions.length });
  const reducedMotion = values.reduced ? 'reduce' : 'no-preference';
  const open = async (path: string, viewport: typeof PHONE): Promise<Page> => {
    const context = await browser.newContext({ viewport, locale: values.locale, reducedMotion });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(`${path}: ${error.message}`));
    await page.addInitScript(RECORD_FRAMES);
    await page.goto(url + path);
    return page;
  };
  const projector = await open(`/screen/${gameId}`, FULL_HD);
  await projector.getByTestId('screen').waitFor();
  const pages: Record<string, Page> = { projector };
  if (values.shots !== undefined) {
    const phone = await open(`/join/${gameId}`, PHONE);
    await phone.getByTestId('join-name').fill('Dana');
    await phone.getByTestId('join-submit').click();
    await phone.getByTestId('arena').waitFor();
    pages['phone'] = phone;
  }
  for (let n = 0; n < players; n++) {
    const guest = new Guest(url);
    await guest.ask('joinRoom', {
      gameId,
      playerName: `${n % 2 ? '용감한 수달' : 'Brave Otter'} ${n}`,
    });
    guests.push(guest);
  }
  await host.ask('startGame', {});
  for (const [index, question] of bank.questions.entries()) {
    const choices = question.kind === 'choice' ? question.choices : [];
    await host.whenPhase('question', index);
    guests.forEach((guest, n) => guest.move(placeIn(zoneFor(index, n), choices.length, n)));
    await host.whenPhase('reveal', index);
    const length = lengthOf(host.reveal?.beats ?? []);
    console.log(
      `question ${index + 1}: ${host.reveal?.beats?.map(({ scene }) => scene).join(' ')}`,
    );
    if (values.shots === undefined) await host.at(length + 1_500);
    else await shootReveal(host, pages, index + 1);
    if (host.isOver) break;
    await host.ask('nextPhase', { version: host.phase?.version ?? 0 });
  }
  while (!host.isOver) await wait(20);
  const { final } = host;
  if (final !== undefined) {
    console.log(`the end: ${final.beats.map(({ scene }) => scene).join(' ')}`);
    if (values.shots === undefined)
      await wait(final.startTime + lengthOf(final.beats) + 1_500 - Date.now());
    else await shootFinal(pages, final);
  }
  const frames = await projector.evaluate<[string, number][]>('frames_');
  console.log(`${players} avatars, 1920 x 1080, load ${loadavg()[0]?.toFixed(1)}`);
  if (values.shots === undefined) report(frames);
} finally {
  for (const guest of [host, ...guests]) guest.close();
  await browser.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}
