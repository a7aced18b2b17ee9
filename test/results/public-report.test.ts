import { expect, it } from 'vitest';
import type { GameReport } from '../../src/protocol/index.js';
import { finished } from '../../src/game/steps.js';
import { publicSteps } from '../../src/server/desk/results/report.js';

const SECRET = 'told to nobody';
const image = { id: SECRET, alt: 'a square', width: 1, height: 1 };

/** Everything that a report may have, and what a later version may add. */
const REPORT = {
  id: SECRET,
  setId: SECRET,
  roomTitle: 'Class 3b',
  setTitle: 'Seas',
  startedAt: 1_764_000_123_456,
  endedAt: 1_764_000_999_999,
  keepUntil: 1_771_776_123_456,
  asked: 1,
  hasNames: true,
  link: { names: false, questions: true },
  gameMode: 'RANKING',
  scoring: 'shared',
  ownerMail: SECRET,
  players: [
    {
      name: 'Ann',
      slot: 3,
      rank: 1,
      score: 5,
      played: 1,
      rights: 1,
      rightMs: 9,
      team: 0,
      ip: SECRET,
    },
  ],
  teams: [{ team: 0, name: 'The Kims', figure: 5, rank: 1, members: SECRET }],
  questions: [
    {
      number: 0,
      kind: 'choice',
      shown: {
        kind: 'choice',
        quiz: 'Deep?',
        choiceList: [{ order: 1, content: 'It', image }],
        image,
      },
      choices: 2,
      solution: { kind: 'choice', rights: [1] },
      setSolution: { kind: 'choice', rights: [1] },
      rights: [1],
      isVoid: false,
      limitMs: 5_000,
      summary: null,
      answers: [[0, 1, 9, 1, 1, 5, 20, 20]],
      note: SECRET,
    },
  ],
} as unknown as GameReport;

it('R17.6 a public link without names tells no team, no title, no time of day and no id', () => {
  const told = finished(publicSteps(REPORT, { names: false, questions: true }));
  const text = JSON.stringify(told);
  for (const word of ['Ann', 'The Kims', 'Class 3b', SECRET]) expect(text).not.toContain(word);
  for (const time of [REPORT.startedAt, REPORT.endedAt, REPORT.keepUntil])
    expect(text).not.toContain(String(time));
  expect(text).toContain('Deep?');
  expect(told.teams).toEqual([{ team: 0, name: '', figure: 5, rank: 1 }]);
  const blank = JSON.stringify(finished(publicSteps(REPORT, { names: false, questions: false })));
  for (const word of ['Deep?', 'Seas', SECRET]) expect(blank).not.toContain(word);
});

it('R17.6 with names it tells teams, title and times, and still no id', () => {
  const told = finished(publicSteps(REPORT, { names: true, questions: true }));
  const { startedAt, endedAt, keepUntil, roomTitle } = REPORT;
  expect(told).toMatchObject({ startedAt, endedAt, keepUntil, roomTitle });
  expect(told.teams).toMatchObject([{ name: 'The Kims' }]);
  expect(JSON.stringify(told)).not.toContain(SECRET);
});
