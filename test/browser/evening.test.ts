import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { noteOf, openAsHostOnly, pressKey, stageAt } from '../support/cockpit.js';

let server: Child & { url: string };
let browser: Browser;

beforeAll(async () => {
  server = await runServer({
    COUNTDOWN_MS: '1200',
    GET_READY_MS: '300',
    REVEAL_MS: '600000',
    LOG_LEVEL: 'warn',
  });
  browser = await workerBrowser();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const ROUNDS = 3;
const ASKED = 8;

/** 3 rounds of 8 questions and 5 slides, with a break, a ranking and a draw. */
const EVENING = [
  { kind: 'slide', title: 'Welcome', text: 'Please sit down', note: 'Smile' },
  { kind: 'slide', title: 'The rules', text: 'Walk to the answer\nWait for the bell' },
  ...[1, 2, 3].flatMap((round) => [
    { kind: 'round', name: `Round ${round}`, factor: round, standings: 'each' },
    ...Array.from({ length: ASKED }, (_, n) => ({
      quiz: `Round ${round}, question ${n + 1}?`,
      choices: ['Yes, that one', 'No, another one'],
      answer: 1,
      limitTime: 3,
      ...(n === 0 && { note: `Read question ${n + 1} of round ${round} slowly` }),
    })),
    ...(round === 1 ? [{ kind: 'break', message: 'Tea in the hall', minutes: 10 }] : []),
    ...(round === 2 ? [{ kind: 'standings' }, { kind: 'slide', title: 'The last round' }] : []),
  ]),
  { kind: 'slide', title: 'Thank you', text: 'See you next year' },
  { kind: 'slide', title: 'Mind the step' },
];

async function chooseEvening(page: Page, questions: object[] = EVENING): Promise<void> {
  await page.getByTestId('tab-room').click();
  await page.getByTestId('quiz-file').setInputFiles({
    name: 'evening.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({ version: 2, title: 'Our evening', language: 'en', questions }),
    ),
  });
  await page.getByTestId('programme').waitFor();
  // Keys are the page's again.
  await page.getByTestId('tab-people').click();
}

/** The card of an item, with this title. */
const itemAt = (page: Page, title: string) =>
  page.locator('[data-testid=item] h2', { hasText: title }).first().waitFor();

describe('R27.2 an evening', () => {
  it('is hosted by Space alone, from the welcome to the last slide', async () => {
    const { page, errors, shoot } = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(page, server.url);
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    const phone = await openTab(browser, 'phone', 'en-US');
    const player = new TestClient(server.url, { auth: { wantToken: true } });
    await player.do('joinRoom', { gameId: pin, playerName: 'Ann' });
    await phone.page.goto(`${server.url}/${pin}`);
    await phone.page.getByTestId('join-submit').click();
    await phone.page.locator('html[data-phase=lobby]').waitFor();
    await chooseEvening(page);
    const space = () => pressKey(page, 'Space');

    await space();
    await Promise.all([page, screen.page, phone.page].map((one) => itemAt(one, 'Welcome')));
    await page.getByTestId('stage-note').filter({ hasText: 'Smile' }).waitFor();
    await Promise.all([shoot('evening-cockpit'), screen.shoot('evening-screen')]);
    await phone.shoot('evening-phone');
    await space();
    await itemAt(screen.page, 'The rules');
    await phone.page.getByText('Walk to the answer').waitFor();

    for (let round = 1; round <= ROUNDS; round++) {
      await space();
      if (round === 1) {
        // A lobby with slides begins the game by a second press only.
        await noteOf(page, 'again').waitFor();
        await space();
      }
      await stageAt(page, 'countdown');
      await screen.page.getByText(`Round ${round} / ${ROUNDS} · Round ${round}`).first().waitFor();
      for (let n = 1; n <= ASKED; n++) {
        const question = page.getByTestId('question');
        await question.filter({ hasText: `Round ${round}, question ${n}?` }).waitFor();
        if (n === 1) {
          const note = `Read question 1 of round ${round} slowly`;
          await page.getByTestId('stage-note').filter({ hasText: note }).waitFor();
        }
        await stageAt(page, 'reveal');
        if (n === ASKED && round === ROUNDS) break;
        await pressUntil(page, () => space(), `${round}.${n}`);
      }
      if (round === 1) {
        await itemAt(screen.page, 'Tea in the hall');
        await screen.shoot('evening-break');
      }
      if (round === 2) {
        await itemAt(screen.page, 'The standings so far');
        await screen.shoot('evening-standings');
        await space();
        await itemAt(screen.page, 'The last round');
      }
    }

    await pressUntil(page, () => space(), 'end');
    await screen.page.locator('html[data-phase=lobby]').waitFor();
    // To the podium, and to what is shown behind it.
    for (const title of ['Thank you', 'Mind the step']) {
      for (let n = 0; n < 3 && !(await isItem(page, title)); n++) await space();
      await itemAt(screen.page, title);
    }
    expect([...errors, ...screen.errors, ...phone.errors]).toEqual([]);
    player.close();
  });
});

describe('R18.4 a slide whose picture is gone', () => {
  it('is shown with its words, and its host is told', async () => {
    const { page, shoot } = await openTab(browser, 'desktop', 'en-US');
    const pin = await openAsHostOnly(page, server.url);
    const screen = await openTab(browser, 'projector', 'en-US');
    await screen.page.goto(`${server.url}/screen/${pin}`);
    const phone = await openTab(browser, 'phone', 'en-US');
    await phone.page.goto(`${server.url}/${pin}`);
    await phone.page.getByTestId('join-submit').click();
    await phone.page.locator('html[data-phase=lobby]').waitFor();
    const answered: number[] = [];
    const pages = [page, screen.page, phone.page];
    for (const one of pages)
      one.on('response', (response) => {
        if (response.url().includes('/pictures/')) answered.push(response.status());
      });
    // Nobody has kept it here.
    const image = { id: 'b'.repeat(64), alt: 'Our hall in the year 1900' };
    await chooseEvening(page, [
      { kind: 'slide', title: 'Welcome', text: 'Please sit down', image },
      { kind: 'slide', title: 'Later', text: 'As well', image: { ...image, alt: '' } },
      ...EVENING.slice(2, 4),
    ]);
    for (const [title, said] of [
      ['Welcome', 'Our hall in the year 1900'],
      ['Later', 'The picture cannot be shown'],
    ] as const) {
      await pressKey(page, 'Space');
      await Promise.all(pages.map((one) => itemAt(one, title)));
      await Promise.all(
        pages.map((one) => one.getByTestId('item').getByText(said).first().waitFor()),
      );
      for (const one of pages) {
        expect(await one.getByTestId('item-text').count()).toBe(1);
        expect(await one.getByTestId('item-picture').count()).toBe(0);
      }
      await page.getByText('1 picture could not be loaded').first().waitFor();
    }
    expect(new Set(answered)).toEqual(new Set([404]));
    await Promise.all([
      shoot('picture-gone-cockpit'),
      screen.shoot('picture-gone-screen'),
      phone.shoot('picture-gone-phone'),
    ]);
    expect(await phone.page.getByText('could not be loaded').count()).toBe(0);
  });
});

const isItem = (page: Page, title: string) =>
  page
    .locator('[data-testid=item] h2', { hasText: title })
    .waitFor({ timeout: 1_000 })
    .then(
      () => true,
      () => false,
    );

/** A reveal takes one press to be told whole, and one more to end. */
async function pressUntil(page: Page, press: () => Promise<void>, what: string): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await press();
    const isOver = await page
      .locator('[data-testid=stage][data-stage=reveal]')
      .waitFor({ state: 'detached', timeout: 1_500 })
      .then(
        () => true,
        () => false,
      );
    if (isOver) return;
  }
  throw new Error(`${what}: the reveal stands`);
}
