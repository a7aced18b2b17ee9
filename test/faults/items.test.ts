import { afterAll, describe, expect, it } from 'vitest';
import { RIGHT } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { Laptop } from '../support/laptop.js';
import { TestRedis } from '../support/redis.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import type { ShownDraw } from '../../src/protocol/programme.js';

const GUESTS = 4;
/** This player is given points by hand in the first reveal. */
const GIVEN = 2;
/** By so much a process is behind that tells how late it is. */
const SLACK_MS = 1_500;
/** Longer than a server needs to be killed and started again. */
const SLIDE_S = 25;
const BREAK_MINUTES = 10;
/** No room has it before its host asks for it. */
const MARK = { volume: 3 };

const asked = (round: string) => ({
  quiz: `${round}?`,
  choices: [RIGHT, 'wrong'],
  answer: RIGHT,
  limitTime: 4,
});

/** Every kind of item, between rounds and in the lobby. */
const EVENING = [
  { kind: 'slide', id: 'welcome', title: 'Welcome', text: 'Sit down' },
  { kind: 'slide', id: 'soon', title: 'Soon', seconds: SLIDE_S },
  { kind: 'break', id: 'coffee', message: 'Coffee', minutes: BREAK_MINUTES },
  { kind: 'draw', id: 'early', title: 'A pen', among: 'everybody', winners: 2 },
  { kind: 'round', id: 'one', name: 'One', standings: 'never' },
  asked('one'),
  { kind: 'slide', id: 'between', title: 'Between', seconds: SLIDE_S },
  { kind: 'break', id: 'tea', message: 'Tea', minutes: BREAK_MINUTES },
  { kind: 'draw', id: 'book', title: 'A book', among: 'everybody', winners: 2 },
  { kind: 'standings', id: 'standings' },
  { kind: 'round', id: 'two', name: 'Two', factor: 2, standings: 'each' },
  asked('two'),
  { kind: 'slide', id: 'thanks', title: 'Thanks' },
];

/** The item at which a room is killed; `held` is in the middle of the course of its draw. */
const PLACES = [
  'welcome',
  'coffee',
  'early',
  'early held',
  'tea',
  'book',
  'book held',
  'standings',
  'thanks',
  // Their clocks run, so they come last.
  'soon',
  'between',
] as const;
type Place = (typeof PLACES)[number];

/** Each place has one of these, in turn. */
const MODES: Partial<RoomOptions>[] = [
  {},
  { pacing: 'host' },
  { teams: 'dealt', crowd: 'blind' },
  { gameMode: 'SURVIVAL', lives: 3 },
];
const modeOf = (place: Place): Partial<RoomOptions> => MODES[PLACES.indexOf(place) % MODES.length]!;
const isSurvival = (place: Place): boolean => modeOf(place).gameMode === 'SURVIVAL';

const idOf = (place: Place): string => place.split(' ')[0]!;
const isHeld = (place: Place): boolean => place.endsWith('held');
const hasLength = (place: Place): boolean => place === 'soon' || place === 'between';
const isInLobby = (place: Place): boolean =>
  ['welcome', 'soon', 'coffee', 'early', 'thanks'].includes(idOf(place));

interface Evening {
  place: Place;
  pin: string;
  players: TestClient[];
}

const isBeforeFirst = (place: Place): boolean => isInLobby(place) && place !== 'thanks';

const hostOf = ({ players }: Evening): TestClient => players[0]!;
const isRight = (player: number): boolean => player % 2 === 1;

/** Closed at the end, as the tests run beside each other: they do little but wait. */
const opened: { close: () => Promise<unknown> }[] = [];
let redis: TestRedis | undefined;
afterAll(async () => {
  for (const one of opened.toReversed()) await one.close();
  await redis?.stop();
});

function connect(laptop: Laptop, token?: string, pin?: string): TestClient {
  const client = new TestClient(laptop.url, {
    auth: { wantToken: true, ...(token !== undefined && { token }) },
    ...(pin !== undefined && { query: { 'game-id': pin } }),
  });
  opened.push({ close: async () => client.close() });
  return client;
}

async function open(laptop: Laptop, place: Place): Promise<Evening> {
  const host = connect(laptop);
  const { gameId: pin } = await host.do('createRoom', {
    playerName: 'Host',
    title: place,
    scoring: 'flat',
    ...modeOf(place),
  });
  const response = await fetch(`${laptop.url}/api/rooms/${pin}/quiz-set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
    body: JSON.stringify({ version: 2, title: 'Our evening', language: 'en', questions: EVENING }),
  });
  expect(response.status).toBe(200);
  const players = [host];
  for (let n = 1; n <= GUESTS; n++) {
    const player = connect(laptop);
    await player.do('joinRoom', { gameId: pin, playerName: `Player ${n}` });
    players.push(player);
  }
  return { place, pin, players };
}

/** One press of the host's, in whatever stands now; a question is answered and waited for. */
async function goOn(evening: Evening): Promise<void> {
  const host = hostOf(evening);
  const { version, kind, startTime } = host.last('phase')!;
  const gone = async (): Promise<void> => {
    await host.until(() => host.last('phase')!.version > version, `what follows ${kind}`);
    // The item is told behind the phase.
    await host.do('syncTime', { t0: 0 });
  };
  switch (kind) {
    case 'lobby':
      // It is too late where the end of the game has just been shown.
      if ((await host.fail('nextPhase', { version })) === 'WRONG_PHASE')
        await host.do('startGame', {});
      return gone();
    case 'countdown':
      return gone();
    case 'question':
      await Promise.all(
        evening.players.map(async (player, n) => {
          await player.until(() => player.last('startQuizTime')?.startTime === startTime);
          const { choiceList } = player.last('startQuizTime')!;
          const right = choiceList.find(({ content }) => content === RIGHT)!.order;
          const zone = isRight(n) ? right : 3 - right;
          await player.do('updatePosition', { newPosition: standIn(zone, 2) });
        }),
      );
      return gone();
    case 'reveal':
    case 'item':
      await host.do('nextPhase', { version });
      return gone();
  }
}

const drawOf = (client: TestClient): ShownDraw | undefined => {
  const item = client.last('showItem');
  return item?.kind === 'draw' ? item : undefined;
};

const stands = (evening: Evening, place: Place): boolean => {
  const host = hostOf(evening);
  const phase = host.last('phase')!;
  const held = drawOf(host)?.drawn !== undefined;
  return phase.item === idOf(place) && held === isHeld(place);
};

/** Presses until the item is on, and tells everybody apart by points by hand on the way. */
async function goTo(evening: Evening, place: Place): Promise<void> {
  const host = hostOf(evening);
  for (let n = 0; n < 60 && !stands(evening, place); n++) {
    await goOn(evening);
    const { kind, version } = host.last('phase')!;
    const isFirst = host.all('pointsGiven').length === 0;
    if (kind === 'reveal' && isFirst && !isSurvival(place)) {
      const playerId = evening.players[GIVEN]!.playerId;
      await host.do('givePoints', { version, playerId, points: -30, reason: 'Too loud' });
      await host.wait('pointsGiven');
    }
  }
  expect([place, stands(evening, place)]).toEqual([place, true]);
  const { version } = host.last('phase')!;
  await Promise.all(
    evening.players.map((player) => player.wait('phase', (phase) => phase.version >= version)),
  );
  if (place === 'thanks') await host.wait('endGame');
}

/** All that the host, and each player, has been told of the item that is on. */
function knownTo({ players }: Evening) {
  const host = players[0]!;
  const item = host.last('showItem')!;
  const { endTime: breakEnds, ...shown } = { endTime: undefined, ...item };
  return {
    phase: host.last('phase')!,
    shown,
    breakEnds,
    codes: host.last('claimCodes')?.codes,
    own: players.map((player) => player.last('claimCode')?.code),
    results: host.last('endGame')?.results,
    people: [...(host.all('joinRoom').findLast(({ everyone }) => everyone)?.players ?? [])].sort(
      (a, b) => a.slot - b.slot,
    ),
  };
}

/** The scores of all, host first, after so many questions. */
function scoresAfter(asked: number, place: Place): number[] {
  const isGiven = asked > 0 && !isSurvival(place) && !isBeforeFirst(place);
  // The second round counts twice in a ranking.
  const points = isSurvival(place) ? asked : [0, 100, 300][asked]!;
  return Array.from({ length: GUESTS + 1 }, (_, n) => {
    return (isRight(n) ? points : 0) + (isGiven && n === GIVEN ? -30 : 0);
  });
}

async function comeBack(laptop: Laptop, evening: Evening): Promise<void> {
  const before = evening.players;
  evening.players = before.map((old) => connect(laptop, old.token, evening.pin));
  // The host last, who is told of all others.
  for (const player of evening.players.toReversed()) await player.wait('phase');
  expect(evening.players.map(({ playerId }) => playerId)).toEqual(
    before.map(({ playerId }) => playerId),
  );
}

async function playOn(evening: Evening): Promise<void> {
  const host = hostOf(evening);
  for (let n = 0; n < 60 && host.last('endGame') === undefined; n++) await goOn(evening);
  const { results } = await host.wait('endGame');
  const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
  expect([evening.place, ...evening.players.map(({ playerId }) => scores.get(playerId))]).toEqual([
    evening.place,
    ...scoresAfter(2, evening.place),
  ]);
}

const KEPT = ['in a journal', 'in Redis'] as const;
type Kept = (typeof KEPT)[number];

async function start(kept: Kept): Promise<Laptop> {
  if (kept === 'in Redis') redis ??= await TestRedis.start();
  const laptop = new Laptop({
    SHOW: 'on',
    COUNTDOWN_MS: '500',
    ...(redis && kept === 'in Redis' && { REDIS_URL: redis.url, SECRET: 'one and the same' }),
  });
  await laptop.start();
  opened.push(laptop);
  return laptop;
}

describe.concurrent.each(KEPT)('R25.2, R27.2 kill -9 with rooms %s', (kept) => {
  it('in each item: it stands, with who is there, its draw and its points, and Next goes on', async () => {
    const laptop = await start(kept);
    const evenings = await Promise.all(PLACES.map((place) => open(laptop, place)));
    const [still, timed] = [false, true].map((is) =>
      evenings.filter(({ place }) => hasLength(place) === is && !isHeld(place)),
    );
    await Promise.all(still!.map((evening) => goTo(evening, evening.place)));
    // Those last whose clocks run: the courses of draws, and slides with a length.
    const running = [...timed!, ...evenings.filter(({ place }) => isHeld(place))];
    await Promise.all(running.map((evening) => goTo(evening, evening.place)));
    await Promise.all(evenings.map((evening) => hostOf(evening).do('updateScreen', MARK)));
    if (kept === 'in a journal') await laptop.hasWritten('"volume":3', evenings.length);
    const before = evenings.map(knownTo);
    const killedAt = Date.now();
    await laptop.restart();
    await Promise.all(evenings.map((evening) => comeBack(laptop, evening)));
    const awayMs = Date.now() - killedAt;

    for (const [n, evening] of evenings.entries()) {
      const { place } = evening;
      const host = hostOf(evening);
      const told = before[n]!;
      const phase = host.last('phase')!;
      const isPaused = kept === 'in a journal' && !isInLobby(place);
      // A clock that stands, or is moved, is another version.
      const isMoved = isPaused || hasLength(place) || idOf(place) === 'coffee';
      // A draw that was not held yet has another seed, as the journal may have lost one that was told.
      const isRenewed = place === 'early' || place === 'book';
      const raised = kept === 'in a journal' ? Number(isMoved) + Number(isRenewed) : 0;
      const { kind, item, version, curtain = false, waits = false } = phase;
      expect({ place, kind, item, version, curtain, waits }).toEqual({
        place,
        kind: isInLobby(place) ? 'lobby' : 'item',
        item: idOf(place),
        version: told.phase.version + raised,
        curtain: isPaused,
        waits: !hasLength(place),
      });
      // As much of it is left, or by a clock that went on the same moment ends it.
      const mostMs = kept === 'in Redis' ? 0 : awayMs;
      const { pausedLeftMs, endTime } = phase;
      const laterMs =
        (pausedLeftMs === undefined ? endTime : killedAt + pausedLeftMs) - told.phase.endTime;
      expect([place, laterMs >= -SLACK_MS, hasLength(place) && laterMs > mostMs]).toEqual([
        place,
        true,
        false,
      ]);
      if (isPaused) await host.do('resumeGame', {});
      await host.until(
        () => host.last('phase')!.curtain === undefined && host.last('showItem') !== undefined,
        'the item',
      );
      // Each process tells its players by itself, and a winner the code.
      await Promise.all(
        evening.players.map((player, who) =>
          player.until(() => player.last('claimCode')?.code === told.own[who], 'the code'),
        ),
      );
      // A break is as long as was said.
      const now = knownTo(evening);
      const breakMs = (now.breakEnds ?? 0) - (told.breakEnds ?? 0);
      expect([place, breakMs >= 0, breakMs <= mostMs]).toEqual([place, true, true]);
      // A draw has the same winners with the same codes, and everybody is there with what they had.
      const isKept = kept === 'in Redis' || !isRenewed;
      const anyHash = expect.stringMatching(/^[\da-f]{64}$/) as string;
      expect([place, now.shown, now.codes, now.own, now.results]).toEqual([
        place,
        isKept ? told.shown : { ...told.shown, hash: anyHash },
        told.codes,
        told.own,
        told.results,
      ]);
      expect(now.people.map(({ playerId }) => playerId)).toEqual(
        evening.players.map(({ playerId }) => playerId),
      );
      const asked = isBeforeFirst(place) ? 0 : place === 'thanks' ? 2 : 1;
      expect([place, ...now.people.map(({ score }) => score)]).toEqual([
        place,
        ...scoresAfter(asked, place),
      ]);
    }
    const drawn = ['early', 'early held', 'book', 'book held'].map((place) => {
      const { codes = [] } = before[PLACES.indexOf(place as Place)]!;
      return codes.length;
    });
    expect(drawn).toEqual([0, 2, 2, 4]);

    // An item with a length ends by itself, and every other one by the host.
    await Promise.all(
      evenings.map(async (evening) => {
        const { place } = evening;
        const host = hostOf(evening);
        if (hasLength(place)) {
          const next = place === 'between' ? 'tea' : undefined;
          // It is longer than anybody waits for an event.
          const { endTime } = host.last('phase')!;
          await new Promise((resolve) => setTimeout(resolve, endTime - Date.now()));
          await host.until(() => host.last('phase')!.item === next, `what follows ${place}`);
        }
        await playOn(evening);
      }),
    );
  });
});
