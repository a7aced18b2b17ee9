/** A draw of the programme (R27.8). */
import { encodeBits } from '../protocol/crowd.js';
import { RoomError } from '../protocol/errors.js';
import { MOST_DRAWS } from '../protocol/limits.js';
import { BOT_PERSON, personOf } from '../protocol/person.js';
import type { DrawnDraw, ShownDraw } from '../protocol/programme.js';
import { codeOf, codesIn, drawCode } from './claim-codes.js';
import { questionsIn } from './kinds/outcomes.js';
import { rightsIn } from './kinds/rights.js';
import { itemOn, type ItemOn, type Phase } from './phase.js';
import type { PhaseLengths } from './phase-lengths.js';
import { isJudged, isPlayed, newSeed } from './programme.js';
import { isHosts } from './roles.js';
import type { RoomChange, Transition } from './room-change.js';
import { done, PHASE, type RoomCommand } from './room-command.js';
import {
  isConnected,
  type HeldDraw,
  type Programme,
  type RoomState,
  type Seat,
} from './room-state.js';
import type { JudgedQuestion } from './shared/judged.js';
import { courseMs } from './shared/draw-course.js';
import { drawLots, hashOfSeed } from './shared/draw-lots.js';
import type { Random } from './shared/random.js';
import { ticketOf } from './ticket-index.js';

/** The draw that is on and was not held yet; undefined where there is none. */
export function waitingDraw(phase: Phase): (ItemOn & { shown: ShownDraw }) | undefined {
  const item = itemOn(phase);
  if (item?.shown.kind !== 'draw' || item.shown.drawn !== undefined) return undefined;
  return { ...item, shown: item.shown };
}

/**
 * Holds the draw that is on, among those who are here now; undefined where none waits for it. Refuses with WRONG_PHASE
 * while the game is paused, and with BAD_REQUEST beyond the bound of an evening. `random` draws the next seed and codes.
 */
export function holdDraw(
  room: RoomState,
  { now, lengths, random }: { now: number; lengths: PhaseLengths; random: Random },
): Transition | undefined {
  const { phase, programme } = room;
  const item = waitingDraw(phase);
  // Another programme may have been chosen since it came on; what was told of a seed then holds for none.
  if (programme === null || item === undefined || hashOfSeed(programme.seed) !== item.shown.hash)
    return undefined;
  if (item.clock.pausedAt !== null) throw new RoomError('WRONG_PHASE', 'the game is paused');
  const { draws = [] } = programme;
  if (draws.length >= MOST_DRAWS)
    throw new RoomError('BAD_REQUEST', `at most ${MOST_DRAWS} draws in an evening`);
  const taking = takersOf(room, item.shown);
  const slots = taking.map(({ slot }) => slot);
  const { seed } = programme;
  const bySlot = new Map(taking.map((seat) => [seat.slot, seat]));
  const winners = drawLots(seed, slots, item.shown.winners).map((slot) => bySlot.get(slot) as Seat);
  const nextSeed = newSeed(random);
  const shown: DrawnDraw = {
    ...item.shown,
    drawn: {
      seed,
      among: encodeBits(slots),
      count: slots.length,
      winners: winners.map(({ slot, playerId, playerName }) => ({ slot, playerId, playerName })),
      ms: lengths.show === 'off' ? 0 : courseMs(slots.length, winners.length),
      nextHash: hashOfSeed(nextSeed),
    },
  };
  const held: HeldDraw = {
    item: item.id,
    shown,
    codes: codesFor(room, shown, random),
    ...(room.settings.rehearsal !== null && { isRehearsed: true }),
  };
  const clock = { startTime: now, endTime: now + shown.drawn.ms, pausedAt: null };
  return {
    phase: withItem(phase, { ...item, shown, clock }),
    programme: { ...programme, seed: nextSeed, draws: [...draws, held] },
  };
}

/**
 * Another seed for the next draw, in place of `stale`: the store may have lost a draw that was held, whose seed everybody
 * was told. Nothing where the seed is another one already.
 */
export function renewSeed(stale: string, random: Random): RoomCommand<void> {
  return {
    reads: PHASE,
    decide(room) {
      const { programme, phase, settings } = room;
      if (programme === null || programme.seed !== stale) return done();
      const seed = newSeed(random);
      const hash = hashOfSeed(seed);
      const changes: RoomChange[] = [
        { kind: 'programme', programme: { ...programme, seed } },
        { kind: 'settings', settings: { quizSet: { ...settings.quizSet, drawHash: hash } } },
      ];
      const item = waitingDraw(phase);
      if (item?.shown.hash === hashOfSeed(stale))
        changes.push({
          kind: 'phase',
          phase: withItem(phase, { ...item, shown: { ...item.shown, hash } }),
        });
      return done(...changes);
    },
  };
}

/** The rest of a draw that is shown, cut (R19.4); undefined where all of it has been. */
export function cutDraw(phase: Phase, now: number): Transition | undefined {
  const item = itemOn(phase);
  if (item?.shown.kind !== 'draw' || item.shown.drawn === undefined) return undefined;
  const { startTime, endTime, pausedAt } = item.clock;
  const leftMs = endTime - (pausedAt ?? now);
  if (leftMs <= 0) return undefined;
  const clock = { startTime: startTime - leftMs, endTime: endTime - leftMs };
  return { phase: withItem(phase, { ...item, clock: { ...item.clock, ...clock } }) };
}

/** How the last draw of an item ended, where it was held; it is not drawn again by a step back. */
export function heldDraw({ draws = [] }: Programme, itemId: string): DrawnDraw | undefined {
  return draws.findLast(({ item }) => item === itemId)?.shown;
}

function withItem(phase: Phase, item: ItemOn): Phase {
  const version = phase.version + 1;
  if (phase.kind === 'lobby') return { ...phase, version, item };
  return { kind: 'item', ...item, version };
}

/** Everybody here but bots and those who run the room; ghosts, too. Where there are tickets, only who has come by one. */
function takersOf(room: RoomState, { among, team }: ShownDraw): Seat[] {
  const isAmong = amongOf(room, among, team);
  return [...room.seats.values()].filter(
    (seat) =>
      isConnected(seat) &&
      !seat.isBot &&
      !isHosts(room, seat.identityId) &&
      (room.tickets === null || ticketOf(room, seat.identityId) !== undefined) &&
      isAmong(seat),
  );
}

function amongOf(
  room: RoomState,
  among: ShownDraw['among'],
  team: number | undefined,
): (seat: Seat) => boolean {
  // In the lobby of another evening, what was judged is of the one before.
  const judged = isPlayed(room) ? scored(room.judged) : [];
  const isIn = (persons: ReadonlySet<string>) => (seat: Seat) =>
    persons.has(personOf(seat.playerId));
  switch (among) {
    case 'everybody':
      return () => true;
    case 'team':
      return (seat) => team !== undefined && seat.team === team;
    case 'rightLast':
      return isIn(rightIn(room, questionsIn(judged).slice(-1)));
    case 'rightRound': {
      const last = room.rules.rounds?.findLast((_, n, rounds) => isJudged(room, rounds, n));
      const ofRound = judged.filter(({ question }) => question >= (last?.first ?? 0));
      return isIn(rightIn(room, questionsIn(ofRound)));
    }
    case 'noPrize': {
      const prized = new Set(codesIn(room).map(({ playerId }) => personOf(playerId)));
      return (seat) => !prized.has(personOf(seat.playerId));
    }
  }
}

/** In these nobody was right by the rules: an opinion, and what is void. */
function scored(judged: readonly JudgedQuestion[]): JudgedQuestion[] {
  return judged.filter(({ solution, isVoid }) => solution !== null && !isVoid);
}

/** Persons who were right in any of these questions that counted for them, as ghosts, too; of several parts in all. */
function rightIn(
  { rules: { gameMode } }: RoomState,
  questions: readonly (readonly JudgedQuestion[])[],
): Set<string> {
  const playerIds = new Set<string>();
  for (const parts of questions) {
    let rights: Set<string> | undefined;
    for (const part of parts) {
      const isRight = rightsIn(part, gameMode);
      const before = rights;
      rights = new Set();
      for (const answer of part.answers) {
        const [playerId, , , played] = answer;
        // In a long round most have been found already.
        if (playerIds.has(playerId) || played === 0 || before?.has(playerId) === false) continue;
        if (isRight(answer)) rights.add(playerId);
      }
    }
    for (const playerId of rights ?? []) playerIds.add(playerId);
  }
  const persons = new Set([...playerIds].map(personOf));
  persons.delete(BOT_PERSON);
  return persons;
}

/** A code that somebody has already stays theirs. */
function codesFor(
  room: RoomState,
  { title, texts, drawn }: DrawnDraw,
  random: Random,
): HeldDraw['codes'] {
  const known = codesIn(room);
  const taken = new Set(known.map(({ code }) => code));
  return drawn.winners.map(({ playerId, playerName }) => {
    const code = codeOf(known, playerId) ?? drawCode(taken, random);
    return { playerId, code, drawn: { title, playerName, ...(texts && { texts }) } };
  });
}
