import { describe, expect, it } from 'vitest';
import { handOver } from '../../src/game/host.js';
import { isHosts } from '../../src/game/roles.js';
import { addScreen, dismissScreens, removeScreen } from '../../src/game/screen-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { leave } from '../../src/game/seat-commands.js';
import { limits } from '../../src/protocol/index.js';
import { codeOf, request } from '../support/game-data.js';
import { OPENER, opened, plain, RoomTrial } from './room-trial.js';

const OTHERS = limits.MAX_SCREENS - 1;

const screen = (n: number, identityId = `watcher-${n}`) =>
  addScreen({ connectionId: `s${n}`, identityId, process: 'process' });

/** With all places taken that others than the host may have. */
function filled(): RoomTrial {
  const trial = new RoomTrial(opened());
  for (let n = 0; n < OTHERS; n++) trial.run(screen(n));
  return trial;
}

const lock = (trial: RoomTrial, isLocked: boolean) => trial.run(changeSettings({ isLocked }));
const codeOfAdding = (trial: RoomTrial, n: number, identityId?: string) =>
  codeOf(() => trial.run(screen(n, identityId)));
const screensOf = ({ room }: RoomTrial): string[] => [...room.screens.keys()];

describe('projectors', () => {
  it('R10.5 get all places but one, and a place again when one goes', async () => {
    const trial = filled();
    const before = plain(trial.room);
    expect(await codeOfAdding(trial, 20)).toBe('TOO_MANY_SCREENS');
    // One that asks again, as the answer got lost, is in already.
    expect(trial.run(screen(0))).toEqual({ replaced: null });
    expect(plain(trial.room)).toEqual(before);
    trial.run(removeScreen('s0'));
    expect(trial.changesOf(removeScreen('s0'))).toEqual([]);
    expect(trial.run(screen(20))).toEqual({ replaced: null });
    expect(await codeOfAdding(trial, 21)).toBe('TOO_MANY_SCREENS');
    expect(screensOf(trial)).toHaveLength(OTHERS);
  });

  it('R10.5 are noted with who they are, on which process, and in their order', () => {
    const trial = new RoomTrial(opened());
    trial.run(addScreen({ connectionId: 's1', identityId: 'w', process: 'a' }));
    trial.run(screen(2));
    trial.run(removeScreen('s1'));
    trial.run(addScreen({ connectionId: 's1', identityId: 'w', process: 'b' }));
    expect([...trial.room.screens]).toEqual([
      ['s2', { identityId: 'watcher-2', process: 'process', number: 2 }],
      ['s1', { identityId: 'w', process: 'b', number: 3 }],
    ]);
    expect(trial.done.map(({ kind }) => kind)).toEqual([
      'screenAdded',
      'screenAdded',
      'screensRemoved',
      'screenAdded',
    ]);
    expect(trial.done[2]).toEqual({
      kind: 'screensRemoved',
      connectionIds: ['s1'],
      reason: 'left',
    });
    // A projector is no player.
    expect([trial.room.seats.size, trial.room.hostId]).toEqual([0, '']);
  });

  it('R10.5 of who opened the room, and of its host, always get in', async () => {
    const trial = filled();
    trial.sit(0);
    expect(trial.run(screen(30, OPENER))).toEqual({ replaced: null });
    trial.run(handOver(OPENER, 'p0'));
    expect(trial.run(screen(31, request(0).identityId))).toEqual({ replaced: 's30' });
    expect(trial.run(screen(32, OPENER))).toEqual({ replaced: 's31' });
    expect(await codeOfAdding(trial, 33)).toBe('TOO_MANY_SCREENS');
    expect(screensOf(trial)).toHaveLength(limits.MAX_SCREENS);
    expect(screensOf(trial)).toContain('s32');
    expect(trial.done.slice(-2)).toMatchObject([
      { kind: 'screensRemoved', connectionIds: ['s31'], reason: 'left' },
      { kind: 'screenAdded', connectionId: 's32' },
    ]);
  });

  it('R10.5 of somebody else never take a place of the host’s, whose oldest gives way', async () => {
    const trial = new RoomTrial(opened());
    for (const n of [30, 31]) trial.run(screen(n, OPENER));
    for (let n = 0; n < OTHERS - 1; n++) trial.run(screen(n));
    expect(await codeOfAdding(trial, 20)).toBe('TOO_MANY_SCREENS');
    expect(trial.run(screen(32, OPENER))).toEqual({ replaced: 's30' });
    expect(trial.run(screen(33, OPENER))).toEqual({ replaced: 's31' });
  });

  it('R10.5 keep the host’s place free, though the host has several', async () => {
    const trial = new RoomTrial(opened());
    for (let n = 30; n < 30 + limits.MAX_SCREENS; n++) trial.run(screen(n, OPENER));
    expect(await codeOfAdding(trial, 1)).toBe('TOO_MANY_SCREENS');
    trial.run(removeScreen('s30'));
    expect(await codeOfAdding(trial, 1)).toBe('ok');
  });

  it('R1.2 are kept out by the lock, but for the host’s and those that were in', async () => {
    const trial = new RoomTrial(opened());
    trial.seatAll(2);
    trial.run(screen(1));
    lock(trial, true);
    expect(await codeOfAdding(trial, 2)).toBe('ROOM_LOCKED');
    // A seat is no way in for a projector.
    expect(await codeOfAdding(trial, 2, request(1).identityId)).toBe('ROOM_LOCKED');
    trial.run(removeScreen('s1'));
    expect(trial.run(screen(3, 'watcher-1'))).toEqual({ replaced: null });
    expect(trial.run(screen(4, OPENER))).toEqual({ replaced: null });
    trial.run(handOver(OPENER, 'p0'));
    expect(trial.run(screen(5, request(0).identityId))).toEqual({ replaced: null });
  });

  it('R3.3 are dismissed all at once, but for the host’s, and stay out while it is locked', async () => {
    const trial = new RoomTrial(opened());
    for (const n of [1, 2]) trial.run(screen(n));
    trial.run(screen(3, OPENER));
    lock(trial, true);
    expect(trial.run(dismissScreens)).toEqual(['s1', 's2']);
    expect(trial.done.at(-1)).toEqual({
      kind: 'screensRemoved',
      connectionIds: ['s1', 's2'],
      reason: 'dismissed',
    });
    expect(screensOf(trial)).toEqual(['s3']);
    expect(trial.run(dismissScreens)).toEqual([]);
    expect(await codeOfAdding(trial, 1)).toBe('ROOM_LOCKED');
    lock(trial, false);
    expect(trial.run(screen(1))).toEqual({ replaced: null });
  });

  it('R3.3 that had gone before they were dismissed stay out while it is locked as well', async () => {
    const trial = new RoomTrial(opened());
    trial.run(screen(1));
    trial.run(removeScreen('s1'));
    trial.run(dismissScreens);
    lock(trial, true);
    expect(await codeOfAdding(trial, 1)).toBe('ROOM_LOCKED');
  });

  it('R10.5 the host’s are those of the owner and of who is host now', () => {
    const trial = new RoomTrial(opened());
    trial.seatAll(2);
    const [first, second] = [request(0).identityId, request(1).identityId];
    trial.run(handOver(OPENER, 'p0'));
    const hosts = () => [OPENER, first, second, 'x'].map((one) => isHosts(trial.room, one));
    expect(hosts()).toEqual([true, true, false, false]);
    trial.run(handOver('identity-0', 'p1'));
    expect(hosts()).toEqual([true, false, true, false]);
    trial.run(leave(trial.seat(1)));
    trial.run(leave(trial.seat(0)));
    expect(hosts()).toEqual([true, false, false, false]);
  });

  it('R10.5 decide by roster and settings, and go by the roster alone', () => {
    expect(screen(1).reads).toEqual(['roster', 'phase']);
    expect(removeScreen('s1').reads).toEqual(['roster']);
    expect(dismissScreens.reads).toEqual(['roster']);
  });
});
