import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlushEvent } from '../../../src/protocol/index.js';
import { loadKinds, loadPages, PageRoom } from '../../support/page-room.js';
import type { ShownItem } from '../../../src/protocol/programme.js';
import {
  BELL,
  DrawRoom,
  FinalRoom,
  ItemRoom,
  RevealRoom,
  SEED,
  SELF,
  SeriesRoom,
} from './told-rooms.js';

beforeAll(async () => {
  await loadPages();
  await loadKinds();
});

const pages: PageRoom[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
  vi.useRealTimers();
});

const PARTS = ['phone', 'cockpit', 'projector'] as const;
type Part = (typeof PARTS)[number];

function open(part: Part): PageRoom {
  const page = new PageRoom(part, part === 'phone' ? SELF : null);
  pages.push(page);
  return page;
}

/** A moment in a beat, which is none of its ends. */
const INSIDE_MS = 40;

/** How somebody comes to see the beat at `index` of a reveal. */
const WAYS = {
  'who was there': (room, part, index) => {
    vi.setSystemTime(BELL - 1_000);
    const page = open(part);
    page.hear(...room.asked);
    vi.advanceTimersByTime(1_000);
    page.hear(...room.bell);
    vi.advanceTimersByTime(room.at(index) + INSIDE_MS - BELL);
    return page;
  },
  'who comes late': (room, part, index) => {
    vi.setSystemTime(room.at(index) + INSIDE_MS);
    const page = open(part);
    page.hear(...room.snapshot());
    return page;
  },
  'who was away': (room, part, index) => {
    vi.setSystemTime(BELL - 1_000);
    const page = open(part);
    page.hear(...room.asked);
    vi.advanceTimersByTime(1_000);
    page.hear(...room.bell);
    vi.setSystemTime(room.at(index) + INSIDE_MS);
    page.reconnected(...room.snapshot());
    return page;
  },
  'who was away since the question': (room, part, index) => {
    vi.setSystemTime(BELL - 1_000);
    const page = open(part);
    page.hear(...room.asked);
    vi.setSystemTime(room.at(index) + INSIDE_MS);
    page.reconnected(...room.snapshot());
    return page;
  },
} satisfies Record<string, (room: RevealRoom, part: Part, index: number) => PageRoom>;

const WAY_NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

/** What pages say in the beat at `index` of two rooms that came in the same way. */
function both(rooms: readonly RevealRoom[], way: keyof typeof WAYS, part: Part, index: number) {
  return rooms.map((room) => {
    const page = WAYS[way](room, part, index);
    expect(page.scene).toBe(room.beats[index]?.scene);
    return page.says();
  });
}

describe.each(PARTS)('R19.2 a %s', (part) => {
  describe.each(WAY_NAMES)('of %s', (way) => {
    it.each(['RANKING', 'SURVIVAL'] as const)(
      'says nothing of the answer before its beat in %s',
      (gameMode) => {
        const rooms = [1, 2].map((right) => new RevealRoom({ right, gameMode }));
        const [room] = rooms as [RevealRoom];
        const toldAt = room.first('two') + 1;
        for (let index = 0; index < toldAt; index++) {
          const [one, other] = both(rooms, way, part, index);
          expect(one).toEqual(other);
        }
        const [one, other] = both(rooms, way, part, room.first('answer'));
        expect(one).not.toEqual(other);
      },
    );

    it('says nothing of scores, ranks and teams before the ranking', () => {
      const early = new RevealRoom({ right: 1 });
      const late = new RevealRoom({ right: 1, gainOf: (n) => (n === 2 ? 500 : 1_500) });
      const rankingAt = early.first('ranking');
      for (let index = 0; index < rankingAt; index++) {
        const [one, other] = both([early, late], way, part, index);
        expect(one).toEqual(other);
      }
      const [one, other] = both([early, late], way, part, rankingAt);
      expect(one).not.toEqual(other);
    });
  });

  it('R19.1 says the same in each beat, whenever somebody came', () => {
    for (const gameMode of ['RANKING', 'SURVIVAL'] as const) {
      const room = new RevealRoom({ right: 1, gameMode });
      for (const index of room.beats.keys()) {
        const said = WAY_NAMES.map((way) => {
          const { 'play/Stamp': stamp, ...rest } = WAYS[way](room, part, index).says();
          // Who comes into the rest sees for a moment what the others saw before.
          return room.beats[index]?.scene === 'rest' ? rest : { stamp, ...rest };
        });
        for (const one of said) expect(one).toEqual(said[0]);
      }
    }
  });

  it('R19.1 stands in its beat while the reveal is paused', () => {
    const room = new RevealRoom({ right: 1 });
    for (const index of room.beats.keys()) {
      const page = WAYS['who was there'](room, part, index);
      page.hear(room.phase(Date.now()));
      const paused = page.says();
      const late = open(part);
      vi.advanceTimersByTime(3_600_000);
      late.hear(...room.snapshot(room.at(index) + INSIDE_MS));
      expect([page.scene, page.says()]).toEqual([room.beats[index]!.scene, paused]);
      const { 'play/Stamp': _stamp, ...rest } = paused;
      expect(late.says()).toMatchObject(rest);
    }
  });
});

/** A page that was there for a whole series, in a beat of its reveal. */
function seenIn(part: Part, room: SeriesRoom, index: number): PageRoom {
  vi.setSystemTime(BELL - 1_000);
  const page = open(part);
  page.hear(...room.begun, ...room.asked(1), ...room.asked(2));
  vi.advanceTimersByTime(1_000);
  page.hear(...room.bell);
  vi.advanceTimersByTime(room.at(index) + INSIDE_MS - BELL);
  return page;
}

describe.each(PARTS)('R16.21 a %s in the reveal of a series', (part) => {
  it('says nothing of a part before its beat, and then of that one', () => {
    const rooms = [
      [1, 2, 1],
      [1, 2, 2],
    ].map((rights) => new SeriesRoom(rights));
    const [room] = rooms as [SeriesRoom];
    const said = (index: number) => rooms.map((one) => seenIn(part, one, index).says());
    for (let index = 0; index < room.beatOf(2); index++) {
      const [one, other] = said(index);
      expect(one).toEqual(other);
    }
    const toldAt = part === 'cockpit' ? room.beats.length - 1 : room.beatOf(2);
    const [one, other] = said(toldAt);
    expect(one).not.toEqual(other);
  });
});

describe('R16.21 a cockpit in the reveal of a series', () => {
  it('lists no part to correct before all is told', () => {
    const room = new SeriesRoom([1, 2, 1]);
    const listed = (index: number) => seenIn('cockpit', room, index).says()['host/JudgedQuestions'];
    expect(listed(room.beatOf(2))).not.toContain('earlier-question');
    expect(listed(room.beats.length - 1)).toContain('2.2 It is late.');
  });
});

describe('R16.19 between two parts', () => {
  it('a page says the next one and its number, and keeps the floor', () => {
    const room = new SeriesRoom([1, 2, 1]);
    vi.setSystemTime(BELL - 6_500);
    const page = open('phone');
    page.hear(...room.begun, ...room.asked(1));
    const gap = page.says();
    expect(gap['stage/Announcer']).toContain('Statement 2 of 3: It is late.');
    expect(gap['stage/StageHead']).not.toContain('It is late.');
    expect(gap['stage/StageHead']).toContain('2 / 3');
    expect(gap['stage/Arena']).toContain('data-testid="zone"');
    vi.advanceTimersByTime(600);
    const later = page.says();
    expect(later['stage/StageHead']).toContain('It is late.');
    expect(later['stage/Announcer']).toBe(gap['stage/Announcer']);
  });
});

const GHOST = 'p0';

const byRoster = ([a]: FlushEvent, [b]: FlushEvent): number =>
  Number(b === 'joinRoom') - Number(a === 'joinRoom');

describe('R19.2 who has fallen', () => {
  const room = new RevealRoom({ right: 2, gameMode: 'SURVIVAL' });
  const answerAt = room.first('answer');
  /** Somebody has fallen before. */
  const fallenTwice = new RevealRoom({ right: 2, gameMode: 'SURVIVAL', ghost: GHOST });
  const said: FlushEvent = [
    'chatMessage',
    {
      seq: 1,
      messages: [
        { id: 1, playerId: 'p11', playerName: 'Player 11', message: 'boo', timestamp: BELL + 1 },
      ],
    },
  ];

  it('hears ghosts from the answer on, and keeps their messages apart from the first on', () => {
    const page = WAYS['who was there'](room, 'phone', 0);
    page.hear(said);
    expect([page.room.isGhost, page.says()['people/ChatPanel']]).toEqual([
      false,
      expect.not.stringContaining('boo'),
    ]);
    vi.setSystemTime(room.at(answerAt) + INSIDE_MS);
    vi.advanceTimersByTime(room.at(answerAt) + INSIDE_MS - room.at(0));
    expect(page.room.isGhost).toBe(true);
    expect(page.says()['people/ChatPanel']).toContain('boo');
    expect(page.room.chatRows).toMatchObject([{ audience: 'ghosts' }]);
    expect(page.room.chat.last).toMatchObject({ audience: 'ghosts', id: 1 });
  });

  it('sees no ghost show an emote before the answer', () => {
    const page = WAYS['who was there'](fallenTwice, 'phone', 1);
    const shown: object[] = [];
    page.room.whenEmoted = (emotes) => shown.push(...emotes);
    const emotes = [GHOST, 'p11'].map((playerId) => ({ playerId, emote: 1 }));
    page.hear(['emote', { emotes }]);
    expect(shown).toEqual([emotes[1]]);
    vi.advanceTimersByTime(fallenTwice.at(answerAt) - fallenTwice.at(1));
    page.hear(['emote', { emotes }]);
    expect(shown).toEqual([emotes[1], ...emotes]);
  });

  it('is not told by what ghosts have said when coming back', () => {
    vi.setSystemTime(room.at(1) + INSIDE_MS);
    const page = open('phone');
    page.hear(...room.snapshot(undefined, [said]));
    expect(page.says()['people/ChatPanel']).not.toContain('boo');
    // Somebody else comes in.
    page.hear(['joinRoom', { players: [] }]);
    page.hear(said);
    vi.advanceTimersByTime(room.at(answerAt) - room.at(1));
    expect(page.says()['people/ChatPanel']).toContain('boo');
    expect(page.room.chatRows).toMatchObject([{ audience: 'ghosts' }]);
  });

  it('learns it with the answer, where those who were right have left', () => {
    vi.setSystemTime(room.at(1) + INSIDE_MS);
    const page = open('phone');
    page.hear(...room.snapshot(undefined, []));
    expect(page.room.isGhost).toBe(false);
    const left = open('phone');
    const [roster, ...others] = room.snapshot().toSorted(byRoster);
    if (roster?.[0] !== 'joinRoom') throw new Error('no roster');
    const players = roster[1].players.filter(({ isAlive }) => !isAlive);
    left.hear(['joinRoom', { ...roster[1], players }], ...others);
    expect(left.room.isGhost).toBe(false);
    vi.advanceTimersByTime(room.at(answerAt) - room.at(1));
    expect([page.room.isGhost, left.room.isGhost]).toEqual([true, true]);
  });
});

describe('R4.9 a correction while a reveal is shown', () => {
  it('of the question itself tells all, and of another one nothing early', () => {
    for (const index of [0, 3]) {
      const other = WAYS['who was there'](new RevealRoom({ right: 1 }), 'phone', index);
      const later = new RevealRoom({ right: 1, gainOf: () => 700 });
      const before = other.says();
      other.hear(...later.bell);
      expect([other.scene, other.says()]).toEqual([later.beats[index]?.scene, before]);
      const own = WAYS['who was there'](later, 'phone', index);
      const { beats: _beats, ...plain } = later.reveal;
      own.hear(later.phase(), ['endQuizTime', { ...plain, isVoid: true }]);
      expect([own.scene, own.room.isHeld]).toEqual([undefined, false]);
      expect(own.says()['stage/Announcer']).toContain('as everybody knows');
    }
  });
});

it('R4.12 a correction behind a curtain says nothing that the reveal has not told', () => {
  const room = new RevealRoom({ right: 1 });
  for (const index of [0, room.first('answer')]) {
    const page = WAYS['who was there'](room, 'phone', index);
    const [event, phase] = room.phase(Date.now()) as [string, object];
    page.hear([event, { ...phase, curtain: true }]);
    const before = page.says();
    const { marks } = new RevealRoom({ right: 1, gainOf: () => 900 });
    page.hear(['updateScores', { players: marks }]);
    expect(page.says()).toEqual(before);
  }
});

describe.each(PARTS)('R19.5 the end of a game on a %s', (part) => {
  const best = [4, 7, 2, 9, 0, 1, 3, 5, 6, 8, 10, 11];
  const rooms = (order: readonly number[]): FinalRoom[] => [
    new FinalRoom(best, { kind: 'streak', slot: 8, rights: 5 }),
    new FinalRoom(order, { kind: 'streak', slot: 10, rights: 4 }),
  ];
  const FINAL_WAYS = {
    'who was there': (room: FinalRoom, index: number): PageRoom => {
      vi.setSystemTime(BELL - 1_000);
      const page = open(part);
      page.hear(...room.before);
      vi.setSystemTime(BELL);
      page.hear(...room.begun);
      vi.advanceTimersByTime(room.at(index) + INSIDE_MS - BELL);
      return page;
    },
    'who comes late': (room: FinalRoom, index: number): PageRoom => {
      vi.setSystemTime(room.at(index) + INSIDE_MS);
      const page = open(part);
      page.hear(...room.snapshot);
      return page;
    },
  };

  it.each(Object.keys(FINAL_WAYS) as (keyof typeof FINAL_WAYS)[])(
    'tells %s no place before its beat',
    (way) => {
      // Of each place and the one above it: nobody can tell who has which before it is told.
      for (let place = 0; place < 10; place++) {
        const order = best.with(place, best[place + 1]!).with(place + 1, best[place]!);
        const [room, other] = rooms(order) as [FinalRoom, FinalRoom];
        const toldAt = room.beats.findIndex(
          (beat) =>
            (beat.scene === 'row' && beat.row <= place + 1) ||
            (beat.scene === 'step' && beat.rank <= place + 2),
        );
        for (let index = 0; index < toldAt; index++) {
          const [one, another] = [room, other].map((each) => FINAL_WAYS[way](each, index));
          expect(one?.scene).toBe(room.beats[index]?.scene);
          expect(one?.says()).toEqual(another?.says());
        }
      }
    },
  );

  it('R19.1 tells the same to who comes late, and all from the podium on', () => {
    const [room] = rooms(best) as [FinalRoom];
    for (const [index, { scene }] of room.beats.entries()) {
      const [there, late] = Object.values(FINAL_WAYS).map((come) => come(room, index));
      expect(there?.scene).toBe(scene);
      expect(late?.says()).toEqual(there?.says());
      const isOver = scene === 'podium';
      expect([there?.room.final === null, there?.room.results !== null]).toEqual([isOver, isOver]);
    }
  });
});

describe.each(PARTS)('R27.8 a draw on a %s', (part) => {
  const DRAW_WAYS = {
    'who was there': (room: DrawRoom, ms: number): PageRoom => {
      vi.setSystemTime(BELL - 1_000);
      const page = open(part);
      page.hear(...room.before);
      vi.setSystemTime(BELL);
      page.hear(...room.held);
      vi.advanceTimersByTime(ms);
      return page;
    },
    'who comes late': (room: DrawRoom, ms: number): PageRoom => {
      vi.setSystemTime(BELL + ms);
      const page = open(part);
      page.hear(...room.snapshot);
      return page;
    },
    'who was away': (room: DrawRoom, ms: number): PageRoom => {
      vi.setSystemTime(BELL - 1_000);
      const page = open(part);
      page.hear(...room.before);
      vi.setSystemTime(BELL + ms);
      page.reconnected(...room.snapshot);
      return page;
    },
  };
  /** The own number is the first that is drawn, so that both fall in the same order. */
  const rooms = [new DrawRoom(2), new DrawRoom(7)] as const;

  it.each(Object.keys(DRAW_WAYS) as (keyof typeof DRAW_WAYS)[])(
    'says nothing to %s of who has won, nor the seed, before the floor has fallen',
    (way) => {
      const [{ times, ms }] = rooms;
      for (const at of [...times.map((time) => time + INSIDE_MS), ms - INSIDE_MS]) {
        const [one, other] = rooms.map((room) => DRAW_WAYS[way](room, at).says());
        expect(one).toEqual(other);
        expect(JSON.stringify(one)).not.toMatch(new RegExp(SEED));
      }
      const [one, other] = rooms.map((room) => DRAW_WAYS[way](room, ms + INSIDE_MS).says());
      expect(one).not.toEqual(other);
      expect(JSON.stringify(one)).toContain('Player 2');
      // A projector has only the hash.
      expect(JSON.stringify(one).includes(SEED)).toBe(part !== 'projector');
    },
  );

  it('R27.8 says the same to who comes later', () => {
    const [room] = rooms;
    for (const at of [...room.times, room.ms].map((time) => time + INSIDE_MS)) {
      const [there, ...others] = Object.values(DRAW_WAYS).map((way) => way(room, at).says());
      for (const one of others) expect(one).toEqual(there);
    }
  });
});

describe.each(PARTS)('R27.9 an item on a %s', (part) => {
  const ITEMS: ShownItem[] = [
    { kind: 'slide', title: 'Welcome', text: 'Sit down' },
    { kind: 'break', message: 'Tea', endTime: BELL + 60_000 },
    { kind: 'standings' },
  ];

  it.each(ITEMS)('of kind $kind says nothing of a note or of what comes', (shown) => {
    vi.setSystemTime(BELL);
    const [one, other] = ['SECRET', 'ANOTHER'].map((secret) => {
      const room = new ItemRoom(shown, secret);
      const page = open(part);
      page.hear(...room.told);
      // A phone and a projector are never told it, and a cockpit says it in its notes alone.
      if (part === 'cockpit') page.hear(room.programme);
      return page.says();
    });
    const { 'cockpit/StageNotes': notes, ...rest } = one!;
    const { 'cockpit/StageNotes': otherNotes, ...otherRest } = other!;
    expect(rest).toEqual(otherRest);
    expect(JSON.stringify(rest)).not.toContain('SECRET');
    if (part !== 'cockpit') return;
    expect(notes).toContain('note SECRET');
    expect(notes).not.toEqual(otherNotes);
  });
});

describe.each(PARTS)('R27.4 ranks on a %s', (part) => {
  const slide: ShownItem = { kind: 'slide', title: 'Soon', text: '' };
  const told = (first: number): RevealRoom =>
    new RevealRoom({
      right: 1,
      standings: 'never',
      scoreOf: (n) => (n === first ? 5_000 : n === 2 ? 500 : 100),
    });
  // They are in two teams.
  const rooms = [told(3), told(8)] as const;

  it.each(WAY_NAMES)('of %s are not said in a round that keeps them back', (way) => {
    const [room] = rooms;
    for (const index of room.beats.keys()) {
      const [one, other] = both(rooms, way, part, index);
      expect(one).toEqual(other);
    }
  });

  it('are not said on a slide behind it either, also to who comes then, and are in the standings', () => {
    vi.setSystemTime(BELL + 60_000);
    const said = (item: ShownItem, comes: 'was there' | 'comes late') =>
      rooms.map((room) => {
        const page = open(part);
        const { told: now, snapshot } = room.item(item);
        if (comes === 'was there') page.hear(...room.snapshot(), ...now);
        else page.hear(...snapshot);
        return page.says();
      });
    for (const comes of ['was there', 'comes late'] as const) {
      const [one, other] = said(slide, comes);
      expect(one).toEqual(other);
      const [ranks, others] = said({ kind: 'standings' }, comes);
      expect(ranks).not.toEqual(others);
    }
  });
});
