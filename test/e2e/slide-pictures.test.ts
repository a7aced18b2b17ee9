import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlayableItem, QuizSet } from '../../src/game/shared/quiz-set.js';
import type { PictureBytes } from '../../src/server/contracts/picture-bytes.js';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import { TestBank } from '../support/app.js';
import { Hall, SLOW, slowSet } from '../support/hall.js';

/** More than are loaded ahead. */
const SLIDES = 25;
const idOf = (n: number): string => String(n).padStart(64, 'a');
const PROGRAMME: PlayableItem[] = Array.from({ length: SLIDES }, (_, n) => ({
  kind: 'slide',
  id: `s${n}`,
  title: `Slide ${n}`,
  text: 'Words',
  image: { id: idOf(n), alt: 'a hall' },
  seconds: null,
}));
const EVENING: QuizSet = { ...slowSet(2), id: 'evening', programme: PROGRAMME };

/** Its pictures go away, as those of a set that nobody keeps any more. */
class LosingBank extends TestBank implements QuizBank {
  isEmpty = false;
  override picture(): undefined;
  override picture(id: string): PictureBytes | undefined;
  override picture(id?: string): PictureBytes | undefined {
    if (this.isEmpty || id === undefined) return undefined;
    return { large: Buffer.from(`large ${id}`), small: Buffer.from('small') };
  }
}

const bank = new LosingBank([slowSet(2), EVENING]);
const hall = new Hall();
beforeAll(() => hall.open(SLOW, bank));
afterAll(() => hall.close());

it('R18.4 pictures of slides that are loaded stay, and who shows one that is gone is told', async () => {
  const { host, pin, players } = await hall.openRoom({}, 1);
  const guest = players[1]!;
  await host.do('updateRoomQuizset', { quizSetId: 'evening' });
  const versionOf = (): number => host.last('phase')!.version;
  const shown = async (n: number): Promise<[string, number]> => {
    const item = await guest.wait(
      'showItem',
      (one) => 'title' in one && one.title === `Slide ${n}`,
    );
    if (item.kind !== 'slide') throw new Error(item.kind);
    const { id = '' } = item.image ?? {};
    const response = await fetch(`${hall.app.url}/api/rooms/${pin}/pictures/${id}`);
    return [response.ok ? await response.text() : '', response.status];
  };
  expect(await host.do('nextPhase', { version: versionOf() })).not.toHaveProperty('lostPictures');
  expect(await shown(0)).toEqual([`large ${idOf(0)}`, 200]);
  bank.isEmpty = true;
  expect(await host.do('nextPhase', { version: versionOf() })).not.toHaveProperty('lostPictures');
  expect(await shown(1)).toEqual([`large ${idOf(1)}`, 200]);
  const last = SLIDES - 1;
  expect(await host.do('goToItem', { version: versionOf(), item: `s${last}` })).toMatchObject({
    lostPictures: 1,
  });
  expect(await shown(last)).toEqual(['', 404]);
  // One back is to a picture that is here.
  expect(await host.do('backToItem', { version: versionOf() })).not.toHaveProperty('lostPictures');
});
