import { describe, expect, it } from 'vitest';
import { holdDraw, waitingDraw } from '../../src/game/draw.js';
import { standInOf } from '../../src/game/host.js';
import type { LobbyPhase } from '../../src/game/phase.js';
import { doTasks, housekeepingFor } from '../../src/game/housekeeping.js';
import {
  botToReplace,
  endRehearsal,
  REHEARSAL_LATE_MS,
  startRehearsal,
  withoutResults,
} from '../../src/game/rehearsal.js';
import type { Transition } from '../../src/game/room-change.js';
import { isListed, type RoomState } from '../../src/game/room-state.js';
import { dropProcess } from '../../src/game/seat-commands.js';
import { advance, endGame, nextInLobby, startGame } from '../../src/game/transitions.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { codeOf, EPOCH, LENGTHS, request, someQuestions } from '../support/game-data.js';
import { OPENER, opened, RoomTrial } from './room-trial.js';

const REHEARSAL = { process: 'process', bots: 3, endsAt: EPOCH + 180_000 };
const TIMES = {
  seatGraceMs: 120_000,
  hostGraceMs: 30_000,
  emptyRoomMs: 300_000,
  idleRoomMs: 1_800_000,
  pausedRoomMs: 7_200_000,
};

const bot = (n: number) => ({ ...request(n), isBot: true });
const idsOf = ({ seats }: RoomState): string[] => [...seats.values()].map((one) => one.playerId);

/** Two players, of whom the first is host, and then bots. */
function rehearsing(bots: number, settings = {}): RoomTrial {
  const trial = new RoomTrial(opened(settings));
  trial.seatAll(2);
  trial.run(startRehearsal({ ...REHEARSAL, bots }));
  for (let n = 2; n < 2 + bots; n++) trial.sit(n, bot(n));
  return trial;
}

/** Starts a game and goes on so many times, as the driver does. */
function play(trial: RoomTrial, steps: number): void {
  const go = (transition: Transition): void => trial.claim(withoutResults(trial.room, transition));
  go(startGame(trial.room, { questions: someQuestions(3), random: seeded(1) }, trial.now, LENGTHS));
  for (let step = 1; step < steps; step++) go(advance(trial.room, trial.now, LENGTHS));
}

describe('R12.1 starting a rehearsal', () => {
  it('takes as many bots as there are seats, and refuses a full room', async () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 4 }));
    trial.seatAll(2);
    expect(trial.run(startRehearsal({ ...REHEARSAL, bots: 200 }))).toMatchObject({ bots: 2 });
    expect(trial.room.settings.rehearsal).toEqual({ ...REHEARSAL, bots: 2 });
    const full = new RoomTrial(opened({ maxPlayerCount: 2 }));
    full.seatAll(2);
    expect(await codeOf(() => full.run(startRehearsal(REHEARSAL)))).toBe('ROOM_FULL');
  });

  it('is refused in a game, and while another one is going on', async () => {
    const trial = rehearsing(1);
    expect(await codeOf(() => trial.run(startRehearsal(REHEARSAL)))).toBe('BUSY');
    trial.run(endRehearsal);
    play(trial, 1);
    expect(await codeOf(() => trial.run(startRehearsal(REHEARSAL)))).toBe('WRONG_PHASE');
  });

  it('lets bots in only while it goes on, into a locked room too, and none beyond the last seat', async () => {
    const trial = rehearsing(2, { maxPlayerCount: 4 });
    expect(await codeOf(() => trial.sit(9, bot(9)))).toBe('ROOM_FULL');
    trial.run(endRehearsal);
    expect(await codeOf(() => trial.sit(10, bot(10)))).toBe('WRONG_PHASE');
    const locked = new RoomTrial(opened({ isLocked: true }));
    locked.room.settings = { ...locked.room.settings, rehearsal: REHEARSAL };
    expect(locked.sit(0, bot(0)).seat).toMatchObject({ isBot: true });
    expect(await codeOf(() => locked.sit(1))).toBe('ROOM_LOCKED');
  });
});

describe('R12.2 a bot', () => {
  it('is never host, not in an empty room, and stands in for nobody', () => {
    const trial = new RoomTrial(opened());
    trial.room.settings = { ...trial.room.settings, rehearsal: REHEARSAL };
    expect(trial.sit(1, bot(1)).becameHost).toBe(false);
    expect(trial.room.hostId).toBe('');
    expect(standInOf(trial.room)).toBeUndefined();
    expect(trial.sit(0, { identityId: OPENER }).becameHost).toBe(true);
    trial.leave(1);
    expect(trial.room.hostId).toBe('');
  });

  it('makes way for somebody in a full room in one step, the last one first', async () => {
    const trial = rehearsing(2, { maxPlayerCount: 4 });
    const before = trial.done.length;
    const { seat } = trial.sit(7);
    expect(trial.done.slice(before).map(({ kind }) => kind)).toEqual(['left', 'seated']);
    expect(idsOf(trial.room)).toEqual(['p0', 'p1', 'p2', 'p7']);
    // The slot rests, as any that was given up.
    expect(seat.slot).toBe(4);
    trial.sit(8);
    expect(botToReplace(trial.room)).toBeUndefined();
    expect(await codeOf(() => trial.sit(9))).toBe('ROOM_FULL');
  });

  it('is not replaced while there is a free seat, nor by somebody who comes back', () => {
    const trial = rehearsing(2, { maxPlayerCount: 5 });
    trial.sit(7);
    expect(trial.room.seats.size).toBe(5);
    trial.drop(1);
    expect(trial.sit(1).resumed).toBe(true);
    expect(trial.room.seats.size).toBe(5);
  });

  it('gives its seat up when its connection is lost, and keeps no room open', () => {
    const trial = rehearsing(2);
    trial.drop(2);
    expect(idsOf(trial.room)).toEqual(['p0', 'p1', 'p3']);
    trial.drop(0);
    trial.drop(1);
    const at = trial.room.lastPresentAt + TIMES.emptyRoomMs;
    const [task] = housekeepingFor(trial.room, at, TIMES).tasks;
    expect(task).toEqual({ kind: 'close', reason: 'empty' });
  });

  it('R1.5 plays in a room that is not listed meanwhile', () => {
    const trial = rehearsing(1, { isPublic: true });
    expect(isListed(trial.room)).toBe(false);
    trial.run(endRehearsal);
    expect(isListed(trial.room)).toBe(true);
  });
});

describe('R12.3 a game of a rehearsal', () => {
  it('has no results and leaves no scores, however it ends', () => {
    const trial = rehearsing(2);
    play(trial, 3);
    expect(trial.room.phase.kind).toBe('reveal');
    const ended = withoutResults(trial.room, endGame(trial.room));
    expect(ended).toMatchObject({ phase: { kind: 'lobby', results: null }, tally: { marks: [] } });
    trial.run(endRehearsal);
    expect(trial.room.phase).toMatchObject({ kind: 'lobby', results: null });
    expect([...trial.room.seats.values()].map(({ score }) => score)).toEqual([0, 0]);
  });

  it('R6.3 is the only one: another has results, and those from before are kept', () => {
    const trial = new RoomTrial(opened());
    trial.seatAll(2);
    play(trial, 2);
    const end = endGame(trial.room);
    expect(withoutResults(trial.room, end)).toBe(end);
    trial.claim(end);
    trial.run(startRehearsal(REHEARSAL));
    trial.run(endRehearsal);
    expect(trial.room.phase).toEqual(end.phase);
  });
});

describe('R12.3 a draw of a rehearsal', () => {
  it('is gone with it, also from the lobby, and those before it stay', () => {
    const trial = rehearsing(0);
    trial.run(endRehearsal);
    const draw = { kind: 'draw', id: 'd', title: '', among: 'everybody', winners: 1 } as const;
    const programme = { revision: 0, items: [draw, { ...draw, id: 'e' }], at: -1, seed: '0f' };
    trial.append([{ kind: 'programme', programme }]);
    const hold = (): void => {
      trial.claim(nextInLobby(trial.room, trial.now));
      const how = { now: trial.now, lengths: LENGTHS, random: seeded(1) };
      trial.claim(holdDraw(trial.room, how)!);
    };
    trial.run(startRehearsal(REHEARSAL));
    hold();
    expect(trial.room.programme!.draws).toHaveLength(1);
    trial.run(endRehearsal);
    expect(trial.room.programme).toMatchObject({ at: -1, items: programme.items });
    expect(trial.room.programme).not.toHaveProperty('draws');
    expect(trial.room.phase).not.toHaveProperty('item');
    hold();
    const { draws } = trial.room.programme!;
    trial.run(startRehearsal(REHEARSAL));
    hold();
    trial.run(endRehearsal);
    expect(trial.room.programme!.draws).toEqual(draws);
  });
});

describe('R12.3 the programme after a rehearsal', () => {
  const SLIDE = { kind: 'slide', id: 's', title: 'Hello', text: '', seconds: null } as const;
  const DRAW = { kind: 'draw', id: 'd', title: '', among: 'everybody', winners: 1 } as const;
  const ROUND = {
    kind: 'round',
    id: 'r',
    name: '',
    count: 3,
    factor: 1,
    standings: 'each',
  } as const;
  const LATER = { ...SLIDE, id: 't' };
  const choose = (trial: RoomTrial): void => {
    const items = [SLIDE, ROUND, DRAW, { ...ROUND, id: 'r2' }, LATER];
    trial.append([{ kind: 'programme', programme: { revision: 4, items, at: -1, seed: '0f' } }]);
  };
  const source = { questions: someQuestions(13), random: seeded(1) };
  const go = (trial: RoomTrial, transition: Transition): void =>
    trial.claim(withoutResults(trial.room, transition));
  const start = (trial: RoomTrial): void =>
    go(trial, startGame(trial.room, source, trial.now, LENGTHS));
  const hold = (trial: RoomTrial): void => {
    const how = { now: trial.now, lengths: LENGTHS, random: seeded(1) };
    go(trial, holdDraw(trial.room, how)!);
  };
  const toDraw = (trial: RoomTrial): void => {
    while (waitingDraw(trial.room.phase) === undefined)
      go(trial, advance(trial.room, trial.now, LENGTHS, source));
  };
  /** A room in which the evening of this programme was played, with a draw. */
  const played = (): RoomTrial => {
    const trial = new RoomTrial(opened());
    trial.seatAll(2);
    choose(trial);
    start(trial);
    toDraw(trial);
    hold(trial);
    while (trial.room.phase.kind !== 'lobby')
      go(trial, advance(trial.room, trial.now, LENGTHS, source));
    expect(trial.room.programme?.draws).toHaveLength(1);
    return trial;
  };

  it('is as before its first item, when its button ends it in a lobby behind the game of another', () => {
    const trial = played();
    choose(trial);
    const { programme } = trial.room;
    trial.run(startRehearsal(REHEARSAL));
    trial.claim(nextInLobby(trial.room, trial.now));
    const { phase } = trial.room;
    trial.run(endRehearsal);
    expect(trial.room.programme).toEqual(programme);
    // The results of the game before stay, without the slide.
    expect(phase).toMatchObject({ item: { id: 's' }, results: [{}, {}] });
    const { item: _item, ...rest } = phase as LobbyPhase;
    expect(trial.room.phase).toEqual({ ...rest, version: phase.version + 1 });
  });

  it.each(['its button', 'the end of its game'] as const)(
    'has no draw of it and those before, when it followed a game and %s ends it',
    (how) => {
      const trial = played();
      const { draws } = trial.room.programme!;
      trial.run(startRehearsal(REHEARSAL));
      start(trial);
      toDraw(trial);
      hold(trial);
      if (how === 'the end of its game') go(trial, endGame(trial.room));
      trial.run(endRehearsal);
      expect(trial.room.programme).toMatchObject({ at: -1, revision: 4, draws });
      expect(trial.room.programme?.items.some(({ isDone }) => isDone)).toBe(false);
    },
  );

  it('is as it was when it followed a game of this evening, in whose lobby nothing was played', () => {
    const trial = played();
    const { programme, phase } = trial.room;
    trial.run(startRehearsal(REHEARSAL));
    trial.run(endRehearsal);
    expect(trial.room).toMatchObject({ programme: programme!, phase });
  });
});

describe('R12.4 the end of a rehearsal', () => {
  it('is one step: the lobby, the seats of all bots, and the setting', () => {
    const trial = rehearsing(3);
    play(trial, 2);
    const before = trial.done.length;
    trial.run(endRehearsal);
    const kinds = trial.done.slice(before).map(({ kind }) => kind);
    expect(kinds).toEqual(['phase', 'left', 'left', 'left', 'settings']);
    expect(idsOf(trial.room)).toEqual(['p0', 'p1']);
    expect(trial.room.settings.rehearsal).toBeNull();
    expect(trial.room.game).toBeNull();
    trial.run(endRehearsal);
    expect(trial.done).toHaveLength(before + 5);
  });

  it('comes when its process is gone, whose players are dropped, and not when another one is', () => {
    const trial = rehearsing(2);
    play(trial, 2);
    trial.run(dropProcess('other'));
    expect(trial.room.settings.rehearsal).not.toBeNull();
    trial.run(dropProcess('process'));
    expect(trial.room.phase).toMatchObject({ kind: 'lobby', results: null });
    expect(idsOf(trial.room)).toEqual(['p0', 'p1']);
    expect(trial.seat(0).droppedAt).not.toBeNull();
  });

  it('comes by housekeeping where its process does not end it', () => {
    const { room } = rehearsing(2);
    room.settings = { ...room.settings, actingHost: false };
    const due = REHEARSAL.endsAt + REHEARSAL_LATE_MS;
    expect(housekeepingFor(room, due - 1, TIMES)).toEqual({ tasks: [], nextAt: due });
    const { tasks } = housekeepingFor(room, due, TIMES);
    const { changes } = doTasks(tasks).decide(room, due);
    expect(changes.map(({ kind }) => kind)).toEqual(['left', 'left', 'settings']);
  });
});
