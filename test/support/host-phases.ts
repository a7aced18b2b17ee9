/** A host who takes a game from one phase to the next. */
import { expect } from 'vitest';
import type { TestClient } from './client.js';

/** Goes on once, and waits for what comes. */
export async function goOn(host: TestClient): Promise<void> {
  const { version } = host.last('phase')!;
  await host.do('nextPhase', { version });
  await host.wait('phase', (next) => next.version > version);
}

/** Ends a reveal, the script of which is shown at once by a first press. */
export async function endReveal(host: TestClient): Promise<void> {
  while (host.last('phase')!.kind === 'reveal') await goOn(host);
}

/** Rings the bell of a question, part or act, once it has been open long enough (R4.8). */
export async function ring(host: TestClient): Promise<void> {
  const { version } = host.last('phase')!;
  await expect.poll(() => host.ask('closeQuestion', { version })).toMatchObject({ ok: true });
  await host.wait('phase', (next) => next.version > version);
}
