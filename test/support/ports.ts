import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Of these no system takes any for connections that it opens, so a port that was closed can be opened again. */
const FIRST = 11_000;
const LAST = 32_000;

export interface HeldPort {
  port: number;
  release: () => Promise<void>;
}

/** Somebody else's program: holds a port until it is told to let go. */
export async function holdPort(port: number): Promise<HeldPort> {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const release = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, release };
}

/** The first of several free ports, each the next one's neighbour. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    try {
      for (let n = 0; n < count; n++) await (await holdPort(first + n)).release();
      return first;
    } catch {
      // One of them is taken.
    }
  }
}
