import { describe, expect, it } from 'vitest';
import {
  decodeFlush,
  encodeChat,
  encodeEmotes,
  encodeEvent,
  encodeMove,
  STEPS,
  toFraction,
  type ChatEntry,
  type CompactEvent,
  type CompactFlush,
  type FlushEvent,
  type Mark,
  type SlotFinder,
  type SlotHolder,
} from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

type Move = [slot: number, x: number, y: number];

const LAST_SLOT = 65_534;
const holder = (slot: number): SlotHolder => ({ playerId: `p${slot}`, playerName: `Name ${slot}` });

/** Everything that a reader makes of a flush. */
const read = (
  flush: CompactFlush,
  playerAt: (slot: number) => SlotHolder | undefined = holder,
): FlushEvent[] => [...decodeFlush(flush, playerAt)];

const pack = (moves: readonly Move[]): string => moves.map((move) => encodeMove(...move)).join('');

const onWire = ([slot, x, y]: Move): object => ({
  playerId: `p${slot}`,
  playerPosition: [toFraction(x), toFraction(y)],
});

/** What any base64 library makes of the same 16-bit big-endian values. */
function inBase64(moves: readonly Move[]): string {
  const bytes = Buffer.alloc(moves.length * 6);
  for (const [n, value] of moves.flat().entries()) bytes.writeUInt16BE(value, n * 2);
  return bytes.toString('base64');
}

function extremes(): Move[] {
  const slots = [0, 1, 15, 16, 1023, 1024, 32_767, 32_768, LAST_SLOT];
  const steps = [0, 1, 3, 4, 255, 4095, 4096, 16_383, 16_384, STEPS - 1, STEPS, 65_535];
  return slots.flatMap((slot) => steps.flatMap((x) => steps.map((y): Move => [slot, x, y])));
}

function someMoves(count: number, seed: number): Move[] {
  const random = seeded(seed);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  return Array.from({ length: count }, () => [upTo(LAST_SLOT), upTo(STEPS), upTo(STEPS)]);
}

describe.each([
  ['at the extremes', extremes()],
  ['drawn at random', someMoves(5_000, 7)],
])('moves %s', (_, moves) => {
  it('are plain base64 of three 16-bit big-endian values', () => {
    for (const move of moves) expect(encodeMove(...move)).toBe(inBase64([move]));
    expect(pack(moves)).toBe(inBase64(moves));
    expect(pack(moves)).toMatch(/^[A-Za-z0-9+/]*$/);
  });

  it('come out as they went in', () => {
    expect(read([9, pack(moves)])).toEqual([
      ['updatePosition', { seq: 9, updates: moves.map(onWire) }],
    ]);
  });
});

describe('R22.1 emotes', () => {
  const emotes = [0, 1, 7, 8, 519, 520, 4_095, LAST_SLOT].map((slot, n) => ({
    slot,
    emote: n % 6,
  }));
  const shown = emotes.map(({ slot, emote }) => ({ playerId: `p${slot}`, emote }));

  it('come out as they went in, by slots, two digits each where no slots are far apart', () => {
    const text = encodeEmotes(emotes.toReversed());
    expect(read([9, '', null, [], [], text])).toEqual([['emote', { emotes: shown }]]);
    expect(encodeEmotes(emotes.slice(0, 6))).toHaveLength(2 * 6);
    expect(text).toMatch(/^[A-Za-z0-9+/]*$/);
  });

  it('come behind moves and before chat, and leave both as they were', () => {
    const flush: CompactFlush = [1, encodeMove(1, 2, 3), [1, 0, [[2, 'hi', 0]]], [], [], 'AB'];
    const names = read(flush).map(([event]) => event);
    expect(names).toEqual(['updatePosition', 'emote', 'chatMessage']);
  });

  it('of slots that the reader knows nobody in are left out, and shift no other', () => {
    const text = encodeEmotes([
      { slot: 4, emote: 2 },
      { slot: 5, emote: 3 },
    ]);
    const facts = read([1, '', null, [], [], text], (slot) =>
      slot === 4 ? undefined : holder(slot),
    );
    expect(facts).toEqual([['emote', { emotes: [{ playerId: 'p5', emote: 3 }] }]]);
  });
});

describe('moves', () => {
  it('use every digit of base64', () => {
    expect(new Set(pack(extremes()) + pack(someMoves(2_000, 3))).size).toBe(64);
  });

  it('of slots that the reader knows nobody in are left out, and shift no other', () => {
    const moves: Move[] = [
      [1, 10, 20],
      [2, 30, 40],
      [3, 50, 60],
    ];
    const facts = read([1, pack(moves)], (slot) => (slot === 2 ? undefined : holder(slot)));
    const updates = [onWire([1, 10, 20]), onWire([3, 50, 60])];
    expect(facts).toEqual([['updatePosition', { seq: 1, updates }]]);
  });

  it('that were cut short or garbled do no harm', () => {
    const text = encodeMove(5, 6, 7);
    for (let length = 1; length < text.length; length++)
      expect(read([1, text.slice(0, length)])).toEqual([
        ['updatePosition', { seq: 1, updates: [] }],
      ]);
    expect(() => read([1, '한글!!~~ \u0000'.repeat(8)])).not.toThrow();
  });
});

describe('chat', () => {
  const entry = (id: number, slot: number, timestamp: number): ChatEntry => ({
    id,
    ...holder(slot),
    message: `message ${id} "\\ 안녕 👋`,
    timestamp,
  });
  const slotOf = (playerId: string): number => Number(playerId.slice(1));
  const roundTrip = (messages: ChatEntry[], toSlot: SlotFinder): FlushEvent[] => {
    const flush: CompactFlush = [3, '', encodeChat(messages, toSlot)];
    return read(JSON.parse(JSON.stringify(flush)) as CompactFlush);
  };

  it.each([[[41]], [[1, 2, 3]], [Array.from({ length: 400 }, (_, n) => n + 1_000_000)]])(
    'with the ids %j comes out as it went in',
    (ids) => {
      // Nothing says that clocks only go forward.
      const at = (n: number): number => 1_700_000_000_000 + ((n * 37) % 11) * 100;
      const messages = ids.map((id, n) => entry(id, (n * 991) % (LAST_SLOT + 1), at(n)));
      expect(roundTrip(messages, slotOf)).toEqual([['chatMessage', { seq: ids.at(-1), messages }]]);
    },
  );

  it('names a sender whose slot means somebody else by now, and only that one', () => {
    const messages = [entry(7, 0, 1_000), entry(8, LAST_SLOT, 1_050), entry(9, 0, 1_090)];
    const sitsNoMore: SlotFinder = (playerId) =>
      playerId === `p${LAST_SLOT}` ? undefined : slotOf(playerId);
    expect(roundTrip(messages, sitsNoMore)).toEqual([['chatMessage', { seq: 9, messages }]]);
    const [lastId, lastTimestamp, rows] = encodeChat(messages, sitsNoMore);
    expect([lastId, lastTimestamp]).toEqual([9, 1_090]);
    expect(rows).toEqual([
      [0, messages[0]!.message, 90],
      [-1, messages[1]!.message, 40, holder(LAST_SLOT)],
      [0, messages[2]!.message, 0],
    ]);
  });

  it('of a slot that the reader does not know is told without a sender', () => {
    const flush: CompactFlush = [1, '', [5, 500, [[3, 'who?', 0]]]];
    const message = { id: 5, playerId: '', playerName: '', message: 'who?', timestamp: 500 };
    expect(read(flush, () => undefined)).toEqual([
      ['chatMessage', { seq: 5, messages: [message] }],
    ]);
  });
});

describe('a flush', () => {
  it('that tells nothing is nothing', () => {
    expect(read([4, ''])).toEqual([]);
    expect(read([4, '', null, null])).toEqual([]);
    expect(read([4, '', null, [], []])).toEqual([]);
  });

  it('is read in order: facts, moves, chat, facts', () => {
    const before: CompactEvent[] = [
      ['setPlayerName', { playerId: 'p1', playerName: 'New' }],
      ['updatePresence', { players: [] }],
    ];
    const after: CompactEvent[] = [
      ['exitRoom', { playerId: 'p1' }],
      ['updateHost', { hostId: 'p2' }],
    ];
    const chat = encodeChat([{ id: 1, ...holder(1), message: 'x', timestamp: 5 }], () => 1);
    expect(read([4, encodeMove(1, 2, 3), chat, before, after]).map(([event]) => event)).toEqual([
      'setPlayerName',
      'updatePresence',
      'updatePosition',
      'chatMessage',
      'exitRoom',
      'updateHost',
    ]);
  });

  it('asks who sits where only after the facts before were handed out', () => {
    const holders = new Map<number, SlotHolder>();
    const newcomer = { ...holder(8), slot: 8 };
    const flush = [
      1,
      encodeMove(8, 1, 1),
      [1, 9, [[8, 'hi', 0]]],
      [['joinRoom', { players: [newcomer] }]],
    ] as unknown as CompactFlush;
    const facts: FlushEvent[] = [];
    for (const fact of decodeFlush(flush, (slot) => holders.get(slot))) {
      facts.push(fact);
      if (fact[0] === 'joinRoom') holders.set(8, newcomer);
    }
    expect(facts.map(([event]) => event)).toEqual(['joinRoom', 'updatePosition', 'chatMessage']);
    expect(facts[1]?.[1]).toMatchObject({ updates: [{ playerId: 'p8' }] });
    expect(facts[2]?.[1]).toMatchObject({ messages: [{ playerId: 'p8', playerName: 'Name 8' }] });
  });
});

describe('marks and results', () => {
  const slotOf: SlotFinder = (playerId) => Number(playerId.slice(1));
  const roundTrip = (fact: FlushEvent, find = slotOf, playerAt = holder): FlushEvent[] => {
    const flush: CompactFlush = [3, '', null, null, [encodeEvent(fact, find)]];
    return [...decodeFlush(JSON.parse(JSON.stringify(flush)) as CompactFlush, playerAt)];
  };
  const marks: Mark[] = Array.from({ length: 200 }, (_, n) => ({
    playerId: `p${(n * 991) % (LAST_SLOT + 1)}`,
    score: n * 1_000,
    isAnswer: n % 2 === 0,
    isAlive: n % 4 < 2,
    played: n % 8 < 4,
    rank: 200 - n,
    gain: n % 3 === 0 ? 0 : n * 7,
  }));
  const reveal: FlushEvent = ['endQuizTime', { answer: 3, players: marks }];
  const results = marks.map(({ playerId, score, rank }) => {
    const slot = slotOf(playerId) ?? -1;
    return { ...holder(slot), slot, score, rank };
  });
  const scores: FlushEvent = ['updateScores', { players: marks }];
  const rows = marks.map(({ playerId, rank, isAnswer }, rights) => {
    return { playerId, rights, rank, isAnswer };
  });
  const league: FlushEvent = ['ghostLeague', { players: rows }];
  const end: FlushEvent = ['endGame', { hostId: 'p0', results }];

  it('R13.4 carry figures of teams, which nothing tells of where there are none', () => {
    const teams = [
      { team: 3, figure: 812.25, rank: 1 },
      { team: 0, figure: 0, rank: 2 },
    ];
    const named = teams.map((one) => ({ ...one, name: `Team ${one.team}` }));
    const facts: FlushEvent[] = [
      ['endQuizTime', { answer: 3, players: [], teams }],
      ['endQuizTime', { answer: 3, players: [], rights: [1], isVoid: true, teams }],
      ['updateScores', { players: [], teams }],
      ['endGame', { hostId: '', results: [], teams: named }],
    ];
    for (const fact of facts) expect(roundTrip(fact)).toEqual([fact]);
    for (const fact of [reveal, end]) expect(encodeEvent(fact, slotOf)[1]).toHaveLength(2);
  });

  it('R16.9 carry what is right, how it was answered and the explanation, where there is any of it', () => {
    const solution = { kind: 'number', answer: 7, tolerance: 1 } as const;
    const summary = { kind: 'number', counts: [[6, 2]], median: 6 } as const;
    const told = { solution, summary: { ...summary, counts: [...summary.counts] } };
    const teams = [{ team: 0, figure: 5, rank: 1 }];
    for (const payload of [
      { answer: 0, players: marks, ...told },
      { answer: 0, players: marks, ...told, teams },
      { answer: 1, players: [], rights: [1, 3], explanation: 'Both.' },
      { answer: 0, players: marks, rights: [], isVoid: true, ...told, explanation: 'It was.' },
    ]) {
      const fact = ['endQuizTime', payload] as FlushEvent;
      expect(roundTrip(fact)).toEqual([fact]);
    }
  });

  it('come out as they went in, in their order', () => {
    for (const fact of [reveal, end, scores, league]) expect(roundTrip(fact)).toEqual([fact]);
  });

  it('R6.6 carry what breaks ties, where it does, of who sits there and of who has left', () => {
    const made = results.map((row, n) => ({ ...row, rights: n % 9, rightMs: n * 1_001 }));
    const fact: FlushEvent = ['endGame', { hostId: 'p0', results: made }];
    expect(roundTrip(fact)).toEqual([fact]);
    const sitsNoMore: SlotFinder = (playerId) =>
      playerId === 'p991' ? undefined : slotOf(playerId);
    expect(roundTrip(fact, sitsNoMore)).toEqual([fact]);
  });

  it('R20.21 carry the time that tells equal marks apart, of who sits there and of who has left', () => {
    const mark = { score: 9, isAnswer: true, isAlive: true, played: true, gain: 1 };
    const players = [
      { playerId: 'p1', ...mark, rank: 1, tieMs: 700 },
      { playerId: 'p991', ...mark, rank: 2, tieMs: 900 },
      { playerId: 'p3', ...mark, rank: 3 },
    ];
    const fact: FlushEvent = ['updateScores', { players }];
    expect(roundTrip(fact)).toEqual([fact]);
    const sitsNoMore: SlotFinder = (playerId) =>
      playerId === 'p991' ? undefined : slotOf(playerId);
    expect(roundTrip(fact, sitsNoMore)).toEqual([fact]);
    const [, [rows]] = encodeEvent(fact, slotOf) as unknown as [string, [unknown[][]]];
    expect(rows.map((row) => row.length)).toEqual([6, 6, 4]);
  });

  it('take less than a third of the bytes', () => {
    const longIds: SlotFinder = (playerId) => slotOf(playerId.slice(10));
    const mark = { score: 333, isAnswer: true, isAlive: true, played: true, rank: 12, gain: 0 };
    const players = Array.from({ length: 200 }, (_, n) => ({
      playerId: `0123456789p${n}`,
      ...mark,
    }));
    const fact: FlushEvent = ['endQuizTime', { answer: 1, players }];
    const [packed, plain] = [encodeEvent(fact, longIds), fact].map((one) => JSON.stringify(one));
    expect(packed!.length * 3).toBeLessThan(plain!.length);
  });

  it('name who sits no more where the reader would look, and only those', () => {
    const sitsNoMore: SlotFinder = (playerId) =>
      playerId === 'p991' ? undefined : slotOf(playerId);
    const strangers = (slot: number): SlotHolder | undefined =>
      slot === 991 ? { playerId: 'other', playerName: 'Other' } : holder(slot);
    for (const fact of [reveal, end]) {
      expect(roundTrip(fact, sitsNoMore, strangers as typeof holder)).toEqual([fact]);
      const [, rows] = encodeEvent(fact, sitsNoMore)[1] as unknown as [unknown, unknown[][]];
      const usual = fact === reveal ? 4 : 3;
      expect(rows.filter((row) => row.length > usual)).toHaveLength(1);
    }
  });

  it('of a slot that the reader does not know are left out', () => {
    const some = (slot: number): SlotHolder | undefined =>
      slot === 991 ? undefined : holder(slot);
    for (const fact of [reveal, end]) {
      const [[, told]] = roundTrip(fact, slotOf, some as typeof holder) as [FlushEvent];
      expect(JSON.stringify(told)).not.toContain('"p991"');
      expect(JSON.stringify(told).match(/"rank"/g)).toHaveLength(199);
    }
  });

  it('leave every other fact as it is', () => {
    const fact: FlushEvent = ['updateHost', { hostId: 'p1' }];
    expect(encodeEvent(fact, slotOf)).toBe(fact);
  });
});
