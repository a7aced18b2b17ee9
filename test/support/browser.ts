import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/i18n/made/languages.js';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');
/** `SCREENS=1 npm test` keeps pictures of the pages here; they take long, and no test looks at them. */
const SCREENS_DIR = join(ROOT, 'test-results/screens');

/** A browser of the caller's own, for those that need it started in another way. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  mkdirSync(SCREENS_DIR, { recursive: true });
  return chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
}

let ofWorker: Promise<Browser> | undefined;

/** The browser of this worker; all its files share it, as a start and an end cost a second of CPU. */
export const workerBrowser = (): Promise<Browser> => (ofWorker ??= launchBrowser());

/** Closes all pages of a browser that lives on. */
export async function closeAllTabs(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  projector: { viewport: { width: 1920, height: 1080 } },
} as const;

const SELDOM_MS = 120;
/** As a bound and not as a wait: a machine that does something else besides is many times slower. */
const ACTION_MS = 90_000;

export interface Tab {
  page: Page;
  /** Errors that the page met: thrown, logged, or refused by its content policy. */
  errors: string[];
  shoot: (name: string) => Promise<void>;
}

/** Chooses a language by its tag in the list of the page, and waits until its words are there. */
export async function chooseLanguage(page: Page, tag: string): Promise<void> {
  const part = page.getByTestId('language');
  await part.getByRole('button').first().click();
  await part.locator(`button[lang="${tag}"]`).click();
  await page.locator(`html[lang="${tag}"]`).waitFor();
  await part.getByRole('group').waitFor({ state: 'detached' });
}

/** A page of a visitor of its own (cookies are not shared). */
export async function openTab(
  browser: Browser,
  size: keyof typeof SIZES,
  locale: 'ko-KR' | 'en-US' | Language,
): Promise<Tab> {
  const context = await browser.newContext({ ...SIZES[size], locale, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(ACTION_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    page,
    errors,
    shoot: async (name) => {
      if (process.env['SCREENS'] === undefined) return;
      await page.screenshot({ path: join(SCREENS_DIR, `${name}.png`) });
    },
  };
}

/**
 * From its next address on the page draws few frames: a crowd that walks on four pages takes all of a
 * machine with two cores.
 */
export async function drawSeldom(page: Page): Promise<void> {
  await page.addInitScript(`{
    const next = requestAnimationFrame;
    const frames = new Map();
    let drawnAt = 0;
    let count = 0;
    window.requestAnimationFrame = (draw) => {
      const id = ++count;
      const wait = setTimeout(() => {
        next((now) => {
          if (!frames.delete(id)) return;
          drawnAt = now;
          draw(now);
        });
      }, Math.max(0, drawnAt + ${SELDOM_MS} - performance.now()));
      frames.set(id, wait);
      return id;
    };
    window.cancelAnimationFrame = (id) => {
      clearTimeout(frames.get(id));
      frames.delete(id);
    };
  }`);
}

/** Opens a room from the home page; answers its PIN. */
export async function openRoom(
  page: Page,
  url: string,
  { title = '', name = '', mode = 'RANKING', password = '' } = {},
): Promise<string> {
  await page.goto(url);
  await page.getByTestId('open-create').click();
  await page.getByTestId('create-title').fill(title);
  await page.getByTestId('create-name').fill(name);
  await page.locator(`input[value=${mode}]`).check();
  if (password !== '') await page.getByTestId('create-password').fill(password);
  await page.getByTestId('create-submit').click();
  await page.getByTestId('arena').waitFor();
  return /\d{6}/.exec((await page.getByTestId('room-pin').textContent()) ?? '')?.[0] ?? '';
}

/** Brings a quiz file into the room of a host whose page is wide. */
export async function bringQuiz(page: Page, csv: string): Promise<void> {
  await page.getByTestId('open-host').click();
  const file = { name: 'quiz.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByTestId('quiz-file').setInputFiles(file);
  await page.getByTestId('host-panel').locator('.done').waitFor();
}

/** Opens a part of a host's settings, where it is not open: `before`, `during` or `devices`. */
export async function openFold(page: Page, part: string): Promise<void> {
  const fold = page.getByTestId(`fold-${part}`);
  await fold.waitFor();
  if ((await fold.getAttribute('open')) === null) await fold.locator(':scope > summary').click();
}

/** Pastes questions on the page of a host who sees the settings. */
export async function pasteQuestions(page: Page, text: string): Promise<void> {
  const field = page.getByTestId('pasted');
  if (!(await field.isVisible())) await page.getByTestId('paste').locator('summary').click();
  await field.fill(text);
  await page.getByTestId('paste-use').click();
}

/** Where something is drawn. */
export async function boxOf(
  shown: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`${String(shown)} is not drawn`);
  return box;
}

/** Waits until every winner has stepped up. */
export async function podiumStands(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(
    document.querySelector('[data-testid=podium]')
      .getAnimations({ subtree: true })
      .map(({ finished }) => finished),
  ).then(() => undefined)`);
}
