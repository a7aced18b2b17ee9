import { afterEach, describe, expect, it } from 'vitest';
import { positionIn, type Track } from '../../src/game/track.js';
import type { Position } from '../../src/game/shared/zones.js';
import { PART_GAP_MS } from '../../src/protocol/limits.js';
import { aSet } from '../support/game-data.js';
import { STATEMENTS } from '../support/kinds.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const LIMIT_MS = 15_000;
const EVERY_MS = 250;

let stage: Stage;
let roomId: string;
let players: Actor[];

/** Two players in a question whose choices have just appeared. */
async function ask(settings: Parameters<typeof openStage>[0] = { keepsTracks: true }) {
  stage = openStage(settings);
  roomId = await stage.open();
  players = await stage.seatAll(roomId, 'ann', 'bob');
  await stage.driver.start(roomId);
  const { phase } = stage.room(roomId).view;
  await stage.pass(phase.kind === 'countdown' ? phase.clock.endTime - Date.now() : 0);
  await goTo(0);
}
afterEach(() => closeStage(stage));

/** To this time of the question, in ms. */
async function goTo(ms: number): Promise<void> {
  const { phase } = stage.room(roomId).view;
  if (phase.kind !== 'question') throw new Error('no question is open');
  await stage.pass(phase.clock.startTime + ms - Date.now());
}

function walk(player: number, to: Position): void {
  stage.move(players[player]!, to);
}

async function tracksIn(): Promise<Map<string, Track>> {
  return stage.room(roomId).batch.track.of(await stage.state(roomId));
}

const trackIn = async (): Promise<Track | undefined> => (await tracksIn()).get('0.0.0');

/** Where a player was, by sample. */
function path(track: Track | undefined, player: number): Position[] {
  const samples = Array.from({ length: track?.samples ?? 0 }, (_, n) => n);
  return samples.map((sample) => positionIn(track!, player, sample));
}

describe('the track of a question', () => {
  it('R17.8 has everybody who played, four times a second, from the first moment to the last', async () => {
    await ask();
    walk(0, [1, 2]);
    walk(1, [3, 4]);
    // In the middle between two samples, as flushes have their own time.
    await goTo(1_125);
    walk(0, [65_520, 6]);
    await goTo(LIMIT_MS + 100);
    const track = await trackIn();
    expect(track).toMatchObject({ everyMs: EVERY_MS, samples: LIMIT_MS / EVERY_MS });
    expect(path(track, 0).slice(1, 7)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 2],
      [65_520, 6],
      [65_520, 6],
    ]);
    expect(path(track, 1).at(-1)).toEqual([3, 4]);
    expect(path(track, 2)).toEqual(path(track, 2).map(() => [0, 0]));
    await stage.pass(20_000);
    expect(await trackIn()).toBeUndefined();
  });

  it('R17.8 leaves out pauses, and who is gone or came in between', async () => {
    await ask();
    await goTo(1_100);
    const { phase } = stage.room(roomId).view;
    await stage.driver.adjust(roomId, 'pause', phase.version);
    await stage.pass(5_000);
    await stage.driver.adjust(roomId, 'resume');
    await stage.exit(players[0]!);
    const carl = await stage.sit(roomId, 'carl');
    await stage.pass(100);
    stage.move(carl, [7, 7]);
    walk(1, [8, 8]);
    await goTo(LIMIT_MS + 100);
    const track = await trackIn();
    expect(track?.samples).toBe(LIMIT_MS / EVERY_MS);
    expect(track?.steps).toHaveLength(2 * (LIMIT_MS / EVERY_MS));
    expect(path(track, 0).at(-1)).toEqual([8, 8]);
  });

  it('R17.8 ends with a question that the host cuts short', async () => {
    await ask();
    await goTo(1_100);
    await stage.driver.adjust(roomId, 'close');
    await stage.pass(1_500);
    const { phase } = await stage.state(roomId);
    const asked = phase.kind === 'reveal' ? phase.asked : { startTime: 0, endTime: 0 };
    const lastedMs = asked.endTime - asked.startTime;
    expect((await trackIn())?.samples).toBe(Math.ceil(lastedMs / EVERY_MS));
  });

  it('R17.8 has half as many samples of a question of more than two minutes', async () => {
    const questions = aSet().questions.map((question) => ({ ...question, limitTime: 150 }));
    const set = { ...aSet(), questions };
    await ask({ keepsTracks: true, set });
    await goTo(130_100);
    walk(0, [9, 9]);
    await goTo(150_100);
    const track = await trackIn();
    expect(track).toMatchObject({ everyMs: 2 * EVERY_MS, samples: 300 });
    expect(path(track, 0).findIndex(([x]) => x === 9)).toBe(261);
  });

  it('R17.8 is one of each part of a series, also where one was paused or cut short', async () => {
    await ask({
      keepsTracks: true,
      set: { ...aSet(), questions: aSet().questions.map(() => ({ ...STATEMENTS, limitTime: 9 })) },
    });
    walk(0, [1, 1]);
    await goTo(2_125);
    walk(0, [2, 2]);
    await goTo(9_000 + PART_GAP_MS - 1);
    // The second part.
    await goTo(1_125);
    await stage.driver.adjust(roomId, 'pause');
    await stage.pass(9_000);
    await stage.driver.adjust(roomId, 'resume');
    await goTo(3_500);
    walk(0, [3, 3]);
    await stage.driver.adjust(roomId, 'close');
    await stage.pass(3_000 + PART_GAP_MS);
    walk(0, [4, 4]);
    await goTo(9_100);
    const tracks = await tracksIn();
    expect([...tracks.keys()]).toEqual(['0.0.0', '0.1.0', '0.2.0']);
    const [first, second, third] = [...tracks.values()];
    expect(first).toMatchObject({ everyMs: EVERY_MS, samples: 9_000 / EVERY_MS });
    expect(path(first, 0).slice(1, 3)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(path(first, 0).at(-1)).toEqual([2, 2]);
    expect(path(second, 0)[0]).toEqual([2, 2]);
    expect(path(second, 0).at(-1)).toEqual([3, 3]);
    expect(second!.samples).toBeLessThan(9_000 / EVERY_MS);
    expect(path(third, 0).at(-1)).toEqual([4, 4]);
  });

  it('R17.8 is of no server that keeps none, and of no process that saw only a part', async () => {
    await ask({});
    await goTo(LIMIT_MS + 100);
    expect(await trackIn()).toBeUndefined();
    closeStage(stage);
    await ask();
    for (const player of players) await stage.drop(player);
    await stage.pass(6_000);
    expect(stage.directory.get(roomId)).toBeUndefined();
    await stage.sit(roomId, 'ann');
    await goTo(LIMIT_MS + 100);
    expect(await trackIn()).toBeUndefined();
  });
});
