import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const USUAL_PORT = 3000;
/** Ports after the usual one that are tried. */
const MOST_TRIED = 100;
const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 250;
/** A browser looks for `localhost` there: whatever else listens there would be found in our place. */
const LOOPBACKS = ['127.0.0.1', '::1'];

export interface PortWishes {
  /** PORT, which is taken at its word. */
  given: number | undefined;
  /** HOST. */
  host: string;
  /** The port that the last process of this data folder had. */
  before: number | undefined;
  /** Whether rooms are to come back: their phones look for them at the port of before. */
  hasRooms: boolean;
  waitMs?: number;
}

export interface ChosenPort {
  port: number;
  /** The port that it was to be, where another program has that. */
  taken?: number;
}

/** The port to listen at. Nobody holds it for us, so listening may still fail. */
export async function choosePort(wishes: PortWishes): Promise<ChosenPort> {
  const { given, host, before, hasRooms, waitMs = WAIT_MS } = wishes;
  if (given !== undefined) return { port: given };
  const wanted = hasRooms ? (before ?? USUAL_PORT) : USUAL_PORT;
  if (await getsFree(wanted, host, wanted === before && hasRooms ? waitMs : 0))
    return { port: wanted };
  for (let port = USUAL_PORT; port <= USUAL_PORT + MOST_TRIED; port++)
    if (port !== wanted && (await isFree(port, host))) return { port, taken: wanted };
  // Listening there tells what is wrong.
  return { port: wanted };
}

async function getsFree(port: number, host: string, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (!(await isFree(port, host))) {
    if (performance.now() >= until) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, ...LOOPBACKS]))
    if (!(await canListen(port, address))) return false;
  return true;
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ port, host, exclusive: true }), 'listening');
    return true;
  } catch (error) {
    // A machine need not have each of them.
    const { code = '' } = error as NodeJS.ErrnoException;
    return host === '::1' && !['EADDRINUSE', 'EACCES'].includes(code);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
