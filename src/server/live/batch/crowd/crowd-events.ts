/** What tells a hall of everybody tells a big room of the best, and each player of themselves. */
import {
  encodeBits,
  limits,
  type CrowdMarks,
  type FlushEvent,
  type Mark,
  type OwnMark,
  type ResultRow,
} from '../../../../protocol/index.js';
import { best, bestOfTable } from '../../../../game/big-room.js';
import type { RoomView } from '../room-view.js';

/** By player id, as long as it was not told. */
export type OwnMarks = Map<string, OwnMark>;

/** The events as a big room is told them, and what is for each player alone, where there is any. */
export function inCrowd(
  view: RoomView,
  events: readonly FlushEvent[],
): { events: FlushEvent[]; own: OwnMarks | null } {
  let own: OwnMarks | null = null;
  const told = events.flatMap((frame): FlushEvent[] => {
    const [event, payload] = frame;
    switch (event) {
      case 'endQuizTime':
      case 'updateScores': {
        const { players } = payload;
        if (players.length === 0) return [frame];
        own = new Map(players.map(({ playerId, ...mark }) => [playerId, mark]));
        const top = best(players, limits.CROWD_TOP);
        const told = { ...payload, players: top, crowd: crowdMarks(view, players) };
        return [peopleEvent(view, top), [event, told] as FlushEvent];
      }
      case 'endGame': {
        const { results } = payload;
        own = new Map(results.map((row) => [row.playerId, rowMark(row)]));
        return [[event, bestOfTable(payload)]];
      }
      case 'ghostLeague': {
        const players = best(payload.players, limits.CROWD_TOP);
        return [peopleEvent(view, players), [event, { players }]];
      }
      case 'updateHost':
        return [peopleEvent(view, [{ playerId: payload.hostId }]), frame];
      case 'updateCoHosts':
        return [peopleEvent(view, payload.coHostIds.map(withId)), frame];
      case 'actingHost':
        return [peopleEvent(view, [payload]), frame];
      case 'revival':
        // Each of them is told so by the own mark.
        return [[event, { playerIds: [] }]];
      default:
        return [frame];
    }
  });
  return { events: told, own };
}

/** Who they are, as far as they are still there. */
export function peopleEvent(view: RoomView, players: readonly { playerId: string }[]): FlushEvent {
  const slots = players.flatMap(({ playerId }) => view.slotOf(playerId) ?? []);
  return ['people', { people: view.people(slots) }];
}

function crowdMarks(view: RoomView, marks: readonly Mark[]): CrowdMarks {
  const slotsOf = (some: readonly Mark[]): number[] =>
    some.flatMap(({ playerId }) => view.slotOf(playerId) ?? []);
  const right = marks.filter(({ isAnswer }) => isAnswer);
  const alive = marks.filter(({ isAlive }) => isAlive);
  return {
    players: marks.length,
    played: marks.filter(({ played }) => played).length,
    right: right.length,
    alive: alive.length,
    rightSlots: encodeBits(slotsOf(right)),
    aliveSlots: encodeBits(slotsOf(alive)),
  };
}

function rowMark({ score, rank }: ResultRow): OwnMark {
  return { score, rank, isAnswer: false, isAlive: true, played: false, gain: 0 };
}

function withId(playerId: string): { playerId: string } {
  return { playerId };
}
