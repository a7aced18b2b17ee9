import { expect, it } from 'vitest';
import { closeStage, openStage, type Stage } from '../support/stage.js';
import { toldTo, TwinRoom, type Twins } from '../support/twins.js';

/** Fixed, so that a failure comes again; those that once failed stay. */
const SEEDS = Array.from({ length: 24 }, (_, n) => n + 1);
const STEPS_EACH = 120;

/** Every kind of fact that a room tells after `session` and without `createRoom`, `notice`, `exception`. */
const KINDS = [
  ...['chatMessage', 'endGame', 'endQuizTime', 'exitRoom', 'getSelfId', 'joinRoom', 'kickRoom'],
  ...['muteChat', 'phase', 'setPlayerName', 'startGame', 'startQuizTime', 'updateHost'],
  ...['updatePosition', 'updatePresence', 'updateRoomOption', 'updateRoomQuizset', 'updateScreen'],
];

const seen = new Set<string>();

async function play(stage: Stage, seed: number): Promise<TwinRoom> {
  const roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
  const room = new TwinRoom(stage, roomId, seed);
  for (let n = 0; n < 3; n++) await room.join();
  await room.watch();
  await room.pass(100);
  for (let n = 0; n < STEPS_EACH; n++) await room.step();
  await room.pass(100);
  return room;
}

/**
 * Both are told the same facts with the same values, in the same order and at the same time. By design
 * differ: frames (one a flush instead of one a kind, also where an audience has nothing to hear) and
 * the own id. Of twins that leave, the first to go may miss what the other's leave changes.
 */
function compare(stage: Stage, { visits }: Twins): void {
  for (const { actors, end } of visits) {
    const [json, compact] = actors.map((actor) => toldTo(stage, actor)) as [unknown[], unknown[]];
    for (const fact of json) seen.add((fact as [number, string])[1]);
    if (end === 'none' || end === 'dropped') expect(compact).toEqual(json);
    else {
      const told = end === 'kicked' ? json.slice(0, -1) : json;
      expect(compact.slice(0, told.length)).toEqual(told);
      if (end === 'kicked')
        for (const all of [json, compact])
          expect(all.at(-1)).toEqual([expect.any(Number), 'kickRoom', 'self']);
    }
  }
}

it.each(SEEDS)('a compact client is told what a JSON client is told, seed %i', async (seed) => {
  const stage = openStage();
  try {
    for (const twins of (await play(stage, seed)).all) compare(stage, twins);
  } finally {
    closeStage(stage);
  }
});

it('that covers every kind of fact', () => {
  expect([...seen].toSorted()).toEqual(KINDS.toSorted());
});
