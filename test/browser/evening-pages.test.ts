import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MadeTickets } from '../../src/protocol/tickets.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, workerBrowser, type Tab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { HOST_GOES_ON } from '../support/cockpit.js';
import { layoutFaults } from '../support/layout.js';
import { PATIENT } from '../support/patience.js';

/** The longest evening, and as many tickets as a hall has seats. */
const QUESTIONS = 200;
const ITEMS = 60;
const TICKETS = 500;
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
] as const;

let server: Child & { url: string };
let browser: Browser;
let desk: Tab;
let page: Page;
let setId: string;
let tickets: MadeTickets;

/** Asks the desk, as the page of whoever is signed in there, until it has time. */
async function post<T extends { id: string }>(path: string, body: object): Promise<T> {
  const sent = JSON.stringify(JSON.stringify(body));
  const ask = async (): Promise<T> => {
    const answer = await page.evaluate<Partial<T>>(
      `fetch('/api/desk${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${sent} })
        .then((response) => response.json())`,
    );
    if (answer.id === undefined) throw new Error(JSON.stringify(answer));
    return answer as T;
  };
  return vi.waitFor(ask, { ...PATIENT, interval: 500 });
}

function longEvening(): object[] {
  const rows: object[] = [];
  const kinds = ['slide', 'break', 'draw', 'standings'] as const;
  for (let n = 0; n < ITEMS; n++) {
    const id = `item${n}`;
    if (n % 3 > 0) {
      const kind = kinds[n % kinds.length]!;
      rows.push({
        id,
        kind,
        ...(kind === 'slide' && {
          title: `슬라이드 ${n}: a title that is as long as titles are`,
          text: 'Text',
        }),
        ...(kind === 'break' && { message: `쉬는 시간 ${n}`, minutes: 10 }),
        ...(kind === 'draw' && {
          title: 'A voucher of the bookshop',
          among: 'everybody',
          winners: 3,
        }),
        note: 'A note for the host',
      });
      continue;
    }
    rows.push({ id, kind: 'round', name: `라운드 ${n / 3 + 1}: rivers and mountains` });
    for (let q = 0; q < QUESTIONS / (ITEMS / 3); q++)
      rows.push({
        id: `q${n}-${q}`,
        kind: 'choice',
        quiz: `Which river of part ${n / 3 + 1} is the longest of these, by the measure of ${1900 + q}?`,
        choices: ['한강', 'Nakdong', 'Geum'],
        answers: [2],
        limitTime: 20,
        points: 1,
      });
  }
  return rows;
}

beforeAll(async () => {
  server = await runServer(HOST_GOES_ON);
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'ko-KR');
  ({ page } = desk);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
  await page.getByTestId('desk-tickets').waitFor();
  ({ id: setId } = await post<{ id: string }>('/drafts', {
    title: '긴 저녁',
    language: 'ko',
    labels: [],
    questions: longEvening(),
  }));
  const entries = Array.from({ length: TICKETS }, (_, n) => [
    n % 2 === 0 ? `손님 ${n}` : `A guest with a long name ${n}`,
    n % 3 === 0 ? '참나무' : '느릅나무',
  ]);
  tickets = await post<MadeTickets>('/tickets', { title: '송년회', entries });
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** All that is cut, wider than its window, or keeps people out, by day and at night; pictures where they are wanted. */
async function lookAt(name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['yard', 'night'] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await desk.shoot(`pages-${name}-${theme}-${size.width}`);
      faults.push(...(await layoutFaults(page, [size])));
    }
  }
  await page.setViewportSize(SIZES[1]);
  faults.push(...(await violations(page)));
  await page.setViewportSize(SIZES[0]);
  return faults;
}

/** The colours of the night are loaded once, as somebody who chose them has them. */
async function open(path: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('madang.theme', 'night')`);
  await page.goto(`${server.url}${path}`);
}

describe('pages of the longest evening', () => {
  it('R27.40 the editor has 200 questions and 60 items', async () => {
    await open(`/desk/set/${setId}`);
    const rows = page.getByTestId('questions').locator('> li');
    await rows.nth(QUESTIONS + ITEMS - 1).waitFor({ state: 'attached' });
    expect(await lookAt('editor')).toEqual([]);
    await rows.nth(0).getByTestId('open').click();
    expect(await lookAt('editor-round')).toEqual([]);
  });

  it('R28.1 the tickets of a full hall', async () => {
    await open('/desk/tickets');
    await page.getByTestId('tickets-open').click();
    await page.getByTestId('tickets-find').waitFor();
    expect(await lookAt('tickets')).toEqual([]);
    await page.getByTestId('tickets-by-names').check();
    await page.getByTestId('tickets-name').fill('Party');
    await page.getByTestId('tickets-names').fill('Ann Lee\nANNLEE\nBo\nТeacher\nTeacher');
    await page.getByTestId('tickets-make').click();
    const alike = page.getByTestId('tickets-alike');
    await alike.waitFor();
    expect(await alike.locator('li').allTextContents()).toEqual([
      '1번 Ann Lee, 2번 ANNLEE',
      '4번 Тeacher, 5번 Teacher',
    ]);
    await page.getByTestId('tickets-ready').waitFor();
    expect(await lookAt('tickets-made')).toEqual([]);
  });

  it('R29.1 the home page of whoever is signed in', async () => {
    await open('/');
    await page.getByTestId('last-hosted').waitFor();
    expect(await lookAt('home-signed-in')).toEqual([]);
  });

  it('R27.6, R28.7 the cockpit has its programme and tells who has come', async () => {
    await open(`/?play=${setId}`);
    await page.getByTestId('host-only').check();
    await page.getByTestId('create-submit').click();
    await page.getByTestId('programme').waitFor();
    const pin = /\d{6}/.exec(page.url())?.[0] ?? '';
    await page.getByTestId('tab-room').click();
    await page.getByTestId('ticket-choice').selectOption(tickets.id);
    await page.getByTestId('ticket-others').waitFor();
    await page.getByTestId('tab-people').click();
    const client = TestClient.withToken(server.url);
    await client.do('joinRoom', { gameId: pin, ticket: tickets.codes[2]! });
    await page
      .getByTestId('tickets-come')
      .filter({ hasText: /500\D+1\D/ })
      .waitFor();
    // The other layout has it closed.
    for (const size of SIZES.toReversed()) {
      await page.setViewportSize(size);
      await page.getByTestId('tickets-come').first().click();
      await page.getByTestId('tickets-all').click();
      await page.getByTestId('ticket-attendance').getByText('외 400장').waitFor();
      await desk.shoot(`pages-attendance-${size.width}`);
      const faults = [...(await layoutFaults(page, [size])), ...(await violations(page))];
      expect(faults).toEqual([]);
      await page.getByTestId('tickets-shut').click();
    }
    expect(await lookAt('cockpit')).toEqual([]);
    // The list shows the item that is on.
    const items = page.getByTestId('programme-item');
    await items.nth(40).getByTestId('programme-go').click();
    await page.locator('[data-testid=programme-item][aria-current=step]').waitFor();
    const isInSight = await page.evaluate<boolean>(`(() => {
      const list = document.querySelector('[data-testid=programme] ol');
      const [all, now] = [list, list.querySelector('[aria-current]')].map((one) =>
        one.getBoundingClientRect(),
      );
      return now.top >= all.top && now.bottom <= all.bottom;
    })()`);
    expect(isInSight).toBe(true);
    // Parts of the page scroll, and never the page: a press on something far down would move all of it away.
    const beyond = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => page.evaluate<number>(beyond)).toBe(0);
    // A part of the page that does not arrive can be asked for again.
    const part = '**/assets/AddItem-*.js';
    await page.route(part, (route) => route.abort());
    await page.getByTestId('programme-add').click();
    await page.getByTestId('programme-add-again').waitFor();
    expect(await layoutFaults(page, [SIZES[0]])).toEqual([]);
    await desk.shoot('pages-cockpit-adds-failed');
    await page.unroute(part);
    expect(desk.errors.splice(0)).not.toEqual([]);
    await page.getByTestId('programme-add-again').click();
    await page.getByTestId('add-item').waitFor();
    await page.getByTestId('round-set').waitFor();
    expect(await layoutFaults(page, [SIZES[0]])).toEqual([]);
    await desk.shoot('pages-cockpit-adds');
    await page.setViewportSize(SIZES[1]);
    await page.getByTestId('tab-game').click();
    expect(await lookAt('cockpit-game')).toEqual([]);
    client.close();
    expect(desk.errors).toEqual([]);
  });

  it('R27.6 a slide of several lines is added, and what is wrong with it is said', async () => {
    // A window that was narrow meanwhile has another layout.
    if (!(await page.getByTestId('add-item').isVisible()))
      await page.getByTestId('programme-add').click();
    await page.getByTestId('add-kind').selectOption('slide');
    await page.getByTestId('add-put').click();
    await page.getByTestId('add-item').locator('.fault').waitFor();
    await page.getByTestId('slide-title').fill('One more thing');
    await page.getByTestId('slide-text').fill('First line\nSecond line');
    await page.getByTestId('add-put').click();
    await page.getByTestId('add-item').waitFor({ state: 'detached' });
    const added = page.getByTestId('programme-item').filter({ hasText: 'One more thing' });
    await added.getByTestId('programme-go').click();
    const text = page.getByTestId('item-text');
    await expect.poll(() => text.innerText()).toBe('First line\nSecond line');
  });
});
