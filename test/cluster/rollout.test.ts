import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { ROOM_SCHEMA } from '../../src/game/room-change.js';
import { WIRE } from '../../src/protocol/index.js';
import { launchBrowser, openTab } from '../support/browser.js';
import type { TestClient } from '../support/client.js';
import { Cluster } from '../support/cluster.js';
import { Installation } from '../support/release.js';
import { bringQuestions } from '../support/socket-room.js';
import { spread } from '../faults/fleet.js';
import { inPhase } from '../faults/watching.js';

const PLAYERS = 20;
const VISITS = 500;
/** Between visits of each of three visitors, so that others get something of the machine, too. */
const PAUSE_MS = 20;
const LONG_S = 120;

let installed: Installation;
let cluster: Cluster;
let browser: Browser;
let players: TestClient[];
const host = (): TestClient => players[0]!;
const env = {
  // Each request goes to the process that has the fewest: a page and its files to different ones.
  BALANCE: 'least_conn',
  COUNTDOWN_MS: '300',
  GET_READY_MS: '200',
  SHOW: 'off',
};

beforeAll(async () => {
  installed = await Installation.create();
  cluster = await Cluster.create(installed.root);
  browser = await launchBrowser();
  await cluster.mustRun('start', env);
  players = await cluster.openRoom(PLAYERS);
});
afterAll(async () => {
  await browser.close();
  await cluster.close();
  installed.close();
});

interface Status {
  schema: number;
  wire: number;
  upS: number;
  pid: number;
}

const statuses = (): Promise<Status[]> =>
  Promise.all(
    cluster.ports.apps.map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/status.json`);
      return (await answer.json()) as Status;
    }),
  );

/** Whether every file came that a page names; where one is missing, the page loads itself anew. */
async function isWhole(): Promise<boolean> {
  const page = await (await fetch(`${cluster.url}/`)).text();
  const files = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path);
  const answers = await Promise.all(files.map((path) => fetch(cluster.url + path)));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return files.length > 2 && answers.every(({ ok }) => ok);
}

function noteError(error: unknown): false {
  console.log('a visit was cut off:', error);
  return false;
}

/** First visits, one after the other, until it is stopped and there were enough. */
function visitors(): () => Promise<{ visits: number; again: number; blank: number }> {
  const counts = { visits: 0, again: 0, blank: 0 };
  const stopped = new AbortController();
  const visiting = Promise.all(
    [1, 2, 3].map(async () => {
      while (!stopped.signal.aborted || counts.visits < VISITS) {
        counts.visits++;
        await sleep(PAUSE_MS);
        if (await isWhole().catch(noteError)) continue;
        counts.again++;
        if (!(await isWhole())) counts.blank++;
      }
    }),
  );
  const stop = async (): Promise<typeof counts> => {
    stopped.abort();
    await visiting;
    return counts;
  };
  onTestFinished(() => void stop().catch(() => undefined));
  return stop;
}

/** Says how long each time that a client was away took. */
function watchAbsences(clients: readonly TestClient[]): { absences: number[]; away: () => number } {
  const absences: number[] = [];
  const since = new Map<TestClient, number>();
  for (const client of clients) {
    client.socket.on('disconnect', () => since.set(client, performance.now()));
    // The seat is there again.
    client.socket.on('getSelfId', () => {
      absences.push(performance.now() - (since.get(client) ?? Infinity));
      since.delete(client);
    });
  }
  return { absences, away: () => since.size };
}

const mark = (page: Page): Promise<unknown> => page.evaluate('window.isAsBefore = true');
const isAsBefore = (page: Page): Promise<boolean> =>
  page.evaluate('window.isAsBefore === true') as Promise<boolean>;
async function renewed(page: Page): Promise<void> {
  // A page cannot be asked while it is on its way.
  await expect.poll(() => isAsBefore(page).catch(() => true)).toBe(false);
}

async function join(page: Page, pin: string, name: string): Promise<void> {
  await page.goto(`${cluster.url}/join/${pin}`);
  await page.getByTestId('join-name').fill(name);
  await page.getByTestId('join-submit').tap();
  await page.getByTestId('arena').waitFor();
}

it('R11.2 a release with another wire is rolled out while people play', async () => {
  const { gameId: pin } = host().last('createRoom')!;
  await bringQuestions(cluster.url, { pin, players }, 2, LONG_S);
  const [phone, screen, waiting] = await Promise.all([
    openTab(browser, 'phone', 'en-US'),
    openTab(browser, 'projector', 'en-US'),
    openTab(browser, 'phone', 'en-US'),
  ]);
  await join(phone.page, pin, 'Dana');
  await screen.page.goto(`${cluster.url}/screen/${pin}`);
  await screen.page.getByTestId('screen').waitFor();
  const [lobby] = await cluster.openRoom(1);
  await join(waiting.page, lobby!.last('createRoom')!.gameId, 'Emil');
  for (const { page } of [phone, screen, waiting]) await mark(page);
  await host().do('startGame', {});
  await inPhase(host(), 'question');

  const watch = watchAbsences(players);
  const stopVisits = visitors();
  const filesBefore = installed.pageFiles();
  await installed.release('WIRE', WIRE + 1);
  await cluster.mustRun('reload', env);
  const { visits, again, blank } = await stopVisits();
  await expect.poll(watch.away).toBe(0);
  console.log(
    `${watch.absences.length} returns after ${spread(watch.absences)} ms; ` +
      `${visits} first visits, ${again} loaded anew, ${blank} blank`,
  );
  expect(blank).toBe(0);
  expect((await statuses()).map(({ wire }) => wire)).toEqual([WIRE + 1, WIRE + 1]);
  // Files that a page of before did not need until now.
  const gone = filesBefore.filter((file) => !installed.pageFiles().includes(file));
  expect(gone.length).toBeGreaterThan(2);
  for (const file of gone)
    expect([file, (await fetch(`${cluster.url}/assets/${file}`)).status]).toEqual([file, 200]);
  // Nobody's page goes in a question; the one in a lobby has gone.
  await renewed(waiting.page);
  await waiting.page.getByTestId('arena').waitFor();
  lobby!.socket.emit('closeRoom', {});
  expect(await isAsBefore(phone.page)).toBe(true);
  expect(await isAsBefore(screen.page)).toBe(true);
  const { kind, version } = host().last('phase')!;
  expect(kind).toBe('question');
  await host().do('closeQuestion', { version });
  for (const { page } of [phone, screen]) await renewed(page);
  await phone.page.getByTestId('arena').waitFor();
  await screen.page.getByTestId('screen').waitFor();
  expect(await phone.page.evaluate('document.body.textContent')).toContain('Dana');
  for (const { page } of [phone, screen, waiting]) await page.context().close();
});

it('R11.3 a release that cannot read open rooms is refused, and with --wait takes over after the last one', async () => {
  const before = await statuses();
  const [other] = await cluster.openRoom(1);
  await installed.release('ROOM_SCHEMA', ROOM_SCHEMA + 1);
  const { code, output } = await cluster.run('reload', env);
  expect(output).toContain(`(rooms ${ROOM_SCHEMA} → ${ROOM_SCHEMA + 1})`);
  expect(output).toContain('npm run cluster:reload -- --wait');
  expect(code).toBe(1);
  const after = await statuses();
  expect(after.map(({ schema }) => schema)).toEqual([ROOM_SCHEMA, ROOM_SCHEMA]);
  for (const [index, { upS }] of after.entries())
    expect(upS).toBeGreaterThanOrEqual(before[index]!.upS);
  expect(players.filter(({ socket }) => !socket.connected)).toEqual([]);

  const waiting = cluster.spawn(['reload', '--wait'], env);
  let told = '';
  waiting.stdout!.on('data', (text: Buffer) => (told += text.toString()));
  await expect.poll(() => told).toContain('Waiting for the end of 2 open rooms; no new ones open');
  const [newcomer] = await cluster.connectMany(1);
  expect(await newcomer!.fail('createRoom', {})).toBe('UPDATING');
  // Nobody in a room is disturbed.
  await players[1]!.do('chatMessage', { message: 'still here' });
  // One that ends by a fault comes back as the new release, and has to wait beside the rooms, too.
  const watch = watchAbsences(players);
  other!.socket.emit('closeRoom', {});
  await expect.poll(() => other!.socket.connected).toBe(false);
  process.kill(before[1]!.pid, 'SIGKILL');
  await expect.poll(() => told).toContain('Waiting for the end of 1 open rooms');
  await expect.poll(watch.away).toBe(0);
  host().socket.emit('closeRoom', {});
  await once(waiting, 'close');
  expect(waiting.exitCode).toBe(0);
  expect((await statuses()).map(({ schema }) => schema)).toEqual([
    ROOM_SCHEMA + 1,
    ROOM_SCHEMA + 1,
  ]);
  const [next] = await cluster.connectMany(1);
  await next!.do('createRoom', {});
});

it('replaces nobody where no process says which rooms are open', async () => {
  const hung = await statuses();
  const tell = (signal: NodeJS.Signals): void => {
    for (const { pid } of hung) process.kill(pid, signal);
  };
  tell('SIGSTOP');
  onTestFinished(() => tell('SIGCONT'));
  const { code, output } = await cluster.run('reload', env);
  expect(output).toContain('No process says whether rooms are open');
  expect(code).toBe(1);
});

it('waits no longer where the cluster is stopped meanwhile', async () => {
  await cluster.openRoom(1);
  await installed.release('ROOM_SCHEMA', ROOM_SCHEMA + 2);
  const waiting = cluster.spawn(['reload', '--wait'], env);
  let told = '';
  for (const stream of [waiting.stdout!, waiting.stderr!])
    stream.on('data', (text: Buffer) => (told += text.toString()));
  await expect.poll(() => told).toMatch(/Waiting for the end of \d open rooms/);
  const closed = once(waiting, 'close');
  await cluster.mustRun('stop', env);
  await closed;
  expect(told).toContain('It was stopped meanwhile');
  expect(waiting.exitCode).toBe(1);
});
