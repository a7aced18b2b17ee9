import { describe, expect, it } from 'vitest';

import { settleSeats, toldScores } from '../../src/game/tally.js';
import type { PlayerMark, Seat, Tally } from '../../src/game/room-state.js';
import { aSeat, inZone } from '../support/game-data.js';

const mark = (playerId: string, changes: Partial<PlayerMark> = {}): PlayerMark => {
  return {
    playerId,
    score: 0,
    isAnswer: false,
    played: true,
    rank: 1,
    gain: 0,
    fellAt: null,
    ...changes,
  };
};

function settled(seats: readonly Seat[], tally: Tally): Seat[] {
  const room = { seats: new Map(seats.map((seat) => [seat.slot, seat])), tally };
  settleSeats(room);
  const once = [...room.seats.values()];
  // To settle what is settled changes nothing, not even the objects.
  settleSeats(room);
  expect([...room.seats.values()].every((seat, i) => seat === once[i])).toBe(true);
  expect([...room.seats.keys()]).toEqual(seats.map(({ slot }) => slot));
  return once;
}

describe('R6 what the tally writes into the seats', () => {
  it('is score and life of each who has a mark, by player and not by slot', () => {
    const seats = [
      aSeat(0, { playerId: 'b', joinedGame: 1 }),
      aSeat(1, { playerId: 'a', joinedGame: 0, score: 9, fellAt: [1, 1] }),
    ];
    const before = structuredClone(seats);
    const marks = [mark('a', { score: 7 }), mark('b', { score: 3, fellAt: inZone(2) }), mark('x')];
    expect(settled(seats, { game: 1, marks })).toEqual([
      { ...seats[0], score: 3, fellAt: inZone(2) },
      { ...seats[1], score: 7, fellAt: null },
    ]);
    // Drafts share the seats, so they are replaced and never changed.
    expect(seats).toEqual(before);
  });

  it('R7.3 is nothing for who came after the judgement, while the same game goes on', () => {
    const ghost = aSeat(0, { joinedGame: 4, fellAt: [5, 6], playsFrom: 2 });
    const player = aSeat(1, { joinedGame: 4, playsFrom: 2 });
    const result = settled([ghost, player], { game: 4, marks: [mark('p9', { score: 5 })] });
    expect(result[0]).toBe(ghost);
    expect(result[1]).toBe(player);
  });

  it('R7.3 keeps from which question on somebody plays, though they are marked', () => {
    const seat = aSeat(0, { joinedGame: 4, playsFrom: 2 });
    const marks = [mark('p0', { score: 0, played: false })];
    expect(settled([seat], { game: 4, marks })).toEqual([seat]);
  });

  it('R6.3 is a new beginning for everybody with the next game', () => {
    const seats = [
      aSeat(0, { joinedGame: 4, score: 5, fellAt: [1, 1], playsFrom: 3 }),
      aSeat(1, { joinedGame: 2, score: 8 }),
    ];
    expect(settled(seats, { game: 6, marks: [] })).toMatchObject([
      { score: 0, fellAt: null, playsFrom: 0, joinedGame: 4 },
      { score: 0, fellAt: null, playsFrom: 0, joinedGame: 2 },
    ]);
  });

  it('R6.3 keeps the scores at the end, and nobody is a ghost any more', () => {
    const seats = [
      aSeat(0, { joinedGame: 4, score: 5, fellAt: [1, 1], playsFrom: 3 }),
      // Who came in while it ended is in no mark.
      aSeat(1, { joinedGame: 4, fellAt: [2, 2], playsFrom: 3 }),
    ];
    expect(settled(seats, { game: 5, marks: [mark('p0', { score: 5 })] })).toMatchObject([
      { score: 5, fellAt: null },
      { score: 0, fellAt: null },
    ]);
  });

  it('R27.5 one more round leads back into the game of before, from whose lobby nobody was changed', () => {
    const seats = [aSeat(0, { joinedGame: 3, playsFrom: 3 }), aSeat(1, { joinedGame: 1 })];
    const inLobby = settled(seats, { game: 4, marks: [mark('p0')] });
    expect(settled(inLobby, { game: 3, marks: [mark('p0')] })).toEqual(seats);
  });

  it('R2.2 leaves everything else of a seat', () => {
    const seat = aSeat(3, { joinedGame: 1, connectionId: null, process: null, droppedAt: 12 });
    const [result] = settled([seat], { game: 2, marks: [mark('p3', { score: 4 })] });
    expect(result).toEqual({ ...seat, score: 4 });
  });
});

const payloadOf = (made: PlayerMark) => toldScores({ marks: [made] }, true).players[0]!;

it('R27.4 nothing in the scores tells a rank or a team while a round holds ranks back', () => {
  const marks = [
    mark('p0', { score: 9, rank: 1, tieMs: 900 }),
    mark('p1', { score: 9, rank: 2, tieMs: 1_000 }),
  ];
  const teams = [{ team: 0, figure: 4.5, rank: 1 }];
  const told = toldScores({ marks, teams }, true);
  expect(told).toMatchObject({ players: [{ rank: 1, tieMs: 900 }, { rank: 2 }], teams });
  const held = toldScores({ marks, teams }, false);
  expect(held.players.map(({ score, rank }) => [score, rank])).toEqual([
    [9, 0],
    [9, 0],
  ]);
  expect(held).not.toHaveProperty('teams');
  expect(JSON.stringify(held)).not.toContain('tieMs');
});

it('R7.1 a page hears of a mark who is alive, and not where a ghost fell', () => {
  expect(payloadOf(mark('p0', { score: 3, rank: 2, gain: 0 }))).toEqual({
    playerId: 'p0',
    score: 3,
    isAnswer: false,
    played: true,
    rank: 2,
    gain: 0,
    isAlive: true,
  });
  const ghost = payloadOf(mark('p0', { fellAt: [0, 0] }));
  expect(ghost.isAlive).toBe(false);
  expect(ghost).not.toHaveProperty('fellAt');
});
