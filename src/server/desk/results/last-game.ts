import { drawsOf } from './game-record.js';
import type { RoomState } from '../../../game/room-state.js';
import type { PlayedGame } from './report.js';

/** The game that has ended in a room; undefined where there are no results. Who left is not in it. */
export function lastGameOf(room: RoomState): PlayedGame | undefined {
  const { phase, rules, judged } = room;
  if (phase.kind !== 'lobby' || phase.results === null) return undefined;
  const { results, asked = [] } = phase;
  return {
    rules,
    draws: drawsOf(room) ?? [],
    players: results.map(({ playerId, slot, playerName: name }) => {
      return { playerId, slot, name, hasLeft: false };
    }),
    questions: judged.map((question) => ({ ...question, shown: asked[question.question] ?? null })),
  };
}
