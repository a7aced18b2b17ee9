/** The document of a room: everything that a store knows about it, as plain data. */
import type { Look } from '../protocol/look.js';
import type { QuizSetChoice, ScreenOptions } from '../protocol/events.js';
import {
  DEFAULT_SWITCHES,
  type ChoiceOrder,
  type RoomOptions,
  type Switches,
} from '../protocol/room-options.js';
import type { SamePlace } from '../protocol/same-place.js';
import type { Mark } from '../protocol/scores.js';
import type { ModerationOptions } from '../protocol/moderation.js';
import type { ClaimCode } from '../protocol/cockpit.js';
import type { DrawnDraw, ProgrammeItem, RoundItem, SlideItem } from '../protocol/programme.js';
import type { ShownQuestion, Solution } from '../protocol/question.js';
import { DEFAULT_SOUND } from '../protocol/sound.js';
import type { TicketPolicy } from '../protocol/tickets.js';
import type { TeamEntry, TeamFigure } from '../protocol/teams.js';
import type { DeletedMessage } from './chat-log.js';
import { isWriting, type Phase, type RevealTexts } from './phase.js';
import { LEAST_TIE_MS, type GameRules, type JudgedQuestion } from './shared/judged.js';
import type { PlayableRound } from './shared/quiz-set.js';
import type { LeaguePlace } from './league.js';
import { TakenNames } from './taken-names.js';
import { TEAM_NAMES } from './team-names.js';
import type { Position } from './shared/zones.js';

export interface Seat {
  slot: number;
  /** Never leaves the servers. */
  identityId: string;
  /** The id that others see; useless for acting as this player (R2.1). No two seats of a room ever have the same. */
  playerId: string;
  playerName: string;
  /** The name that the player wanted; there where the word filter drew another one (R8.7). */
  wanted?: string;
  position: Position;
  /** Where the player appeared; who still stands there has never moved. */
  start: Position;
  /** When the player last entered the zone of `position`, as the store noted it; null where it did not. */
  entered: Entry | null;
  joinedAt: number;
  /** Which attach of the room gave the seat to its connection; what an older one still sends is void (R2.3). */
  generation: number;
  /** The connection that holds the seat; null while dropped. */
  connectionId: string | null;
  /** The process of that connection; null while dropped. */
  process: string | null;
  /** When the connection was lost, store epoch ms; null while connected. */
  droppedAt: number | null;
  /** Plays in a rehearsal (R12), and is nobody. */
  isBot?: true;
  /** Null where there are no teams (R13). */
  team: number | null;
  /** The number of the game that stood when the player sat down (`Tally.game`). */
  joinedGame: number;
  // From the tally, by `settleSeats`.
  score: number;
  /** Where a ghost fell and where the living go on seeing it (R7.1); null while alive. */
  fellAt: Position | null;
  /** The first question that counts for this player, as `ordinalIn` counts (R7.3). */
  playsFrom: number;
}

/** `ms` of the question of that key (`entryKey`); an entry of another question says nothing of this one. */
export interface Entry {
  question: string;
  ms: number;
}

/** The texts of a player, and when they were last changed, in question ms. */
export interface RoomText {
  texts: readonly string[];
  /** The same as the word filter leaves it, where it masks any of it. */
  masked?: readonly string[];
  ms: number;
}

/** Never leaves the servers before the reveal, as it holds the answer (R4.2). */
export interface DrawnQuestion {
  /** All that anybody is told before the reveal. */
  shown: ShownQuestion;
  /** The ids under which the pictures in `shown` are kept, in the order of `imagesOf`. */
  pictures?: readonly string[];
  /** Null where nothing is right: polls and scales. */
  solution: Solution | null;
  explanation?: string;
  /** For the host alone (R4.2). */
  note?: string;
  revealTexts?: RevealTexts;
  /** Seconds; where people write first, those to write. */
  limitTime: number;
  /** Seconds of the parts after the first (R16.19), where they are others than `limitTime`. */
  laterTime?: number;
  /** There where people write first: how long they walk then, 0 where nobody does, and in which order zones come. */
  walk?: { seconds: number; order: readonly number[] };
}

/** A game, with its round as it was drawn once at its start (R4.4); between rounds without questions. */
export interface Game {
  questions: DrawnQuestion[];
  /** Drawn as well, to stand in for questions that are dropped (R4.8). */
  spares: DrawnQuestion[];
  /** How many were alive at the start (R6.2). */
  starters: number;
  /** The questions of the rounds before, in the order in which they were asked, and how many were dropped. */
  asked: readonly Pick<DrawnQuestion, 'shown' | 'pictures'>[];
  drops: number;
}

/** A round of a programme without its questions, which are stored beside the room. */
export type PlannedRound = Omit<PlayableRound, 'questions' | 'count'> & { count: number };
/** A slide has its picture by the name of this game, and by the one that it is kept under. */
export type PlannedItem = (
  Exclude<ProgrammeItem, RoundItem | SlideItem> | (SlideItem & { picture?: string }) | PlannedRound
) & {
  /** Left out by the host. */
  isOut?: true;
  /** A round without which the evening ended; an evening that begins anew has it again. */
  isMissed?: true;
  /** It was on. */
  isDone?: true;
};

/** The order of the evening (R27). */
export interface Programme {
  /** Counts the edits. */
  revision: number;
  items: readonly PlannedItem[];
  /** Index of the item that is on or was last; -1 before the first. */
  at: number;
  /** The seed of the next draw, in hex. It never leaves the servers before the draw is over (R27.8). */
  seed: string;
  /** How far the clocks where the host is are ahead of UTC, in minutes; there where the page that chose it has told it. */
  utcOffset?: number;
  /** The draws of this evening, in their order; absent where there were none. */
  draws?: readonly HeldDraw[];
  /** The game that its rounds are played in (`Tally.game`), once the first has begun. */
  game?: number;
}

/** A draw that was held (R27.8). */
export interface HeldDraw {
  /** Id of its item. */
  item: string;
  shown: DrawnDraw;
  /** By which the winners show who they are, which they and the hosts are told. */
  codes: readonly ClaimCode[];
  /** Held in a rehearsal, with which it goes (R12.3). */
  isRehearsed?: true;
}

/** The mark of a player by the last judgement. The player is named, as the slot may have another owner by now. */
export interface PlayerMark extends Omit<Mark, 'isAlive'> {
  /** Where a ghost fell; null while alive. */
  fellAt: Position | null;
  /** There for a ghost that has answered since its fall; told to ghosts only (R14.1). */
  league?: LeaguePlace;
}

export interface Tally {
  /**
   * Rises by one with each start and each end of a game; a next round goes back to the number of the game that it goes
   * on with, and a first round that is taken back to the one before it. What a seat says of itself holds in the game
   * that it joined.
   */
  game: number;
  marks: readonly PlayerMark[];
  /** Best first, in a game that is played in teams. */
  teams?: TeamFigure[];
}

/** A rehearsal with bots, which a process plays (R12). */
export interface Rehearsal {
  process: string;
  /** How many bots come. */
  bots: number;
  /** Store epoch ms. */
  endsAt: number;
}

/** Options with the walls of their map. */
export interface WalledOptions extends RoomOptions {
  /** As `Walls.digits`; empty where there are none. */
  walls: string;
  /** The look as its account had it when the host chose it (R21.5); there where one was chosen. */
  look?: Look;
}

/** The chosen set with what only the room's owner is told. */
export interface HeldChoice extends QuizSetChoice {
  /** Set only if the chosen set has such a place (R15.34), by the order of choices. Secret, as it is close to an answer. */
  samePlace?: { [Order in ChoiceOrder]?: SamePlace };
}

/** The same as everybody is told it. */
export function toldChoice({ samePlace: _samePlace, ...quizSet }: HeldChoice): QuizSetChoice {
  return quizSet;
}

/** Everything that the host may set (R1.2, R9). A new setting is one more field, with its default. */
export interface RoomSettings extends WalledOptions, Switches, ScreenOptions, ModerationOptions {
  /** By index; kept where there are no teams, too. */
  teamNames: readonly string[];
  quizSet: HeldChoice;
  /** Null where the room lets in without tickets, and has none (R28). */
  tickets: TicketPolicy | null;
  /** Null unless one is going on. */
  rehearsal: Rehearsal | null;
  /** Whether a player stands in where owner, host and co-hosts are away (R3.2). */
  actingHost: boolean;
  /** Where its results go (R17.1); null where they are not kept. Never leaves the servers. */
  keeper: Keeper | null;
}

/** How the owner's account is found, beside by the owner's identity. */
export interface Keeper {
  /** Digest of the session's token; null for who has none. */
  session: string | null;
}

/** A ticket of a room (R28); its number is its place in the list, from 1 on. Never leaves the servers. */
export interface RoomTicket {
  /** The identity of this ticket in this room, whoever holds it. */
  identityId: string;
  /** A digest of its code. */
  digest: string;
  /** Empty where whoever comes says it. */
  playerName: string;
  /** Index in `teamNames` of the list. */
  team?: number;
  /** Whether this person has extra time (R6.10). */
  extra?: true;
}

/** A list of tickets as the host chose it, which no join has to ask a database for. */
export interface RoomTickets {
  /** The id of the kept list that this is a copy of. */
  id: string;
  title: string;
  /** Empty where it says nothing of teams. */
  teamNames: readonly string[];
  tickets: readonly RoomTicket[];
}

/** The people who run the room beside owner and host (R3.4), by identity, which never leaves the servers. */
export interface Helpers {
  coHosts: readonly string[];
  /** Digest of the secret of the host link (R3.6); null where there is none. */
  linkDigest: string | null;
  /** Those who came by a host link, newest last. */
  linked: readonly string[];
}

/** Somebody without a seat who is let in: a projector, or a cockpit (R3.5). */
export interface Screen {
  identityId: string;
  process: string;
  /** Counts the screens of the room; of the host's own, the oldest gives way. */
  number: number;
  isCockpit?: true;
}

/**
 * Which append was the last to change something: the roster (seats, host, bans, projectors), or the phase
 * (with settings and tally). A decision holds while what it read has the same revision.
 */
export interface Revisions {
  roster: string;
  phase: string;
}
export type Revision = keyof Revisions;

export interface RoomState {
  roomId: string;
  pin: string;
  /** Number of the last update that the room published. */
  seq: number;
  revisions: Revisions;
  /** The last append that changed the room, and its number. */
  lastAppend: { id: string; seq: number };
  settings: RoomSettings;
  /** The identity that opened the room (R3.1). Never leaves the servers. */
  ownerIdentityId: string;
  /** `playerId` of the host; empty while the host has no seat, and where there is none. */
  hostId: string;
  /** Whether the owner gave the role away, and gets it back on request only (R3.2). */
  isHandedOver: boolean;
  helpers: Helpers;
  /** `playerId` of who stands in while owner, host and co-hosts are away (R3.2); empty where nobody does. */
  actingId: string;
  phase: Phase;
  game: Game | null;
  /** Null where a set is played that has no items: it is one round. */
  programme: Programme | null;
  tally: Tally;
  /** The rules of the last game or of the one that runs, and its judged questions; until the next start (R4.9). */
  rules: GameRules;
  /** Version of the phase with which that game began. */
  gameSince: number;
  /** How far all have walked in that game while questions were open, in steps of `STEPS`. */
  walked: number;
  judged: readonly JudgedQuestion[];
  /** The parts of the open question that are judged already; nothing comes of them before its last bell. */
  parts: readonly JudgedQuestion[];
  /** By slot, what is written while people write (R16.14). */
  texts: Map<number, RoomText>;
  /** Ids of players who were kicked, oldest first; the newest `KICKED_KEPT`. */
  kicked: readonly string[];
  /** Names of the policy `list`, no two of them alike (R1.7). Never leaves the servers. */
  nameList: readonly string[];
  /** The list that says who is in which team, no two names alike (R13.2). Never leaves the servers. */
  teamList: readonly TeamEntry[];
  tickets: RoomTickets | null;
  /** How many seats people need, with one for each ticket that may come and has none (R28.4). */
  seatsNeeded: number;
  /** Numbers of the tickets whose seat was given up again. */
  ticketsGone: readonly number[];
  /** Messages that the host has deleted and that may still be kept (R8.3). */
  deleted: readonly DeletedMessage[];
  /** Messages that the host shows as they were said, and that may still be kept (R8.7). */
  unmasked: readonly DeletedMessage[];
  /** Identities that may not write in the chat (R8.4), oldest first; the newest `MUTED_KEPT`. */
  muted: readonly string[];
  /** To which identities a host has given extra time (R6.10), or has taken what their ticket gives; the newest `EXTRA_TIME_KEPT`. */
  extraTimed: readonly (readonly [identityId: string, extra: boolean])[];
  /** All who were kicked: identity → player id. */
  banned: Map<string, string>;
  seats: Map<number, Seat>;
  /** The slot of each identity that has a seat. */
  slots: Map<string, number>;
  names: TakenNames;
  /** Freed slots, and until when each rests so that a late move cannot steer its next owner; store epoch ms. */
  resting: Map<number, number>;
  /** How many slots the room has had. */
  slotCount: number;
  /** How many attaches the room has had. */
  generation: number;
  /** Projectors and cockpits by connection, in the order in which they came. */
  screens: Map<string, Screen>;
  screenCount: number;
  /** Identities that were told answers of the game that runs, and cannot sit down in it (R4.2). */
  informed: readonly string[];
  /** Identities of projectors that were let in; the lock does not keep them out. */
  watchers: Set<string>;
  /** When a cockpit was last there, as far as their ends told; 0 for never. */
  cockpitLeftAt: number;
  lastActivityAt: number;
  /** When the room came back with a server that had ended (R25.2), store epoch ms; 0 for never. */
  restoredAt: number;
  /** When somebody was last connected, as far as drops and exits told. */
  lastPresentAt: number;
}

/**
 * How each field of the document is kept: as a text of one format (`src/server/live/store/redis/room-codec.ts`), as a map or a set
 * under a key of its own, or in a way of its own. The texts of a room that is opened are written in this order.
 */
export const ROOM_FIELDS = {
  settings: 'json',
  hostId: 'text',
  isHandedOver: 'flag',
  helpers: 'json',
  actingId: 'text',
  phase: 'json',
  game: 'json or null',
  programme: 'json or null',
  tally: 'tally',
  rules: 'json',
  gameSince: 'number',
  walked: 'number',
  parts: 'json',
  kicked: 'ids',
  nameList: 'json',
  teamList: 'json',
  tickets: 'json or null',
  ticketsGone: 'json',
  deleted: 'messages',
  unmasked: 'messages',
  informed: 'json',
  muted: 'json',
  extraTimed: 'json',
  slotCount: 'number',
  generation: 'number',
  screenCount: 'number',
  cockpitLeftAt: 'number',
  lastPresentAt: 'number',
  restoredAt: 'number',
  banned: 'map',
  slots: 'map',
  resting: 'map',
  screens: 'map',
  watchers: 'set',
  texts: 'map',
  roomId: 'own',
  pin: 'own',
  seq: 'own',
  revisions: 'own',
  lastAppend: 'own',
  ownerIdentityId: 'own',
  judged: 'own',
  seatsNeeded: 'own',
  seats: 'own',
  names: 'own',
  lastActivityAt: 'own',
} as const satisfies Record<keyof RoomState, TextFormat | 'map' | 'set' | 'own'>;

/** `ids` have no comma in them. */
export type TextFormat =
  'text' | 'number' | 'flag' | 'json' | 'json or null' | 'ids' | 'messages' | 'tally';

type FieldOf<Format> = {
  [Name in keyof RoomState]: (typeof ROOM_FIELDS)[Name] extends Format ? Name : never;
}[keyof RoomState];
export type TextField = FieldOf<TextFormat>;

const fieldsOf = (is: (format: string) => boolean): (keyof RoomState)[] =>
  (Object.keys(ROOM_FIELDS) as (keyof RoomState)[]).filter((name) => is(ROOM_FIELDS[name]));

const KEYED = new Set(['map', 'set', 'own']);
export const TEXT_FIELDS = fieldsOf((format) => !KEYED.has(format)) as TextField[];
const MAP_FIELDS = fieldsOf((format) => format === 'map') as FieldOf<'map'>[];
const SET_FIELDS = fieldsOf((format) => format === 'set') as FieldOf<'set'>[];

export const isAlive = (seat: Pick<Seat, 'fellAt'>): boolean => seat.fellAt === null;
export const isConnected = (seat: Pick<Seat, 'droppedAt'>): boolean => seat.droppedAt === null;

/** Whether a question is open in which nobody sees or hears what the others do (R7.5). */
export function isBlind({ phase }: Pick<RoomState, 'phase'>): boolean {
  return phase.kind === 'question' && phase.question.blind === true;
}

/** Whether nobody who has a seat may say anything: what somebody said would be an answer (R7.5, R16.14). */
export function isSilent(room: Pick<RoomState, 'phase'>): boolean {
  return isBlind(room) || isWriting(room.phase);
}

/** A room that has just been opened, with the defaults of its settings. */
export function newRoomState(
  room: Pick<RoomState, 'roomId' | 'pin' | 'ownerIdentityId'> & {
    options: RoomOptions & Partial<WalledOptions>;
    quizSet: HeldChoice;
    teamNames?: readonly string[] | undefined;
    keeper?: Keeper | null | undefined;
  },
  now: number,
): RoomState {
  const { roomId, pin, ownerIdentityId, options, quizSet, keeper = null } = room;
  const { teamNames = TEAM_NAMES } = room;
  return {
    roomId,
    pin,
    seq: 0,
    revisions: { roster: '', phase: '' },
    lastAppend: { id: '', seq: 0 },
    settings: {
      walls: '',
      ...options,
      ...DEFAULT_SWITCHES,
      showChat: false,
      showNames: true,
      ...DEFAULT_SOUND,
      slowSeconds: 0,
      filterWords: false,
      names: 'free',
      teamNames,
      quizSet,
      tickets: null,
      rehearsal: null,
      actingHost: true,
      keeper,
    },
    ownerIdentityId,
    hostId: '',
    isHandedOver: false,
    helpers: { coHosts: [], linkDigest: null, linked: [] },
    actingId: '',
    phase: { kind: 'lobby', version: 0, results: null },
    game: null,
    programme: null,
    tally: { game: 0, marks: [] },
    rules: rulesOf({ ...options, teamNames }),
    gameSince: 0,
    walked: 0,
    judged: [],
    parts: [],
    texts: new Map(),
    kicked: [],
    nameList: [],
    teamList: [],
    tickets: null,
    seatsNeeded: 0,
    ticketsGone: [],
    deleted: [],
    unmasked: [],
    muted: [],
    extraTimed: [],
    banned: new Map(),
    seats: new Map(),
    slots: new Map(),
    names: TakenNames.from([]),
    resting: new Map(),
    slotCount: 0,
    generation: 0,
    screens: new Map(),
    screenCount: 0,
    informed: [],
    watchers: new Set(),
    cockpitLeftAt: 0,
    lastActivityAt: now,
    lastPresentAt: now,
    restoredAt: 0,
  };
}

/** The rules of a game that starts with these options. */
export function rulesOf(settings: RoomOptions & Pick<RoomSettings, 'teamNames'>): GameRules {
  const { gameMode, scoring, crowd, lives, revival, teams, teamNames } = settings;
  const inTeams = teams === 'none' ? {} : { teamNames };
  return { gameMode, scoring, crowd, lives, revival, ...inTeams, tieFromMs: LEAST_TIE_MS };
}

/** Whether the public list shows the room (R1.5). */
export function isListed({ settings, phase }: Pick<RoomState, 'settings' | 'phase'>): boolean {
  const { isPublic, isLocked, rehearsal } = settings;
  const isInLobby = phase.kind === 'lobby' && (phase.final === undefined || phase.isFinalOver);
  return isPublic && !isLocked && rehearsal === null && isInLobby === true;
}

/** Whether anybody is there whom a listed room is of: a player, or who runs it from a cockpit (R1.5). */
export function isInhabited(
  players: number,
  screens: Iterable<Pick<Screen, 'isCockpit'>>,
): boolean {
  return players > 0 || [...screens].some(({ isCockpit }) => isCockpit);
}

/** Whether its opener, a projector or a cockpit is there, or an account stands behind the room (R10.5). */
export function isAttended({
  opener,
  screens,
  keeper,
}: {
  opener: Seat | undefined;
  screens: number;
  keeper: Keeper | null;
}): boolean {
  const isHere = opener !== undefined && isConnected(opener);
  return isHere || screens > 0 || (keeper !== null && keeper.session !== null);
}

export function seatOfIdentity<S>(
  room: Pick<RoomState, 'slots'> & { seats: ReadonlyMap<number, S> },
  identityId: string,
): S | undefined {
  const slot = room.slots.get(identityId);
  return slot === undefined ? undefined : room.seats.get(slot);
}

/** The same room in maps and seats of its own. */
export function copyRoom(room: RoomState): RoomState {
  const seats = new Map(Array.from(room.seats, ([slot, seat]) => [slot, { ...seat }]));
  const copy = { ...room, seats, names: room.names.copy() };
  return ownMaps(copy, (map) => new Map(map));
}

/** Gives a room sets of its own, and maps that are made of those that it has; seats and names are not among them. */
export function ownMaps(
  room: RoomState,
  mapOf: (map: Map<unknown, unknown>) => Map<unknown, unknown>,
): RoomState {
  for (const name of MAP_FIELDS)
    Object.assign(room, { [name]: mapOf(room[name] as Map<unknown, unknown>) });
  for (const name of SET_FIELDS) room[name] = new Set(room[name]);
  return room;
}
