import { request } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StartState } from '../../src/protocol/index.js';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';
import { openSocketRoom } from '../support/socket-room.js';

type Server = Child & { url: string; port: number };

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', PUBLIC_URL: 'http://quiz.local:3000' });
  browser = await workerBrowser();
});
afterEach(() => closeAllTabs(browser));
afterAll(() => server.stop());

const linkOf = ({ output }: Server): string => /http:\S+\/start#key=\S+/.exec(output())?.[0] ?? '';

async function openStart(
  size: 'phone' | 'desktop' = 'desktop',
  locale: 'ko-KR' | 'en-US' = 'en-US',
  on: Server = server,
): Promise<Tab> {
  const tab = await openTab(browser, size, locale);
  await tab.page.goto(linkOf(on));
  await tab.page.getByTestId('start-hall').waitFor();
  return tab;
}

/** Another device opens the page of players. */
function comeFromElsewhere({ port }: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, host: '127.0.0.1', localAddress: '127.0.0.5' }, (response) => {
      response.resume().once('end', resolve);
    });
    asking.once('error', reject);
    asking.end();
  });
}

const trouble = (page: Page, kind: string): Promise<void> =>
  page.locator(`[data-testid=start-trouble][data-trouble=${kind}]`).waitFor();

/** The page is told this instead of what the server says, until it is changed. */
async function tell(page: Page, changes: () => Partial<StartState>): Promise<void> {
  await page.route('**/api/start', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as StartState;
    await route.fulfill({ response, json: { ...state, ...changes() } });
  });
}

describe('R26.1 the start page', () => {
  it('opens by the link in the terminal, whose key leaves the address bar, and by a reload', async () => {
    const { page, errors } = await openStart();
    expect(page.url()).toBe(`${server.url}/start`);
    expect(await page.getByTestId('start-base').textContent()).toBe('http://quiz.local:3000');
    expect(await page.getByTestId('qr').getAttribute('aria-label')).toContain('quiz.local:3000');
    expect(await page.getByTestId('start-version').textContent()).toMatch(/\d+\.\d+\.\d+/);
    await page.reload();
    await page.getByTestId('start-hall').waitFor();
    expect(errors).toEqual([]);
  });

  it('is shut without the key, with a wrong one, and behind a proxy', async () => {
    const { page } = await openTab(browser, 'desktop', 'en-US');
    await page.goto(`${server.url}/start`);
    await trouble(page, 'notSignedIn');
    await page.evaluate(`location.hash = '#key=wrong'`);
    await trouble(page, 'wrongKey');
    expect(await page.getByTestId('start-hall').count()).toBe(0);
    await page.evaluate(`location.hash = ${JSON.stringify(new URL(linkOf(server)).hash)}`);
    await page.getByTestId('start-hall').waitFor();
    const proxied = await openTab(browser, 'phone', 'ko-KR');
    await proxied.page.setExtraHTTPHeaders({ 'x-forwarded-for': '10.0.0.1' });
    const answer = await proxied.page.goto(linkOf(server));
    expect(answer?.status()).toBe(404);
    await trouble(proxied.page, 'notHere');
    expect(await violations(proxied.page)).toEqual([]);
  });

  it('leads to a new room and, signed in, to the own quiz sets', async () => {
    const { page } = await openStart();
    await page.getByTestId('start-sets').click();
    await page.getByTestId('desk-none').waitFor();
    await page.goBack();
    await page.getByTestId('start-host').click();
    await page.getByTestId('create-submit').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('R26.3 turns green when a phone has come, without being asked', async () => {
    const { page } = await openStart('desktop', 'ko-KR');
    expect(await page.getByTestId('start-reached').count()).toBe(0);
    await comeFromElsewhere(server);
    await page.getByTestId('start-reached').waitFor();
    expect(await page.getByTestId('start-check').textContent()).toContain('휴대폰');
  });

  it('R26.3 leads to the address by which phones come, and R26.4 tells of a new one', async () => {
    const { page } = await openStart();
    const [vpn, wifi] = ['http://172.29.0.1:3000', 'http://192.168.0.12:3000'];
    let told: Partial<StartState> = {
      base: vpn,
      isReached: false,
      choices: [
        { base: vpn, isReached: false },
        { base: wifi, isReached: true },
      ],
    };
    await tell(page, () => told);
    await page.getByTestId('start-other-reached').filter({ hasText: '192.168.0.12' }).waitFor();
    const chosen: string[] = [];
    await page.route('**/api/start/address', async (route) => {
      chosen.push((route.request().postDataJSON() as { base: string }).base);
      told = { ...told, base: wifi, isReached: true };
      const response = await page.request.get(`${server.url}/api/start`);
      await route.fulfill({ json: { ...((await response.json()) as StartState), ...told } });
    });
    // By the keyboard, as all of it.
    await page.getByTestId('start-choices').getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('start-reached').waitFor();
    expect(chosen).toEqual([wifi]);
    expect(await violations(page)).toEqual([]);
    told = { ...told, baseBefore: vpn, takenPort: 3000 };
    await page.getByTestId('start-moved').filter({ hasText: '172.29.0.1' }).waitFor();
    await page.getByTestId('start-elsewhere').waitFor();
    told = { ...told, base: null, choices: [] };
    await page.getByTestId('start-alone').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it.each([
    ['desktop', 'en-US'],
    ['phone', 'ko-KR'],
    ['phone', 'en-US'],
  ] as const)('fits on a %s in %s, with what keeps phones out', async (size, locale) => {
    const tab = await openStart(size, locale);
    await tab.page.getByTestId('start-help').locator('summary').click();
    await tab.shoot(`start-${size}-${locale}`);
    expect(await violations(tab.page)).toEqual([]);
    expect(await layoutFaults(tab.page, size === 'phone' ? PHONES : [])).toEqual([]);
    expect(tab.errors).toEqual([]);
  });
});

describe('R26.7 the button that stops the server', () => {
  it('asks where people are, tells how many, and stops as SIGTERM does', async () => {
    const own = await runServer({ LOG_LEVEL: 'info' });
    const room = await openSocketRoom(own.url, ['Host', 'Dana']);
    await room.players[0]!.do('startGame', {});
    const { page } = await openStart('phone', 'ko-KR', own);
    await page.getByTestId('start-in-use').filter({ hasText: '2명' }).waitFor();
    await page.getByTestId('start-stop').click();
    const asked = page.getByTestId('confirm');
    await asked.waitFor();
    expect(await asked.textContent()).toMatch(/방 1개, 2명.*다음에 시작하면 이어서/);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect((await fetch(`${own.url}/health/live`)).status).toBe(200);
    await page.getByTestId('start-stop').click();
    await page.getByTestId('confirm-yes').click();
    await room.players[1]!.wait('notice', ({ code }) => code.startsWith('SERVER_'));
    expect(await own.ended).toBe(0);
    await trouble(page, 'stopped');
    expect(await violations(page)).toEqual([]);
    room.close();
    await own.stop();
  });

  it('stops at once where nobody is', async () => {
    const own = await runServer({ LOG_LEVEL: 'info' });
    const { page } = await openStart('desktop', 'en-US', own);
    await page.getByTestId('start-stop').click();
    expect(await own.ended).toBe(0);
    await trouble(page, 'stopped');
    await own.stop();
  });

  it('is not to be confused with a server that is gone', async () => {
    const own = await runServer({ LOG_LEVEL: 'info' });
    const { page } = await openStart('desktop', 'en-US', own);
    await own.stop();
    await trouble(page, 'away');
    // It goes on once there is a server again.
    expect(await page.getByTestId('start-hall').isVisible()).toBe(true);
  });
});
