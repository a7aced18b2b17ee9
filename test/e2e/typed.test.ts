import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { toFraction, type HandshakeAuth, type PhasePayload } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { TestBank } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { Hall } from '../support/hall.js';
import { SEVERAL, TYPED, WORDS } from '../support/kinds.js';

/** Phases that only the host ends, but people may write at once. */
const ENV = { COUNTDOWN_MS: '60000', GET_READY_MS: '200', REVEAL_MS: '60000' };
const SET: QuizSet = {
  id: 'test-set',
  title: 'Writing',
  language: 'en',
  questions: [TYPED, WORDS, SEVERAL].map((question) => ({ ...question, limitTime: 60 })),
};
const WRITTEN = { questionOrder: 'written', choiceOrder: 'written', scoring: 'flat' } as const;
/** Nobody who plays may be sent any of this while people write. */
const SECRETS = /Seoul|Busan|Jeju|서울|accepted|struck|solution|writtenGroups|"count"/;

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
      connect: (n, auth) => fleet.connect(n, auth),
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

/** A room that is run from a cockpit, with five players, at its first question. */
async function openGame(world: World) {
  const host = world.connect(0);
  const { gameId: pin } = await host.do('createRoom', { ...WRITTEN, hostPlays: false });
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 3 });
  const players: TestClient[] = [];
  for (const [n, playerName] of ['Ann', 'Bob', 'Cat', 'Dan', 'Eve'].entries()) {
    const client = world.connect(n, n === 1 ? { format: 'compact' } : {}).echoFlushes();
    await client.do('joinRoom', { gameId: pin, playerName });
    players.push(client);
  }
  await host.do('startGame', {});
  const game = { host, pin, players };
  await skipTo(game, (phase) => phase.kind === 'question');
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

/** People may write by the clock of the server. */
async function begun({ host }: Game): Promise<void> {
  const { startTime } = host.last('phase')!;
  const { t1 } = await host.do('syncTime', { t0: 0 });
  await sleep(Math.max(0, startTime - t1) + 1);
}

/** Writes, as soon as a second has passed since this person did last. */
async function write(client: TestClient, ...texts: string[]): Promise<void> {
  let answer = await client.ask('writeAnswer', { texts });
  for (; !answer.ok; answer = await client.ask('writeAnswer', { texts })) {
    if (answer.error.code !== 'RATE_LIMITED') throw new Error(answer.error.code);
    await sleep(200);
  }
}

/** Stands where a text is. */
async function standAt(client: TestClient, text: string): Promise<void> {
  const asked = client.last('startQuizTime')!;
  const zone = asked.choiceList.find(({ content }) => content === text)!.order;
  const [x, y] = positionFor(zone, floorOf(asked));
  await client.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
}

const gainsIn = (client: TestClient, players: readonly TestClient[]) =>
  players.map(({ playerId }) => {
    const mark = client.last('endQuizTime')!.players.find((one) => one.playerId === playerId);
    return mark && [mark.isAnswer, mark.gain];
  });

describe.each(Object.keys(WORLDS))('R16.14 in %s', (name) => {
  it('everybody writes, walks to what was written, and is judged by both', async () => {
    const world = await WORLDS[name]!();
    const game = await openGame(world);
    const { host, pin, players } = game;
    const [ann, bob, cat, dan, away] = players as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    expect(ann.last('phase')).toMatchObject({ kind: 'question', act: 1 });
    expect(ann.last('startQuizTime')).toMatchObject({ kind: 'typed', choiceList: [] });
    const from = players.map(({ raw }) => raw.length);
    await begun(game);

    await bob.do('writeAnswer', { texts: ['Bu'] });
    expect(await bob.do('writeAnswer', { texts: [' Busan '] })).toMatchObject({ texts: ['Busan'] });
    expect(await bob.fail('writeAnswer', { texts: ['Seoul'] })).toBe('RATE_LIMITED');
    await ann.do('writeAnswer', { texts: ['seuol'] });
    await cat.do('writeAnswer', { texts: ['BUSAN!'] });
    await dan.do('writeAnswer', { texts: ['Jeju'] });
    expect(await ann.fail('chatMessage', { message: 'Seoul?' })).toBe('BLIND');
    expect(await ann.fail('setPlayerName', { playerName: 'It is Seoul' })).toBe('BLIND');
    await host.until(() => host.last('writtenGroups')?.written === 4, 'all groups');
    expect(host.last('writtenGroups')).toEqual({
      groups: [
        { text: 'BUSAN!', count: 2 },
        { text: 'Jeju', count: 1 },
        { text: 'seuol', count: 1, isRight: true },
      ],
      written: 4,
      players: 5,
    });
    expect(await ann.fail('strikeAnswer', { version: 0, text: 'Jeju', isOut: true })).toBe(
      'NOT_HOST',
    );

    // Somebody whose phone was away is told the act, the time left, and their own text.
    cat.close();
    const back = world.comeBack(cat, 0, pin);
    expect(await back.wait('ownAnswer')).toEqual({ texts: ['BUSAN!'] });
    // And of whom nothing is kept, that.
    away.close();
    const eve = world.comeBack(away, 0, pin);
    expect(await eve.wait('ownAnswer')).toEqual({ texts: [] });
    const { endTime } = back.last('phase')!;
    expect(endTime).toBe(ann.last('phase')!.endTime);
    game.players.splice(2, 1, back);
    game.players.splice(4, 1, eve);
    for (const [n, { raw }] of [ann, bob].entries()) {
      const told = raw.slice(from[n]).join('\n');
      expect(told.replaceAll('BUSAN!', '').replaceAll(/"texts":\["[^"]*"\]/g, '')).not.toMatch(
        SECRETS,
      );
    }

    await skipTo(game, (phase) => phase.act === 2);
    for (const client of [ann, bob, back, host]) {
      const zones = client.last('startQuizTime')!.choiceList.map(({ content }) => content);
      expect(zones.toSorted()).toEqual(['BUSAN!', 'Seoul']);
      expect(zones).toEqual(ann.last('startQuizTime')!.choiceList.map(({ content }) => content));
    }
    expect(await ann.fail('writeAnswer', { texts: ['Seoul'] })).toBe('TOO_LATE');
    const late = world.connect(1);
    await late.do('joinRoom', { gameId: pin, playerName: 'Late' });
    expect(late.last('phase')).toEqual(ann.last('phase'));
    expect(late.last('startQuizTime')).toEqual(ann.last('startQuizTime'));
    await standAt(ann, 'BUSAN!');
    await standAt(bob, 'Seoul');
    await standAt(back, 'BUSAN!');
    await standAt(dan, 'Seoul');
    await standAt(eve, 'BUSAN!');

    await skipTo(game, ({ kind }) => kind === 'reveal');
    const now = [ann, bob, back, dan, eve];
    const marks = [
      [true, 100],
      [true, 50],
      [false, 0],
      [true, 50],
      [false, 0],
    ];
    for (const client of [ann, bob, back]) expect(gainsIn(client, now)).toEqual(marks);
    expect(bob.last('endQuizTime')).toMatchObject({
      solution: { kind: 'text', accepted: TYPED.accepted },
      summary: { kind: 'typed', written: { others: 1, silent: 1 } },
    });

    // Accepting what many wrote is one press, and computes anew.
    const judged = await host.wait('judgedQuestions', ({ questions }) => questions.length > 0);
    expect(judged.questions[0]).toMatchObject({
      texts: [
        ['BUSAN!', 2],
        ['Jeju', 1],
      ],
    });
    await host.do('correctQuestion', {
      version: host.last('phase')!.version,
      question: 0,
      isVoid: false,
      rights: null,
      accepted: [...TYPED.accepted, 'Jeju'],
    });
    await dan.until(() => gainsIn(dan, now)[3]?.[1] === 100, 'the correction');

    // Words: everybody has up to three.
    await skipTo(game, (phase) => phase.kind === 'question' && phase.index === 1);
    await begun(game);
    await write(ann, 'fine', 'busy');
    await write(bob, 'Fine!', 'shit');
    await write(dan, 'busy');
    await host.until(() => host.last('writtenGroups')?.written === 3, 'the words');
    await skipTo(game, (phase) => phase.act === 2 && phase.index === 1);
    expect(eve.last('startQuizTime')).toMatchObject({ kind: 'words', sizes: [2, 2] });
    await standAt(eve, 'busy');
    await skipTo(game, ({ kind, index }) => kind === 'reveal' && index === 1);
    expect(eve.last('endQuizTime')).toMatchObject({
      players: [],
      summary: { kind: 'words', counts: [1, 0], unmoved: 5, written: { counts: [2, 2] } },
    });
    expect(eve.raw.join('\n')).not.toMatch(/shit/);

    await skipTo(game, (phase) => phase.kind === 'question' && phase.index === 2);
    expect(await ann.fail('writeAnswer', { texts: ['A'] })).toBe('WRONG_PHASE');
  });
});
