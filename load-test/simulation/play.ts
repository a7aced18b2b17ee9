/** Games of a made-up hall, judged by the rules of the game. */
import type { GameRules, JudgedQuestion } from '../../src/game/judged.js';
import type { Random } from '../../src/game/random.js';
import { isAlive, type PlayerMark, type Seat } from '../../src/game/room-state.js';
import { answersOf, marksOf } from '../../src/game/scoring.js';
import { answer, CHOICES, drawHall, LIMIT_MS, QUESTIONS, type Person } from './hall.js';

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
      zoneOf: ({ slot }) => standing[slot] as number,
      msOf: ({ slot }) => given[slot]?.ms ?? 0,
    });
    const known = { answer: right, rights: [right], choices: CHOICES, limitMs: LIMIT_MS };
    judged.push({ index, ...known, isVoid: false, answers });
    marks = marksOf(seats, judged, rules, true);
    seats = seats.map((seat, i) => ({ ...seat, fellAt: marks[i]?.fellAt ?? null }));
    living.push(seats.filter(isAlive).length);
  }
  return { people, marks, living };
}

function seatOf(slot: number): Seat {
  return {
    slot,
    identityId: `i${slot}`,
    playerId: `p${slot}`,
    playerName: `p${slot}`,
    position: [0, 0],
    entered: null,
    joinedAt: 0,
    generation: 1,
    connectionId: null,
    process: null,
    droppedAt: null,
    joinedGame: 0,
    score: 0,
    fellAt: null,
    playsFrom: 0,
  };
}
