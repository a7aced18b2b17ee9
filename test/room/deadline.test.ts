import { nameOf } from '../../src/protocol/judged-name.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '../../src/game/shared/zones.js';
import { RoomError } from '../../src/protocol/index.js';
import { codeOf, EPOCH, inZone } from '../support/game-data.js';
import { closeStage, INTERVAL_MS, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;
let right: Position;
let wrong: Position;

/** Two players in the first question, both standing wrong, with 15 s to answer from EPOCH + 6 s on. */
beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
  await stage.driver.start(roomId);
  await stage.pass(3_000);
  const { game } = await stage.state(roomId);
  const order = rightOf(game!.questions[0]);
  [right, wrong] = [inZone(order), inZone(3 - order)];
  for (const one of [ann, bob]) stage.move(one, wrong);
  await stage.flush();
  stage.broadcaster.clear();
});
afterEach(() => {
  closeStage(stage);
});

async function passUntil(msBeforeEnd: number): Promise<void> {
  const { phase } = await stage.state(roomId);
  if (phase.kind === 'lobby') throw new Error('no game is running');
  await stage.pass(phase.clock.endTime - msBeforeEnd - Date.now());
}

const scores = async (): Promise<number[]> =>
  [...(await stage.state(roomId)).seats.values()].map(({ score }) => score);
const kind = async (): Promise<string> => (await stage.state(roomId)).phase.kind;

describe('R5.3 the deadline of a question', () => {
  it('counts a move one millisecond before it, whatever the ticks of flushes', async () => {
    await passUntil(1);
    stage.move(ann, right);
    expect(await kind()).toBe('question');
    await stage.pass(1);
    expect(await kind()).toBe('reveal');
    expect(await scores()).toEqual([1000, 0]);
  });

  it('counts a move at the deadline itself no more, and shows it in the next phase', async () => {
    const { phase } = await stage.state(roomId);
    if (phase.kind !== 'question') throw new Error(phase.kind);
    await passUntil(1);
    // The time has come, but the timer has not rung yet.
    vi.setSystemTime(phase.clock.endTime);
    stage.move(ann, right);
    await stage.driver.advance(roomId, phase.version);
    expect(await kind()).toBe('reveal');
    expect(await scores()).toEqual([0, 0]);
    stage.broadcaster.clear();
    await stage.flush();
    const [frame] = stage.broadcaster.payloads(bob.connectionId, 'updatePosition');
    expect(frame?.updates.map(({ playerId }) => playerId)).toEqual([ann.seat.playerId]);
    expect((await stage.state(roomId)).seats.get(0)?.position).toEqual(right);
    expect(await scores()).toEqual([0, 0]);
  });

  it('never brings a move that could not be shared back over a newer one', async () => {
    const fails: (() => void)[] = [];
    const share = vi.spyOn(stage.store, 'share').mockImplementation(
      () =>
        new Promise((_resolve, reject) => {
          fails.push(() => reject(new RoomError('STORE_AWAY')));
        }),
    );
    stage.move(ann, wrong);
    await stage.flush();
    stage.move(ann, right);
    await stage.flush();
    expect(fails).toHaveLength(2);
    share.mockRestore();
    for (const fail of fails) fail();
    await passUntil(0);
    expect(await scores()).toEqual([1000, 0]);
  });

  it('holds late moves until the next phase stands, however long that takes', async () => {
    await passUntil(1);
    const append = stage.store.append.bind(stage.store);
    stage.store.append = () => Promise.reject(new Error('away'));
    await stage.pass(1);
    expect(stage.failures.splice(0)).toHaveLength(1);
    stage.broadcaster.clear();
    stage.move(ann, right);
    stage.move(bob, right);
    stage.move(bob, [1, 1]);
    stage.chat(bob, 'still here');
    await stage.pass(1_000);
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toEqual(['chatMessage']);
    expect((await stage.state(roomId)).seats.get(0)?.position).toEqual(wrong);

    stage.store.append = append;
    await stage.driver.advance(roomId, (await stage.state(roomId)).phase.version);
    expect(await scores()).toEqual([0, 0]);
    await stage.flush();
    expect(stage.broadcaster.eventsOf(ann.connectionId).slice(1)).toEqual([
      'phase',
      'endQuizTime',
      'judgedQuestions',
      'updatePosition',
    ]);
    const { seats } = await stage.state(roomId);
    expect([...seats.values()].map(({ position }) => position)).toEqual([right, [1, 1]]);
  });

  it('counts standing still, and the last place of somebody who dropped', async () => {
    stage.move(ann, right);
    await stage.pass(10);
    await stage.drop(ann);
    await passUntil(0);
    expect(await scores()).toEqual([1000, 0]);
  });

  it('R3.3 moves along with a pause: moves count while the game stands', async () => {
    await passUntil(1_000);
    await stage.driver.adjust(roomId, 'pause');
    await stage.pass(5_000);
    stage.move(ann, right);
    await stage.flush();
    expect((await stage.state(roomId)).seats.get(0)?.position).toEqual(right);
    await stage.driver.adjust(roomId, 'resume');
    await stage.pass(999);
    stage.move(bob, right);
    await stage.pass(1);
    expect(await scores()).toEqual([500, 500]);
  });

  it('R3.3 moves along when time is added', async () => {
    await passUntil(1);
    await stage.driver.adjust(roomId, 'extend');
    await stage.pass(5_000);
    expect(await kind()).toBe('question');
    stage.move(ann, right);
    await stage.pass(1);
    expect(await scores()).toEqual([1000, 0]);
  });

  it('R3.3 a question that is skipped counts what was done until then', async () => {
    stage.move(ann, right);
    await stage.driver.adjust(roomId, 'skip');
    expect(await scores()).toEqual([1000, 0]);
  });

  it('is no matter in other phases: moves pass between questions', async () => {
    await passUntil(0);
    for (const position of [right, wrong, right]) {
      stage.move(ann, position);
      await stage.flush();
      expect((await stage.state(roomId)).seats.get(0)?.position).toEqual(position);
    }
    expect(await kind()).toBe('reveal');
  });

  it('tells how late it was noticed, to the one who ended the phase', async () => {
    const { phase } = await stage.state(roomId);
    if (phase.kind !== 'question') throw new Error(phase.kind);
    vi.setSystemTime(phase.clock.endTime + 40);
    expect(await stage.driver.advance(roomId, phase.version)).toBe(40);
    expect(await stage.driver.advance(roomId, phase.version)).toBeUndefined();
  });

  it('R2.2 is known to who hosts the room only from the middle of the question on', async () => {
    await stage.drop(ann);
    await stage.drop(bob);
    await stage.pass(6_000);
    expect(stage.directory.get(roomId)).toBeUndefined();
    const back = [await stage.sit(roomId, 'ann'), await stage.sit(roomId, 'bob')] as const;
    await passUntil(1);
    stage.move(back[0], right);
    const { phase } = await stage.state(roomId);
    vi.setSystemTime(Date.now() + 1);
    stage.move(back[1], right);
    await stage.driver.advance(roomId, phase.version);
    expect(await scores()).toEqual([1000, 0]);
  });

  it.each(['skip', 'pause', 'extend', 'end'] as const)(
    'R3.3 is too late to %s',
    async (adjustment) => {
      const { phase } = await stage.state(roomId);
      await passUntil(1);
      vi.setSystemTime(Date.now() + 1);
      expect(await codeOf(() => stage.driver.adjust(roomId, adjustment))).toBe('TOO_LATE');
      expect((await stage.state(roomId)).phase).toEqual(phase);
    },
  );
});

describe('R4.9 a correction', () => {
  it('that arrives between the deadline of a phase and the next one is taken then', async () => {
    await passUntil(0);
    const { phase } = await stage.state(roomId);
    await passUntil(1);
    // The time of the reveal has come, but the timer has not rung yet.
    vi.setSystemTime(Date.now() + 1);
    const ruling = {
      kind: 'correct',
      name: nameOf({ index: 0 }),
      isVoid: true,
      rights: null,
    } as const;
    await stage.finish(stage.driver.adjust(roomId, ruling, phase.version));
    const after = await stage.state(roomId);
    expect(after.phase).toMatchObject({ kind: 'question', index: 1 });
    expect(after.judged).toMatchObject([{ question: 0, isVoid: true }]);
  });
});

describe('what happened before a phase', () => {
  it('is told before it', async () => {
    await passUntil(1);
    stage.move(ann, right);
    stage.chat(bob, 'hurry');
    const carl = await stage.sit(roomId, 'carl');
    await stage.pass(1);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual([
      'joinRoom',
      'updatePosition',
      'chatMessage',
      'phase',
      'endQuizTime',
    ]);
    const own = stage.broadcaster.eventsOf(carl.connectionId);
    expect(own.slice(own.indexOf('startQuizTime'))).toEqual([
      'startQuizTime',
      'phase',
      'endQuizTime',
    ]);
  });

  it('R4.2 nobody hears an answer before the reveal, over the whole question', async () => {
    stage.broadcaster.clear();
    const late = await stage.sit(roomId, 'late');
    const screen = await stage.watch(roomId);
    for (let n = 0; n < 10; n++) {
      stage.move(ann, n % 2 === 0 ? right : wrong);
      await stage.pass(INTERVAL_MS);
    }
    await passUntil(1);
    for (const { connectionId } of [ann, bob, late, screen])
      expect(stage.broadcaster.textOf(connectionId)).not.toContain('nswer');
    await stage.pass(1);
    const { game } = await stage.state(roomId);
    for (const { connectionId } of [ann, bob, late, screen])
      expect(stage.broadcaster.payloads(connectionId, 'endQuizTime')).toMatchObject([
        { answer: rightOf(game!.questions[0]) },
      ]);
  });

  it('is where the clock of the store says: what came late by one that was set back then was in time', async () => {
    const deadline = EPOCH + 21_000;
    await stage.pass(deadline - 2_000 - Date.now());
    vi.setSystemTime(deadline + 1_000);
    stage.move(ann, right);
    // Redis was asked again.
    vi.setSystemTime(deadline - 2_000);
    await stage.pass(2_100);
    const { tally } = await stage.state(roomId);
    const outcome = tally.marks.map(({ playerId, isAnswer }) => [playerId, isAnswer]);
    expect(outcome).toEqual([
      [ann.seat.playerId, true],
      [bob.seat.playerId, false],
    ]);
  });
});
