import { describe, expect, it } from 'vitest';
import type { RoomCommand } from '../../src/game/room-command.js';
import { addScreen } from '../../src/game/screen-commands.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import { drop, dropProcess, free, kick, leave } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { codeOf, someOptions, request } from '../support/game-data.js';
import { asking, opened, plain, RoomTrial } from './room-trial.js';

const lock = (isLocked: boolean): RoomCommand<void> => changeSettings({ isLocked });
const codeOfSitting = (trial: RoomTrial, n: number, changes = {}) =>
  codeOf(() => trial.sit(n, changes));
const slotsOf = ({ room }: RoomTrial): number[] => [...room.seats.keys()];

describe('sitting down', () => {
  it('R1.3 takes exactly as many as there are seats', async () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 20 }));
    const codes: string[] = [];
    for (let n = 0; n < 25; n++) codes.push(await codeOfSitting(trial, n));
    expect(codes.map((code) => code === 'ok')).toEqual(codes.map((_, n) => n < 20));
    expect(new Set(codes.slice(20))).toEqual(new Set(['ROOM_FULL']));
    expect(slotsOf(trial)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    // Who has a seat comes back to it all the same, and a seat that was given up is there for another.
    expect(trial.sit(3)).toMatchObject({ resumed: true });
    trial.leave(7);
    expect(await codeOfSitting(trial, 30)).toBe('ok');
    expect(await codeOfSitting(trial, 31)).toBe('ROOM_FULL');
  });

  it('R1.3 counts those who are away', async () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 2 }));
    trial.seatAll(2);
    trial.drop(1);
    expect(await codeOfSitting(trial, 2)).toBe('ROOM_FULL');
  });

  it('R1.3, R2.3 one identity at many doors gets one seat, and each door replaces the one before', () => {
    const trial = new RoomTrial();
    const grants = Array.from({ length: 20 }, (_, n) =>
      trial.sit(0, { connectionId: `door-${n}` }),
    );
    expect(grants.map(({ resumed }) => resumed)).toEqual(grants.map((_, n) => n > 0));
    expect(grants.map(({ seat }) => seat.generation)).toEqual(grants.map((_, n) => n + 1));
    expect(grants.map(({ replaced }) => replaced)).toEqual(
      grants.map((_, n) => (n === 0 ? null : `door-${n - 1}`)),
    );
    expect([...trial.room.seats.values()]).toEqual([grants.at(-1)?.seat]);
    expect(trial.seat(0).connectionId).toBe('door-19');
  });

  it('gives the lowest slot, the wanted name and place, and makes the first one host', () => {
    const trial = new RoomTrial();
    const [first, second] = trial.seatAll(2);
    const { address, isStoreFull: _isFull, ...asked } = request(0);
    expect(first).toEqual({
      seat: {
        ...asked,
        entered: null,
        start: asked.position,
        slot: 0,
        joinedAt: trial.now - 1,
        generation: 1,
        droppedAt: null,
        joinedGame: 0,
        score: 0,
        fellAt: null,
        team: null,
        playsFrom: 0,
      },
      resumed: false,
      replaced: null,
      becameHost: true,
    });
    expect(second).toMatchObject({ resumed: false, replaced: null, becameHost: false });
    expect(second?.seat).toMatchObject({ playerName: 'Player 1', position: [1, 1], slot: 1 });
    expect(trial.room.hostId).toBe('p0');
    expect([...trial.room.seats.values()]).toEqual([first?.seat, second?.seat]);
    expect(trial.done).toEqual([
      { kind: 'seated', seat: first?.seat, address },
      { kind: 'host', hostId: 'p0', isHandedOver: false },
      { kind: 'seated', seat: second?.seat, address: '192.0.2.1' },
    ]);
  });

  it('R1.4 numbers a name that is taken', () => {
    const trial = new RoomTrial();
    const names = Array.from({ length: 5 }, (_, n) => trial.sit(n, { playerName: '김' })).map(
      ({ seat }) => seat.playerName,
    );
    expect(names).toEqual(['김', '김 2', '김 3', '김 4', '김 5']);
    // One that was given up is free again; who is away keeps theirs.
    trial.leave(0);
    trial.drop(2);
    expect(trial.sit(5, { playerName: '김' }).seat.playerName).toBe('김');
    expect(trial.sit(6, { playerName: '김' }).seat.playerName).toBe('김 6');
    expect(trial.sit(7, { playerName: '김 3' }).seat.playerName).toBe('김 3 2');
    expect(new RoomTrial().sit(9, { playerName: '김' }).seat.playerName).toBe('김');
  });

  it('R1.2 a locked room takes nobody new but lets its own back', async () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    trial.drop(1);
    trial.run(lock(true));
    expect(await codeOfSitting(trial, 2)).toBe('ROOM_LOCKED');
    expect(trial.sit(0)).toMatchObject({ resumed: true });
    expect(trial.sit(1)).toMatchObject({ resumed: true });
    trial.leave(1);
    expect(await codeOfSitting(trial, 1, { playerId: 'p1-again' })).toBe('ROOM_LOCKED');
    trial.run(lock(false));
    expect(trial.sit(2)).toMatchObject({ resumed: false });
  });

  it('where the store is full takes nobody new but lets its own back', async () => {
    const trial = new RoomTrial();
    trial.sit(0);
    expect(await codeOfSitting(trial, 1, { isStoreFull: true })).toBe('STORE_AWAY');
    expect(trial.sit(0, { isStoreFull: true })).toMatchObject({ resumed: true });
  });

  it('R10.1 changes nothing where it is refused', async () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 2 }));
    trial.seatAll(2);
    trial.run(kick('p1'));
    trial.run(lock(true));
    const before = plain(trial.room);
    expect(await codeOfSitting(trial, 1)).toBe('KICKED');
    expect(await codeOfSitting(trial, 2)).toBe('ROOM_LOCKED');
    expect(plain(trial.room)).toEqual(before);
  });

  it.each([
    ['RANKING', false],
    ['SURVIVAL', true],
  ] as const)('R7.3 who joins a running %s game: ghost %s', (gameMode, ghost) => {
    const trial = new RoomTrial(opened(someOptions({ gameMode })));
    expect(trial.sit(0).seat).toMatchObject({ playsFrom: 0, fellAt: null, joinedGame: 0 });
    trial.start();
    const inCountdown = trial.sit(1).seat;
    expect(inCountdown).toMatchObject({ playsFrom: 0, fellAt: ghost ? [1, 1] : null });
    trial.claim({ phase: asking(2, 2) });
    const inQuestion = trial.sit(2).seat;
    expect(inQuestion).toMatchObject({ playsFrom: 3, score: 0, fellAt: ghost ? [2, 2] : null });
    // Who comes back is what they were.
    expect(trial.sit(0, { position: [8, 8] }).seat).toMatchObject({ playsFrom: 0, fellAt: null });
    expect(inQuestion.joinedGame).toBe(1);
    expect(trial.seat(2)).toEqual(inQuestion);
    const { tally, phase } = trial.room;
    const lobby = { kind: 'lobby', version: phase.version + 1, results: null } as const;
    trial.claim({ phase: lobby, game: null, tally: { game: tally.game + 1, marks: [] } });
    for (const slot of [0, 1, 2])
      expect(trial.seat(slot)).toMatchObject({ fellAt: null, score: 0 });
    expect(trial.sit(3).seat).toMatchObject({ playsFrom: 0, fellAt: null, joinedGame: 2 });
  });
});

describe('coming back', () => {
  it('R2.2, R2.3 finds the seat as it was, with a new generation, and names who is replaced', () => {
    const trial = new RoomTrial();
    trial.seatAll(3);
    trial.start();
    const mark = { playerId: 'p1', isAnswer: true, played: true, rank: 1, gain: 0 };
    const tally = { game: 1, marks: [{ ...mark, score: 500, fellAt: [3, 3] as const }] };
    trial.claim({ phase: asking(2, 1), tally });
    trial.drop(1);
    const dropped = trial.seat(1);
    expect(dropped).toMatchObject({ connectionId: null, process: null, droppedAt: trial.now });
    const told = trial.done.length;
    const changed = {
      connectionId: 'new',
      process: 'other',
      playerId: 'x',
      playerName: 'X',
      position: [1, 2],
    } as const;
    const back = trial.sit(1, changed);
    const held = { generation: 4, connectionId: 'new', process: 'other' };
    expect(back).toEqual({
      seat: { ...dropped, ...held, droppedAt: null },
      resumed: true,
      replaced: null,
      becameHost: false,
    });
    expect(back.seat).toMatchObject({ score: 500, fellAt: [3, 3], playerName: 'Player 1' });
    expect(trial.seat(1)).toEqual(back.seat);
    expect(trial.done.slice(told)).toEqual([{ kind: 'attached', slot: 1, ...held }]);
    const again = trial.sit(1, { connectionId: 'newer' });
    expect(again).toMatchObject({ resumed: true, replaced: 'new', seat: { generation: 5 } });
    // The same connection, whose answer got lost.
    const same = trial.sit(1, { connectionId: 'newer' });
    expect(same).toMatchObject({ resumed: true, replaced: null, seat: { generation: 6 } });
  });

  it('R2.2 no generation comes twice in a room, whoever sits where', () => {
    const trial = new RoomTrial();
    const seen = trial.seatAll(3).map(({ seat }) => seat.generation);
    trial.leave(2);
    trial.now += SLOT_REST_MS;
    for (const n of [1, 3, 0]) seen.push(trial.sit(n).seat.generation);
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
    expect(trial.room.generation).toBe(6);
  });

  it('R2.3 what an older connection does is void', () => {
    const trial = new RoomTrial();
    trial.seatAll(2);
    const older = trial.held(1);
    trial.sit(1, { connectionId: 'new' });
    const before = plain(trial.room);
    trial.run(drop(older));
    trial.run(free(older));
    trial.run(leave(older));
    expect(plain(trial.room)).toEqual(before);
  });

  it('R2.3 so is what a connection did before it asked again, as its answer had got lost', () => {
    const trial = new RoomTrial();
    trial.sit(0);
    const earlier = trial.held(0);
    trial.sit(0);
    for (const command of [drop(earlier), leave(earlier)])
      expect(trial.changesOf(command)).toEqual([]);
    expect(trial.changesOf(drop(trial.held(0)))).toHaveLength(1);
  });

  it('R2.2 a drop is told once', () => {
    const trial = new RoomTrial();
    trial.sit(0);
    const held = trial.held(0);
    expect(trial.changesOf(drop({ ...held, connectionId: 'other' }))).toEqual([]);
    trial.run(drop(held));
    const { droppedAt } = trial.seat(0);
    expect(droppedAt).toBe(trial.now);
    const before = plain(trial.room);
    trial.run(drop(held));
    trial.run(drop({ ...held, slot: 5 }));
    expect(plain(trial.room)).toEqual(before);
    expect(trial.done.at(-1)).toEqual({ kind: 'dropped', slot: 0, droppedAt });
    expect(trial.room.lastPresentAt).toBe(droppedAt);
  });

  it('R2.2 seats of a process that is gone are dropped, and only those', () => {
    const trial = new RoomTrial();
    for (const [n, process] of ['a', 'b', 'a', 'a'].entries()) trial.sit(n, { process });
    trial.drop(2);
    const { droppedAt: earlier } = trial.seat(2);
    for (const process of ['a', 'b'])
      trial.run(addScreen({ connectionId: `s-${process}`, identityId: 'w', process }));
    const told = trial.done.length;
    trial.run(dropProcess('a'));
    const at = trial.now;
    expect(trial.done.slice(told)).toEqual([
      { kind: 'dropped', slot: 0, droppedAt: at },
      { kind: 'dropped', slot: 3, droppedAt: at },
      { kind: 'screensRemoved', connectionIds: ['s-a'], reason: 'lost' },
    ]);
    expect([0, 1, 2, 3].map((slot) => trial.seat(slot).droppedAt)).toEqual([at, null, earlier, at]);
    expect(slotsOf(trial)).toEqual([0, 1, 2, 3]);
    expect([...trial.room.screens.keys()]).toEqual(['s-b']);
    expect(trial.changesOf(dropProcess('a'))).toEqual([]);
    expect(trial.changesOf(dropProcess('nobody'))).toEqual([]);
    // The role stays until the host was away for long enough (R3.2).
    expect(trial.room.hostId).toBe('p0');
  });
});
