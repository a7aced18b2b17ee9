/** Lists of names, which a room takes one after the other (R10.6). */

interface Taken {
  ok: true;
}
interface Refused {
  ok: false;
  error: { code: string };
}
interface Listed extends Taken {
  count: number;
  merged: number;
}

/** Time until the room takes another list, in ms. */
const WAIT_MS = 1_000;
/** Bound of the tries: enough for all pieces of the longest list that another host has just sent. */
const MOST_TRIES = 60;
const isForLater = (code: string): boolean => code === 'RATE_LIMITED' || code === 'BUSY';

/** Asks, and asks again while it is not its turn. */
export async function inTurn<A extends Taken | Refused>(ask: () => Promise<A>): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.ok || !isForLater(answer.error.code) || tries === MOST_TRIES) return answer;
    await new Promise((go) => setTimeout(go, WAIT_MS));
  }
}

/** Sends a list in pieces, up to the first that is refused. The answer is that to all of them. */
export async function sendList<P, A extends Listed | Refused>(
  pieces: readonly P[],
  send: (piece: P) => Promise<A>,
): Promise<Listed | Extract<A, Refused>> {
  const told: Listed = { ok: true, count: 0, merged: 0 };
  for (const piece of pieces) {
    const answer = await inTurn(() => send(piece));
    if (!answer.ok) return answer as Extract<A, Refused>;
    told.count = answer.count;
    told.merged += answer.merged;
  }
  return told;
}
