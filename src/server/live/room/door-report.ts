import { missingNames } from '../../../game/name-list.js';
import { MISSING_TOLD, type DoorReport, type ErrorCode } from '../../../protocol/index.js';
import type { Door } from './door.js';
import type { LocalRoom } from './local-room.js';
import type { TurnedAwayList } from './turned-away.js';

/** For how long an answer stands, in ms: the other processes are asked no more often. */
const FRESH_MS = 1_000;

/** The counts of one process for those at a room's door. */
export interface DoorFacts {
  turnedAway: TurnedAwayList;
  waiting: number;
}

/** The answers of the other processes; `isComplete` where all of them answered in time. */
export interface PeerDoors {
  facts: DoorFacts[];
  isComplete: boolean;
}

export function doorHere(door: Pick<Door, 'turnedAway' | 'waitingFor'>, roomId: string): DoorFacts {
  return { turnedAway: door.turnedAway.of(roomId), waiting: door.waitingFor(roomId) };
}

/** Tells who runs a room whom its door has turned away, and who of the list is missing (R1.9). */
export class DoorReader {
  private readonly answers = new WeakMap<LocalRoom, { at: number; doors: Promise<PeerDoors> }>();

  constructor(
    private readonly here: (roomId: string) => DoorFacts,
    private readonly askPeers: (roomId: string) => Promise<PeerDoors>,
  ) {}

  async read(room: LocalRoom, withNames: boolean): Promise<DoorReport> {
    const { state } = room.view;
    const { facts, isComplete } = await this.ask(room);
    // At several processes it is the same person.
    const people = new Map(facts.flatMap(({ turnedAway }) => turnedAway));
    const turnedAway: Partial<Record<ErrorCode, number>> = {};
    for (const [identityId, code] of people)
      if (!state.slots.has(identityId)) turnedAway[code] = (turnedAway[code] ?? 0) + 1;
    const waiting = facts.reduce((sum, one) => sum + one.waiting, 0);
    const report = { turnedAway, waiting, isComplete };
    if (state.settings.names !== 'list') return { ...report, missing: null };
    const taken = Array.from(state.seats.values(), ({ playerName }) => playerName);
    const names = missingNames(state.nameList, taken);
    const missing = names.length;
    return { ...report, missing, ...(withNames && { names: names.slice(0, MISSING_TOLD) }) };
  }

  private async ask(room: LocalRoom): Promise<PeerDoors> {
    const now = performance.now();
    const known = this.answers.get(room);
    const isFresh = known !== undefined && now - known.at < FRESH_MS;
    const doors = isFresh ? known.doors : this.askPeers(room.view.roomId);
    if (!isFresh) this.answers.set(room, { at: now, doors });
    const { facts, isComplete } = await doors;
    return { facts: [...facts, this.here(room.view.roomId)], isComplete };
  }
}
