/** Pictures of a game: films, and contact sheets of all scenes. */

import { writeFile, mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Browser } from 'playwright-core';
import sharp from 'sharp';
import type { PhasePayload, ShownItem } from '../../src/protocol/index.js';
import { beatAt } from '../../src/game/shared/beats.js';
import type { Guest } from './game.js';

/** How long a page waits before it gives the next picture. */
const BETWEEN_MS = 120;

/** Always has the newest picture of a page, without holding the page up as a screenshot does. */
export class Camera {
  #newest: Buffer | undefined;

  private constructor(
    readonly name: string,
    readonly page: Page,
  ) {}

  static async of(name: string, page: Page, format: 'jpeg' | 'png'): Promise<Camera> {
    const session = await page.context().newCDPSession(page);
    const camera = new Camera(name, page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      camera.#newest = Buffer.from(data, 'base64');
      // The page may be closed by then.
      void wait(BETWEEN_MS).then(() =>
        session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined),
      );
    });
    await session.send('Page.startScreencast', { format, quality: 85 });
    return camera;
  }

  /** False where the page has not drawn anything yet. */
  async save(path: string): Promise<boolean> {
    if (this.#newest === undefined) return false;
    await writeFile(path, this.#newest);
    return true;
  }
}

/** A picture of each camera, taken in the same moment. */
export interface Take {
  scene: string;
  /** Counts the scenes of a game, as most of them come more than once. */
  nth: number;
  /** By camera. */
  files: Record<string, string>;
}

const BEAT_MS = 250;
const LONG_MS = 1_000;
const FILM_WIDTH = 960;
const FILM_QUALITY = 60;

/** What the pages show at a time, as row 30 would call it. */
function sceneAt({ phase, reveal, final, item }: Guest, now: number): string {
  if (phase === undefined) return 'lobby';
  if (phase.item !== undefined)
    return `item ${item === undefined ? '' : itemScene(item, phase, now)}`;
  const elapsedMs = now - phase.startTime;
  if (phase.break) return 'break';
  if (phase.pausedLeftMs !== undefined) return 'pause';
  if (phase.kind === 'lobby')
    return final ? `end ${beatAt(final.beats, now - final.startTime)?.beat.scene}` : 'lobby';
  if (phase.kind === 'reveal')
    return `reveal ${beatAt(reveal?.beats ?? [], elapsedMs)?.beat.scene}`;
  if (phase.kind === 'question') return elapsedMs < 0 ? 'get ready' : 'question';
  return phase.kind;
}

function itemScene(item: ShownItem, { startTime }: PhasePayload, now: number): string {
  if (item.kind !== 'draw' || item.drawn === undefined) return item.kind;
  return now - startTime < item.drawn.ms ? 'draw falls' : 'draw winners';
}

/** Takes pictures until `stop`: one a second in lobby and question, and four in what is shorter. */
export class Film {
  readonly takes: Take[] = [];
  /** The longest that the first camera's page took for a frame: so late a picture may be for its scene. */
  latestMs = 0;
  #isRunning = true;
  readonly #ended: Promise<void>;

  constructor(
    private readonly host: Guest,
    private readonly cameras: readonly Camera[],
    private readonly dir: string,
    private readonly format: 'jpeg' | 'png',
  ) {
    this.#ended = this.#run();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#ended;
  }

  async #run(): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    let nth = 0;
    let last = { scene: '', at: 0 };
    while (this.#isRunning) {
      const at = Date.now();
      const scene = sceneAt(this.host, at);
      if (scene !== last.scene) nth++;
      const isLong = scene === 'lobby' || scene === 'question' || scene === 'item slide';
      if (!isLong || scene !== last.scene || at - last.at >= LONG_MS) {
        last = { scene, at };
        await this.#take(scene, nth);
        await this.cameras[0]?.page.evaluate('new Promise(requestAnimationFrame)');
        this.latestMs = Math.max(this.latestMs, Date.now() - at);
      }
      await wait(Math.max(0, at + BEAT_MS - Date.now()));
    }
  }

  async #take(scene: string, nth: number): Promise<void> {
    const number = String(this.takes.length).padStart(3, '0');
    const files: Take['files'] = {};
    for (const camera of this.cameras) {
      const name = `${camera.name}-${number}-${scene.replaceAll(' ', '-')}.${this.format}`;
      if (await camera.save(join(this.dir, name))) files[camera.name] = join(this.dir, name);
    }
    this.takes.push({ scene, nth, files });
  }
}

/** The first bell and the end, or the items of an evening, as an animated WebP of what one camera saw. */
export async function writeFilm(
  takes: readonly Take[],
  camera: string,
  path: string,
): Promise<void> {
  const secondQuestion = takes.findIndex(
    ({ scene }, index) => scene === 'get ready' && takes[index - 1]?.scene.startsWith('reveal'),
  );
  const shown = takes.filter(
    ({ scene }, index) =>
      scene.startsWith('item') ||
      scene.startsWith('end') ||
      (scene.startsWith('reveal') && index < secondQuestion),
  );
  const pictures = await Promise.all(
    shown.flatMap(({ files }) => files[camera] ?? []).map((file) => smaller(file)),
  );
  await sharp(pictures, { join: { animated: true } })
    .webp({ quality: FILM_QUALITY, delay: pictures.map(() => BEAT_MS), loop: 0 })
    .toFile(path);
}

async function smaller(file: string): Promise<Buffer> {
  return sharp(file).resize({ width: FILM_WIDTH }).png({ compressionLevel: 1 }).toBuffer();
}

/** A scene with more pictures shows its middle as well as its end. */
const MANY = 8;

const STYLE = `
  body { margin: 16px; font: 20px 'Noto Sans CJK KR', sans-serif; background: #fff; }
  h1 { margin: 0 0 16px; font-size: 28px; }
  main { display: grid; grid-template-columns: repeat(3, max-content); gap: 16px 24px; }
  figure { margin: 0; }
  div { display: flex; gap: 4px; }
  img { height: 360px; border: 1px solid #888; }
`;

/** One page with all scenes of a game: an HTML page beside its pictures, and a picture of that. */
export async function writeSheet(
  browser: Browser,
  title: string,
  takes: readonly Take[],
  path: string,
): Promise<void> {
  const figures = forSheet(takes).map(({ scene, files }) => {
    const pictures = Object.values(files).map((file) => `<img src="${pathToFileURL(file).href}">`);
    return `<figure><figcaption>${scene}</figcaption><div>${pictures.join('')}</div></figure>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${title}</h1><main>${figures.join('')}</main>`;
  await writeFile(`${path}.html`, html);
  const page = await browser.newPage({ viewport: { width: 3_180, height: 1_000 } });
  await page.goto(pathToFileURL(`${path}.html`).href);
  await page.screenshot({ path: `${path}.png`, fullPage: true });
  await page.close();
}

/** The last picture of each scene, when all of it is there, and of long ones the middle. */
function forSheet(takes: readonly Take[]): Take[] {
  const scenes: Take[][] = [];
  for (const take of takes) (scenes[take.nth - 1] ??= []).push(take);
  return scenes.flatMap((scene) => {
    const middle = scene.length > MANY ? scene[Math.floor(scene.length / 2)] : undefined;
    const last = scene.at(-1);
    return [middle, last].filter((take) => take !== undefined);
  });
}
