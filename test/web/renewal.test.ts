import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WIRE } from '../../src/protocol/index.js';
import type { PhasePayload } from '../../src/protocol/events.js';
import { renewal } from '../../src/web/room/renewal.js';

const OTHER = WIRE + 1;
const ENDS_AT = 10_000;

let reloads: number;
let phase: PhasePayload | null;
let now: number;

/** Up to the moment at which a page would load anew that has drawn to wait for long. */
const pass = (): void => void vi.advanceTimersByTime(1_000);

function show(isProjector = false): void {
  renewal.shown = {
    isScreen: isProjector,
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
  [reloads, phase, now] = [0, null, 0];
  vi.spyOn(Math, 'random').mockReturnValue(0.9);
  vi.stubGlobal('renew', () => reloads++);
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

it('loads a page anew that no server takes, once the question is over that it knows of', () => {
  show();
  goTo('question');
  renewal.heard(-1, true);
  pass();
  now = ENDS_AT - 1;
  renewal.heard(-1, true);
  pass();
  expect(reloads).toBe(0);
  now = ENDS_AT + 1;
  renewal.heard(-1, true);
  pass();
  expect(reloads).toBe(1);
});

it('takes a paused question for one that is open', () => {
  show();
  goTo('question', { pausedLeftMs: 3_000 });
  now = ENDS_AT + 60_000;
  renewal.heard(-1, true);
  pass();
  expect(reloads).toBe(0);
});

it('loads anew at once for a file that is gone, but in a question', () => {
  renewal.try(true);
  expect(reloads).toBe(1);
  show();
  goTo('question');
  renewal.try(true);
  expect(reloads).toBe(1);
  goTo('reveal');
  renewal.try(true);
  expect(reloads).toBe(2);
});
