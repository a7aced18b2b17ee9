import type { RoomChange } from '../../src/game/room-change.js';
import { describe, expect, it } from 'vitest';
import { takeChat } from '../../src/game/chat-bucket.js';
import { RoomError } from '../../src/protocol/index.js';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import { SpeechRules } from '../../src/server/live/room/speech-rules.js';
import { asking } from '../game/room-trial.js';
import { aRoom, codeOf } from '../support/game-data.js';

const PERSON = { playerId: 'p1', identityId: 'identity-1' };
const QUESTION = asking(8, 0);
const BLIND = { ...QUESTION, question: { ...QUESTION.question, blind: true as const } };

function slowRoom(slowSeconds: number) {
  const state = aRoom({ settings: { slowSeconds } });
  const view = new RoomView({ incarnation: 'test', state, chat: [] });
  const clock = { now: 5_000 };
  const rules = new SpeechRules(
    view,
    async () => 0,
    () => clock.now,
  );
  return { view, clock, check: (slot: number) => codeOf(() => rules.check(slot)) };
}

describe('R8.5 slow mode', () => {
  it('lets each player wait for the seconds that the host sets, counted from the last message', async () => {
    const { clock, check } = slowRoom(10);
    expect([await check(1), await check(1), await check(2)]).toEqual(['ok', 'SLOW_MODE', 'ok']);
    clock.now += 9_999;
    expect(await check(1)).toBe('SLOW_MODE');
    clock.now += 1;
    expect([await check(1), await check(1)]).toEqual(['ok', 'SLOW_MODE']);
    expect([await check(0), await check(0)]).toEqual(['ok', 'ok']);
  });

  it('holds nobody longer than what is set now', async () => {
    const { view, clock, check } = slowRoom(300);
    expect(await check(1)).toBe('ok');
    view.applyChange({ kind: 'settings', settings: { slowSeconds: 5 } });
    clock.now += 4_000;
    expect(await check(1)).toBe('SLOW_MODE');
    view.applyChange({ kind: 'settings', settings: { slowSeconds: 0 } });
    expect([await check(1), await check(1)]).toEqual(['ok', 'ok']);
  });
});

describe('R8.9 the chat of a hall', () => {
  it('takes no more than all may say together; those who run the room always may', async () => {
    const bucket = { left: Infinity, at: 0 };
    const state = aRoom({ settings: { maxPlayerCount: 2 } });
    const view = new RoomView({ incarnation: 'test', state, chat: [] });
    const rules = new SpeechRules(view, async (bounds) => takeChat(bucket, 5_000, bounds));
    const check = (slot: number): Promise<string> => codeOf(async () => rules.check(slot));
    expect([await check(1), await check(2), await check(1)]).toEqual(['ok', 'ok', 'SLOW_MODE']);
    expect([await check(0), await check(0)]).toEqual(['ok', 'ok']);
  });

  it('leaves it to the store to say that it is away', async () => {
    const state = aRoom({});
    const view = new RoomView({ incarnation: 'test', state, chat: [] });
    const rules = new SpeechRules(view, () => Promise.reject(new RoomError('STORE_AWAY')));
    expect(await codeOf(async () => rules.check(1))).toBe('ok');
  });
});

describe('R23.4 slow mode in a big room', () => {
  it('lets nobody wait for a message that the room did not take', async () => {
    const state = aRoom({ settings: { slowSeconds: 30, maxPlayerCount: 1_000 } });
    const view = new RoomView({ incarnation: 'test', state, chat: [] });
    const leftMs = [700, 0, 0];
    const rules = new SpeechRules(
      view,
      async () => leftMs.shift() ?? 0,
      () => 5_000,
    );
    const check = (): Promise<string> => codeOf(async () => rules.check(1));
    expect([await check(), await check(), await check()]).toEqual(['SLOW_MODE', 'ok', 'SLOW_MODE']);
    expect(leftMs).toEqual([0]);
  });

  it.each<[string, RoomChange, string]>([
    ['R8.4 who is muted', { kind: 'muted', ...PERSON, muted: true }, 'MUTED'],
    ['R8.4 a chat that is off', { kind: 'settings', settings: { isMuted: true } }, 'MUTED'],
    ['R7.5 a question that is blind', { kind: 'phase', phase: BLIND }, 'BLIND'],
  ])('looks again once the store has answered: %s', async (_, change, code) => {
    const state = aRoom({ settings: { slowSeconds: 30, maxPlayerCount: 1_000 } });
    const view = new RoomView({ incarnation: 'test', state, chat: [] });
    const { phase } = state;
    let answer = (_leftMs: number): void => {};
    const rules = new SpeechRules(
      view,
      () => new Promise((resolve) => (answer = resolve)),
      () => 5_000,
    );
    const asked = codeOf(async () => rules.check(1));
    view.applyChange(change);
    answer(0);
    expect(await asked).toBe(code);
    // Who was refused waits for nothing.
    view.applyChange({ kind: 'muted', ...PERSON, muted: false });
    view.applyChange({ kind: 'settings', settings: { isMuted: false } });
    view.applyChange({ kind: 'phase', phase });
    const again = codeOf(async () => rules.check(1));
    answer(0);
    expect(await again).toBe('ok');
  });
});
