import { describe, expect, it } from 'vitest';
import type { RoomCommand } from '../../src/game/room-command.js';
import { isListed } from '../../src/game/room-state.js';
import {
  bringQuizSet,
  changeOptions,
  changeSettings,
  chooseQuizSet,
} from '../../src/game/settings-commands.js';
import { aSet, codeOf, EPOCH } from '../support/game-data.js';
import { asking, opened, plain, RoomTrial } from './room-trial.js';

const CHOICE = { quizSetId: 'other', quizCount: 5, title: 'Other' };

describe('settings', () => {
  it('R1.2 what is given changes, the rest stays', () => {
    const trial = new RoomTrial();
    const commands: [RoomCommand<void>, object][] = [
      [
        changeOptions({ title: 'New', gameMode: 'SURVIVAL' }),
        { title: 'New', gameMode: 'SURVIVAL' },
      ],
      [changeOptions({ maxPlayerCount: 9 }), { maxPlayerCount: 9 }],
      [changeOptions({ isPublic: true }), { isPublic: true }],
      [changeSettings({ isLocked: true }), { isLocked: true }],
      [changeSettings({ showChat: true }), { showChat: true }],
      [changeSettings({ showNames: false, isMuted: true }), { showNames: false, isMuted: true }],
      [chooseQuizSet(CHOICE), { quizSet: CHOICE }],
      [changeSettings({}), {}],
    ];
    let { settings } = structuredClone(trial.room);
    for (const [command, settled] of commands) {
      const before = plain(trial.room);
      trial.run(command);
      expect(trial.done.at(-1)).toEqual({ kind: 'settings', settings: settled });
      settings = { ...settings, ...settled };
      expect(trial.room.settings).toEqual(settings);
      // Nothing else of the room is touched.
      const { seq, lastAppend, revisions } = trial.room;
      expect(plain(trial.room)).toEqual({ ...before, settings, seq, lastAppend, revisions });
    }
  });

  it('R22.3 emotes change in a game, too, but nothing with them', async () => {
    const trial = new RoomTrial();
    trial.start();
    const before = plain(trial.room);
    const { settings } = structuredClone(trial.room);
    const withTitle = changeOptions({ emotes: false, title: 'New' });
    expect(await codeOf(() => trial.run(withTitle))).toBe('WRONG_PHASE');
    expect(plain(trial.room)).toEqual(before);
    trial.run(changeOptions({ emotes: false }));
    expect(trial.room.settings).toEqual({ ...settings, emotes: false });
  });

  it('R1.2 options and set are refused in a game and change nothing, the lock is not', async () => {
    const trial = new RoomTrial();
    trial.start();
    for (const phase of [trial.room.phase, asking(2, 0)]) {
      trial.claim({ phase });
      const before = plain(trial.room);
      for (const command of [
        changeOptions({ title: 'Late' }),
        changeOptions({ maxPlayerCount: 9 }),
        chooseQuizSet(CHOICE),
        bringQuizSet(aSet(1), CHOICE),
      ])
        expect(await codeOf(() => trial.run(command))).toBe('WRONG_PHASE');
      expect(plain(trial.room)).toEqual(before);
    }
    trial.run(changeSettings({ isLocked: true, isMuted: true, showChat: true }));
    expect(trial.room.settings).toMatchObject({ isLocked: true, isMuted: true, showChat: true });
  });

  it('R1.2 a room is never made smaller than the number who sit, here or away', async () => {
    const trial = new RoomTrial();
    trial.seatAll(3);
    const before = plain(trial.room);
    const small = changeOptions({ maxPlayerCount: 2, title: 'Small' });
    expect(await codeOf(() => trial.run(small))).toBe('BAD_REQUEST');
    trial.append([{ kind: 'dropped', slot: 2, droppedAt: EPOCH }]);
    expect(await codeOf(() => trial.run(small))).toBe('BAD_REQUEST');
    expect(plain(trial.room)).toMatchObject({ settings: before['settings'] });
    trial.run(changeOptions({ maxPlayerCount: 3 }));
    expect(trial.room.settings.maxPlayerCount).toBe(3);
    expect(await codeOf(() => trial.sit(3))).toBe('ROOM_FULL');
    trial.run(changeOptions({ maxPlayerCount: 4 }));
    expect(await codeOf(() => trial.sit(3))).toBe('ok');
    // What has nothing to do with the number is not refused for it.
    trial.append([{ kind: 'settings', settings: { maxPlayerCount: 2 } }]);
    expect(await codeOf(() => trial.run(changeOptions({ title: 'Still' })))).toBe('ok');
  });

  it('R4.4 a set of the room’s own comes with the choice of it, to be stored as one', () => {
    const { room, now } = new RoomTrial();
    const own = { quizSetId: 'custom', quizCount: 2, title: 'Own' };
    expect(bringQuizSet(aSet(2), own).decide(room, now)).toEqual({
      changes: [{ kind: 'settings', settings: { quizSet: own } }],
      answer: undefined,
      quizSet: aSet(2),
    });
    expect(chooseQuizSet(CHOICE).decide(room, now)).not.toHaveProperty('quizSet');
  });

  it('R1.5 public rooms are listed in the lobby, neither private nor locked nor running ones', () => {
    const trial = new RoomTrial(opened({ isPublic: true }));
    expect(isListed(trial.room)).toBe(true);
    trial.run(changeSettings({ isLocked: true }));
    expect(isListed(trial.room)).toBe(false);
    trial.run(changeSettings({ isLocked: false }));
    expect(isListed(trial.room)).toBe(true);
    trial.run(changeOptions({ isPublic: false }));
    expect(isListed(trial.room)).toBe(false);
    trial.run(changeOptions({ isPublic: true }));
    trial.start();
    expect(isListed(trial.room)).toBe(false);
  });

  it('R1.2 say that they read the phase, and the number of players only where it counts', () => {
    expect(changeSettings({}).reads).toEqual(['phase']);
    expect(chooseQuizSet(CHOICE).reads).toEqual(['phase']);
    expect(bringQuizSet(aSet(1), CHOICE).reads).toEqual(['phase']);
    expect(changeOptions({}).reads).toEqual(['roster', 'phase']);
  });
});
