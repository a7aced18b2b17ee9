import { expect, it } from 'vitest';
import type { Person } from '../../src/protocol/index.js';
import { WHO_MOST } from '../../src/protocol/limits.js';

interface Asker {
  want(slots: readonly number[], now: number): boolean;
  forget(slots?: readonly number[]): void;
}

/** Not by its name: pages are compiled with the types of a browser. */
const file = 'crowd/asker.ts';
const { Asker } = (await import(`../../src/web/room/${file}`)) as {
  Asker: new (
    ask: (slots: number[]) => Promise<readonly Person[] | undefined>,
    met: (people: readonly Person[]) => void,
  ) => Asker;
};

const person = (slot: number): Person => ({ slot, playerId: `p${slot}` }) as Person;

/** A page that asks; nobody sits in slots from 1000 on. */
function aPage(isAway = false) {
  const asked: number[][] = [];
  const met: number[] = [];
  const asker = new Asker(
    (slots) => {
      asked.push(slots);
      return Promise.resolve(isAway ? undefined : slots.filter((slot) => slot < 1_000).map(person));
    },
    (people) => met.push(...people.map(({ slot }) => slot)),
  );
  const want = async (slots: readonly number[], now: number): Promise<boolean> => {
    const isTime = asker.want(slots, now);
    await new Promise(setImmediate);
    return isTime;
  };
  return { asker, asked, met, want };
}

it('R23 asks for names in one command, at most twice a second, and of no more slots than may be asked', async () => {
  const { asked, met, want } = aPage();
  const many = Array.from({ length: WHO_MOST + 10 }, (_, slot) => slot);
  expect(await want(many, 0)).toBe(true);
  expect(await want([500], 400)).toBe(false);
  expect(await want([500], 500)).toBe(true);
  expect(asked).toEqual([many.slice(0, WHO_MOST), [500]]);
  expect(met).toEqual([...many.slice(0, WHO_MOST), 500]);
});

it('R23 asks no more about a slot in which nobody sits, until somebody may sit there', async () => {
  const { asker, asked, want } = aPage();
  await want([3, 1_001], 0);
  await want([1_001], 1_000);
  expect(asked).toEqual([[3, 1_001]]);
  asker.forget([1_001]);
  await want([1_001], 2_000);
  expect(asked).toEqual([[3, 1_001], [1_001]]);
});

it('R23 asks again where there was no answer', async () => {
  const { asked, want } = aPage(true);
  await want([3], 0);
  await want([3], 1_000);
  expect(asked).toEqual([[3], [3]]);
});
