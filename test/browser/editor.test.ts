import type { Browser, Page } from 'playwright-core';
import type { ServerInfo } from '../../src/protocol/http.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.js';
import {
  chooseLanguage,
  boxOf,
  closeAllTabs,
  openTab,
  type Tab,
  workerBrowser,
} from '../support/browser.js';
import { runServer, type Child } from '../support/child.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

let server: Child & { url: string; port: number };
let browser: Browser;
let desk: Tab;
let page: Page;

beforeAll(async () => {
  server = await runServer({ LOG_LEVEL: 'warn', COUNTDOWN_MS: '200', GET_READY_MS: '200' });
  browser = await workerBrowser();
  desk = await openTab(browser, 'desktop', 'en-US');
  ({ page } = desk);
  await page.goto(/http:\S+\/desk#key=\S+/.exec(server.output())?.[0] ?? '');
  await page.getByTestId('desk-new').waitFor();
});

afterAll(async () => {
  await closeAllTabs(browser);
  await server.stop();
});

const state = (on = page): Promise<string | null> =>
  on.getByTestId('save-state').getAttribute('data-state');

const saved = (on = page) => on.locator('[data-testid=save-state][data-state=saved]').waitFor();

const texts = (on = page): Promise<string[]> =>
  on
    .getByTestId('row')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('.text')?.textContent ?? ''));

async function newSet(): Promise<string> {
  await page.goto(`${server.url}/desk`);
  await page.getByTestId('desk-new').click();
  await page.getByTestId('add').waitFor();
  return page.url();
}

async function paste(text: string): Promise<void> {
  await page.getByTestId('paste').click();
  await page.getByTestId('paste-text').fill(text);
  await page.getByTestId('paste-make').click();
  await page.getByTestId('paste-text').waitFor({ state: 'detached' });
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `${n + 1}. Question ${n + 1}?\nA. yes\n*B. no ${n}`).join(
    '\n\n',
  );

/** In the page, as text: the types of a browser are not those of these tests. */
const PASTE = `(field, text) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}`;

describe('the editor', () => {
  it('R15.14 says at once, without the server, what keeps a question from being played', async () => {
    await newSet();
    await page.route('**/api/desk/sets/*', (route) => route.abort());
    await page.getByTestId('add-spot').click();
    await page.getByText('Mark at least one place as right.').waitFor();
    expect(await page.getByText('at least 3 places').count()).toBe(1);
    await page.getByTestId('add-ox').click();
    await page.getByTestId('truth-O').check();
    await page.getByTestId('quiz').fill('Is it?');
    await expect.poll(() => page.getByTestId('faults').count()).toBe(1);
    await page.unroute('**/api/desk/sets/*');
    await saved();
  });

  it('R15.25 follows a new text with its seconds, and proposes them for one that was set', async () => {
    await newSet();
    await page.getByTestId('add').click();
    const seconds = page.getByTestId('seconds');
    expect(await seconds.inputValue()).toBe('15');
    await page.getByTestId('quiz').fill('Which of these '.repeat(12));
    await expect.poll(() => seconds.inputValue()).toBe('25');
    await seconds.fill('7');
    await page.getByTestId('fit-seconds').click();
    expect(await seconds.inputValue()).toBe('25');
    expect(await page.getByTestId('fit-seconds').count()).toBe(0);
  });

  it('R15.26 keeps a pasted text of which something is wrong, and leads to the question', async () => {
    await newSet();
    await page.getByTestId('paste').click();
    const text = `${lines(12)}\n\n13. None right?\nA. one\nB. two`;
    await page.getByTestId('paste-text').fill(text);
    await page.getByTestId('paste-make').click();
    const made = page.getByTestId('paste-made');
    await expect.poll(() => made.textContent()).toContain('1 of 13 needs correction');
    expect(await page.getByTestId('paste-text').inputValue()).toBe(text);
    await page.getByTestId('paste-fault').click();
    const fault = page.getByText('Mark at least one choice as right.');
    await fault.waitFor();
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('[data-question]') !== null`))
      .toBe(true);
    expect((await boxOf(fault)).y).toBeLessThan(900);
    await expect.poll(() => page.getByTestId('notice').textContent()).toContain('13 questions');
  });

  it('R15.27 signs in beside what is written, and saves it then', async () => {
    await newSet();
    await page.route('**/api/desk/sets/*', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'NOT_SIGNED_IN', message: '' } } }),
    );
    await page.getByTestId('title').fill('Written while signed out');
    await page.getByTestId('editor-sign-in').waitFor();
    await page.route('**/api/desk', (route) =>
      route.fulfill({ json: { hosts: 'invited', account: null } }),
    );
    await page.route('**/api/desk/session', (route) => route.fulfill({ json: {} }));
    await page.getByTestId('editor-sign-in').click();
    await page.getByTestId('login-name').fill('Kim');
    await page.getByTestId('login-password').fill('a password of hers');
    await page.unroute('**/api/desk/sets/*');
    await page.getByTestId('login-submit').click();
    await saved();
    await page.unroute('**/api/desk');
    await page.unroute('**/api/desk/session');
    await page.reload();
    await expect
      .poll(() => page.getByTestId('title').inputValue())
      .toBe('Written while signed out');
  });

  it('R15.28 selects the title of a new set', async () => {
    await newSet();
    await page.keyboard.type('Mine');
    expect(await page.getByTestId('title').inputValue()).toBe('Mine');
  });

  it('R15.18 takes a question by the keyboard alone, and keeps it through a reload', async () => {
    await newSet();
    await page.getByTestId('title').fill('By hand');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('What colour is the sky?');
    await page.keyboard.press('Enter');
    await page.keyboard.type('red');
    await page.keyboard.press('Enter');
    await page.keyboard.type('blue');
    await page.keyboard.press('Alt+Enter');
    await page.getByTestId('faults').waitFor({ state: 'detached' });
    await saved();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('And the sea?');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => texts()).toEqual(['And the sea?', 'What colour is the sky?']);
    await page.getByTestId('faults').waitFor();
    await saved();
    await page.reload();
    await page.getByTestId('row').first().waitFor();
    await expect.poll(() => texts()).toEqual(['And the sea?', 'What colour is the sky?']);
    expect(await page.getByTestId('title').inputValue()).toBe('By hand');
    await expect.poll(() => page.getByTestId('summary').textContent()).toContain('1 of 2');
    await page.getByTestId('open').nth(1).click();
    expect(await page.getByTestId('right').nth(1).isChecked()).toBe(true);
  });

  it('R15.18 takes steps back and forward, doubles and deletes', async () => {
    await page.keyboard.press('Control+d');
    await expect.poll(() => texts()).toHaveLength(3);
    await page.getByTestId('remove').click();
    await expect.poll(() => texts()).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts()).toHaveLength(3);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => texts()).toHaveLength(3);
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts()).toHaveLength(2);
    await saved();
  });

  it('R15.15 makes questions of what is pasted into a field', async () => {
    await page.getByTestId('open').first().click();
    const pasted = '1. Hot?\\nA. ice\\n*B. fire\\n\\n2. Cold?\\nA. ice\\nB. fire';
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '${pasted}');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('[data-testid=quiz]').dispatchEvent(paste);
    }`);
    await page.getByTestId('paste-make').click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await expect
      .poll(() => texts())
      .toEqual(['And the sea?', 'Hot?', 'Cold?', 'What colour is the sky?']);
    await saved();
  });

  it('R15.18 moves a row by its handle, with the pointer and with arrows', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const [from, to] = [page.getByTestId('handle').first(), page.getByTestId('row').nth(2)];
    const [start, end] = [await boxOf(from), await boxOf(to)];
    await page.mouse.move(start.x + 10, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(start.x + 10, start.y + 60, { steps: 3 });
    await page.mouse.move(start.x + 10, end.y + end.height - 4, { steps: 3 });
    await page.locator('.before, .after').waitFor();
    await page.mouse.up();
    const moved = ['Hot?', 'Cold?', 'And the sea?', 'What colour is the sky?'];
    await expect.poll(() => texts()).toEqual(moved);
    await page.getByTestId('handle').nth(2).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => texts()).toEqual(moved.with(1, 'And the sea?').with(2, 'Cold?'));
    expect(await page.getByTestId('said').textContent()).toContain('2');
  });

  it('R15.18 changes several at once', async () => {
    await page.getByTestId('select').nth(0).click();
    await page
      .getByTestId('select')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await page.getByTestId('bulk-seconds').fill('40');
    await page.getByTestId('bulk-seconds-ok').click();
    await expect.poll(() => page.getByText('40 s', { exact: true }).count()).toBe(3);
    await page.getByTestId('bulk-remove').click();
    await expect.poll(() => texts()).toEqual(['What colour is the sky?']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts()).toHaveLength(4);
    await saved();
  });

  it('R15.19 tells the second of two tabs, which keeps its own as a copy', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByTestId('title').fill('Theirs');
    await saved(other);
    await page.getByTestId('title').fill('Mine');
    await page.getByTestId('conflict').waitFor();
    const before = page.url();
    await page.getByTestId('as-copy').click();
    await expect.poll(() => page.url()).not.toBe(before);
    await saved();
    expect(await page.getByTestId('title').inputValue()).toBe('Mine (copy)');
    expect(await texts()).toHaveLength(4);
    await page.getByTestId('title').fill('Mine');
    await saved();
    await other.goto(page.url());
    await other.getByTestId('title').waitFor();
    await page.getByTestId('title').fill('First');
    await saved();
    await other.getByTestId('title').fill('Second');
    await other.getByTestId('theirs').click();
    expect(await other.getByTestId('title').inputValue()).toBe('First');
    expect(await state(other)).toBe('saved');
    await other.close();
  });

  it('R15.19 takes a save whose answer was lost for its own', async () => {
    let lost = 0;
    await page.route('**/api/desk/sets/*', async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) return route.continue();
      lost += 1;
      // It arrives, and nobody hears of it.
      await route.fetch();
      await route.abort();
    });
    await page.getByTestId('title').fill('Arrived');
    await page.locator('[data-state=away]').waitFor();
    await page.getByTestId('title').fill('Arrived and more');
    await saved();
    expect(await page.getByTestId('conflict').count()).toBe(0);
    await page.unroute('**/api/desk/sets/*');
    await page.reload();
    await page.getByTestId('title').waitFor();
    expect(await page.getByTestId('title').inputValue()).toBe('Arrived and more');
  });

  it('R15.19 keeps in the browser what could not be saved, and offers it after a reload', async () => {
    await page.route('**/api/desk/sets/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByTestId('title').fill('Written without a net');
    await page.locator('[data-state=away]').waitFor();
    await desk.shoot('editor-away');
    await page.reload();
    await page.getByTestId('unsaved').waitFor();
    await page.unroute('**/api/desk/sets/*');
    await page.getByTestId('use-unsaved').click();
    expect(await page.getByTestId('title').inputValue()).toBe('Written without a net');
    await saved();
    await page.reload();
    await page.getByTestId('title').waitFor();
    expect(await page.getByTestId('title').inputValue()).toBe('Written without a net');
    expect(await page.getByTestId('unsaved').count()).toBe(0);
  });

  it('R15.18 has a form for each kind, and warns of an answer in the middle', async () => {
    await page.getByTestId('add-ox').click();
    await page.getByTestId('quiz').fill('The Moon shines by itself.');
    await page.getByTestId('truth-X').check();
    await page.getByTestId('add-number').click();
    await page.getByTestId('number-value').fill('50');
    const warnings = page.getByTestId('warning');
    const middle = warnings.filter({ hasText: 'in the middle' });
    await middle.waitFor();
    await page.getByTestId('number-value').fill('42');
    await middle.waitFor({ state: 'detached' });
    // R15.25
    await expect
      .poll(() => warnings.allTextContents())
      .toEqual(['In survival a narrow number drops nearly everybody.']);
    await page.getByTestId('number-tolerance').fill('5');
    await warnings.waitFor({ state: 'detached' });
    await page.getByTestId('add-spot').click();
    await page.getByText('Add at least 3 places.').waitFor();
    await page.getByTestId('kind').selectOption('scale');
    await page.getByTestId('scale-from').fill('cold');
    await saved();
    expect(await texts()).toHaveLength(7);
  });

  it('R15.34 warns of a place that is right again and again in what is never shuffled', async () => {
    const before = page.url();
    await newSet();
    const question = (n: number) => `Capital ${n}?\n*Rome\nOslo\nBern`;
    await paste([1, 2, 3, 4].map(question).join('\n\n'));
    const warning = page.getByTestId('same-place');
    for (const n of [0, 1, 2, 3]) {
      expect(await warning.count()).toBe(0);
      await page.getByTestId('open').nth(n).click();
      await page.getByLabel('Never shuffle the choices').check();
    }
    await warning.filter({ hasText: 'The first choice is right in 4 of 4 questions' }).waitFor();
    await warning.scrollIntoViewIfNeeded();
    await desk.shoot('editor-same-place');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Never shuffle the choices').uncheck();
    await warning.waitFor({ state: 'detached' });
    await saved();
    await page.goto(before);
  });

  it('R15.20 shows the real stage, on which who writes walks', async () => {
    await page.getByTestId('open').first().click();
    await page.getByTestId('preview').click();
    const stage = page.frameLocator('[data-testid=stage-frame]');
    await stage.getByTestId('zone').first().waitFor();
    expect(await stage.getByTestId('question').textContent()).toBe('Hot?');
    await desk.shoot('editor-preview-phone');
    await page.getByTestId('try').click();
    await stage.locator('.timer[data-stage=ready]').waitFor();
    await page.getByTestId('try').click();
    await page.getByTestId('preview-projector').click();
    await stage.locator('main.screen').waitFor();
    await desk.shoot('editor-preview-projector');
    expect(await violations(page)).toEqual([]);
    // Escape closes it also from within the frame, where who tries a question walks.
    await page.getByTestId('preview-phone').click();
    await page.getByTestId('try').click();
    await stage.locator('.timer[data-stage=ready]').waitFor();
    await stage.getByTestId('arena').click();
    await page.keyboard.press('Escape');
    await page.getByTestId('stage-frame').waitFor({ state: 'detached' });
  });

  it('R15.20 says what is missing where nothing is written that a stage could show', async () => {
    const before = page.url();
    await newSet();
    await page.getByTestId('add').click();
    await page.getByTestId('preview').click();
    await page.getByTestId('no-preview').waitFor();
    expect(await page.getByTestId('try').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByTestId('stage-frame').waitFor({ state: 'detached' });
    await saved();
    await page.goto(before);
  });

  it('R15.18 keeps the fields of a number in one line when one of them has a fault', async () => {
    const before = page.url();
    await newSet();
    await page.getByTestId('add-number').click();
    const heights = () =>
      page
        .locator('input[data-testid^=number-]')
        .evaluateAll((inputs) => inputs.map(({ clientHeight }) => clientHeight));
    await page.getByTestId('number-min').waitFor();
    const [least = 0] = await heights();
    await page.getByTestId('number-value').fill('');
    await page.locator('input[data-testid^=number-] + .fault').first().waitFor();
    await desk.shoot('editor-number-fault');
    for (const height of await heights()) expect(height).toBeLessThan(least + 3);
    await saved();
    await page.goto(before);
  });

  it('R15.17 shares by a link whose token is in no address', async () => {
    await page.getByTestId('share').click();
    await page.getByTestId('share-make').click();
    const shown = await page.getByTestId('share-link').inputValue();
    // As others reach the server, and not as this page was opened.
    const { joinBase } = (await (await fetch(`${server.url}/api/info`)).json()) as ServerInfo;
    expect(shown.startsWith(`${joinBase}/desk/share#`)).toBe(true);
    await page.getByTestId('qr').waitFor();
    await page.getByTestId('share-link-copy').click();
    expect(await page.getByTestId('share-link-local').count()).toBe(0);
    await desk.shoot('editor-share');
    const link = server.url + shown.slice(joinBase.length);
    expect(await violations(page)).toEqual([]);
    const reader = await openTab(browser, 'phone', 'ko-KR');
    const asked: string[] = [];
    reader.page.on('request', (request) => asked.push(request.url()));
    await reader.page.goto(link);
    await reader.page.getByTestId('shared').waitFor();
    expect(reader.page.url()).toBe(`${server.url}/desk/share`);
    const token = link.split('#')[1] ?? '';
    expect(asked.slice(1).some((url) => url.includes(token))).toBe(false);
    expect(await reader.page.getByTestId('shared').textContent()).not.toContain('✔');
    await reader.page.reload();
    await reader.page.getByTestId('shared').waitFor();
    await reader.shoot('editor-shared');
    await page.getByTestId('share-end').click();
    await page.getByTestId('share-end').waitFor({ state: 'detached' });
    await reader.page.reload();
    await reader.page.getByTestId('shared-problem').waitFor();
    await reader.page.context().close();
    await page.keyboard.press('Escape');
  });

  it('R15.19 R15.9 opens the form for a room with this set when all of it is saved', async () => {
    const id = page.url().split('/').at(-1);
    await page.route('**/api/desk/sets/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByTestId('title').fill('Last words');
    await page.getByTestId('play').click();
    await page.locator('[data-state=away]').waitFor();
    expect(page.url()).toContain('/desk/set/');
    await page.unroute('**/api/desk/sets/*');
    await page.getByTestId('title').fill('The very last words');
    await page.getByTestId('play').click();
    await expect.poll(() => page.getByTestId('quiz-set').inputValue()).toBe(id);
    const chosen = page.getByTestId('quiz-set').locator('option:checked');
    expect(await chosen.textContent()).toContain('The very last words');
    expect(await page.getByTestId('play-lost').count()).toBe(0);
    await page.goto(`${server.url}/?play=own_of_somebody`);
    await page.getByTestId('play-lost').waitFor();
    await page.goto(server.url);
    await page.getByTestId('to-desk').click();
    await page.getByTestId('desk-set').first().waitFor();
  });

  it('R15.29 shows the open question as in a game beside it, and never takes the focus', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await newSet();
    const stage = page.frameLocator('[data-testid=live-frame]');
    const focused = () => page.evaluate<string>('document.activeElement.dataset.testid ?? ""');
    await page.getByTestId('add').click();
    // Nothing is written that could be shown.
    await page.getByTestId('live-blank').waitFor();
    await page.getByTestId('quiz').pressSequentially('How far is it?');
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe('How far is it?');
    expect(await focused()).toBe('quiz');
    await page.keyboard.type(' From here');
    const asked = 'How far is it? From here';
    expect(await page.getByTestId('quiz').inputValue()).toBe(asked);
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe(asked);
    expect(await focused()).toBe('quiz');
    // Each question that is opened comes into it.
    await page.getByTestId('add-ox').click();
    await page.getByTestId('quiz').fill('Is it far?');
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe('Is it far?');
    await desk.shoot('editor-live-1366');
    await page.getByTestId('live-projector').click();
    await stage.locator('main.screen').waitFor();
    await desk.shoot('editor-live-screen');
    // Nobody gets lost in it by the keyboard.
    await page.getByTestId('live-projector').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('IFRAME');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1199, height: 768 });
    await page.getByTestId('live-stage').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1366, height: 768 });
    await saved();
  });

  it('R15.18 stays fluent with 200 questions and a stage beside them', async () => {
    await newSet();
    await page.keyboard.press('Escape');
    await paste(lines(200));
    await expect.poll(() => texts()).toHaveLength(200);
    await saved();
    const began = Date.now();
    await page.reload();
    await page.getByTestId('row').nth(199).waitFor({ state: 'attached' });
    const openedMs = Date.now() - began;
    await page.getByTestId('open').nth(3).click();
    await page.getByTestId('quiz').waitFor();
    const stage = page.frameLocator('[data-testid=live-frame]');
    await expect.poll(() => stage.getByTestId('question').textContent()).toBe('Question 4?');
    const p95 = (): Promise<number> =>
      page.evaluate(`(async () => {
      const field = document.querySelector('[data-testid=quiz]');
      const took = [];
      for (let n = 0; n < 40; n++) {
        const start = performance.now();
        field.value += 'x';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await Promise.resolve();
        took.push(performance.now() - start);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return took.sort((a, b) => a - b)[38];
    })()`);
    // The least of three: others use the same two cores.
    let keyMs = await p95();
    for (let n = 0; n < 2 && keyMs >= pace.allow(50); n++) keyMs = Math.min(keyMs, await p95());
    console.log(
      `200 questions: opened in ${openedMs} ms, a key takes ${keyMs.toFixed(1)} ms (p95)`,
    );
    expect(keyMs).toBeLessThan(pace.allow(50));
    await saved();
  });

  it('R16.14 takes spellings by keyboard and as pasted lines, and lets people try to write', async () => {
    await newSet();
    await page.getByTestId('add-typed').click();
    await page.getByTestId('quiz').fill('What is the capital of France?');
    const accepted = page.getByTestId('typed-accepted');
    const all = (): Promise<string[]> =>
      accepted.evaluateAll((fields) =>
        fields.map((field) => (field as { value?: string }).value ?? ''),
      );
    await accepted.fill('Paris');
    await accepted.press('Enter');
    await page.keyboard.type('paris!');
    await page.getByText('This is the same as an earlier one').waitFor();
    expect(await violations(page)).toEqual([]);
    await desk.shoot('editor-typed-fault');
    for (const _ of 'paris!') await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(all).toEqual(['Paris']);
    await page.evaluate(
      `(${PASTE})(document.querySelector('[data-testid=typed-accepted]'), ${JSON.stringify('City of Light\n파리\n')})`,
    );
    await expect.poll(all).toEqual(['Paris', 'City of Light', '파리']);
    await page.getByTestId('add-wrong').click();
    await page.keyboard.type('Pariss');

    // R16.17: what the word filter finds is a hint, and no fault.
    const masked = page.getByTestId('masked');
    await accepted.nth(1).fill('sh1t city');
    await masked.filter({ hasText: 'shown unmasked' }).waitFor();
    expect(await accepted.nth(1).getAttribute('aria-describedby')).toContain(
      await masked.getAttribute('id'),
    );
    await page.getByTestId('typed-wrong').fill('shit');
    await masked.filter({ hasText: 'no zone' }).waitFor();
    await saved();
    expect(await page.getByTestId('faults').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await desk.shoot('editor-typed-masked');
    await page.getByTestId('typed-wrong').fill('Pariss');
    await accepted.nth(1).fill('City of Light');
    await expect.poll(() => masked.count()).toBe(0);
    await page.getByTestId('walks').uncheck();
    expect(await page.getByTestId('walk-time').count()).toBe(0);
    await page.getByTestId('walks').check();
    expect(await page.getByTestId('walk-time').inputValue()).toBe('12');
    await page.getByTestId('walk-time').fill('8');
    await saved();
    const live = page.frameLocator('[data-testid=live-frame]');
    await live.getByTestId('write-form').waitFor();
    await page.setViewportSize({ width: 1366, height: 1400 });
    await desk.shoot('editor-typed');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await violations(page)).toEqual([]);

    await page.getByTestId('seconds').fill('10');
    await page.getByTestId('preview').click();
    await page.getByTestId('try').click();
    const stage = page.frameLocator('[data-testid=stage-frame]');
    await stage.getByTestId('write-field').fill('pariz');
    await stage.getByTestId('write-state').filter({ hasText: 'Saved' }).waitFor();
    await desk.shoot('editor-typed-try');
    await stage.getByTestId('zone').first().waitFor();
    await page
      .getByTestId('tried')
      .filter({ hasText: /Right.*100/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('stage-frame').waitFor({ state: 'detached' });
  });

  it('R16.19 R16.22 takes parts by the keyboard alone and as pasted lines, and shows and tries them one by one', async () => {
    await newSet();
    await page.getByTestId('add').click();
    await page.getByTestId('quiz').fill('True or false?');
    await page.getByTestId('kind').selectOption('statements');
    const part = page.getByTestId('part');
    const all = (): Promise<string[]> =>
      part.evaluateAll((fields) =>
        fields.map((field) => (field as { value?: string }).value ?? ''),
      );
    const chosen = (): Promise<string> =>
      page
        .locator('[data-testid=part-O], [data-testid=part-X]')
        .evaluateAll((radios) =>
          radios.map((radio) => Number((radio as { checked?: boolean }).checked)).join(''),
        );
    await part.first().focus();
    await page.keyboard.type('The sun is a star.');
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('The moon shines by itself.');
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(all).toEqual(['The moon shines by itself.', 'The sun is a star.', '']);
    expect(await chosen()).toBe('011000');
    // The rows of what is not written yet are no faults.
    await expect.poll(() => page.getByTestId('faults').count()).toBe(0);
    await page.evaluate(
      `(${PASTE})(document.querySelectorAll('[data-testid=part]')[2], ${JSON.stringify('Mars has two moons. (O)\nVenus has none.\n')})`,
    );
    await page.getByText('Say whether it is true').waitFor();
    expect(await chosen()).toBe('01101000');
    expect(await violations(page)).toEqual([]);
    await desk.shoot('editor-statements-fault');
    await page.getByTestId('part-O').nth(3).check();
    await page.getByTestId('part-up').nth(3).click();
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toBe('Move statement 3 up');
    await page.getByTestId('seconds').fill('6');
    await page.getByText('4 × 6 s, about 26 s in all').waitFor();
    await saved();
    const live = page.frameLocator('[data-testid=live-frame]');
    await live.getByTestId('zone').first().waitFor();
    await page.getByTestId('live-part-next').click();
    await expect.poll(() => page.getByTestId('live-part').textContent()).toBe('Part 2 of 4');
    await page.setViewportSize({ width: 1366, height: 1100 });
    await desk.shoot('editor-statements');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByTestId('kind').selectOption('match');
    await page.getByTestId('quiz').fill('In which country is it?');
    for (const zone of ['France', 'Italy']) {
      const blank = zone === 'France' ? 0 : 1;
      await page.getByTestId('choice').nth(blank).fill(zone);
    }
    await part.first().fill('');
    await page.evaluate(
      `(${PASTE})(document.querySelector('[data-testid=part]'), ${JSON.stringify('Lyon = France\nKyoto = Japan')})`,
    );
    await expect.poll(() => page.getByTestId('choice').count()).toBe(3);
    await page.getByTestId('part-zone').nth(2).selectOption('2');
    await desk.shoot('editor-match');
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('kind').selectOption('guess');
    await page.getByTestId('guess-of').nth(1).check();
    await page.getByTestId('guess-time').fill('12');
    await page.getByText('15 + 12 s, about 28 s in all').waitFor();
    await desk.shoot('editor-guess');
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('kind').selectOption('order');
    await expect.poll(() => part.count()).toBe(5);
    await desk.shoot('editor-order');
    for (let left = 5; left > 2; left--) await page.getByTestId('part-remove').first().click();
    await page.getByTestId('seconds').fill('4');
    await saved();

    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByTestId('kind').selectOption('statements');
    await page.getByTestId('add-part').scrollIntoViewIfNeeded();
    await desk.shoot('editor-statements-360');
    await page.getByTestId('kind').selectOption('match');
    await saved();
    await chooseLanguage(page, 'ko');
    await page.getByText('칸 추가').waitFor();
    await page.getByTestId('add-part').scrollIntoViewIfNeeded();
    await desk.shoot('editor-match-360');
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await chooseLanguage(page, 'en');
    await page.getByText('Add a group').waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId('kind').selectOption('order');
    await page.getByTestId('preview').click();
    await page.getByTestId('preview-part-next').click();
    await desk.shoot('editor-order-preview');
    await page.getByTestId('try').click();
    await page.getByTestId('tried').filter({ hasText: 'of 2 right' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('stage-frame').waitFor({ state: 'detached' });
  });

  it('keeps what was written when the language of the page changes at once, and saves on', async () => {
    await newSet();
    await page.getByTestId('add-ox').click();
    await page.getByTestId('truth-O').check();
    await page.getByTestId('quiz').fill('Is it?');
    await saved();
    await page.getByTestId('quiz').fill('Is it so?');
    await chooseLanguage(page, 'ko');
    await saved();
    expect(await page.getByTestId('quiz').inputValue()).toBe('Is it so?');
    await page.getByTestId('quiz').fill('Is it so now?');
    await saved();
    await chooseLanguage(page, 'en');
    await page.reload();
    await page.getByText('Is it so now?').first().waitFor();
  });

  it('has nothing that keeps people out, on a phone and in Korean as well', async () => {
    // Axe takes as long for each row of 200.
    await newSet();
    await page.keyboard.press('Escape');
    await paste(lines(6));
    await page.getByTestId('select').first().click();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1366, height: 768 });
    await desk.shoot('editor-1366');
    await page.setViewportSize({ width: 390, height: 844 });
    await chooseLanguage(page, 'ko');
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await desk.shoot('editor-390');
    // Those that the tests above provoke.
  });
});
