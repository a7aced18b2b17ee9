/** The thread of `watchEventLoop`: ends the process whose event loop has stood for so many ticks of its own. */
import { write } from 'node:fs';
import { hostname } from 'node:os';
import { workerData } from 'node:worker_threads';
import { SIGNS, type WatchdogOrders } from './watchdog.js';

const TICK_MS = 1_000;
/** The line of the log gets no longer than that: whoever reads it may be what everything waits for. */
const LAST_WORDS_MS = 1_000;
const STDOUT = 1;
/** As pino has it. */
const FATAL = 60;

const { signs, limitS, port } = workerData as WatchdogOrders;
let known = -1;
let stoodFor = 0;

const ticking = setInterval(() => {
  const beats = Atomics.load(signs, SIGNS.beats);
  const isHeld = Atomics.load(signs, SIGNS.isDebugged) === 1;
  stoodFor = beats === known && !isHeld ? stoodFor + 1 : 0;
  known = beats;
  if (stoodFor < limitS) return;
  clearInterval(ticking);
  replace();
}, TICK_MS);

/** The event loop answers no other signal. */
function replace(): void {
  const { pid } = process;
  const end = (): void => void process.kill(pid, 'SIGKILL');
  const msg = `the event loop of process ${pid} at port ${port} has stood for ${limitS} s: it is ended, so that a new one takes its place`;
  const line = { level: FATAL, time: Date.now(), pid, hostname: hostname(), port, msg };
  setTimeout(end, LAST_WORDS_MS);
  write(STDOUT, `${JSON.stringify(line)}\n`, end);
}
