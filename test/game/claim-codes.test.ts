import { describe, expect, it } from 'vitest';
import { codeOf, withClaimCodes } from '../../src/game/claim-codes.js';
import type { Transition } from '../../src/game/room-change.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aRoom } from '../support/game-data.js';
import { countdown } from './room-trial.js';

/** Results in which these players have these ranks. */
const endOf = (ranks: Record<string, number>, score = 100): Transition => ({
  phase: {
    kind: 'lobby',
    version: 8,
    results: Object.entries(ranks).map(([playerId, rank], slot) => {
      return { playerId, playerName: playerId, slot, score, rank };
    }),
  },
});
const inGame = aRoom({ phase: countdown(7) });
const claimsOf = (
  transition: Transition,
  before: Parameters<typeof withClaimCodes>[0] = inGame,
  random = seeded(1),
) => {
  const { phase } = withClaimCodes(before, transition, random);
  return phase.kind === 'lobby' ? phase.claims : undefined;
};

describe('R6.14 claim codes', () => {
  it('go to everybody on the podium, ties too, and to nobody below it', () => {
    const claims = claimsOf(endOf({ ann: 1, bob: 1, cho: 3, dan: 4, eve: 4 }))!;
    expect(claims.map(({ playerId }) => playerId)).toEqual(['ann', 'bob', 'cho']);
    expect(new Set(claims.map(({ code }) => code)).size).toBe(3);
    for (const { code } of claims) expect(code).toMatch(/^[ACEFHJKLMNPRTUWXY34679]{4}$/);
  });

  it('go to nobody where nobody has scored, where there are no results, and while a game runs', () => {
    expect(claimsOf(endOf({ ann: 1, bob: 1 }, 0))).toEqual([]);
    expect(claimsOf({ phase: { kind: 'lobby', version: 1, results: null } })).toBeUndefined();
    const start = { phase: countdown(9) };
    expect(withClaimCodes(inGame, start, seeded(1))).toBe(start);
  });

  it('stay with those whom a correction leaves on the podium', () => {
    const first = withClaimCodes(inGame, endOf({ ann: 1, bob: 2, cho: 3, dan: 4 }), seeded(1));
    const before = claimsOf(first)!;
    const after = claimsOf(
      endOf({ dan: 1, ann: 2, bob: 3, cho: 4 }),
      { ...first, programme: null },
      seeded(1),
    )!;
    const known = new Map(before.map(({ playerId, code }) => [playerId, code]));
    expect(after.map(({ playerId }) => playerId)).toEqual(['dan', 'ann', 'bob']);
    expect(after.slice(1).map(({ code }) => code)).toEqual([known.get('ann'), known.get('bob')]);
    // The same draws come again, and give nobody a code that somebody has.
    expect([...known.values()]).not.toContain(after[0]!.code);
  });

  it('belong to a person, in whatever seat', () => {
    const claims = [{ playerId: 'ann.1', code: 'AAAA' }];
    expect(['ann.2', 'bob.1'].map((playerId) => codeOf(claims, playerId))).toEqual([
      'AAAA',
      undefined,
    ]);
  });
});
