import { describe, expect, it } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { RoomGate, type Told } from '../../src/server/live/gateway/room-gate.js';

/** How many of so many commands pass, all at `now` (ms). */
function passed(gate: RoomGate, told: Told, count: number, now: number, roomId = 'room'): number {
  const answers = Array.from({ length: count }, () => {
    try {
      gate.take(roomId, told, now);
      return 'ok';
    } catch (error) {
      return error instanceof RoomError ? error.code : String(error);
    }
  });
  expect(['ok', 'RATE_LIMITED']).toEqual(expect.arrayContaining([...new Set(answers)]));
  return answers.filter((answer) => answer === 'ok').length;
}

describe('R10.2 what a room takes that all are told of', () => {
  it.each([
    ['all', 20, 5],
    ['steps', 60, 5],
    ['roles', 20, 5],
    ['games', 3, 1],
  ] as const)('R10.2 %s: %i at once, %i a second', (told, burst, perSecond) => {
    const gate = new RoomGate();
    expect(passed(gate, told, 200, 0)).toBe(burst);
    for (const second of [1, 2, 3]) expect(passed(gate, told, 200, second * 1000)).toBe(perSecond);
    expect(passed(gate, told, 200, 3000, 'another room')).toBe(burst);
  });

  it('R10.2 a game that begins is one of the things that all are told of', () => {
    const gate = new RoomGate();
    expect(passed(gate, 'games', 10, 0)).toBe(3);
    expect(passed(gate, 'all', 100, 0)).toBe(17);
    for (const told of ['steps', 'roles'] as const) expect(passed(gate, told, 1, 0)).toBe(1);
  });

  it('R10.2 what few are told, or what has bounds of its own, is not counted', () => {
    const gate = new RoomGate();
    for (const told of ['few', 'bounded'] as const) expect(passed(gate, told, 500, 0)).toBe(500);
    expect(passed(gate, 'all', 100, 0)).toBe(20);
  });
});
