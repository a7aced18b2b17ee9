/** Games of a made-up hall, judged by the rules of the game. */
import type { GameRules, JudgedQuestion } from '../../src/game/judged.js';
import type { Random } from '../../src/game/random.js';
import { isAlive, type PlayerMark, type Seat } from '../../src/game/room-state.js';
import { revival } from '../../src/game/revival.js';
import { answersOf, marksOf } from '../../src/game/scoring.js';
import { answer, CHOICES, drawHall, LIMIT_MS, PLAYERS, QUESTIONS, type Person } from './hall.js';

export interface Played {
  people: readonly Person[];
  /** After the last question, in the order of the people. */
  marks: readonly PlayerMark[];
  /** How many were alive after each question. */
  living: readonly number[];
}

export function play(rules: GameRules, random: Random): Played {
  const people = drawHall(random);
  let seats = people.map((_, slot) => seatOf(slot));
  let standing = people.map(() => 1 + Math.floor(random() * CHOICES));
  const judged: JudgedQuestion[] = [];
  const living: number[] = [];
  let marks: PlayerMark[] = [];
  for (let index = 0; index < QUESTIONS; index++) {
    const right = 1 + Math.floor(random() * CHOICES);
    const isVisible = rules.crowd === 'visible';
    const given = answer(people, standing, { right, isVisible, random });
    standing = given.map(({ zone }) => zone);
    const answers = answersOf(seats, {
      ordinal: index,
      valueOf: ({ slot }) => standing[slot] as number,
      msOf: ({ slot }) => given[slot]?.ms ?? 0,
    });
    const solution = { kind: 'choice', rights: [right] } as const;
    const floor = { kind: 'choice', choices: CHOICES } as const;
    const known = { floor, setSolution: solution, solution, limitMs: LIMIT_MS };
    const blind = isVisible ? {} : ({ blind: true } as const);
    judged.push({ index, ...known, ...blind, isVoid: false, answers });
    marks = marksOf(seats, judged, rules, 'judged');
    seats = settled(seats, marks);
    living.push(seats.filter(isAlive).length);
    const bySlot = new Map(seats.map((seat) => [seat.slot, seat]));
    const room = { rules, judged, seats: bySlot, tally: { game: 1, marks } };
    const back = revival(
      { ...room, game: { starters: PLAYERS } },
      { index, left: QUESTIONS - index - 1 },
    );
    judged.splice(index, 1, ...(back.judged ?? judged.slice(index)));
    if (back.tally !== undefined) seats = settled(seats, back.tally.marks);
  }
  return { people, marks, living };
}

function settled(seats: readonly Seat[], marks: readonly PlayerMark[]): Seat[] {
  return seats.map((seat, i) => ({ ...seat, fellAt: marks[i]?.fellAt ?? null }));
}

function seatOf(slot: number): Seat {
  return {
    slot,
    identityId: `i${slot}`,
    playerId: `p${slot}`,
    playerName: `p${slot}`,
    position: [0, 0],
    entered: null,
    start: [0, 0],
    joinedAt: 0,
    generation: 1,
    connectionId: null,
    process: null,
    droppedAt: null,
    joinedGame: 0,
    score: 0,
    fellAt: null,
    team: null,
    playsFrom: 0,
  };
}
