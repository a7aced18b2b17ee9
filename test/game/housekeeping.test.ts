import { describe, expect, it } from 'vitest';
import { standIn } from '../../src/game/host.js';
import { housekeepingFor, type HousekeepingTask } from '../../src/game/housekeeping.js';
import type { Phase } from '../../src/game/phase.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import { aGame, aRoom, aSeat, EPOCH } from '../support/game-data.js';

const S = 1_000;
const MIN = 60 * S;
const TIMES = {
  seatGraceMs: 2 * MIN,
  hostGraceMs: 30 * S,
  emptyRoomMs: 5 * MIN,
  idleRoomMs: 30 * MIN,
  pausedRoomMs: 120 * MIN,
};

const dropped = (slot: number, droppedAt: number): Seat =>
  aSeat(slot, { connectionId: null, droppedAt });

function playing(pausedAt: number | null = null): Pick<RoomState, 'phase' | 'game'> {
  const clock = { startTime: EPOCH, endTime: EPOCH + 10 * S, pausedAt };
  const phase: Phase = { kind: 'countdown', version: 8, count: 3, clock };
  return { phase, game: aGame() };
}

/** Whom or what a task is about: of a role, who stands in, or from whom it falls back. */
function aboutOf(task: HousekeepingTask, room: RoomState, now: number): string | undefined {
  switch (task.kind) {
    case 'close':
      return task.reason;
    case 'free':
      return task.seat.playerId;
    case 'fallBack':
      return task.from;
    case 'standIn': {
      const [change] = standIn.decide(room, now).changes;
      return change?.kind === 'acting' ? change.actingId : undefined;
    }
    case 'goOn':
    case 'endFinal':
      return `phase ${task.phase.version}`;
    case 'endRehearsal':
      return 'the bots';
  }
}

/** What happens as the clock goes on, as `[ms since EPOCH, what]`, looking only when told to. */
function watch(room: RoomState, until: number): [number, string][] {
  const seen: [number, string][] = [];
  let now = EPOCH;
  while (now <= EPOCH + until) {
    const { tasks, nextAt } = housekeepingFor(room, now, TIMES);
    for (const task of tasks) seen.push([now - EPOCH, `${task.kind} ${aboutOf(task, room, now)}`]);
    if (tasks.length > 0) break;
    expect(nextAt).toBeGreaterThan(now);
    now = nextAt;
  }
  return seen;
}

describe('R1.6 the end of a room', () => {
  it('comes when nobody was connected for 5 minutes, in any phase', () => {
    const seats = [dropped(0, EPOCH - MIN), dropped(1, EPOCH)];
    const end: [number, string][] = [[5 * MIN, 'close empty']];
    expect(watch(aRoom({ seats, ...playing() }), 6 * MIN)).toEqual(end);
    expect(watch(aRoom({ seats, ...playing(EPOCH) }), 6 * MIN)).toEqual(end);
    expect(watch(aRoom({ seats: [] }), 6 * MIN)).toEqual(end);
  });

  it('counts from when somebody was last there', () => {
    const room = aRoom({ seats: [], lastPresentAt: EPOCH - 4 * MIN });
    expect(watch(room, 2 * MIN)).toEqual([[MIN, 'close empty']]);
  });

  it('comes after 30 minutes without activity in the lobby', () => {
    expect(watch(aRoom(), 31 * MIN)).toEqual([[30 * MIN, 'close idle']]);
  });

  it('does not come to a running game, which is activity', () => {
    expect(watch(aRoom({ ...playing(), lastActivityAt: EPOCH - 300 * MIN }), 1e9)).toEqual([]);
    expect(housekeepingFor(aRoom(playing()), EPOCH, TIMES).nextAt).toBe(Infinity);
  });

  it('comes when a game was paused for 2 hours', () => {
    const room = aRoom({ ...playing(EPOCH), lastActivityAt: EPOCH - 300 * MIN });
    expect(watch(room, 121 * MIN)).toEqual([[120 * MIN, 'close paused']]);
  });

  it('comes alone: nothing else is done to a room that ends', () => {
    const seats = [dropped(0, EPOCH - 10 * MIN), dropped(1, EPOCH - 10 * MIN)];
    const { tasks } = housekeepingFor(
      aRoom({ seats, lastPresentAt: EPOCH - 10 * MIN }),
      EPOCH,
      TIMES,
    );
    expect(tasks).toEqual([{ kind: 'close', reason: 'empty' }]);
  });
});

describe('R2.2 dropped seats', () => {
  it('are freed after 2 minutes in the lobby', () => {
    const room = aRoom({ seats: [aSeat(0), dropped(1, EPOCH), dropped(2, EPOCH + S)] });
    expect(watch(room, 3 * MIN)).toEqual([[2 * MIN, 'free p1']]);
  });

  it('are all freed that are due', () => {
    const seats = [aSeat(0), dropped(1, EPOCH - 9 * MIN), dropped(2, EPOCH - 2 * MIN)];
    const { tasks } = housekeepingFor(aRoom({ seats }), EPOCH, TIMES);
    expect(tasks.map((task) => task.kind === 'free' && task.seat.slot)).toEqual([1, 2]);
  });

  it('are never freed in a game', () => {
    const room = aRoom({ ...playing(), seats: [aSeat(0), dropped(1, EPOCH - 99 * MIN)] });
    expect(watch(room, 300 * MIN)).toEqual([]);
  });
});

describe('R3.2 the host role', () => {
  const away = (droppedAt: number): Seat[] => [
    dropped(0, droppedAt),
    dropped(1, EPOCH - MIN),
    aSeat(2, { joinedAt: EPOCH - S }),
    aSeat(3, { joinedAt: EPOCH - 2 * S }),
  ];

  it('is stood in for by the longest-present connected player after 30 seconds, in every phase', () => {
    const expected: [number, string][] = [[30 * S, 'standIn p3']];
    expect(watch(aRoom({ ...playing(), seats: away(EPOCH) }), 40 * S)).toEqual(expected);
    expect(watch(aRoom({ ...playing(EPOCH), seats: away(EPOCH) }), 40 * S)).toEqual(expected);
    expect(watch(aRoom({ seats: away(EPOCH) }), 40 * S)).toEqual(expected);
    const off = aRoom({ seats: away(EPOCH), settings: { actingHost: false } });
    expect(watch(off, 40 * S)).toEqual([]);
  });

  it('waits 30 seconds from when the last cockpit went', () => {
    const room = aRoom({ seats: away(EPOCH - MIN), cockpitLeftAt: EPOCH - 10 * S });
    expect(watch(room, 40 * S)).toEqual([[20 * S, 'standIn p3']]);
  });

  it('needs nobody while a co-host is there, and nobody can where all are away', () => {
    expect(watch(aRoom(), 20 * MIN)).toEqual([]);
    const coHost = { helpers: { coHosts: ['identity-2'] }, seats: away(EPOCH) };
    expect(watch(aRoom(coHost), 40 * S)).toEqual([]);
    const alone = aRoom({ seats: [dropped(0, EPOCH - MIN)], lastPresentAt: EPOCH - MIN });
    expect(housekeepingFor(alone, EPOCH, TIMES).tasks).toEqual([]);
  });

  it('is stood in for at once where its holder has left, and no longer than needed', () => {
    const room = aRoom({ hostId: '', seats: [aSeat(1), aSeat(2)] });
    expect(watch(room, 0)).toEqual([[0, 'standIn p1']]);
    expect(watch(aRoom({ actingId: 'p1' }), 0)).toEqual([[0, 'standIn ']]);
  });

  it('falls back to the owner when whoever has it was away for 30 seconds', () => {
    const given = { hostId: 'p1', isHandedOver: true };
    const room = aRoom({ ...given, seats: [aSeat(0), dropped(1, EPOCH), aSeat(2)] });
    expect(watch(room, 40 * S)).toEqual([[30 * S, 'fallBack p1']]);
    expect(watch(aRoom(given), 20 * MIN)).toEqual([]);
  });
});

describe('R1.6, R3.5 a cockpit of those who run the room', () => {
  const HOUR = 60 * MIN;
  const cockpit = (identityId = 'identity-0') => ({
    screens: new Map([['s', { identityId, process: 'a', number: 1, isCockpit: true as const }]]),
  });
  const gone = [dropped(0, EPOCH), dropped(1, EPOCH)];

  it('keeps the room open for 12 hours after anything has happened', () => {
    const end = (reason: string): [number, string][] => [[12 * HOUR, `close ${reason}`]];
    expect(watch(aRoom({ hostId: '', seats: [], ...cockpit() }), 13 * HOUR)).toEqual(end('empty'));
    expect(watch(aRoom({ ...playing(), seats: gone, ...cockpit() }), 13 * HOUR)).toEqual(
      end('empty'),
    );
    expect(watch(aRoom(cockpit()), 13 * HOUR)).toEqual(end('idle'));
    expect(watch(aRoom({ ...playing(EPOCH), ...cockpit() }), 13 * HOUR)).toEqual(end('paused'));
    const helped = { ...cockpit('identity-2'), helpers: { coHosts: ['identity-2'] } };
    expect(watch(aRoom({ hostId: '', seats: [], ...helped }), 13 * HOUR)).toEqual(end('empty'));
  });

  it('of somebody else, or a projector, does not', () => {
    const end: [number, string][] = [[5 * MIN, 'close empty']];
    expect(watch(aRoom({ seats: [], ...cockpit('identity-9') }), 6 * MIN)).toEqual(end);
    const screens = new Map([['s', { identityId: 'identity-0', process: 'a', number: 1 }]]);
    expect(watch(aRoom({ seats: [], screens }), 6 * MIN)).toEqual(end);
  });
});

it('R1.6 a room is looked at again when the first of all its clocks is due', () => {
  const seats = [dropped(0, EPOCH), dropped(1, EPOCH - 100 * S), aSeat(2)];
  const nextAt = (room: RoomState): number => housekeepingFor(room, EPOCH, TIMES).nextAt - EPOCH;
  expect(nextAt(aRoom({ seats }))).toBe(20 * S);
  expect(nextAt(aRoom({ seats, ...playing() }))).toBe(30 * S);
  expect(nextAt(aRoom({ seats: [dropped(0, EPOCH)] }))).toBe(2 * MIN);
  expect(nextAt(aRoom())).toBe(30 * MIN);
});
