import { nameOf } from '../../src/protocol/judged-name.js';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Answer } from '../../src/game/shared/judged.js';
import { Journal } from '../../src/server/live/store/memory/journal/journal.js';
import { MemoryRoom } from '../../src/server/live/store/memory/memory-room.js';
import { aRoom, aSeat } from '../support/game-data.js';
import { leastAsKnown, longestLoopTurnMs } from '../support/turns.js';

const PLAYERS = 2_000;
const QUESTIONS = 200;
const MOST_MS = 30;
const LEAST_BYTES = 10_000_000;

it('R25.1 a snapshot of the largest room after its longest game takes no long turn of the loop', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot));
  const judged = Array.from({ length: QUESTIONS }, (_, index) => ({
    ...nameOf({ index }),
    floor: { kind: 'choice', choices: 4 } as const,
    setSolution: null,
    solution: null,
    limitMs: 15_000,
    isVoid: false,
    answers: seats.map(({ playerId }): Answer => [playerId, 1, 1_234, 1, 500, 500]),
  }));
  const state = aRoom({ seats, judged });
  let run = 0;
  const longest = await leastAsKnown(MOST_MS, async () => {
    run += 1;
    const journal = new Journal({ dir: join(dir, String(run)), now: Date.now });
    const turn = await longestLoopTurnMs(async () => {
      journal.opened(new MemoryRoom(state, '192.0.2.1', 0, 'here'));
      await journal.close();
    });
    expect(statSync(join(dir, String(run), state.roomId, 'snapshot.json')).size).toBeGreaterThan(
      LEAST_BYTES,
    );
    return turn;
  });
  expect(longest).toBeLessThan(MOST_MS);
});
