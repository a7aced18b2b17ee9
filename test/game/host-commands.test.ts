import { describe, expect, it } from 'vitest';
import { fallBack, handOver, standIn, takeBack } from '../../src/game/host.js';
import { setCoHost } from '../../src/game/roles.js';
import type { SeatGrant } from '../../src/game/seat-commands.js';
import { codeOf } from '../support/game-data.js';
import { opened, plain, RoomTrial } from './room-trial.js';

const OWNER = 'identity-0';

describe('the owner and the host', () => {
  const openWith = (count: number): RoomTrial => {
    const trial = new RoomTrial(opened({}, OWNER));
    trial.seatAll(count);
    return trial;
  };
  /** Another connection of player `n`, who sits down with another player id where the seat is gone. */
  const again = (trial: RoomTrial, n: number): SeatGrant =>
    trial.sit(n, { connectionId: `again-${n}`, playerId: `p${n}-again` });

  it('R3.1 the owner is host on sitting down, and nobody who was faster', () => {
    const trial = openWith(0);
    const owned = { ownerIdentityId: OWNER, isHandedOver: false, hostId: '' };
    expect(trial.room).toMatchObject(owned);
    expect(trial.sit(1)).toMatchObject({ becameHost: false });
    expect(trial.room.hostId).toBe('');
    expect(trial.sit(2)).toMatchObject({ becameHost: false });
    expect(trial.sit(0)).toMatchObject({ becameHost: true });
    expect(trial.room.hostId).toBe('p0');
  });

  it('R3.2 who stands in does so until the owner is back, told behind the return', () => {
    const trial = openWith(3);
    trial.drop(0);
    trial.run(standIn);
    expect(trial.room).toMatchObject({ hostId: 'p0', actingId: 'p1' });
    const told = trial.done.length;
    expect(again(trial, 0)).toMatchObject({ resumed: true, becameHost: false });
    expect(trial.room).toMatchObject({ hostId: 'p0', actingId: '' });
    expect(trial.done.slice(told)).toMatchObject([
      { kind: 'attached', slot: 0 },
      { kind: 'acting', actingId: '' },
    ]);
  });

  it('R3.2 until a co-host is back, or the host to whom the role was given, and no other', () => {
    for (const isCoHost of [true, false]) {
      const trial = openWith(4);
      trial.run(isCoHost ? setCoHost('p1', true) : handOver(OWNER, 'p1'));
      for (const slot of [0, 1]) trial.drop(slot);
      trial.drop(3);
      trial.run(standIn);
      again(trial, 3);
      expect(trial.room.actingId).toBe('p2');
      again(trial, 1);
      expect(trial.room).toMatchObject({ hostId: isCoHost ? 'p0' : 'p1', actingId: '' });
    }
  });

  it('R3.2 or until they leave', () => {
    const trial = openWith(3);
    trial.drop(0);
    trial.run(standIn);
    trial.leave(1);
    expect(trial.room.actingId).toBe('');
    trial.run(standIn);
    expect(trial.room.actingId).toBe('p2');
  });

  it('R3.2 the role is nobody’s when the owner leaves, and comes back with a new seat', () => {
    const trial = openWith(2);
    trial.leave(0);
    expect(trial.room.hostId).toBe('');
    trial.run(standIn);
    expect(trial.room.actingId).toBe('p1');
    expect(again(trial, 0)).toMatchObject({ resumed: false, becameHost: true });
    expect(trial.room).toMatchObject({ hostId: 'p0-again', actingId: '' });
  });

  it('R3.2 a role that was handed over stays away until it is taken back', () => {
    const trial = openWith(3);
    trial.run(handOver('identity-0', 'p1'));
    expect(trial.room).toMatchObject({ hostId: 'p1', isHandedOver: true });
    trial.drop(0);
    expect(again(trial, 0)).toMatchObject({ becameHost: false });
    trial.leave(0);
    expect(again(trial, 0)).toMatchObject({ resumed: false, becameHost: false });
    expect(trial.room).toMatchObject({ hostId: 'p1', isHandedOver: true });
    trial.run(takeBack(OWNER));
    expect(trial.room).toMatchObject({ hostId: 'p0-again', isHandedOver: false });
  });

  it('R3.2 the owner, if there, gets the role of who leaves', () => {
    const trial = openWith(3);
    trial.run(handOver(OWNER, 'p1'));
    trial.leave(0);
    again(trial, 0);
    trial.leave(1);
    expect(trial.room).toMatchObject({ hostId: 'p0-again', isHandedOver: false });
  });

  it('R3.2 only the host gives the role on, once, and to who is connected', async () => {
    const trial = openWith(4);
    trial.drop(3);
    const before = plain(trial.room);
    const give = (from: string, to: string) => codeOf(() => trial.run(handOver(from, to)));
    expect(await give('identity-1', 'p2')).toBe('NOT_HOST');
    expect(await give('identity-0', 'p3')).toBe('WRONG_PHASE');
    expect(await give('identity-0', 'nobody')).toBe('PLAYER_NOT_FOUND');
    expect(plain(trial.room)).toEqual(before);
    expect([await give('identity-0', 'p1'), await give('identity-0', 'p2')]).toEqual([
      'ok',
      'NOT_HOST',
    ]);
  });

  it('R3.2 who is back in time keeps the role, though its end was decided already', () => {
    const trial = openWith(2);
    trial.run(handOver(OWNER, 'p1'));
    trial.drop(1);
    again(trial, 1);
    expect(trial.changesOf(fallBack('p1'))).toEqual([]);
    expect(trial.room.hostId).toBe('p1');
    trial.drop(1);
    trial.run(fallBack('p1'));
    expect(trial.room).toMatchObject({ hostId: 'p0', isHandedOver: false });
  });
});
