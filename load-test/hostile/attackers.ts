/** The program that attacks dearly: it prepares everything first, as that takes as long as the attacks. */

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRoom, type AttackRoom, Visitor, type Seat } from './visitor.js';
import { prepare, type Act, type Party } from './dear-attacks.js';
import { DEAR_KINDS, type DearAttack, type DearKind, type DearOrder } from './floods.js';

/** What came of an attack. */
export interface FloodToll {
  /** Frames, packets or requests that the system has taken. */
  sent: number;
  connections: number;
  refused: number;
  closed: number;
  /** Of a dear attack: how often each answer came, as `200` or `429 RATE_LIMITED`. */
  answers?: Record<string, number>;
  /** Of a crowd at a door. */
  door?: DoorFigures;
}

const SEATS = 200;
const HONEST = SEATS - 1;
/** Made-up newcomers that want in at any time, or hold a seat. */
const CROWD = 400;
/** The crowd is there first. */
const AHEAD_MS = 2_000;
/** From when the first honest person is turned away, until the host has seen it and presses. */
const SEEN_MS = 3_000;
/** Of who was turned away, until they try again. */
const AGAIN_MS = 2_000;
const TURNED_AWAY_MS = 200;
/** Then it is given up. */
const MOST_MS = 45_000;
/** Other addresses that honest people come from. */
const ADDRESSES_ELSEWHERE = 20;

export interface DoorFigures {
  honest: number;
  seated: number;
  /** How many of them were turned away at first, and how many seats the host's press freed. */
  turnedAway: number;
  removed: number;
  /** From when the first of them came, and from the press, until the last of them had a seat; ms, null where some have none. */
  tookMs: number | null;
  afterPressMs: number | null;
}

interface DoorWish {
  target: string;
  /** That the crowd comes from, and half of the honest people. */
  addresses: readonly string[];
  /** Of the other half, by number. */
  elsewhere: (n: number) => string;
  /** Who opens the room. */
  host: Visitor;
}

export class CrowdAtDoor {
  private constructor(
    private readonly wish: DoorWish,
    private readonly room: AttackRoom,
    private readonly honest: readonly Visitor[],
  ) {}

  /** The room is open, and the honest have their page. */
  static async prepare(wish: DoorWish): Promise<CrowdAtDoor> {
    const { target, addresses, elsewhere, host } = wish;
    const room = await openRoom(host, [], { maxPlayerCount: SEATS });
    const honest: Visitor[] = [];
    for (let n = 0; n < HONEST; n++) {
      const own = addresses[n % addresses.length] ?? '';
      const address = n % 2 === 0 ? own : elsewhere(n % ADDRESSES_ELSEWHERE);
      honest.push(await new Visitor(target, address).arrive());
    }
    return new CrowdAtDoor(wish, room, honest);
  }

  /** Resolves when all honest people are seated, or it has taken too long. */
  async run(note: (answer: string) => void): Promise<DoorFigures> {
    const { target, addresses } = this.wish;
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const crowd = Array.from({ length: CROWD }, (_, n) => {
      const phone = new Visitor(target, addresses[n % addresses.length]);
      return crowdIn(phone, this.room.pin, over.signal, note);
    });
    await sleep(AHEAD_MS);
    const cameAt = performance.now();
    const hall = new Hall(this.room);
    const timer = setTimeout(() => over.abort(), MOST_MS);
    const people = this.honest.map((one) => hall.seat(one, over.signal));
    const pressing = hall.press(over.signal);
    await Promise.all(people);
    const pressedAt = await pressing;
    clearTimeout(timer);
    over.abort();
    await Promise.all(crowd);
    hall.close();
    const { seated, turnedAway, removed, seatedAt } = hall;
    const took = (from: number | undefined): number | null =>
      seated < HONEST || from === undefined ? null : Math.round(seatedAt - from);
    return {
      honest: HONEST,
      seated,
      turnedAway: turnedAway.size,
      removed,
      tookMs: took(cameAt),
      afterPressMs: took(pressedAt),
    };
  }
}

class Hall {
  seated = 0;
  /** When the last one was. */
  seatedAt = 0;
  removed = 0;
  readonly turnedAway = new Set<Visitor>();
  private readonly seats: Seat[] = [];
  private hear = (): void => {};
  private readonly full = new Promise<void>((resolve) => (this.hear = resolve));

  constructor(private readonly room: AttackRoom) {}

  /** Somebody honest, who tries again until there is a seat, and walks then. */
  async seat(one: Visitor, signal: AbortSignal): Promise<void> {
    let seat: Seat | undefined;
    while (!signal.aborted) {
      try {
        seat = seat?.isOpen === true ? seat : await this.connect(one);
      } catch {
        // A proxy may have given up, as pages see it, too; they come again.
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
        continue;
      }
      const joining = seat.ask('joinRoom', { gameId: this.room.pin });
      const result = await Promise.race([joining, ended(signal)]);
      if (result.ok) {
        seat.tell('updatePosition', { newPosition: [Math.random(), Math.random()] });
        this.seated++;
        this.seatedAt = performance.now();
        // They may all be in before the host has to do anything.
        if (this.seated === HONEST) this.hear();
        return;
      }
      if (result.error.code === 'ROOM_FULL') {
        this.turnedAway.add(one);
        this.hear();
      }
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }

  private async connect(one: Visitor): Promise<Seat> {
    const seat = await one.connect();
    this.seats.push(seat);
    return seat;
  }

  /** The host's one press; resolves with when it was, or undefined where nobody had to. */
  async press(signal: AbortSignal): Promise<number | undefined> {
    await Promise.race([this.full, ended(signal)]);
    if (this.turnedAway.size === 0) return undefined;
    await sleep(SEEN_MS);
    const pressedAt = performance.now();
    const { count = 0 } = await this.room.host.do<{ count: number }>('removePlayers', {
      who: 'unmoved',
    });
    this.removed = count;
    return pressedAt;
  }

  close(): void {
    for (const seat of this.seats) seat.close();
    this.room.host.close();
  }
}

function ended(signal: AbortSignal): Promise<{ ok: false; error: { code: string } }> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ ok: false, error: { code: 'ENDED' } });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** Comes as somebody new, again and again; a seat is held until it is taken away. */
async function crowdIn(
  phone: Visitor,
  pin: string,
  signal: AbortSignal,
  note: (answer: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const seat = await phone.connect({}, true);
      const leave = (): void => seat.close();
      signal.addEventListener('abort', leave, { once: true });
      const result = await seat.ask('joinRoom', { gameId: pin });
      note(result.ok ? 'ok' : result.error.code);
      if (result.ok) await seat.untilGone();
      signal.removeEventListener('abort', leave);
      seat.close();
    } catch {
      note('CLOSED');
    }
    await sleep(TURNED_AWAY_MS, undefined, { signal }).catch(() => {});
  }
}

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
