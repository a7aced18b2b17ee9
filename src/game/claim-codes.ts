/** Codes by which those on the podium show who they are (R6.14). */
import type { ClaimCode } from '../protocol/cockpit.js';
import type { ResultRow } from '../protocol/scores.js';
import { personOf } from '../protocol/person.js';
import { drawInt, type Random } from './shared/random.js';
import type { Transition } from './room-change.js';
import type { RoomState } from './room-state.js';

/** None that looks or sounds like another. */
const LETTERS = 'ACEFHJKLMNPRTUWXY34679';
const CODE_LENGTH = 4;
const PODIUM_RANKS = 3;

/** The transition with codes for the podium, where it ends a game or corrects its table; who has one keeps it. */
export function withClaimCodes(
  room: Pick<RoomState, 'phase' | 'programme'>,
  transition: Transition,
  random: Random,
): Transition {
  const { phase } = transition;
  if (phase.kind !== 'lobby' || phase.results === null) return transition;
  const kept = codesIn(room);
  const codes = new Set(kept.map(({ code }) => code));
  const claims = podiumOf(phase.results).map(({ playerId }): ClaimCode => {
    const code = codeOf(kept, playerId) ?? drawCode(codes, random);
    return { playerId, code };
  });
  return { ...transition, phase: { ...phase, claims } };
}

/** All codes of an evening: of the draws so far, in their order, and of the podium behind them. */
export function codesIn({ phase, programme }: Pick<RoomState, 'phase' | 'programme'>): ClaimCode[] {
  const drawn = programme?.draws?.flatMap(({ codes }) => codes) ?? [];
  return [...drawn, ...(phase.kind === 'lobby' ? (phase.claims ?? []) : [])];
}

/** The code of a player, in whatever seat they are by now; undefined for who has none. */
export function codeOf(claims: readonly ClaimCode[], playerId: string): string | undefined {
  const person = personOf(playerId);
  return claims.find((claim) => personOf(claim.playerId) === person)?.code;
}

/** Nobody is ahead of anybody before somebody has scored (R6.1). */
function podiumOf(results: readonly ResultRow[]): ResultRow[] {
  const isRanked = results.some(({ score }) => score > 0);
  return results.filter(({ rank }) => isRanked && rank <= PODIUM_RANKS);
}

/** Draws a code that is not in use, and notes it. */
export function drawCode(codes: Set<string>, random: Random): string {
  const draw = (): string => LETTERS.charAt(drawInt(random, LETTERS.length));
  for (;;) {
    const code = Array.from({ length: CODE_LENGTH }, draw).join('');
    if (codes.has(code)) continue;
    codes.add(code);
    return code;
  }
}
