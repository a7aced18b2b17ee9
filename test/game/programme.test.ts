import { beforeEach, describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { applyAppend, applyChange } from '../../src/game/apply-change.js';
import { correct } from '../../src/game/correct.js';
import { givePoints } from '../../src/game/given-points.js';
import { wakeUp } from '../../src/game/come-back.js';
import { lowerCurtain } from '../../src/game/curtain.js';
import { deadlineOf, itemOn, phasePayload, type Phase } from '../../src/game/phase.js';
import {
  editProgramme,
  fromStart,
  programmeOf,
  programmePayload,
  roundPayload,
  type ProgrammeEdit,
} from '../../src/game/programme.js';
import { showsTheRest } from '../../src/game/informed.js';
import type { Transition } from '../../src/game/room-change.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { copyRoom, type RoomState } from '../../src/game/room-state.js';
import type { PlayableItem, PlayableRound } from '../../src/game/shared/quiz-set.js';
import { bringQuizSet, chooseQuizSet } from '../../src/game/settings-commands.js';
import { stagedSteps } from '../../src/game/show/staged.js';
import { finished } from '../../src/game/steps.js';
import {
  advance,
  back,
  drop,
  endGame,
  goTo,
  next,
  nextOrdinal,
  extend,
  pause,
  resume,
  skip,
  roundToStart,
  startGame,
} from '../../src/game/transitions.js';
import { catchUpEvents, transitionEvents } from '../../src/server/live/batch/admission.js';
import { crowdWelcome } from '../../src/server/live/batch/crowd/crowd-welcome.js';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import type { FlushEvent } from '../../src/protocol/index.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import type { RoomOptions } from '../../src/protocol/room-options.js';
import {
  aRoom,
  aSeat,
  aSet,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
} from '../support/game-data.js';
import { rightOf } from '../support/drawn.js';

const aRound = (id: string, changes: Partial<PlayableRound> = {}): PlayableRound => {
  const questions = someQuestions(4).map((question, n) => ({ ...question, quiz: `${id} ${n}` }));
  const options = { name: id, count: 2, order: 'written', factor: 1, standings: 'each' } as const;
  return { kind: 'round', id, ...options, questions, ...changes };
};
const aSlide = (id: string, seconds: number | null = null): PlayableItem => {
  return { kind: 'slide', id, title: id, text: 'Text', seconds, note: `note of ${id}` };
};
const EVENING = [
  aSlide('welcome'),
  aRound('one'),
  { kind: 'break', id: 'tea', message: 'Tea', minutes: 5 },
  aSlide('short', 10),
  aRound('two', { factor: 3 }),
  { kind: 'standings', id: 'standings' },
  aSlide('thanks'),
] as const satisfies PlayableItem[];

const random = seeded(1);
let room: RoomState;
let now: number;

function evening(items: readonly PlayableItem[], options: Partial<RoomOptions> = {}): RoomState {
  const programme = programmeOf({ ...aSet(3), programme: [...items] }, random);
  const seats = Array.from({ length: 3 }, (_, slot) => aSeat(slot));
  return aRoom({ programme, seats, settings: { scoring: 'flat', ...options } });
}

const sourceOf = (items: readonly PlayableItem[], id: string) => {
  const round = items.find((item) => item.id === id);
  return { questions: round?.kind === 'round' ? round.questions : [], random };
};

let items: readonly PlayableItem[];

/** The events that everybody was told at the last transition. */
let told: FlushEvent[];

function take(transition: Transition): void {
  told = transitionEvents(room, transition);
  applyChange(room, { kind: 'phase', ...transition });
}

/** The questions of the round that may come. */
function source() {
  const coming = room.programme?.items.find(
    (item, index) =>
      index > (room.programme?.at ?? 0) && item.kind === 'round' && !item.isOut && !item.isDone,
  );
  return sourceOf(items, coming?.id ?? '');
}

const press = (): void => take(next(room, now, LENGTHS, source()));
const start = (): void => take(startGame(room, source(), now, LENGTHS));

/** To the end of the phase, by its clock or by the host; who sits in slot 0 is right, the others are wrong. */
function step(): void {
  const { phase, game } = room;
  if (phase.kind === 'question') {
    const right = rightOf(game?.questions[phase.index]);
    for (const [slot, seat] of room.seats)
      room.seats.set(slot, { ...seat, position: inZone(slot === 0 ? right : (right % 4) + 1) });
  }
  now = deadlineOf(phase) ?? now;
  take(advance(room, now, LENGTHS, source()));
}

const placeIn = ({ phase }: RoomState): string =>
  'index' in phase ? `${phase.kind} ${phase.index}` : (itemOn(phase)?.id ?? phase.kind);
const scores = (): number[] => [...room.seats.values()].map(({ score }) => score);

beforeEach(() => {
  items = EVENING;
  room = evening(EVENING);
  now = EPOCH;
});

describe('R27.2 an evening goes through its programme', () => {
  it('from the first slide in the lobby to the last one behind the final', () => {
    const places = [placeIn(room)];
    press();
    places.push(placeIn(room));
    start();
    for (let n = 0; room.phase.kind !== 'lobby' && n < 30; n++) {
      places.push(placeIn(room));
      step();
    }
    places.push(placeIn(room));
    press();
    places.push(placeIn(room));
    press();
    places.push(placeIn(room));
    press();
    places.push(placeIn(room));
    expect(places).toEqual([
      'lobby',
      'welcome',
      'countdown',
      'question 0',
      'reveal 0',
      'question 1',
      'reveal 1',
      'tea',
      'short',
      'countdown',
      'question 0',
      'reveal 0',
      'question 1',
      'reveal 1',
      'lobby',
      'standings',
      'thanks',
      'lobby',
    ]);
  });

  it('waits at an item for the host, unless the author gave it a length', () => {
    press();
    expect(deadlineOf(room.phase)).toBeNull();
    start();
    for (let n = 0; n < 5; n++) step();
    expect([placeIn(room), deadlineOf(room.phase)]).toEqual(['tea', null]);
    press();
    expect([placeIn(room), deadlineOf(room.phase)]).toEqual(['short', now + 10_000]);
    take(pause(room, now + 4_000));
    expect(deadlineOf(room.phase)).toBeNull();
  });

  it('begins no round by Next in the lobby, and shows nothing where there is no programme', async () => {
    press();
    expect(await codeOf(press)).toBe('WRONG_PHASE');
    room = aRoom({ seats: [aSeat(0)] });
    expect(await codeOf(press)).toBe('WRONG_PHASE');
  });

  it('tells a slide without the note of its author', () => {
    press();
    expect(itemOn(room.phase)?.shown).toEqual({ kind: 'slide', title: 'welcome', text: 'Text' });
  });

  it('R27.11 knows how far the clocks of its host are ahead, also when it begins anew', () => {
    room.programme = { ...room.programme!, utcOffset: 330 };
    press();
    expect(itemOn(room.phase)?.shown).toMatchObject({ title: 'welcome', utcOffset: 330 });
    expect(fromStart(room.programme).utcOffset).toBe(330);
  });
});

describe('R27.3 rounds', () => {
  it('have numbers, spares and a count of their own, and questions that are numbered through', async () => {
    start();
    expect(room.game).toMatchObject({ asked: [], drops: 0 });
    expect(room.game?.questions.map(({ shown }) => shown.quiz)).toEqual(['one 0', 'one 1']);
    expect(room.game?.spares).toHaveLength(2);
    step();
    take(drop(room, now, LENGTHS, source()));
    expect(room.phase).toMatchObject({ kind: 'question', index: 0, count: 2, first: 0, drops: 1 });
    for (let n = 0; n < 7; n++) step();
    expect(room.phase).toMatchObject({ kind: 'question', index: 0, count: 2, first: 2, drops: 1 });
    expect(room.game?.asked.map(({ shown }) => shown.quiz)).toEqual(['one 2', 'one 1']);
    expect(nextOrdinal(room)).toBe(4);
    step();
    expect(room.judged.map(({ question, drops }) => [question, drops])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  it('go on with the next one where the last question of a round is dropped without a spare', () => {
    const short = [aRound('one', { count: 1, questions: someQuestions(1) }), aRound('two')];
    items = short;
    room = evening(short);
    start();
    step();
    take(drop(room, now, LENGTHS, source()));
    expect(room.phase.kind).toBe('countdown');
    expect(roundPayload(room)).toMatchObject({ number: 2, of: 2, name: 'two' });
    step();
    expect(room.phase).toMatchObject({ kind: 'question', first: 0, drops: 1 });
  });
});

describe('R27.4 a round', () => {
  it('multiplies what its questions are worth, and leaves the others as they are', () => {
    start();
    for (let n = 0; n < 4; n++) step();
    expect(scores()).toEqual([200, 0, 0]);
    for (let n = 0; n < 4; n++) step();
    expect(room.phase).toMatchObject({ kind: 'question', question: { points: 3 } });
    step();
    expect(scores()).toEqual([500, 0, 0]);
  });

  it('has a length and a blind floor of its own', () => {
    const own = [aRound('one', { limitTime: 7, blind: true })];
    items = own;
    room = evening(own);
    start();
    step();
    const { phase } = room;
    if (phase.kind !== 'question') throw new Error(phase.kind);
    expect(phase.clock.endTime - phase.clock.startTime).toBe(7_000);
    expect(phase.question.blind).toBe(true);
  });

  it.each([
    ['each', [true, true]],
    ['round', [false, true]],
    ['never', [false, false]],
  ] as const)('shows the ranking by `standings: %s`', (standings, shown) => {
    const both = [aRound('one', { standings }), aRound('two')];
    items = both;
    room = evening(both);
    start();
    const ranked: boolean[] = [];
    for (let n = 0; n < 5; n++) {
      const { phase } = room;
      if (phase.kind === 'question') {
        const before = { ...room };
        step();
        const { judged } = room;
        const told = { phase: room.phase, judged: judged.slice(-1), tally: room.tally };
        const { phase: reveal } = finished(
          stagedSteps(before, told, now, { ...LENGTHS, show: 'free' }),
        );
        const beats = reveal.kind === 'reveal' ? (reveal.beats ?? []) : [];
        ranked.push(beats.some(({ scene }) => scene === 'ranking'));
      } else step();
    }
    expect(ranked).toEqual(shown);
  });
});

describe.each([
  ['a hall', 10],
  ['a big room', 1_000],
])(
  'R27.4 in %s ranks and the figures of teams are for nobody while a round holds them back',
  (_name, maxPlayerCount) => {
    /** Ranks above 0, ties told and teams, in whatever was told. */
    const ranksIn = (frames: unknown): boolean =>
      /"rank":[1-9]|"tieMs":|"teams":\[\{"team"/.test(JSON.stringify(frames));

    /** Frames of each step up to the lobby: for players who are there, and for a player who comes or comes back then. */
    function course(programme: readonly PlayableItem[]): [string, boolean, boolean][] {
      items = programme;
      room = evening(items, { teams: 'choice', maxPlayerCount });
      for (const [slot, seat] of room.seats) room.seats.set(slot, { ...seat, team: slot % 2 });
      start();
      const steps: [string, boolean, boolean][] = [];
      while (room.phase.kind !== 'lobby') {
        step();
        const view = new RoomView({ incarnation: 'x', state: copyRoom(room), chat: [] });
        const newcomer = { isCreator: false, slot: 0, cursor: null, toldChanges: 0 } as const;
        const comes =
          maxPlayerCount > 500
            ? crowdWelcome(view, 'living', newcomer as never)
            : [view.roster('living'), catchUpEvents(view)];
        steps.push([placeIn(room), ranksIn(told), ranksIn(comes)]);
      }
      return steps;
    }

    it('until the standings, and after them again', () => {
      const held = aRound('one', { standings: 'never', count: 3 });
      const course_ = course([
        held,
        { kind: 'standings', id: 'standings' },
        aRound('two', { standings: 'never' }),
      ]);
      expect(course_).toEqual([
        ['question 0', false, false],
        ['reveal 0', false, false],
        ['question 1', false, false],
        ['reveal 1', false, false],
        ['question 2', false, false],
        ['reveal 2', false, false],
        ['standings', true, true],
        ['countdown', false, false],
        ['question 0', false, false],
        ['reveal 0', false, false],
        ['question 1', false, false],
        ['reveal 1', false, false],
        ['lobby', true, true],
      ]);
    });

    it('until the last question of a round, and from a later round on that tells them', () => {
      const steps = course([aRound('one', { standings: 'round' }), aSlide('tea'), aRound('two')]);
      expect(steps).toEqual([
        ['question 0', false, false],
        ['reveal 0', false, false],
        ['question 1', false, false],
        ['reveal 1', true, true],
        ['tea', false, false],
        ['countdown', true, true],
        ['question 0', false, true],
        ['reveal 0', true, true],
        ['question 1', false, true],
        ['reveal 1', true, true],
        ['lobby', true, true],
      ]);
    });

    it('by a correction and by points by hand neither', () => {
      course([aRound('one', { standings: 'never' })]);
      room = evening(items, { teams: 'choice', maxPlayerCount });
      start();
      step();
      step();
      take(correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }));
      expect(told.map(([event]) => event)).toContain('endQuizTime');
      expect(ranksIn(told)).toBe(false);
      take(givePoints(room, { playerId: 'p1', points: 50, reason: 'Song' }));
      expect(told.map(([event]) => event)).toContain('updateScores');
      expect(ranksIn(told)).toBe(false);
    });
  },
);

describe('R27.5 scores run through all rounds', () => {
  it('and a question of an earlier round is corrected at any time of the evening', () => {
    start();
    for (let n = 0; n < 8; n++) step();
    expect(scores()).toEqual([200, 0, 0]);
    take(correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }));
    expect(scores()).toEqual([100, 0, 0]);
    while (room.phase.kind !== 'lobby') step();
    expect(placeIn(room)).toBe('lobby');
    expect(room.phase).toMatchObject({ results: [{ score: 700 }, { score: 0 }, { score: 0 }] });
    press();
    take(correct(room, nameOf({ index: 0 }), { isVoid: false, rights: null }));
    expect(room.phase).toMatchObject({
      results: [{ score: 800 }, {}, {}],
      item: { id: 'standings' },
    });
  });

  it('one more round after the end goes on with scores and questions', () => {
    start();
    while (room.phase.kind !== 'lobby') step();
    const game = room.tally.game;
    const more = aRound('more');
    items = [...EVENING, more];
    const { questions: _questions, ...planned } = more;
    edit({ kind: 'add', item: { ...planned, count: 2 }, to: 5 });
    start();
    expect(room.tally.game).toBe(game - 1);
    expect(scores()).toEqual([800, 0, 0]);
    step();
    expect(room.phase).toMatchObject({ kind: 'question', index: 0, first: 4 });
    step();
    expect(scores()).toEqual([900, 0, 0]);
    expect(room.judged).toHaveLength(5);
  });

  it('and a start after all rounds begins the evening anew', () => {
    start();
    while (room.phase.kind !== 'lobby') step();
    press();
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS));
    expect(room.judged).toEqual([]);
    expect(scores()).toEqual([0, 0, 0]);
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 2 });
  });

  it('a start with other rules than those of an evening with rounds left begins it anew', () => {
    press();
    start();
    for (let n = 0; n < 3; n++) step();
    take(endGame(room));
    room.settings.scoring = 'early';
    expect(room.programme?.items[roundToStart(room) ?? -1]?.id).toBe('one');
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS));
    expect([room.judged, room.rules.scoring, scores()]).toEqual([[], 'early', [0, 0, 0]]);
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 2, name: 'one' });
  });

  it('and with the same rules goes on', () => {
    start();
    for (let n = 0; n < 3; n++) step();
    take(endGame(room));
    room.settings.title = 'Other';
    take(startGame(room, sourceOf(items, 'two'), now, LENGTHS));
    expect(roundPayload(room)).toMatchObject({ number: 2, of: 2, name: 'two' });
    expect(scores()).toEqual([100, 0, 0]);
  });

  it('lives run through in survival, and once it is decided rounds stop and slides go on', () => {
    room = evening(EVENING, { gameMode: 'SURVIVAL' });
    start();
    step();
    step();
    step();
    expect(placeIn(room)).toBe('lobby');
    expect(outIn(room)).toEqual(['two']);
    const rest: string[] = [];
    for (let n = 0; n < 4; n++) {
      press();
      rest.push(placeIn(room));
    }
    expect(rest).toEqual(['tea', 'short', 'standings', 'thanks']);
  });

  it('also where it is decided by who left', () => {
    room = evening(EVENING, { gameMode: 'SURVIVAL' });
    start();
    step();
    for (const slot of [1, 2]) room.seats.delete(slot);
    take(endGame(room));
    expect([outIn(room), showsTheRest(room)]).toEqual([['two'], true]);
    const rest = ['tea', 'short', 'standings', 'thanks'].map(() => (press(), placeIn(room)));
    expect(rest).toEqual(['tea', 'short', 'standings', 'thanks']);
  });

  it('but an end that the host makes early leaves its rounds', () => {
    start();
    step();
    take(endGame(room));
    expect([outIn(room), showsTheRest(room)]).toEqual([[], false]);
  });

  it('and a survival evening that was decided early begins anew with all its rounds', () => {
    room = evening(EVENING, { gameMode: 'SURVIVAL' });
    edit({ kind: 'leaveOut', id: 'short', isOut: true });
    start();
    while (room.phase.kind !== 'lobby') step();
    expect(outIn(room)).toEqual(['short', 'two']);
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS));
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 2, name: 'one' });
    // The host left this out, and it stays out.
    expect(outIn(room)).toEqual(['short']);
  });

  it('also where a round is put back or added behind the end of survival that is decided', () => {
    const third = aRound('three');
    items = [...EVENING, third];
    room = evening(EVENING, { gameMode: 'SURVIVAL' });
    start();
    while (room.phase.kind !== 'lobby') step();
    edit({ kind: 'leaveOut', id: 'two', isOut: false });
    const { questions: _, ...round } = third;
    edit({ kind: 'add', item: { ...round, count: 2 }, to: EVENING.length });
    // A newcomer had no part in it.
    room.seats.set(7, aSeat(7, { joinedGame: room.tally.game }));
    expect(roundToStart(room)).toBe(1);
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS));
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 3, name: 'one' });
    expect(room.judged).toEqual([]);
    expect([...room.seats.values()].filter(({ fellAt }) => fellAt !== null)).toEqual([]);
  });

  it('while survival that is not decided goes on with a round that is added', () => {
    items = [aRound('one', { count: 1 })];
    room = evening(items, { gameMode: 'SURVIVAL', lives: 3 });
    start();
    while (room.phase.kind !== 'lobby') step();
    const two = aRound('two');
    items = [...items, two];
    const { questions: _, ...round } = two;
    edit({ kind: 'add', item: { ...round, count: 2 }, to: 1 });
    take(startGame(room, sourceOf(items, 'two'), now, LENGTHS));
    expect(roundPayload(room)).toMatchObject({ number: 2, of: 2, name: 'two' });
    expect(room.judged).toHaveLength(1);
  });

  it('and so does one in which the host passed a round over', () => {
    const rounds = [aRound('one'), aSlide('a'), aRound('two'), aRound('three')];
    items = rounds;
    room = evening(rounds);
    start();
    while (placeIn(room) !== 'a') step();
    take(goTo(room, 3, { now, lengths: LENGTHS, source: sourceOf(items, 'three') }));
    while (room.phase.kind !== 'lobby') step();
    expect(showsTheRest(room)).toBe(true);
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS));
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 3 });
  });
});

/** The items that a cockpit is told to be out. */
function outIn({ programme }: RoomState): string[] {
  const told = programme && programmePayload(programme, true).items;
  return (told ?? []).filter(({ isOut }) => isOut).map(({ id }) => id);
}

function edit(change: ProgrammeEdit, revision = room.programme?.revision ?? 0): void {
  for (const one of editProgramme(revision, change).decide(room, now).changes)
    applyChange(room, one);
}
const ids = (): string[] => (room.programme?.items ?? []).map(({ id }) => id);

describe('R27.6 the host changes what is to come', () => {
  it('moves an item, leaves one out and takes it back, and adds one', () => {
    press();
    edit({ kind: 'move', id: 'thanks', to: 2 });
    expect(ids()).toEqual(['welcome', 'one', 'thanks', 'tea', 'short', 'two', 'standings']);
    edit({ kind: 'leaveOut', id: 'thanks', isOut: true });
    start();
    for (let n = 0; n < 5; n++) step();
    expect(placeIn(room)).toBe('tea');
    edit({ kind: 'add', item: { kind: 'standings', id: 'new' }, to: 4 });
    press();
    expect(placeIn(room)).toBe('new');
  });

  it('never what was on, and of two who edit at once the later one is too late', async () => {
    press();
    const revision = room.programme?.revision ?? 0;
    edit({ kind: 'move', id: 'thanks', to: 2 });
    const late = () => edit({ kind: 'move', id: 'tea', to: 1 }, revision);
    expect(await codeOf(late)).toBe('TOO_LATE');
    const tooEarly = () => edit({ kind: 'move', id: 'thanks', to: 0 });
    expect(await codeOf(tooEarly)).toBe('WRONG_PHASE');
    expect(await codeOf(() => edit({ kind: 'leaveOut', id: 'welcome', isOut: true }))).toBe(
      'WRONG_PHASE',
    );
    expect(await codeOf(() => edit({ kind: 'move', id: 'nothing', to: 3 }))).toBe('BAD_REQUEST');
    expect(await codeOf(() => edit({ kind: 'move', id: 'tea', to: 99 }))).toBe('BAD_REQUEST');
  });

  it('holds an edit to what an evening may have', async () => {
    const { questions: _questions, ...planned } = aRound('huge');
    const huge = { ...planned, count: 200 };
    expect(await codeOf(() => edit({ kind: 'add', item: huge, to: 3 }))).toBe('BAD_REQUEST');
    for (let n = 0; n < 55; n++)
      edit({ kind: 'add', item: { kind: 'standings', id: `${n}` }, to: 7 });
    const oneMore = () => edit({ kind: 'add', item: { kind: 'standings', id: 'x' }, to: 7 });
    expect(await codeOf(oneMore)).toBe('BAD_REQUEST');
  });

  it('counts the questions of the evening before that goes on, and what is put back', async () => {
    const first = [aRound('first', { count: 150, questions: someQuestions(150) })];
    items = first;
    room = evening(first);
    start();
    while (room.phase.kind !== 'lobby') step();
    items = [aRound('one', { count: 30, questions: someQuestions(30) }), aRound('two')];
    const set = { ...aSet(3), programme: [...items] };
    const choice = { quizSetId: 'own', quizCount: 32, title: 'Own' };
    for (const one of bringQuizSet(set, choice, programmeOf(set, random)).decide(room, now).changes)
      applyChange(room, one);
    take(startGame(room, sourceOf(items, 'one'), now, LENGTHS, true));
    const { questions: _questions, ...planned } = aRound('more');
    const more = (id: string, count: number) =>
      edit({ kind: 'add', item: { ...planned, id, count }, to: 2 });
    expect(await codeOf(() => more('more', 19))).toBe('BAD_REQUEST');
    edit({ kind: 'leaveOut', id: 'two', isOut: true });
    more('more', 19);
    const putBack = () => edit({ kind: 'leaveOut', id: 'two', isOut: false });
    expect(await codeOf(putBack)).toBe('BAD_REQUEST');
    edit({ kind: 'leaveOut', id: 'more', isOut: true });
    putBack();
    while (room.phase.kind !== 'lobby') step();
    const again = () => edit({ kind: 'leaveOut', id: 'more', isOut: false });
    expect([room.judged.length, await codeOf(again)]).toEqual([182, 'BAD_REQUEST']);
  });

  it('does not disturb a press that comes after it', () => {
    press();
    const { version } = room.phase;
    edit({ kind: 'move', id: 'thanks', to: 2 });
    expect(room.phase.version).toBe(version);
  });

  it('goes to a round that was left out, which is then a round like the others', () => {
    const rounds = [aRound('one', { count: 1 }), aSlide('a'), aRound('two'), aRound('three')];
    items = rounds;
    room = evening(rounds);
    edit({ kind: 'leaveOut', id: 'two', isOut: true });
    start();
    while (placeIn(room) !== 'a') step();
    take(goTo(room, 2, { now, lengths: LENGTHS, source: sourceOf(items, 'two') }));
    expect(roundPayload(room)).toMatchObject({ number: 2, of: 3, name: 'two' });
  });

  it('and a round that was left out is not told as the one that was played', () => {
    const rounds = [aRound('one'), aRound('two'), aSlide('a'), aRound('three')];
    items = rounds;
    room = evening(rounds);
    start();
    edit({ kind: 'leaveOut', id: 'two', isOut: true });
    while (placeIn(room) !== 'a') step();
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 2, name: 'one' });
  });

  it('nor is one that was passed over', () => {
    const rounds = [aRound('one'), aSlide('a'), aRound('two'), aSlide('b'), aRound('three')];
    items = rounds;
    room = evening(rounds);
    start();
    while (placeIn(room) !== 'a') step();
    take(goTo(room, 3, { now, lengths: LENGTHS }));
    expect(roundPayload(room)).toMatchObject({ number: 1, of: 3, name: 'one' });
  });

  it('neither moves nor leaves out what was on, also behind the item that is on', async () => {
    const slides = [aSlide('a'), aSlide('b'), aSlide('c'), aRound('one')];
    items = slides;
    room = evening(slides);
    press();
    press();
    take(goTo(room, 0, { now, lengths: LENGTHS }));
    expect(await codeOf(() => edit({ kind: 'move', id: 'b', to: 2 }))).toBe('WRONG_PHASE');
    expect(await codeOf(() => edit({ kind: 'leaveOut', id: 'b', isOut: true }))).toBe(
      'WRONG_PHASE',
    );
    edit({ kind: 'move', id: 'c', to: 1 });
    expect(ids()).toEqual(['a', 'c', 'b', 'one']);
  });

  it('of an evening in whose place another one was chosen is too late', async () => {
    const other = { ...aSet(3), programme: [...EVENING] };
    const revision = room.programme?.revision ?? 0;
    const choice = { quizSetId: 'own', quizCount: 4, title: 'Own' };
    const bring = bringQuizSet(other, choice, programmeOf(other, random));
    for (const one of bring.decide(room, now).changes) applyChange(room, one);
    const late = () => edit({ kind: 'move', id: 'thanks', to: 2 }, revision);
    expect(await codeOf(late)).toBe('TOO_LATE');
  });

  it('is too late for it where a plain set came between, too', async () => {
    const choice = { quizSetId: 'own', quizCount: 4, title: 'Own' };
    const other = { ...aSet(3), programme: [...EVENING] };
    const run = (command: RoomCommand<unknown>): void => {
      const { changes } = command.decide(room, now);
      applyAppend(room, { id: `append ${room.seq}`, seq: room.seq + 1, changes });
    };
    const revision = room.programme?.revision ?? 0;
    run(chooseQuizSet(choice));
    run(bringQuizSet(other, choice, programmeOf(other, random)));
    const late = () => edit({ kind: 'move', id: 'thanks', to: 2 }, revision);
    expect(await codeOf(late)).toBe('TOO_LATE');
  });

  it('goes to an item between items, and not in a question', async () => {
    start();
    step();
    expect(await codeOf(() => goTo(room, 6, { now, lengths: LENGTHS }))).toBe('WRONG_PHASE');
    for (let n = 0; n < 4; n++) step();
    take(goTo(room, 4, { now, lengths: LENGTHS, source: sourceOf(items, 'two') }));
    expect([room.phase.kind, roundPayload(room)?.name]).toEqual(['countdown', 'two']);
  });
});

describe('R27.2 a slide with a length in the lobby', () => {
  beforeEach(() => {
    items = [aSlide('short', 10), aRound('one')];
    room = evening(items);
    press();
  });
  const shownClock = () => itemOn(room.phase)?.clock;

  it('is paused, stands for as long as one likes, and goes on with what was left', async () => {
    now += 4_000;
    take(pause(room, now));
    expect(deadlineOf(room.phase)).toBeNull();
    expect(phasePayload(room.phase, 1)).toMatchObject({ kind: 'lobby', pausedLeftMs: 6_000 });
    expect(await codeOf(() => pause(room, now))).toBe('WRONG_PHASE');
    now += 60_000;
    take(resume(room, now));
    expect(deadlineOf(room.phase)).toBe(now + 6_000);
    expect(phasePayload(room.phase, 1)).not.toHaveProperty('pausedLeftMs');
    expect(await codeOf(() => resume(room, now))).toBe('WRONG_PHASE');
    take(extend(room));
    expect(deadlineOf(room.phase)).toBe(now + 11_000);
    step();
    expect([room.phase.kind, itemOn(room.phase)]).toEqual(['lobby', undefined]);
  });

  it('stays paused with what was left where the machine sleeps', () => {
    now += 4_000;
    take(pause(room, now));
    const [change] = wakeUp(now, 50_000).decide(room, now + 50_000).changes;
    applyChange(room, change!);
    expect(shownClock()).toMatchObject({ endTime: now + 56_000, pausedAt: now + 50_000 });
  });

  it('gives way to the next item while it is paused, and nothing else of a lobby is paused', async () => {
    take(pause(room, now));
    take(skip(room, now, LENGTHS));
    expect(itemOn(room.phase)).toBeUndefined();
    for (const command of [pause, resume, extend])
      expect(await codeOf(() => command(room, now))).toBe('WRONG_PHASE');
    room = evening([aSlide('long'), aRound('one')]);
    press();
    expect(await codeOf(() => pause(room, now))).toBe('WRONG_PHASE');
    expect(await codeOf(() => lowerCurtain(room, now, null))).toBe('WRONG_PHASE');
  });
});

it('R4.12, R13.5 who comes behind a curtain in an item is told what teams have made', () => {
  room = evening(EVENING, { teams: 'choice' });
  for (const [slot, seat] of room.seats) room.seats.set(slot, { ...seat, team: slot % 2 });
  start();
  while (placeIn(room) !== 'tea') step();
  const teams = (view: RoomView) =>
    catchUpEvents(view).filter(([event]) => event === 'updateScores');
  const told = teams(new RoomView({ incarnation: 'x', state: copyRoom(room), chat: [] }));
  expect(told).toEqual([['updateScores', { players: [], teams: room.tally.teams }]]);
  expect(room.tally.teams).toHaveLength(2);
  take(lowerCurtain(room, now, null));
  const behind = new RoomView({ incarnation: 'x', state: copyRoom(room), chat: [] });
  expect(teams(behind)).toEqual(told);
  expect(JSON.stringify(catchUpEvents(behind))).not.toContain('Tea');
});

describe('R27.7 one step back', () => {
  it('shows the item before again, in the lobby and between rounds', () => {
    const slides = [
      aSlide('a'),
      aSlide('b'),
      aRound('one'),
      aSlide('c'),
      aSlide('d'),
      aRound('two'),
    ];
    items = slides;
    room = evening(slides);
    press();
    press();
    take(back(room, now));
    expect(placeIn(room)).toBe('a');
    press();
    expect(placeIn(room)).toBe('b');
    start();
    for (let n = 0; n < 6; n++) step();
    expect(placeIn(room)).toBe('d');
    take(back(room, now));
    expect(placeIn(room)).toBe('c');
  });

  it('takes the countdown of a round back, of the first one into the lobby', () => {
    press();
    start();
    take(back(room, now));
    expect([room.phase.kind, placeIn(room), room.game]).toEqual(['lobby', 'welcome', null]);
    start();
    for (let n = 0; n < 7; n++) step();
    expect(room.phase.kind).toBe('countdown');
    take(back(room, now));
    expect([room.phase.kind, placeIn(room)]).toEqual(['item', 'short']);
    press();
    expect(room.phase).toMatchObject({ kind: 'countdown', count: 2 });
  });

  it('from a later countdown never leads before the first round, also where nothing was judged', () => {
    const short = [
      aRound('one', { count: 1, questions: someQuestions(1) }),
      aSlide('a'),
      aRound('two'),
    ];
    items = short;
    room = evening(short);
    start();
    step();
    take(drop(room, now, LENGTHS, source()));
    take(givePoints(room, { playerId: 'p1', points: 500, reason: 'Song' }));
    press();
    expect(placeIn(room)).toBe('countdown');
    take(back(room, now));
    expect([room.phase.kind, placeIn(room), scores()]).toEqual(['item', 'a', [0, 500, 0]]);
    press();
    expect([placeIn(room), scores()]).toEqual(['countdown', [0, 500, 0]]);
  });

  it('from a countdown makes the round before the last one again, of which a draw may be', () => {
    const slides = [aRound('one', { count: 1 }), aSlide('a'), aRound('two', { count: 1 })];
    items = slides;
    room = evening(slides);
    start();
    while (placeIn(room) !== 'a') step();
    const before = room.programme;
    press();
    expect([placeIn(room), room.rules.rounds?.at(-1)?.first]).toEqual(['countdown', 1]);
    take(back(room, now));
    expect(room.programme).toEqual(before);
    expect(room.rules.rounds).toEqual([{ name: 'one', first: 0 }]);
  });

  it('leads into no round that was played', async () => {
    start();
    for (let n = 0; n < 5; n++) step();
    expect(placeIn(room)).toBe('tea');
    expect(await codeOf(() => back(room, now))).toBe('WRONG_PHASE');
  });
});

describe('R27.9 the programme is told', () => {
  it('whole to who is told what comes, to others its kinds and the names of rounds only', () => {
    press();
    const { programme } = room;
    if (programme === null) throw new Error('no programme');
    const told = JSON.stringify(programmePayload(programme, false));
    expect(told).toContain('"name":"two"');
    for (const secret of ['Text', 'note of', 'thanks"', 'Tea', programme.seed])
      expect(told.replaceAll('"id":"thanks"', '')).not.toContain(secret);
    const whole = JSON.stringify(programmePayload(programme, true));
    expect(whole).toContain('note of thanks');
    expect(whole).not.toContain(programme.seed);
  });

  it('but not where pictures are kept (R18.2)', () => {
    const slide = { ...aSlide('map'), image: { id: 'kept', alt: 'A map' } } as PlayableItem;
    const programme = programmeOf({ ...aSet(3), programme: [slide, aRound('one')] }, random);
    const [told] = programmePayload(programme!, true).items;
    expect(told!.item).toMatchObject({ title: 'map', image: { alt: 'A map' } });
    expect(JSON.stringify(told)).not.toContain('kept');
  });

  it('and no phase tells what comes', () => {
    const told = new Set<string>();
    const seen = (phase: Phase): void => void told.add(JSON.stringify(phase));
    press();
    seen(room.phase);
    start();
    for (let n = 0; n < 6; n++) {
      seen(room.phase);
      step();
    }
    for (const text of told) expect(text).not.toContain('thanks');
  });
});
