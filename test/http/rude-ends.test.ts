import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { upgradeTo, WEBSOCKET_PATH } from '../../load-test/hostile/hostile-socket.js';
import { Flooder } from '../support/flooder.js';
import { SLOW, useHall } from '../support/hall.js';

const few = useHall({ ...SLOW, MAX_CONNECTIONS_PER_ADDRESS: '2' });

const ANYWHERE = new URL('http://localhost');
const upgrade = (path: string): string => upgradeTo(ANYWHERE, path);
const WEBSOCKET = upgrade(WEBSOCKET_PATH);
const HEAD = 'HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n';

async function dial(localAddress = '127.0.0.1'): Promise<Socket> {
  const port = Number(new URL(few.app.url).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** An error that nobody catches would have ended the process, and fails the run. */
const othersAreServed = async (): Promise<boolean> =>
  (await fetch(`${few.app.url}/health/live`)).ok;

describe('clients that go without a word', () => {
  it('R10.1 when they were refused', async () => {
    const open = await Promise.all([1, 2].map(() => Flooder.open(few.app.url)));
    for (let n = 0; n < 50; n++) {
      const socket = await dial();
      socket.write(WEBSOCKET);
      if (n % 2 === 0) await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    for (const one of open) await one.end();
    expect(await othersAreServed()).toBe(true);
  });

  it.each([
    ['elsewhere', upgrade('/elsewhere')],
    [
      'to nothing that we know',
      'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['to a transport that cannot', upgrade('/socket.io/?EIO=4&transport=polling')],
    ['without a key', WEBSOCKET.replace(/Sec-WebSocket-Key.*\r\n/, '')],
    ['a session that is not there', upgrade('/socket.io/?EIO=4&transport=websocket&sid=none')],
  ])('R10.1 when they asked for an upgrade %s', async (_, asked) => {
    for (let n = 0; n < 20; n++) {
      const socket = await dial();
      socket.write(asked);
      if (n % 2 === 0) await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    expect(await othersAreServed()).toBe(true);
  });
});

describe('connections that are refused', () => {
  it.each([
    ['an upgrade elsewhere', upgrade('/elsewhere'), '127.0.0.81'],
    ['one WebSocket too many', WEBSOCKET, '127.0.0.82'],
    ['a wrong transport', upgrade('/socket.io/?EIO=4&transport=polling'), '127.0.0.83'],
  ])('R10.4 do not stay, whatever their client does: %s', async (_, asked, localAddress) => {
    const open = await Promise.all([1, 2].map(() => Flooder.open(few.app.url, { localAddress })));
    for (const before of ['', HEAD]) {
      const socket = await dial(localAddress);
      socket.resume();
      socket.write(before + asked);
      await once(socket, 'close');
    }
    for (const one of open) await one.end();
    expect(await othersAreServed()).toBe(true);
  });
});
