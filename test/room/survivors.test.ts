import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Phase } from '../../src/game/phase.js';
import type { PlayerMark } from '../../src/game/room-state.js';
import { RoomError } from '../../src/protocol/index.js';
import { aSet, someQuestions } from '../support/game-data.js';
import { claim, leaveFrom } from '../support/store-verbs.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const S = 1_000;

let stage: Stage;
let roomId: string;
let ann: Actor, bob: Actor, carl: Actor;
beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open({ gameMode: 'SURVIVAL' });
  [ann, bob, carl] = (await stage.seatAll(roomId, 'ann', 'bob', 'carl')) as [Actor, Actor, Actor];
});
afterEach(() => closeStage(stage));

const kind = async (): Promise<Phase['kind']> => (await stage.state(roomId)).phase.kind;

function aRound(id: string) {
  const options = { name: id, count: 1, factor: 1, standings: 'each' } as const;
  return { kind: 'round', id, ...options, questions: someQuestions(2) } as const;
}

/** Nothing of it reaches the copy here until it catches up. */
async function unheard(work: () => Promise<void>): Promise<void> {
  const publish = vi.spyOn(stage.bus, 'publish').mockImplementation(() => {});
  await work();
  publish.mockRestore();
}

/** Leaves through another process. */
async function goElsewhere({ seat, membership, connectionId }: Actor): Promise<void> {
  membership.room.leave(connectionId);
  await leaveFrom(stage.elsewhere, roomId, seat.slot);
}

async function toQuestion(): Promise<void> {
  await stage.driver.start(roomId);
  await stage.driver.adjust(roomId, 'skip');
  expect(await kind()).toBe('question');
}

/** Takes the room to its next version with these as ghosts, in `next` where a phase is given. */
async function fell(fallen: Actor[], next?: Phase): Promise<void> {
  const room = await stage.state(roomId);
  const phase = { ...(next ?? room.phase), version: room.phase.version + 1 };
  const marks = fallen.map(({ seat: { playerId } }): PlayerMark => {
    return { playerId, score: 0, isAnswer: false, played: true, rank: 1, gain: 0, fellAt: [0, 0] };
  });
  await claim(stage.elsewhere, room, { phase, tally: { game: room.tally.game, marks } });
}

describe('R6.2 a survival game that an exit decides', () => {
  it('ends though ghosts stay', async () => {
    await toQuestion();
    await fell([carl]);
    await stage.exit(bob);
    await stage.flush();
    expect(await kind()).toBe('lobby');
    expect(stage.broadcaster.eventsOf(ann.connectionId)).toContain('endGame');
  });

  it('shows the rest of its evening without the rounds (R27.5)', async () => {
    closeStage(stage);
    const slide = { kind: 'slide', id: 'bye', title: 'Bye', text: '', seconds: null } as const;
    const set = { ...aSet(), programme: [aRound('one'), aRound('two'), slide] };
    stage = openStage({ set });
    roomId = await stage.open({ gameMode: 'SURVIVAL' });
    [ann, bob, carl] = (await stage.seatAll(roomId, 'ann', 'bob', 'carl')) as [Actor, Actor, Actor];
    await stage.quizzes.choose(stage.room(roomId), 'ann', { quizSetId: set.id });
    await toQuestion();
    await stage.exit(bob);
    await stage.exit(carl);
    await stage.flush();
    await stage.driver.adjust(roomId, 'next');
    const { phase } = await stage.state(roomId);
    expect(phase).toMatchObject({ kind: 'lobby', item: { id: 'bye' } });
  });

  it('goes on when only a ghost goes, as the reveal that left one player is to be seen', async () => {
    await toQuestion();
    await fell([bob, carl]);
    await stage.exit(carl);
    await stage.flush();
    expect(await kind()).toBe('question');
  });

  it('shows its last reveal for its time, though a ghost’s exit was missed here', async () => {
    await toQuestion();
    await stage.driver.adjust(roomId, 'skip');
    await stage.pass(100);
    const reveal = stage.room(roomId).view.phase;
    expect(reveal.kind).toBe('reveal');
    await fell([bob, carl], reveal);
    await unheard(() => goElsewhere(carl));
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(await kind()).toBe('reveal');
  });

  it('ends when the exit was missed here', async () => {
    await toQuestion();
    await fell([carl]);
    await unheard(() => goElsewhere(bob));
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(await kind()).toBe('lobby');
  });

  it('ends when start and exits were missed here', async () => {
    await unheard(async () => {
      await stage.driver.start(roomId);
      await goElsewhere(bob);
      await goElsewhere(carl);
    });
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(await kind()).toBe('lobby');
  });

  it('ends when a fall and an exit were missed here', async () => {
    await toQuestion();
    await unheard(async () => {
      await fell([carl]);
      await goElsewhere(bob);
    });
    await stage.directory.catchUpAll();
    await stage.flush();
    expect(await kind()).toBe('lobby');
  });

  it('ends when the store is back, where it was away', async () => {
    await toQuestion();
    await stage.exit(carl);
    const away = vi.spyOn(stage.store, 'readRoom').mockRejectedValue(new RoomError('STORE_AWAY'));
    await stage.exit(bob);
    await stage.pass(2 * S);
    away.mockRestore();
    await stage.pass(S);
    expect(await kind()).toBe('lobby');
  });
});
