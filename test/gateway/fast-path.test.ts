import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FastPath, missingNames, PRIVATE_NAMES } from '../../src/server/live/gateway/fast-path.js';
import { SocketAdapter } from '../../src/server/live/gateway/socket-adapter.js';
import { Figures } from '../support/figures.js';
import { answer, goTo, Hall, settle, SLOW, slowSet } from '../support/hall.js';
import { openWithBroadcaster } from '../support/broadcaster-inside.js';
import { TestBank } from '../support/app.js';
import { recordSent } from '../support/sent-record.js';
import { PATIENT } from '../support/patience.js';

const GAUGE = 'madang_fast_path_missing_names';

afterEach(() => {
  vi.restoreAllMocks();
});

async function openHall() {
  const hall = new Hall();
  const broadcaster = await openWithBroadcaster(hall, SLOW, new TestBank([slowSet()]));
  onTestFinished(() => hall.close());
  return { hall, broadcaster, warnings: hall.app.logs };
}

/** The same object, but for what is found at the end of a path. */
function broken(whole: object, [name = '', ...rest]: string[]): object {
  return new Proxy(whole, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (key !== name) return typeof value === 'function' ? value.bind(target) : value;
      return rest.length === 0 ? undefined : broken(value as object, rest);
    },
  });
}

describe('the private names of Engine.IO and ws', () => {
  it('are all there in the versions that are pinned, and the check leaves nothing behind', async () => {
    const { hall, broadcaster, warnings } = await openHall();
    expect(warnings).toEqual([]);
    expect((await Figures.read(hall.app.url)).of(GAUGE)).toBe(0);
    const { engine } = broadcaster.namespace.server;
    await vi.waitFor(() => expect(engine.clientsCount).toBe(0), PATIENT);
  });

  it('belong to one version of each library, however many packages use it', () => {
    const read = (name: string): Record<string, Record<string, unknown>> =>
      JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8')) as never;
    const { dependencies, devDependencies } = read('package.json');
    const { packages } = read('package-lock.json');
    for (const name of ['engine.io', 'socket.io', 'ws']) {
      const pinned = { ...dependencies, ...devDependencies }[name];
      const paths = Object.keys(packages!).filter((path) => path.endsWith(`node_modules/${name}`));
      expect(pinned).toMatch(/^\d+\.\d+\.\d+$/);
      expect(paths).toEqual([`node_modules/${name}`]);
      expect(packages![paths[0]!]).toMatchObject({ version: pinned });
    }
  });

  it('are each missed where they are missing', async () => {
    const { hall, broadcaster } = await openHall();
    const client = hall.connect();
    await client.wait('session');
    const [socket] = broadcaster.namespace.sockets.values();
    const { conn } = socket!;
    // The reader of moves has taken the place of Engine.IO's own listener: there is one still.
    expect(missingNames(conn)).toEqual([]);
    for (const { path } of PRIVATE_NAMES)
      expect(missingNames(broken(conn, path.split('.')))).toContain(path);
  });
});

describe('a name that is missing at start', () => {
  it('is logged and counted, and everything goes through Socket.IO', async () => {
    PRIVATE_NAMES.push({ path: 'renamedInTheNextVersion', isRight: (value) => value === 1 });
    onTestFinished(() => void PRIVATE_NAMES.pop());
    const { hall, broadcaster, warnings } = await openHall();
    const [warning] = warnings.splice(0).map((line) => JSON.parse(line) as object);
    expect(warning).toMatchObject({ level: 40, missing: ['renamedInTheNextVersion'] });
    expect((await Figures.read(hall.app.url)).of(GAUGE)).toBe(1);

    const record = recordSent(broadcaster);
    const room = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    for (const player of room.players) await answer(player, true);
    await settle(room.host, room.players);
    const sent = [...record.values()].flat();
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter(({ isDirect }) => isDirect)).toEqual([]);
  });

  it('is compression that somebody switched on, too', async () => {
    const create = SocketAdapter.prototype.createIOServer;
    vi.spyOn(SocketAdapter.prototype, 'createIOServer').mockImplementation(function (
      this: SocketAdapter,
      ...args
    ) {
      const server = create.apply(this, args);
      server.engine.opts.perMessageDeflate = {};
      return server;
    });
    const { warnings } = await openHall();
    expect(warnings.splice(0).join()).toContain('"missing":["transport.socket.extensions"]');
  });

  it('is a connection that cannot be made', async () => {
    const fastPath = new FastPath();
    class Refusing extends EventEmitter {
      opts = {};
      handleUpgrade(_request: object, socket: { destroy: () => void }): void {
        socket.destroy();
      }
      close(): void {}
    }
    expect(await fastPath.check(new Refusing() as never)).toEqual(['a WebSocket connection']);
    expect(fastPath.isOpen).toBe(false);
  });
});
