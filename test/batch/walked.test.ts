import { afterEach, expect, it } from 'vitest';
import { closeStage, openStage, type Stage } from '../support/stage.js';

let stage: Stage;
afterEach(() => closeStage(stage));

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

  await stage.driver.start(roomId);
  for (;;) {
    const { phase } = stage.room(roomId).view;
    if (phase.kind === 'question') break;
    if (!('clock' in phase)) throw new Error('no game is on');
    await stage.pass(phase.clock.endTime - Date.now());
  }
  expect(await walked()).toBe(0);
  stage.move(ann!, [3_300, 4_400]);
  stage.move(bob!, [0, 70]);
  await stage.flush();
  expect(await walked()).toBe(570);
  stage.move(ann!, [3_000, 4_000]);
  await stage.flush();
  expect(await walked()).toBe(1_070);
});
