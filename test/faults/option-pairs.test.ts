import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { toFraction, type Mark, type RoomOptions } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { pairwise } from '../support/pairwise.js';
import { closeFleets, Fleet, SHORTEST_QUESTION_S, troubles } from './fleet.js';
import { expectNothingTwice, inPhase, lost, stand } from './watching.js';

/** Half of the players of each room are on this process. */
const VICTIM = 0;
const SURVIVOR = 1;
const QUESTIONS = 3;
/** The process is killed while this question is open. */
const KILLED_IN = 1;
/** The host and four more; one more leaves before the kill, and stands wrong until then. */
const PLAYERS = 5;

/** Of all questions of a room. */
type Kind = 'choice' | 'ox' | 'number';
type Options = Omit<
  RoomOptions,
  'title' | 'maxPlayerCount' | 'isPublic' | 'theme' | 'emotes' | 'map' | 'walking'
> & { kind: Kind };

/** Every two values of two options are together in one of the rooms. */
const ROOMS: Options[] = pairwise<Options>({
  gameMode: ['RANKING', 'SURVIVAL'],
  scoring: ['shared', 'early', 'flat'],
  crowd: ['visible', 'blind'],
  pacing: ['auto', 'host'],
  questionOrder: ['drawn', 'written'],
  choiceOrder: ['shuffled', 'written'],
  lives: [1, 2],
  revival: [false, true],
  teams: ['none', 'dealt'],
  extraTime: [false, true],
  kind: ['choice', 'ox', 'number'],
});

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(2, { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '60000' });
});
afterAll(closeFleets);

const isRight = (player: number, question: number): boolean =>
  player < PLAYERS && player !== question + PLAYERS - 2;

const WRITTEN: Record<Kind, object> = {
  choice: { choices: ['right', 'wrong'], answer: 'right' },
  ox: { kind: 'ox', answer: 'X' },
  number: { kind: 'number', min: 0, max: 10, step: 1, answer: 8, tolerance: 1 },
};

/** Right is what `WRITTEN` says, and wrong something else. */
async function answer(player: TestClient, isToBeRight: boolean): Promise<void> {
  const question = player.last('startQuizTime')!;
  if (question.kind === 'choice') return stand(player, isToBeRight);
  const [right, wrong] = question.kind === 'ox' ? [2, 1] : [7, 5];
  const [x, y] = positionFor(isToBeRight ? right : wrong, floorOf(question));
  await player.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
}

const isOnVictim = (player: number): boolean => player % 2 === 1;

interface Played {
  options: Options;
  pin: string;
  /** The newest connection of each player who is still there; who goes comes last. */
  now: TestClient[];
  /** All connections there were. */
  all: TestClient[];
}

async function open(options: Options): Promise<Played> {
  const { pin, host } = await fleet.openRoom(SURVIVOR, options);
  const written = Array.from({ length: QUESTIONS }, (_, n) => {
    return { ...WRITTEN[options.kind], quiz: `Question ${n}?`, limitTime: SHORTEST_QUESTION_S };
  });
  await fleet.bring({ pin, host, players: [host] }, written);
  const guests = Array.from({ length: PLAYERS }, async (_, n) => {
    // As many of them read compact frames as JSON, on each process.
    const client = fleet.connect(
      isOnVictim(n + 1) ? VICTIM : SURVIVOR,
      n % 4 < 2 ? { format: 'compact' } : {},
    );
    // As pages do: who echoes no flush seems not to read.
    client.socket.on('flush', ([flush]) => client.tell('syncTime', { t0: 0, flush }));
    await client.do('joinRoom', { gameId: pin, playerName: `Player ${n + 1}` });
    return client;
  });
  // The last one goes from the process that is killed.
  const players = [host, ...(await Promise.all(guests))];
  return { options, pin, now: players, all: [...players] };
}

/** The phase comes before its question. */
const asked = (client: TestClient): Promise<void> =>
  client.until(
    () => client.last('startQuizTime')?.startTime === client.last('phase')?.startTime,
    'the question of the phase',
  );

async function standIn({ now }: Played, question: number): Promise<void> {
  await Promise.all(
    now.map(async (player, n) => {
      await inPhase(player, 'question', question);
      await asked(player);
      await answer(player, isRight(n, question));
    }),
  );
}

/** What was sent to the process before somebody leaves it is stored when others hear of that. */
async function letLastOneGo({ now, all }: Played): Promise<void> {
  const leaver = now.pop()!;
  const { playerId } = leaver;
  await leaver.do('exitRoom', {});
  await all[0]!.wait('exitRoom', (gone) => gone.playerId === playerId);
}

async function comeBack({ now, all, pin }: Played): Promise<void> {
  await Promise.all(
    now.map(async (player, n) => {
      if (!isOnVictim(n)) return;
      await lost(player);
      const client = fleet.comeBack(player, SURVIVOR, pin);
      now[n] = client;
      all.push(client);
      await client.wait('phase');
    }),
  );
}

/** The marks of the reveal that stands, the same for everybody. */
async function revealed(room: Played, question: number): Promise<Mark[]> {
  await Promise.all(room.now.map((player) => inPhase(player, 'reveal', question)));
  const reveals = room.now.map((player) => player.last('endQuizTime')!);
  for (const reveal of reveals) expect(reveal).toEqual(reveals[0]);
  return reveals[0]!.players;
}

/** By the rules (R6), worked out apart from the game's own code: the least and the most of each player. */
function boundsOf({
  gameMode,
  scoring,
  crowd,
  lives,
  kind,
}: Options): [least: number, most: number][] {
  const players = Array.from({ length: PLAYERS }, () => ({ least: 0, most: 0, row: 0, lives }));
  for (let question = 0; question < QUESTIONS; question++) {
    const playing = players.filter((player) => gameMode === 'RANKING' || player.lives > 0);
    const right = playing.filter((player) => isRight(players.indexOf(player), question));
    for (const player of playing) {
      if (!right.includes(player)) {
        player.lives -= 1;
        player.row = 0;
        continue;
      }
      player.row += 1;
      const streak = scoring === 'early' && crowd === 'blind' && player.row >= 3 ? 50 : 0;
      const most = { shared: Math.floor(1000 / right.length), flat: 100, early: 1000 }[scoring];
      const late = crowd === 'blind' || kind === 'number' ? 800 : 500;
      player.most += gameMode === 'SURVIVAL' ? 1 : most + streak;
      player.least += gameMode === 'SURVIVAL' ? 1 : (scoring === 'early' ? late : most) + streak;
    }
  }
  return players.map(({ least, most }) => [least, most]);
}

describe('R16.2, R2.2, R4.11, R6.1, R6.2, R6.4, R6.7, R6.10, R7.5, R13.4 games of every pair of options through two processes', () => {
  it('have the same scores everywhere, and the right ones, though one process is killed', async () => {
    const rooms = await Promise.all(ROOMS.map(open));
    await Promise.all(rooms.map(({ now: [host] }) => host!.do('startGame', {})));
    const told = rooms.map((): Mark[][] => []);
    for (let question = 0; question < QUESTIONS; question++) {
      await Promise.all(rooms.map((room) => standIn(room, question)));
      if (question === KILLED_IN) {
        await Promise.all(rooms.map(letLastOneGo));
        fleet.server(VICTIM).process.kill('SIGKILL');
        await Promise.all(rooms.map(comeBack));
      }
      await Promise.all(
        rooms.map(async (room, n) => told[n]!.push(await revealed(room, question))),
      );
      await Promise.all(
        rooms.map(({ now: [host] }) =>
          host!.do('nextPhase', { version: host!.last('phase')!.version }),
        ),
      );
    }
    for (const [n, room] of rooms.entries()) {
      await Promise.all(room.now.map((player) => player.wait('endGame')));
      checkRoom(room, told[n]!);
    }
    expect(troubles(fleet.server(SURVIVOR))).toEqual([]);
  });
});

function checkRoom({ options, now, all }: Played, told: Mark[][]): void {
  const bounds = boundsOf(options);
  const ends = now.map((player) => player.last('endGame')!);
  // The options are in it for who reads a failure.
  expect({ options, ends }).toEqual({ options, ends: now.map(() => ends[0]) });
  const { results, teams = [] } = ends[0]!;
  expect({ options, teams: teams.length }).toEqual({
    options,
    teams: options.teams === 'none' ? 0 : 2,
  });
  for (const [n, { playerId }] of now.entries()) {
    const { score } = results.find((row) => row.playerId === playerId)!;
    const marks = told.map((reveal) => reveal.find((mark) => mark.playerId === playerId)!);
    const [least, most] = bounds[n]!;
    const found = {
      score: Math.min(Math.max(score, least), most),
      lastScore: marks.at(-1)!.score,
      gains: marks.reduce((sum, { gain }) => sum + gain, 0),
      answers: marks.map(({ played, isAnswer }) => played && isAnswer),
    };
    const answers = marks.map(({ played }, question) => played && isRight(n, question));
    const right = { score, lastScore: score, gains: score, answers };
    expect({ options, n, ...found }).toEqual({ options, n, ...right });
  }
  for (const client of all) expectNothingTwice(client);
}
