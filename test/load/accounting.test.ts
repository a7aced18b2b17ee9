import { beforeEach, describe, expect, it } from 'vitest';
import { answerOf, ChatLedger, ChatTally, ChatMarker } from '../../load-test/swarm/chat-ledger.js';
import { DEFAULT_OPTIONS } from '../../load-test/swarm/options.js';
import { SwarmRoom, applyToRoster, Observer, Tallies } from '../../load-test/swarm/room.js';
import { MoveLedger, MoveTally, toWire } from '../../load-test/swarm/move-ledger.js';
import { unansweredIn } from '../../load-test/swarm/result.js';
import { decode } from '../../load-test/swarm/wire.js';
import { toFraction, toSteps } from '../../src/protocol/index.js';

const LOST_AFTER_MS = 2000;
const HERE = { x: 100, y: 200 };
const THERE = { x: 65_519, y: 0 };
const ids = ['alice', 'bob', 'carol'];
const [ALICE, BOB] = [0, 1];

let moveTally: MoveTally;
let chatTally: ChatTally;
let moves: MoveLedger;
let chat: ChatLedger;
let marker: ChatMarker;
/** Two players who read everything. */
let observers: Observer[];

beforeEach(() => {
  const window = { from: 0, until: Infinity };
  marker = new ChatMarker(() => 0.3);
  moveTally = new MoveTally();
  chatTally = new ChatTally();
  moves = new MoveLedger(ids.length, moveTally, window, LOST_AFTER_MS, 2);
  chat = new ChatLedger(marker, chatTally, window, LOST_AFTER_MS);
  const room = {
    moves,
    chat,
    indexOf: (id: string) => (ids.includes(id) ? ids.indexOf(id) : undefined),
    crowd: { sitting: (slot: number) => slot, met: () => {} },
  };
  observers = [ALICE, BOB].map((index) => new Observer(index, room));
  for (const index of [ALICE, BOB]) {
    moves.watch(index);
    chat.watch(index, 0);
  }
});

/** Hands a frame as it comes off the wire to the observers, both unless told. */
function receive(event: string, payload: unknown, at: number, by = observers): void {
  const text = `42/game,${JSON.stringify([event, payload])}`;
  const packet = decode(text);
  if (packet.type !== 'update') throw new Error('not an event');
  for (const observer of by) {
    observer.count(event, text.length);
    observer.take(packet.update, at);
  }
}

/** A position as the server gives it back: whole steps, five decimals. */
function receiveMove(player: number, place: { x: number; y: number }, at: number, by = observers) {
  const [x, y] = toWire(place);
  const playerPosition = [toFraction(toSteps(x)), toFraction(toSteps(y))];
  const updates = [{ playerId: ids[player], playerPosition }];
  receive('updatePosition', { seq: 1, updates }, at, by);
}

function receiveChat(id: number, message: string, at: number, by = observers): void {
  const entry = { id, playerId: 'alice', playerName: 'Alice', message, timestamp: 0 };
  receive('chatMessage', { seq: id, messages: [entry] }, at, by);
}

describe('moves', () => {
  it('are timed from sending to each observer', () => {
    moves.sent(ALICE, HERE, 1000);
    receiveMove(ALICE, HERE, 1030, observers.slice(0, 1));
    receiveMove(ALICE, HERE, 1050, observers.slice(1));
    moves.judge(Infinity);
    expect(moveTally).toMatchObject({ judged: 2, lost: 0, unknown: 0 });
    expect(moveTally.latency.summary()).toMatchObject({ count: 2, mean: 40, max: 50 });
  });

  it('are told apart on every step of the arena', () => {
    for (const steps of [0, 1, 2, 32_759, 32_760, 65_518, 65_519]) {
      const [x] = toWire({ x: steps, y: 0 });
      expect(toSteps(x)).toBe(steps);
      expect(toSteps(toFraction(steps))).toBe(steps);
    }
  });

  it('are lost when neither they nor a newer one come in time', () => {
    moves.sent(ALICE, HERE, 1000);
    receiveMove(ALICE, HERE, 1040, observers.slice(0, 1));
    moves.judge(2999);
    expect(moveTally).toMatchObject({ judged: 0, lost: 0 });
    moves.judge(3000);
    expect(moveTally).toMatchObject({ judged: 2, lost: 1 });
  });

  it('count as folded when a newer one of the same flush came instead', () => {
    moves.sent(ALICE, HERE, 1000);
    moves.sent(ALICE, THERE, 1040);
    receiveMove(ALICE, THERE, 1060);
    moves.judge(Infinity);
    expect(moveTally).toMatchObject({ judged: 4, lost: 0, folded: 2, skipped: 0 });
  });

  it('count as skipped when the newer one was sent too late to have replaced them', () => {
    moves.sent(ALICE, HERE, 1000);
    moves.sent(ALICE, THERE, 1500);
    receiveMove(ALICE, THERE, 1560);
    moves.judge(Infinity);
    expect(moveTally).toMatchObject({ lost: 0, folded: 0, skipped: 2 });
  });

  it('are seen to go backwards, to repeat and to come from nowhere', () => {
    moves.sent(ALICE, HERE, 1000);
    moves.sent(ALICE, THERE, 1500);
    receiveMove(ALICE, THERE, 1510);
    receiveMove(ALICE, THERE, 1520);
    receiveMove(ALICE, HERE, 1530);
    receiveMove(BOB, HERE, 1540);
    expect(moveTally).toMatchObject({ repeated: 2, backwards: 2, unknown: 2 });
  });

  it('never name the same place twice within the time in which they are awaited', () => {
    const places = Array.from({ length: 60 }, (_, at) => moves.sent(ALICE, HERE, at * 500));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(60);
    // An edge of every zone is a multiple of this many steps.
    for (const place of places) expect(Math.floor(place.y / 1092)).toBe(0);
  });

  it('need not arrive from somebody who dropped, nor at an observer who did', () => {
    moves.sent(ALICE, HERE, 1000);
    moves.forgive(ALICE);
    moves.sent(BOB, HERE, 1000);
    moves.unwatch(ALICE);
    expect(moves.settled()).toBe(false);
    receiveMove(BOB, HERE, 1010);
    expect(moves.settled()).toBe(true);
    moves.judge(Infinity);
    expect(moveTally).toMatchObject({ judged: 1, lost: 0 });
  });

  it('that were under way when somebody dropped do not go backwards', () => {
    moves.sent(ALICE, HERE, 1000);
    moves.sent(ALICE, THERE, 1500);
    moves.forgive(ALICE);
    receiveMove(ALICE, HERE, 1600);
    expect(moveTally).toMatchObject({ backwards: 0, unknown: 0 });
  });

  it('of people outside the swarm are ignored', () => {
    const updates = [{ playerId: 'visitor', playerPosition: [0.5, 0.5] }];
    receive('updatePosition', { seq: 1, updates }, 1000);
    expect(moveTally).toMatchObject({ unknown: 0 });
  });
});

describe('chat', () => {
  it('is 20 graphemes that survive the server’s clean-up and name themselves', () => {
    const { serial, message } = marker.next();
    expect([...new Intl.Segmenter().segment(message)]).toHaveLength(20);
    expect(message.normalize('NFC').trim()).toBe(message);
    expect(marker.read(message)).toBe(serial);
    expect(marker.read(marker.next().message)).toBe(serial + 1);
    expect(new ChatMarker(() => 0.7).read(message)).toBeUndefined();
    expect(marker.read('안녕하세요')).toBeUndefined();
  });

  it('is timed and complete when each observer gets it once', () => {
    const first = chat.sent(ALICE, 1000);
    const second = chat.sent(BOB, 1010);
    receiveChat(1, first, 1050);
    receiveChat(2, second, 1050);
    expect(chat.settled()).toBe(true);
    chat.judge(Infinity);
    expect(chatTally).toMatchObject({
      judged: 4,
      lost: 0,
      duplicates: 0,
      idGaps: 0,
      disordered: 0,
    });
    expect(chatTally.latency.summary()).toMatchObject({ count: 4, p50: 40, max: 50 });
  });

  it('is lost where it did not arrive, and the ids show the gap', () => {
    const lines = [chat.sent(ALICE, 1000), chat.sent(ALICE, 1001), chat.sent(ALICE, 1002)];
    lines.forEach((line, index) => receiveChat(index + 1, line, 1050, observers.slice(0, 1)));
    receiveChat(1, lines[0]!, 1050, observers.slice(1));
    receiveChat(3, lines[2]!, 1050, observers.slice(1));
    expect(chat.settled()).toBe(false);
    chat.judge(3002);
    expect(chatTally).toMatchObject({ judged: 6, lost: 1, idGaps: 1, duplicates: 0 });
  });

  it('is a duplicate the second time, under the same id or a new one', () => {
    const line = chat.sent(ALICE, 1000);
    receiveChat(1, line, 1050, observers.slice(0, 1));
    receiveChat(1, line, 1100, observers.slice(0, 1));
    receiveChat(2, line, 1150, observers.slice(0, 1));
    expect(chatTally).toMatchObject({ duplicates: 2, idGaps: 1 });
  });

  it('is disordered when two observers know a message by different ids', () => {
    const [first, second] = [chat.sent(ALICE, 1000), chat.sent(BOB, 1000)];
    receiveChat(1, first, 1050, observers.slice(0, 1));
    receiveChat(2, second, 1050, observers.slice(0, 1));
    receiveChat(1, second, 1050, observers.slice(1));
    receiveChat(2, first, 1050, observers.slice(1));
    expect(chatTally).toMatchObject({ disordered: 2, lost: 0, duplicates: 0 });
  });

  it('of another room of the swarm has strayed', () => {
    receiveChat(1, marker.next().message, 1000);
    receiveChat(2, 'somebody else', 1000);
    expect(chatTally).toMatchObject({ strayed: 2, idGaps: 0 });
  });

  it('that is refused is told to nobody, and all that is sent gets an answer', () => {
    const taken = chat.asked(ALICE, 1000);
    const refused = chat.asked(BOB, 1010);
    chat.asked(BOB, 1020);
    chat.answered(taken.serial, 'accepted');
    chat.answered(refused.serial, 'refused');
    receiveChat(1, taken.message, 1050);
    chat.judge(3010);
    expect(chatTally).toMatchObject({ asked: 3, accepted: 1, refused: 1, judged: 2, lost: 0 });
    expect(chatTally.toldThough).toBe(0);
    expect(unansweredIn(chatTally)).toBe(1);
    receiveChat(2, refused.message, 3100);
    expect(chatTally.toldThough).toBe(2);
  });

  it('of which nobody knows whether it was stored may be told, and may be missing', () => {
    const { serial } = chat.asked(ALICE, 1000);
    chat.answered(serial, answerOf({ ok: false, error: { code: 'STORE_AWAY', message: '' } }));
    chat.asked(BOB, 1000);
    chat.forgive(BOB);
    chat.judge(Infinity);
    expect(chatTally).toMatchObject({ asked: 2, uncertain: 2, refused: 0, judged: 0, lost: 0 });
    expect(unansweredIn(chatTally)).toBe(0);
  });

  it('that was told already when it is refused is told all the same', () => {
    const { serial, message } = chat.asked(ALICE, 1000);
    receiveChat(1, message, 1050, observers.slice(0, 1));
    chat.answered(serial, 'refused');
    expect(chatTally.toldThough).toBe(1);
  });

  it('is not awaited by an observer who came later', () => {
    chat.unwatch(BOB);
    const line = chat.sent(ALICE, 1000);
    chat.watch(BOB, 1500);
    receiveChat(1, line, 1050, observers.slice(0, 1));
    chat.judge(Infinity);
    expect(chatTally).toMatchObject({ judged: 1, lost: 0 });
  });
});

it('counts frames and bytes by event name', () => {
  receiveChat(1, 'hello', 1000, observers.slice(0, 1));
  receiveChat(2, 'hello', 1000, observers.slice(0, 1));
  expect(observers[0]!.traffic.get('chatMessage')).toMatchObject({ frames: 2 });
  expect(observers[0]!.traffic.get('chatMessage')!.bytes).toBeGreaterThan(200);
});

it('keeps a roster by the updates', () => {
  const roster = new Set<string>();
  const apply = (event: string, payload: unknown): void => {
    const packet = decode(`42/game,${JSON.stringify([event, payload])}`);
    if (packet.type === 'update') applyToRoster(roster, packet.update);
  };
  apply('joinRoom', { players: [{ playerId: 'a' }, { playerId: 'b' }, { playerId: 'c' }] });
  apply('exitRoom', { playerId: 'a' });
  apply('kickRoom', { playerId: 'b' });
  apply('joinRoom', { players: [{ playerId: 'd' }] });
  expect([...roster]).toEqual(['c', 'd']);
});

it('counts nothing that arrives after the last judgement', () => {
  const tallies = new Tallies();
  const room = new SwarmRoom({ ...DEFAULT_OPTIONS, players: 2 }, tallies, () => {}, 0);
  room.moves.watch(ALICE);
  room.chat.watch(ALICE, 0);
  const places = [1, 2].map((n) => room.moves.sent(BOB, { x: n, y: n }, n));
  room.moves.arrived(ALICE, BOB, toWire(places[1]!), 10);
  const message = room.chat.sent(BOB, 5);
  room.conclude();
  const { lost } = tallies.chat;
  room.moves.arrived(ALICE, BOB, toWire(places[0]!), 20);
  room.chat.arrived(ALICE, { id: 1, playerId: '', playerName: '', message, timestamp: 0 }, 20);
  expect(lost).toBe(1);
  expect(tallies.moves.backwards).toBe(0);
  expect(tallies.chat.strayed).toBe(0);
});
