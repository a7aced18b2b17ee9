import qr from 'jsqr';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyMs, watchThread } from '../../load-test/show/busy.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, workerBrowser, type Tab } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { HOST_GOES_ON, openAsHostOnly } from '../support/cockpit.js';
import { GROUND_OF_LOGO, whiteLogo } from '../support/images.js';
import { layoutFaults, PHONES } from '../support/layout.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** As many as come to a hall, and how long the paper may take: ms of the page's thread, which other tests take nothing of. */
const MANY = 1_500;
const SHEET_MS = 5_000;
const LIST = [
  '김민지\t참나무',
  'Anna Lee; 느릅나무; x',
  ...Array.from({ length: 10 }, (_, n) => `손님 ${n + 3}, ${n % 2 === 0 ? '참나무' : '느릅나무'}`),
].join('\n');

/** As long as names may be, in wide letters and in one word; with and without a team. */
const LONG_NAMES = [
  '가나다라마바사아자차카타파하가나다라마바; 느릅나무 아래에서 만난 사람들',
  'WWWWWWWWWWWWWWWWWWWW; The Elms',
  'Wolfeschlegelstein B.',
  '김하늘',
];

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;
/** The codes of the first list, by number, as its paper has them. */
const links = new Map<number, string>();

beforeAll(async () => {
  server = await runServer(HOST_GOES_ON);
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'ko-KR');
  // A button that is half faded in has half its contrast.
  await desk.page.emulateMedia({ reducedMotion: 'reduce' });
  await desk.page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
  // The page that follows asks who is there.
  await desk.page.getByTestId('desk-who').waitFor();
  await desk.page.getByTestId('desk-tickets').click();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** The links that a phone reads of each ticket of a page that is printed, from the first to the last. */
async function readPage(paper: Locator): Promise<string[]> {
  const png = await paper.screenshot();
  const page = (await paper.boundingBox())!;
  const { width } = await sharp(png).metadata();
  const scale = width / page.width;
  const codes: string[] = [];
  for (const ticket of await paper.locator('article').all()) {
    const box = (await ticket.boundingBox())!;
    const { data, info } = await sharp(png)
      .extract({
        left: Math.round((box.x - page.x) * scale),
        top: Math.round((box.y - page.y) * scale),
        width: Math.floor(box.width * scale),
        height: Math.floor(box.height * scale),
      })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    codes.push(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '');
  }
  return codes;
}

/** The package says what it is for programs that are built in another way. */
const jsQR = qr as unknown as typeof qr.default;

async function make(page: Page, fill: () => Promise<void>): Promise<void> {
  await page.getByTestId('tickets-new').waitFor();
  await fill();
  await page.getByTestId('tickets-make').click();
  await page.getByTestId('tickets-ready').waitFor();
}

async function closeMade(page: Page): Promise<void> {
  await page.getByTestId('tickets-close').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('tickets-new').waitFor();
}

const ticketOf = (link: string): string => link.slice(link.indexOf('#t=') + 3);

describe('R28.9 tickets on paper', () => {
  it('are made from a list, and a program reads their QR codes', async () => {
    const { page } = desk;
    await page.getByTestId('tickets-new').waitFor();
    expect(await violations(page)).toEqual([]);
    await make(page, async () => {
      await page.getByTestId('tickets-name').fill('송년회');
      await page.getByTestId('tickets-by-names').check();
      await page.getByTestId('tickets-names').fill(LIST);
    });
    expect(await violations(page)).toEqual([]);
    const leadTo = (await page.getByTestId('tickets-lead-to').textContent())!;
    await desk.shoot('tickets-made');
    await page.emulateMedia({ media: 'print' });
    const papers = page.locator('.on-paper').getByTestId('ticket-page');
    expect(await papers.count()).toBe(2);
    const read = [...(await readPage(papers.nth(0))), ...(await readPage(papers.nth(1)))];
    expect(read).toHaveLength(12);
    expect(leadTo).toContain(new URL(read[0]!).host);
    for (const [index, link] of read.entries()) {
      expect(link).toMatch(/^http:\/\/[^/]+\/#t=[0-9A-HJKMNP-TV-Z]{12}$/);
      links.set(index + 1, link);
    }
    expect(new Set(read).size).toBe(12);
    const [first] = await papers.nth(0).locator('article').allInnerTexts();
    for (const part of ['송년회', '김민지', '1번', '참나무']) expect(first).toContain(part);
    const code = ticketOf(read[0]!);
    expect(first).toContain([code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-'));
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: 'screen' });
    const download = page.waitForEvent('download');
    await page.getByTestId('tickets-csv').click();
    const csv = await (await download).createReadStream();
    const text = (await csv.toArray()).join('');
    expect(text).toContain(`1,"김민지","참나무","",`);
    expect(text).toContain(`"${read[0]}"`);
    // With a PIN, they lead right into the room.
    await page.getByTestId('tickets-pin').fill('012345');
    await page.getByTestId('tickets-ready').waitFor();
    await page.emulateMedia({ media: 'print' });
    const [withPin] = await readPage(papers.first());
    expect(withPin).toBe(read[0]!.replace('/#', '/012345#'));
    await page.emulateMedia({ media: 'screen' });
    await closeMade(page);
    expect(await page.getByTestId('ticket-list').allInnerTexts()).toEqual([
      expect.stringContaining('송년회'),
    ]);
  });

  it('say which line of a list is wrong', async () => {
    const { page } = desk;
    await page.getByTestId('tickets-name').fill('X');
    await page.getByTestId('tickets-by-names').check();
    const told = async (text: string): Promise<string> => {
      await page.getByTestId('tickets-names').fill(text);
      await page.getByTestId('tickets-make').click();
      return page.getByTestId('tickets-problem').innerText();
    };
    expect(await told('Kim\n;Oaks')).toContain('2째 줄');
    expect(await told('Kim;Oaks')).toContain('팀');
    await page.getByTestId('tickets-file').setInputFiles({
      name: '명단.csv',
      mimeType: 'text/csv',
      // As Korean tables were saved for long.
      buffer: Buffer.from([0xb1, 0xe8, 0xb9, 0xce, 0xc1, 0xf6]),
    });
    await expect.poll(() => page.getByTestId('tickets-names').inputValue()).toBe('김민지');
  });

  it('have the logo of the account, and codes that a program reads all the same', async () => {
    const { page } = desk;
    const look = { colours: ['#7a0019', '#2b4a8b'] };
    const bytes = [...(await whiteLogo())];
    const logo = await page.evaluate<number[]>(`(async () => {
      const put = async (path, type, body) =>
        (await fetch(path, { method: 'PUT', headers: { 'content-type': type }, body })).status;
      return [
        await put('/api/desk/look', 'application/json', '${JSON.stringify(look)}'),
        await put(
          '/api/desk/look/logo',
          'application/octet-stream',
          new Uint8Array(${JSON.stringify(bytes)}),
        ),
      ];
    })()`);
    expect(logo).toEqual([200, 200]);
    await page.getByTestId('tickets-by-names').check();
    await page
      .getByTestId('tickets-name')
      .fill('한마당 송년 퀴즈 잔치, 다 같이 걷고 다 같이 웃는 밤');
    await page.getByTestId('tickets-names').fill(LONG_NAMES.join('\n'));
    await page.getByTestId('tickets-make').click();
    await page.getByTestId('tickets-ready').getByTestId('ticket-logo').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.on-paper').getByTestId('ticket-page').first();
    expect(await paper.getByTestId('ticket-logo').count()).toBe(LONG_NAMES.length);
    await expect.poll(() => page.evaluate(GROUND_OF_LOGO)).toBe('rgb(34, 34, 34)');
    await desk.shoot('tickets-white-logo');
    expect((await readPage(paper)).every((link) => link.includes('/#t='))).toBe(true);
    // Nothing is cut off on any ticket.
    const cut = await paper
      .locator('.text, .event, .name')
      .evaluateAll((boxes) =>
        (boxes as { scrollHeight: number; clientHeight: number; textContent: string }[])
          .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
          .map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    await closeMade(page);
  });

  it(`of ${MANY} people are on the page within seconds`, async () => {
    const { page } = desk;
    await page.getByTestId('tickets-by-number').check();
    await page.getByTestId('tickets-name').fill('Hall');
    await page.getByTestId('tickets-count').fill(String(MANY));
    const devtools = await watchThread(await page.context().newCDPSession(page));
    const before = await busyMs(devtools);
    const began = performance.now();
    await page.getByTestId('tickets-make').click();
    await page.getByTestId('tickets-ready').waitFor();
    const papers = page.locator('.on-paper').getByTestId('ticket-page');
    expect(await papers.count()).toBe(MANY / 10);
    const took = performance.now() - began;
    const worked = (await busyMs(devtools)) - before;
    console.log(
      `a sheet of ${MANY} tickets: ${Math.round(worked)} ms of work, ${Math.round(took)} ms of ${SHEET_MS}`,
    );
    expect(worked).toBeLessThan(pace.allow(SHEET_MS));
    await page.emulateMedia({ media: 'print' });
    const last = await readPage(papers.last());
    expect(last.filter((link) => link !== '')).toHaveLength(10);
    await page.emulateMedia({ media: 'screen' });
    await closeMade(page);
    // No error of the page, and none of its content policy.
    expect(desk.errors).toEqual([]);
  });
});

describe('R28 tickets in a room', () => {
  let host: Tab;
  let pin: string;
  const phones: Tab[] = [];
  /** Opened the page of the room before there were tickets. */
  let early: Tab;

  const phone = async (path: string): Promise<Tab> => {
    const tab = await openTab(browser, 'phone', 'ko-KR');
    phones.push(tab);
    await tab.page.emulateMedia({ reducedMotion: 'reduce' });
    await tab.page.goto(server.url + path);
    return tab;
  };
  const code = (number: number): string => ticketOf(links.get(number)!);

  it('R28.2, R28.7 are chosen in the cockpit, which tells who has come', async () => {
    host = desk;
    const { page } = host;
    pin = await openAsHostOnly(page, server.url);
    early = await openTab(browser, 'phone', 'ko-KR');
    await early.page.goto(`${server.url}/join/${pin}`);
    await early.page.getByTestId('join-name').fill('Early');
    await early.page.getByTestId('results-kept').waitFor();
    await page.getByTestId('tab-room').click();
    await page.getByTestId('ticket-choice').selectOption({ label: '송년회 (12장)' });
    await page.getByTestId('ticket-others').waitFor();
    const come = page.getByTestId('tickets-come').first();
    await expect.poll(() => come.innerText()).toContain('12장 중 0명');
    await host.shoot('ticket-fields');
  });

  it('R28.8 leave the address of a phone at once, and need no name', async () => {
    const { page } = await phone(`/${pin}#t=${code(1)}`);
    await page.getByTestId('ticket').waitFor();
    expect(page.url()).toBe(`${server.url}/join/${pin}`);
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await phones[0]!.shoot('ticket-door');
    expect(await page.getByTestId('join-name').count()).toBe(0);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
    expect(await page.evaluate(`document.documentElement.outerHTML`)).not.toContain(code(1));
    // A reload needs no link.
    await page.reload();
    await page.getByTestId('arena').waitFor();
    await host.page.getByTestId('tickets-come').first().click();
    await host.shoot('ticket-attendance');
    await host.page.getByTestId('tickets-shut').click();
    await host.page
      .getByTestId('tickets-come')
      .filter({ hasText: '12장 중 1명' })
      .first()
      .waitFor();
  });

  it('R28.3 are taken over by another phone, and the first one is told', async () => {
    const [first] = phones;
    const second = await phone(`/${pin}#t=${code(1)}`);
    await second.page.getByTestId('join-submit').tap();
    await second.page.getByTestId('arena').waitFor();
    await first!.page.locator('[data-testid=ended][data-reason=replaced]').waitFor();
    expect(second.errors).toEqual([]);
  });

  it('R28.4 are needed, and may be typed', async () => {
    const { page } = await phone(`/join/${pin}`);
    await page.getByTestId('ticket-code').waitFor();
    await page.getByTestId('join-name').fill('Guest');
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('join-problem').filter({ hasText: '입장권이 있어야' }).waitFor();
    await page.getByTestId('ticket-code').fill('0000-0000-0000');
    await page.getByTestId('ticket').waitFor();
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('join-problem').filter({ hasText: '못 쓰게 된' }).waitFor();
    const typed = code(2).replace(/0/g, 'o').toLowerCase();
    await page.getByTestId('ticket-code').fill(`${typed.slice(0, 4)} ${typed.slice(4)}`);
    await page.getByTestId('ticket').waitFor();
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
    expect(await page.evaluate(`localStorage.getItem('madang.ticket')`)).toContain(code(2));
  });

  it('R28.4 may be typed on a phone that stood at the door before they were needed', async () => {
    const { page } = early;
    expect(await page.getByTestId('ticket-code').count()).toBe(0);
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('join-problem').filter({ hasText: '입장권이 있어야' }).waitFor();
    await page.getByTestId('ticket-code').waitFor();
    await early.shoot('ticket-door-early');
    await page.getByTestId('ticket-code').fill(code(4));
    await page.getByTestId('ticket').waitFor();
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
    expect(early.errors).toEqual([]);
  });

  it('R28.8 without a PIN ask for it, in the tab that is open, too', async () => {
    const { page } = await phone('/');
    await page.getByTestId('pin').waitFor();
    await page.evaluate(`location.hash = 't=${code(3)}'`);
    await page.getByTestId('ticket').waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('pin').fill(pin);
    await page.getByTestId('join-name').waitFor({ state: 'detached' });
    await page.getByTestId('join-submit').tap();
    await page.getByTestId('arena').waitFor();
  });

  it('R28.6 are made anew: the old one ends, and the new one is back in the seat', async () => {
    const { page } = host;
    await page.setViewportSize(PHONES[0]);
    await page.getByTestId('tickets-come').first().click();
    await page.getByTestId('tickets-all').click();
    await page.getByTestId('tickets-search').fill('Anna');
    const row = page.locator('li', { hasText: 'Anna Lee' });
    await row.getByTestId('ticket-reissue').click();
    await page.getByTestId('confirm-yes').click();
    const made = await page.getByTestId('ticket-new-code').innerText();
    expect(await violations(page)).toEqual([]);
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await host.shoot('ticket-reissued');
    // Back to the list, of which a small phone shows more than a few.
    await page.setViewportSize(PHONES[0]);
    await page.getByTestId('tickets-shut').click();
    await page.getByTestId('tickets-search').fill('');
    const rows = page.getByTestId('ticket-attendance').locator('li');
    await expect.poll(() => rows.count()).toBe(12);
    expect(await layoutFaults(page, PHONES)).toEqual([]);
    await page.setViewportSize(PHONES[0]);
    const seen = await rows.evaluateAll(
      (all) =>
        (all as unknown as { getBoundingClientRect: () => { bottom: number } }[]).filter(
          (row) => row.getBoundingClientRect().bottom <= 640,
        ).length,
    );
    expect(seen).toBeGreaterThanOrEqual(7);
    await host.shoot('ticket-attendance-phone');
    await page.getByTestId('tickets-shut').click();
    await page.getByTestId('ticket-attendance').waitFor({ state: 'detached' });
    const old = phones[2]!.page;
    await old.getByTestId('ended').filter({ hasText: '새로 발급' }).waitFor();
    const back = await phone(`/${pin}#t=${made.replaceAll('-', '')}`);
    await back.page.getByTestId('join-submit').tap();
    await back.page.getByTestId('arena').waitFor();
    for (const tab of phones) expect(tab.errors).toEqual([]);
  });
});
