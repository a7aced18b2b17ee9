import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import { closeAllTabs, openTab, type Tab, workerBrowser } from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { layoutFaults, PHONES } from '../support/layout.js';

const PASSWORD = 'eight or more';

let server: Child & { url: string; port: number };
let browser: Browser;
let admin: Tab;
let host: Tab;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', HOSTS: 'invited' });
  browser = await workerBrowser();
  admin = await openTab(browser, 'desktop', 'en-US');
  host = await openTab(browser, 'phone', 'ko-KR');
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

/** The link as the admin hands it on, by the address that this browser knows. */
async function newestLink(page: Page): Promise<string> {
  const link = new URL(await page.getByTestId('invite-link').inputValue());
  return `${server.url}${link.pathname}${link.hash}`;
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByTestId('login-name').fill('김 선생님');
  await page.getByTestId('login-password').fill(password);
  await page.getByTestId('login-submit').click();
}

describe('invited hosts', () => {
  it('R15.11 come by a link that the admin makes, and that leaves the address bar', async () => {
    const { page } = admin;
    await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
    await page.getByTestId('hosts-open').click();
    await page.getByTestId('invite-note').fill('Class 3');
    await page.getByTestId('invite-make').click();
    await page.getByTestId('invite-open').waitFor();
    expect(await page.getByTestId('invite-open').textContent()).toContain('Class 3');
    const link = await newestLink(page);

    await host.page.goto(link);
    await host.page.getByTestId('invite-name').fill('김 선생님');
    expect(host.page.url()).toBe(`${server.url}/desk`);
    await host.page.getByTestId('invite-password').fill(PASSWORD);
    await host.shoot('desk-invitation');
    expect(await violations(host.page)).toEqual([]);
    await host.page.getByTestId('invite-use').click();
    await host.page.getByTestId('desk-none').waitFor();
    expect(await host.page.getByTestId('hosts').count()).toBe(0);

    await host.page.goto('about:blank');
    await host.page.goto(link);
    await host.page.getByTestId('invite-problem').waitFor();
    await host.page.getByTestId('invite-close').click();
    await host.page.getByTestId('desk-none').waitFor();
  });

  it('R15.12 sign out, and in by name and password', async () => {
    const { page } = host;
    await page.getByTestId('desk-who').waitFor();
    await page.getByTestId('desk-sign-out').click();
    await page.getByTestId('desk-signed-out').waitFor();
    expect(await violations(page)).toEqual([]);
    await signIn(page, 'wrong password');
    await page.getByTestId('login-problem').waitFor();
    await signIn(page, PASSWORD);
    await page.getByTestId('desk-none').waitFor();
  });

  it('R15.12 change their password', async () => {
    const { page } = host;
    await page.getByText('비밀번호 바꾸기').click();
    await page.getByTestId('password-current').fill(PASSWORD);
    await page.getByTestId('password-new').fill('another one');
    await page.getByTestId('password-save').click();
    await page.getByTestId('password-changed').waitFor();
    expect(await page.getByTestId('password-new').inputValue()).toBe('');
  });

  it('R15.13 get a new password by a link of the admin, and are told of it in each browser', async () => {
    const { page } = admin;
    await page.reload();
    await page.getByTestId('hosts-open').click();
    await page.getByTestId('host-reset').click();
    await page.getByTestId('invite-link').waitFor();
    const link = await newestLink(page);
    // In the tab that shows the desk, where only what stands behind the # changes.
    await host.page.goto(link);
    expect(await host.page.getByTestId('invite-name').inputValue()).toBe('김 선생님');
    await host.page.getByTestId('invite-password').fill('remembered');
    await host.page.getByTestId('invite-use').click();
    await host.page.getByTestId('desk-none').waitFor();
    // The account is told of it, in each browser until it is put away there.
    const told = host.page.getByTestId('password-resets');
    await told.waitFor();
    await host.shoot('desk-password-reset');
    expect(await violations(host.page)).toEqual([]);
    expect(await layoutFaults(host.page, PHONES)).toEqual([]);
    await host.page.reload();
    await told.waitFor();
    await host.page.getByTestId('password-resets-seen').click();
    await told.waitFor({ state: 'detached' });
    await host.page.reload();
    await host.page.getByTestId('desk-none').waitFor();
    expect(await told.count()).toBe(0);
    const second = await openTab(browser, 'desktop', 'en-US');
    await second.page.goto(`${server.url}/desk`);
    await signIn(second.page, 'remembered');
    await second.page.getByTestId('password-resets').waitFor();
    await second.shoot('desk-password-reset-desktop');
    await second.page.context().close();
  });

  it('R15.12 hear after five wrong tries how many they have, and whom to ask', async () => {
    const guest = await openTab(browser, 'phone', 'en-US');
    const other = await openTab(browser, 'phone', 'ko-KR');
    for (const [{ page, errors, shoot }, wrong, many, forgotten] of [
      [
        guest,
        'not right',
        'Five tries a minute. Forgotten? Ask who runs',
        'Ask who runs this server',
      ],
      [other, '맞지 않', '1분에 다섯 번까지만', '운영하는 사람에게'],
    ] as const) {
      await page.goto(`${server.url}/desk`);
      await page.getByTestId('login-forgotten').filter({ hasText: forgotten }).waitFor();
      const problem = page.getByTestId('login-problem');
      await expect
        .poll(async () => {
          await signIn(page, 'wrong password');
          await page.locator('[data-testid=login-submit]:not(:disabled)').waitFor();
          const told = await problem.textContent();
          expect([wrong, many].some((text) => told?.includes(text))).toBe(true);
          return told;
        })
        .toContain(many);
      await shoot('desk-too-many-tries');
      expect(await violations(page)).toEqual([]);
      expect(await layoutFaults(page, PHONES)).toEqual([]);
      expect(errors.filter((error) => !/40[03]|429/.test(error))).toEqual([]);
      await page.context().close();
    }
    // On the browser that the account knows, its owner still gets in (R16.12).
    const { page } = host;
    await page.getByTestId('desk-sign-out').click();
    await page.getByTestId('desk-signed-out').waitFor();
    await signIn(page, 'remembered');
    await page.getByTestId('desk-none').waitFor();
  });

  it('R15.13 are switched off by the admin, and removed after two questions', async () => {
    const { page } = admin;
    await page.getByTestId('host-disable').click();
    await page.getByTestId('host-enable').waitFor();
    expect(await violations(page)).toEqual([]);
    await admin.shoot('desk-hosts');
    await host.page.reload();
    await host.page.getByTestId('desk-signed-out').waitFor();
    await signIn(host.page, 'remembered');
    await host.page.getByTestId('login-problem').waitFor();

    await page.getByTestId('host-remove').click();
    await page.getByTestId('host-remove-for-good').click();
    await page.getByTestId('confirm-yes').click();
    await page.getByTestId('host-row').waitFor({ state: 'detached' });
    const errors = [...admin.errors, ...host.errors];
    expect(errors.filter((error) => !/403|429/.test(error))).toEqual([]);
  });
});
