import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorKey } from '../../src/server/desk/accounts/operator-key.js';
import type { KeptGameList, MadeTickets } from '../../src/protocol/index.js';
import { closeAllTabs, openTab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';

const SECRET = 'the secret of files by a ticket';
const EVENING = {
  version: 2,
  title: 'Evening',
  language: 'en',
  questions: [
    { kind: 'draw', title: 'A book', among: 'everybody', winners: 1 },
    { kind: 'round', name: 'One' },
    { quiz: 'Is it?', choices: ['yes', 'no'], answer: 1, limitTime: 60 },
  ],
};

let server: Child & { url: string };
let browser: Browser;
let cookie = '';

const send = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, ...headers },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', SECRET, HOSTS: 'anyone', COUNTDOWN_MS: '3600000' });
  browser = await workerBrowser();
  const answer = await send('/desk/session', { key: operatorKey(SECRET) });
  cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

async function openRoom(title: string): Promise<{ host: TestClient; pin: string }> {
  const host = new TestClient(server.url, {
    auth: { wantToken: true },
    extraHeaders: { cookie },
  });
  const { gameId: pin } = await host.do('createRoom', { hostPlays: false, title });
  const headers = { authorization: `Bearer ${host.token}` };
  expect((await send(`/rooms/${pin}/quiz-set`, EVENING, headers)).status).toBe(200);
  return { host, pin };
}

it('R28.10 a co-host who came by a ticket saves the results of the game', async () => {
  const { host, pin } = await openRoom('Hall');
  const made = await send('/desk/tickets', { title: 'Guests', count: 1 }, { cookie });
  const { id, codes } = (await made.json()) as MadeTickets;
  await host.do('chooseTickets', { list: id, others: false });
  const { page, errors } = await openTab(browser, 'desktop', 'en-US');
  await page.goto(`${server.url}/${pin}#t=${codes[1]}`);
  await page.getByTestId('join-name').fill('Kim');
  await page.getByTestId('join-submit').click();
  await page.getByTestId('arena').waitFor();
  const { players } = await host.wait('joinRoom', (joined) => joined.players.length > 0);
  await host.do('setCoHost', { playerId: players[0]!.playerId, isCoHost: true });
  await host.do('startGame', {});
  await page.locator('html[data-phase=countdown]').waitFor();
  await host.do('endGame', {});
  const files = page.getByTestId('result-files');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('link').first().click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Hall.*\.xlsx$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(errors).toEqual([]);
  host.close();
});

it('R17.3 the report of an evening of which only a draw is there shows who was there', async () => {
  const { host, pin } = await openRoom('Draws');
  const guests = ['Ann', 'Bob'].map(
    () => new TestClient(server.url, { auth: { wantToken: true } }),
  );
  await guests[0]!.do('joinRoom', { gameId: pin, playerName: 'Ann' });
  await guests[1]!.do('joinRoom', { gameId: pin, playerName: 'Bob' });
  for (let press = 0; press < 2; press++) {
    const { version } = host.last('phase')!;
    await host.do('nextPhase', { version });
    await host.wait('phase', (phase) => phase.version > version);
  }
  const find = async () => {
    const answer = await fetch(`${server.url}/api/desk/results`, { headers: { cookie } });
    const { games } = (await answer.json()) as KeptGameList;
    return games.find(({ roomTitle }) => roomTitle === 'Draws')?.id;
  };
  await expect.poll(find).toBeDefined();
  const { page, errors, shoot } = await openTab(browser, 'desktop', 'en-US');
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.goto(`${server.url}/desk/results/${await find()}`);
  await page.getByTestId('report').waitFor();
  const table = page.getByTestId('ranking');
  expect(await table.locator('tbody tr').count()).toBe(2);
  expect(await table.locator('th[scope=col]').allTextContents()).toEqual(['Name']);
  expect(await page.getByTestId('help').count()).toBe(0);
  expect(await page.getByTestId('podium-picture').count()).toBe(0);
  const files = page.getByRole('link', { name: /CSV/ });
  expect(await files.allTextContents()).toEqual(['Ranking as CSV', 'Draws as CSV']);
  expect(await page.locator('main').textContent()).not.toMatch(/NaN|undefined|null/);
  await shoot('report-of-draws');
  expect(errors).toEqual([]);
  for (const one of [host, ...guests]) one.close();
});
