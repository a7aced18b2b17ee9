import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSet, codeOf, inZone } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';
import { rightOf } from '../support/drawn.js';

const COUNTDOWN_MS = 3_000;
const QUESTION_MS = 18_000;
const REVEAL_MS = 10_000;

let stage: Stage;

beforeEach(() => {
  stage = openStage();
});
afterEach(() => {
  closeStage(stage);
});

async function hall(
  gameMode: 'RANKING' | 'SURVIVAL',
  count: number,
): Promise<{ roomId: string; actors: Actor[] }> {
  const roomId = await stage.open({ gameMode }, 3, 'player 0');
  const names = Array.from({ length: count }, (_, n) => `player ${n}`);
  return { roomId, actors: await stage.seatAll(roomId, ...names) };
}

/** Has everybody stand where `isRight` says, in the question that is running. */
async function stand(
  roomId: string,
  actors: Actor[],
  isRight: (n: number) => boolean,
): Promise<void> {
  const { phase, game } = await stage.state(roomId);
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const answer = rightOf(game!.questions[phase.index]);
  actors.forEach((actor, n) => stage.move(actor, inZone(isRight(n) ? answer : 3 - answer)));
}

const kind = async (roomId: string): Promise<string> => (await stage.state(roomId)).phase.kind;

describe('R4 a game by the clock', () => {
  it('goes from phase to phase at its deadlines, each exactly once', async () => {
    const { roomId, actors } = await hall('RANKING', 3);
    await stage.driver.start(roomId);
    const seen: string[] = [];
    for (const length of [
      COUNTDOWN_MS,
      ...Array.from({ length: 3 }, () => [QUESTION_MS, REVEAL_MS]).flat(),
    ]) {
      seen.push(await kind(roomId));
      await stage.pass(length - 1);
      expect(await kind(roomId)).toBe(seen.at(-1));
      if (seen.at(-1) === 'question') await stand(roomId, actors, (n) => n < 2);
      await stage.pass(1);
    }
    expect(seen).toEqual([
      'countdown',
      ...Array.from({ length: 3 }, () => ['question', 'reveal']).flat(),
    ]);
    expect(await kind(roomId)).toBe('lobby');
    const [results] = stage.broadcaster.payloads(actors[0]!.connectionId, 'endGame');
    expect(results).toEqual({
      hostId: actors[0]!.seat.playerId,
      results: [1500, 1500, 0].map((score, n) => ({
        playerId: actors[n]!.seat.playerId,
        playerName: `player ${n}`,
        slot: n,
        score,
        rank: n < 2 ? 1 : 3,
      })),
    });
    for (const { connectionId } of actors) {
      expect(stage.broadcaster.payloads(connectionId, 'startQuizTime')).toHaveLength(3);
      expect(
        stage.broadcaster.payloads(connectionId, 'phase').map(({ version }) => version),
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
  });

  it('R4.5 deadlines that come twice or late do nothing twice', async () => {
    const { roomId } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    await Promise.all([stage.pass(COUNTDOWN_MS), stage.driver.advance(roomId, 1)]);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'question', version: 2 } });
    await Promise.all(Array.from({ length: 10 }, () => stage.driver.advance(roomId, 1)));
    await stage.driver.advance(roomId, 2);
    await stage.driver.advance('none', 2);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'question', version: 2 } });
    await stage.driver.adjust(roomId, 'end');
    await stage.driver.advance(roomId, 2);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'lobby', version: 3 } });
  });

  it('R4.1 two hosts’ tabs that start at once start one game', async () => {
    const { roomId, actors } = await hall('RANKING', 2);
    const starts = [1, 2, 3].map(() => codeOf(() => stage.driver.start(roomId)));
    expect((await Promise.all(starts)).toSorted()).toEqual(['WRONG_PHASE', 'WRONG_PHASE', 'ok']);
    expect(stage.broadcaster.payloads(actors[1]!.connectionId, 'startGame')).toHaveLength(1);
  });

  it('R6.3 the next game starts from 0 with a new draw', async () => {
    const { roomId, actors } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS);
    await stand(roomId, actors, () => true);
    await stage.driver.adjust(roomId, 'skip');
    expect([...(await stage.state(roomId)).seats.values()].map(({ score }) => score)).toEqual([
      500, 500,
    ]);
    await stage.driver.adjust(roomId, 'end');
    expect([...(await stage.state(roomId)).seats.values()].map(({ score }) => score)).toEqual([
      500, 500,
    ]);
    await stage.driver.start(roomId);
    expect([...(await stage.state(roomId)).seats.values()].map(({ score }) => score)).toEqual([
      0, 0,
    ]);
  });
});

describe('R3.3 the host’s adjustments', () => {
  it('answer with the time when the phase ends now', async () => {
    const { roomId } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    const end = Date.now() + COUNTDOWN_MS;
    expect(await stage.driver.adjust(roomId, 'extend')).toEqual({ endTime: end + 5_000 });
    expect(await stage.driver.adjust(roomId, 'pause')).toEqual({ endTime: end + 5_000 });
    await stage.pass(60_000);
    expect(await kind(roomId)).toBe('countdown');
    expect(await stage.driver.adjust(roomId, 'resume')).toEqual({ endTime: end + 65_000 });
    expect(await stage.driver.adjust(roomId, 'skip')).toEqual({
      endTime: Date.now() + QUESTION_MS,
    });
    expect(await stage.driver.adjust(roomId, 'end')).toEqual({ endTime: 0 });
  });

  it.each(['skip', 'pause', 'resume', 'extend', 'end'] as const)(
    'have nothing to do in the lobby: %s',
    async (adjustment) => {
      const { roomId } = await hall('RANKING', 1);
      expect(await codeOf(() => stage.driver.adjust(roomId, adjustment))).toBe('WRONG_PHASE');
      expect(await codeOf(() => stage.driver.adjust('none', adjustment))).toBe('ROOM_NOT_FOUND');
    },
  );

  it('of two at once one counts, the other is told that it came too late', async () => {
    const { roomId } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    const skips = [1, 2].map(() => codeOf(() => stage.driver.adjust(roomId, 'skip')));
    expect((await Promise.all(skips)).toSorted()).toEqual(['TOO_LATE', 'ok']);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'question', index: 0 } });
  });

  it('a pause tells only the phase, with what is left of it', async () => {
    const { roomId, actors } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS + 5_000);
    stage.broadcaster.clear();
    await stage.driver.adjust(roomId, 'pause');
    expect(stage.broadcaster.frames.map(({ event }) => event)).toEqual(['phase']);
    const [phase] = stage.broadcaster.payloads(actors[1]!.connectionId, 'phase');
    expect(phase).toMatchObject({ kind: 'question', pausedLeftMs: 13_000 });
  });
});

describe('R4.4 the quiz set', () => {
  it('has to have as many questions as are asked for', async () => {
    const roomId = await stage.open({}, 6);
    await stage.seatAll(roomId, 'ann');
    expect(await codeOf(() => stage.driver.start(roomId))).toBe('NOT_ENOUGH_QUESTIONS');
    const room = stage.room(roomId);
    const owner = room.view.state.ownerIdentityId;
    const choose = (quizSetId: string, quizCount?: number): Promise<void> =>
      stage.quizzes.choose(room, owner, { quizSetId, quizCount });
    expect(await codeOf(() => choose('test-set', 6))).toBe('NOT_ENOUGH_QUESTIONS');
    expect(await codeOf(() => choose('none'))).toBe('QUIZ_SET_NOT_FOUND');
    expect(await codeOf(() => choose('custom'))).toBe('QUIZ_SET_NOT_FOUND');
    // Without a count: as many as before, or all of a smaller set.
    await choose('test-set');
    expect((await stage.state(roomId)).settings.quizSet).toMatchObject({ quizCount: 5 });
    await stage.driver.start(roomId);
    expect((await stage.state(roomId)).game?.questions).toHaveLength(5);
  });

  it('may be the room’s own', async () => {
    const roomId = await stage.open();
    const [ann] = await stage.seatAll(roomId, 'ann');
    const own = { ...aSet(4, { choices: 10 }), id: 'whatever', title: 'Own' };
    const room = stage.room(roomId);
    const owner = room.view.state.ownerIdentityId;
    expect(await codeOf(() => stage.quizzes.bring(roomId, 'somebody', own))).toBe('NOT_HOST');
    expect(await stage.quizzes.bring(roomId, owner, own)).toEqual({
      quizSetId: 'custom',
      quizCount: 4,
      title: 'Own',
    });
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS);
    const [asked] = stage.broadcaster.payloads(ann!.connectionId, 'startQuizTime');
    expect(asked?.choiceList).toHaveLength(10);
    expect(await codeOf(() => stage.quizzes.choose(room, owner, { quizSetId: 'test-set' }))).toBe(
      'WRONG_PHASE',
    );
  });

  it('starts as the default of the language, of at most 10 questions', async () => {
    expect(await stage.quizzes.initialChoice('en')).toEqual({
      quizSetId: 'test-set',
      quizCount: 5,
      title: 'Test set',
      samePlace: { written: { place: 1, count: 5, of: 5 } },
    });
  });
});

describe('R6.2 a survival game', () => {
  it('ends after the reveal that leaves one player', async () => {
    const { roomId, actors } = await hall('SURVIVAL', 3);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS);
    await stand(roomId, actors, (n) => n === 1);
    await stage.pass(QUESTION_MS);
    expect(
      [...(await stage.state(roomId)).seats.values()].map(({ fellAt }) => fellAt === null),
    ).toEqual([false, true, false]);
    await stage.pass(REVEAL_MS);
    expect(await stage.state(roomId)).toMatchObject({
      phase: { kind: 'lobby', results: [{ score: 1, rank: 1 }, { rank: 2 }, { rank: 2 }] },
    });
    expect(
      [...(await stage.state(roomId)).seats.values()].every(({ fellAt }) => fellAt === null),
    ).toBe(true);
  });

  it('goes on when all are wrong', async () => {
    const { roomId, actors } = await hall('SURVIVAL', 3);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS);
    await stand(roomId, actors, () => false);
    await stage.pass(QUESTION_MS + REVEAL_MS);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'question', index: 1 } });
    expect([...(await stage.state(roomId)).seats.values()].map(({ score }) => score)).toEqual([
      1, 1, 1,
    ]);
  });

  it.each(['exit', 'kick'] as const)('ends at once when leaving decides it: %s', async (how) => {
    const { roomId, actors } = await hall('SURVIVAL', 3);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS);
    const leave = (actor: Actor): Promise<void> =>
      how === 'exit'
        ? stage.exit(actor)
        : stage.rooms.kick(stage.room(roomId), actor.seat.playerId);
    await leave(actors[1]!);
    expect(await kind(roomId)).toBe('question');
    await leave(actors[2]!);
    expect(await kind(roomId)).toBe('lobby');
    expect(stage.broadcaster.payloads(actors[0]!.connectionId, 'endGame')).toMatchObject([
      { results: [{ playerId: actors[0]!.seat.playerId, rank: 1 }] },
    ]);
  });

  it('does not end because somebody drops', async () => {
    const { roomId, actors } = await hall('SURVIVAL', 2);
    await stage.driver.start(roomId);
    await stage.drop(actors[1]!);
    await stage.pass(COUNTDOWN_MS);
    expect(await kind(roomId)).toBe('question');
  });

  it('of a single player runs through all questions', async () => {
    const { roomId } = await hall('SURVIVAL', 1);
    await stage.driver.start(roomId);
    await stage.pass(COUNTDOWN_MS + 2 * (QUESTION_MS + REVEAL_MS) + QUESTION_MS);
    expect(await stage.state(roomId)).toMatchObject({ phase: { kind: 'reveal', index: 2 } });
  });

  it('R6.1 a ranking game goes on when one player is left', async () => {
    const { roomId, actors } = await hall('RANKING', 2);
    await stage.driver.start(roomId);
    await stage.exit(actors[1]!);
    expect(await kind(roomId)).toBe('countdown');
  });
});
