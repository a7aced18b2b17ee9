import { nameOf } from '../../src/protocol/judged-name.js';
import { EARLIEST_MS, stillMs } from '../../src/game/shared/judged.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { codeOf, inZone } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

const COUNTDOWN_MS = 3_000;
const GET_READY_MS = 3_000;
const LIMIT_MS = 15_000;

let stage: Stage;
let roomId: string;
let ann: Actor, bob: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ scoring: 'early' });
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
  for (const actor of [ann, bob]) stage.move(actor, inZone(1));
  await stage.flush();
  await stage.driver.start(roomId);
  await stage.pass(COUNTDOWN_MS);
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

/** Goes there, and is shared within this many ms. */
async function walk(actor: Actor, zone: number): Promise<void> {
  stage.move(actor, inZone(zone));
  await stage.flush();
}

/** The time of each player's answer once the question is judged. */
async function times(): Promise<number[]> {
  const { phase } = await stage.state(roomId);
  if (phase.kind !== 'question') throw new Error(phase.kind);
  await stage.pass(phase.clock.endTime - Date.now() + 10);
  const { judged } = await stage.state(roomId);
  return judged.at(-1)!.answers.map(([, , ms]) => ms);
}

const about = (ms: number): unknown => expect.closeTo(ms + 25, -2);

describe('R6.5 the time of an answer', () => {
  it('is the least that a person can have for who stood there when the choices appeared', async () => {
    await walk(ann, 2);
    await walk(bob, 2);
    await walk(bob, 1);
    expect(await times()).toEqual([EARLIEST_MS, EARLIEST_MS]);
  });

  it('R6.15 is half of the limit for a player who has not moved since get-ready, and a tap on the own place is a move', async () => {
    expect(await times()).toEqual([stillMs(LIMIT_MS), stillMs(LIMIT_MS)]);
    await stage.driver.adjust(roomId, 'next');
    stage.move(ann, inZone(1));
    await stage.flush();
    expect(await times()).toEqual([EARLIEST_MS, stillMs(LIMIT_MS)]);
    await stage.driver.adjust(roomId, 'next');
    await stage.pass(GET_READY_MS + 9_000);
    stage.move(bob, inZone(1));
    await stage.flush();
    expect(await times()).toEqual([stillMs(LIMIT_MS), EARLIEST_MS]);
  });

  it('R6.15 keeps an entry that another connection of the player has noted, whatever moves after it', async () => {
    await stage.pass(GET_READY_MS + 2_000);
    await walk(ann, 2);
    await stage.drop(ann);
    const back = await stage.sit(roomId, 'ann');
    await walk(back, 2);
    expect(await times()).toEqual([about(2_000), stillMs(LIMIT_MS)]);
  });

  it('is when the zone was entered last, and walking on within it changes nothing', async () => {
    await stage.pass(GET_READY_MS + 4_000);
    await walk(ann, 2);
    await stage.pass(3_000);
    stage.move(ann, [inZone(2)[0] + 5, inZone(2)[1]]);
    await stage.flush();
    await walk(bob, 2);
    await walk(bob, 1);
    expect(await times()).toEqual([about(4_000), about(7_100)]);
  });

  it('does not begin anew where somebody is out and back within one share', async () => {
    await stage.pass(GET_READY_MS + 5_000);
    stage.move(ann, inZone(2));
    stage.move(ann, inZone(1));
    await stage.flush();
    expect(await times()).toEqual([EARLIEST_MS, stillMs(LIMIT_MS)]);
  });

  it('counts no pause', async () => {
    await stage.pass(GET_READY_MS + 2_000);
    await stage.driver.adjust(roomId, 'pause');
    await stage.pass(60_000);
    await walk(bob, 2);
    await stage.driver.adjust(roomId, 'resume');
    await stage.pass(3_000);
    await walk(ann, 2);
    expect(await times()).toEqual([about(5_000), about(2_000)]);
  });

  it('survives a reconnect and a share that failed', async () => {
    await stage.pass(GET_READY_MS + 2_000);
    await walk(ann, 2);
    await stage.drop(ann);
    await stage.pass(1_000);
    const back = await stage.sit(roomId, 'ann');
    await stage.flush();
    vi.spyOn(stage.store, 'share').mockRejectedValueOnce(new RoomError('STORE_AWAY'));
    await stage.pass(2_000);
    await walk(bob, 2);
    await stage.flush();
    expect(back.seat.slot).toBe(ann.seat.slot);
    expect(await times()).toEqual([about(2_000), about(5_100)]);
  });

  it('is worth what the rule says, and the same question is asked of each process', async () => {
    const { game } = await stage.state(roomId);
    const right = rightOf(game!.questions[0]);
    await walk(ann, right);
    await walk(bob, 3 - right);
    await stage.pass(GET_READY_MS + 9_000);
    await walk(bob, right);
    const [, ms] = (await times()) as [number, number];
    const { tally } = await stage.state(roomId);
    const fall = Math.floor((500 * (ms - 3_000)) / (LIMIT_MS - 3_000));
    expect(tally.marks.map(({ score }) => score)).toEqual([1000, 1000 - fall]);
  });
});

describe('R4.9, R4.10 what the host does with a reveal', () => {
  it('waits where the host sets the pace, and goes on by itself when the host is away', async () => {
    await stage.driver.adjust(roomId, 'end');
    await stage.rooms.changeOptions(ann.membership.room, { pacing: 'host' });
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS + GET_READY_MS + LIMIT_MS + 10);
    const waiting = (await stage.state(roomId)).phase;
    expect(waiting).toMatchObject({ kind: 'reveal', waits: true, index: 0 });
    await stage.flush();
    expect(stage.broadcaster.payloads(bob.connectionId, 'phase').at(-1)).toMatchObject({
      kind: 'reveal',
      waits: true,
    });
    await stage.pass(120_000);
    expect((await stage.state(roomId)).phase).toEqual(waiting);
    await stage.driver.adjust(roomId, 'next', waiting.version);
    expect((await stage.state(roomId)).phase).toMatchObject({ kind: 'question', index: 1 });
    const late = () => stage.driver.adjust(roomId, 'next', waiting.version);
    expect(await codeOf(late)).toBe('TOO_LATE');
    await stage.pass(GET_READY_MS + LIMIT_MS + 10);
    expect((await stage.state(roomId)).phase).toMatchObject({ kind: 'reveal', waits: true });
    await stage.drop(ann);
    await stage.drop(bob);
    await stage.pass(29_000);
    expect((await stage.state(roomId)).phase).toMatchObject({ kind: 'reveal', waits: true });
    await stage.pass(62_000);
    expect((await stage.state(roomId)).phase.kind).not.toBe('reveal');
  });

  it('stays paused in a reveal that waits, and waits for nobody who was away before', async () => {
    await stage.driver.adjust(roomId, 'end');
    await stage.rooms.changeOptions(ann.membership.room, { pacing: 'host' });
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS + GET_READY_MS + LIMIT_MS + 10);
    await stage.driver.adjust(roomId, 'pause');
    const paused = (await stage.state(roomId)).phase;
    expect(paused).toMatchObject({ kind: 'reveal', waits: true });
    await stage.drop(ann);
    await stage.pass(120_000);
    expect((await stage.state(roomId)).phase).toEqual(paused);
    await stage.driver.adjust(roomId, 'resume');
    await stage.driver.adjust(roomId, 'next');
    await stage.pass(GET_READY_MS + LIMIT_MS + 10);
    expect((await stage.state(roomId)).phase).toMatchObject({ kind: 'reveal', waits: false });
  });

  it('tells a correction to everybody: in the reveal, in the next question, in the lobby', async () => {
    await times();
    stage.broadcaster.clear();
    const told = (): string[] => stage.eventsTo(bob);
    const correction = {
      kind: 'correct',
      name: nameOf({ index: 0 }),
      isVoid: true,
      rights: null,
    } as const;
    await stage.driver.adjust(roomId, correction);
    await stage.flush();
    expect(told()).toEqual(['phase', 'endQuizTime']);
    const reveal = stage.broadcaster.payloads(bob.connectionId, 'endQuizTime')[0];
    expect(reveal).toMatchObject({ isVoid: true, players: [{ score: 0 }, { score: 0 }] });
    await stage.driver.adjust(roomId, 'next');
    await stage.flush();
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, { ...correction, isVoid: false });
    await stage.flush();
    expect(told()).toEqual(['phase', 'updateScores']);
    const scores = stage.broadcaster.payloads(bob.connectionId, 'updateScores')[0]!.players;
    expect(scores.map(({ score }) => score)).toEqual(
      (await stage.state(roomId)).tally.marks.map(({ score }) => score),
    );
    await stage.driver.adjust(roomId, 'end');
    await stage.flush();
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, correction);
    await stage.flush();
    expect(told()).toEqual(['phase', 'endGame']);
  });

  it('takes corrections that were sent in an older phase of the game, and none of the game before', async () => {
    await times();
    const seen = (await stage.state(roomId)).phase.version;
    const correct = (isVoid: boolean, meant: number) =>
      stage.driver.adjust(
        roomId,
        { kind: 'correct', name: nameOf({ index: 0 }), isVoid, rights: null },
        meant,
      );
    for (const isVoid of [true, false, true]) await correct(isVoid, seen);
    await stage.driver.adjust(roomId, 'next');
    await correct(false, seen);
    await correct(true, seen);
    await stage.driver.adjust(roomId, 'end');
    await correct(false, seen);
    await correct(true, seen);
    expect((await stage.state(roomId)).judged).toMatchObject([{ question: 0, isVoid: true }]);
    expect(await codeOf(() => correct(false, seen + 100))).toBe('TOO_LATE');
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS + GET_READY_MS + LIMIT_MS + 10);
    expect(await codeOf(() => correct(true, seen))).toBe('TOO_LATE');
    expect((await stage.state(roomId)).judged).toMatchObject([{ question: 0, isVoid: false }]);
  });
});
