import { expect, it } from 'vitest';
import { teamEntriesIn } from '../../src/web/host/team-list.js';

const TEAMS = ['청팀', 'Oaks'];

it('R13.2 reads names and their teams, one a line, as they come from a table or are typed', () => {
  const text = '김민지\t청팀\r\n Lee, Anna , oaks \n\nKim;2\nPark,1';
  expect(teamEntriesIn(text, TEAMS)).toEqual({
    entries: [
      { playerName: '김민지', team: 0 },
      { playerName: 'Lee, Anna', team: 1 },
      { playerName: 'Kim', team: 1 },
      { playerName: 'Park', team: 0 },
    ],
  });
});

it('R13.2 tells the first line that names no team', () => {
  for (const bad of ['Kim', 'Kim,', ',Oaks', 'Kim,Elms', 'Kim,3', 'Kim,0', 'Kim,1.5'])
    expect(teamEntriesIn(`Park,1\n${bad}\nLee,2`, TEAMS)).toEqual({
      entries: [{ playerName: 'Park', team: 0 }],
      bad,
    });
});
