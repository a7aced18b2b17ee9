import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyAppend } from '../../src/game/apply-change.js';
import { done, PHASE, ROSTER, type RoomCommand } from '../../src/game/room-command.js';
import type { RoomState } from '../../src/game/room-state.js';
import { rename } from '../../src/game/seat-commands.js';
import { RoomError } from '../../src/protocol/index.js';
import { CommandQueue } from '../../src/server/live/room/command-queue.js';
import type { Append, AppendOutcome } from '../../src/server/live/store/contract.js';
import type { RoomWriter } from '../../src/server/live/store/room-writer.js';
import { until } from '../support/real-time.js';
import { aRoom, codeOf, EPOCH } from '../support/game-data.js';

type Asked = Omit<Append, 'id'>;

/** Nothing waits so long. */
const NEVER_MS = 60_000;

let state: RoomState;
let queue: CommandQueue;
/** What was appended, and what the store answers next; 'done' where nothing is said. */
let asked: Asked[];
let answers: ((append: Asked) => AppendOutcome | Promise<AppendOutcome>)[];
/** Numbers that the copy was waited for; by default it is there at once. */
let waitedFor: number[];
let reached: (seq: number) => Promise<void>;
let catchUp: () => Promise<void>;

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  state = aRoom();
  asked = [];
  answers = [];
  waitedFor = [];
  reached = async () => {};
  catchUp = async () => {};
  const append = async (_roomId: string, append: Asked): Promise<AppendOutcome> => {
    asked.push(append);
    return (await answers.shift()?.(append)) ?? accept(append);
  };
  queue = new CommandQueue(
    {
      get state() {
        return state;
      },
    },
    {
      writer: { append } as Partial<RoomWriter> as RoomWriter,
      now: () => EPOCH,
      reached: (seq) => {
        waitedFor.push(seq);
        return reached(seq);
      },
      catchUp: () => catchUp(),
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The store appends, and the copy hears of it. */
function accept({ changes }: Asked): AppendOutcome {
  const seq = state.seq + 1;
  applyAppend(state, { id: `id.${seq}`, seq, changes });
  return { kind: 'done', seq };
}

/** Another process changes something first. */
function overtake(playerName: string): AppendOutcome {
  accept({ changes: [{ kind: 'renamed', slot: 0, playerName }] } as Partial<Asked> as Asked);
  return { kind: 'stale', seq: state.seq, waitMs: 0 };
}

const settle = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((go) => setImmediate(go));
};

/** Notes what it was decided on, and changes nothing that another of them reads. */
const note = (slot: number, playerName: string): RoomCommand<string | undefined> => ({
  reads: ROSTER,
  decide: (room) => ({
    changes: [{ kind: 'renamed', slot, playerName }],
    answer: room.seats.get(slot)?.playerName,
  }),
});
const nobody = rename('nobody', 'x');
const codes = (tries: Promise<unknown>[]): Promise<string[]> =>
  Promise.all(tries.map((one) => codeOf(() => one)));
const namesIn = ({ changes }: Asked): string[] =>
  changes.map((change) => (change.kind === 'renamed' ? change.playerName : change.kind));

describe('a command queue', () => {
  it('appends in one what comes in one turn, and in the next one what comes meanwhile', async () => {
    let answer = (): void => {};
    answers.push(async (append) => {
      await new Promise<void>((go) => (answer = go));
      return accept(append);
    });
    const first = [queue.run(note(0, 'a')), queue.run(note(1, 'b'))];
    await settle();
    const second = ['c', 'd', 'e'].map((name) => queue.run(note(0, name)));
    await settle();
    expect(asked.map(namesIn)).toEqual([['a', 'b']]);
    answer();
    expect(await Promise.all(first)).toEqual(['Player 0', 'Player 1']);
    // Each is decided on what the one before it leaves.
    expect(await Promise.all(second)).toEqual(['a', 'c', 'd']);
    expect(asked.map(namesIn)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('expects the revisions of what any of them reads or changes', async () => {
    const mute: RoomCommand<void> = {
      reads: PHASE,
      decide: () => done({ kind: 'settings', settings: { isMuted: true } }),
    };
    await queue.run(note(0, 'a'));
    await queue.run(mute);
    await Promise.all([queue.run(mute), queue.run(note(0, 'b'))]);
    const expected = asked.map(({ expects }) => [...expects].toSorted().join(' '));
    expect(expected).toEqual(['roster', 'phase', 'phase roster']);
  });

  it('carries so many at once and no more, in their order', async () => {
    const results = Array.from({ length: 450 }, (_, n) => queue.run(note(0, `${n}`)));
    await Promise.all(results);
    expect(asked.map(({ changes }) => changes.length)).toEqual([200, 200, 50]);
    expect(asked.flatMap(namesIn)).toEqual(Array.from({ length: 450 }, (_, n) => `${n}`));
  });

  it('refuses one and not the others, and tells a bug to whom it concerns', async () => {
    const bug: RoomCommand<void> = {
      reads: ROSTER,
      decide: () => {
        throw new TypeError('a bug');
      },
    };
    const tries = [queue.run(note(0, 'a')), queue.run(nobody), queue.run(note(1, 'b'))];
    const broken = queue.run(bug);
    await expect(broken).rejects.toThrow('a bug');
    expect(await codes(tries)).toEqual(['ok', 'PLAYER_NOT_FOUND', 'ok']);
    expect(asked.map(namesIn)).toEqual([['a', 'b']]);
  });

  it('refuses only what the store refuses as well: it compares what was read', async () => {
    answers.push(() => {
      accept({
        changes: [{ kind: 'host', hostId: 'p1', isHandedOver: false }],
      } as unknown as Asked);
      return { kind: 'stale', seq: state.seq, waitMs: 0 };
    });
    const isHost: RoomCommand<void> = {
      reads: ROSTER,
      decide: (room) => {
        if (room.hostId !== 'p1') throw new RoomError('NOT_HOST');
        return done();
      },
    };
    expect(await codeOf(() => queue.run(isHost))).toBe('ok');
    expect(asked.map(({ changes }) => changes)).toEqual([[], []]);
  });
});

describe('a command queue whose copy is behind', () => {
  it('waits for what the store has told, decides anew, and takes along who has come', async () => {
    let arrive = (): void => {};
    reached = async (seq) => {
      if (state.seq < seq) await new Promise<void>((go) => (arrive = go));
    };
    answers.push(() => ({ kind: 'stale', seq: state.seq + 1, waitMs: 0 }));
    const first = queue.run(note(0, 'mine'));
    await until(() => waitedFor.length === 2);
    const late = queue.run(note(1, 'too'));
    expect(asked).toHaveLength(1);
    overtake('theirs');
    arrive();
    expect(await Promise.all([first, late])).toEqual(['theirs', 'Player 1']);
    expect(asked.map(namesIn)).toEqual([['mine'], ['mine', 'too']]);
    expect(waitedFor).toEqual([0, 1]);
  });

  it('waits for its own last append before it decides on the next command', async () => {
    answers.push(() => ({ kind: 'done', seq: 7 }));
    await queue.run(note(0, 'a'));
    const next = queue.run(note(0, 'b'));
    await next;
    expect(waitedFor).toEqual([0, 7]);
  });

  it('has it compared where it was there already, as one of the two has lost something', async () => {
    state.seq = 9;
    let compared = 0;
    catchUp = async () => {
      compared++;
      state = aRoom({ seq: 4 });
    };
    answers.push(() => ({ kind: 'stale', seq: 4, waitMs: 0 }));
    expect(await queue.run(note(0, 'a'))).toBe('Player 0');
    expect(compared).toBe(1);
    expect(asked.map(({ before }) => before.seq)).toEqual([9, 4]);
    expect(waitedFor).toEqual([0, 4]);
  });

  it('does not wait for what a lost store had promised, once the copy is a new one', async () => {
    answers.push(() => ({ kind: 'done', seq: 100 }));
    await queue.run(note(0, 'a'));
    queue.startAnew();
    await queue.run(note(0, 'b'));
    expect(waitedFor).toEqual([0, 0]);
  });

  it('waits until an update says that it is its turn, and takes along who has come', async () => {
    answers.push(() => ({ kind: 'turn', seq: 4, waitMs: NEVER_MS }));
    const first = queue.run(note(0, 'mine'));
    await until(() => asked.length === 1);
    const late = queue.run(note(1, 'too'));
    await settle();
    expect(asked).toHaveLength(1);
    queue.takeTurn(5);
    expect(await Promise.all([first, late])).toEqual(['Player 0', 'Player 1']);
    expect(asked.map(namesIn)).toEqual([['mine'], ['mine', 'too']]);
  });

  it('waits for its turn, too, where it came too late and others stand before it', async () => {
    answers.push(() => ({ kind: 'stale', seq: 0, waitMs: NEVER_MS }));
    state.seq = -1;
    const result = queue.run(note(0, 'mine'));
    await settle();
    expect(asked).toHaveLength(1);
    queue.takeTurn(1);
    expect(await result).toBe('Player 0');
  });

  it('takes its turn where the update was faster than the answer', async () => {
    answers.push(() => {
      queue.takeTurn(5);
      return { kind: 'turn', seq: 4, waitMs: NEVER_MS };
    });
    expect(await queue.run(note(0, 'mine'))).toBe('Player 0');
  });

  it('takes no turn of the past for this one, and goes on by itself where none comes', async () => {
    queue.takeTurn(4);
    answers.push(() => ({ kind: 'turn', seq: 4, waitMs: 60 }));
    const startedAt = performance.now();
    expect(await queue.run(note(0, 'mine'))).toBe('Player 0');
    expect(performance.now() - startedAt).toBeGreaterThan(55);
  });

  it('takes a turn of a lost store for none', async () => {
    queue.takeTurn(100);
    queue.startAnew();
    answers.push(() => ({ kind: 'turn', seq: 4, waitMs: 60 }));
    const startedAt = performance.now();
    expect(await queue.run(note(0, 'mine'))).toBe('Player 0');
    expect(performance.now() - startedAt).toBeGreaterThan(55);
  });

  it('gives up after a hundred times, tells all of them, and goes on with the next', async () => {
    for (let n = 0; n < 100; n++) answers.push(() => overtake(`${n}`));
    const tries = [queue.run(note(0, 'a')), queue.run(nobody)];
    expect(await codes(tries)).toEqual(['TOO_LATE', 'TOO_LATE']);
    expect(asked).toHaveLength(100);
    expect(await queue.run(note(0, 'b'))).toBe('99');
  });
});

describe('a command queue whose store is away', () => {
  it('tells all that one append carried, and goes on with the next', async () => {
    answers.push(() => Promise.reject(new RoomError('STORE_AWAY')));
    const tries = [queue.run(note(0, 'a')), queue.run(note(1, 'b'))];
    expect(await codes(tries)).toEqual(['STORE_AWAY', 'STORE_AWAY']);
    expect(await queue.run(note(0, 'c'))).toBe('Player 0');
  });

  it.each(['STORE_AWAY', 'ROOM_NOT_FOUND'] as const)(
    'tells those who wait for the copy that it does not come: %s',
    async (code) => {
      answers.push(() => ({ kind: 'done', seq: 7 }));
      await queue.run(note(0, 'a'));
      reached = () => Promise.reject(new RoomError(code));
      const tries = [queue.run(note(0, 'b')), queue.run(note(1, 'c'))];
      expect(await codes(tries)).toEqual([code, code]);
      expect(asked).toHaveLength(1);
    },
  );

  it('tells those, too, who have come to wait in the middle of a try', async () => {
    answers.push(() => ({ kind: 'stale', seq: 7, waitMs: 0 }));
    let fail = (): void => {};
    reached = (seq) =>
      seq === 0
        ? Promise.resolve()
        : new Promise((_go, stop) => (fail = () => stop(new RoomError('STORE_AWAY'))));
    const first = codeOf(() => queue.run(note(0, 'a')));
    await until(() => waitedFor.length === 2);
    const late = codeOf(() => queue.run(note(1, 'b')));
    await settle();
    reached = async () => {};
    fail();
    expect(await first).toBe('STORE_AWAY');
    // It was not decided on yet, so it goes on by itself.
    expect(await late).toBe('ok');
  });
});
