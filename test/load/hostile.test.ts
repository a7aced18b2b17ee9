import { describe, expect, it } from 'vitest';
import { runCli } from '../../load-test/hostile/cli.js';
import { FLOOD_KINDS } from '../../load-test/hostile/floods.js';
import type { HostFigures } from '../../load-test/hostile/honest-host.js';
import { GameCheck, type HostileResult } from '../../load-test/hostile/run.js';

interface Verdict extends HostileResult {
  ok: boolean;
  frames: number;
  lost: number;
}

async function hostile(
  ...args: string[]
): Promise<{ code: number; verdict: () => Verdict; said: string }> {
  let out = '';
  let said = '';
  const code = await runCli(
    args,
    (text) => (out += text),
    (text) => (said += text),
  );
  const verdict = () => {
    if (out === '') throw new Error(`no verdict: ${said}`);
    return JSON.parse(out) as Verdict;
  };
  return { code, verdict, said };
}

/** By what the honest host did: whether it was done, and never refused. */
function tasksOf(figures: HostFigures | undefined): Record<string, boolean> {
  const tasks = Object.entries(figures ?? {});
  return Object.fromEntries(
    tasks.map(([task, { ms, refused }]) => [task, ms.count > refused && refused === 0]),
  );
}

describe('the hostile run', () => {
  // How fast it answers is for a quiet machine to tell; each kind goes on until something was sent, and felt.
  const small = ['--players=12', '--flooders=3', '--seconds=0.3', '--pin=off', '--rate=30000'];
  // Who comes last gets no turn where others use the machine.
  small.push('--niceness=0');

  it(
    'R10.2 every kind of flood ends no server and changes no score, and a dear attack reaches what it attacks',
    { timeout: 120_000 },
    async () => {
      const kinds = '--kinds=floods,door,told to all';
      const verdict = (await hostile(...small, kinds, '--addresses=2')).verdict();
      expect(verdict).toMatchObject({ exits: 0, outcome: 'exact', lost: 0 });
      const {
        'door, 2 addresses': door,
        'told to all, 2 addresses': toldToAll,
        ...floods
      } = verdict.kinds;
      expect(Object.keys(floods)).toEqual(FLOOD_KINDS);
      expect(verdict.reveals).toBeGreaterThan(1);
      for (const [kind, { attack, control, toll }] of Object.entries(floods)) {
        expect([kind, toll.connections >= 3]).toEqual([kind, true]);
        const onlyConnects = kind === 'handshakes' || kind === 'rude ends';
        expect([kind, toll.sent > 0]).toEqual([kind, !onlyConnects]);
        expect(attack.ms.count).toBeGreaterThan(0);
        expect(control.ms.count).toBeGreaterThan(0);
      }
      expect(door?.toll.answers).toMatchObject({ 200: expect.any(Number) });
      expect(toldToAll?.toll.answers).toMatchObject({ ok: expect.any(Number) });
      const { before, during } = door?.host ?? {};
      for (const work of [before, during])
        expect(tasksOf(work)).toEqual({
          save: true,
          search: true,
          correction: true,
          picture: true,
        });
    },
  );

  it.each([
    ['--kinds=pings,nonsense', '--kinds takes some of pings,'],
    ['--through=tunnel', '--through must be direct or nginx'],
    ['--players=1', '--players must be a whole number from 2 to 500'],
    ['--wat', 'wat'],
  ])('refuses %s', async (arg, message) => {
    const { code, said } = await hostile(arg, '--pin=off');
    expect(code).toBe(2);
    expect(said).toContain(message);
  });
});

describe('the check of a game', () => {
  const mark = (playerId: string, isAnswer: boolean, score: number) => {
    return { playerId, isAnswer, score, isAlive: true, played: true, rank: 1, gain: 0 };
  };
  const reveal = (...players: ReturnType<typeof mark>[]) => ({
    update: { name: 'endQuizTime' as const, payload: { answer: 1, players } },
  });

  it('adds up what the marks are worth, and finds a score that is another', () => {
    const check = new GameCheck();
    check.take(reveal(mark('a', true, 333), mark('b', true, 333), mark('c', true, 333)));
    check.take(reveal(mark('a', true, 1333), mark('b', false, 333), mark('c', false, 333)));
    const results = [
      { playerId: 'a', playerName: 'A', slot: 0, score: 1333, rank: 1, gain: 0 },
      { playerId: 'b', playerName: 'B', slot: 1, score: 333, rank: 2, gain: 0 },
    ];
    check.take({ update: { name: 'endGame', payload: { hostId: 'a', results } } });
    expect([check.reveals, check.wrong]).toEqual([2, 0]);
    check.take(reveal(mark('a', false, 1333), mark('b', true, 333), mark('c', false, 333)));
    expect(check.wrong).toBe(1);
  });
});
