import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadInTurn, type Loadable } from '../../src/web/kinds/load-in-turn.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The order in which they began, and a way to end each. */
function pictures(count: number) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const list = Array.from({ length: count }, (_, index): Loadable => {
    let loading: Promise<void> | undefined;
    const begin = (): Promise<void> => {
      begun.push(index);
      return new Promise((resolve) => (ends[index] = resolve));
    };
    return { load: () => (loading ??= begin()) };
  });
  const end = async (index: number): Promise<void> => {
    ends[index]?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { list, begun, end };
}

it('R16.13 a phone loads pictures one after the other, from a moment that it draws anew', async () => {
  const { list, begun, end } = pictures(3);
  loadInTurn(list, 8_000, () => 0.5);
  await vi.advanceTimersByTimeAsync(1_599);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([0]);
  await end(0);
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
});

it('R16.13 begins in the first two fifths of the time that is left, and loads all at once when it runs out', async () => {
  const { list, begun, end } = pictures(4);
  loadInTurn(list, 10_000, () => 0.999_999);
  await vi.advanceTimersByTimeAsync(4_000);
  await end(0);
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(begun).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual([0, 1, 2, 3]);
});

it.each([2_999, 0, -5_000])('R16.13 loads all at once %i ms before the choices', (leftMs) => {
  const { list, begun } = pictures(3);
  loadInTurn(list, leftMs, () => 0.5);
  expect(begun).toEqual([0, 1, 2]);
});

it('R16.13 loads no more of a question that is gone', async () => {
  const { list, begun, end } = pictures(3);
  const stop = loadInTurn(list, 8_000, () => 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([0]);
  stop();
  await end(0);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(begun).toEqual([0]);
});

describe('R16.13 the page', () => {
  /** Not by its name: it needs the types of a browser, without which tests are compiled. */
  const file = 'picture.svelte';
  const question = {
    kind: 'pictures',
    choiceList: [1, 2, 3].map((order) => ({ order, image: { id: `${order}` } })),
    startTime: 10_000,
  };
  let games = 0;

  /** Addresses as they are asked for, and what ends each. */
  async function open() {
    const { prepare, choicePictures } = (await import(`../../src/web/kinds/${file}.ts`)) as {
      prepare: (room: object, large: boolean, now: number) => () => void;
      choicePictures: (question: object, pictureUrl: object, large: boolean) => object[];
    };
    const asked: string[] = [];
    const images: EventTarget[] = [];
    class Image extends EventTarget {
      set src(url: string) {
        asked.push(url.replace(/^\d+:/, ''));
        images.push(this);
      }
    }
    vi.stubGlobal('Image', Image);
    onTestFinished(() => void vi.unstubAllGlobals());
    const game = ++games;
    const pictureUrl = (id: string, size: string): string => `${game}:${id} ${size}`;
    const end = async (name: string): Promise<void> => {
      images.at(-1)?.dispatchEvent(new Event(name));
      await vi.advanceTimersByTimeAsync(0);
    };
    return { prepare, choicePictures, room: { question, pictureUrl }, asked, end };
  }

  it('loads squares in order while the question is read, and waits for none that is missing', async () => {
    const { prepare, room, asked, end } = await open();
    prepare(room, false, 2_000);
    await vi.advanceTimersByTimeAsync(3_200);
    expect(asked).toEqual(['1 square']);
    await end('error');
    expect(asked).toEqual(['1 square', '2 square']);
    await end('load');
    expect(asked).toEqual(['1 square', '2 square', '3 square']);
  });

  it('loads all of them when the choices are shown before their time, and none again', async () => {
    const { prepare, choicePictures, room, asked } = await open();
    const stop = prepare(room, false, 2_000);
    stop();
    choicePictures(question, room.pictureUrl, false);
    expect(asked).toEqual(['1 square', '2 square', '3 square']);
    choicePictures(question, room.pictureUrl, false);
    expect(asked).toHaveLength(3);
  });

  it('of a projector, and of who comes late, loads all at once', async () => {
    const projector = await open();
    projector.prepare(projector.room, true, 2_000);
    expect(projector.asked).toEqual(['1 small', '2 small', '3 small']);
    const late = await open();
    late.prepare(late.room, false, 9_000);
    expect(late.asked).toEqual(['1 square', '2 square', '3 square']);
  });
});
