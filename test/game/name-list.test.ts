import { describe, expect, it } from 'vitest';
import { listedName, listNames } from '../../src/game/name-list.js';
import { drop, freeSeat, rename } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { codeOf } from '../support/game-data.js';
import { plain, RoomTrial } from './room-trial.js';

const LIST = ['김민지', 'Anna Lee', 'О’Brian', 'Zoë'];

/** A room whose host lets in by a list. */
function listed(): RoomTrial {
  const trial = new RoomTrial();
  trial.run(listNames(LIST, false));
  trial.run(changeSettings({ names: 'list' }));
  return trial;
}

const codeOfSitting = (trial: RoomTrial, n: number, playerName: string) =>
  codeOf(() => trial.sit(n, { playerName }));

describe('R1.7 names by a list', () => {
  it('R1.7 are those of the list as it has them, however they are typed', () => {
    const trial = listed();
    const typed = ['김민지', 'anna  lee'.replace('  ', ' '), "o'brian"];
    for (const [n, playerName] of typed.entries()) trial.sit(n, { playerName });
    const names = [...trial.room.seats.values()].map(({ playerName }) => playerName);
    expect(names).toEqual(['김민지', 'Anna Lee', 'О’Brian']);
    expect(listedName(LIST, 'ANNALEE')).toBe('Anna Lee');
    expect(listedName(LIST, 'Ann Lee')).toBeUndefined();
  });

  it('R1.7 are refused to who is not on it, and a second time, and nothing happens', async () => {
    const trial = listed();
    trial.sit(1, { playerName: '김민지' });
    const before = plain(trial.room);
    expect(await codeOfSitting(trial, 2, '김민정')).toBe('NAME_NOT_ON_LIST');
    expect(await codeOfSitting(trial, 2, '')).toBe('NAME_NOT_ON_LIST');
    expect(await codeOfSitting(trial, 2, '김민지')).toBe('NAME_TAKEN');
    expect(plain(trial.room)).toEqual(before);
    // Who sits already comes back by whatever name.
    expect(trial.sit(1, { playerName: 'x', connectionId: 'other' }).resumed).toBe(true);
  });

  it('R1.7 hold for everybody but the owner', () => {
    const trial = listed();
    trial.sit(0, { playerName: 'Whoever' });
    expect(trial.seat(0).playerName).toBe('Whoever');
  });

  it('R1.7 are free again when the host frees the seat of who is away, who may come back', async () => {
    const trial = listed();
    trial.sit(0);
    trial.sit(1, { playerName: 'zoë' });
    expect(await codeOf(() => trial.run(freeSeat('p1')))).toBe('WRONG_PHASE');
    expect(await codeOf(() => trial.run(freeSeat('nobody')))).toBe('PLAYER_NOT_FOUND');
    trial.run(drop(trial.held(1)));
    trial.start();
    trial.run(freeSeat('p1'));
    expect(trial.done.at(-1)).toMatchObject({ kind: 'left', reason: 'freed', playerId: 'p1' });
    trial.sit(2, { playerName: 'Zoë' });
    expect(await codeOfSitting(trial, 1, 'Zoë')).toBe('NAME_TAKEN');
    expect(await codeOfSitting(trial, 1, 'Anna Lee')).toBe('ok');
  });

  it('R1.7 hold no longer when the host lets everybody choose', async () => {
    const trial = listed();
    trial.run(changeSettings({ names: 'free' }));
    expect(await codeOfSitting(trial, 1, 'Whoever')).toBe('ok');
    expect(await codeOf(() => trial.run(rename('p1', 'Other')))).toBe('ok');
  });
});

describe('R1.7 the list', () => {
  it('R1.7 has each name once, also where names look the same', () => {
    const trial = new RoomTrial();
    expect(trial.run(listNames(['Kim', 'KIM', 'К im', 'Lee'], false))).toEqual({
      count: 2,
      merged: 2,
    });
    expect(trial.run(listNames(['lee', 'Park'], true))).toEqual({ count: 3, merged: 1 });
    expect(trial.room.nameList).toEqual(['Kim', 'Lee', 'Park']);
    expect(trial.run(listNames(['Choi'], false))).toEqual({ count: 1, merged: 0 });
    expect(trial.room.nameList).toEqual(['Choi']);
  });

  it('R1.7 has at most 2,000 names, and more change nothing', async () => {
    const trial = new RoomTrial();
    const names = (from: number, count: number): string[] =>
      Array.from({ length: count }, (_, n) => `Name ${from + n}`);
    for (let from = 0; from < 2_000; from += 500) trial.run(listNames(names(from, 500), from > 0));
    expect(trial.room.nameList).toHaveLength(2_000);
    const before = plain(trial.room);
    expect(await codeOf(() => trial.run(listNames(['One more'], true)))).toBe('BAD_REQUEST');
    expect(plain(trial.room)).toEqual(before);
    expect(trial.run(listNames(['name 7'], true))).toEqual({ count: 2_000, merged: 1 });
  });
});
