import { describe, expect, it } from 'vitest';
import type { PhasePayload } from '../../src/protocol/events.js';
import { StageLength, viewPhase } from '../../src/web/room/phase-view.js';

const question: PhasePayload = {
  version: 3,
  kind: 'question',
  index: 0,
  count: 10,
  startTime: 13_000,
  endTime: 28_000,
};

describe('what a phase shows (R4)', () => {
  it('hides the choices until the question starts', () => {
    expect(viewPhase(question, 12_999)).toMatchObject({ stage: 'ready', leftMs: 1 });
    expect(viewPhase(question, 13_000)).toMatchObject({ stage: 'answering', leftMs: 15_000 });
  });

  it('never counts below zero', () => {
    expect(viewPhase(question, 99_000)).toMatchObject({ stage: 'answering', leftMs: 0 });
  });

  it('stands still while paused, whatever the time', () => {
    const paused = { ...question, pausedLeftMs: 4_000 };
    expect(viewPhase(paused, 0)).toEqual(viewPhase(paused, 1e9));
    expect(viewPhase(paused, 0)).toMatchObject({ stage: 'answering', leftMs: 4_000, paused: true });
  });

  it('keeps the choices hidden through a pause before they appear', () => {
    expect(viewPhase({ ...question, pausedLeftMs: 16_500 }, 0)).toMatchObject({
      stage: 'ready',
      leftMs: 1_500,
      paused: true,
    });
  });

  it('R16.19 is neither to be read nor answered between two parts, with the time of the next one', () => {
    const second = { ...question, part: 1 };
    const gap = { stage: 'next', leftMs: 15_000, totalMs: 15_000, beginsInMs: 800 };
    expect(viewPhase(second, 12_200)).toMatchObject(gap);
    expect(viewPhase(second, 13_000)).toMatchObject({ stage: 'answering', leftMs: 15_000 });
    expect(viewPhase({ ...question, part: 0 }, 12_200).stage).toBe('ready');
  });

  it('has nothing to count in the lobby', () => {
    expect(viewPhase(null, 0).stage).toBe('lobby');
  });

  it('R4.10 waits for the host once a reveal has shown everything, and not in a pause', () => {
    const reveal = { ...question, kind: 'reveal', waits: true } as const;
    const isWaiting = (phase: PhasePayload, now: number) => viewPhase(phase, now).waiting;
    expect([isWaiting(reveal, 27_999), isWaiting(reveal, 28_000)]).toEqual([false, true]);
    expect(isWaiting({ ...reveal, pausedLeftMs: 0 }, 99_000)).toBe(false);
    const { waits: _, ...auto } = reveal;
    expect(isWaiting(auto, 99_000)).toBe(false);
  });
});

describe('how long a stage is', () => {
  const at = (serverNow: number) => viewPhase(question, serverNow);

  it('is what was left of the get-ready part when it was first seen', () => {
    const length = new StageLength();
    expect(length.read(at(7_000), true)).toBe(6_000);
    expect(length.read(at(12_000), true)).toBe(6_000);
    expect(length.read(at(13_000), true)).toBe(15_000);
  });

  it('forgets what a clock that was not set yet made of it', () => {
    const length = new StageLength();
    expect(length.read(at(-90_000), false)).toBe(103_000);
    expect(length.read(at(10_000), true)).toBe(3_000);
  });
});
