import { describe, expect, it } from 'vitest';
import type { RoomOptions, TeamMode } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { answer, goTo, settle, useHall } from '../support/hall.js';

const hall = useHall();

/** A host in the first team and two guests in the second, who choose. */
async function twoTeams(options: Partial<RoomOptions> = {}) {
  const room = await hall.openRoom({ teams: 'choice', scoring: 'flat', ...options });
  for (const [n, format] of (['json', 'compact'] as const).entries()) {
    const guest = hall.connect({ format });
    await guest.do('joinRoom', { gameId: room.pin, playerName: `Player ${n}`, team: 1 });
    room.players.push(guest);
  }
  return { ...room, guests: room.players.slice(1) };
}

/** What a client was told last of the teams, by player id. */
function teamsAt(client: TestClient): Map<string, number | undefined> {
  const teams = new Map<string, number | undefined>();
  for (const { event, payload } of client.heard)
    if (event === 'joinRoom' || event === 'setTeam')
      for (const { playerId, team } of (
        payload as { players: { playerId: string; team?: number }[] }
      ).players)
        teams.set(playerId, team);
  return teams;
}

const teamOf = (client: TestClient, player: TestClient): number | undefined =>
  teamsAt(client).get(player.playerId);

describe.concurrent('R13 teams', () => {
  it('R13.1 are told to nobody where there are none', async () => {
    const room = await hall.openRoom({}, 2);
    await room.host.do('updateTeams', { names: ['Oaks', 'Elms'] });
    await room.host.do('updateTeamList', { entries: [{ playerName: 'Late', team: 1 }] });
    await goTo(room, 'reveal');
    await room.host.do('endGame', {});
    await room.host.wait('endGame');
    const late = await hall.join(room.pin, 'Late', { format: 'compact' });
    await settle(room.host, [...room.players, late]);
    for (const one of [...room.players, late]) expect(one.raw.join()).not.toMatch(/team/i);
  });

  it('R13.1 are told with their names, which the host gives', async () => {
    const { host, players, pin, guests } = await twoTeams();
    for (const one of players) {
      expect(one.last('updateRoomOption')).toMatchObject({ teams: 'choice' });
      expect(one.last('updateTeams')).toEqual({ teams: [{ name: 'Red' }, { name: 'Blue' }] });
    }
    await host.do('updateTeams', { names: ['청팀', '백팀', 'Elms'] });
    const told = { teams: [{ name: '청팀' }, { name: '백팀' }, { name: 'Elms' }] };
    for (const one of players)
      expect(await one.wait('updateTeams', ({ teams }) => teams.length === 3)).toEqual(told);
    const late = await hall.join(pin, 'Late');
    expect(late.last('updateTeams')).toEqual(told);
    expect(late.self?.team).toBe(2);
    await host.do('updateRoomOption', { teams: 'none' });
    await guests[0]!.wait('updateRoomOption', (options) => !('teams' in options));
    expect((await hall.join(pin, 'Later')).self).not.toHaveProperty('team');
  });

  it('R13.2 are chosen at the door and in the lobby, and changed by the host', async () => {
    const { host, players, pin, guests } = await twoTeams();
    const [first, second] = guests as [TestClient, TestClient];
    for (const one of players)
      expect([host, first, second].map((player) => teamOf(one, player))).toEqual([0, 1, 1]);
    await first.do('setTeam', { team: 0 });
    for (const one of players)
      await one.wait('setTeam', ({ players: moved }) =>
        moved.some(({ playerId, team }) => playerId === first.playerId && team === 0),
      );
    expect(await first.fail('setTeam', { team: 2 })).toBe('BAD_REQUEST');
    expect(await first.fail('setTeam', { team: 1, playerId: second.playerId })).toBe('NOT_HOST');
    expect(await host.fail('setTeam', { team: 1, playerId: 'nobody' })).toBe('PLAYER_NOT_FOUND');
    await host.do('setTeam', { team: 0, playerId: second.playerId });
    await first.wait('setTeam', ({ players: moved }) => moved[0]?.playerId === second.playerId);
    const screen = await hall.join(pin, '', { role: 'screen' });
    expect(await screen.fail('setTeam', { team: 0 })).toBe('NOT_A_PLAYER');
    expect(await hall.connect().fail('joinRoom', { gameId: pin, team: 2 })).toBe('BAD_REQUEST');
    const late = await hall.join(pin, 'Late');
    expect([host, first, second, late].map((player) => teamOf(late, player))).toEqual([0, 0, 0, 1]);
  });

  it.each([
    ['dealt', [0, 1, 0, 1]],
    ['list', [0, 1, 1, 0]],
  ] as [TeamMode, number[]][])('R13.2 are for the host to say with %s', async (teams, expected) => {
    const { host, pin } = await hall.openRoom({ teams });
    const entries = [
      { playerName: 'player b', team: 1 },
      { playerName: 'Player C', team: 1 },
      { playerName: 'Secret', team: 0 },
    ];
    expect(await host.do('updateTeamList', { entries })).toMatchObject({ count: 3, merged: 0 });
    const guests = [];
    for (const name of ['Player B', 'Player C', 'Player D'])
      guests.push(await hall.join(pin, name));
    const last = guests.at(-1)!;
    expect([host, ...guests].map((player) => teamOf(last, player))).toEqual(expected);
    expect(await last.fail('setTeam', { team: 1 })).toBe('FORBIDDEN');
    await settle(host, guests);
    for (const one of guests) expect(one.raw.join()).not.toContain('Secret');
  });

  it('R13.4 are ranked at each reveal and at the end, the same in both formats', async () => {
    const room = await twoTeams();
    const { host, players, guests, pin } = room;
    const [json, compact] = guests as [TestClient, TestClient];
    await goTo(room, 'question');
    for (const [n, player] of players.entries()) await answer(player, n < 2);
    await goTo(room, 'reveal');
    const figures = [
      { team: 0, figure: 100, rank: 1 },
      { team: 1, figure: 50, rank: 2 },
    ];
    for (const one of players) expect((await one.wait('endQuizTime')).teams).toEqual(figures);
    // Who comes into the reveal hears of it, too.
    const late = await hall.join(pin, 'Late');
    expect(late.last('endQuizTime')?.teams).toEqual(figures);
    await goTo(room, 'question', 1);
    // What the host corrects changes the figures in the middle of a question.
    const voided = { question: 0, isVoid: true, rights: null };
    await host.do('correctQuestion', { ...voided, version: host.last('phase')!.version });
    for (const one of players) expect((await one.wait('updateScores')).teams).toEqual([]);
    await host.do('correctQuestion', {
      ...voided,
      isVoid: false,
      version: host.last('phase')!.version,
    });
    await json.wait('updateScores', ({ teams }) => teams?.length === 2);
    await host.do('endGame', {});
    const named = figures.map((one) => ({ ...one, name: ['Red', 'Blue'][one.team] }));
    for (const one of players) expect((await one.wait('endGame')).teams).toEqual(named);
    // Another name in the lobby is not that of the game.
    await host.do('updateTeams', { names: ['Oaks', 'Elms'] });
    expect((await hall.join(pin, 'Visitor', { format: 'compact' })).last('endGame')?.teams).toEqual(
      named,
    );
    expect(compact.last('endGame')).toEqual(json.last('endGame'));
  });

  it('R13.3, R13.5 keep what those made who are kicked or leave, and take them back', async () => {
    const room = await twoTeams();
    const { host, players, guests, pin } = room;
    const [leaver, kicked] = guests as [TestClient, TestClient];
    const third = await hall.join(pin, 'Third');
    expect(third.self?.team).toBe(0);
    players.push(third);
    await goTo(room, 'question');
    for (const player of players) await answer(player, player !== third);
    await goTo(room, 'reveal');
    const before = (await host.wait('endQuizTime')).teams;
    expect(before).toEqual([
      { team: 1, figure: 100, rank: 1 },
      { team: 0, figure: 50, rank: 2 },
    ]);
    await host.do('kickRoom', { kickPlayerId: kicked.playerId });
    await leaver.do('exitRoom', {});
    room.players.splice(1, 2);
    // The team that both were in is the smallest now, and theirs in any case.
    await leaver.do('joinRoom', { gameId: pin });
    expect(leaver.self?.team).toBe(1);
    const late = await hall.join(pin, 'Late');
    expect(late.self?.team).toBe(1);
    expect(await late.fail('setTeam', { team: 0 })).toBe('WRONG_PHASE');
    expect(await host.fail('setTeam', { team: 0, playerId: late.playerId })).toBe('WRONG_PHASE');
    expect(await host.fail('updateTeams', { names: ['One', 'Two'] })).toBe('WRONG_PHASE');
    expect(await host.fail('updateTeamList', { entries: [] })).toBe('WRONG_PHASE');
    await host.do('endGame', {});
    const { teams } = await host.wait('endGame');
    expect(teams?.map(({ name: _name, ...figure }) => figure)).toEqual(before);
  });

  it('R13.3 keep somebody whose connection drops, in the same team', async () => {
    const room = await twoTeams();
    const [first] = room.guests as [TestClient];
    await goTo(room, 'question');
    first.drop();
    const back = hall.comeBack(first, room.pin);
    await back.wait('phase');
    expect(back.self?.team).toBe(1);
  });

  it('R13.1 tell nobody of a team before the phase that it begins with', async () => {
    const { host, pin } = await hall.openRoom({ teams: 'dealt' });
    const guest = await hall.join(pin, 'Guest');
    const other = await hall.join(pin, 'Other');
    await host.do('setTeam', { team: 0, playerId: guest.playerId });
    await host.do('startGame', {});
    await other.wait('phase', ({ kind }) => kind === 'countdown');
    const sizes = [0, 1].map(
      (team) => [...teamsAt(other).values()].filter((one) => one === team).length,
    );
    expect(sizes).toEqual([2, 1]);
  });
});
