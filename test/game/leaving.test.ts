import { describe, expect, it } from 'vitest';
import { fallBack, handOver, standIn } from '../../src/game/host.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { addScreen } from '../../src/game/screen-commands.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import { drop, dropProcess, free, kick, leave, rename, sit } from '../../src/game/seat-commands.js';
import { codeOf, request } from '../support/game-data.js';
import { opened, plain, RoomTrial } from './room-trial.js';

const OWNER = 'identity-0';
const codeOfSitting = (trial: RoomTrial, n: number, changes = {}) =>
  codeOf(() => trial.sit(n, changes));
const slotsOf = ({ room }: RoomTrial): number[] => [...room.seats.keys()];

describe('leaving', () => {
  it('R2.4 frees the seat and tells why', () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 2 }));
    trial.seatAll(2);
    const told = trial.done.length;
    trial.leave(1);
    const { now } = trial;
    expect(slotsOf(trial)).toEqual([0]);
    expect(trial.done.slice(told)).toEqual([
      {
        kind: 'left',
        slot: 1,
        playerId: 'p1',
        identityId: 'identity-1',
        reason: 'left',
        at: now,
        restsUntil: now + SLOT_REST_MS,
      },
    ]);
    expect(trial.room.resting).toEqual(new Map([[1, now + SLOT_REST_MS]]));
    expect([trial.room.kicked, trial.room.banned.size]).toEqual([[], 0]);
    // The seat is free for somebody else, and whoever left comes back as somebody new.
    const back = trial.sit(1, { playerId: 'p1-again' });
    expect(back).toMatchObject({ resumed: false, seat: { playerId: 'p1-again', score: 0 } });
  });

  it('R2.2 seats that were left alone are freed in the lobby only', () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    trial.drop(1);
    const away = trial.seat(1);
    trial.start();
    trial.run(free(away));
    expect(slotsOf(trial)).toEqual([0, 1]);
    trial.leave(1);
    expect(slotsOf(trial)).toEqual([0]);
  });

  it('R2.2 a seat is freed once, and not where its player is back or has dropped anew', () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    expect(trial.changesOf(free(trial.seat(1)))).toEqual([]);
    trial.drop(1);
    const away = trial.seat(1);
    trial.sit(1);
    expect(trial.changesOf(free(away))).toEqual([]);
    trial.drop(1);
    expect(trial.changesOf(free(away))).toEqual([]);
    const told = trial.done.length;
    trial.run(free(trial.seat(1)));
    expect(trial.done.slice(told)).toMatchObject([{ kind: 'left', slot: 1, reason: 'freed' }]);
    expect(slotsOf(trial)).toEqual([0]);
    expect(trial.changesOf(free(away))).toEqual([]);
    expect(trial.sit(1, { playerId: 'again' })).toMatchObject({ resumed: false });
  });

  it('happens once, and never to the next owner of the slot', async () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    const gone = trial.held(1);
    trial.run(leave(gone));
    const before = plain(trial.room);
    trial.run(leave(gone));
    expect(plain(trial.room)).toEqual(before);
    trial.now += SLOT_REST_MS;
    expect(trial.sit(2).seat).toMatchObject({ slot: 1, playerId: 'p2' });
    const taken = plain(trial.room);
    trial.run(leave(gone));
    trial.run(drop(gone));
    expect(await codeOf(() => trial.run(kick('p1')))).toBe('PLAYER_NOT_FOUND');
    expect(await codeOf(() => trial.run(rename('p1', 'x')))).toBe('PLAYER_NOT_FOUND');
    expect(plain(trial.room)).toEqual(taken);
  });

  it('a freed slot rests before it has another owner, to the millisecond', () => {
    const trial = new RoomTrial();
    trial.seatAll(4);
    trial.leave(2);
    trial.leave(1);
    const freedAt = trial.now;
    expect(trial.sit(4).seat.slot).toBe(4);
    trial.now = freedAt - 1 + SLOT_REST_MS - 2;
    expect(trial.sit(5).seat.slot).toBe(5);
    // Slot 2 was freed a millisecond before slot 1; of several that have rested, the lowest is taken.
    expect(trial.sit(6).seat.slot).toBe(2);
    expect(trial.sit(7).seat.slot).toBe(1);
    expect(trial.room.resting.size).toBe(0);
    expect(trial.sit(8).seat.slot).toBe(6);
    expect(trial.room.slotCount).toBe(7);
  });

  it('R9.1 who is kicked cannot come back to this room, as a projector neither', async () => {
    const trial = new RoomTrial();
    const other = new RoomTrial();
    trial.seatAll(2);
    const told = trial.done.length;
    trial.run(kick('p1'));
    expect(trial.done.slice(told)).toMatchObject([
      { kind: 'left', slot: 1, playerId: 'p1', identityId: 'identity-1', reason: 'kicked' },
    ]);
    expect(slotsOf(trial)).toEqual([0]);
    expect(await codeOfSitting(trial, 1)).toBe('KICKED');
    expect(await codeOfSitting(trial, 1, { isStoreFull: true })).toBe('KICKED');
    const { identityId, process } = request(1);
    const screen = addScreen({ connectionId: 's', identityId, process });
    expect(await codeOf(() => trial.run(screen))).toBe('KICKED');
    expect(other.run(screen)).toEqual({ replaced: null });
    expect(other.sit(1)).toMatchObject({ resumed: false });
    expect(trial.sit(2)).toMatchObject({ resumed: false });
    expect(trial.room.kicked).toEqual(['p1']);
    expect(trial.room.banned).toEqual(new Map([['identity-1', 'p1']]));
  });

  it('R9.1, R3.1 kicks neither the owner nor who is not there, and who is away as well', async () => {
    const trial = new RoomTrial(opened({}, OWNER));
    trial.seatAll(3);
    trial.run(handOver('identity-0', 'p1'));
    const before = plain(trial.room);
    expect(await codeOf(() => trial.run(kick('p0')))).toBe('FORBIDDEN');
    expect(await codeOf(() => trial.run(kick('p9')))).toBe('PLAYER_NOT_FOUND');
    expect(plain(trial.room)).toEqual(before);
    trial.drop(2);
    trial.run(kick('p2'));
    expect(slotsOf(trial)).toEqual([0, 1]);
  });

  it('R9.1 remembers the newest hundred of those who were kicked, and keeps all of them out', async () => {
    const trial = new RoomTrial(opened());
    for (let n = 0; n < 102; n++) {
      trial.sit(n);
      trial.run(kick(`p${n}`));
    }
    const { kicked, banned } = trial.room;
    expect([kicked.length, kicked[0], kicked.at(-1)]).toEqual([100, 'p2', 'p101']);
    expect(banned.size).toBe(102);
    expect(await codeOfSitting(trial, 0)).toBe('KICKED');
  });

  it('R3.2 the host role goes with the host, and nobody else has it', () => {
    const trial = new RoomTrial();
    trial.seatAll(3);
    const told = trial.done.length;
    trial.leave(0);
    expect(trial.room.hostId).toBe('');
    expect(trial.done.slice(told)).toMatchObject([
      { kind: 'left', slot: 0 },
      { kind: 'host', hostId: '', isHandedOver: false },
    ]);
    trial.leave(2);
    expect(trial.done.at(-1)).toMatchObject({ kind: 'left', slot: 2 });
    expect(trial.sit(2, { playerId: 'again' })).toMatchObject({ becameHost: false });
    expect(trial.room.hostId).toBe('');
  });

  it('R1.6 remembers when somebody was last there', () => {
    const trial = new RoomTrial();
    trial.seatAll(3);
    trial.now += 5;
    trial.drop(0);
    const { lastPresentAt } = trial.room;
    expect(lastPresentAt).toBe(trial.now);
    trial.now += 5;
    trial.run(free(trial.seat(0)));
    expect(trial.room.lastPresentAt).toBe(lastPresentAt);
    trial.leave(1);
    expect(trial.room.lastPresentAt).toBe(trial.now);
    trial.now += 5;
    trial.run(kick('p2'));
    expect(trial.room.lastPresentAt).toBe(trial.now);
  });
});

describe('names', () => {
  it('R1.4 renaming returns the name that stands', () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    const renamed = (wanted: string): string => trial.run(rename('p1', wanted));
    expect(renamed('Kim')).toBe('Kim');
    expect(renamed('Kim')).toBe('Kim');
    expect(renamed('Player 0')).toBe('Player 0 2');
    expect(renamed('Player 0')).toBe('Player 0 2');
    expect(trial.seat(1).playerName).toBe('Player 0 2');
    const change = { kind: 'renamed', slot: 1, playerName: 'Player 0 2' };
    expect(trial.done.at(-1)).toEqual(change);
    // A name that was given up is free again.
    expect(trial.run(rename('p0', 'Kim'))).toBe('Kim');
    expect(trial.run(rename('p1', 'Player 0'))).toBe('Player 0');
    expect(trial.sit(2, { playerName: 'Player 0 2' }).seat.playerName).toBe('Player 0 2');
  });

  it('R7.1 a ghost keeps its name until the game ends', async () => {
    const trial = new RoomTrial(opened({ gameMode: 'SURVIVAL' }));
    trial.seatAll(2);
    trial.start();
    trial.sit(2);
    const before = plain(trial.room);
    expect(await codeOf(() => trial.run(rename('p2', 'Kim')))).toBe('WRONG_PHASE');
    expect(plain(trial.room)).toEqual(before);
    expect(trial.run(rename('p1', 'Kim'))).toBe('Kim');
    const lobby = { kind: 'lobby', version: 2, results: null } as const;
    trial.claim({ phase: lobby, game: null, tally: { game: 2, marks: [] } });
    expect(trial.run(rename('p2', 'Lee'))).toBe('Lee');
  });
});

it('R3.2 says that it read the roster, and sitting down and ghosts’ names the phase, too', () => {
  const reads = (command: RoomCommand<unknown>): string => command.reads.join();
  const held = { slot: 0, generation: 1, connectionId: 'c0' };
  for (const command of [drop(held), leave(held), kick('p0'), fallBack('p0')])
    expect(reads(command)).toBe('roster');
  for (const command of [sit(request(0)), free(held), dropProcess('x'), rename('p0', 'x'), standIn])
    expect(reads(command)).toBe('roster,phase');
});
