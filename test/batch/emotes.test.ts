import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeEmotes, encodeMove, type CompactFlush } from '../../src/protocol/index.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;

afterEach(() => {
  closeStage(stage);
});

const flushesOf = ({ connectionId }: Actor): CompactFlush[] =>
  stage.broadcaster.payloads(connectionId, 'flush');

const packed = (...shown: [actor: Actor, emote: number][]): string =>
  encodeEmotes(shown.map(([{ seat }, emote]) => ({ slot: seat.slot, emote })));

describe('R22.1 emotes in a flush', () => {
  beforeEach(async () => {
    stage = openStage();
    roomId = await stage.open({}, 3);
  });

  it('are the latest of each player, in one frame with the moves, or one event for who reads JSON', async () => {
    const [ann] = (await stage.seatAll(roomId, 'ann')) as [Actor];
    stage.format = 'compact';
    const [bob] = (await stage.seatAll(roomId, 'bob')) as [Actor];
    await stage.flush();
    stage.broadcaster.clear();
    stage.emote(ann, 3);
    stage.emote(ann, 4);
    stage.emote(bob, 0);
    stage.move(bob, [5, 6]);
    await stage.flush();
    const [[, ...told]] = flushesOf(bob) as [CompactFlush];
    const moves = encodeMove(bob.seat.slot, 5, 6);
    expect(told).toEqual([moves, null, [], [], packed([ann, 4], [bob, 0])]);
    const emotes = [
      { playerId: ann.seat.playerId, emote: 4 },
      { playerId: bob.seat.playerId, emote: 0 },
    ];
    expect(stage.broadcaster.payloads(ann.connectionId, 'emote')).toEqual([{ emotes }]);
    // They are told once.
    await stage.flush();
    expect(flushesOf(bob)).toHaveLength(1);
  });

  it('are not told of who has left meanwhile', async () => {
    const [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
    await stage.flush();
    stage.emote(bob, 1);
    await stage.exit(bob);
    await stage.flush();
    expect(stage.broadcaster.payloads(ann.connectionId, 'emote')).toEqual([]);
  });
});

describe('R22.4 emotes of ghosts', () => {
  let ann: Actor;
  let bob: Actor;
  let gil: Actor;
  let screen: Actor;

  beforeEach(async () => {
    stage = openStage();
    roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
    stage.format = 'compact';
    [ann, bob, gil] = (await stage.seatAll(roomId, 'ann', 'bob', 'gil')) as [Actor, Actor, Actor];
    screen = await stage.watch(roomId);
    await stage.driver.start(roomId);
    await standApart(stage, roomId, [ann, bob], [gil]);
  });

  it('are seen by ghosts only, and are no byte to the living and to projectors', async () => {
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
    stage.broadcaster.clear();
    stage.emote(gil, 2);
    stage.emote(ann, 1);
    await stage.flush();
    for (const one of [ann, bob, screen])
      expect(flushesOf(one).map((flush) => flush[5])).toEqual([packed([ann, 1])]);
    expect(flushesOf(gil)[0]?.[5]).toBe(packed([gil, 2], [ann, 1]));
    stage.broadcaster.clear();
    stage.emote(gil, 3);
    await stage.flush();
    for (const one of [ann, bob, screen]) expect(flushesOf(one)[0]?.slice(1)).toEqual(['']);
  });

  it('stay theirs when the game ends in the same flush, which brings them back to life', async () => {
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
    stage.broadcaster.clear();
    stage.emote(gil, 2);
    await gil.membership.room.batch.share();
    await stage.driver.adjust(roomId, 'end');
    await stage.flush();
    for (const one of [ann, bob, screen])
      expect(flushesOf(one).flatMap((flush) => flush[5] ?? [])).toEqual([]);
    expect(flushesOf(gil).flatMap((flush) => flush[5] ?? [])).toEqual([packed([gil, 2])]);
  });

  it('are shown in a blind or open question alike, and behind a curtain not at all', async () => {
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, { kind: 'curtain', break: null });
    stage.emote(ann, 1);
    await stage.driver.adjust(roomId, 'resume');
    await stage.flush();
    expect(flushesOf(bob).flatMap((flush) => flush[5] ?? [])).toEqual([]);
    stage.emote(ann, 2);
    await stage.flush();
    expect(flushesOf(bob).flatMap((flush) => flush[5] ?? [])).toEqual([packed([ann, 2])]);
  });
});

it('R22.5 an emote in a blind question tells who shows it, and not where they stand', async () => {
  stage = openStage();
  roomId = await stage.open({ crowd: 'blind' }, 3);
  stage.format = 'compact';
  const [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
  await stage.driver.start(roomId);
  await stage.driver.adjust(roomId, 'skip');
  await stage.flush();
  stage.broadcaster.clear();
  stage.move(ann, [7, 8]);
  stage.emote(ann, 1);
  await stage.flush();
  expect(flushesOf(bob).map((flush) => flush.slice(1))).toEqual([
    ['', null, [], [], packed([ann, 1])],
  ]);
});
