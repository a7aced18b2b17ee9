import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { codeOf } from '../support/game-data.js';
import { kickFrom, seatPlayer } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;

beforeEach(async () => {
  // As with a store elsewhere: what is said is shared some ms before the flush.
  stage = openStage({ shareLeadMs: 8 });
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

const stored = async (): Promise<string[]> =>
  ((await stage.store.snapshot(roomId))?.chat ?? []).map(({ message }) => message);

/** Settles with what becomes of a message. */
function answerTo(message: string, actor = ann): Promise<string> {
  return codeOf(() => stage.say(actor, message));
}

describe('R8.1 who says something', () => {
  it('is answered when it is stored, and not before', async () => {
    const answers: string[] = [];
    void answerTo('hello').then((code) => answers.push(code));
    await Promise.resolve();
    expect([await stored(), answers]).toEqual([[], []]);
    await stage.flush();
    expect([await stored(), answers]).toEqual([['hello'], ['ok']]);
  });

  it('is told after 3 s that the store is away, and nobody hears of it', async () => {
    const share = vi.spyOn(stage.store, 'share').mockRejectedValue(new RoomError('STORE_AWAY'));
    const told: string[] = [];
    for (const answer of [answerTo('lost'), answerTo('lost, too', bob)])
      void answer.then((code) => told.push(code));
    await stage.pass(2_900);
    expect(told).toEqual([]);
    await stage.pass(300);
    expect(told).toEqual(['STORE_AWAY', 'STORE_AWAY']);
    share.mockRestore();
    await stage.pass(1_000);
    expect(await stored()).toEqual([]);
    expect(stage.broadcaster.payloads(bob.connectionId, 'chatMessage')).toEqual([]);
    const next = answerTo('and now?');
    await stage.flush();
    expect(await next).toBe('ok');
  });

  it('is answered where the store has it and only the answer got lost, and it is told once', async () => {
    const share = stage.store.share.bind(stage.store);
    vi.spyOn(stage.store, 'share').mockImplementationOnce(async (...shared) => {
      await share(...shared);
      throw new RoomError('STORE_AWAY');
    });
    const answer = answerTo('did you hear?');
    await stage.pass(1_000);
    expect(await answer).toBe('ok');
    expect(await stored()).toEqual(['did you hear?']);
    expect(stage.broadcaster.payloads(bob.connectionId, 'chatMessage')).toHaveLength(1);
  });

  it('is told that the room has ended', async () => {
    const answer = answerTo('anybody there?');
    await stage.store.closeRoom(roomId, 'idle', (await stage.state(roomId)).seq);
    await ann.membership.room.batch.share();
    expect(await answer).toBe('ROOM_NOT_FOUND');
  });

  it('R2.3 is told that it is not in the room any more where another connection has the seat', async () => {
    const answers = [answerTo('from the old tab'), answerTo('hello', bob)];
    // Another process seats the newer one, so that nothing is shared here before.
    await seatPlayer(stage.elsewhere, roomId, {
      identityId: 'ann',
      address: '192.0.2.1',
      connectionId: 'elsewhere',
      process: 'elsewhere',
      playerId: 'unused',
      playerName: 'unused',
      position: [0, 0],
      isStoreFull: false,
    });
    await stage.flush();
    expect(await Promise.all(answers)).toEqual(['NOT_IN_ROOM', 'ok']);
    expect(await stored()).toEqual(['hello']);
  });

  it('R9.1 is told so, too, where somebody at another process has kicked them meanwhile', async () => {
    const answers = [answerTo('hello'), answerTo('rude', bob), answerTo('rude again', bob)];
    await kickFrom(stage.elsewhere, roomId, bob.seat.slot);
    await stage.flush();
    expect(await Promise.all(answers)).toEqual(['ok', 'NOT_IN_ROOM', 'NOT_IN_ROOM']);
    expect(await stored()).toEqual(['hello']);
  });

  it('is told that something went wrong where the store fails, which is reported once', async () => {
    vi.spyOn(stage.store, 'share').mockRejectedValueOnce(new Error('a bug'));
    const answers = [answerTo('one'), answerTo('two')];
    await stage.flush();
    expect(await Promise.all(answers)).toEqual(['INTERNAL', 'INTERNAL']);
    expect(stage.failures.splice(0).map(String)).toEqual(['Error: a bug']);
  });

  it('is told in order, and once each, where the answer to the first comes late', async () => {
    const first = answerTo('first');
    let fail = (): void => {};
    vi.spyOn(stage.store, 'share').mockImplementationOnce(
      () => new Promise((_done, refuse) => (fail = () => refuse(new RoomError('STORE_AWAY')))),
    );
    await stage.flush();
    const second = answerTo('second');
    await stage.flush();
    expect(await stored()).toEqual([]);
    fail();
    await stage.pass(500);
    expect(await Promise.all([first, second])).toEqual(['ok', 'ok']);
    expect(await stored()).toEqual(['first', 'second']);
  });

  it('gets a number that rises over all rooms of their process, and of no other', async () => {
    const numbersOf = async (other: Stage): Promise<number[]> => {
      const share = vi.spyOn(other.store, 'share');
      for (let n = 0; n < 2; n++) {
        const id = await other.open({}, 3, `owner-${n}`);
        const [actor] = (await other.seatAll(id, `actor-${n}`)) as [Actor];
        const said = other.say(actor, 'hello');
        await other.flush();
        await said;
      }
      return share.mock.calls.flatMap(([, { chatNumber }]) => chatNumber ?? []);
    };
    expect(await numbersOf(stage)).toEqual([1, 2]);
    const another = openStage({ shareLeadMs: 8 });
    expect(await numbersOf(another)).toEqual([1, 2]);
    another.close();
  });
});
