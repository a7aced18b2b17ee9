/** The steps with which every scenario in a room begins. */
import { NAMESPACE } from '../../src/protocol/events.js';
import type { Run } from './run.js';
import { Seat } from './seats.js';
import { leaveRootNamespace, type Metrics, type VirtualUser } from './virtual-user.js';

export interface Steps<R extends Run> {
  /** Before the first step that emits to /game, which connects. */
  takeSeat: (user: VirtualUser, metrics: Metrics) => Promise<void>;
  /** Right after that step. */
  enterRoom: (user: VirtualUser) => Promise<void>;
  of: (user: VirtualUser) => { run: R; seat: Seat };
}

/** The run begins with its first virtual user. All of them live in one thread of Artillery's. */
export function roomSteps<R extends Run>(
  begin: (vars: Record<string, unknown>, metrics: Metrics) => R,
  entered: (run: R, seat: Seat) => void = () => {},
): Steps<R> {
  let run: R | undefined;
  const seats = new WeakMap<VirtualUser, Seat>();
  const of = (user: VirtualUser): { run: R; seat: Seat } => {
    const seat = seats.get(user);
    if (run === undefined || seat === undefined) throw new Error('takeSeat comes first');
    return { run, seat };
  };
  return {
    of,
    takeSeat: async (user, metrics) => {
      leaveRootNamespace(user);
      run ??= begin(user.vars, metrics);
      const number = run.arrivals++;
      const room = run.rooms[number % run.rooms.length];
      if (room === undefined) throw new Error('a scenario needs a room');
      const seat = new Seat(run.recorder, room, room.seats.length);
      room.seats.push(seat);
      seats.set(user, seat);
      await seat.prepare(user.vars, number, run.expected);
    },
    enterRoom: async (user) => {
      const { run: mine, seat } = of(user);
      const socket = user.sockets[NAMESPACE];
      if (socket === undefined) throw new Error('the step before enterRoom emits to /game');
      await seat.enter(socket);
      entered(mine, seat);
    },
  };
}
