import { nameOf } from '../../src/protocol/judged-name.js';
import type { Answer, JudgedQuestion } from '../../src/game/shared/judged.js';
import { rulesOf } from '../../src/game/room-state.js';
import { TEAM_NAMES } from '../../src/game/team-names.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { inZone, someOptions } from '../support/game-data.js';

export const CHOICES = 3;

/** Small numbers that look random, the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** A game of a few players and questions, another one for each seed. */
export function aRecord(seed: number): GameRecord {
  const draw = numbers(seed);
  const players = Array.from({ length: 2 + draw(5) }, (_, slot) => {
    return { playerId: `p${slot}`, slot, name: `Player ${slot}` };
  });
  const judged = Array.from({ length: 1 + draw(6) }, (_, index): JudgedQuestion => {
    const solution = { kind: 'choice' as const, rights: [1 + draw(CHOICES)] };
    const answers = players.map(({ playerId }): Answer => {
      const zone = 1 + draw(CHOICES);
      return [playerId, zone, draw(15_000), draw(6) === 0 ? 0 : 1, ...inZone(zone, CHOICES)];
    });
    const floor = { kind: 'choice' as const, choices: CHOICES };
    const rest = { limitMs: 15_000, isVoid: false, answers };
    return { ...nameOf({ index }), floor, setSolution: solution, solution, ...rest };
  });
  const gameMode = draw(2) === 0 ? 'RANKING' : 'SURVIVAL';
  const scoring = (['shared', 'flat', 'early'] as const)[draw(3)] ?? 'shared';
  return {
    id: `room-${seed}.1`,
    owner: { session: null, identityId: 'x' },
    setId: 'set',
    setTitle: 'Set',
    roomTitle: 'Hall',
    rules: rulesOf({ ...someOptions({ gameMode, scoring }), teamNames: TEAM_NAMES }),
    version: 10,
    startedAt: 1,
    endedAt: 2,
    players,
    judged,
    draws: null,
    asked: judged.map(({ question }) => ({
      kind: 'choice',
      quiz: `Question ${question}?`,
      choiceList: [1, 2, 3].map((order) => ({ order, content: `${order}` })),
    })),
    isRestored: false,
    tracks: new Map(),
  };
}
