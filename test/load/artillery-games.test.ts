import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { VirtualUser } from '../../load-test/artillery/run.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { Engine } from './artillery-engine.js';

let app: TestApp;
beforeAll(async () => {
  // What its steps count begins with the module.
  vi.resetModules();
  vi.spyOn(console, 'log').mockReturnValue();
  app = await startTestApp();
});
afterAll(() => app.close());

async function walk(engine: Engine, user: VirtualUser): Promise<void> {
  await sleep(Number.parseFloat(String(user.vars['walk'])));
  engine.emit(user, 'updatePosition', { newPosition: user.vars['position'] });
}

const AS_ONE = {
  refused: 0,
  'games not started': 0,
  'questions differing': 0,
  'reveals differing': 0,
  'results differing': 0,
  'players without results': 0,
  'marks wrong': 0,
};
const WITH_TOKEN = { auth: { wantToken: true } };

describe.concurrent('the games of Artillery', () => {
  it('plays a game in each mode to its end and compares all notes', async () => {
    const steps = await import('../../load-test/artillery/game-steps.js');
    const numbers = { rooms: 2, players: 4, questions: 1, answerSeconds: 3, joinSeconds: 1 };
    const engine = new Engine(app.url, numbers, { ...WITH_TOKEN, reconnection: false });
    const outcome = await engine.run(8, async (user) => {
      await engine.join(user, steps);
      const goesOn = (): boolean => {
        let answer = false;
        steps.whileGoingOn(user, (given) => (answer = given));
        return answer;
      };
      while (goesOn()) {
        await steps.awaitQuestion(user);
        await walk(engine, user);
        await steps.awaitReveal(user);
      }
      await steps.compare(user);
    });
    // A mark and a result for each.
    expect(outcome.counts).toMatchObject({ ...AS_ONE, 'questions heard': 8, 'marks judged': 16 });
    expect(outcome.complete).toBe(true);
  });

  it('drops everybody in the second question and finds them in their seats', async () => {
    const steps = await import('../../load-test/artillery/reconnect-steps.js');
    const numbers = { players: 4, questions: 2, answerSeconds: 3, joinSeconds: 1 };
    const engine = new Engine(app.url, numbers, {
      ...WITH_TOKEN,
      reconnectionDelay: 50,
      randomizationFactor: 1,
    });
    const outcome = await engine.run(4, async (user) => {
      await engine.join(user, steps);
      await steps.awaitQuestion(user);
      await walk(engine, user);
      await steps.awaitReveal(user);
      await steps.awaitQuestion(user);
      await walk(engine, user);
      await steps.dropAndReturn(user);
      await steps.awaitReveal(user);
      await steps.compare(user);
    });
    expect(outcome.counts).toMatchObject({
      ...AS_ONE,
      'players back': 4,
      'not back': 0,
      'seats changed': 0,
      'questions changed': 0,
      'questions heard': 8,
      'marks judged': 12,
    });
    expect(outcome.latencies.find(({ name }) => name === 'back')?.summary.count).toBe(4);
  });

  it('lets everybody join at once and find everybody', async () => {
    const steps = await import('../../load-test/artillery/join-steps.js');
    const engine = new Engine(app.url, { players: 9, joinSeconds: 1 }, { reconnection: false });
    const outcome = await engine.run(10, async (user) => {
      await engine.join(user, steps);
      await steps.leave(user);
    });
    expect(outcome.counts).toMatchObject({
      joined: 10,
      'rosters kept': 10,
      'players missing in rosters': 0,
    });
    expect(outcome.latencies.find(({ name }) => name === 'join')?.summary.count).toBe(9);
  });
});
