import { describe, expect, it } from 'vitest';
import { hostNotesOf, zoneCountsOf } from '../../src/game/host-notes.js';
import { informedCockpits, programmeCockpits, tellsSecrets } from '../../src/game/informed.js';
import type { PlannedItem, RoomState } from '../../src/game/room-state.js';
import { setCoHost } from '../../src/game/roles.js';
import { addCockpit, addScreen, removeScreen } from '../../src/game/screen-commands.js';
import { endGame, nextInLobby } from '../../src/game/transitions.js';
import { limits } from '../../src/protocol/index.js';
import { aGame, aRoom, aSeat, codeOf, EPOCH, inZone } from '../support/game-data.js';
import { asking, countdown, OPENER, opened, RoomTrial } from './room-trial.js';

let count = 0;
const cockpit = (identityId: string) =>
  addCockpit({ connectionId: `cockpit-${++count}`, identityId, process: 'process' });
const codeOfSitting = (trial: RoomTrial, identityId: string) =>
  codeOf(() => trial.sit(9, { identityId, playerId: `p9.${++count}`, connectionId: `c${count}` }));

/** A lobby in which the owner has no seat, and p0 is co-host. */
function lobby(): RoomTrial {
  const trial = new RoomTrial(opened());
  trial.seatAll(2);
  trial.run(setCoHost('p0', true));
  return trial;
}

describe('R4.2 who is told what is secret before the bell', () => {
  it('is whoever is in a cockpit without a seat when a game starts', () => {
    const trial = lobby();
    trial.run(cockpit(OPENER));
    trial.run(cockpit('identity-0'));
    trial.run(addScreen({ connectionId: 's', identityId: OPENER, process: 'process' }));
    expect([trial.room.informed, informedCockpits(trial.room)]).toEqual([[], []]);
    trial.start();
    expect(trial.room.informed).toEqual([OPENER]);
    expect(informedCockpits(trial.room)).toEqual([`cockpit-${count - 1}`]);
  });

  it('is whoever opens a cockpit without a seat while it runs', () => {
    const trial = lobby();
    trial.start();
    expect(trial.room.informed).toEqual([]);
    trial.run(cockpit('identity-0'));
    expect(trial.room.informed).toEqual([]);
    // Who has given up the seat plays no more.
    trial.leave(0);
    expect(informedCockpits(trial.room)).toEqual([]);
    trial.run(cockpit('identity-0'));
    expect(trial.room.informed).toEqual(['identity-0']);
    expect(informedCockpits(trial.room)).toHaveLength(2);
  });

  it('cannot sit down before the game ends, with the cockpit closed as well', async () => {
    const trial = lobby();
    trial.run(cockpit(OPENER));
    trial.start();
    trial.run(removeScreen(`cockpit-${count}`));
    expect(await codeOfSitting(trial, OPENER)).toBe('KNOWS_ANSWERS');
    expect(await codeOfSitting(trial, 'identity-7')).toBe('ok');
    // Who had a seat comes back to it.
    expect(await codeOfSitting(trial, 'identity-1')).toBe('ok');
    trial.claim(endGame(trial.room));
    expect(trial.room.informed).toEqual([]);
    expect(await codeOfSitting(trial, OPENER)).toBe('ok');
    // A player like the others in the next game.
    trial.run(cockpit(OPENER));
    trial.start();
    expect([trial.room.informed, informedCockpits(trial.room)]).toEqual([[], []]);
  });

  it('is nobody who has no role any more, and nobody who could not be noted', () => {
    const trial = lobby();
    trial.leave(0);
    trial.run(cockpit('identity-0'));
    trial.start();
    expect(informedCockpits(trial.room)).toHaveLength(1);
    trial.append([{ kind: 'helpers', helpers: { coHosts: [] } }]);
    expect(informedCockpits(trial.room)).toEqual([]);
    const others = Array.from({ length: limits.MAX_INFORMED }, (_, n) => `other-${n}`);
    const room = { ...trial.room, informed: others };
    const full = new RoomTrial(room);
    full.run(cockpit(OPENER));
    expect([full.room.informed, informedCockpits(full.room)]).toEqual([others, []]);
  });
});

describe('R4.2 in the lobby of another evening, behind the end of one', () => {
  it('are whoever has no seat in a cockpit, from its first item on', () => {
    const trial = lobby();
    trial.run(cockpit(OPENER));
    trial.start();
    trial.claim(endGame(trial.room));
    const slide: PlannedItem = { kind: 'slide', id: 's', title: 'Hi', text: '', seconds: null };
    const programme = { revision: 0, items: [slide], at: -1, seed: '' };
    trial.append([{ kind: 'programme', programme }]);
    expect(trial.room.informed).toEqual([]);
    trial.claim(nextInLobby(trial.room, trial.now));
    expect(trial.room.informed).toEqual([OPENER]);
    // The same item behind the end of its own evening tells nothing that is still to come.
    const game = trial.room.tally.game - 1;
    expect(tellsSecrets({ ...trial.room, programme: { ...programme, at: 0, game } })).toBe(false);
  });
});

describe('R27.9 who sees the whole programme', () => {
  it('is behind the last round whoever has no seat in a cockpit, and nobody else', () => {
    const trial = lobby();
    trial.run(cockpit(OPENER));
    trial.run(cockpit('identity-0'));
    const round: PlannedItem = {
      kind: 'round',
      id: 'r',
      name: '',
      count: 3,
      factor: 1,
      standings: 'each',
    };
    const draw: PlannedItem = { kind: 'draw', id: 'd', title: '', among: 'everybody', winners: 1 };
    const programme = { revision: 0, items: [round, draw], at: 0, seed: '' };
    const phase = { kind: 'lobby', version: 1, results: [] } as const;
    const room: RoomState = { ...trial.room, programme, phase: { ...phase, results: [] } };
    // A round is left, as when one was added.
    expect(programmeCockpits(room)).toEqual([]);
    const items = [{ ...round, isDone: true as const }, draw];
    const over: RoomState = { ...room, programme: { ...programme, items } };
    expect(programmeCockpits(over)).toEqual([`cockpit-${count - 1}`]);
    expect(informedCockpits(over)).toEqual([]);
    expect(programmeCockpits({ ...over, phase: { ...phase, results: null } })).toEqual([]);
  });
});

describe('R4.2 what they are told', () => {
  const game = aGame(30);
  const inGame = (phase: ReturnType<typeof countdown>) => hostNotesOf({ phase, game });

  it('is the answer of the question that is open, and what comes', () => {
    expect(hostNotesOf(aRoom())).toBeNull();
    const before = inGame(countdown(1))!;
    expect(before).toMatchObject({ index: 0, answer: null });
    expect(before.coming.map(({ quiz }) => quiz)).toEqual(
      game.questions.slice(0, limits.COMING_TOLD).map(({ shown }) => shown.quiz),
    );
    const open = inGame(asking(2, 1))!;
    expect(open).toMatchObject({ index: 1, answer: 1 });
    const { shown, solution } = game.questions[2]!;
    expect(open.coming[0]).toEqual({ ...shown, answer: 1, solution });
  });

  it('names the question that it is of, which has the index of one that was dropped', () => {
    expect(inGame(asking(2, 1))).not.toHaveProperty('drops');
    expect(inGame(Object.assign(asking(2, 1), { drops: 2 }))).toMatchObject({ index: 1, drops: 2 });
  });

  it('is how many of those who play stand in each zone of a blind question, and nothing of another', () => {
    const seats = [
      aSeat(0, { position: inZone(1) }),
      aSeat(1, { position: inZone(2), connectionId: null, droppedAt: EPOCH }),
      aSeat(2, { position: inZone(2) }),
      aSeat(3, { position: inZone(2), fellAt: inZone(1) }),
      aSeat(4, { position: inZone(2), playsFrom: 1 }),
      // Nobody asked this player (R5.4).
      aSeat(5, { position: inZone(2), connectionId: null, droppedAt: 1 }),
    ];
    const phase = asking(2, 0);
    const blind = { ...phase, question: { ...phase.question, blind: true } } as const;
    expect(zoneCountsOf(aRoom({ seats, phase: blind, game }))).toEqual([1, 2]);
    expect(zoneCountsOf(aRoom({ seats, phase, game }))).toBeNull();
    expect(zoneCountsOf(aRoom({ seats, settings: { crowd: 'blind' } }))).toBeNull();
  });
});
