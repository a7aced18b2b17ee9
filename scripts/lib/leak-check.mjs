/** vitest kills its workers at the end, which hides what a test file left running: so look first. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

/** 2 s in all: clients that were told to close may still be closing. Counted, as tests fake clocks. */
const LOOKS = 100;
const LOOK_EVERY_MS = 20;
/** What keeps a process alive until somebody closes it. Sockets are not here: fetch pools some. */
const WATCHED = ['Timeout', 'TCPServerWrap', 'PipeServerWrap', 'ProcessWrap'];

function running() {
  return process.getActiveResourcesInfo().filter((name) => WATCHED.includes(name));
}

const before = running().length;

// Hooks of this kind run last to first, so this one comes after those of the test file.
afterAll(async () => {
  for (let look = 0; look < LOOKS && running().length > before; look += 1) {
    await sleep(LOOK_EVERY_MS);
  }
  const left = running();
  if (left.length > before) {
    throw new Error(`The test file leaves something running: ${left.join(', ')}`);
  }
});
