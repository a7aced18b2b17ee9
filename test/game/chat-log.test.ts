import { describe, expect, it } from 'vitest';
import {
  ChatLog,
  chatPayload,
  deletedIds,
  isAmong,
  keptDeletions,
  type Audience,
  type ChatCursor,
  type StoredChat,
} from '../../src/game/chat-log.js';
import { drawInt, type Random } from '../../src/game/shared/random.js';
import { EPOCH } from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';

function say(log: ChatLog, byGhost: boolean, text?: string): StoredChat {
  const ids = log.nextIds(byGhost);
  const message = text ?? `message ${ids.ghostId}`;
  const chat = { ...ids, playerId: 'p', playerName: 'P', message, timestamp: EPOCH };
  log.append(chat);
  return chat;
}

function filled(count: number, isGhost: (n: number) => boolean = () => false): ChatLog {
  const log = new ChatLog();
  for (let n = 1; n <= count; n++) say(log, isGhost(n));
  return log;
}

/** Ghosts fill the log so that nothing of what the living said before is left for them, and some room is. */
function spokenOver(log: ChatLog): ChatLog {
  for (let n = 0; n < 130; n++) say(log, true, '가'.repeat(799));
  return log;
}

const idsFor = (chats: StoredChat[], audience: Audience): number[] =>
  chatPayload(chats, audience).messages.map(({ id }) => id);
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
const audienceIds = (log: ChatLog, audience: Audience): number[] =>
  idsFor(log.history(audience, { audience: 'ghosts', id: 0 }), audience);

describe('R9.1 what is taken back', () => {
  it('leaves copies that others hold as they are, and room for what is said next', () => {
    const here = new ChatLog();
    const there = new ChatLog();
    for (let n = 0; n < 100; n++) there.append(say(here, false, '가'.repeat(799)));
    for (const log of [here, there]) log.takeBack('p');
    expect(new Set([...here.all(), ...there.all()].map(({ message }) => message))).toEqual(
      new Set(['']),
    );
    for (const log of [here, there]) {
      for (let n = 0; n < 100; n++) say(log, false, '나'.repeat(799));
      expect(log.all().filter(({ message }) => message !== '')).toHaveLength(100);
    }
  });
});

describe('R8.3 what is deleted', () => {
  it('is empty in either audience, keeps its ids, and cannot be found again', () => {
    const log = filled(6, (n) => n === 2);
    const [heard, whispered] = [log.find('living', 2)!, log.find('ghosts', 2)!];
    expect([heard.ghostId, whispered.livingId]).toEqual([3, null]);
    log.delete([heard, whispered]);
    expect(log.all().map(({ message }) => message === '')).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(log.find('living', 2)).toBeUndefined();
    expect(log.find('ghosts', 3)).toBeUndefined();
    expect(log.find('living', 6)).toBeUndefined();
    // A newcomer gets the others under their ids, who comes back the empty ones, too.
    expect(idsFor(log.history('living', null), 'living')).toEqual([1, 3, 4, 5]);
    expect(audienceIds(log, 'living')).toEqual(range(1, 5));
    expect(log.nextIds(false)).toEqual({ ghostId: 7, livingId: 6 });
  });

  it('is not another message that got the same id', () => {
    const log = filled(3);
    const second = log.find('living', 2)!;
    const lost = { ...second, timestamp: EPOCH - 1 };
    log.delete([lost]);
    expect(log.find('living', 2)?.message).toBe('message 2');
    for (const both of [
      [second, lost],
      [lost, second],
    ])
      expect([second, lost].map(isAmong(both))).toEqual([true, true]);
  });

  it('makes room for what is said next', () => {
    const log = new ChatLog();
    for (let n = 0; n < 120; n++) say(log, false, '가'.repeat(799));
    log.delete(log.all());
    for (let n = 0; n < 120; n++) say(log, false, '나'.repeat(799));
    expect(log.all().filter(({ message }) => message !== '')).toHaveLength(120);
  });

  it('is remembered as long as the message may be kept in either audience', () => {
    const log = filled(1);
    const first = log.find('living', 1)!;
    let deleted = keptDeletions([first]);
    for (let n = 0; n < 1_200; n++) deleted = keptDeletions([...deleted, say(log, true)]);
    expect(deleted).toHaveLength(501);
    expect(deleted[0]).toEqual(first);
    const isKnown = (id: number): boolean => deleted.some(({ ghostId }) => ghostId === id);
    expect(log.history('ghosts', { audience: 'ghosts', id: 0 })).toHaveLength(500);
    for (const { ghostId } of log.all()) expect(isKnown(ghostId)).toBe(true);
  });

  it('R7.1 is told to the living without what ghosts said, while there are ghosts', () => {
    const log = filled(4, (n) => n === 3);
    const deleted = log.all().slice(1);
    const both = { living: [2, 3], ghosts: [2, 3, 4] };
    expect(deletedIds(deleted, 'living', true)).toEqual({ living: [2, 3], ghosts: [] });
    expect(deletedIds(deleted, 'living', false)).toEqual(both);
    expect(deletedIds(deleted, 'ghosts', true)).toEqual(both);
  });
});

describe('R8.2 ids', () => {
  it('count from 1 without gaps in each audience', () => {
    const log = filled(9, (n) => n % 3 === 0);
    expect(audienceIds(log, 'living')).toEqual(range(1, 6));
    expect(audienceIds(log, 'ghosts')).toEqual(range(1, 9));
  });

  it('go on after messages have been let go', () => {
    const log = filled(700);
    expect(log.nextIds(false)).toEqual({ ghostId: 701, livingId: 701 });
    for (let n = 0; n < 600; n++) say(log, true);
    expect(log.nextIds(false)).toEqual({ ghostId: 1301, livingId: 701 });
  });

  it('R7.1 of the living tell nothing of what ghosts said', () => {
    const log = filled(10, (n) => n > 4);
    say(log, false);
    const { seq, messages } = chatPayload(log.history('living', null), 'living');
    expect(messages.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(seq).toBe(5);
    for (const message of messages)
      expect(Object.keys(message).toSorted()).toEqual([
        'id',
        'message',
        'playerId',
        'playerName',
        'timestamp',
      ]);
  });

  it('end with the seq of a frame', () => {
    const log = filled(3, (n) => n === 2);
    expect(chatPayload(log.all(), 'ghosts').seq).toBe(3);
    expect(chatPayload(log.history('living', null), 'living').seq).toBe(2);
    expect(chatPayload([], 'living')).toEqual({ seq: 0, messages: [] });
  });
});

describe('R8.1 what is kept', () => {
  it('are the newest 500 of each audience, however much the other says', () => {
    const log = filled(520);
    for (let n = 0; n < 800; n++) say(log, true);
    expect(audienceIds(log, 'living')).toEqual(range(21, 520));
    expect(audienceIds(log, 'ghosts')).toEqual(range(821, 1320));
  });

  it('are at most 300 kB of text for each audience, counted as it goes over the wire', () => {
    const log = filled(10);
    // 800 units of Hangul are 2,400 bytes.
    const long = '가'.repeat(800);
    for (let n = 0; n < 200; n++) say(log, n % 2 === 1, long);
    expect(audienceIds(log, 'living')).toEqual(range(1, 110));
    expect(audienceIds(log, 'ghosts')).toEqual(range(86, 210));
    for (let n = 0; n < 200; n++) say(log, false, long);
    expect(audienceIds(log, 'living')).toEqual(range(186, 310));
    expect(audienceIds(log, 'ghosts')).toEqual(range(286, 410));
  });

  it('are 500 messages of 200 Hangul syllables', () => {
    const log = new ChatLog();
    for (let n = 0; n < 600; n++) say(log, false, '말'.repeat(200));
    expect(audienceIds(log, 'living')).toEqual(range(101, 600));
  });

  it.each([
    ['nothing', filled(0)],
    ['little', filled(10, (n) => n % 2 === 0)],
    ['more than is kept', filled(1_100, (n) => n % 3 === 0)],
    ['ghosts who said most', filled(1_300, (n) => n > 300)],
    ['only ghosts', filled(600, () => true)],
    ['ghosts who said too much to keep', spokenOver(filled(20))],
  ])('is the same in a copy: %s', (_what, log) => {
    const copy = new ChatLog(log.all());
    expect(copy.all()).toEqual(log.all());
    expect(copy.nextIds(true)).toEqual(log.nextIds(true));
    for (const audience of ['living', 'ghosts'] as const)
      expect(audienceIds(copy, audience)).toEqual(audienceIds(log, audience));
  });

  it('is in the order in which it was said', () => {
    const log = filled(1_300, (n) => n > 300 && n % 7 !== 0);
    const order = log.all().map(({ ghostId }) => ghostId);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });
});

describe('R8.1 what a newcomer gets', () => {
  it('are the last 50 that it may see', () => {
    const log = filled(300, (n) => n % 2 === 0);
    expect(idsFor(log.history('living', null), 'living')).toEqual(range(101, 150));
    expect(idsFor(log.history('ghosts', null), 'ghosts')).toEqual(range(251, 300));
    expect(filled(3).history('living', null)).toHaveLength(3);
  });
});

describe('R8.1 what somebody gets who comes back', () => {
  const cursor = (audience: Audience, id: number): ChatCursor => ({ audience, id });

  it('is everything since, also more than a newcomer gets', () => {
    const log = filled(300);
    expect(idsFor(log.history('living', cursor('living', 100)), 'living')).toEqual(range(101, 300));
    expect(log.history('living', cursor('living', 300))).toEqual([]);
    expect(log.history('living', cursor('living', 0))).toHaveLength(300);
  });

  it('is all that is kept when it was away for longer', () => {
    const log = filled(900);
    expect(idsFor(log.history('living', cursor('living', 50)), 'living')).toEqual(range(401, 900));
    expect(idsFor(log.history('living', cursor('living', 400)), 'living')).toEqual(range(401, 900));
    expect(idsFor(log.history('ghosts', cursor('living', 401)), 'ghosts')).toEqual(range(402, 900));
  });

  it('is nothing for an id from the future', () => {
    const log = filled(5);
    expect(log.history('living', cursor('living', 99))).toEqual([]);
    expect(log.history('ghosts', cursor('ghosts', 99))).toEqual([]);
  });

  it('is translated when it comes back as a ghost', () => {
    // Living 1–4, then ghosts say 5–7, then living 5–6 (8–9 to ghosts).
    const log = filled(9, (n) => n >= 5 && n <= 7);
    expect(idsFor(log.history('ghosts', cursor('living', 4)), 'ghosts')).toEqual([5, 6, 7, 8, 9]);
    expect(idsFor(log.history('ghosts', cursor('living', 5)), 'ghosts')).toEqual([9]);
  });

  it('is translated when it comes back to life', () => {
    const log = filled(9, (n) => n >= 5 && n <= 7);
    expect(idsFor(log.history('living', cursor('ghosts', 6)), 'living')).toEqual([5, 6]);
    expect(idsFor(log.history('living', cursor('ghosts', 8)), 'living')).toEqual([6]);
    expect(log.history('living', cursor('ghosts', 9))).toEqual([]);
  });
});

/**
 * Somebody who comes and goes, falls and revives. Returns what it heard and what it had to hear: all
 * that was said in its audience while it was there, and while away all that it may see on its return.
 */
function live(random: Random): { heard: number[]; due: number[] } {
  const log = new ChatLog();
  const heard: number[] = [];
  const due: number[] = [];
  let missed: StoredChat[] = [];
  let audience: Audience = 'living';
  let connected = true;
  let last: ChatCursor | null = null;
  const mayHear = ({ livingId }: StoredChat): boolean => audience === 'ghosts' || livingId !== null;
  const hear = (chats: StoredChat[]): void => {
    for (const { id } of chatPayload(chats, audience).messages) last = { audience, id };
    heard.push(...chats.map(({ ghostId }) => ghostId));
  };
  const meet = (chats: StoredChat[]): void => {
    due.push(...chats.filter(mayHear).map(({ ghostId }) => ghostId));
  };
  for (let step = 0; step < 600; step++) {
    const dice = drawInt(random, 20);
    if (dice === 0) audience = audience === 'living' ? 'ghosts' : 'living';
    else if (dice <= 2) {
      connected = !connected;
      if (!connected) continue;
      if (last !== null) meet(missed);
      hear(log.history(audience, last));
      missed = [];
    } else {
      const chat = say(log, dice <= 9);
      if (!connected) missed.push(chat);
      else if (mayHear(chat)) {
        hear([chat]);
        meet([chat]);
      }
    }
  }
  return { heard, due };
}

it.each(range(1, 25))('R8.1 nothing is lost or shown twice, whatever happens (seed %i)', (seed) => {
  const { heard, due } = live(seeded(seed));
  expect(due.length).toBeGreaterThan(100);
  expect(heard).toEqual([...new Set(heard)].toSorted((a, b) => a - b));
  const known = new Set(heard);
  expect(due.filter((id) => !known.has(id))).toEqual([]);
});
