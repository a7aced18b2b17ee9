import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '../../src/game/zones.js';
import type { FlushFact } from '../../src/protocol/index.js';
import type { RoomSnapshot } from '../../src/store/contract.js';
import { factsIn } from '../support/compact-reader.js';
import { Lagging } from '../support/lagging.js';
import { standApart } from '../support/answers.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

/** What starting anew tells. */
const WELCOME =
  'updateRoomOption updateRoomQuizset updateScreen muteChat getSelfId joinRoom startGame phase startQuizTime';

let stage: Stage;
/** Ann reads JSON, Bob and Carl compact frames. */
let room: Lagging;
let screen: Actor;

beforeEach(async () => {
  stage = openStage();
  room = await Lagging.open(stage);
  screen = await stage.watch(room.roomId);
  await stage.driver.start(room.roomId);
  await standApart(stage, room.roomId, [room.ann, room.carl], [room.bob]);
  await stage.flush();
});
afterEach(() => {
  vi.restoreAllMocks();
  closeStage(stage);
});

const remember = async (): Promise<RoomSnapshot> =>
  structuredClone((await stage.store.snapshot(room.roomId))!);

/** A store that came back as another one, with what it still knows. */
async function comeBackWith(known: RoomSnapshot): Promise<void> {
  const incarnation = 'restarted';
  const { seq, phase } = known.state;
  const rooms = new Map([[room.roomId, { seq, version: phase.version }]]);
  vi.spyOn(stage.store, 'heads').mockResolvedValue({ incarnation, rooms });
  vi.spyOn(stage.store, 'snapshot').mockResolvedValue({ ...known, incarnation });
  stage.outlet.clear();
  await stage.directory.compare();
  await stage.flush();
}

const factsOf = ({ connectionId }: Actor): FlushFact[] => factsIn(stage.outlet.heard(connectionId));
const eventsOf = (actor: Actor): string =>
  factsOf(actor)
    .map(([event]) => event)
    .join(' ');

/** The first payload of this event. */
const told = (actor: Actor, wanted: string): unknown =>
  factsOf(actor).find(([event]) => event === wanted)?.[1];

async function reveal(): Promise<void> {
  await stage.driver.adjust(room.roomId, 'skip');
  await stage.flush();
  expect(stage.room(room.roomId).view.phase.kind).toBe('reveal');
}

describe('R4.5 a store that has lost a reveal', () => {
  it('has compact clients start anew from where it stands', async () => {
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.bob)).toBe(WELCOME);
    expect(eventsOf(screen)).toBe(WELCOME.replace('getSelfId ', ''));
    const { version } = known.state.phase;
    expect(told(room.bob, 'phase')).toMatchObject({ version, kind: 'question' });
    // Bob fell in the reveal that never was.
    const asBefore = { isAlive: true, score: 0 };
    const players = [asBefore, asBefore, asBefore];
    expect(told(room.bob, 'joinRoom')).toMatchObject({ everyone: true, players });
    // From here on they hear what everybody hears.
    stage.outlet.clear();
    const moves = [{ slot: room.carl.seat.slot, position: [1, 2] as Position }];
    stage.room(room.roomId).hear({ kind: 'shared', moves, chats: [], seq: known.state.seq + 1 });
    await stage.flush();
    for (const one of [room.bob, room.carl, screen]) expect(eventsOf(one)).toBe('updatePosition');
  });

  it('tells the phase again to those who read JSON, as before', async () => {
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.ann)).toBe('phase startQuizTime');
  });

  it('does so, too, where it has gone on since to a later phase than the one that it lost', async () => {
    const known = await remember();
    await reveal();
    const { phase } = known.state;
    if (phase.kind !== 'question') throw new Error(phase.kind);
    const clock = { ...phase.clock, endTime: phase.clock.endTime + 5_000 };
    const version = phase.version + 9;
    await comeBackWith({
      ...known,
      state: { ...known.state, phase: { ...phase, clock, version } },
    });
    expect(eventsOf(room.bob)).toBe(WELCOME);
    expect(told(room.bob, 'phase')).toMatchObject({ version, endTime: clock.endTime });
  });

  it('gives a client that is behind its one snapshot, when it has read what was under way', async () => {
    const last = await room.lag();
    const known = await remember();
    await reveal();
    await comeBackWith(known);
    expect(eventsOf(room.bob)).toBe('');
    room.echo(room.bob, last);
    await stage.flush();
    expect(factsOf(room.bob).filter(([event]) => event === 'phase')).toMatchObject([
      ['phase', { kind: 'question' }],
    ]);
    expect(room.kept()).toMatchObject({ laggards: 0, waiting: 0 });
  });

  it('R2.3 has a connection come anew whose seat it has lost', async () => {
    const known = await remember();
    const { slot } = room.bob.seat;
    const seats = known.state.seats.filter((seat) => seat.slot !== slot);
    await comeBackWith({ ...known, state: { ...known.state, seats } });
    expect(stage.outlet.hungUp).toEqual([room.bob.connectionId]);
    expect(eventsOf(room.carl)).toBe(WELCOME);
  });
});

describe('a store that has lost nothing', () => {
  it('tells nobody anything when it comes back as another one', async () => {
    await comeBackWith(await remember());
    for (const one of [room.ann, room.bob, screen]) expect(eventsOf(one)).toBe('');
  });

  it('tells nothing but what was missed when it is the same one', async () => {
    const { view } = stage.room(room.roomId);
    const known = await remember();
    known.state.isMuted = true;
    known.state.seq += 5;
    vi.spyOn(stage.store, 'snapshot').mockResolvedValue(known);
    stage.outlet.clear();
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(eventsOf(room.bob)).toBe('muteChat');
    expect(view.seq).toBe(known.state.seq);
  });
});
