import { afterEach, expect, it } from 'vitest';
import { STEPS, WALK_SPEED } from '../../src/protocol/index.js';
import { closeStage, INTERVAL_MS, openStage, type Stage } from '../support/stage.js';

let stage: Stage;
afterEach(() => closeStage(stage));

async function untilAsked(roomId: string): Promise<void> {
  await stage.driver.start(roomId);
  for (;;) {
    const { phase } = stage.room(roomId).view;
    if (phase.kind === 'question') return;
    if (!('clock' in phase)) throw new Error('no game is on');
    await stage.pass(phase.clock.endTime - Date.now());
  }
}

it('R19.5 how far all walk is added up while a question is open, and only then', async () => {
  stage = openStage();
  const roomId = await stage.open();
  const [ann, bob] = await stage.seatAll(roomId, 'ann', 'bob');
  const walked = async (): Promise<number> => (await stage.state(roomId)).walked;
  stage.move(ann!, [0, 0]);
  stage.move(bob!, [0, 0]);
  await stage.flush();
  stage.move(ann!, [3_000, 4_000]);
  await stage.flush();
  expect(await walked()).toBe(0);

  await untilAsked(roomId);
  expect(await walked()).toBe(0);
  stage.move(ann!, [3_300, 4_400]);
  stage.move(bob!, [0, 70]);
  await stage.flush();
  expect(await walked()).toBe(570);
  stage.move(ann!, [3_000, 4_000]);
  await stage.flush();
  expect(await walked()).toBe(1_070);
});

it('R19.5 of jumps no more is added up than one can walk in that time', async () => {
  stage = openStage();
  const roomId = await stage.open();
  const [ann] = await stage.seatAll(roomId, 'ann');
  stage.move(ann!, [0, 0]);
  await untilAsked(roomId);
  const walked = async (): Promise<number> => (await stage.state(roomId)).walked;
  // Who jumps instead of walking has had the time to walk there.
  stage.move(ann!, [STEPS, STEPS]);
  await stage.flush();
  const across = Math.round(Math.hypot(STEPS, STEPS));
  expect(await walked()).toBe(across);
  const reach = (WALK_SPEED * STEPS * INTERVAL_MS) / 1_000;
  for (let n = 1; n <= 20; n++) {
    stage.move(ann!, n % 2 === 1 ? [0, 0] : [STEPS, STEPS]);
    await stage.flush();
    expect(await walked()).toBe(across + n * reach);
  }
  // A part of the time that somebody stood is left for the next way.
  await stage.pass(INTERVAL_MS);
  stage.move(ann!, [STEPS, STEPS - reach / 2]);
  await stage.flush();
  stage.move(ann!, [STEPS - 2 * reach, STEPS - reach / 2]);
  await stage.flush();
  expect(await walked()).toBe(across + 22.5 * reach);
});
