import { afterEach, expect, it } from 'vitest';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { answer, goTo, slowSet, SLOW } from '../support/hall.js';

afterEach(closeFleets);

it('R13.2, R13.5 are the same at all processes, for who comes back through another one, too', async () => {
  const fleet = await Fleet.inProcess(2, SLOW, [slowSet()]);
  const room = await fleet.openRoom(0, { teams: 'dealt' }, 3);
  const { host, players, pin } = room;
  await host.do('updateTeams', { names: ['Oaks', 'Elms'] });
  for (const player of players.slice(1, 3))
    await host.do('setTeam', { team: 1, playerId: player.playerId });
  await goTo(room, 'question');
  // What everybody was told of everybody, in this order: rosters, and who changed the team.
  const teamsAt = players.map(({ heard }) => {
    const told = heard.flatMap(({ event, payload }) =>
      event === 'joinRoom' || event === 'setTeam'
        ? (payload as { players: { playerId: string; team: number }[] }).players
        : [],
    );
    const teams = new Map(told.map(({ playerId, team }) => [playerId, team]));
    return players.map(({ playerId }) => teams.get(playerId));
  });
  for (const teams of teamsAt) expect(teams).toEqual(teamsAt[0]);
  expect(teamsAt[0]?.filter((team) => team === 0)).toHaveLength(2);
  expect(teamsAt[0]?.slice(1, 3)).toEqual([1, 1]);

  for (const [n, player] of players.entries()) await answer(player, n < 2);
  await goTo(room, 'reveal');
  const figures = (await host.wait('endQuizTime')).teams;
  expect(figures?.map(({ rank }) => rank)).toEqual([1, 1]);
  for (const player of players) expect((await player.wait('endQuizTime')).teams).toEqual(figures);

  const [, kicked, leaver] = players;
  await host.do('kickRoom', { kickPlayerId: kicked!.playerId });
  await leaver!.do('exitRoom', {});
  const back = fleet.connect(1, { token: leaver!.token });
  await back.do('joinRoom', { gameId: pin });
  expect(back.self?.team).toBe(1);
  expect(back.last('endQuizTime')?.teams).toEqual(figures);
  await host.do('endGame', {});
  for (const one of [host, players[3]!, back])
    expect((await one.wait('endGame')).teams).toMatchObject([
      { rank: 1, name: 'Oaks' },
      { rank: 1, name: 'Elms' },
    ]);
});
