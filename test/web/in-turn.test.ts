import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurn, sendList } from '../../src/web/host/in-turn.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refused = (code: string) => ({ ok: false as const, error: { code } });
type Refusal = ReturnType<typeof refused>;
const taken = (count: number) => ({ ok: true as const, count, merged: 1 });

describe('R10.6 a list that has to wait for its turn', () => {
  it('is sent again, each piece until it is taken, and none twice', async () => {
    const answers = [refused('RATE_LIMITED'), refused('BUSY'), taken(2), refused('BUSY'), taken(3)];
    const sends: string[] = [];
    const sent = sendList(['first', 'second'], async (piece) => {
      sends.push(piece);
      return answers.shift() ?? refused('NO_ANSWER');
    });
    await vi.runAllTimersAsync();
    expect(await sent).toEqual({ ok: true, count: 3, merged: 2 });
    expect(sends).toEqual(['first', 'first', 'first', 'second', 'second']);
  });

  it('waits a second each time, and is given up after a minute', async () => {
    const ask = vi.fn<() => Promise<Refusal>>(async () => refused('RATE_LIMITED'));
    const sent = inTurn(ask);
    await vi.advanceTimersByTimeAsync(999);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.runAllTimersAsync();
    expect(await sent).toEqual(refused('RATE_LIMITED'));
    expect(ask).toHaveBeenCalledTimes(60);
  });

  it('ends at once where it is refused for what is in it', async () => {
    const send = vi.fn<() => Promise<Refusal>>(async () => refused('BAD_REQUEST'));
    expect(await sendList([1, 2], send)).toEqual(refused('BAD_REQUEST'));
    expect(send).toHaveBeenCalledTimes(1);
  });
});
