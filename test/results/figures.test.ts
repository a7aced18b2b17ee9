import { nameOf } from '../../src/protocol/judged-name.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Answer, JudgedQuestion } from '../../src/game/shared/judged.js';
import { rulesOf } from '../../src/game/room-state.js';
import { TEAM_NAMES } from '../../src/game/team-names.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { TrackRecorder } from '../../src/server/live/batch/track-recorder.js';
import type { QuestionPhase, RevealPhase } from '../../src/game/phase.js';
import { STEPS } from '../../src/protocol/position.js';
import { movementOf } from '../../src/server/desk/results/movement.js';
import { packSteps } from '../../src/server/desk/results/packed-track.js';
import { testDatabase } from '../database/engines.js';
import { aGame, aRoom, aSeat, EPOCH, inZone, someOptions } from '../support/game-data.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const PLAYERS = 200;
const QUESTIONS = 20;
const DAYS = 90;

const players = Array.from({ length: PLAYERS }, (_, slot) => {
  return { playerId: `abcdefgh${slot}.abcd`, slot, name: `참가자 ${slot}` };
});
const solution = { kind: 'choice' as const, rights: [1] };
const judged = Array.from({ length: QUESTIONS }, (_, index): JudgedQuestion => {
  const answers = players.map(({ playerId }, i): Answer => {
    return [playerId, 1 + (i % 4), i * 50, 1, ...inZone(1 + (i % 4), 4)];
  });
  const floor = { kind: 'choice' as const, choices: 4 };
  const rest = { limitMs: 15_000, isVoid: false, answers };
  return { ...nameOf({ index }), floor, setSolution: solution, solution, ...rest };
});
const choiceList = [1, 2, 3, 4].map((order) => ({ order, content: `보기 ${order}` }));

const recordAfter = (count: number): GameRecord => ({
  id: 'room.1',
  owner: { session: null, identityId: 'x' },
  setId: 'set',
  setTitle: 'Set',
  roomTitle: 'Hall',
  rules: rulesOf({ ...someOptions(), teamNames: TEAM_NAMES }),
  version: count,
  startedAt: 1,
  endedAt: null,
  players,
  judged: judged.slice(0, count),
  draws: null,
  isRestored: false,
  tracks: new Map(),
  asked: judged.map(({ question }) => ({ kind: 'choice', quiz: `문제 ${question}`, choiceList })),
});

it('a game of 200 players is written while the loop goes on', async () => {
  const place = await testDatabase('SQLite');
  const write = (count: number): Promise<void> =>
    place.database.transact((db) =>
      writeGame(db, recordAfter(count), OPERATOR, { days: DAYS, now: 1 }),
    );
  await write(1);
  const [took, late]: [number[], number[]] = [[], []];
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  for (let count = 2; count <= QUESTIONS; count++) {
    lateness.reset();
    lateness.enable();
    const began = performance.now();
    await write(count);
    took.push(performance.now() - began);
    await sleep(5);
    lateness.disable();
    // It counts from one look to the next, which are a millisecond apart.
    late.push(lateness.max / 1e6 - 1);
  }
  const median = (some: number[]): number =>
    some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  const [ms, lateMs] = [median(took), median(late)];
  console.log(`a reveal: written in ${ms.toFixed(1)} ms, loop late by ${lateMs.toFixed(1)} ms`);
  // Medians, as other programs on this machine have their share in the rest.
  expect(lateMs).toBeLessThan(pace.allow(20));
  await place.close();
}, 120_000);

const LIMIT_MS = 15_000;
const SAMPLE_MS = 250;
/** In steps, from one sample to the next. */
const STRIDE = (STEPS * SAMPLE_MS) / 1_500;

it('a track of 200 players is taken, packed and read', async () => {
  const { shown } = aGame().questions[0]!;
  const seats = players.map(({ playerId, slot }) =>
    aSeat(slot, { playerId, position: inZone(1 + (slot % 4), 4) }),
  );
  const clock = { startTime: EPOCH, endTime: EPOCH + LIMIT_MS, pausedAt: null };
  const asking: QuestionPhase = {
    kind: 'question',
    version: 1,
    index: 0,
    count: 1,
    first: 0,
    drops: 0,
    readyAt: EPOCH - 3_000,
    question: shown,
    places: null,
    revived: [],
    clock,
  };
  const room = aRoom({ seats, settings: { keeper: { session: null } }, phase: asking });
  const view = new RoomView({ incarnation: 'a', state: room, chat: [] });
  let now = EPOCH - 1;
  const recorder = new TrackRecorder(view, { keepsTracks: true, now: () => now });
  recorder.enterPhase();
  const { question: _, places: __, revived: ___, clock: ____, ...rest } = asking;
  const reveal: RevealPhase = {
    ...rest,
    kind: 'reveal',
    question: shown,
    solution,
    summary: { kind: 'choice', counts: [] },
    correction: null,
    waits: false,
    asked: clock,
    clock,
  };
  let random = 1;
  const next = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((random / 2 ** 31) * below);
  };
  // Each walks to three places, one after the other, and stands there until the next.
  const goals = players.map(() => [0, 0]);
  let sampledMs = 0;
  for (let n = 0; n * SAMPLE_MS < LIMIT_MS; n++) {
    const moves = players.map(({ slot }) => {
      if (n % 20 === slot % 20) goals[slot] = [next(STEPS), next(STEPS)];
      const [x, y] = view.seats.get(slot)!.position;
      const [dx, dy] = [goals[slot]![0]! - x, goals[slot]![1]! - y];
      const part = Math.min(1, STRIDE / Math.max(1, Math.hypot(dx, dy)));
      return { slot, position: [Math.round(x + dx * part), Math.round(y + dy * part)] as const };
    });
    view.applyShare({ kind: 'shared', seq: n, moves, chats: [] });
    now = EPOCH + n * SAMPLE_MS;
    const began = performance.now();
    // As at the end of a question that is so long.
    room.phase = { ...reveal, asked: { startTime: EPOCH, endTime: now + 1 } };
    recorder.enterPhase();
    sampledMs += performance.now() - began;
  }
  const asked = judged[0]!;
  const phase = { ...reveal, asked: { startTime: EPOCH, endTime: now + 1 } };
  const takenAt = performance.now();
  const track = recorder.of({ ...room, phase, judged: [asked] }).get('0.0.0')!;
  const packedAt = performance.now();
  const packed = await packSteps(track);
  const readAt = performance.now();
  const { counts } = movementOf(asked, track, { gameMode: 'RANKING' });
  const readMs = performance.now() - readAt;
  recorder.close();
  const [sampleUs, takenMs] = [(1000 * sampledMs) / track.samples, packedAt - takenAt];
  console.log(
    `a track of ${PLAYERS} players and ${LIMIT_MS / 1000} s: ${packed.length} bytes packed (${track.steps.byteLength} in memory); ` +
      `a sample ${sampleUs.toFixed(0)} µs, taken in ${takenMs.toFixed(1)} ms, packed beside the loop in ${(readAt - packedAt).toFixed(1)} ms, read in ${readMs.toFixed(1)} ms`,
  );
  expect(track.samples).toBe(LIMIT_MS / SAMPLE_MS);
  expect(counts).toHaveLength(LIMIT_MS / SAMPLE_MS + 1);
  expect(packed.length).toBeLessThan(60_000);
});
