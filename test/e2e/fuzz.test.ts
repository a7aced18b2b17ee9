import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Random } from '../../src/game/shared/random.js';
import type { ServerEvent } from '../../src/protocol/index.js';
import { RIGHT, TestBank } from '../support/app.js';
import { standIn } from '../support/arena.js';
import type { TestClient } from '../support/client.js';
import { chatOf, Hall, settle, slowSet } from '../support/hall.js';
import { attack } from '../support/hostile-crowd.js';
import { HOSTILE } from '../../load-test/hostile/hostile-frames.js';
import { seeded } from '../../load-test/swarm/seeded.js';

/** `FUZZ_FRAMES=100000 FUZZ_SEED=7 npx vitest run test/e2e/fuzz` runs longer, or another course. */
const FRAMES = Number(process.env['FUZZ_FRAMES'] ?? 10_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_240_229);
const QUESTIONS = 4;
const CHOICES = 4;
const MAX_GROWTH_MB = 32;

const hall = new Hall();
let output = '';

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      output += String(chunk);
      return true;
    });
  await hall.open({ MAX_ROOMS: '20' }, new TestBank([slowSet(QUESTIONS, CHOICES)]));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await hall.close();
});

interface Stage {
  pin: string;
  /** They play. The first is the host. */
  players: TestClient[];
  /** They play, and the projector looks on. */
  honest: TestClient[];
  /** Seats of attackers, and where each of them stands for good. */
  intruders: { playerId: string; token: string; place: [number, number] }[];
}

async function setUp(): Promise<Stage> {
  const { pin, players } = await hall.openRoom({ title: 'Honest' }, 3);
  const screen = await hall.join(pin, '', { role: 'screen' });
  const intruders = [];
  for (const zone of [1, 2]) {
    const client = await hall.join(pin, `Intruder ${zone}`);
    const place = standIn(zone, CHOICES);
    await client.do('updatePosition', { newPosition: place });
    await settle(client, players);
    intruders.push({ playerId: client.playerId, token: client.token, place });
    client.close();
    // The lock lets in the screens that were there before.
    (await hall.join(pin, '', { role: 'screen', token: client.token })).close();
  }
  // Identities are free (R9.1), so the room is closed to new ones.
  await players[0]!.do('lockRoom', { locked: true });
  return { pin, players, honest: [...players, screen], intruders };
}

/** The zone of a place, worked out apart from the rules' own code. */
const zoneAt = ([x, y]: [number, number]): number => (y < 0.5 ? 0 : 2) + (x < 0.5 ? 0 : 1) + 1;

/**
 * One whole game; the clock ends all phases but the questions, which the host ends when everybody has
 * moved, however slow the machine. Resolves with the scores as they must be, by player.
 */
async function playOneGame(
  stage: Stage,
  game: number,
  random: Random,
): Promise<Map<string, number>> {
  const { players, honest, intruders } = stage;
  const scores = new Map([...players, ...intruders].map(({ playerId }) => [playerId, 0]));
  await players[0]!.do('startGame', {});
  for (let n = 0; n < QUESTIONS; n++) {
    const index = game * QUESTIONS + n;
    await Promise.all(
      players.map((one) => one.until(() => one.all('startQuizTime').length > index)),
    );
    const { choiceList } = players[0]!.all('startQuizTime')[index]!;
    const right = choiceList.find(({ content }) => content === RIGHT)!.order;
    const winners: string[] = [];
    const moves = players.map(async (player, m) => {
      const zone = random() < 0.6 ? right : (right % CHOICES) + 1;
      if (zone === right) winners.push(player.playerId);
      await player.do('updatePosition', { newPosition: standIn(zone, CHOICES) });
      if (m === n % players.length)
        await player.do('chatMessage', { message: `game ${game}, question ${n}` });
    });
    await Promise.all(moves);
    await players[0]!.do('skipPhase', {});
    await Promise.all(honest.map((one) => one.until(() => one.all('endQuizTime').length > index)));
    const marks = players[0]!.all('endQuizTime')[index]!.players;
    const told = marks.flatMap(({ isAnswer, playerId }) => (isAnswer ? playerId : []));
    // An attacker is asked only if one of its connections stands (R5.4).
    for (const { playerId, place } of intruders)
      if (zoneAt(place) === right && told.includes(playerId)) winners.push(playerId);
    expect(told.toSorted()).toEqual(winners.toSorted());
    for (const playerId of winners)
      scores.set(playerId, scores.get(playerId)! + Math.floor(1000 / winners.length));
  }
  await Promise.all(honest.map((one) => one.until(() => one.all('endGame').length > game)));
  return scores;
}

const GAME: ServerEvent[] = ['startGame', 'phase', 'startQuizTime', 'endQuizTime', 'endGame'];

function checkHonest({ honest, players, intruders }: Stage, expected: Map<string, number>[]): void {
  const games = expected.length;
  const [host] = players as [TestClient];
  for (const client of honest) {
    expect(client.raw.some((frame) => frame.includes(HOSTILE))).toBe(false);
    expect(client.all('exception')).toEqual([]);
    expect(client.all('notice')).toEqual([]);
    expect(client.socket.connected).toBe(true);
    const counts = GAME.map((event) => client.all(event).length);
    const phases = games * (2 + 2 * QUESTIONS);
    const atJoin = 1;
    expect(counts).toEqual([games, atJoin + phases, games * QUESTIONS, games * QUESTIONS, games]);
    const order = (one: TestClient) =>
      one.heard.filter(({ event }) => GAME.includes(event as ServerEvent));
    expect(order(client)).toEqual(order(host));
    // Attackers come and go; of what honest players do nobody hears anything untrue.
    const ids = new Set(intruders.map(({ playerId }) => playerId));
    const gone = client.all('updatePresence').flatMap((frame) => frame.players);
    expect(gone.filter(({ playerId }) => !ids.has(playerId))).toEqual([]);
    for (const event of ['exitRoom', 'kickRoom', 'setPlayerName', 'updateHost'] as const)
      expect(client.all(event)).toEqual([]);
    const since = (id: number) => chatOf(client).filter((chat) => chat.id > id);
    const first = chatOf(client)[0]!.id;
    expect(since(0).map(({ id }) => id)).toEqual(since(0).map((_, n) => first + n));
    expect(since(0)).toEqual(chatOf(host).slice(-since(0).length));
  }
  const words = chatOf(host).filter(({ message }) => message.startsWith('game '));
  expect(words).toHaveLength(games * QUESTIONS);
  for (const [game, scores] of expected.entries()) {
    const { results } = host.all('endGame')[game]!;
    expect(new Map(results.map(({ playerId, score }) => [playerId, score]))).toEqual(scores);
    expect(results.map(({ score }) => score)).toEqual(
      results.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  }
}

/** With the identity that attackers had, whose visits may be used up for two seconds more. */
async function comeBack(token: string, pin: string): Promise<TestClient> {
  for (;;) {
    const back = hall.comeBack({ token } as TestClient, pin);
    const refusals = () => back.all('exception');
    await back.until(() => back.all('phase').length + refusals().length > 0);
    if (refusals().length === 0) return back;
    expect(refusals()).toMatchObject([{ code: 'RATE_LIMITED', message: 'too many visits' }]);
  }
}

function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe('hostile clients beside an honest game', () => {
  it(
    `R10.1 disturb nobody and end nothing with ${FRAMES} frames (FUZZ_SEED=${SEED})`,
    { timeout: 120_000 + FRAMES * 30 },
    async () => {
      const stage = await setUp();
      const foreign = await hall.openRoom({ title: 'Foreign' });
      const target = {
        url: hall.app.url,
        pin: stage.pin,
        foreignPin: foreign.pin,
        insiders: stage.intruders.map(({ token }) => token),
        playerIds: stage.players.map(({ playerId }) => playerId),
      };
      const before = usedMegabytes();
      const done = new AbortController();
      const attacking = attack(target, seeded(SEED), FRAMES).finally(() => done.abort());
      const expected: Map<string, number>[] = [];
      const random = seeded(SEED + 1);
      const play = async (): Promise<void> => {
        while (!done.signal.aborted)
          expected.push(await playOneGame(stage, expected.length, random));
      };
      const [toll] = await Promise.all([attacking, play()]);
      await settle(stage.players[0]!, stage.honest);
      checkHonest(stage, expected);

      const { frames, connections, closedByServer, refusals, requests } = toll;
      expect(frames).toBeGreaterThanOrEqual(FRAMES);
      // The attack got through to what it was aimed at: it was answered, and cut off.
      const codes = ['BAD_REQUEST', 'UNKNOWN_EVENT', 'NOT_HOST', 'WRONG_ROOM'];
      for (const code of [...codes, 'ALREADY_IN_ROOM', 'RATE_LIMITED'])
        expect([code, (refusals[code] ?? 0) > 0]).toEqual([code, true]);
      for (const count of [connections, closedByServer]) expect(count).toBeGreaterThan(100);
      expect(requests).toBeGreaterThan(0);
      expect(foreign.host.raw.join('\n')).not.toContain(HOSTILE);
      expect(await (await fetch(`${hall.app.url}/health/live`)).json()).toEqual({ status: 'ok' });
      const back = await comeBack(stage.intruders[0]!.token, stage.pin);
      expect(back.self).toMatchObject({ playerName: 'Intruder 1', playerPosition: [0.25, 0.25] });
      expect(usedMegabytes() - before).toBeLessThan(MAX_GROWTH_MB);
      expect([hall.app.logs, output]).toEqual([[], '']);
    },
  );
});
