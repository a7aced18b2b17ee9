import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits, type PhaseKind } from '../../src/protocol/index.js';
import { draftOfPlayed, writtenOf } from '../../src/server/desk/sets/written-draft.js';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { TYPED } from '../support/kinds.js';
import { closeFleets, Fleet, report, spread, troubles, type Room } from './fleet.js';
import { expectNothingTwice, inPhase, lost, standAll, untilJudged } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** Rooms have their host on this process and guests on all three. */
const VICTIM = 0;
const GUESTS = 5;
const QUESTIONS = 2;
const COMEBACK_MS = 2_000;
/** The room is busy at this moment with people who come back; alone a phase is tens of ms late. */
const LATEST_MS = 1_000;

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.start(3, { COUNTDOWN_MS: '2000', GET_READY_MS: '200', REVEAL_MS: '2000' });
});
afterAll(closeFleets);

interface Played extends Room {
  kind: PhaseKind;
  /** The newest connection of each player. */
  now: TestClient[];
}

const isOnVictim = (player: number): boolean => player % 3 === VICTIM;

/** A room whose game stands in a phase of this kind. */
async function roomIn(kind: PhaseKind): Promise<Played> {
  const room = await fleet.openRoom(VICTIM, { title: kind }, GUESTS);
  const { host, players } = room;
  await fleet.bringSet(room, QUESTIONS);
  await host.do('chatMessage', { message: `before ${kind}` });
  // It is stored by now, and on its way to everybody.
  await Promise.all(players.map((player) => player.wait('chatMessage')));
  if (kind !== 'lobby') await host.do('startGame', {});
  if (kind === 'question' || kind === 'reveal') {
    await host.do('skipPhase', {});
    await standAll(players, isRight);
  }
  await Promise.all(players.map((player) => inPhase(player, kind)));
  return { ...room, kind, now: [...players] };
}

/** Half of those on each process. */
const isRight = (player: number): boolean => player < 3;

async function comeBack(room: Played, player: number): Promise<void> {
  const old = room.players[player]!;
  await lost(old);
  const chat = old.all('chatMessage').flatMap(({ messages }) => messages);
  const cursor = chat.length === 0 ? {} : { lastChatId: chat.at(-1)!.id };
  const client = fleet.comeBack(old, VICTIM + 1 + (player % 2), room.pin, cursor);
  room.now[player] = client;
  await client.wait('phase');
}

describe('R2.2, R4.5 kill -9 of a process', () => {
  it('in each phase: its players are back within 2 s, and nothing is lost, late or twice', async () => {
    const rooms = [await roomIn('lobby'), await roomIn('reveal')];
    rooms.push(...(await Promise.all([roomIn('question'), roomIn('countdown')])));
    const before = rooms.map(({ players }) => players.map(({ playerId }) => playerId));
    const killedAt = performance.now();
    fleet.server(VICTIM).process.kill('SIGKILL');
    const backAfter: number[] = [];
    await Promise.all(
      rooms.flatMap((room) =>
        room.players.map(async (_, player) => {
          if (!isOnVictim(player)) return;
          await comeBack(room, player);
          backAfter.push(performance.now() - killedAt);
        }),
      ),
    );
    report(`kill -9: players back through another process: ${spread(backAfter)}`);
    expect(Math.max(...backAfter)).toBeLessThan(pace.allow(COMEBACK_MS));
    for (const [n, room] of rooms.entries()) checkSeats(room, before[n]!);

    const late = await Promise.all(rooms.map(playOn));
    report(`kill -9: reveals after their deadlines: ${spread(late.flat())}`);
    expect(Math.max(...late.flat())).toBeLessThan(pace.allow(LATEST_MS));
    for (const room of rooms) checkGame(room);
    for (const server of fleet.servers.slice(1)) expect(troubles(server)).toEqual([]);
  });
});

describe('R16.14 kill -9 of a process in either act of a question that is written', () => {
  it('loses no text, tells each its author, and every mark is right', async () => {
    const own = await Fleet.start(3, { COUNTDOWN_MS: '60000', GET_READY_MS: '200' });
    const room = await own.openRoom(2, { scoring: 'flat' }, GUESTS);
    const { host, players } = room;
    const now = [...players];
    const written = writtenOf(draftOfPlayed({ ...TYPED, limitTime: 60, walkTime: 20 }, new Set()));
    await own.bring(room, [written]);
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    await Promise.all(now.map((player) => inPhase(player, 'question')));
    await untilBegun(host);
    const TEXTS = ['Seoul', 'Busan', 'BUSAN', 'Seuol', null, 'Jeju'];
    for (const [n, text] of TEXTS.entries())
      if (text !== null) await now[n]!.do('writeAnswer', { texts: [text] });
    const isOn = (player: number, process: number): boolean => (2 + player) % 3 === process;
    /** Kills a process once it has shared, and brings its players back through the last one. */
    const kill = async (process: number): Promise<void> => {
      const server = own.server(process);
      await untilShared(server, host, room.pin);
      server.process.kill('SIGKILL');
      for (const [n, player] of now.entries())
        if (isOn(n, process)) {
          await lost(player);
          now[n] = own.comeBack(players[n]!, 2, room.pin);
          await now[n].wait('phase');
          await now[n].wait('ownAnswer', ({ texts }) => texts.join() === (TEXTS[n] ?? ''));
        }
    };
    await kill(0);
    await untilJudged(host);
    await host.do('skipPhase', {});
    await Promise.all(now.map((one) => one.until(() => one.last('phase')?.act === 2, 'act 2')));
    await kill(1);
    const { choiceList, startTime } = host.last('startQuizTime')!;
    expect(choiceList.map(({ content }) => content).toSorted()).toEqual(['BUSAN', 'Seoul']);
    const zone = (text: string) => choiceList.find(({ content }) => content === text)!.order;
    for (const [n, player] of now.entries())
      await player.do('updatePosition', {
        newPosition: standIn(zone(n === 1 ? 'Seoul' : 'BUSAN'), choiceList.length),
      });
    await sleep(startTime + limits.MIN_SHOWN_MS + 50 - Date.now());
    await host.do('skipPhase', {});
    await Promise.all(now.map((player) => player.wait('endQuizTime')));
    const marks = host.last('endQuizTime')!.players;
    const gains = players.map(
      ({ playerId }) => marks.find((mark) => mark.playerId === playerId)?.gain,
    );
    expect(gains).toEqual([100, 50, 0, 100, 0, 0]);
    expect(troubles(own.server(2))).toEqual([]);
  });
});

it('R16.14 kill -9 right after a text: its author is told what is left of it, and may write it again', async () => {
  const own = await Fleet.start(2, { COUNTDOWN_MS: '60000', GET_READY_MS: '200' });
  const room = await own.openRoom(1, { scoring: 'flat' }, 1);
  const [host, guest] = room.players as [TestClient, TestClient];
  const written = writtenOf(draftOfPlayed({ ...TYPED, limitTime: 60, walkTime: 20 }, new Set()));
  await own.bring(room, [written]);
  await host.do('startGame', {});
  await host.do('skipPhase', {});
  await Promise.all([host, guest].map((player) => inPhase(player, 'question')));
  await untilBegun(host);
  await guest.do('writeAnswer', { texts: ['Seoul'] });
  own.server(0).process.kill('SIGKILL');
  await lost(guest);
  const back = own.comeBack(guest, 1, room.pin);
  const { texts } = await back.wait('ownAnswer');
  report(`kill -9 right after a text: ${texts.length === 0 ? 'it was lost' : 'it was kept'}`);
  // As a page does whose texts are others.
  if (texts.join() !== 'Seoul') await back.do('writeAnswer', { texts: ['Seoul'] });
  await untilJudged(host);
  await host.do('skipPhase', {});
  await back.wait('endQuizTime');
  const marks = back.last('endQuizTime')!.players;
  expect(marks.find(({ playerId }) => playerId === guest.playerId)).toMatchObject({
    isAnswer: true,
    gain: 100,
  });
  expect(troubles(own.server(1))).toEqual([]);
});

/** The question has begun, and people may write. */
async function untilBegun(client: TestClient): Promise<void> {
  const { startTime } = await client.wait('startQuizTime');
  await sleep(startTime + 50 - Date.now());
}

/** All that was sent to a process before this is with the store. */
async function untilShared(
  server: { url: string },
  witness: TestClient,
  pin: string,
): Promise<void> {
  const client = TestClient.withToken(server.url);
  await client.do('joinRoom', { gameId: pin, playerName: `Mark ${Math.random()}` });
  const { playerId } = client;
  await client.do('updatePosition', { newPosition: [0.5, 0.5] });
  await witness.until(
    () =>
      witness
        .all('updatePosition')
        .some(({ updates }) => updates.some((one) => one.playerId === playerId)),
    'the mark',
  );
  client.close();
}

function checkSeats({ now, players, kind }: Played, ids: string[]): void {
  for (const [player, client] of now.entries()) {
    if (!isOnVictim(player)) continue;
    const old = players[player]!;
    expect(client.playerId).toBe(ids[player]);
    expect(client.self).toMatchObject({
      slot: old.self!.slot,
      playerName: old.self!.playerName,
      isHost: player === 0,
      isAlive: true,
      connected: true,
      score: kind === 'reveal' && isRight(player) ? 333 : 0,
    });
    expect(client.last('startQuizTime')).toEqual(
      kind === 'question' ? old.last('startQuizTime') : client.last('startQuizTime'),
    );
    // What was said before is not told again, and nothing of it is missing.
    const texts = [old, client].flatMap((one) =>
      one.all('chatMessage').flatMap(({ messages }) => messages.map(({ message }) => message)),
    );
    expect(texts).toEqual([`before ${kind}`]);
  }
}

/** To the end of the game; returns by how much the reveals were late, in ms. */
async function playOn({ kind, now }: Played): Promise<number[]> {
  const [host, other] = now as [TestClient, TestClient];
  if (kind === 'lobby') {
    await host.do('startGame', {});
    await host.do('skipPhase', {});
  }
  const late: number[] = [];
  const first = kind === 'reveal' ? 1 : 0;
  for (let question = first; question < QUESTIONS; question++) {
    await Promise.all(now.map((client) => inPhase(client, 'question', question)));
    await other.until(() => other.all('startQuizTime').length > question);
    // The positions of the question before the kill have to count as they are.
    if (question > 0 || kind !== 'question') {
      const { quiz } = other.last('startQuizTime')!;
      await Promise.all(
        now.map((client) => client.until(() => client.last('startQuizTime')?.quiz === quiz)),
      );
      await standAll(now, isRight);
    }
    await inPhase(other, 'reveal', question);
    late.push(Date.now() - other.last('startQuizTime')!.endTime);
    if (question === 0) await host.do('skipPhase', {});
  }
  await host.do('skipPhase', {});
  await Promise.all(now.map((client) => client.wait('endGame')));
  return late;
}

function checkGame({ now, players, pin }: Played): void {
  const witness = now[1]!;
  expect(pin).not.toBe('');
  const { results } = witness.last('endGame')!;
  const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
  expect(now.map(({ playerId }) => scores.get(playerId))).toEqual(
    players.map((_, n) => (isRight(n) ? 666 : 0)),
  );
  for (const client of new Set([...players, ...now])) expectNothingTwice(client);
  for (const client of now) {
    expect(client.last('endGame')).toEqual(witness.last('endGame'));
    expect(client.last('endQuizTime')).toEqual(witness.last('endQuizTime'));
  }
  expect(witness.all('startQuizTime')).toHaveLength(QUESTIONS);
  expect(witness.all('endQuizTime')).toHaveLength(QUESTIONS);
}
