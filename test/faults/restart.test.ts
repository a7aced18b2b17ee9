import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { toFraction, toSteps } from '../../src/protocol/position.js';
import type { PhaseKind, RoomOptions, ServerPayload } from '../../src/protocol/index.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { draftOfPlayed, writtenOf } from '../../src/server/desk/sets/written-draft.js';
import { RIGHT } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { photo } from '../support/images.js';
import { GUESS, ONE_OF_EACH, PICTURE, SPOT, STATEMENTS, TYPED } from '../support/kinds.js';
import { Laptop } from '../support/laptop.js';

const GUESTS = 5;
const QUESTIONS = 2;
/** A question that is open for longer than a test takes to be killed in it. */
const LIMIT_S = 20;

const laptop = new Laptop();
const clients: TestClient[] = [];
beforeAll(() => laptop.start());
afterAll(async () => {
  for (const client of clients) client.close();
  await laptop.close();
});

function connect(token?: string, pin?: string, extraHeaders = {}): TestClient {
  const client = new TestClient(laptop.url, {
    auth: { wantToken: true, ...(token !== undefined && { token }) },
    ...(pin !== undefined && { query: { 'game-id': pin } }),
    extraHeaders,
  });
  clients.push(client);
  return client;
}

interface Game {
  pin: string;
  players: TestClient[];
}

const CHOICES = Array.from({ length: QUESTIONS }, (_, n) => ({
  quiz: `Question ${n}?`,
  choices: [RIGHT, 'wrong'],
  answer: RIGHT,
  limitTime: LIMIT_S,
}));

async function openGame(
  options: Partial<RoomOptions>,
  written: readonly object[] = CHOICES,
): Promise<Game> {
  const host = connect();
  const { gameId: pin } = await host.do('createRoom', { ...options, playerName: 'Host' });
  const response = await fetch(`${laptop.url}/api/rooms/${pin}/quiz-set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
    body: JSON.stringify({ title: 'Own', language: 'en', questions: written }),
  });
  expect(response.ok).toBe(true);
  return gather(host, pin);
}

async function gather(host: TestClient, pin: string): Promise<Game> {
  const players = [host];
  for (let n = 1; n <= GUESTS; n++) {
    const player = connect();
    await player.do('joinRoom', { gameId: pin, playerName: `Player ${n}` });
    players.push(player);
  }
  return { pin, players };
}

const hostOf = ({ players }: Game): TestClient => players[0]!;

/** Waits until a phase of this kind stands for the client, or went by. */
const inPhase = (client: TestClient, kind: PhaseKind): Promise<void> =>
  client.until(() => client.last('phase')?.kind === kind, kind);

/** The question that is open, with the clock of the phase. */
async function asked(client: TestClient): Promise<ServerPayload<'startQuizTime'>> {
  await client.until(
    () => client.last('startQuizTime')?.startTime === client.last('phase')?.startTime,
    'the question',
  );
  return client.last('startQuizTime')!;
}

const placeOf = (player: number, y = 0.3): [number, number] => [(player + 0.5) / (GUESTS + 1), y];

/** Starts the game, in which everybody stands at another place of its first question. */
async function standApart({ players }: Game, y?: number): Promise<void> {
  await players[0]!.do('startGame', {});
  for (const [n, player] of players.entries()) {
    await inPhase(player, 'question');
    await asked(player);
    await player.do('updatePosition', { newPosition: placeOf(n, y) });
  }
}

/** The answers of all and those of each player, as the reveal tells them. */
function answersOf({ players }: Game): unknown {
  const { summary, players: marks } = players[0]!.last('endQuizTime')!;
  return [
    summary,
    players.map(({ playerId }) => {
      const { isAnswer, gain } = marks.find((mark) => mark.playerId === playerId) ?? {};
      return [isAnswer, gain];
    }),
  ];
}

/** Half of all stand right. */
async function standAll({ players }: Game): Promise<void> {
  for (const [n, player] of players.entries()) {
    const { choiceList } = await asked(player);
    const right = choiceList.find(({ content }) => content === RIGHT)!.order;
    const zone = n % 2 === 0 ? right : (right % choiceList.length) + 1;
    await player.do('updatePosition', { newPosition: standIn(zone, choiceList.length) });
  }
}

async function goTo(game: Game, kind: PhaseKind): Promise<void> {
  const host = hostOf(game);
  if (kind === 'lobby') return;
  await host.do('startGame', {});
  for (const player of game.players) await inPhase(player, 'countdown');
  if (kind === 'countdown') return;
  for (const player of game.players) await inPhase(player, 'question');
  await standAll(game);
  if (kind === 'question') return;
  await judge(game);
}

/** Ends the question that is open. */
async function judge(game: Game): Promise<void> {
  const host = hostOf(game);
  const { startTime } = await asked(host);
  // Before that a skip drops the question (R4.7).
  await new Promise((resolve) => setTimeout(resolve, startTime + 3_100 - Date.now()));
  if (host.last('phase')?.kind === 'question') await host.do('skipPhase', {});
  for (const player of game.players) await inPhase(player, 'reveal');
}

async function comeBack(game: Game): Promise<void> {
  game.players = game.players.map((old) => connect(old.token, game.pin));
  for (const player of game.players) await player.wait('phase');
}

/** As the newest reveal told, or the one at this place. */
const marksOf = (client: TestClient, place = -1): unknown =>
  client
    .all('endQuizTime')
    .at(place)
    ?.players.map(({ playerId, gain, score, isAlive }) => ({
      playerId,
      gain,
      score,
      isAlive,
    }));

const MODES: [string, Partial<RoomOptions>][] = [
  ['ranking', { gameMode: 'RANKING' }],
  ['ranking paced by the host', { gameMode: 'RANKING', pacing: 'host' }],
  ['survival with lives', { gameMode: 'SURVIVAL', lives: 2 }],
  ['teams, blind', { gameMode: 'RANKING', teams: 'dealt', crowd: 'blind' }],
];

type Stopped = PhaseKind;
const KINDS: readonly Stopped[] = ['lobby', 'countdown', 'question', 'reveal'];

/** From wherever the game stood to the next reveal, by what its host does. */
async function goOn(game: Game, kind: Stopped): Promise<void> {
  const host = hostOf(game);
  if (kind === 'lobby') await host.do('startGame', {});
  else await host.do('resumeGame', {});
  if (kind === 'reveal') {
    await host.wait('endQuizTime');
    await host.do('nextPhase', { version: host.last('phase')!.version });
  }
  for (const player of game.players) await inPhase(player, 'question');
  // Those who stood when the process was killed stand there still.
  if (kind !== 'question') await standAll(game);
  await judge(game);
}

describe('R25.2 kill -9 of the one process', () => {
  it('in each phase of each mode: the games go on, and no mark is wrong, missing or there twice', async () => {
    const games = await Promise.all(
      MODES.flatMap(([mode, options]) =>
        KINDS.map(async (kind) => {
          const game = await openGame({ ...options, title: `${mode} ${kind}` });
          await goTo(game, kind === 'countdown' ? 'lobby' : kind);
          return { kind, mode, game };
        }),
      ),
    );
    const of = (kind: Stopped) => games.filter((one) => one.kind === kind);
    // A countdown is over soon.
    await Promise.all(of('countdown').map(({ game }) => goTo(game, 'countdown')));
    // On a slow disk an end is lost, and it is theirs, who began last.
    await laptop.hasWritten('"kind":"countdown"', MODES.length);
    const told = of('reveal').map(({ game }) => marksOf(hostOf(game)));
    await laptop.restart();
    await Promise.all(games.map(({ game }) => comeBack(game)));

    // In the lobby there is no curtain; a game waits for its host, and everybody has some seconds then.
    const phases = games.map(({ game, kind }) => ({ kind, phase: hostOf(game).last('phase')! }));
    for (const { kind, phase } of phases) {
      const { curtain = false, awayMs = 0, pausedLeftMs = 0 } = phase;
      const isPlaying = kind !== 'lobby';
      expect([kind, phase.kind, curtain, awayMs > 0]).toEqual([kind, kind, isPlaying, isPlaying]);
      const least = { lobby: 0, countdown: 2_000, question: 5_000, reveal: 7_000, item: 0 }[kind];
      expect(pausedLeftMs).toBeGreaterThanOrEqual(least);
    }

    await Promise.all(games.map(({ game, kind }) => goOn(game, kind)));
    // Marks that were told stay.
    expect(of('reveal').map(({ game }) => marksOf(hostOf(game), 0))).toEqual(told);
    for (const { game, kind, mode } of games) {
      const marks = hostOf(game).last('endQuizTime')!.players;
      const mine = (player: TestClient) =>
        marks.filter(({ playerId }) => playerId === player.playerId);
      expect(marks.length).toBe(game.players.length);
      expect([mode, kind, game.players.map((player) => mine(player)[0]!.gain > 0)]).toEqual([
        mode,
        kind,
        game.players.map((_, n) => n % 2 === 0),
      ]);
      // The scores at the end are those that were shown last.
      await hostOf(game).do('endGame', {});
      const { results } = await hostOf(game).wait('endGame');
      const shown = new Map(marks.map(({ playerId, score }) => [playerId, score]));
      expect(new Map(results.map(({ playerId, score }) => [playerId, score]))).toEqual(shown);
    }
  });

  it('in a question of each kind: all answers are those of a game that was not disturbed', async () => {
    // A picture is in a set that is kept, as below.
    const kinds = ONE_OF_EACH.filter(({ kind }) => kind !== 'spot');
    const open = async (question: Question): Promise<Game> => {
      const written = writtenOf(draftOfPlayed(question, new Set()));
      // Nothing counts but where somebody stands.
      const options = { scoring: 'flat', choiceOrder: 'written', title: question.kind } as const;
      const game = await openGame(options, [{ ...written, limitTime: LIMIT_S }]);
      await standApart(game);
      return game;
    };
    const undisturbed = await Promise.all(kinds.map(open));
    await Promise.all(undisturbed.map(judge));
    const disturbed = await Promise.all(kinds.map(open));
    // The last to move is in the file, and so are the others.
    await laptop.hasWritten(JSON.stringify(placeOf(GUESTS).map(toSteps)), 2 * kinds.length);
    await laptop.restart();
    await Promise.all(disturbed.map(comeBack));
    await Promise.all(disturbed.map((game) => hostOf(game).do('resumeGame', {})));
    await Promise.all(disturbed.map(judge));
    const told = (games: Game[]) => games.map((game, n) => [kinds[n]!.kind, answersOf(game)]);
    expect(told(disturbed)).toEqual(told(undisturbed));
  });

  it('R16.14 in either act of a question that is written: every text counts, and is told its author', async () => {
    const written = writtenOf(draftOfPlayed({ ...TYPED, limitTime: 60, walkTime: 20 }, new Set()));
    const TEXTS = ['Seoul', 'Busan', 'BUSAN', 'Seuol', null, 'Jeju'];
    const open = async (title: string): Promise<Game> => {
      const game = await openGame({ scoring: 'flat', title }, [written]);
      await hostOf(game).do('startGame', {});
      for (const player of game.players) await inPhase(player, 'question');
      const { startTime } = await asked(hostOf(game));
      await new Promise((resolve) => setTimeout(resolve, startTime + 50 - Date.now()));
      for (const [n, text] of TEXTS.entries())
        if (text !== null) await game.players[n]!.do('writeAnswer', { texts: [text] });
      return game;
    };
    /** Ends the act that is open, so that it is judged. */
    const ring = async (game: Game): Promise<void> => {
      const { startTime } = await asked(hostOf(game));
      const { version } = hostOf(game).last('phase')!;
      await new Promise((resolve) => setTimeout(resolve, startTime + 3_100 - Date.now()));
      await hostOf(game).do('skipPhase', {});
      const isOver = ({ kind, act }: ServerPayload<'phase'>): boolean =>
        kind === 'reveal' || (act === 2 && version < hostOf(game).last('phase')!.version);
      await hostOf(game).until(() => isOver(hostOf(game).last('phase')!), 'the bell');
    };
    const [first, second] = [await open('act 1'), await open('act 2')];
    await ring(second);
    await laptop.hasWritten('"Jeju"', 2);
    await laptop.hasWritten('"act":2', 1);
    await laptop.restart();
    for (const [game, act] of [
      [first, 1],
      [second, 2],
    ] as const) {
      await comeBack(game);
      expect(hostOf(game).last('phase')).toMatchObject({ kind: 'question', act, curtain: true });
      for (const [n, text] of TEXTS.entries())
        await game.players[n]!.wait('ownAnswer', ({ texts }) => texts.join() === (text ?? ''));
      await hostOf(game).do('resumeGame', {});
    }
    await ring(first);
    for (const game of [first, second]) {
      const { choiceList } = await asked(hostOf(game));
      expect(choiceList.map(({ content }) => content).toSorted()).toEqual(['BUSAN', 'Seoul']);
      const zone = (text: string) => choiceList.find(({ content }) => content === text)!.order;
      for (const [n, player] of game.players.entries()) {
        const newPosition = standIn(zone(n === 1 ? 'Seoul' : 'BUSAN'), choiceList.length);
        await player.do('updatePosition', { newPosition });
      }
      await ring(game);
      await inPhase(hostOf(game), 'reveal');
      const { players } = hostOf(game).last('endQuizTime')!;
      expect(players).toHaveLength(TEXTS.length);
      const gains = game.players.map(
        ({ playerId }) => players.find((mark) => mark.playerId === playerId)?.gain,
      );
      expect(gains).toEqual([100, 50, 0, 100, 0, 0]);
    }
  });

  it('R16.19 in a later part of a series and of a guess: what was answered before counts', async () => {
    const open = async (question: Question): Promise<Game> => {
      const written = writtenOf(draftOfPlayed({ ...question, limitTime: 15 }, new Set()));
      const options = { scoring: 'flat', choiceOrder: 'written', title: question.kind } as const;
      const game = await openGame(options, [written]);
      await hostOf(game).do('startGame', {});
      for (const player of game.players) await inPhase(player, 'question');
      return game;
    };
    const standOn = async ({ players }: Game, values: readonly number[]): Promise<void> => {
      for (const [n, player] of players.entries()) {
        const [x, y] = positionFor(values[n]!, floorOf(await asked(player)));
        await player.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
      }
    };
    /** Ends the part that is open, so that it is judged. */
    const ring = async (game: Game): Promise<void> => {
      const { startTime } = await asked(hostOf(game));
      const { version } = hostOf(game).last('phase')!;
      await new Promise((resolve) => setTimeout(resolve, startTime + 3_100 - Date.now()));
      await hostOf(game).do('skipPhase', {});
      const isNext = ({ kind, part }: ServerPayload<'phase'>, from: number): boolean =>
        kind === 'reveal' || (part !== undefined && part > from);
      const { part = 0 } = hostOf(game)
        .all('phase')
        .find((phase) => phase.version === version)!;
      await Promise.all(
        game.players.map((player) =>
          player.until(() => isNext(player.last('phase')!, part), 'the bell'),
        ),
      );
    };
    const [series, guess] = [await open(STATEMENTS), await open(GUESS)];
    await Promise.all([standOn(series, [1, 1, 2, 1, 2, 1]), standOn(guess, [2, 2, 2, 1, 3, 4])]);
    await Promise.all([ring(series), ring(guess)]);
    await Promise.all([
      standOn(series, [2, 1, 2, 2, 2, 1]),
      standOn(guess, [60, 63, 57, 64, 0, 9]),
    ]);
    await laptop.hasWritten('"part":1', 2);
    // The last places of both are in the file.
    const last = positionFor(1, { kind: 'statements', choices: 2 });
    await laptop.hasWritten(JSON.stringify(last), 1);
    await laptop.restart();
    await Promise.all([comeBack(series), comeBack(guess)]);
    for (const game of [series, guess]) {
      expect(hostOf(game).last('phase')).toMatchObject({ part: 1, curtain: true });
      await hostOf(game).do('resumeGame', {});
    }
    await Promise.all([
      standOn(series, [2, 1, 2, 2, 2, 1]),
      standOn(guess, [60, 63, 57, 64, 0, 9]),
    ]);
    await Promise.all([ring(series), ring(guess)]);
    await standOn(series, [1, 1, 1, 2, 2, 1]);
    await ring(series);
    const gainsOf = ({ players }: Game) => {
      const marks = hostOf({ pin: '', players }).last('endQuizTime')!.players;
      return players.map(({ playerId }) => marks.find((one) => one.playerId === playerId)?.gain);
    };
    await Promise.all([series, guess].map((game) => inPhase(hostOf(game), 'reveal')));
    expect(gainsOf(series)).toEqual([100, 66, 66, 66, 33, 66]);
    expect(gainsOf(guess)).toEqual([100, 100, 100, 0, 0, 0]);
    expect(hostOf(guess).last('endQuizTime')!.parts?.[0]?.summary.counts).toEqual([1, 3, 1, 1]);
  });

  it('in a question of a kept set with a picture that is deleted meanwhile: the game has all that it needs', async () => {
    const by = await laptop.signIn();
    const desk = (path: string, method: string, body?: string | Uint8Array<ArrayBuffer>) =>
      fetch(`${laptop.url}/api/desk/${path}`, {
        method,
        headers: { ...by, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
      });
    const made = <T>(response: Response): Promise<T> => {
      expect(response.status).toBe(201);
      return response.json() as Promise<T>;
    };
    const photoOf = new Uint8Array(await photo(300, 200).jpeg().toBuffer());
    const { id: image } = await made<{ id: string }>(await desk('images', 'POST', photoOf));
    const played = { ...SPOT, image: { ...PICTURE, id: image } };
    const question = { ...writtenOf(draftOfPlayed(played, new Set([image]))), limitTime: LIMIT_S };
    const set = JSON.stringify({ title: 'Kept', language: 'en', questions: [question] });
    const { id: quizSetId } = await made<{ id: string }>(await desk('sets', 'POST', set));
    // Nobody stands there in another game.
    const y = 0.32;
    const open = async (): Promise<Game> => {
      const host = connect(undefined, undefined, by);
      const { gameId: pin } = await host.do('createRoom', {
        playerName: 'Host',
        scoring: 'flat',
      });
      await host.do('updateRoomQuizset', { quizSetId, quizCount: 1 });
      const game = await gather(host, pin);
      await standApart(game, y);
      return game;
    };
    const undisturbed = await open();
    await judge(undisturbed);
    const disturbed = await open();
    await laptop.hasWritten(JSON.stringify(placeOf(GUESTS, y).map(toSteps)), 2);
    expect((await desk(`sets/${quizSetId}`, 'DELETE')).status).toBe(204);
    await laptop.restart();
    await comeBack(disturbed);
    await hostOf(disturbed).do('resumeGame', {});
    const shown = (await asked(hostOf(disturbed))).image!;
    const picture = `${laptop.url}/api/rooms/${disturbed.pin}/pictures/${shown.id}`;
    expect((await fetch(picture)).status).toBe(200);
    await judge(disturbed);
    // Places have a drawn order.
    const answersByPlace = (game: Game): unknown => {
      const question = hostOf(game).last('startQuizTime')!;
      const [{ counts }, marks] = answersOf(game) as [{ counts: number[] }, unknown];
      if (question.kind !== 'spot') throw new Error('no picture is shown');
      return [new Map(question.places.map(({ name }, n) => [name, counts[n]])), marks];
    };
    expect(answersByPlace(disturbed)).toEqual(answersByPlace(undisturbed));
  });

  it('after the end of a game: its results and places are still there, and its end is not shown again', async () => {
    const game = await openGame({ gameMode: 'RANKING' });
    await goTo(game, 'reveal');
    await hostOf(game).do('endGame', {});
    const before = await hostOf(game).wait('endGame');
    await laptop.hasWritten('"results":[{', 1);
    await laptop.restart();
    await comeBack(game);
    const after = await hostOf(game).wait('endGame');
    expect(after.results).toEqual(before.results);
    await hostOf(game).do('startGame', {});
    await inPhase(hostOf(game), 'countdown');
  });
});
