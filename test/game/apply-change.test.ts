import { describe, expect, it } from 'vitest';
import { applyAppend, applyChange, noteAppend } from '../../src/game/apply-change.js';
import { isActivity, revisionOf, type RoomChange } from '../../src/game/room-change.js';
import { copyRoom, type RoomState } from '../../src/game/room-state.js';
import { aRoom, aSeat, EPOCH, someTickets } from '../support/game-data.js';
import { asking, countdown, plain } from './room-trial.js';

const seat = aSeat(3, { playerId: 'new', identityId: 'new', playerName: 'New', generation: 9 });
const screen = { identityId: 'w', process: 'process', number: 1 };
const who = { slot: 1, playerId: 'p1', identityId: 'identity-1' };
const left = { kind: 'left', ...who, at: EPOCH + 5, restsUntil: EPOCH + 10_005 } as const;
const newTally = { game: 1, marks: [] };

/** One of each kind, and what it is counted as. */
const CHANGES: Record<
  RoomChange['kind'],
  { change: RoomChange; revision: 'roster' | 'phase'; isActivity: boolean }
> = {
  seated: {
    change: { kind: 'seated', seat, address: '192.0.2.9' },
    revision: 'roster',
    isActivity: true,
  },
  attached: {
    change: { kind: 'attached', slot: 1, generation: 9, connectionId: 'n', process: 'x' },
    revision: 'roster',
    isActivity: true,
  },
  dropped: {
    change: { kind: 'dropped', slot: 1, droppedAt: EPOCH + 5 },
    revision: 'roster',
    isActivity: false,
  },
  programme: {
    change: {
      kind: 'programme',
      programme: { revision: 1, items: [{ kind: 'standings', id: 'a' }], at: -1, seed: '00' },
    },
    revision: 'phase',
    isActivity: true,
  },
  restored: { change: { kind: 'restored', at: EPOCH + 5 }, revision: 'roster', isActivity: true },
  left: { change: { ...left, reason: 'kicked' }, revision: 'roster', isActivity: false },
  renamed: {
    change: { kind: 'renamed', slot: 1, playerName: 'Other' },
    revision: 'roster',
    isActivity: false,
  },
  extraTime: {
    change: { kind: 'extraTime', playerId: 'p1', identityId: 'identity-1', extra: true },
    revision: 'roster',
    isActivity: false,
  },
  muted: {
    change: { kind: 'muted', playerId: 'p1', identityId: 'identity-1', muted: true },
    revision: 'roster',
    isActivity: false,
  },
  host: {
    change: { kind: 'host', hostId: 'p1', isHandedOver: true },
    revision: 'roster',
    isActivity: false,
  },
  helpers: {
    change: { kind: 'helpers', helpers: { coHosts: ['identity-1'] } },
    revision: 'roster',
    isActivity: false,
  },
  acting: {
    change: { kind: 'acting', actingId: 'p1' },
    revision: 'roster',
    isActivity: false,
  },
  settings: {
    change: { kind: 'settings', settings: { isLocked: true } },
    revision: 'phase',
    isActivity: true,
  },
  nameList: {
    change: { kind: 'nameList', names: ['Kim'], more: true },
    revision: 'phase',
    isActivity: true,
  },
  teamList: {
    change: { kind: 'teamList', entries: [{ playerName: 'Kim', team: 1 }], more: true },
    revision: 'phase',
    isActivity: true,
  },
  tickets: {
    change: { kind: 'tickets', list: someTickets(2), isSame: false },
    revision: 'phase',
    isActivity: true,
  },
  ticketReissued: {
    change: { kind: 'ticketReissued', number: 1, digest: 'anew' },
    revision: 'phase',
    isActivity: true,
  },
  dealt: {
    change: { kind: 'dealt', seats: [[1, 1]] },
    revision: 'roster',
    isActivity: false,
  },
  messagesDeleted: {
    change: {
      kind: 'messagesDeleted',
      messages: [{ ghostId: 5, livingId: null, timestamp: EPOCH }],
    },
    revision: 'phase',
    isActivity: true,
  },
  messagesUnmasked: {
    change: {
      kind: 'messagesUnmasked',
      messages: [{ ghostId: 5, livingId: 4, timestamp: EPOCH }],
    },
    revision: 'phase',
    isActivity: true,
  },
  screenAdded: {
    change: { kind: 'screenAdded', connectionId: 's', screen },
    revision: 'roster',
    isActivity: false,
  },
  screensRemoved: {
    change: { kind: 'screensRemoved', connectionIds: ['s0'], reason: 'dismissed' },
    revision: 'roster',
    isActivity: false,
  },
  phase: {
    change: { kind: 'phase', phase: countdown(8), game: null, tally: newTally },
    revision: 'phase',
    isActivity: true,
  },
};

function room(): RoomState {
  const screens = new Map([['s0', { ...screen, number: 0 }]]);
  return aRoom({ screens, watchers: new Set(['w0']) });
}

/** What differs in a room after a change. */
function differenceOf(change: RoomChange, before = room()): Record<string, unknown> {
  const after = copyRoom(before);
  applyChange(after, change);
  const [old, young] = [plain(before), plain(after)];
  const names = Object.keys(young).filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(young[name]),
  );
  return Object.fromEntries(names.map((name) => [name, young[name]]));
}

describe('a change of a room', () => {
  it('R1.3 seats somebody in a slot that rests no more', () => {
    const resting = new Map([
      [3, EPOCH],
      [4, EPOCH],
    ]);
    const { seats, ...rest } = differenceOf(
      CHANGES.seated.change,
      aRoom({ resting, slotCount: 5 }),
    );
    expect(seats).toEqual([aSeat(0), aSeat(1), aSeat(2), seat]);
    expect(rest).toEqual({
      keys: [0, 1, 2, 3],
      slots: [...[0, 1, 2].map((n) => [`identity-${n}`, n]), ['new', 3]],
      resting: [[4, EPOCH]],
      seatsNeeded: 4,
      generation: 9,
    });
    expect(differenceOf(CHANGES.seated.change)).toMatchObject({ slotCount: 4 });
  });

  it('R2.2 brings somebody back, and takes the connection away', () => {
    const held = { generation: 9, connectionId: 'n', process: 'x', droppedAt: null };
    const dropped = { connectionId: null, process: null, droppedAt: EPOCH + 5 };
    expect(differenceOf(CHANGES.dropped.change)).toEqual({
      seats: [aSeat(0), aSeat(1, dropped), aSeat(2)],
      lastPresentAt: EPOCH + 5,
    });
    const away = room();
    applyChange(away, CHANGES.dropped.change);
    for (const before of [room(), away])
      expect(differenceOf(CHANGES.attached.change, before)).toEqual({
        seats: [aSeat(0), aSeat(1, held), aSeat(2)],
        generation: 9,
      });
  });

  it('R2.4, R9.1 frees a seat, which rests, and bans only who is kicked', () => {
    const freed = {
      seats: [aSeat(0), aSeat(2)],
      keys: [0, 2],
      slots: [
        ['identity-0', 0],
        ['identity-2', 2],
      ],
      resting: [[1, EPOCH + 10_005]],
      seatsNeeded: 2,
    };
    for (const reason of ['left', 'freed'] as const)
      expect(differenceOf({ ...left, reason })).toEqual({ ...freed, lastPresentAt: EPOCH + 5 });
    expect(differenceOf({ ...left, reason: 'kicked' })).toEqual({
      ...freed,
      lastPresentAt: EPOCH + 5,
      kicked: ['p1'],
      banned: [['identity-1', 'p1']],
    });
    // Who was away was last there before.
    const away = room();
    applyChange(away, { kind: 'dropped', slot: 1, droppedAt: EPOCH + 1 });
    expect(differenceOf({ ...left, reason: 'freed' }, away)).toEqual(freed);
  });

  it('R1.4 takes a name and gives the old one back', () => {
    const trial = room();
    applyChange(trial, CHANGES.renamed.change);
    expect(trial.seats.get(1)).toEqual(aSeat(1, { playerName: 'Other' }));
    expect(trial.names.free('Player 1')).toBe('Player 1');
    expect(trial.names.free('Other')).toBe('Other 2');
    applyChange(trial, CHANGES.seated.change);
    expect(trial.names.free('New')).toBe('New 2');
    applyChange(trial, { ...left, reason: 'left' });
    expect(trial.names.free('Other')).toBe('Other');
  });

  it('R3.2, R1.2, R10.5 sets host, settings and projectors', () => {
    expect(differenceOf(CHANGES.host.change)).toEqual({ hostId: 'p1', isHandedOver: true });
    expect(differenceOf(CHANGES.helpers.change)).toEqual({
      helpers: { coHosts: ['identity-1'], linkDigest: null, linked: [] },
    });
    expect(differenceOf(CHANGES.acting.change)).toEqual({ actingId: 'p1' });
    const { settings } = room();
    expect(differenceOf(CHANGES.settings.change)).toEqual({
      settings: { ...settings, isLocked: true },
    });
    expect(differenceOf(CHANGES.screenAdded.change)).toEqual({
      screens: [
        ['s0', { ...screen, number: 0 }],
        ['s', screen],
      ],
      screenCount: 1,
      watchers: ['w', 'w0'],
    });
    for (const reason of ['left', 'lost', 'dismissed'] as const) {
      const connectionIds = ['s0', 'none'];
      const change: RoomChange = { kind: 'screensRemoved', connectionIds, reason };
      const forgotten = reason === 'dismissed' ? { watchers: [] } : {};
      expect(differenceOf(change)).toEqual({ screens: [], ...forgotten });
    }
    // A cockpit is no projector, and tells when it was last there.
    const cockpit: RoomChange = {
      kind: 'screenAdded',
      connectionId: 's',
      screen: { ...screen, isCockpit: true },
    };
    expect(differenceOf(cockpit)).toEqual({
      screens: [
        ['s0', { ...screen, number: 0 }],
        ['s', { ...screen, isCockpit: true }],
      ],
      screenCount: 1,
    });
    const at = EPOCH + 7;
    expect(
      differenceOf({ kind: 'screensRemoved', connectionIds: ['s0'], reason: 'left', at }),
    ).toEqual({ screens: [], cockpitLeftAt: at, lastPresentAt: at });
  });

  it('R4.5 sets the phase, and game and tally only where they come along', () => {
    const mark = { isAnswer: true, played: true, rank: 1, gain: 0, fellAt: null };
    const tally = { game: 0, marks: [{ ...mark, playerId: 'p1', score: 500 }] };
    const game = { questions: [], spares: [], starters: 2, asked: [], drops: 0 };
    expect(differenceOf({ kind: 'phase', phase: countdown(8), game, tally })).toEqual({
      phase: countdown(8),
      game,
      tally,
      seats: [aSeat(0), aSeat(1, { score: 500 }), aSeat(2)],
    });
    const running = room();
    applyChange(running, { kind: 'phase', phase: countdown(8), game, tally });
    const phase = asking(9, 0);
    expect(differenceOf({ kind: 'phase', phase }, running)).toEqual({ phase });
    expect(differenceOf({ kind: 'phase', phase, game: null }, running)).toEqual({
      phase,
      game: null,
    });
  });

  it('R2.4 does nothing to a seat that is gone', () => {
    const before = room();
    applyChange(before, { ...left, reason: 'kicked' });
    expect(differenceOf({ ...left, at: EPOCH + 9, reason: 'kicked' }, before)).toEqual({});
    expect(differenceOf(CHANGES.renamed.change, before)).toEqual({});
    expect(differenceOf(CHANGES.dropped.change, before)).not.toHaveProperty('seats');
    expect(differenceOf(CHANGES.attached.change, before)).not.toHaveProperty('seats');
  });

  it.each(Object.values(CHANGES))('replaces seats and never changes them: $change.kind', (one) => {
    const before = room();
    const seats = [...before.seats.values()];
    const copies = structuredClone(seats);
    const { settings, phase, revisions, kicked } = before;
    const parts = structuredClone({ settings, phase, revisions, kicked });
    const told = structuredClone(one.change);
    applyAppend(before, { id: 'a', seq: 1, changes: [one.change] });
    expect([...before.seats.values()]).not.toContain(seat);
    expect(seats).toEqual(copies);
    expect({ settings, phase, revisions, kicked }).toEqual(parts);
    // Nor is what was told changed by what happens next.
    for (const { change } of Object.values(CHANGES)) applyChange(before, change);
    expect(one.change).toEqual(told);
  });
});

describe('an append', () => {
  it.each(Object.values(CHANGES))('counts as its changes say: $change.kind', (one) => {
    expect(revisionOf(one.change)).toBe(one.revision);
    expect(isActivity(one.change)).toBe(one.isActivity);
    const before = room();
    applyAppend(before, { id: 'a.1', seq: 7, changes: [one.change] });
    expect(before.revisions).toEqual({ roster: '', phase: '', [one.revision]: 'a.1' });
    expect([before.lastAppend, before.seq]).toEqual([{ id: 'a.1', seq: 7 }, 7]);
  });

  it('leaves the revision of what it does not change, and is the same one by one', () => {
    const [whole, pieces] = [room(), room()];
    const first = [CHANGES.seated.change, CHANGES.host.change];
    const second = [CHANGES.settings.change];
    const both = [CHANGES.renamed.change, CHANGES.phase.change];
    for (const [n, changes] of [first, second, both].entries()) {
      const append = { id: `a.${n}`, seq: n + 1, changes };
      applyAppend(whole, append);
      for (const change of changes) applyChange(pieces, change);
      noteAppend(pieces, append);
      expect(plain(pieces)).toEqual(plain(whole));
      expect(whole.revisions).toEqual(
        [
          { roster: 'a.0', phase: '' },
          { roster: 'a.0', phase: 'a.1' },
          { roster: 'a.2', phase: 'a.2' },
        ][n],
      );
    }
    noteAppend(whole, { id: 'a.9', seq: 9, changes: [] });
    expect(whole.revisions).toEqual({ roster: 'a.2', phase: 'a.2' });
  });
});
