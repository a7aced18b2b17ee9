import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isListed } from '../../src/game/room-state.js';
import { finalEndsAt } from '../../src/game/show/staged.js';
import { standApart } from '../support/answers.js';
import { isPrivate } from '../support/private-events.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let bob: Actor;

/** A game of one question is over, and its end is shown. */
beforeEach(async () => {
  stage = openStage({ show: 'free' });
  roomId = await stage.open({ isPublic: true });
  const [ann, ...others] = (await stage.seatAll(roomId, 'ann', 'bob', 'carl')) as [Actor, Actor];
  [bob] = others;
  await stage.driver.start(roomId);
  await standApart(stage, roomId, [ann], others);
  await stage.driver.adjust(roomId, 'skip');
  await stage.driver.adjust(roomId, 'end');
  await stage.flush();
  stage.broadcaster.clear();
});
afterEach(() => closeStage(stage));

const isOnList = async (): Promise<boolean> => isListed(await stage.state(roomId));
const endsAt = async (): Promise<number> => finalEndsAt(await stage.state(roomId));

describe('R19.5 the end of a game', () => {
  it('keeps the room off the list for as long as it is shown, and no longer', async () => {
    await stage.pass((await endsAt()) - Date.now() - 1);
    expect(await isOnList()).toBe(false);
    await stage.pass(1);
    expect(await isOnList()).toBe(true);
  });

  it('R19.4 is over at once where the host cuts it', async () => {
    expect(await isOnList()).toBe(false);
    await stage.driver.adjust(roomId, 'next');
    await stage.pass(1);
    expect(await isOnList()).toBe(true);
  });

  it('is told to be over without the table, which everybody has', async () => {
    await stage.pass((await endsAt()) - Date.now());
    await stage.flush();
    expect(stage.eventsTo(bob).filter((event) => !isPrivate(event))).toEqual(['phase']);
    // Who comes now is told the table.
    const dan = await stage.sit(roomId, 'dan');
    await stage.flush();
    expect(stage.eventsTo(dan)).toContain('endGame');
  });
});
