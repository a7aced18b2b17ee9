import { expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { neededPictures, shownPicture } from '../../src/game/pictures.js';
import type { RoomState } from '../../src/game/room-state.js';
import { advance, startGame } from '../../src/game/transitions.js';
import { aRoom, EPOCH, LENGTHS, someQuestions } from '../support/game-data.js';

const KEPT = ['first', 'second', 'third'];

function begun(seed: number): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: 3, title: 'Test set' };
  const room = aRoom({ settings: { quizSet, questionOrder: 'written' } });
  const questions = someQuestions(4).map((question, n) => {
    const id = KEPT[n];
    return id === undefined ? question : { ...question, image: { id, alt: 'a tower' } };
  });
  return { ...room, ...startGame(room, { questions, random: seeded(seed) }, EPOCH, LENGTHS) };
}

it('R18.3 have another id in each game, under which nothing is before its question is shown', () => {
  const ids = new Set<string>();
  for (const seed of [1, 2]) {
    let room = begun(seed);
    expect(neededPictures(room)).toEqual(KEPT.map((one) => [one]));
    for (const [index, kept] of KEPT.entries()) {
      const id = room.game?.questions[index]?.shown.image?.id ?? '';
      ids.add(id);
      expect(shownPicture(room, id)).toBeUndefined();
      const now = (room.phase as { clock: { endTime: number } }).clock.endTime;
      room = { ...room, ...advance(room, now, LENGTHS) };
      expect(shownPicture(room, id)).toBe(kept);
      expect(shownPicture(room, kept)).toBeUndefined();
      expect(neededPictures(room)).toEqual(KEPT.slice(index).map((one) => [one]));
      const phase = room.phase as { clock: { startTime: number; endTime: number } };
      expect(phase.clock.startTime - now).toBe(5_000);
      room = { ...room, ...advance(room, phase.clock.endTime, LENGTHS) };
      expect(room.phase.kind).toBe('reveal');
      expect(shownPicture(room, id)).toBe(kept);
    }
  }
  expect(ids.size).toBe(6);
});
