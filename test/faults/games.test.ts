import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { GameMode } from '../../src/protocol/index.js';
import { standIn } from '../support/arena.js';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet, percentile, report, SHORT, spread, type Room } from './fleet.js';
import { inPhase, stand, watchPhases, zones } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const ROOMS = 20;
const GUESTS = 7;
const QUESTIONS = 5;
const UNRELATED_KEYS = 100_000;
/** From this question on there are unrelated keys. */
const CROWDED_FROM = 3;
/** Generous, as a machine for tests may be busy with others. */
const LATEST_MS = 500;
/** Halls do not all start in the same millisecond. */
const STARTS_APART_MS = 100;
/**
 * A process that stands still for a moment shares late what it got in time. With so long to share it, only
 * the deadline decides what counts, also on a machine that is busy with others.
 */
const LONG_SETTLE_MS = 1_000;
const MOST_ROUNDS = 5;

afterEach(closeFleets);

/** Who is right in a question: half of a ranking room; in a survival room one more falls each time. */
function isRight(mode: GameMode, player: number, question: number): boolean {
  return mode === 'RANKING' ? (player + question) % 2 === 0 : player >= question + 1;
}

/** Scores by the rules (R6.1, R6.2), worked out apart from the game's own code. */
function scoresOf(mode: GameMode): number[] {
  const players = GUESTS + 1;
  const scores = Array<number>(players).fill(0);
  const alive = new Set(scores.keys());
  for (let question = 0; question < QUESTIONS; question++) {
    const right = [...alive].filter((player) => isRight(mode, player, question));
    for (const player of right) scores[player]! += mode === 'RANKING' ? 1000 / right.length : 1;
    if (mode === 'SURVIVAL')
      for (const player of alive) if (!right.includes(player)) alive.delete(player);
  }
  return scores;
}

interface Played {
  skews: number[];
  /** Of reveals behind the ends of their questions, in quiet and in crowded company. */
  late: { quiet: number[]; crowded: number[] };
}

async function play(room: Room, mode: GameMode): Promise<Played> {
  const { players, host } = room;
  const seen = players.map(watchPhases);
  await host.do('startGame', {});
  for (let question = 0; question < QUESTIONS; question++) {
    await Promise.all(
      players.map(async (player, n) => {
        await inPhase(player, 'question', question);
        await player.until(() => player.all('startQuizTime').length > question);
        await stand(player, isRight(mode, n, question));
      }),
    );
  }
  await Promise.all(players.map((player) => player.wait('endGame')));

  const played: Played = { skews: [], late: { quiet: [], crowded: [] } };
  for (const { version, kind, index } of host.all('phase')) {
    const times = seen.flatMap((at) => at.get(version) ?? []);
    if (kind === 'lobby' || kind === 'countdown') continue;
    played.skews.push(Math.max(...times) - Math.min(...times));
    if (kind !== 'reveal') continue;
    const { endTime } = host.all('startQuizTime')[index]!;
    const late = index < CROWDED_FROM ? played.late.quiet : played.late.crowded;
    late.push(...times.map((at) => at - endTime));
  }
  return played;
}

function checkRoom({ players, host }: Room, mode: GameMode): void {
  const ids = players.map(({ playerId }) => playerId);
  const asked = host.all('startQuizTime');
  const revealed = host.all('endQuizTime');
  expect([asked.length, revealed.length]).toEqual([QUESTIONS, QUESTIONS]);
  for (const player of players) {
    expect(player.all('startGame')).toHaveLength(1);
    expect(player.all('startQuizTime')).toEqual(asked);
    expect(player.all('endQuizTime')).toEqual(revealed);
    expect(player.all('phase').slice(-12)).toEqual(host.all('phase').slice(-12));
    expect(player.all('endGame')).toEqual(host.all('endGame'));
    expect(player.all('endGame')).toHaveLength(1);
  }
  for (const [question, { answer, players: marks }] of revealed.entries()) {
    const { choiceList } = asked[question]!;
    expect(choiceList[answer - 1]!.content).toBe('right');
    const right = new Map(marks.map(({ playerId, isAnswer }) => [playerId, isAnswer]));
    // Ghosts walk on, but are no longer right.
    expect(ids.map((id) => right.get(id))).toEqual(
      ids.map((_, player) => isRight(mode, player, question)),
    );
  }
  const scores = new Map(host.last('endGame')!.results.map((row) => [row.playerId, row.score]));
  expect(ids.map((id) => scores.get(id))).toEqual(scoresOf(mode));
}

async function addUnrelatedKeys({ redis }: Fleet): Promise<void> {
  await redis.ask(async (client) => {
    const script = `for i = ARGV[1], ARGV[2] do redis.call('SET', 'unrelated:' .. i, '', 'EX', 3600) end`;
    // In small bites, as other programs on the same Redis would.
    for (let n = 0; n < UNRELATED_KEYS; n += 500) await client.eval(script, 0, n, n + 499);
  });
}

/** A move, in ms relative to the deadline. */
interface Row {
  sentAt: number;
  ackAt: number;
  counted: boolean;
}

const cameBefore = ({ ackAt }: Row): boolean => ackAt < -1;
const cameAfter = ({ sentAt }: Row): boolean => sentAt >= 1;
const hasBothSides = (rows: Row[]): boolean => rows.some(cameBefore) && rows.some(cameAfter);

/** Everybody stands wrong, and goes to the right choice of this question close to its end. */
async function moveAround({ host, players }: Room, question: number): Promise<Row[]> {
  await Promise.all(
    players.map(async (player) => {
      await player.until(() => player.all('startQuizTime').length > question, 'the question');
      await stand(player, false);
    }),
  );
  const { endTime } = host.last('startQuizTime')!;
  const { right, count } = zones(host);
  const now = (): number => performance.timeOrigin + performance.now();
  const move = async (player: TestClient): Promise<{ sentAt: number; ackAt: number }> => {
    const sentAt = now() - endTime;
    await player.do('updatePosition', { newPosition: standIn(right, count) });
    return { sentAt, ackAt: now() - endTime };
  };
  const moves: ReturnType<typeof move>[] = [];
  for (const [n, player] of players.entries()) {
    // From 300 ms before to 300 ms after, for a slow machine to have both, and the denser the nearer to it.
    const x = (2 * n) / players.length - 1;
    const at = endTime + 300 * x * Math.abs(x);
    while (now() < at) await turn();
    moves.push(move(player));
  }
  const times = await Promise.all(moves);
  await host.until(() => host.all('endQuizTime').length > question, 'the reveal');
  const { players: marks } = host.all('endQuizTime')[question]!;
  return players.map((player, n) => {
    const counted = marks.find((mark) => mark.playerId === player.playerId)!.isAnswer;
    return { ...times[n]!, counted };
  });
}

describe('R4.5, R6 games on four processes', () => {
  it('20 rooms in both modes: everything once, the same for all, at the same time', async () => {
    const fleet = await Fleet.start(4);
    const rooms = await Promise.all(
      Array.from({ length: ROOMS }, async (_, n) => {
        const gameMode: GameMode = n % 2 === 0 ? 'RANKING' : 'SURVIVAL';
        const room = await fleet.openRoom(n, { gameMode }, GUESTS);
        await fleet.bringSet(room, QUESTIONS, 2 + (n % 3));
        return { room, gameMode };
      }),
    );
    const games = rooms.map(async ({ room, gameMode }, n) => {
      await sleep(n * STARTS_APART_MS);
      return play(room, gameMode);
    });
    for (let question = 0; question < CROWDED_FROM; question++)
      await inPhase(rooms[0]!.room.host, 'reveal', question);
    await addUnrelatedKeys(fleet);
    const played = await Promise.all(games);
    for (const { room, gameMode } of rooms) checkRoom(room, gameMode);

    const skews = played.flatMap((one) => one.skews);
    const quiet = played.flatMap(({ late }) => late.quiet);
    const crowded = played.flatMap(({ late }) => late.crowded);
    const size = `${ROOMS} rooms of ${GUESTS + 1} on 4 processes`;
    report(`skew between clients of a room, ${size}: ${spread(skews)}`);
    report(`reveal after endTime, ${size}: ${spread(quiet)}`);
    report(`reveal after endTime, with ${UNRELATED_KEYS} other TTL keys: ${spread(crowded)}`);
    expect(Math.min(...quiet, ...crowded)).toBeGreaterThanOrEqual(0);
    for (const values of [skews, quiet, crowded])
      expect(percentile(values, 99)).toBeLessThan(pace.allow(LATEST_MS));
  });

  it('R5.3 counts a move that came just before the end, and none that came just after', async () => {
    const fleet = await Fleet.start(4, { ...SHORT, SETTLE_MS: String(LONG_SETTLE_MS) });
    const room = await fleet.openRoom(0, {}, 60);
    await fleet.bringSet(room, MOST_ROUNDS);
    await room.host.do('startGame', {});
    // A machine that stands still at the deadline leaves no move on one side of it.
    const rows: Row[] = [];
    for (let round = 0; !hasBothSides(rows); round++) {
      expect(round).toBeLessThan(MOST_ROUNDS);
      rows.push(...(await moveAround(room, round)));
    }
    // A server got it between these; its clock and ours name milliseconds by their beginnings.
    expect(rows.filter((row) => cameBefore(row) && !row.counted)).toEqual([]);
    expect(rows.filter((row) => cameAfter(row) && row.counted)).toEqual([]);
    const last = Math.max(...rows.flatMap(({ counted, sentAt }) => (counted ? [sentAt] : [])));
    const first = Math.min(...rows.flatMap(({ counted, sentAt }) => (counted ? [] : [sentAt])));
    report(
      `moves around a deadline: the last that counted was sent ${last.toFixed(1)} ms, ` +
        `the first that did not ${first.toFixed(1)} ms relative to it`,
    );
    expect(last).toBeLessThan(1);
    expect(first).toBeGreaterThan(-pace.allow(LATEST_MS));
  });
});
