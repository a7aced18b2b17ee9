import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import type { Answer, GameRules, JudgedQuestion } from '../../src/game/shared/judged.js';
import type { RoomState } from '../../src/game/room-state.js';
import { kick } from '../../src/game/seat-commands.js';
import { marksOf } from '../../src/game/scoring.js';
import { rankTeams, teamResultsIn, teamsIn } from '../../src/game/team-figures.js';
import type { TeamSum } from '../../src/game/team-sums.js';
import { withoutResults } from '../../src/game/rehearsal.js';
import { endGame } from '../../src/game/transitions.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aRoom, aSeat } from '../support/game-data.js';
import { after, PHASES } from './phase-rooms.js';
import { choiceOf } from '../support/drawn.js';

const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'early',
  crowd: 'visible',
  lives: 1,
  revival: false,
  teamNames: ['Oaks', 'Elms', 'Firs'],
};
const PLAYERS = 9;

const sum = (team: number, points: number, questions: number): TeamSum => ({
  team,
  points,
  questions,
});

/** Some questions that players of three teams answered, who came and left as the seed says. */
function aCourse(seed: number): JudgedQuestion[] {
  const random = seeded(seed);
  const draw = (count: number): number => Math.floor(random() * count);
  const teams = Array.from({ length: PLAYERS }, () => draw(3));
  return Array.from({ length: 6 }, (_, index): JudgedQuestion => {
    const answers = teams.flatMap((team, n): Answer[] =>
      random() < 0.2
        ? []
        : [[`p${n}`, 1 + draw(3), draw(9_000), random() < 0.9 ? 1 : 0, 0, 0, team]],
    );
    const known = { ...nameOf({ index }), ...choiceOf(3), limitMs: 9_000 };
    return { ...known, isVoid: random() < 0.2, answers };
  });
}

/** The sums by the marks of each question, in place of the fold. */
function fromMarks(judged: readonly JudgedQuestion[], rules: GameRules): TeamSum[] {
  const sums = new Map<number, TeamSum>();
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot));
  for (const [n, { answers, isVoid }] of judged.entries()) {
    const marks = marksOf(seats, judged.slice(0, n + 1), rules, 'judged');
    for (const [playerId, , , played, , , team = -1] of answers) {
      if (isVoid || played === 0) continue;
      const { gain } = marks.find((mark) => mark.playerId === playerId)!;
      const { points, questions } = sums.get(team) ?? { points: 0, questions: 0 };
      sums.set(team, { team, points: points + gain, questions: questions + 1 });
    }
  }
  return [...sums.values()];
}

describe('R13.4 the ranking of teams', () => {
  it('R13.4 is by points over questions, and equal figures share a rank', () => {
    const ranked = rankTeams([sum(0, 900, 9), sum(1, 500, 4), sum(2, 1000, 8), sum(3, 0, 0)]);
    expect(ranked).toEqual([
      { team: 1, figure: 125, rank: 1 },
      { team: 2, figure: 125, rank: 1 },
      { team: 0, figure: 100, rank: 3 },
    ]);
    expect(rankTeams([])).toEqual([]);
    // Equal as they are shown, and not equal.
    const close = rankTeams([sum(0, 1000, 3), sum(1, 100_001, 300)]);
    expect(close.map(({ team, rank }) => [team, rank])).toEqual([
      [1, 1],
      [0, 2],
    ]);
    expect(close[0]?.figure).toBeCloseTo(333.34, 2);
  });

  it('R13.4 divides by half of the questions of the median team at least', () => {
    // Two in the middle: 10 and 15, half of whose mean is 6.25.
    const ranked = rankTeams([sum(0, 1000, 1), sum(1, 2000, 10), sum(2, 3000, 15), sum(3, 0, 20)]);
    expect(ranked.map(({ team, figure }) => [team, figure])).toEqual([
      [1, 200],
      [2, 200],
      [0, 160],
      [3, 0],
    ]);
  });
});

describe('R13.5 what a team has made', () => {
  it.each(['RANKING', 'SURVIVAL'] as const)(
    'R13.5 is the sum of what each question gave its members: %s',
    (gameMode) => {
      const rules = { ...RULES, gameMode };
      for (let seed = 0; seed < 60; seed++) {
        const judged = aCourse(seed);
        const { teams } = teamsIn(judged, rules);
        expect(teams).toEqual(rankTeams(fromMarks(judged, rules)));
        expect(teamResultsIn(judged, rules).teams).toEqual(
          teams?.map((one) => ({ ...one, name: RULES.teamNames![one.team] })),
        );
      }
    },
  );

  it('R13.5 is nothing where no question counts, and told of no game without teams', () => {
    const judged = aCourse(1);
    const { teamNames: _none, ...rules } = RULES;
    expect(teamsIn(judged, rules)).toEqual({});
    expect(teamResultsIn(judged, rules)).toEqual({});
    const dropped = judged.map((question) => ({ ...question, isVoid: true }));
    expect(teamsIn(dropped, RULES)).toEqual({ teams: [] });
  });
});

/** A room at the reveal of the last question of a course. */
function revealed(judged: JudgedQuestion[]): RoomState {
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot));
  const marks = marksOf(seats, judged, RULES, 'judged');
  const tally = { game: 1, marks, ...teamsIn(judged, RULES) };
  const index = judged.length - 1;
  const room = aRoom({ phase: { ...PHASES.reveal, index }, seats, tally });
  return { ...room, rules: RULES, judged };
}

describe('R13.5 corrections and leaving', () => {
  it('R13.5 follow a correction as if it had been so from the start, and taking it back undoes it', () => {
    for (let seed = 0; seed < 40; seed++) {
      const played = aCourse(seed).map((question) => ({ ...question, isVoid: false }));
      for (const isEnded of [false, true]) {
        let room = revealed(played);
        if (isEnded) room = after(room, endGame(room));
        const teamsOf = ({ phase, tally }: RoomState) =>
          phase.kind === 'lobby' ? phase.teams : tally.teams;
        const before = teamsOf(room);
        const index = seed % played.length;
        const how =
          seed % 2 === 0 ? { isVoid: true, rights: null } : { isVoid: false, rights: [2] };
        const corrected = after(room, correct(room, nameOf({ index }), how));
        const anew = played.map((question) =>
          question.question === index
            ? {
                ...question,
                isVoid: how.isVoid,
                solution: { kind: 'choice' as const, rights: how.rights ?? [1] },
              }
            : question,
        );
        const expected = isEnded ? teamResultsIn(anew, RULES) : teamsIn(anew, RULES);
        expect(teamsOf(corrected)).toEqual(expected.teams);
        const back = after(
          corrected,
          correct(corrected, nameOf({ index }), { isVoid: false, rights: null }),
        );
        expect(teamsOf(back)).toEqual(before);
      }
    }
  });

  it('R13.5 does not depend on who has left since', () => {
    const played = aCourse(3);
    const room = revealed(played);
    const left = revealed(played);
    for (const slot of [2, 4]) {
      const { changes } = kick(`p${slot}`).decide(left, 0);
      for (const change of changes) if (change.kind === 'left') left.seats.delete(change.slot);
    }
    const { phase } = endGame(left);
    expect(phase).toMatchObject({ teams: teamResultsIn(played, RULES).teams });
    expect(endGame(room).phase).toMatchObject({ teams: teamResultsIn(played, RULES).teams });
  });

  it('R12.3 leaves no figures of a rehearsal', () => {
    const room = revealed(aCourse(5));
    const rehearsal = { process: 'process', bots: 1, endsAt: 1 };
    const rehearsing = { ...room, settings: { ...room.settings, rehearsal } };
    expect(withoutResults(rehearsing, endGame(rehearsing)).phase).not.toHaveProperty('teams');
  });
});
