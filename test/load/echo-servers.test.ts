import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  MAX_FRAME_BYTES,
  type OpenLine,
  MessageKind,
  tcpLine,
  wsLine,
} from '../../load-test/echo/lines.js';
import { startTcpEcho, startWsEcho, type EchoServer } from '../../load-test/echo/servers.js';
import { startWorker } from '../../load-test/swarm/worker.js';

let server: EchoServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Sends so many messages in one go and resolves with the serial numbers of what comes back. */
async function echo(openLine: OpenLine, kind: MessageKind, count: number): Promise<number[]> {
  const serials: number[] = [];
  let done = (): void => {};
  const all = new Promise<void>((resolve) => (done = resolve));
  const line = await openLine({
    onMessage: (bytes, start, end) => {
      serials.push(kind.read(bytes, start, end));
      if (serials.length === count) done();
    },
    onClose: () => done(),
  });
  line.send(kind, 0, count);
  await all;
  line.drop();
  return serials;
}

const inOrder = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('the echo over TCP', () => {
  it.each([8, 500, 20_000])('brings back messages of %i bytes in order', async (bytes) => {
    server = await startTcpEcho();
    const kind = new MessageKind(bytes, 1);
    expect(await echo(tcpLine(server.address), kind, 1_000)).toEqual(inOrder(1_000));
  });

  it('closes a connection that announces more than it may send, and no other', async () => {
    server = await startTcpEcho();
    const { port } = new URL(server.address);
    const greedy = connect(Number(port), '127.0.0.1');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(MAX_FRAME_BYTES + 1);
    greedy.write(length);
    greedy.resume();
    await once(greedy, 'close');
    const kind = new MessageKind(8, 2);
    expect(await echo(tcpLine(server.address), kind, 3)).toEqual(inOrder(3));
  });
});

describe('the echo over WebSocket', () => {
  it.each([8, 500, 20_000])('brings back messages of %i bytes in order', async (bytes) => {
    server = await startWsEcho();
    const kind = new MessageKind(bytes, 1);
    expect(await echo(wsLine(server.address), kind, 1_000)).toEqual(inOrder(1_000));
  });
});

describe('the program of both', () => {
  it('tells its addresses to whoever started it, who stops it', async () => {
    const program = startWorker('echo/server.js', [], undefined);
    expect(await program.next()).toEqual({
      ws: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
      tcp: expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/),
    });
    await program.stop();
    await expect(program.next()).rejects.toThrow('echo/server.js has ended');
  });
});
