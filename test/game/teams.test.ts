import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import type { JudgedQuestion } from '../../src/game/shared/judged.js';
import { setCoHost } from '../../src/game/roles.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { leave, rename } from '../../src/game/seat-commands.js';
import { changeOptions } from '../../src/game/settings-commands.js';
import {
  chooseTeam,
  evenDeal,
  formerTeam,
  listTeams,
  moveToTeam,
  nameTeams,
  newcomersTeam,
} from '../../src/game/teams.js';
import { endGame, startGame } from '../../src/game/transitions.js';
import type { TeamMode } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { codeOf, LENGTHS, someQuestions } from '../support/game-data.js';
import { plain, RoomTrial } from './room-trial.js';
import { choiceOf } from '../support/drawn.js';

const HOST = 'identity-0';

/** A room of `names.length` teams with the host in it. */
function inTeams(teams: TeamMode, names = ['Oaks', 'Elms', 'Firs']): RoomTrial {
  const trial = new RoomTrial();
  trial.run(nameTeams(names));
  trial.run(changeOptions({ teams }));
  trial.sit(0);
  return trial;
}

const teamsOf = ({ room }: RoomTrial): (number | null)[] =>
  [...room.seats.values()].sort((a, b) => a.slot - b.slot).map(({ team }) => team);

/** As the driver starts a game. */
function start(trial: RoomTrial, isNextRound = false): void {
  const { room, now } = trial;
  const transition = startGame(
    room,
    { questions: someQuestions(5), random: seeded(1) },
    now,
    LENGTHS,
    isNextRound,
  );
  trial.append([...evenDeal(room, transition), { kind: 'phase', ...transition }]);
}

describe('R13.1 the teams of a room', () => {
  it('R13.1 are none unless the host wants them, and nobody is in one then', async () => {
    const trial = new RoomTrial();
    trial.seatAll(3);
    expect(trial.room.settings).toMatchObject({ teams: 'none', teamNames: ['Red', 'Blue'] });
    expect(teamsOf(trial)).toEqual([null, null, null]);
    for (const act of [chooseTeam('p1', 0), moveToTeam(HOST, 'p1', 0)])
      expect(await codeOf(() => trial.run(act))).toBe('BAD_REQUEST');
    start(trial);
    expect(trial.room.rules).not.toHaveProperty('teamNames');
  });

  it('R13.1 have names that do not look the same', async () => {
    const trial = new RoomTrial();
    for (const names of [
      ['Oaks', 'Elms', 'Oaks'],
      ['Oaks', 'oaks'],
      ['Oaks', '\u041eaks'],
      ['Oaks', 'Ｏａｋｓ'],
    ])
      expect(await codeOf(() => trial.run(nameTeams(names)))).toBe('BAD_REQUEST');
    expect(trial.room.settings.teamNames).toEqual(['Red', 'Blue']);
    trial.run(nameTeams(['Oaks', 'Elms']));
  });

  it('R13.1 take everybody in who sits already, and let everybody go again', () => {
    const trial = new RoomTrial();
    trial.seatAll(5);
    trial.run(changeOptions({ teams: 'choice' }));
    expect(teamsOf(trial)).toEqual([0, 1, 0, 1, 0]);
    trial.run(changeOptions({ teams: 'none' }));
    expect(teamsOf(trial)).toEqual([null, null, null, null, null]);
  });

  it('R13.1 deal those anew whose team is there no more, and leave the others where they are', () => {
    const trial = inTeams('choice');
    for (const [n, team] of [2, 1, 2].entries()) trial.sit(n + 1, { team });
    expect(teamsOf(trial)).toEqual([0, 2, 1, 2]);
    trial.run(nameTeams(['Oaks', 'Elms']));
    expect(teamsOf(trial)).toEqual([0, 0, 1, 1]);
  });

  it('R13.1 deal evenly at once where the host wants more teams', () => {
    const trial = inTeams('dealt', ['Oaks', 'Elms']);
    for (const n of [1, 2, 3, 4]) trial.sit(n);
    expect(teamsOf(trial)).toEqual([0, 1, 0, 1, 0]);
    trial.run(nameTeams(['Oaks', 'Elms', 'Firs']));
    expect(teamsOf(trial)).toEqual([0, 1, 0, 1, 2]);
  });

  it('R13.1 are fixed while a game runs', async () => {
    const trial = inTeams('choice');
    trial.sit(1);
    start(trial);
    const before = plain(trial.room);
    const acts: RoomCommand<unknown>[] = [
      nameTeams(['One', 'Two']),
      listTeams([{ playerName: 'Kim', team: 0 }], false),
      chooseTeam('p1', 0),
      moveToTeam(HOST, 'p1', 0),
      changeOptions({ teams: 'none' }),
    ];
    for (const act of acts) expect(await codeOf(() => trial.run(act))).toBe('WRONG_PHASE');
    expect(plain(trial.room)).toEqual(before);
  });
});

describe('R13.2 who is in which team', () => {
  it('R13.2 is after a correction, too, what it was in the last question', () => {
    const solution = { kind: 'choice' as const, rights: [1] };
    const judgedIn = (question: number, team: number): JudgedQuestion => {
      const floor = { kind: 'choice' as const, choices: 2 };
      const answers = [['pp.1', 1, 300, 1, 0, 0, team] as const];
      const as = { floor, setSolution: solution, solution, limitMs: 15_000, isVoid: false };
      return { question, part: 0, drops: 0, ...as, answers };
    };
    const [first, last] = [judgedIn(0, 0), judgedIn(1, 1)];
    expect(formerTeam({ judged: [first, last] }, 'pp.2')).toBe(1);
    expect(formerTeam({ judged: [{ ...first, isVoid: true }, last] }, 'pp.2')).toBe(1);
    expect(formerTeam({ judged: [first, last] }, 'qq.1')).toBeUndefined();
  });

  it('R13.2 is the choice of each player, at the door and in the lobby', async () => {
    const trial = inTeams('choice');
    trial.sit(1, { team: 2 });
    trial.sit(2);
    trial.sit(3);
    expect(teamsOf(trial)).toEqual([0, 2, 1, 0]);
    trial.run(chooseTeam('p3', 2));
    expect(teamsOf(trial)).toEqual([0, 2, 1, 2]);
    expect(await codeOf(() => trial.sit(4, { team: 3 }))).toBe('BAD_REQUEST');
    expect(await codeOf(() => trial.run(chooseTeam('p3', 3)))).toBe('BAD_REQUEST');
    expect(await codeOf(() => trial.run(chooseTeam('nobody', 0)))).toBe('PLAYER_NOT_FOUND');
    // Who has a seat keeps the team, whatever the door asks for.
    trial.sit(1, { team: 0, connectionId: 'other' });
    expect(trial.seat(1).team).toBe(2);
  });

  it('R13.2 is for host and co-hosts to change, in the lobby', async () => {
    const trial = inTeams('dealt');
    for (const n of [1, 2]) trial.sit(n);
    trial.run(moveToTeam(HOST, 'p2', 0));
    expect(teamsOf(trial)).toEqual([0, 1, 0]);
    expect(await codeOf(() => trial.run(moveToTeam('identity-1', 'p2', 2)))).toBe('NOT_HOST');
    trial.run(setCoHost('p1', true));
    trial.run(moveToTeam('identity-1', 'p0', 2));
    expect(teamsOf(trial)).toEqual([2, 1, 0]);
    for (const teams of ['dealt', 'list'] as const) {
      trial.run(changeOptions({ teams }));
      expect(await codeOf(() => trial.run(chooseTeam('p2', 1)))).toBe('FORBIDDEN');
    }
  });

  it('R13.2 is dealt evenly, so that sizes differ by one at most at the start', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = seeded(seed);
      const draw = (count: number): number => Math.floor(random() * count);
      const trial = inTeams('dealt', ['A', 'B', 'C', 'D', 'E'].slice(0, 2 + draw(4)));
      const count = trial.room.settings.teamNames.length;
      for (let n = 1; n < 3 + draw(20); n++) trial.sit(n);
      for (let n = 0; n < 10; n++) {
        const slot = draw(trial.room.seats.size);
        trial.run(moveToTeam(HOST, `p${slot}`, draw(count)));
      }
      const before = teamsOf(trial);
      start(trial);
      const after = teamsOf(trial);
      const sizes = Array.from(
        { length: count },
        (_, team) => after.filter((one) => one === team).length,
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(2);
      // Nobody moves who need not.
      const most = Math.ceil(before.length / count);
      const sizesBefore = sizes.map((_, team) => before.filter((one) => one === team).length);
      const tooMany = sizesBefore.reduce((sum, size) => sum + Math.max(0, size - most), 0);
      const tooFew = sizesBefore.reduce(
        (sum, size) => sum + Math.max(0, Math.floor(before.length / count) - size),
        0,
      );
      const moved = after.filter((team, slot) => team !== before[slot]).length;
      expect(moved).toBe(Math.max(tooMany, tooFew));
    }
  });

  it('R6.8 is not dealt again for a next round', () => {
    const trial = inTeams('dealt', ['A', 'B']);
    for (const n of [1, 2, 3]) trial.sit(n);
    start(trial);
    const dealt = teamsOf(trial);
    trial.claim(endGame(trial.room));
    for (const slot of [1, 3]) trial.leave(slot);
    start(trial, true);
    expect(teamsOf(trial)).toEqual([dealt[0], dealt[2]]);
    expect(dealt[0]).toBe(dealt[2]);
    trial.claim(endGame(trial.room));
    start(trial);
    expect(new Set(teamsOf(trial)).size).toBe(2);
  });

  it('R13.2 is left to players at the start where they choose', () => {
    const trial = inTeams('choice');
    for (const n of [1, 2, 3]) trial.sit(n, { team: 0 });
    start(trial);
    expect(teamsOf(trial)).toEqual([0, 0, 0, 0]);
  });

  it('R13.2 is by the list of the host, compared as names are', () => {
    const trial = new RoomTrial();
    trial.sit(0, { playerName: 'Teacher' });
    trial.sit(1, { playerName: 'Anna Lee' });
    trial.sit(2, { playerName: 'Somebody' });
    trial.run(changeOptions({ teams: 'list' }));
    const entries = [
      { playerName: 'ANNALEE', team: 0 },
      { playerName: '김민지', team: 1 },
      { playerName: 'anna lee', team: 1 },
      { playerName: 'Far', team: 7 },
    ];
    expect(trial.run(listTeams(entries, false))).toEqual({ count: 3, merged: 1 });
    expect(teamsOf(trial)).toEqual([0, 0, 0]);
    trial.sit(3, { playerName: '김민지', team: 0 });
    // Who is not on it fills the smallest, and so does whose team is not there.
    trial.sit(4, { playerName: 'Nobody' });
    trial.sit(5, { playerName: 'far' });
    expect(teamsOf(trial)).toEqual([0, 0, 0, 1, 1, 1]);
    trial.run(rename('p4', 'Annalee'));
    expect(trial.seat(4)).toMatchObject({ playerName: 'Annalee', team: 0 });
    expect(trial.run(listTeams([{ playerName: 'Nobody', team: 0 }], true))).toMatchObject({
      count: 4,
    });
  });

  it('R13.2 is kept for 2,000 names, and refused beyond that', async () => {
    const trial = inTeams('list');
    const some = (from: number) =>
      Array.from({ length: 500 }, (_, n) => ({ playerName: `Name ${from + n}`, team: 1 }));
    for (let from = 0; from < 2_000; from += 500) trial.run(listTeams(some(from), from > 0));
    expect(trial.room.teamList).toHaveLength(2_000);
    const more = listTeams([{ playerName: 'One more', team: 0 }], true);
    expect(await codeOf(() => trial.run(more))).toBe('BAD_REQUEST');
    expect(trial.room.teamList).toHaveLength(2_000);
  });

  it('R13.3 is the smallest team for who comes late, whatever they ask for', () => {
    for (const teams of ['choice', 'dealt'] as const) {
      const trial = inTeams(teams);
      for (const n of [1, 2, 3]) trial.sit(n);
      start(trial);
      trial.sit(4, { team: 0 });
      expect(trial.seat(4).team).toBe(1);
    }
  });

  it('R13.3 reads each judged question once, however many come', () => {
    const trial = inTeams('choice');
    start(trial);
    let reads = 0;
    const question = {
      ...nameOf({ index: 0 }),
      ...choiceOf(2),
      limitMs: 9_000,
      isVoid: false,
    };
    const judgedAs = (playerId: string, team: number): JudgedQuestion => ({
      ...question,
      get answers() {
        reads += 1;
        return [[playerId, 1, 0, 1, 0, 0, team] as const];
      },
    });
    const room = { ...trial.room, judged: [judgedAs('who1.1', 2)] };
    const comes = (playerId: string) =>
      newcomersTeam(room, { identityId: playerId, playerId, playerName: playerId });
    expect(['who1.2', 'who2.1', 'who1.3'].map(comes)).toEqual([2, 1, 2]);
    expect(reads).toBe(1);
    room.judged = [...room.judged, judgedAs('who2.1', 2)];
    expect(['who1.2', 'who2.2', 'who3.1'].map(comes)).toEqual([2, 2, 1]);
    expect(reads).toBe(2);
  });

  it('R13.3 is the same for who leaves in a game and comes back', () => {
    const trial = inTeams('choice');
    for (const n of [1, 2, 3]) trial.sit(n, { playerId: `who${n}.1`, team: 2 });
    start(trial);
    const answers = [...trial.room.seats.values()].map(
      ({ playerId, team }) => [playerId, 1, 0, 1, 0, 0, team as number] as const,
    );
    const question = { ...nameOf({ index: 0 }), ...choiceOf(2), limitMs: 9_000 };
    const judged = [{ ...question, isVoid: false, answers }];
    trial.append([{ kind: 'phase', phase: trial.room.phase, judged }]);
    trial.run(leave(trial.seat(1)));
    trial.sit(1, { playerId: 'who1.2' });
    trial.sit(9, { playerId: 'who9.1' });
    const found = [...trial.room.seats.values()].map(({ playerId, team }) => [playerId, team]);
    expect(found).toContainEqual(['who1.2', 2]);
    expect(found).toContainEqual(['who9.1', 1]);
  });
});
