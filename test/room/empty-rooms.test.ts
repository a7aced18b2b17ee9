import v8 from 'node:v8';
import vm from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { closeStage, openStage, type Stage } from '../support/stage.js';

const ROOMS = 60;
/** Of a room for 2,000 with its opener alone in it; it took 347 kB when all areas were made with the room. */
const MOST_KB = 60;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

let stage: Stage;
afterEach(() => closeStage(stage));

function heapKb(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed / 1024;
}

/** What each of these rooms takes in which one person sits, beside what the first one did. */
async function kbOfRoom(maxPlayerCount: number): Promise<number> {
  stage = openStage({ limits: { rooms: 1_000, perIdentity: 1_000, perAddress: 1_000 } });
  stage.format = 'compact';
  const one = async (): Promise<void> => {
    const roomId = await stage.open({ maxPlayerCount });
    await stage.seatAll(roomId, 'ann');
  };
  await one();
  const before = heapKb();
  for (let n = 0; n < ROOMS; n++) await one();
  return (heapKb() - before) / ROOMS;
}

describe('R23.1 a big room in which hardly anybody is', () => {
  it('takes little more memory than a hall', async () => {
    const kb = await kbOfRoom(2_000);
    console.log(`a room for 2,000: ${kb.toFixed(0)} kB`);
    expect(kb).toBeLessThan(MOST_KB);
  });
});

/** Of each who waits; who comes by a socket has that beside it. */
const WAITING = 2_000;
const MOST_KB_WAITING = 12;

describe('R1.8 a queue at the door', () => {
  it('takes little memory of each who waits, and none when they have gone', async () => {
    stage = openStage({ newcomersPerS: 0 });
    const roomId = await stage.open({ maxPlayerCount: 500 });
    await stage.seatAll(roomId, 'ann');
    const come = (n: number): void => {
      const waiter = { isHere: () => true, tell: () => {} };
      const one = { connectionId: `c${n}`, identityId: `i${n}`, address: '192.0.2.1', waiter };
      stage.rooms.sit(roomId, { ...one, language: 'en' }, `Name ${n}`).catch(() => {});
    };
    come(WAITING);
    await stage.pass(50);
    const before = heapKb();
    for (let n = 0; n < WAITING; n++) come(n);
    await stage.pass(50);
    expect(stage.door.waitingFor(roomId)).toBe(WAITING + 1);
    const kb = (heapKb() - before) / WAITING;
    for (let n = 0; n <= WAITING; n++) stage.door.giveUp(`c${n}`);
    await stage.pass(200);
    expect(stage.door.size).toBe(0);
    const leftKb = heapKb() - before;
    console.log(`who waits: ${kb.toFixed(1)} kB each; ${leftKb.toFixed(0)} kB left of ${WAITING}`);
    expect(kb).toBeLessThan(MOST_KB_WAITING);
    expect(leftKb).toBeLessThan(kb * WAITING * 0.25);
  });
});
