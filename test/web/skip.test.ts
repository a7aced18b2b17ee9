import { describe, expect, it } from 'vitest';
import type { PhasePayload } from '../../src/protocol/events.js';
import { isDrawWaiting, msUntilJudged, skipEffect } from '../../src/web/host/skip.js';

const question: PhasePayload = {
  version: 3,
  kind: 'question',
  index: 0,
  count: 10,
  startTime: 13_000,
  endTime: 28_000,
};

describe('R27.8 a draw', () => {
  it('can be passed over until it is held', () => {
    const draw = { kind: 'draw', title: '', among: 'everybody', winners: 1, hash: 'f0' } as const;
    const held = { seed: '0f', among: '', count: 0, winners: [], ms: 0, nextHash: 'f1' };
    expect(isDrawWaiting(draw)).toBe(true);
    expect(isDrawWaiting({ ...draw, drawn: held })).toBe(false);
    expect(isDrawWaiting({ kind: 'standings' })).toBe(false);
    expect(isDrawWaiting(null)).toBe(false);
  });
});

describe('R4.7 what the skip button says', () => {
  it('tells how long a question would still be dropped', () => {
    expect(msUntilJudged(question, 10_000)).toBe(6_000);
    expect(msUntilJudged(question, 15_999)).toBe(1);
    expect(msUntilJudged(question, 16_000)).toBe(0);
  });

  it('stands still while paused, and in get-ready, too', () => {
    expect(msUntilJudged({ ...question, pausedLeftMs: 14_000 }, 1e9)).toBe(2_000);
    expect(msUntilJudged({ ...question, pausedLeftMs: 16_000 }, 0)).toBe(4_000);
    // Five seconds more to answer change nothing of what was shown.
    const longer = { ...question, endTime: 33_000, pausedLeftMs: 19_000 };
    expect(msUntilJudged(longer, 1e9)).toBe(2_000);
  });

  it('waits for the whole of a shorter question', () => {
    expect(msUntilJudged({ ...question, endTime: 15_000 }, 13_500)).toBe(1_500);
  });

  it('names what a press does in each phase', () => {
    const at = { isJudged: false, isHeld: false, isLast: false };
    expect(skipEffect('countdown', at)).toBe('begin');
    expect(skipEffect('question', at)).toBe('drop');
    expect(skipEffect('question', { ...at, isJudged: true })).toBe('close');
    expect(skipEffect('reveal', at)).toBe('next');
    expect(skipEffect('reveal', { ...at, isLast: true })).toBe('results');
    expect(skipEffect('reveal', { ...at, isLast: true, isHeld: true })).toBe('all');
  });
});
