import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../load-test/artillery/run.js';
import { startTestApp } from '../support/app.js';
import { call, Engine } from './artillery-engine.js';
import { startToyServer, type Faults } from './toy-server.js';

const PLAYERS = 4;
const NUMBERS = {
  rooms: 1,
  players: PLAYERS,
  rate: 20,
  chatShare: 0.1,
  joinSeconds: 0.1,
  warmupSeconds: 0.2,
  seconds: 0.6,
  observers: 2,
  lostAfterSeconds: 0.5,
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** The flow of hall.yml. */
async function playHall(
  target: string,
  numbers: Partial<typeof NUMBERS> = {},
): Promise<{ outcome: Outcome; engine: Engine }> {
  vi.resetModules();
  const steps = await import('../../load-test/artillery/hall-steps.js');
  const engine = new Engine(target, { ...NUMBERS, ...numbers });
  const outcome = await engine.run(PLAYERS, async (user) => {
    await engine.join(user, steps);
    const isOpen = (): boolean => {
      let open = false;
      steps.whileOpen(user, (answer) => (open = answer));
      return open;
    };
    while (isOpen()) {
      await sleep(Number.parseFloat(String(user.vars['pause'])));
      call(steps.nextEvent, user, engine);
      engine.emit(user, String(user.vars['event']));
    }
    await steps.leave(user);
  });
  return { outcome, engine };
}

async function playToyHall(faults: Faults, numbers?: Partial<typeof NUMBERS>): Promise<Outcome> {
  const toy = await startToyServer(faults);
  close = () => toy.close();
  return (await playHall(toy.target, numbers)).outcome;
}

describe('the hall of Artillery', () => {
  it('accounts for every move and message, and tells Artillery', async () => {
    const app = await startTestApp();
    close = () => app.close();
    const { outcome, engine } = await playHall(app.url);
    const { counts } = outcome;
    expect(outcome.complete).toBe(true);
    expect(counts).toMatchObject({
      joined: PLAYERS,
      refused: 0,
      dropped: 0,
      'moves lost': 0,
      'moves unknown': 0,
      'messages lost': 0,
      'messages duplicated': 0,
      'messages out of order': 0,
    });
    expect(counts['moves judged']).toBeGreaterThanOrEqual(2 * (counts['moves sent'] ?? NaN));
    expect(counts['messages judged']).toBeGreaterThanOrEqual(2 * (counts['messages sent'] ?? NaN));
    const told = (name: string): number[] =>
      engine.emitted.flatMap((one) => (one.name === name ? [one.value] : []));
    expect(told('moves_judged')).toEqual([counts['moves judged']]);
    const moves = outcome.latencies.find(({ name }) => name === 'move');
    expect(moves?.summary.count).toBeGreaterThan(0);
    expect(told('move_ms')).toHaveLength(moves?.summary.count ?? NaN);
    expect(outcome.cost?.swarm.cores).toBeGreaterThan(0);
  });

  it('sees messages that are lost', async () => {
    // Half of the events, so that even a slow machine sends enough messages.
    const { counts } = await playToyHall({ loseEveryNthMessage: 2 }, { chatShare: 0.5 });
    expect(counts['messages lost']).toBeGreaterThan(0);
    expect(counts['moves lost']).toBe(0);
  });

  it('sees connections that are dropped', async () => {
    const { counts } = await playToyHall({ dieAfter: 20 });
    expect(counts['dropped']).toBe(PLAYERS);
  });
});
