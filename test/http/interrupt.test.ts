import { describe, expect, it } from 'vitest';
import { InterruptGuard } from '../../src/server/interrupt.js';

function guarded({ isTerminal = true, hasGame = true, goOn = true } = {}) {
  let now = 1_000;
  const said: string[] = [];
  const guard = new InterruptGuard({
    isTerminal,
    inUse: () => ({ rooms: 1, people: 61, hasGame }),
    goOn,
    now: () => now,
    say: (text) => said.push(text),
    languages: ['en', 'ko'],
  });
  return { said, at: (ms: number) => ((now = 1_000 + ms), guard.isMeant()) };
}

describe('Ctrl-C while somebody plays', () => {
  it('asks once more, and a second one within some seconds is meant', () => {
    const { said, at } = guarded();
    expect(at(0)).toBe(false);
    expect(said.join()).toMatch(/people: 61[^]*once more within 5 seconds[^]*5초 안에/);
    expect(at(2_000)).toBe(true);
    expect(said).toHaveLength(1);
  });

  it('says whether the game can go on', () => {
    for (const [goOn, words] of [
      [true, /go on after the next start[^]*이어서 할 수 있어요/],
      [false, /end for everybody[^]*모두의 게임이 끝나요/],
    ] as const) {
      const { said, at } = guarded({ goOn });
      at(0);
      expect(said.join()).toMatch(words);
    }
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
