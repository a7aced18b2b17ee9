import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FlushReader } from '../../load-test/swarm/flush-reader.js';
import type { RevealPhase } from '../../src/game/phase.js';
import type { RoomChange } from '../../src/game/room-change.js';
import {
  encodeMove,
  toFraction,
  type CompactFlush,
  type FlushEvent,
  type Format,
} from '../../src/protocol/index.js';
import { flushEventsIn } from '../support/compact-reader.js';
import { aSeat } from '../support/game-data.js';
import { standApart } from '../support/answers.js';
import { isPrivate } from '../support/private-events.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const FORMATS: readonly Format[] = ['json', 'compact'];

/** What a page and what the swarm make of what somebody was sent. */
const READERS = [
  ['a page', (one: Actor) => flushEventsOf(one)],
  ['the swarm', readAsSwarm],
] as const;

function readAsSwarm({ connectionId }: Actor): FlushEvent[] {
  const reader = new FlushReader();
  const facts: FlushEvent[] = [];
  for (const flush of stage.broadcaster.payloads(connectionId, 'flush'))
    reader.read(flush, ({ name, payload }) => facts.push([name, payload] as FlushEvent));
  return facts;
}

let stage: Stage;
let roomId: string;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' }, 4);
});
afterEach(() => closeStage(stage));

async function seat<N extends string[]>(format: Format, ...names: N): Promise<Actors<N>> {
  stage.format = format;
  return (await stage.seatAll(roomId, ...names)) as Actors<N>;
}
type Actors<N extends string[]> = { [I in keyof N]: Actor };

const flushesOf = ({ connectionId }: Actor): CompactFlush[] =>
  stage.broadcaster.payloads(connectionId, 'flush');
const framesOf = ({ connectionId }: Actor): number => stage.broadcaster.heard(connectionId).length;
const flushEventsOf = ({ connectionId }: Actor): FlushEvent[] =>
  flushEventsIn(stage.broadcaster.heard(connectionId)).filter(([event]) => !isPrivate(event));
const eventsOf = (one: Actor): string => namesIn(flushEventsOf(one));
const namesIn = (facts: readonly FlushEvent[]): string => facts.map(([event]) => event).join(' ');

const share = (): Promise<void> => stage.room(roomId).batch.share();

/** Waits until the question, in which those named stand right and wrong; ends before the reveal. */
async function stand(rightOnes: Actor[], wrongOnes: Actor[]): Promise<void> {
  await standApart(stage, roomId, rightOnes, wrongOnes);
  await stage.flush();
  stage.broadcaster.clear();
}

describe('a transition', () => {
  it('is told in the frame of what happened before it, and after that', async () => {
    const [ann, bob] = await seat('compact', 'ann', 'bob');
    const [carl] = await seat('json', 'carl');
    stage.move(ann, [700, 800]);
    stage.chat(bob, 'go');
    await share();
    await stage.rooms.rename(stage.room(roomId), bob.seat.playerId, 'Bo', 'en');
    await stage.rooms.changeSettings(stage.room(roomId), { isMuted: true });
    expect(stage.broadcaster.frames).toEqual([]);
    await stage.driver.start(roomId);
    const told = 'setPlayerName updatePosition chatMessage muteChat startGame phase';
    expect([framesOf(ann), framesOf(bob), framesOf(carl)]).toEqual([1, 1, 6]);
    for (const one of [ann, bob, carl]) expect(eventsOf(one)).toBe(told);
    const [, moves, chat] = flushesOf(ann)[0]!;
    expect(moves).toBe(encodeMove(ann.seat.slot, 700, 800));
    expect(chat?.[2]).toMatchObject([[-1, 'go', 0, { playerName: 'bob' }]]);
    await stage.flush();
    expect([framesOf(ann), framesOf(carl)]).toEqual([1, 6]);
  });

  it('into each phase is told to both formats alike, in one frame to compact clients', async () => {
    stage.format = 'compact';
    const screen = await stage.watch(roomId);
    const ann = await stage.sit(roomId, 'ann');
    stage.format = 'json';
    const carl = await stage.sit(roomId, 'carl');
    await stage.flush();
    const told = [screen, carl].map((one) => flushEventsOf(one).length);
    const frames = framesOf(screen);
    await stage.driver.start(roomId);
    // Four questions, their reveals and the lobby; all stand together, so that nobody falls.
    for (let n = 0; n < 9; n++) {
      for (const one of [ann, carl]) stage.move(one, [n, n + 1]);
      stage.chat(carl, `${n}`);
      await share();
      await stage.driver.adjust(roomId, 'skip');
      expect(framesOf(screen)).toBe(frames + n + 2);
    }
    const [compact, json] = [screen, carl].map((one, i) => flushEventsOf(one).slice(told[i])) as [
      FlushEvent[],
      FlushEvent[],
    ];
    expect(compact).toEqual(json);
    const events = `${namesIn(json)} `;
    const count = (part: string): number => events.split(`${part} `).length - 1;
    expect(count('updatePosition chatMessage phase startQuizTime')).toBe(4);
    expect(count('updatePosition chatMessage phase endQuizTime')).toBe(4);
    expect(count('updatePosition chatMessage phase endGame')).toBe(1);
    const seqs = flushesOf(screen)
      .slice(-10)
      .map(([seq]) => seq);
    expect(seqs).toEqual(seqs.map((_, n) => seqs[0]! + n));
  });

  it('that nothing happened before is one frame to compact clients', async () => {
    const [ann] = await seat('compact', 'ann');
    const [bob] = await seat('json', 'bob');
    const flushes = stage.flushes.length;
    await stage.driver.start(roomId);
    expect([framesOf(ann), eventsOf(ann)]).toEqual([1, 'startGame phase']);
    expect(flushesOf(ann)[0]!.slice(1, 4)).toEqual(['', null, null]);
    expect(eventsOf(bob)).toBe('startGame phase');
    await stage.driver.adjust(roomId, 'skip');
    expect([framesOf(ann), framesOf(bob)]).toEqual([2, 4]);
    await stage.driver.adjust(roomId, 'pause');
    expect([framesOf(ann), framesOf(bob)]).toEqual([3, 5]);
    expect(stage.flushes).toHaveLength(flushes + 3);
  });
});

describe('R7.1 what happened before a transition', () => {
  it.each(FORMATS)('goes to the audiences of before it, to %s clients', async (format) => {
    const [ann, bob, gil] = await seat(format, 'ann', 'bob', 'gil');
    await stage.driver.start(roomId);
    await stand([ann, bob], [gil]);
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
    // Now gil is a ghost, and bob falls next; what gil does is not for bob yet.
    await stand([ann], [bob]);
    stage.move(gil, [1, 2]);
    stage.chat(gil, 'boo');
    stage.chat(ann, 'hello');
    await share();
    await stage.driver.adjust(roomId, 'skip');
    const text = (one: Actor): string => stage.broadcaster.textOf(one.connectionId);
    for (const one of [ann, bob]) {
      expect(text(one)).not.toContain('boo');
      expect(text(one)).not.toContain(encodeMove(gil.seat.slot, 1, 2));
      expect(eventsOf(one)).not.toContain('updatePosition');
      expect(eventsOf(one)).toMatch(/^chatMessage phase /);
    }
    expect(text(gil)).toContain('boo');
    expect(eventsOf(gil)).toMatch(/^updatePosition chatMessage phase .*ghostLeague/);
    // R14.1 The league of the ghosts is theirs alone.
    expect(eventsOf(ann) + eventsOf(bob)).not.toContain('ghostLeague');
    const frames = format === 'compact' ? [2, 1, 1] : [4, 3, 5];
    expect([ann, bob, gil].map(framesOf)).toEqual(frames);
    stage.broadcaster.clear();
    await stage.flush();
    // R7.4 Who has fallen gets the places of all with the next one.
    const places = stage.room(roomId).view.positions([gil.seat.slot], 'ghosts');
    const isTold = (one: Actor): boolean =>
      text(one).includes(
        format === 'compact' ? encodeMove(gil.seat.slot, 1, 2) : JSON.stringify(places[0]),
      );
    expect([ann, bob, gil].map(isTold)).toEqual([false, true, false]);
  });
});

describe('a transition while newcomers wait', () => {
  const SNAPSHOT =
    'updateRoomOption updateRoomQuizset updateScreen updateModeration muteChat getSelfId joinRoom phase';

  it.each(FORMATS)(
    'comes after their snapshot of before it, once, to %s clients',
    async (format) => {
      const [ann] = await seat(format, 'ann');
      stage.format = format;
      const bob = await stage.sit(roomId, 'bob');
      stage.move(ann, [5, 6]);
      await share();
      stage.broadcaster.clear();
      await stage.driver.start(roomId);
      await stage.flush();
      expect(eventsOf(bob)).toBe(`${SNAPSHOT} startGame phase`);
      const phases = flushEventsOf(bob).filter(([event]) => event === 'phase');
      expect(phases).toMatchObject([
        ['phase', { kind: 'lobby' }],
        ['phase', { kind: 'countdown' }],
      ]);
      expect(eventsOf(ann)).toBe('joinRoom updatePosition startGame phase');
      const roster = flushEventsOf(bob).flatMap(([event, payload]) =>
        event === 'joinRoom' ? payload.players : [],
      );
      expect(roster[0]).toMatchObject({ playerPosition: [toFraction(5), toFraction(6)] });
      expect([roster.length, bob.isAdmitted()]).toEqual([2, true]);
    },
  );

  it('bears a number of its own, to compact clients', async () => {
    const [ann] = await seat('compact', 'ann');
    const bob = await stage.sit(roomId, 'bob');
    await stage.driver.start(roomId);
    const [first, second] = flushesOf(ann).map(([seq]) => seq) as [number, number];
    expect([framesOf(ann), second]).toEqual([2, first + 1]);
    const seqs = flushesOf(bob).map(([seq]) => seq);
    expect(seqs).toEqual([...seqs.slice(1).map(() => first), second]);
  });

  it.each(FORMATS)('and nothing else happens reaches all once, %s clients', async (format) => {
    const [ann] = await seat(format, 'ann');
    const screen = await stage.watch(roomId);
    await stage.driver.start(roomId);
    await stage.flush();
    expect(eventsOf(ann)).toBe('startGame phase');
    expect(eventsOf(screen)).toBe(`${SNAPSHOT.replace('getSelfId ', '')} startGame phase`);
    expect(framesOf(ann)).toBe(format === 'compact' ? 1 : 2);
  });

  it('whom the room does not know yet reaches the others in one frame, and not them twice', async () => {
    const [ann] = await seat('compact', 'ann');
    const room = stage.room(roomId);
    // Its seat is told later than its wish to be let in.
    void room.join({
      connectionId: 'early',
      slot: 7,
      grant: { playerId: 'early', generation: 1 },
      format: 'compact',
      isCreator: false,
      cursor: null,
    });
    stage.move(ann, [1, 1]);
    await share();
    await stage.driver.start(roomId);
    expect([framesOf(ann), eventsOf(ann)]).toEqual([1, 'updatePosition startGame phase']);
    expect(stage.broadcaster.heard('early')).toEqual([]);
    room.leave('early');
  });
});

describe('the marks of a transition', () => {
  let ann: Actor;
  let bob: Actor;
  let carl: Actor;

  /** All stand in a question, and nobody forgets what they were told. */
  beforeEach(async () => {
    stage.format = 'compact';
    ann = await stage.sit(roomId, 'ann');
    bob = await stage.sit(roomId, 'bob');
    carl = await stage.sit(roomId, 'carl');
    await stage.flush();
    await stage.driver.start(roomId);
    await stage.driver.adjust(roomId, 'skip');
    await stage.flush();
  });

  const idOf = ({ seat: { playerId } }: Actor): string => playerId;

  /** What the store would tell of the end of the question. */
  function reveal(...playerIds: string[]): void {
    const { apply, view } = lookInto();
    if (view.phase.kind !== 'question') throw new Error(view.phase.kind);
    const { version, index, count, drops, question, clock } = view.phase;
    const right = { isAnswer: true, fellAt: null, played: true, gain: 0 };
    const marks = playerIds.map((playerId, n) => {
      return { playerId, score: n, rank: n + 1, ...right };
    });
    const phase: RevealPhase = {
      kind: 'reveal',
      version: version + 1,
      index,
      count,
      first: 0,
      drops,
      question,
      solution: { kind: 'choice', rights: [1] },
      summary: { kind: 'choice', counts: [3, 0] },
      correction: null,
      waits: false,
      asked: clock,
      clock,
    };
    apply({ kind: 'phase', phase, tally: { game: view.tally.game, marks } });
  }

  function lookInto() {
    const room = stage.room(roomId);
    const { view } = room;
    const apply = (...changes: RoomChange[]): void =>
      room.apply({ kind: 'appended', seq: view.seq + 1, id: `test.${view.seq}`, changes });
    return { view, apply };
  }

  const marked = (facts: readonly FlushEvent[]): string[] => {
    const last = facts.at(-1)!;
    return last[0] === 'endQuizTime' ? last[1].players.map(({ playerId }) => playerId) : [];
  };
  const lastFlush = (): CompactFlush => flushesOf(carl).at(-1)!;
  const namesOf = (facts: CompactFlush[3]): unknown => facts?.map(([event]) => event);
  /** Slots of the marks, and who is named besides. */
  const marksSent = (): unknown[] => {
    const [event, payload] = lastFlush()[4]!.at(-1)!;
    return event === 'endQuizTime' ? payload[1].map(([slot, , , , named]) => [slot, named]) : [];
  };

  it.each(READERS)('name by id who left within the flush, to %s', async (_, read) => {
    const before = framesOf(carl);
    await stage.exit(bob);
    reveal(idOf(ann), idOf(bob), idOf(carl));
    expect(framesOf(carl)).toBe(before + 1);
    expect(namesOf(lastFlush()[4])).toEqual(['exitRoom', 'phase', 'endQuizTime']);
    expect(marksSent()).toEqual([
      [ann.seat.slot, undefined],
      [-1, idOf(bob)],
      [carl.seat.slot, undefined],
    ]);
    expect(marked(read(carl))).toEqual([idOf(ann), idOf(bob), idOf(carl)]);
  });

  it.each(READERS)('take nobody for who sits in the slot by now, to %s', (_, read) => {
    const { apply } = lookInto();
    const before = framesOf(carl);
    const { slot } = bob.seat;
    const rest = { identityId: 'bob', reason: 'freed', at: Date.now(), restsUntil: 0 } as const;
    const seat = aSeat(slot, { playerId: 'dora', connectionId: 'dora' });
    apply({ kind: 'left', slot, playerId: idOf(bob), ...rest });
    apply({ kind: 'seated', seat, address: '192.0.2.1' });
    reveal('dora', idOf(ann), idOf(bob), idOf(carl));
    expect(framesOf(carl)).toBe(before + 1);
    expect(namesOf(lastFlush()[3])).toEqual(['joinRoom']);
    expect(marksSent().slice(0, 3)).toEqual([
      [slot, undefined],
      [ann.seat.slot, undefined],
      [-1, idOf(bob)],
    ]);
    expect(marked(read(carl))).toEqual(['dora', idOf(ann), idOf(bob), idOf(carl)]);
  });
});
