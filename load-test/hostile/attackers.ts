/** The program that attacks dearly: it prepares everything first, as that takes as long as the attacks. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { CrowdAtDoor } from './crowd-at-door.js';
import { prepare, type Act, type Party } from './dear-attacks.js';
import { DEAR_KINDS, type DearAttack, type DearKind, type DearOrder } from './dear-kinds.js';
import type { FloodToll } from './toll.js';
import { Visitor } from './visitor.js';

/** So that one that is refused at once does not only measure this program. */
const REFUSED_MS = 20;
/** Answers that are no refusal. */
const TAKEN = new Set(['ok', '200', '201', '204', '404']);

/** Where each kind, each of its attacks, and who prepares it come from: no limit of one is used up by another. */
function addressOf(kind: DearKind, party: number, n: number): string {
  return `127.${10 + DEAR_KINDS.indexOf(kind)}.${party}.${1 + n}`;
}
const HELPER = 200;
const ELSEWHERE = 210;

export class Attackers {
  private constructor(
    private readonly order: DearOrder,
    private readonly acts: ReadonlyMap<DearKind, Act>,
    private readonly parties: ReadonlyMap<DearKind, readonly Party[]>,
    private readonly crowds: readonly CrowdAtDoor[],
  ) {}

  static async prepare(order: DearOrder): Promise<Attackers> {
    const acts = new Map<DearKind, Act>();
    const parties = new Map<DearKind, readonly Party[]>();
    let crowds: CrowdAtDoor[] = [];
    await Promise.all(
      order.kinds.map(async (kind) => {
        try {
          if (kind === 'newcomers') {
            crowds = await Promise.all(
              order.addresses.map((count, party) => crowdOf(order, count, party)),
            );
            return;
          }
          const ours = await Promise.all(
            order.addresses.map((count, party) => arrive(order, kind, party, count)),
          );
          const helper = await new Visitor(order.target, addressOf(kind, HELPER, 0)).arrive();
          parties.set(kind, ours);
          acts.set(kind, await prepare(kind, { parties: ours, helper }));
        } catch (error) {
          throw new Error(`${kind} could not be prepared`, { cause: error });
        }
      }),
    );
    return new Attackers(order, acts, parties, crowds);
  }

  /** Attacks until `signal` fires, or a crowd at a door is done. */
  async attack({ kind, addresses }: DearAttack, signal: AbortSignal): Promise<FloodToll> {
    const toll = { sent: 0, connections: 0, refused: 0, closed: 0 };
    const answers: Record<string, number> = {};
    const note = (answer: string): void => {
      answers[answer] = (answers[answer] ?? 0) + 1;
      toll.sent++;
      if (answer === 'CLOSED') toll.closed++;
      else if (!TAKEN.has(answer)) toll.refused++;
    };
    const index = this.order.addresses.indexOf(addresses);
    if (kind === 'newcomers') {
      const door = await this.crowds[index]?.run(note);
      return { ...toll, connections: toll.sent, answers, ...(door && { door }) };
    }
    const act = this.acts.get(kind);
    const party = this.parties.get(kind)?.[index] ?? [];
    if (act === undefined) throw new Error(`${kind} was not prepared`);
    // All of them listen for the end.
    setMaxListeners(0, signal);
    await Promise.all(
      party.map(async (_, n) => {
        while (!signal.aborted) {
          const answer = await act(party, n, signal).catch(() => 'CLOSED');
          // What the end of the attack has cut off was not answered.
          if (signal.aborted && answer === 'CLOSED') return;
          note(answer);
          if (!TAKEN.has(answer)) await sleep(REFUSED_MS);
        }
      }),
    );
    return { ...toll, connections: party.length, answers };
  }
}

async function crowdOf({ target }: DearOrder, count: number, party: number): Promise<CrowdAtDoor> {
  const host = await new Visitor(target, addressOf('newcomers', HELPER, party)).arrive();
  const addresses = Array.from({ length: count }, (_, n) => addressOf('newcomers', party, n));
  const elsewhere = (n: number): string => addressOf('newcomers', ELSEWHERE + party, n);
  return CrowdAtDoor.prepare({ target, addresses, elsewhere, host });
}

/** As many as there are sockets, and at least one by each address; one after the other, as they are no attack yet. */
async function arrive(
  { target, sockets }: DearOrder,
  kind: DearKind,
  party: number,
  count: number,
): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (let n = 0; n < Math.max(sockets, count); n++)
    visitors.push(await new Visitor(target, addressOf(kind, party, n % count)).arrive());
  return visitors;
}
