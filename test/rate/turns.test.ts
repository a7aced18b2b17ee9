import { expect, it, vi } from 'vitest';
import { Turns } from '../../src/server/platform/rate/turns.js';
import { aSet } from '../support/game-data.js';
import { TYPED } from '../support/kinds.js';
import { closeStage, openStage } from '../support/stage.js';

const PIECES = 100;

/** Takes a millisecond. */
function work(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

it('R10.6 a hall that writes at once leaves turns of the event loop to others, and keeps its order', async () => {
  const turns = new Turns();
  let others = 0;
  let isOver = false;
  const look = (): void => {
    others++;
    if (!isOver) setImmediate(look);
  };
  const order: number[] = [];
  const asked = Array.from({ length: PIECES }, (_, n) =>
    turns.run(() => {
      work();
      return order.push(n);
    }),
  );
  setImmediate(look);
  const failed = turns.run(() => {
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(await Promise.all(asked)).toEqual(order.map((n) => n + 1));
  isOver = true;
  // Each turn has work for 5 ms.
  expect(others).toBeGreaterThan(PIECES / 10);
  expect(await turns.run(() => 'later')).toBe('later');
});

/** A game in which people may write as soon as the time of the question begins. */
async function untilWriting() {
  const stage = openStage({ set: { ...aSet(), questions: aSet().questions.map(() => TYPED) } });
  const roomId = await stage.open();
  await stage.seatAll(roomId, 'ann', 'bob');
  await stage.driver.start(roomId);
  const room = stage.room(roomId);
  const clockOf = () => (room.view.phase.kind === 'lobby' ? undefined : room.view.phase.clock);
  await stage.pass(clockOf()!.endTime - Date.now());
  return { stage, room, clockOf };
}

it('R16.14 judges in turns what is written, before the bell asks for all of it', async () => {
  const { stage, room, clockOf } = await untilWriting();
  await stage.pass(clockOf()!.startTime + 1_000 - Date.now());
  const letters = vi.spyOn(Array, 'from');
  const compared = (): number => letters.mock.calls.filter(([one]) => one === 'seoulix').length;
  try {
    await stage.rooms.write(room, room.view.seats.get(1)!, ['Seoulix']);
    await stage.pass(1_000);
    // For its form, and to compare it with what is right.
    expect(compared()).toBe(2);
    await stage.pass(clockOf()!.endTime + 1_000 - Date.now());
    expect(room.view.phase.kind).toBe('reveal');
    expect(compared()).toBe(2);
  } finally {
    letters.mockRestore();
    closeStage(stage);
  }
});

it('R16.14 takes a text that came before the bell, though its turn comes behind it', async () => {
  const { stage, room, clockOf } = await untilWriting();
  await stage.pass(clockOf()!.endTime - 1 - Date.now());
  const seats = [...room.view.seats.values()];
  const written = seats.map((seat) => stage.rooms.write(room, seat, ['Seoul']));
  // The second one waits for its turn, and the bell would ring in this one.
  vi.setSystemTime(clockOf()!.endTime);
  expect(await Promise.allSettled(written)).toEqual(
    seats.map(() => ({ status: 'fulfilled', value: undefined })),
  );
  const late = stage.rooms.write(room, seats[0]!, ['Seoul']);
  await expect(late).rejects.toMatchObject({ code: 'TOO_LATE' });
  closeStage(stage);
});
