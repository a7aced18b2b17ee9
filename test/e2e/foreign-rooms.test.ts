import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createMemoryParts } from '../../src/server/live/store/memory/memory-parts.js';
import { runUnprivileged, UNPRIVILEGED, type Child } from '../support/child.js';
import { newRoom } from '../store/parts.js';

const HOUR_MS = 3_600_000;

let dir: string;
let rooms: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'madang-foreign-'));
  rooms = join(dir, 'rooms');
  mkdirSync(rooms);
  onTestFinished(() => {
    chmodSync(rooms, 0o700);
    for (const name of readdirSync(dir, { recursive: true }) as string[])
      chmodSync(join(dir, name), 0o700);
    rmSync(dir, { recursive: true });
  });
});

/** Gives the folder to the user of the server, as whom modes hold. */
function giveAway(): void {
  if (UNPRIVILEGED === undefined) return;
  const names = readdirSync(dir, { recursive: true }) as string[];
  for (const path of [dir, ...names.map((name) => join(dir, name))])
    chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
}

/** Nobody but root may look into it, as after one start as root. */
function makeForeign(path: string, isFile = false): void {
  if (isFile) writeFileSync(path, '0');
  else {
    mkdirSync(path, { recursive: true });
    // An empty one could be removed.
    writeFileSync(join(path, 'snapshot.json'), '');
  }
  if (UNPRIVILEGED !== undefined) chownSync(path, 0, 0);
  chmodSync(path, 0);
}

async function leaveRoom(): Promise<string> {
  const logger = { info: () => {}, warn: () => {} };
  const parts = createMemoryParts(undefined, { dir: rooms, emptyRoomMs: HOUR_MS, logger });
  await parts.ready;
  const roomId = await parts.store.openRoom(newRoom());
  await parts.close();
  return join(rooms, roomId!);
}

function start(env: Record<string, string> = {}): Child {
  const server = runUnprivileged('server/main.js', dir, {
    DATA_DIR: dir,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...env,
  });
  onTestFinished(() => server.stop());
  return server;
}

describe('R25.4 a start beside what another user has left', () => {
  it('tells of it and leaves it, however old it is, and has the other rooms', async () => {
    await leaveRoom();
    rmSync(join(rooms, 'alive'));
    giveAway();
    const [young, old] = [join(rooms, 'young'), join(rooms, 'old')];
    for (const path of [young, old]) makeForeign(path);
    const yesterday = new Date(Date.now() - 25 * HOUR_MS);
    utimesSync(old, yesterday, yesterday);
    makeForeign(join(rooms, 'alive'), true);
    makeForeign(join(dir, 'backups'));
    const server = start();
    await expect.poll(server.output).toContain('Madang is open');
    expect(server.output()).toMatch(/"rooms":1,.*rooms came back/);
    for (const path of [young, old, join(rooms, 'alive')])
      expect(server.output()).toContain(`${path}: EACCES`);
    // It is written again, so that rooms are.
    await expect.poll(() => statSync(join(rooms, 'alive')).mode & 0o777).toBe(0o600);
    expect(server.output()).not.toContain('rooms cannot be written down');
    expect(readdirSync(rooms)).toEqual(expect.arrayContaining(['old', 'young']));
  });

  it('tells of rooms that are too old and cannot be removed', async () => {
    const room = await leaveRoom();
    giveAway();
    chmodSync(room, 0o500);
    chmodSync(rooms, 0o500);
    const server = start({ EMPTY_ROOM_S: '0.1' });
    await expect.poll(server.output).toContain('Madang is open');
    expect(server.output()).toContain(`${room}: EACCES`);
    expect(readdirSync(rooms)).toContain(room.slice(rooms.length + 1));
  });

  it('tells that no room can be read', async () => {
    giveAway();
    rmSync(rooms, { recursive: true });
    makeForeign(rooms);
    // The port of before is asked for where there are rooms.
    const server = start({ PORT: '' });
    await expect.poll(server.output).toContain('Madang is open');
    expect(server.output()).toContain(`${rooms}: EACCES`);
  });
});

describe('R15.1 a secret that cannot be used', () => {
  it.each([
    ['empty', () => writeFileSync(join(dir, 'secret'), ''), 'delete it'],
    ['of another user', () => makeForeign(join(dir, 'secret'), true), 'belong to the user'],
  ])('ends the start with 2 where it is %s', async (_, put, words) => {
    giveAway();
    put();
    const server = start();
    expect(await server.ended).toBe(2);
    expect(server.output()).toContain(join(dir, 'secret'));
    expect(server.output()).toContain(words);
    expect(readdirSync(dir).toSorted()).toEqual(['rooms', 'secret']);
  });
});
