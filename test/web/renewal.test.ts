import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WIRE } from '../../src/protocol/index.js';
import type { PhasePayload } from '../../src/protocol/events.js';
import { renewal } from '../../src/web/room/renewal.js';

const OTHER = WIRE + 1;
const ENDS_AT = 10_000;

let reloads: number;
let phase: PhasePayload | null;
let now: number;
let isEntering: boolean;
let isWriting: boolean;

/** Up to the moment at which a page would load anew that has drawn to wait for long. */
const pass = (): void => void vi.advanceTimersByTime(1_000);

function show(isProjector = false): void {
  renewal.shown = {
    isScreen: isProjector,
    get isEntering() {
      return isEntering;
    },
    room: {
      get phase() {
        return phase;
      },
    },
    clock: { now: () => now },
  };
}

function goTo(kind: PhasePayload['kind'], more: Partial<PhasePayload> = {}): void {
  phase = { version: 1, kind, index: 0, count: 3, startTime: 0, endTime: ENDS_AT, ...more };
  renewal.look(kind === 'reveal');
  pass();
}

beforeEach(() => {
  vi.useFakeTimers();
  [reloads, phase, now, isEntering, isWriting] = [0, null, 0, false, false];
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  vi.stubGlobal('renew', () => reloads++);
  renewal.isWriting = () => isWriting;
  renewal.shown = undefined;
  renewal.heard();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('stays as it is with a server of its own version, and with one that tells none', () => {
  show();
  for (const wire of [WIRE, undefined]) renewal.heard(wire);
  for (const kind of ['lobby', 'countdown', 'question', 'reveal'] as const) goTo(kind);
  expect(reloads).toBe(0);
});

it('R11.2 loads anew in the lobby, spread so that a hall does not come at once', () => {
  show();
  goTo('lobby');
  renewal.heard(OTHER);
  expect(reloads).toBe(0);
  pass();
  expect(reloads).toBe(1);
});

it('waits in a game for the next reveal', () => {
  show();
  goTo('reveal');
  renewal.heard(OTHER);
  pass();
  for (const kind of ['countdown', 'question'] as const) goTo(kind);
  expect(reloads).toBe(0);
  goTo('reveal');
  expect(reloads).toBe(1);
});

it('does not load anew where a question begins while it waits its turn', () => {
  show();
  goTo('lobby');
  renewal.heard(OTHER);
  goTo('countdown');
  goTo('question');
  expect(reloads).toBe(0);
});

it('gives up its turn where the reveal is over before it comes', () => {
  show();
  goTo('question');
  renewal.heard(OTHER);
  phase = { ...phase!, kind: 'reveal' };
  renewal.look(true);
  goTo('countdown');
  expect(reloads).toBe(0);
});

it.each(['countdown', 'reveal'] as const)('loads a projector anew at once in a %s', (kind) => {
  show(true);
  goTo(kind);
  renewal.heard(OTHER);
  pass();
  expect(reloads).toBe(1);
});

it('leaves a projector in a question as it is, too, until the reveal', () => {
  show(true);
  goTo('question');
  renewal.heard(OTHER);
  pass();
  expect(reloads).toBe(0);
  goTo('reveal');
  expect(reloads).toBe(1);
});

it('does not load anew while somebody enters or opens a room, and does then', () => {
  show();
  isEntering = true;
  renewal.heard(OTHER);
  for (let second = 0; second < 5; second++) pass();
  expect(reloads).toBe(0);
  isEntering = false;
  pass();
  expect(reloads).toBe(1);
});

it('waits for the end of words that somebody writes', () => {
  renewal.heard(OTHER);
  isWriting = true;
  for (let second = 0; second < 5; second++) pass();
  expect(reloads).toBe(0);
  isWriting = false;
  pass();
  expect(reloads).toBe(1);
});

it('loads a page anew that no server takes, once the question is over that it knows of', () => {
  show();
  goTo('question');
  renewal.refused();
  pass();
  now = ENDS_AT - 1;
  renewal.refused();
  pass();
  expect(reloads).toBe(0);
  now = ENDS_AT + 1;
  renewal.refused();
  pass();
  expect(reloads).toBe(1);
  renewal.heard();
  renewal.refused();
  // Back at a server that takes it before its turn came.
  renewal.heard();
  pass();
  expect(reloads).toBe(1);
});

it('loads a page anew that no server takes in a pause, too, as it hears of no end of it', () => {
  show();
  goTo('question', { pausedLeftMs: 3_000 });
  renewal.heard(OTHER);
  pass();
  expect(reloads).toBe(0);
  renewal.refused();
  pass();
  expect(reloads).toBe(1);
});

it('loads anew for a part that is gone, but in a question', () => {
  show();
  goTo('question');
  renewal.missed();
  pass();
  expect(reloads).toBe(0);
  goTo('countdown');
  expect(reloads).toBe(1);
  // Also on its way in, as what it waits for may not come without that part.
  isEntering = true;
  renewal.missed();
  pass();
  expect(reloads).toBe(2);
});
