import { expect, it, vi } from 'vitest';
import type { PointsGiven } from '../../src/protocol/scores.js';

// As text: the types of a browser are not those of these tests.
const TELLER: string = '../../src/web/stage/tell-given.js';
type Teller = {
  tellGiven: (page: { room: object }, given: PointsGiven) => void;
};

const { shown } = vi.hoisted(() => ({ shown: [] as string[] }));
vi.mock('../../src/web/ui/toasts.svelte.js', () => ({
  toasts: { show: (text: string) => shown.push(text) },
}));
vi.mock('../../src/web/i18n/language.svelte.js', async () => ({
  i18n: await (await import('../support/page-words.js')).pageWords('en'),
}));

const { tellGiven } = (await import(TELLER)) as Teller;

const TO_ANN: PointsGiven = {
  points: 100,
  reason: 'Best song',
  to: { playerId: 'ann', playerName: 'Ann', slot: 6 },
};

/** The text of a message to a page, of a room with names on its projector or without. */
function told(page: { selfId?: string; isHost?: boolean }, showNames: boolean) {
  shown.length = 0;
  const { selfId = null, isHost = false } = page;
  const room = { self: null, selfId, isHost, teamNames: [], screen: { showNames } };
  tellGiven({ room }, TO_ANN);
  return shown;
}

it('R27.10 points by hand name a player on a projector, where it shows names', () => {
  expect(told({}, true)).toEqual(['Ann: +100 points · Best song']);
});

it('R27.10 they tell the number of the seat on a projector with names off', () => {
  expect(told({}, false)).toEqual(['Seat 7: +100 points · Best song']);
  expect(told({ isHost: true }, false)).toEqual(['Ann: +100 points · Best song']);
  expect(told({ selfId: 'ann' }, false)).toEqual(['You: +100 points · Best song']);
});

it('R27.10 everybody reads the reason', () => {
  expect(told({ selfId: 'bob' }, true)).toEqual(['Ann: +100 points · Best song']);
  expect(told({ selfId: 'bob' }, false)).toEqual(['Seat 7: +100 points · Best song']);
});
