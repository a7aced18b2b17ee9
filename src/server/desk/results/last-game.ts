import type { RoomState } from '../../../game/room-state.js';
import type { PlayedGame } from './report.js';

/** The game that has ended in a room; undefined where there are no results. Who left is not in it. */
export function lastGameOf({ phase, rules, judged }: RoomState): PlayedGame | undefined {
  if (phase.kind !== 'lobby' || phase.results === null) return undefined;
  const { results, asked = [] } = phase;
  return {
    rules,
    players: results.map(({ playerId, slot, playerName: name }) => {
      return { playerId, slot, name, hasLeft: false };
    }),
    questions: judged.map((question) => ({ ...question, shown: asked[question.question] ?? null })),
  };
}
