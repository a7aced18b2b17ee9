import { describe, expect, it } from 'vitest';
import { InterruptGuard } from '../../src/server/interrupt.js';

function guarded({ isTerminal = true, hasGame = true } = {}) {
  let now = 1_000;
  const said: string[] = [];
  const guard = new InterruptGuard({
    isTerminal,
    hasGame: () => hasGame,
    now: () => now,
    say: (text) => said.push(text),
  });
  return { said, at: (ms: number) => ((now = 1_000 + ms), guard.isMeant()) };
}

describe('Ctrl-C while somebody plays', () => {
  it('asks once more, and a second one within some seconds is meant', () => {
    const { said, at } = guarded();
    expect(at(0)).toBe(false);
    expect(said.join()).toMatch(/once more within 5 seconds[^]*5초 안에/);
    expect(at(2_000)).toBe(true);
    expect(said).toHaveLength(1);
  });

  it('takes what the terminal and npm both tell as one press', () => {
    const { said, at } = guarded();
    expect([at(0), at(3), at(499), at(1_000)]).toEqual([false, false, false, true]);
    expect(said).toHaveLength(1);
  });

  it('asks again when nobody answered in time', () => {
    const { said, at } = guarded();
    expect([at(0), at(5_000), at(9_999)]).toEqual([false, false, true]);
    expect(said).toHaveLength(2);
  });

  it('is meant at once where nobody plays, and where no terminal is', () => {
    expect(guarded({ hasGame: false }).at(0)).toBe(true);
    expect(guarded({ isTerminal: false }).at(0)).toBe(true);
  });
});
