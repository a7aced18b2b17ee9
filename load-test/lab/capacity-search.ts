/** Finds how much a server carries: more until it is too much, then back off until it converges. */

/** What one try showed: it is carried, the server could not, or the players themselves could not. */
export type Verdict = 'carried' | 'server' | 'swarm';

export interface Capacity {
  /** The most that was carried; 0 if not even one was. */
  most: number;
  /** Why it is not more: who failed at the next one, the largest try allowed, or an interruption. */
  limit: 'server' | 'swarm' | 'range' | 'interrupted';
}

interface Range {
  start: number;
  largest: number;
}

/** A moment in which the machine was busy with something else must not decide. */
const TRIES = 2;

/**
 * Steps away from the start in steps that double until the limit lies between two tries, then halves
 * what lies between them. A try that fails is made once more. `attempt` resolves with undefined when
 * it was interrupted.
 */
export async function findCapacity(
  attempt: (count: number) => Promise<Verdict | undefined>,
  { start, largest }: Range,
): Promise<Capacity> {
  let most = 0;
  let failed = largest + 1;
  let limit: Capacity['limit'] = 'range';
  let count = Math.min(start, largest);
  let step = 1;
  while (failed - most > 1) {
    const verdict = await attemptTwice(attempt, count);
    if (verdict === undefined) return { most, limit: 'interrupted' };
    if (verdict === 'carried') most = count;
    else {
      failed = count;
      limit = verdict;
    }
    const isBracketed = most > 0 && failed <= largest;
    if (isBracketed) count = Math.floor((most + failed) / 2);
    else count = most > 0 ? Math.min(most + step, largest) : Math.max(failed - step, 1);
    step *= 2;
  }
  return { most, limit };
}

async function attemptTwice(
  attempt: (count: number) => Promise<Verdict | undefined>,
  count: number,
): Promise<Verdict | undefined> {
  let verdict: Verdict | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    verdict = await attempt(count);
    if (verdict === undefined || verdict === 'carried') break;
  }
  return verdict;
}
