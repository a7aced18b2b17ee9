import { expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { RoomState } from '../../src/game/room-state.js';
import type { PicturesQuestion } from '../../src/game/shared/quiz-set.js';
import { advance, drop, startGame } from '../../src/game/transitions.js';
import type { PictureBytes } from '../../src/server/contracts/picture-bytes.js';
import { GamePictures } from '../../src/server/live/room/game-pictures.js';
import { aRoom, EPOCH, LENGTHS } from '../support/game-data.js';

const MB = 1024 * 1024;
const EACH = 6;
const READY_BYTES = 64 * MB;

const keptIds = (room: string, question: number): string[] =>
  Array.from({ length: EACH }, (_, n) => `${room}.${question}.${n}`);

function questionsOf(room: string, count: number): PicturesQuestion[] {
  return Array.from({ length: count }, (_, question) => ({
    kind: 'pictures',
    quiz: `Question ${question}?`,
    pictures: keptIds(room, question).map((id) => ({ image: { id, alt: id } })),
    answers: [0],
    limitTime: 15,
  }));
}

/** With this many spare questions. */
function begun(roomId: string, count: number, spares = 0): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: count, title: 'Test set' };
  const room = aRoom({
    roomId,
    settings: { quizSet, questionOrder: 'written', choiceOrder: 'written' },
  });
  const questions = questionsOf(roomId, count + spares);
  return { ...room, ...startGame(room, { questions, random: seeded(1) }, EPOCH, LENGTHS) };
}

function onward(room: RoomState): RoomState {
  const now = (room.phase as { clock: { endTime: number } }).clock.endTime;
  return { ...room, ...advance(room, now, LENGTHS) };
}

/** Where pictures are kept, and how often each was read. */
function shelf(bytes: number) {
  const reads = new Map<string, number>();
  const load = (id: string): Promise<PictureBytes> => {
    reads.set(id, (reads.get(id) ?? 0) + 1);
    return Promise.resolve({ large: Buffer.alloc(bytes), small: Buffer.alloc(0) });
  };
  const pictures = new GamePictures(load, (_, picture) => Promise.resolve(picture));
  /** Which of these are not ready: reading one that is ready asks nobody. */
  const missing = async (room: RoomState): Promise<number> => {
    const before = [...reads.values()].reduce((sum, one) => sum + one, 0);
    const { shown } = room.game?.questions['index' in room.phase ? room.phase.index : 0] ?? {};
    for (const { image } of shown?.choiceList ?? [])
      await pictures.find(room, image?.id ?? '', false);
    return [...reads.values()].reduce((sum, one) => sum + one, 0) - before;
  };
  return { pictures, reads, missing };
}

it('R18.4 what is asked now and next is ready in a set that does not fit, and none is read again and again', async () => {
  const { pictures, reads, missing } = shelf(0.9 * MB);
  let room = begun('a', 200);
  await pictures.prepare(room);
  const fits = Math.floor(READY_BYTES / (0.9 * MB));
  // The nearest, and one more to find that it does not fit.
  expect([...reads.keys()]).toEqual(
    Array.from({ length: 20 }, (_, n) => keptIds('a', n))
      .flat()
      .slice(0, fits + 1),
  );
  expect(await pictures.lost(room)).toBe(0);
  const lacking: number[] = [];
  while (room.phase.kind !== 'lobby' && !('index' in room.phase && room.phase.index === 60)) {
    room = onward(room);
    // As the bell, answers and people who come change it.
    for (let change = 0; change < 3; change++) await pictures.prepare(room);
    lacking.push(room.phase.kind === 'question' ? await missing(room) : 0);
  }
  expect(lacking.filter((count) => count > 0)).toEqual([]);
  expect(lacking.length).toBeGreaterThan(120);
  const times = [...reads.values()];
  // The first that does not fit is read to find that, once for each question, and again when it fits.
  expect(Math.max(...times)).toBeLessThanOrEqual(2);
  expect(times.filter((count) => count === 2).length).toBeLessThanOrEqual(61);
});

it('R18.4 a picture gives way only to one that is nearer, in whatever room, and to all of rooms that are there', async () => {
  const { pictures, reads, missing } = shelf(2 * MB);
  const [one, other] = [onward(begun('a', 20)), onward(begun('b', 20))];
  // Five questions of the first room and four pictures more; then each room has its next two, at least.
  await pictures.prepare(one);
  await pictures.prepare(other);
  const before = reads.size;
  for (let again = 0; again < 5; again++)
    for (const room of [one, other]) await pictures.prepare(room);
  expect(reads.size).toBe(before);
  expect(Math.max(...reads.values())).toBe(1);
  expect([await missing(one), await missing(other)]).toEqual([0, 0]);
  expect([await missing(onward(onward(one))), await missing(onward(onward(other)))]).toEqual([
    0, 0,
  ]);
  // The first room goes, and with it what it needed first.
  pictures.forget('a');
  const third = onward(begun('c', 20));
  await pictures.prepare(third);
  expect([await missing(third), await missing(other)]).toEqual([0, 0]);
  expect(await missing(onward(onward(third)))).toBe(0);
});

it('R4.8 what stands in for a question that is taken back is ready, too', async () => {
  const { pictures, missing } = shelf(MB);
  const room = onward(begun('a', 30, 5));
  await pictures.prepare(room);
  const dropped = { ...room, ...drop(room, EPOCH + 5_000, LENGTHS) };
  expect(dropped.phase).toMatchObject({ kind: 'question', drops: 1 });
  expect(await missing(dropped)).toBe(0);
});

it('R18.4 those that cannot be loaded are told, and not those for which there is no place', async () => {
  const load = (id: string): Promise<PictureBytes | undefined> =>
    Promise.resolve(
      id.endsWith('.2') ? undefined : { large: Buffer.alloc(2 * MB), small: Buffer.alloc(0) },
    );
  const pictures = new GamePictures(load, (_, picture) => Promise.resolve(picture));
  // 32 fit: those of six questions and two of the next one, of each of which the third is missing.
  expect(await pictures.lost(begun('a', 20))).toBe(7);
});

it('R18.1 a picture without a square is shown as it is, until its square is made, once', async () => {
  const [large, small] = [Buffer.from('large'), Buffer.from('small')];
  let finish = (_: PictureBytes): void => {};
  const made = new Promise<PictureBytes>((resolve) => (finish = resolve));
  let asked = 0;
  const complete = (): Promise<PictureBytes> => (asked++, made);
  const pictures = new GamePictures(() => Promise.resolve({ large, small }), complete);
  const room = onward(begun('a', 1));
  const id = room.game?.questions[0]?.shown.choiceList[0]?.image?.id ?? '';
  await pictures.prepare(room);
  await pictures.find(room, id, false);
  expect(asked).toBe(0);
  expect(await pictures.find(room, id, true)).toEqual({ large, small });
  const square = Buffer.from('square');
  finish({ large, small, square });
  await made;
  expect(await pictures.find(room, id, true)).toEqual({ large, small, square });
  expect(asked).toBe(1);
});
