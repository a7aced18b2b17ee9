import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { FrameCutter } from '../../load-test/echo/lines.js';

/** What an echo server does wrong, each with every so-manieth message over all connections. */
export interface Lies {
  swallowEvery?: number;
  repeatEvery?: number;
  /** Changes the last byte. */
  alterEvery?: number;
  /** Answers on another connection. */
  strayEvery?: number;
  cutEvery?: number;
  /** Holds back the message with this number, for this long. */
  delay?: { message: number; ms: number };
}

/** A TCP echo server that lies. */
export async function startLyingEcho(lies: Lies) {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let count = 0;
  const isTurn = (every: number | undefined): boolean => every !== undefined && count % every === 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const cutter = new FrameCutter();
    const answer = (frame: Buffer): void => {
      count++;
      if (isTurn(lies.swallowEvery)) return;
      if (isTurn(lies.cutEvery)) {
        socket.destroy();
        return;
      }
      if (count === lies.delay?.message) {
        timers.add(setTimeout(() => socket.write(frame), lies.delay.ms));
        return;
      }
      if (isTurn(lies.alterEvery)) frame[frame.length - 1]! ^= 1;
      const stray = isTurn(lies.strayEvery)
        ? [...sockets].find((other) => other !== socket)
        : undefined;
      (stray ?? socket).write(frame);
      if (isTurn(lies.repeatEvery)) socket.write(frame);
    };
    socket.on('data', (chunk) => {
      socket.cork();
      cutter.cut(chunk, (bytes, start, end) => {
        if (!socket.destroyed) answer(Buffer.from(bytes.subarray(start - 4, end)));
      });
      socket.uncork();
    });
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
