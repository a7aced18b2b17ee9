import { describe, expect, it } from 'vitest';
import { handOver, standIn } from '../../src/game/host.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { asHost, hasRole, isHosts, setCoHost, type HostRole } from '../../src/game/roles.js';
import { kick, rename } from '../../src/game/seat-commands.js';
import { limits } from '../../src/protocol/index.js';
import { codeOf, request } from '../support/game-data.js';
import { opened, plain, RoomTrial } from './room-trial.js';

const OWNER = 'identity-0';
const ROLES: HostRole[] = ['owner', 'host', 'coHost', 'actingHost'];

function openWith(count: number): RoomTrial {
  const trial = new RoomTrial(opened({}, OWNER));
  trial.seatAll(count);
  return trial;
}

const rolesOf = ({ room }: RoomTrial, n: number): HostRole[] =>
  ROLES.filter((role) => hasRole(room, `identity-${n}`, role));

describe('R3.3, R3.4 the roles of a room', () => {
  it('are all the owner’s, until it hands the role over, and then the host’s but one', () => {
    const trial = openWith(3);
    expect([0, 1, 9].map((n) => rolesOf(trial, n))).toEqual([ROLES, [], []]);
    trial.run(handOver(OWNER, 'p1'));
    expect([0, 1, 2].map((n) => rolesOf(trial, n))).toEqual([
      ['owner'],
      ['host', 'coHost', 'actingHost'],
      [],
    ]);
  });

  it('are a co-host’s as far as the owner gives them, and takes them back', () => {
    const trial = openWith(3);
    trial.run(setCoHost('p1', true));
    expect([0, 1, 2].map((n) => rolesOf(trial, n))).toEqual([ROLES, ['coHost', 'actingHost'], []]);
    expect(isHosts(trial.room, 'identity-1')).toBe(true);
    expect(trial.changesOf(setCoHost('p1', true))).toEqual([]);
    trial.run(setCoHost('p1', false));
    expect([rolesOf(trial, 1), isHosts(trial.room, 'identity-1')]).toEqual([[], false]);
    expect(trial.changesOf(setCoHost('p1', false))).toEqual([]);
  });

  it('belong to the person: they outlast a dropped connection and a new seat, but no kick', () => {
    const trial = openWith(3);
    for (const player of ['p1', 'p2']) trial.run(setCoHost(player, true));
    trial.drop(1);
    expect(rolesOf(trial, 1)).toEqual(['coHost', 'actingHost']);
    trial.leave(1);
    trial.sit(1, { connectionId: 'again', playerId: 'p1-again' });
    expect(rolesOf(trial, 1)).toEqual(['coHost', 'actingHost']);
    trial.run(asHost(OWNER, 'p2', kick('p2')));
    expect(trial.room.helpers.coHosts).toEqual(['identity-1']);
    expect(rolesOf(trial, 2)).toEqual([]);
  });

  it('R10.1 are given to as many as there may be, to nobody unknown and not to the owner', async () => {
    const trial = openWith(limits.MAX_CO_HOSTS + 2);
    const give = (player: string) => codeOf(() => trial.run(setCoHost(player, true)));
    for (let n = 1; n <= limits.MAX_CO_HOSTS; n++) expect(await give(`p${n}`)).toBe('ok');
    const before = plain(trial.room);
    expect(await give(`p${limits.MAX_CO_HOSTS + 1}`)).toBe('BAD_REQUEST');
    expect(await give('p0')).toBe('BAD_REQUEST');
    expect(await give('nobody')).toBe('PLAYER_NOT_FOUND');
    expect(plain(trial.room)).toEqual(before);
  });
});

describe('R3.2 who stands in', () => {
  it('has that role alone, as long as alive', () => {
    const trial = openWith(3);
    trial.drop(0);
    trial.run(standIn);
    expect([1, 2].map((n) => rolesOf(trial, n))).toEqual([['actingHost'], []]);
    expect(isHosts(trial.room, 'identity-1')).toBe(false);
    const { room } = trial;
    room.seats.set(1, { ...trial.seat(1), fellAt: [0, 0] });
    expect(rolesOf(trial, 1)).toEqual([]);
  });
});

describe('R3.4 a co-host', () => {
  it('kicks and renames guests, but no host and no other co-host', async () => {
    const trial = openWith(5);
    for (const player of ['p1', 'p2']) trial.run(setCoHost(player, true));
    trial.run(handOver(OWNER, 'p3'));
    const before = plain(trial.room);
    for (const player of ['p0', 'p2', 'p3'])
      for (const command of [kick(player), rename(player, 'New')] as RoomCommand<unknown>[])
        expect(await codeOf(() => trial.run(asHost('identity-1', player, command)))).toBe(
          'FORBIDDEN',
        );
    expect(plain(trial.room)).toEqual(before);
    expect(trial.run(asHost('identity-1', 'p1', rename('p1', 'Me')))).toBe('Me');
    expect(trial.run(asHost('identity-1', 'p4', rename('p4', 'New')))).toBe('New');
    trial.run(asHost('identity-1', 'p4', kick('p4')));
    expect(trial.room.banned.has(request(4).identityId)).toBe(true);
  });

  it('is within reach of the host, whoever that is', () => {
    const trial = openWith(3);
    trial.run(setCoHost('p2', true));
    trial.run(handOver(OWNER, 'p1'));
    trial.run(asHost('identity-1', 'p2', kick('p2')));
    expect([...trial.room.banned.keys()]).toEqual(['identity-2']);
  });

  it('who is one no longer, and an owner who has handed over, get NOT_HOST', async () => {
    const trial = openWith(3);
    trial.run(setCoHost('p1', true));
    trial.run(setCoHost('p1', false));
    trial.run(handOver(OWNER, 'p1'));
    trial.run(handOver('identity-1', 'p2'));
    const before = plain(trial.room);
    for (const by of ['identity-1', OWNER])
      for (const command of [kick('p2'), rename('p2', 'New')] as RoomCommand<unknown>[])
        expect(await codeOf(() => trial.run(asHost(by, 'p2', command)))).toBe('NOT_HOST');
    expect(plain(trial.room)).toEqual(before);
  });

  it('decides by roster and phase as the command does that it gives', () => {
    expect(asHost('x', 'p', kick('p')).reads).toEqual(['roster']);
    expect(asHost('x', 'p', rename('p', 'x')).reads).toEqual(['roster', 'phase']);
    expect(setCoHost('p', true).reads).toEqual(['roster']);
  });
});
