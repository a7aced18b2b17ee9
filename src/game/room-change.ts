/** What may happen to a room. A change is decided once, kept in the room's log and applied to every copy. */
import type { TeamEntry } from '../protocol/teams.js';
import type { DeletedMessage } from './chat-log.js';
import type {
  Game,
  Helpers,
  Programme,
  Revision,
  RoomSettings,
  RoomTickets,
  Screen,
  Seat,
  Tally,
  TextField,
} from './room-state.js';
import type { Phase } from './phase.js';
import type { BegunRound, GameRules, GivenPoints, JudgedQuestion } from './shared/judged.js';

/**
 * The version of `RoomChange`, of what the room's channel tells, and of the stored document. A process refuses rooms of another version, so
 * that no two versions of the rules decide about one room.
 */
export const ROOM_SCHEMA = 17;

/** `removed`: by the host, with many others, and free to come again (R3.7). */
export type LeaveReason = 'left' | 'kicked' | 'freed' | 'removed';
export type CloseReason = 'ended' | 'empty' | 'idle' | 'paused' | 'lost';

/** Points that are given by hand, or taken back by their id (R27.10). */
export type GivenChange = { add: GivenPoints } | { takeBack: number };

/** A phase with what changes together with it; what is left out stays as it is. */
export interface Transition {
  phase: Phase;
  game?: Game | null;
  tally?: Tally;
  /** Of a game that starts; no question of it has been judged. */
  rules?: GameRules;
  programme?: Programme;
  /** Questions that were judged now, or judged anew. */
  judged?: readonly JudgedQuestion[];
  /** A part of the question that was judged now, while others are still to come. */
  part?: JudgedQuestion;
  given?: GivenChange;
  /** The rounds so far, with one that begins or without one that was taken back. */
  rounds?: readonly BegunRound[];
}

export type RoomChange =
  | { kind: 'seated'; seat: Seat; address: string }
  | { kind: 'attached'; slot: number; generation: number; connectionId: string; process: string }
  | { kind: 'dropped'; slot: number; droppedAt: number }
  | {
      kind: 'left';
      slot: number;
      playerId: string;
      identityId: string;
      reason: LeaveReason;
      /** Store epoch ms. */
      at: number;
      /** Until when the slot rests, store epoch ms. */
      restsUntil: number;
    }
  /** `wanted` there where the word filter did not let a name stand (R8.7). */
  | { kind: 'renamed'; slot: number; playerName: string; wanted?: string }
  | { kind: 'muted'; playerId: string; identityId: string; muted: boolean }
  | { kind: 'extraTime'; playerId: string; identityId: string; extra: boolean }
  | { kind: 'host'; hostId: string; isHandedOver: boolean }
  | { kind: 'helpers'; helpers: Partial<Helpers> }
  | { kind: 'acting'; actingId: string }
  | { kind: 'settings'; settings: Partial<RoomSettings> }
  | { kind: 'nameList'; names: readonly string[]; more: boolean }
  | { kind: 'teamList'; entries: readonly TeamEntry[]; more: boolean }
  /** With `isSame`, it is the list of before, with other codes. */
  | { kind: 'tickets'; list: RoomTickets | null; isSame: boolean }
  | { kind: 'ticketReissued'; number: number; digest: string }
  /** Players who are in another team now (R13); null where there are no teams any more. */
  | { kind: 'dealt'; seats: readonly (readonly [slot: number, team: number | null])[] }
  | { kind: 'messagesDeleted'; messages: readonly DeletedMessage[] }
  | { kind: 'messagesUnmasked'; messages: readonly DeletedMessage[] }
  | { kind: 'screenAdded'; connectionId: string; screen: Screen }
  /** `lost`: the process that they were on seems dead. `dismissed`: the host sent all others away. */
  | {
      kind: 'screensRemoved';
      connectionIds: string[];
      reason: 'left' | 'lost' | 'dismissed';
      /** There where cockpits are among them: when they went, store epoch ms. */
      at?: number;
    }
  /** The room was read from a journal by a server that has started anew (R25.2); store epoch ms. */
  | { kind: 'restored'; at: number }
  /** Another programme, or another order of it. */
  | { kind: 'programme'; programme: Programme | null }
  | ({ kind: 'phase' } & Transition);

interface ChangeRule {
  /** Whose decisions it makes stale. */
  revision: Revision;
  /** Whether people did this: absence and housekeeping keep no idle room open (R1.6). */
  isActivity: boolean;
  /** Fields that a store keeps as texts and has to write anew. */
  writes: readonly TextField[];
}

/** A `phase` writes what changes with it, `left` of a ticket that it came, and `screensRemoved` only where it has a time: see `room-writes.ts`. */
export const CHANGES = {
  seated: { revision: 'roster', isActivity: true, writes: ['slotCount', 'generation'] },
  attached: { revision: 'roster', isActivity: true, writes: ['generation'] },
  dropped: { revision: 'roster', isActivity: false, writes: ['lastPresentAt'] },
  left: { revision: 'roster', isActivity: false, writes: ['lastPresentAt', 'kicked'] },
  renamed: { revision: 'roster', isActivity: false, writes: [] },
  muted: { revision: 'roster', isActivity: false, writes: ['muted'] },
  extraTime: { revision: 'roster', isActivity: false, writes: ['extraTimed'] },
  host: { revision: 'roster', isActivity: false, writes: ['hostId', 'isHandedOver'] },
  helpers: { revision: 'roster', isActivity: false, writes: ['helpers'] },
  acting: { revision: 'roster', isActivity: false, writes: ['actingId'] },
  settings: { revision: 'phase', isActivity: true, writes: ['settings'] },
  nameList: { revision: 'phase', isActivity: true, writes: ['nameList'] },
  teamList: { revision: 'phase', isActivity: true, writes: ['teamList'] },
  tickets: {
    revision: 'phase',
    isActivity: true,
    writes: ['tickets', 'ticketsGone', 'extraTimed'],
  },
  ticketReissued: { revision: 'phase', isActivity: true, writes: ['tickets'] },
  dealt: { revision: 'roster', isActivity: false, writes: [] },
  messagesDeleted: { revision: 'phase', isActivity: true, writes: ['deleted'] },
  messagesUnmasked: { revision: 'phase', isActivity: true, writes: ['unmasked'] },
  screenAdded: { revision: 'roster', isActivity: false, writes: ['screenCount', 'informed'] },
  screensRemoved: {
    revision: 'roster',
    isActivity: false,
    writes: ['cockpitLeftAt', 'lastPresentAt'],
  },
  programme: { revision: 'phase', isActivity: true, writes: ['programme'] },
  restored: { revision: 'roster', isActivity: true, writes: ['restoredAt', 'lastPresentAt'] },
  phase: { revision: 'phase', isActivity: true, writes: ['phase'] },
} as const satisfies Record<RoomChange['kind'], ChangeRule>;

export const revisionOf = ({ kind }: RoomChange): Revision => CHANGES[kind].revision;

export const isActivity = ({ kind }: RoomChange): boolean => CHANGES[kind].isActivity;
