import { expect, it } from 'vitest';
import { closeStage, openStage, type Stage } from '../support/stage.js';
import { toldTo, TwinRoom, type Twins } from '../support/twins.js';

/** Fixed, so that a failure comes again; those that once failed stay. */
const SEEDS = Array.from({ length: 24 }, (_, n) => n + 1);
const STEPS_EACH = 120;

/** Every kind of fact that a room tells, without those to one connection alone. */
const KINDS =
  'actingHost chatMessage deleteMessages endGame endQuizTime exitRoom getSelfId ghostLeague joinRoom kickRoom muteChat mutePlayer phase setPlayerName ' +
  'startGame startQuizTime updateCoHosts updateHost updateModeration updatePosition updatePresence updateRehearsal ' +
  'updateRoomOption updateRoomQuizset updateScreen';

const seen = new Set<string>();

async function play(stage: Stage, seed: number): Promise<TwinRoom> {
  const roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4, 'J1');
  const room = new TwinRoom(stage, roomId, seed);
  for (let n = 0; n < 3; n++) await room.join();
  await room.watch();
  await room.pass(100);
  for (let n = 0; n < STEPS_EACH; n++) await room.step();
  await room.pass(100);
  return room;
}

/**
 * What each of the twins was told on each visit; the two are the same facts with the same values, in the
 * same order and at the same time. By design differ: frames (one a flush instead of one a kind, also
 * where an audience has nothing to hear) and the own id.
 */
function* compare(
  stage: Stage,
  { visits }: Twins,
): Iterable<[json: unknown[], compact: unknown[]]> {
  for (const { actors, end } of visits) {
    const [json, compact] = actors.map((actor) => toldTo(stage, actor)) as [unknown[], unknown[]];
    for (const fact of json) seen.add((fact as [number, string])[1]);
    if (end === 'none' || end === 'dropped') yield [json, compact];
    else {
      // The first to go misses what the other's leave changes.
      const length = end === 'kicked' ? json.length - 1 : json.length;
      yield [json.slice(0, length), compact.slice(0, length)];
      const last = ([, event, payload]: unknown[]): unknown[] => [event, payload];
      if (end === 'kicked')
        yield [last(json.at(-1) as unknown[]), last(compact.at(-1) as unknown[])];
      if (end === 'kicked') yield [last(json.at(-1) as unknown[]), ['kickRoom', 'self']];
    }
  }
}

it.each(SEEDS)('a compact client is told what a JSON client is told, seed %i', async (seed) => {
  const stage = openStage();
  try {
    const room = await play(stage, seed);
    for (const twins of room.all)
      for (const [json, compact] of compare(stage, twins)) expect(compact).toEqual(json);
  } finally {
    closeStage(stage);
  }
});

it('that covers every kind of fact', () => {
  expect([...seen].toSorted().join(' ')).toBe(KINDS);
});
