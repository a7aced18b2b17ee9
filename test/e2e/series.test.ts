import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { toFraction, type HandshakeAuth, type PhasePayload } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { TestBank } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { Hall } from '../support/hall.js';
import { GUESS, MATCH, ORDER, SEVERAL, STATEMENTS } from '../support/kinds.js';

/** Phases that only the host ends. */
const ENV = { COUNTDOWN_MS: '60000', GET_READY_MS: '200', REVEAL_MS: '60000' };
const SET: QuizSet = {
  id: 'test-set',
  title: 'Series',
  language: 'en',
  questions: [STATEMENTS, ORDER, MATCH, { ...GUESS, guessTime: 30 }, SEVERAL].map((question) => {
    return { ...question, limitTime: 60, explanation: 'SECRET why' };
  }),
};
const WRITTEN = { questionOrder: 'written', choiceOrder: 'written', scoring: 'flat' } as const;
/** Nobody who plays may be sent any of this before the last bell. */
const SECRETS =
  /solution|summary|SECRET|tolerance|"rights"|"answer"|zoneCounts|"count":\d+,"right"/;

interface World {
  connect: (n: number, auth?: HandshakeAuth) => TestClient;
  comeBack: (client: TestClient, n: number, pin: string) => TestClient;
}

const halls: Hall[] = [];
afterEach(async () => {
  await closeFleets();
  for (const hall of halls.splice(0)) await hall.close();
});

const WORLDS: Record<string, () => Promise<World>> = {
  async 'two processes, in Redis'() {
    const fleet = await Fleet.inProcess(2, ENV, [SET]);
    return {
      connect(n, auth) {
        const client = fleet.connect(n, auth);
        if (auth?.format === 'compact2') client.echoFlushes();
        return client;
      },
      comeBack: (client, n, pin) => fleet.comeBack(client, n, pin),
    };
  },
  async 'one process, in memory'() {
    const hall = await Hall.start(ENV, new TestBank([SET]));
    halls.push(hall);
    return {
      connect: (_, auth) => hall.connect(auth),
      comeBack: (client, _, pin) => hall.comeBack(client, pin),
    };
  },
};

/** A room that is run from a cockpit, with six players, at its first question. */
async function openGame(world: World) {
  const host = world.connect(0);
  const { gameId: pin } = await host.do('createRoom', { ...WRITTEN, hostPlays: false });
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: SET.questions.length });
  const players: TestClient[] = [];
  for (const [n, playerName] of ['Ann', 'Bob', 'Cat', 'Dan', 'Eve', 'Fay'].entries()) {
    const client = world.connect(n, n === 1 ? { format: 'compact2' } : {});
    await client.do('joinRoom', { gameId: pin, playerName });
    players.push(client);
  }
  await host.do('startGame', {});
  const game = { host, pin, players };
  await skipTo(game, ({ kind, part }) => kind === 'question' && part === 0);
  return game;
}

type Game = Awaited<ReturnType<typeof openGame>>;

/** Skips once, and waits until everybody is there. */
async function skipTo({ host, players }: Game, fits: (phase: PhasePayload) => boolean) {
  await host.wait('phase', (phase) => phase.kind !== 'lobby');
  await host.do('skipPhase', {});
  const isThere = (client: TestClient) => () => {
    const phase = client.last('phase');
    return phase !== undefined && fits(phase);
  };
  const here = [host, ...players].filter(({ socket }) => socket.connected);
  await Promise.all(here.map((client) => client.until(isThere(client), 'the phase')));
}

/** The part has begun by the clock of the server. */
async function begun({ host }: Game): Promise<void> {
  const { startTime } = host.last('phase')!;
  const { t1 } = await host.do('syncTime', { t0: 0 });
  await sleep(Math.max(0, startTime - t1) + 1);
}

/** Stands on a value of the floor, where this client has it. */
async function standOn(client: TestClient, value: number): Promise<void> {
  await client.until(
    () => client.last('startQuizTime')?.startTime === client.last('phase')?.startTime,
  );
  const [x, y] = positionFor(value, floorOf(client.last('startQuizTime')!));
  await client.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
}

/** All answer the open part so, and the host ends it. */
async function answer(
  game: Game,
  values: readonly number[],
  fits: (phase: PhasePayload) => boolean,
) {
  await begun(game);
  await Promise.all(values.map((value, n) => standOn(game.players[n]!, value)));
  await skipTo(game, fits);
}

const isPart = (n: number) => (phase: PhasePayload) =>
  phase.kind === 'question' && phase.part === n;
const isReveal = ({ kind }: PhasePayload): boolean => kind === 'reveal';

async function marksAt({ players }: Game) {
  await Promise.all(
    players.map((client) => client.until(() => client.last('endQuizTime') !== undefined)),
  );
  const [first, ...others] = players.map((client) => client.last('endQuizTime')!);
  for (const other of others) expect(other).toEqual(first);
  return players.map(({ playerId }) => {
    const mark = first!.players.find((one) => one.playerId === playerId);
    return mark && [mark.isAnswer, mark.gain];
  });
}

describe.each(Object.keys(WORLDS))('R16.19 in %s', (name) => {
  it('every part has its bell, nothing is told before the last one, and all are told the same', async () => {
    const world = await WORLDS[name]!();
    const game = await openGame(world);
    const { host, pin, players } = game;
    const [ann, bob, cat] = players as [TestClient, TestClient, TestClient];
    const from = players.map(({ raw }) => raw.length);
    expect(ann.last('startQuizTime')).toMatchObject({
      kind: 'statements',
      parts: ['The sun is a star.'],
    });
    expect(host.last('hostNotes')).toMatchObject({ part: 0, solution: { rights: [1] } });
    await answer(game, [1, 1, 1, 2, 1, 2], isPart(1));
    await host.until(() => host.last('hostNotes')?.part === 1, 'the notes of the part');
    expect(host.last('hostNotes')).toMatchObject({ part: 1, solution: { rights: [2] } });
    expect(await ann.fail('chatMessage', { message: 'O!' })).toBe('BLIND');

    // Somebody who comes back, and somebody who comes only now, are told the part and its time.
    cat.close();
    const back = world.comeBack(cat, 0, pin);
    await back.wait('startQuizTime');
    expect(back.last('phase')).toEqual(ann.last('phase'));
    expect(back.last('startQuizTime')).toEqual(ann.last('startQuizTime'));
    game.players[2] = back;
    const late = world.connect(1);
    await late.do('joinRoom', { gameId: pin, playerName: 'Late' });
    expect(late.last('phase')).toMatchObject({ part: 1 });

    await answer(game, [2, 2, 1, 2, 1, 1], isPart(2));
    // Others stand where they stood when the question was put, in every part.
    for (const [n, { raw }] of [ann, bob].entries()) {
      const told = raw.slice(from[n]).join('\n');
      expect(told).not.toMatch(SECRETS);
    }
    const bobsPlace = ann
      .all('joinRoom')
      .flatMap(({ players: all }) => all)
      .find((one) => one.playerId === bob.playerId);
    const moves = ann.all('updatePosition').flatMap(({ updates }) => updates);
    expect(moves.filter(({ playerId }) => playerId === bob.playerId)).toEqual([]);
    expect(bobsPlace).toBeDefined();

    await answer(game, [1, 2, 1, 1, 1, 2], isReveal);
    expect(await marksAt(game)).toEqual([
      [true, 100],
      [false, 66],
      [false, 66],
      [false, 66],
      [false, 66],
      [false, 0],
    ]);
    expect(bob.last('endQuizTime')!.parts?.map(({ summary }) => summary.counts)).toEqual([
      [4, 2],
      [3, 3],
      [4, 2],
    ]);
    const judged = await host.wait('judgedQuestions', ({ questions }) => questions.length === 3);
    expect(judged.questions.map(({ part }) => part)).toEqual([0, 1, 2]);
    await host.do('correctQuestion', {
      version: host.last('phase')!.version,
      question: 0,
      part: 1,
      isVoid: true,
      rights: null,
    });
    await bob.until(() => bob.last('endQuizTime')?.parts?.[1]?.isVoid === true, 'the ruling');
    await Promise.all(
      game.players.map((one) =>
        one.until(() => one.last('endQuizTime')?.parts?.[1]?.isVoid === true),
      ),
    );
    expect((await marksAt(game)).map((mark) => mark?.[1])).toEqual([66, 33, 66, 33, 66, 0]);
  });

  it('an order, a match and a guess are played to their ends', async () => {
    const world = await WORLDS[name]!();
    const game = await openGame(world);
    const { players } = game;
    const [ann, bob] = players as [TestClient, TestClient];
    for (const n of [1, 2]) await answer(game, [1, 1, 1, 1, 1, 1], isPart(n));
    await answer(game, [1, 1, 1, 1, 1, 1], isReveal);
    await skipTo(game, ({ index, part }) => index === 1 && part === 0);
    const order = ann.last('startQuizTime')!;
    if (!('parts' in order)) throw new Error(order.kind);
    const texts = ORDER.parts.map(({ text }) => text);
    for (const [n, text] of order.parts.entries()) {
      const place = texts.indexOf(text) + 1;
      const next = n === 3 ? isReveal : isPart(n + 1);
      await answer(game, [place, 1, place, 1, 1, 1], next);
    }
    const gains = await marksAt(game);
    expect(gains[0]).toEqual([true, 100]);
    expect(gains[1]).toEqual([false, 25]);

    await skipTo(game, ({ index, part }) => index === 2 && part === 0);
    expect(ann.last('startQuizTime')).toMatchObject({ kind: 'match', parts: ['Lyon'], count: 3 });
    for (const [n, { answer: zone }] of MATCH.parts.entries())
      await answer(game, [zone + 1, 2, 1, 1, 1, 1], n === 2 ? isReveal : isPart(n + 1));
    expect((await marksAt(game)).slice(0, 3)).toEqual([
      [true, 100],
      [false, 33],
      [false, 66],
    ]);

    await skipTo(game, ({ index, part }) => index === 3 && part === 0);
    expect(bob.last('startQuizTime')).toMatchObject({ kind: 'poll' });
    // A zone is chosen by a move, also where somebody stands there already.
    await answer(game, [2, 2, 1, 2, 3, 1], isPart(1));
    expect(bob.last('startQuizTime')).toMatchObject({ kind: 'number', share: 'Coffee' });
    expect(
      bob.raw.slice(bob.raw.findLastIndex((one) => one.includes('"share"'))).join(),
    ).not.toMatch(SECRETS);
    await answer(game, [50, 53, 54, 0, 100, 47], isReveal);
    expect((await marksAt(game)).map((mark) => mark?.[0])).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(ann.last('endQuizTime')!.parts).toMatchObject([
      { summary: { kind: 'poll', counts: [2, 3, 1, 0] } },
      { summary: { kind: 'number' }, solution: { answer: 50, tolerance: 3 } },
    ]);
  });
});
