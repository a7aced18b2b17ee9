import type { Browser, Page } from 'playwright-core';
import type { ServerInfo } from '../../src/protocol/http.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standIn } from '../support/arena.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { GROUND_OF_LOGO, photo, whiteLogo } from '../support/images.js';
import { closeQuestion } from '../support/socket-room.js';

const QUESTIONS = 4;
/** In a question that is written: two write the same, from right to left. */
const TEXTS = ['روما', 'روما', 'ירושלים', 'Roma', 'Rome'];
const NAMES = ['Ann', '보라', 'Cid', 'Dora'];

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;
let quizSetId: string;
const clients: TestClient[] = [];

beforeAll(async () => {
  server = await runServer({
    LOG_LEVEL: 'warn',
    GET_READY_MS: '200',
    REVEAL_MS: '3600000',
    TRACKS_DAYS: '14',
  });
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'ko-KR');
});

afterAll(async () => {
  for (const client of clients) client.close();
  await closeAllTabs(browser);
  await server.stop();
});

const ALTS = ['눈 덮인 산', '밤의 항구', '섬이 있는 바다'];

/** Two in words, one whose choices are pictures that the host keeps, and one that is written. */
async function keepQuestions(cookie: string): Promise<string> {
  const post = async (path: string, body: Buffer | string): Promise<Record<string, string>> => {
    const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body });
    return (await answer.json()) as Record<string, string>;
  };
  const pictures: object[] = [];
  for (const [n, alt] of ALTS.entries()) {
    const { id } = await post(
      '/api/desk/images',
      await photo(600 + n, 400)
        .png()
        .toBuffer(),
    );
    pictures.push({ image: { id, alt }, ...(n === 1 && { text: '항구' }) });
  }
  const words = { choices: ['수성', '금성', '지구', '화성'], answer: 2, limitTime: 60 };
  const questions = [
    { ...words, quiz: '가장 뜨거운 행성은?' },
    { ...words, quiz: '가장 밝은 행성은?' },
    { kind: 'pictures', quiz: '제주도는 어느 것인가요?', pictures, answer: 3, limitTime: 60 },
    { kind: 'typed', quiz: '이탈리아의 수도는?', accepted: ['로마', 'Rome'], walkTime: 20 },
  ];
  const set = JSON.stringify({ title: '우리 과학', language: 'ko', questions });
  return (await post('/api/desk/sets', set))['id'] ?? '';
}

/** The owner plays in the browser's session; each player stands elsewhere. */
async function play(page: Page): Promise<void> {
  const cookies = await page.context().cookies(server.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const host = new TestClient(server.url, { extraHeaders: { cookie } });
  clients.push(host);
  const { gameId } = await host.do('createRoom', {
    title: '과학의 밤',
    playerName: '진행자',
    questionOrder: 'written',
    choiceOrder: 'written',
  });
  quizSetId = await keepQuestions(cookie);
  await host.do('updateRoomQuizset', { quizSetId, quizCount: QUESTIONS });
  for (const playerName of NAMES) {
    const player = TestClient.withToken(server.url);
    clients.push(player);
    await player.do('joinRoom', { gameId, playerName });
  }
  await host.do('startGame', {});
  for (let n = 0; n < QUESTIONS; n++) {
    await host.do('skipPhase', {});
    await host.until(() => host.all('startQuizTime').length > n);
    if (host.last('phase')?.act === 1) await write(host);
    const { choiceList } = host.last('startQuizTime') as { choiceList: unknown[] };
    await Promise.all(
      clients.map((client, i) => {
        const zone = ((i + n) % choiceList.length) + 1;
        return client.do('updatePosition', { newPosition: standIn(zone, choiceList.length) });
      }),
    );
    await closeQuestion(host);
    await host.until(() => host.all('endQuizTime').length > n);
  }
  await host.do('skipPhase', {});
  await host.wait('endGame');
}

/** Everybody writes, and the bell rings. */
async function write(host: TestClient): Promise<void> {
  for (const [n, client] of clients.entries())
    await expect
      .poll(() => client.ask('writeAnswer', { texts: [TEXTS[n]!] }))
      .toMatchObject({ ok: true });
  await closeQuestion(host);
  await host.until(() => host.last('startQuizTime')!.choiceList.length > 0);
}

interface Seen {
  naturalWidth: number;
}

const scores = (page: Page): Promise<string[]> =>
  page.getByTestId('ranking').locator('tbody td:nth-of-type(2)').allTextContents();

describe('the results of a game', () => {
  it('R17.3 R17.8 stand in the desk as the players saw them, with how they walked', async () => {
    const { page } = desk;
    const link = /http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '';
    await page.goto(link);
    await page.getByTestId('desk-none').waitFor();
    await play(page);
    await page.goto(`${server.url}/desk/results`);
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByTestId('games').textContent();
      })
      .toContain('과학의 밤');
    await page.getByTestId('games').getByRole('link').first().click();
    await page.getByTestId('report').waitFor();
    const told = clients[0]
      ?.last('endGame')
      ?.results.map(({ score }) => score.toLocaleString('en'));
    expect(await scores(page)).toEqual(told);
    expect(await page.getByTestId('question').count()).toBe(QUESTIONS);
    await page.getByTestId('question').first().locator('svg').first().waitFor();
    await expect.poll(() => page.getByTestId('movement').locator('svg').count()).toBe(QUESTIONS);
    await desk.shoot('results');
    expect(await violations(page)).toEqual([]);
  });

  it('R16.13 show the pictures of choices with what is said of them, and on paper, too', async () => {
    const { page } = desk;
    const card = page.getByTestId('question').nth(2);
    const pictures = card.getByTestId('choice-pictures').locator('img');
    expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual(
      ALTS,
    );
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.map((one) => (one as unknown as Seen).naturalWidth)),
      )
      .toEqual([320, 320, 320]);
    expect(await card.getByTestId('choice-pictures').locator('li').nth(1).textContent()).toMatch(
      /2\. 항구.*밤의 항구/s,
    );
    // In the chart, before their bars.
    await expect.poll(() => card.locator('.charts svg image').count()).toBe(ALTS.length);
    expect(await page.getByTestId('choice-pictures').count()).toBe(1);
    await card.scrollIntoViewIfNeeded();
    await desk.shoot('results-pictures');
    await page.emulateMedia({ media: 'print' });
    expect(await pictures.first().isVisible()).toBe(true);
    await desk.shoot('results-pictures-print');
    await page.emulateMedia({ media: null });
  });

  it('R17.5 follow a correction, and its undoing', async () => {
    const { page } = desk;
    const before = await scores(page);
    const first = page.getByTestId('question').first();
    await first.getByTestId('ruling').locator('summary').click();
    await first.getByTestId('void').check();
    await first.getByText('무효', { exact: true }).waitFor();
    await expect.poll(() => scores(page)).not.toEqual(before);
    await first.getByTestId('undo').click();
    await expect.poll(() => scores(page)).toEqual(before);
  });

  it('R17.5 accept one more text beside those that stand, whoever has accepted others meanwhile', async () => {
    const { page } = desk;
    const before = await scores(page);
    const card = page.getByTestId('question').last();
    await card.getByTestId('ruling').locator('summary').click();
    await card.scrollIntoViewIfNeeded();
    await desk.shoot('results-written');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await card.getByRole('button', { name: `이것도 정답: ${TEXTS[0]}` }).click();
    expect((await sent).postDataJSON()).toEqual({ isVoid: false, rights: null, accept: ['روما'] });
    await expect.poll(() => card.getByTestId('accepted-texts').textContent()).toContain('روما');
    expect(await scores(page)).not.toEqual(before);
    await card.getByTestId('undo').click();
    await expect.poll(() => scores(page)).toEqual(before);
    expect(await violations(page)).toEqual([]);
  });

  it('R17.6 are shown by a public link, without names', async () => {
    const { page } = desk;
    await page.getByTestId('sharing').locator('summary').click();
    await page.getByTestId('make-link').click();
    const shown = new URL(await page.getByTestId('public-link').inputValue());
    // As others reach the server, and not as this page was opened.
    const { joinBase } = (await (await fetch(`${server.url}/api/info`)).json()) as ServerInfo;
    expect(shown.origin).toBe(joinBase);
    await page.getByTestId('qr').waitFor();
    const link = server.url + shown.pathname + shown.hash;
    const other = await openTab(browser, 'phone', 'en-US');
    await other.page.goto(link);
    await other.page.getByTestId('report').waitFor();
    const text = (await other.page.locator('main').textContent()) ?? '';
    expect(text).toContain('Player 1');
    expect(text).not.toContain('Ann');
    expect(await other.page.getByTestId('ruling').count()).toBe(0);
    // Charts would tell which zone is right.
    expect(await other.page.getByTestId('question').locator('.chart').count()).toBe(0);
    await other.shoot('results-public');
    expect(await violations(other.page)).toEqual([]);
    await other.page.close();
  });

  it('R21.6 have the colours and the logo of the account', async () => {
    const { page } = desk;
    const put = (path: string, body: string): Promise<unknown> =>
      page.evaluate(`fetch('/api/desk/look${path}', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: ${body},
      })`);
    await put('', `JSON.stringify({ colours: ['#0a5c36', '#1b3f8b'] })`);
    const logo = (await whiteLogo()).toString('base64');
    await put('/logo', `Uint8Array.from(atob('${logo}'), (one) => one.charCodeAt(0))`);
    await page.reload();
    await page.getByTestId('report-logo').waitFor();
    await page.locator('html[data-theme=look]').waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.evaluate(GROUND_OF_LOGO)).toBe('rgb(34, 34, 34)');
    await desk.shoot('results-white-logo');
    await page.emulateMedia({ media: 'screen' });
    expect(await violations(page)).toEqual([]);
    await page.evaluate(`fetch('/api/desk/look', { method: 'DELETE' })`);
    await page.reload();
    await page.locator('html[data-theme=own]').waitFor();
    await page.getByTestId('report').waitFor();
    expect(await page.getByTestId('report-logo').count()).toBe(0);
  });

  it('R29.1 are of games that the home page offers to host again', async () => {
    const page = await desk.page.context().newPage();
    await page.goto(server.url);
    const again = page.getByTestId('last-hosted').getByRole('link', {
      name: '다시 진행하기: 과학의 밤',
    });
    await again.press('Enter');
    await page.getByTestId('create-form').waitFor();
    const chosen = page.getByTestId('create-form').getByRole('option', { selected: true });
    await expect
      .poll(() => chosen.allTextContents())
      .toContainEqual(expect.stringContaining('우리 과학'));
    expect(new URL(page.url()).search).toBe(`?play=${quizSetId}`);
    expect(await page.getByTestId('play-lost').count()).toBe(0);
    await page.close();
  });

  it('R17.7 can be printed, and read on a phone', async () => {
    const { page } = desk;
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByTestId('sharing').isVisible()).toBe(false);
    expect(await page.getByTestId('ranking').isVisible()).toBe(true);
    await desk.shoot('results-print');
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByTestId('player').first().click();
    await page.getByTestId('player-answers').waitFor();
    await page.keyboard.press('Escape');
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(wide).toBe(false);
    await desk.shoot('results-phone');
    const file = page.waitForEvent('download');
    await page.getByTestId('podium-picture').click();
    expect((await file).suggestedFilename()).toBe('과학의 밤.png');
    expect(desk.errors).toEqual([]);
  });
});
