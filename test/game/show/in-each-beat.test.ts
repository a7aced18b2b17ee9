/** What a host does in the middle of a reveal and of the end of a game, in each of their beats. */
import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../../src/game/correct.js';
import type { LobbyPhase, RevealPhase } from '../../../src/game/phase.js';
import { phasePayload } from '../../../src/game/phase.js';
import type { PhaseLengths } from '../../../src/game/phase-lengths.js';
import type { Transition } from '../../../src/game/room-change.js';
import { isAlive, type RoomState, type Seat } from '../../../src/game/room-state.js';
import { beatAt, lengthOf } from '../../../src/game/shared/beats.js';
import { cut, finalEndsAt, REST_MS, stagedSteps } from '../../../src/game/show/staged.js';
import { finished } from '../../../src/game/steps.js';
import {
  advance,
  drop,
  endGame,
  extend,
  next,
  pause,
  resume,
  startGame,
} from '../../../src/game/transitions.js';
import type { GameMode } from '../../../src/protocol/index.js';
import { aSeat, codeOf, EPOCH, inZone, LENGTHS, someQuestions } from '../../support/game-data.js';
import { after, judgedOnce, roomIn } from '../phase-rooms.js';

const FREE: PhaseLengths = { ...LENGTHS, show: 'free' };
const BELL = EPOCH + 15_000;
const HOUR_MS = 3_600_000;
const INSIDE_MS = 40;
const VOID = { isVoid: true, rights: null };

const show = (room: RoomState, transition: Transition, now: number): RoomState =>
  after(room, finished(stagedSteps(room, transition, now, FREE)));
const revealOf = ({ phase }: RoomState): RevealPhase => phase as RevealPhase;
const lobbyOf = ({ phase }: RoomState): LobbyPhase => phase as LobbyPhase;

/** `zones`: where each stands; the first one is right. */
function revealed(zones: readonly number[], gameMode: GameMode = 'RANKING', index = 0): RoomState {
  const seats = zones.map((zone, n) => aSeat(n, { position: inZone(zone) }));
  const room = roomIn('question', { index }, seats);
  const ruled = { ...room, rules: { ...room.rules, gameMode } };
  return show(ruled, advance(ruled, BELL, FREE), BELL);
}

const scenes = (room: RoomState): string[] =>
  (revealOf(room).beats ?? []).map((beat) =>
    beat.scene === 'fall' ? `fall ${beat.zone}` : beat.scene,
  );

/** What a page reads of the reveal at a time, from what it is told of the phase. */
function seen(room: RoomState, now: number) {
  const { startTime, endTime, pausedLeftMs } = phasePayload(room.phase, 1);
  const stands = pausedLeftMs === undefined ? now : endTime - pausedLeftMs;
  const at = beatAt(revealOf(room).beats ?? [], stands - startTime);
  return { scene: at?.beat.scene, t: at?.t };
}

/** Eight of twelve are wrong, so all beats are there. */
const open = revealed(Array.from({ length: 12 }, (_, n) => (n < 4 ? 1 : 2)));
const beats = revealOf(open).beats ?? [];
const inBeat = beats.map(({ scene }, index) => {
  return { scene, now: BELL + lengthOf(beats.slice(0, index)) + INSIDE_MS };
});

describe.each(inBeat)('R19 in $scene of a reveal', ({ scene, now }) => {
  it('a pause stands there, for as long as it takes', () => {
    const held = show(open, pause(open, now), now);
    expect(seen(held, now + HOUR_MS)).toEqual({ scene, t: INSIDE_MS });
    const longer = show(held, extend(held), now + 5_000);
    expect(seen(longer, now + HOUR_MS)).toEqual({ scene, t: INSIDE_MS });
    const back = show(longer, resume(longer, now + HOUR_MS), now + HOUR_MS);
    expect(seen(back, now + HOUR_MS)).toEqual({ scene, t: INSIDE_MS });
    const { clock } = revealOf(back);
    const whole = lengthOf(beats) + REST_MS;
    expect(clock.endTime - clock.startTime).toBeGreaterThan(whole);
  });

  it('more time is added to the rest', () => {
    const longer = show(open, extend(open), now);
    expect(seen(longer, now)).toEqual({ scene, t: INSIDE_MS });
    expect(revealOf(longer).clock.endTime).toBeGreaterThan(revealOf(open).clock.endTime);
  });

  it.each(['Next', 'Next in a pause'])('%s shows the rest, and then ends it', (how) => {
    const held = how === 'Next' ? open : show(open, pause(open, now), now);
    const first = cut(held, now, FREE);
    const rested = first === undefined ? held : show(held, first, now);
    expect(first === undefined).toBe(scene === 'rest');
    expect(seen(rested, now).scene).toBe('rest');
    const { clock } = revealOf(rested);
    expect(clock.endTime - (clock.pausedAt ?? now)).toBe(
      scene === 'rest' ? REST_MS - INSIDE_MS : REST_MS,
    );
    expect(cut(rested, now + 1, FREE)).toBeUndefined();
    expect(next(rested, now + 1, FREE).phase.kind).toBe('question');
  });

  it('a correction shows all, and nothing of it twice', () => {
    const room = show(open, correct(open, nameOf({ index: 0 }), VOID), now);
    expect(revealOf(room).beats).toBeUndefined();
    expect(cut(room, now, FREE)).toBeUndefined();
    const held = show(room, pause(room, now + 1), now + 1);
    expect(revealOf(held).beats).toBeUndefined();
  });

  it('no question is open that could be dropped, and an end ends it', async () => {
    expect(await codeOf(() => drop(open, now, FREE))).toBe('WRONG_PHASE');
    const over = show(open, endGame(open), now);
    expect(lobbyOf(over).final).toMatchObject({ startTime: now });
  });
});

describe('R19.2 what has happened', () => {
  const zones = (...counts: number[]): number[] =>
    counts.flatMap((count, index) => Array.from({ length: count }, () => index + 1));

  it.each([
    ['nobody was right', zones(0, 12), ['dark', 'count', 'fall 2', 'answer', 'rest']],
    ['all were right', zones(12), ['dark', 'count', 'answer', 'ranking', 'rest']],
    ['one plays, and is right', zones(1), ['dark', 'count', 'answer', 'ranking', 'rest']],
    ['one plays, and is wrong', zones(0, 1), ['dark', 'count', 'fall 2', 'answer', 'rest']],
  ])('where %s', (_what, where, told) => {
    expect(scenes(revealed(where))).toEqual(told);
  });

  it('is that nobody falls in survival where nobody was right, and all who were wrong else', () => {
    const spared = revealed(zones(0, 12), 'SURVIVAL');
    expect(scenes(spared)).toEqual(['dark', 'count', 'spared', 'answer', 'rest']);
    expect([...spared.seats.values()].every(isAlive)).toBe(true);
    const fallen = revealed(zones(9, 3), 'SURVIVAL');
    expect(scenes(fallen)).toEqual(['dark', 'count', 'fall 2', 'answer', 'rest']);
    expect([...fallen.seats.values()].filter(isAlive)).toHaveLength(9);
  });

  it('is told of ghosts by none of the counts of those who play', () => {
    const room = roomIn(
      'question',
      {},
      zones(2, 3).map((zone, n) => {
        const ghost: Partial<Seat> = n === 4 ? { fellAt: inZone(2) } : {};
        return aSeat(n, { position: inZone(zone), ...ghost });
      }),
    );
    const ruled = { ...room, rules: { ...room.rules, gameMode: 'SURVIVAL' as const } };
    const told = revealOf(show(ruled, advance(ruled, BELL, FREE), BELL)).beats ?? [];
    expect(told.find(({ scene }) => scene === 'answer')).toMatchObject({ right: 2, played: 4 });
  });

  it('is ranked in no last question', () => {
    expect(scenes(revealed(zones(9, 3), 'RANKING', 2))).not.toContain('ranking');
  });
});

describe('R19.5 in each beat of the end of a game', () => {
  const seats = Array.from({ length: 12 }, (_, n) => aSeat(n));
  const played = judgedOnce(roomIn('reveal', {}, seats));
  const over = show(played, endGame(played), BELL);
  const final = lobbyOf(over).final!;
  const finalBeats = final.beats.map(({ scene }, index) => {
    return { scene, now: BELL + lengthOf(final.beats.slice(0, index)) + INSIDE_MS };
  });

  it.each(finalBeats)('$scene is cut to the podium by Next', ({ scene, now }) => {
    const transition = cut(over, now, FREE);
    expect(transition === undefined).toBe(scene === 'podium');
    if (transition === undefined) return;
    const ended = show(over, transition, now);
    const { startTime, beats: kept } = lobbyOf(ended).final!;
    expect(beatAt(kept, now - startTime)?.beat.scene).toBe('podium');
    expect(finalEndsAt(ended)).toBe(now);
    expect(lobbyOf(ended).results).toEqual(lobbyOf(over).results);
  });

  it.each(finalBeats)('$scene ends with a correction, and with a start', ({ now }) => {
    const corrected = show(over, correct(over, nameOf({ index: 0 }), VOID), now);
    expect(lobbyOf(corrected).final).toBeUndefined();
    const random = (): number => 0.5;
    const begun = show(
      over,
      startGame(over, { questions: someQuestions(3), random }, now, FREE),
      now,
    );
    expect([begun.phase.kind, finalEndsAt(begun)]).toEqual(['countdown', 0]);
  });
});
