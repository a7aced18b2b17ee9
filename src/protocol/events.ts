/** Event names and payloads of the `/game` namespace: the single source for server, pages and load tests. */
import type { Audience } from './audience.js';
import type { Choice } from './choice.js';
import type { ErrorCode, NoticeCode } from './errors.js';
import type { ClaimCode, HostNotes, JudgedPayload, WrittenGroups } from './cockpit.js';
import type { CrowdMarks, CrowdPayload, NearChat } from './crowd.js';
import type { QueuePlace } from './door.js';
import type { ShownEmote } from './emotes.js';
import type { RehearsalPayload, RehearsalVerdict } from './rehearsal.js';
import type {
  DeletedIds,
  MaskedMessage,
  ModerationOptions,
  ReplacedName,
  UnmaskedMessage,
} from './moderation.js';
import type { PositionUpdate, WirePosition } from './position.js';
import type { ProgrammePayload, RoundPayload, ShownItem } from './programme.js';
import type { Act, PointsFactor, QuestionPayload } from './question.js';
import type {
  GivenRow,
  LeagueResult,
  LeagueRow,
  OwnMark,
  PointsGiven,
  ResultsPayload,
  RevealPayload,
  ScoresPayload,
} from './scores.js';
import type { RowTexts, SetTexts } from './row-texts.js';
import type { SetLanguage } from './set-languages.js';
import type { Final } from './show.js';
import type { OptionsPayload, SwitchEvents } from './room-options.js';
import type { SoundOptions } from './sound.js';
import type { PlayerTeam } from './teams.js';

export type { Audience, Choice, PointsFactor, QuestionPayload };

export const NAMESPACE = '/game';

export interface PlayerPayload {
  playerId: string;
  playerName: string;
  playerPosition: WirePosition;
  isHost: boolean;
  /** There for who opened the room, and can have the host role back at any time (R3.2). */
  isOwner?: true;
  /** There for a bot of a rehearsal (R12). */
  isBot?: true;
  /** There for whom the owner has made co-host (R3.4). */
  isCoHost?: true;
  /** There for who stands in while owner, host and co-hosts are away (R3.2). */
  isActing?: true;
  slot: number;
  isAlive: boolean;
  score: number;
  /** As the last reveal told; missing for who has none. */
  rank?: number;
  connected: boolean;
  /** There for who may not write in the chat (R8.4). */
  isMuted?: true;
  /** Index of the team, where there are teams (R13). */
  team?: number;
}

/** A person without the position; told for a slot that a page has asked about, or of who is named. */
export type Person = Omit<PlayerPayload, 'playerPosition'>;

export interface PresencePayload {
  playerId: string;
  connected: boolean;
}

/** The last message that somebody saw; the id means something only in the audience that it counts in. */
export interface ChatCursor {
  audience: Audience;
  id: number;
  /** As in `joinRoom`, where the client knows it: under another one, the id may mean another message. */
  incarnation?: string | undefined;
}

export interface ChatEntry {
  /** Counts from 1 per audience. */
  id: number;
  playerId: string;
  playerName: string;
  /** Empty where it was taken back or deleted, as the name is then; only who comes back is told of those. */
  message: string;
  /** Server epoch ms. */
  timestamp: number;
}

export type PhaseKind = 'lobby' | 'countdown' | 'question' | 'reveal' | 'item';

/** A break: its words, and when it is meant to be over, server epoch ms: the host ends it (R4.12). */
export interface Break {
  message: string;
  endTime: number;
}

/** Times are server epoch ms; in the lobby they are 0, but for an item that has a length. `index` counts from 0. */
export interface PhasePayload {
  version: number;
  kind: PhaseKind;
  index: number;
  count: number;
  startTime: number;
  endTime: number;
  /** Present while paused: what will be left of the phase when it resumes. */
  pausedLeftMs?: number;
  /** Present while a pause hides what is asked (R4.12), which who comes then is not told before it ends. */
  curtain?: true;
  /** Present where that is a break. */
  break?: Break;
  /** Present where the game waits because the server was away, for so many ms (R25.2). */
  awayMs?: number;
  /** Present where the phase goes on when the host says so, and not at `endTime` (R4.10). */
  waits?: true;
  /** How many questions of the evening were dropped so far, where any were (R4.8). */
  drops?: number;
  /** How many questions the rounds before this one had, where there were any. */
  first?: number;
  /** Present while an item of the programme is on, in the lobby, too: its id. `showItem` follows. */
  item?: string;
  /** Present in a question in which people write first (R16.14): which act is open. The times are the act's. */
  act?: Act;
  /** Present in a question of several parts (R16.19), and in its reveal: which one is open, or was last, from 0. The times are the part's. */
  part?: number;
  /** Present where people write, and at the reveal of it: the number of the game, as each of a room has another one. */
  game?: number;
}

/** The speaker of what a cockpit says; no player has this id. */
export const COCKPIT_SPEAKER = { playerId: 'host', playerName: 'Host' } as const;

/**
 * What a cockpit may do (R3.4, R3.5). `owner` runs the room only while `hostId` is empty or its own player's: else
 * it has handed the role over, and gets it back with `takeBackHost`.
 */
export type CockpitRole = 'owner' | 'host' | 'coHost' | 'linked';

export interface QuizSetChoice {
  quizSetId: string;
  quizCount: number;
  title: string;
  /** There where the set has numbers whose tolerance is narrow (R15.25): how many. */
  narrow?: number;
  /** There where questions of a kept set need correction first, and are not in the game: how many. */
  leftOut?: number;
  /** There where the set has a programme: how many rounds; `quizCount` is of all of them. */
  rounds?: number;
  /** There with a programme: SHA-256 of the seed of its next draw, in hex (R27.8). */
  drawHash?: string;
  /** Both there where the set is in several languages (R30.6): the main one, and the further ones. */
  language?: SetLanguage;
  languages?: SetLanguage[];
  /** The title in those of the further ones that have another. */
  texts?: RowTexts<SetTexts>;
}

/** Settings of projectors: what they show beside the game, and play (R20). */
export interface ScreenOptions extends SoundOptions {
  showChat: boolean;
  showNames: boolean;
  /** The languages in which questions are shown, the larger first; missing for the main one of the set (R30.18). */
  screenLanguages?: SetLanguage[];
}

type ToldSwitches = { [Name in keyof SwitchEvents]: (payload: SwitchEvents[Name]) => void };

export interface ServerToClientEvents extends ToldSwitches {
  /** `token` where it was asked for and is needed; `wire` (`wire.ts`) to who named the own. */
  session: (payload: { token?: string; wire?: number }) => void;
  createRoom: (payload: { gameId: string }) => void;
  updateRoomOption: (payload: OptionsPayload) => void;
  updateRoomQuizset: (payload: QuizSetChoice) => void;
  updateScreen: (payload: ScreenOptions) => void;
  /** A newcomer hears of it only while one is going on. Who comes back with a chat cursor is also told that none is. */
  updateRehearsal: (payload: RehearsalPayload) => void;
  /** To the host alone. */
  rehearsalEnded: (payload: RehearsalVerdict) => void;
  updateModeration: (payload: ModerationOptions) => void;
  /** The names of the teams; told only where there are teams. */
  updateTeams: (payload: { teams: { name: string }[] }) => void;
  /** Players who are in another team now. */
  setTeam: (payload: { players: PlayerTeam[] }) => void;
  /** One player; `muteChat` is for all. */
  mutePlayer: (payload: { playerId: string; muted: boolean }) => void;
  /**
   * Who has extra time (R6.10): to who runs the room all of them, to anybody else at most themselves. A newcomer
   * hears of it only where there is somebody to tell of.
   */
  extraTime: (payload: { playerIds: string[] }) => void;
  getSelfId: (payload: { playerId: string }) => void;
  /**
   * `everyone` where nobody else is in the room: to a joiner, and to who starts anew after a gap. Versions of
   * phases count anew from here, as the store may have lost the last ones. `incarnation` comes with
   * `everyone`, and is another one after whatever may have lost messages.
   */
  joinRoom: (payload: { players: PlayerPayload[]; everyone?: true; incarnation?: string }) => void;
  exitRoom: (payload: { playerId: string }) => void;
  kickRoom: (payload: { playerId: string }) => void;
  /** Players whose connections dropped (the seat is kept) or came back, at most one frame per flush. */
  updatePresence: (payload: { players: PresencePayload[] }) => void;
  setPlayerName: (payload: { playerId: string; playerName: string }) => void;
  updateHost: (payload: { hostId: string }) => void;
  /** The co-hosts who have a seat, all of them (R3.4). */
  updateCoHosts: (payload: { coHostIds: string[] }) => void;
  /** The acting host while owner, host and co-hosts are away (R3.2); empty where nobody does any more. */
  actingHost: (payload: { playerId: string }) => void;
  updatePosition: (payload: { seq: number; updates: PositionUpdate[] }) => void;
  /**
   * In a big room (R23): from here on the client is told of who is in the three by three cells around this one, of
   * `grid` on each axis (`CellGrid`). The moves of this frame are all who are there (`CELL_MOVES_FULL` at most; the others
   * follow), and with `keeps` those of them who were not near before; others are to be forgotten. Later ones of a place that is not there say that somebody
   * has gone from there. A screen is told of cell 0 of 1.
   */
  near: (payload: { grid: number; cell: number; keeps?: true }) => void;
  /** In a big room: who sat in these slots has gone, or is called otherwise now. */
  forget: (payload: { slots: number[] }) => void;
  /** In a big room, to players: what those near have said to those near (R23.7), oldest first. Nobody is told of it later. */
  nearChat: (payload: { messages: NearChat[] }) => void;
  /** In a big room: who they are whom the next event names. */
  people: (payload: { people: Person[] }) => void;
  /** In a big room, twice a second where anything has changed. */
  crowd: (payload: CrowdPayload) => void;
  /** In a big room, to each player, behind what tells everybody's marks; at the end of a game as well. */
  myResult: (payload: OwnMark) => void;
  /** The emotes that were shown since the last flush (R22.1); nobody is told of it later. */
  emote: (payload: { emotes: ShownEmote[] }) => void;
  chatMessage: (payload: { seq: number; messages: ChatEntry[] }) => void;
  /**
   * Messages that the host has deleted (R8.3), by their ids in either audience: one that the living heard has
   * two. While there are ghosts, the living are not told any of `ghosts`. Who comes back is told all again.
   */
  deleteMessages: (payload: DeletedIds) => void;
  /** Masked messages that the host shows to all as they were said (R8.7). Who comes back is told all again. */
  unmaskMessages: (payload: { messages: UnmaskedMessage[] }) => void;
  startGame: (payload: '') => void;
  phase: (payload: PhasePayload) => void;
  /** Behind `phase`: an item of the programme is on, or has changed (R27). */
  showItem: (payload: ShownItem) => void;
  /** Behind the `phase` of a countdown, and to who comes later. */
  round: (payload: RoundPayload) => void;
  startQuizTime: (payload: QuestionPayload) => void;
  endQuizTime: (payload: RevealPayload) => void;
  /** Scores, ranks and lives after the host has corrected a question, outside its reveal (R4.9), after a revival, and where the evening goes on with a round (R6.8). */
  updateScores: (payload: ScoresPayload) => void;
  /** Points by hand were given, or taken back (R27.10). Nobody is told of it later. */
  pointsGiven: (payload: PointsGiven) => void;
  /** To ghosts alone, after a reveal and when it is corrected: those of them that have answered since their fall (R14.1). */
  ghostLeague: (payload: { players: LeagueRow[] }) => void;
  /** These ghosts are back from the question on that follows, with one life (R14.2); `updateScores` tells of everybody. */
  revival: (payload: { playerIds: string[] }) => void;
  endGame: (payload: ResultsPayload) => void;
  notice: (payload: { code: NoticeCode }) => void;
  /** To compact clients: all that a flush tells them, in one frame. */
  flush: (payload: CompactFlush) => void;
  /** To cockpits of people without a seat, when it changes and when they come (R4.2). */
  hostNotes: (payload: HostNotes) => void;
  /**
   * To the same, while a blind question is open: how many of those who play stand on each value (R16.1), in order.
   * At most twice a second, and only when it has changed.
   */
  zoneCounts: (payload: { counts: number[] }) => void;
  /** To the same, while people write: what they have written so far. At most twice a second, and when they come. */
  writtenGroups: (payload: WrittenGroups) => void;
  /** To a player who comes or comes back while a question is open for which they have written: what stands of it. */
  ownAnswer: (payload: { texts: string[] }) => void;
  /** To those who run the room: what was judged or corrected, or with `isAll` everything of the evening so far. */
  judgedQuestions: (payload: { questions: JudgedPayload[]; isAll?: true }) => void;
  /** To those who run the room, when it changes and when they come. */
  programme: (payload: ProgrammePayload) => void;
  /** To those who run the room, when it changes, and when they come where there are any: oldest first (R27.10). */
  givenPoints: (payload: { given: GivenRow[] }) => void;
  /** To a player on the podium: their code, behind `endGame` (R6.14). */
  claimCode: (payload: { code: string }) => void;
  /** To host, co-hosts and cockpits: the codes of all on the podium, by the ids in the results, behind `endGame`. */
  claimCodes: (payload: { codes: ClaimCode[] }) => void;
  /** To host, co-hosts and cockpits; of the messages that are kept, the newest 50 to who comes (R8.7). */
  maskedMessage: (payload: MaskedMessage) => void;
  /** To the same, as long as the player has the name that was drawn. */
  replacedName: (payload: ReplacedName) => void;
  queued: (payload: QueuePlace) => void;
  /** To a player who is not where they wanted to be, as a wall is there or it was too far (R24.2, R24.5). */
  putBack: (payload: { playerPosition: WirePosition }) => void;
  exception: (payload: { event: string; code: ErrorCode; message: string }) => void;
}

export type ServerEvent = keyof ServerToClientEvents;
export type ServerPayload<E extends ServerEvent> = Parameters<ServerToClientEvents[E]>[0];
/** An event with its payload, as data. */
export type EventFrame = { [E in ServerEvent]: [event: E, payload: ServerPayload<E>] }[ServerEvent];
/** Events that are sent to some connections of a room alone. */
export type PrivateEvent =
  | 'hostNotes'
  | 'programme'
  | 'judgedQuestions'
  | 'givenPoints'
  | 'zoneCounts'
  | 'writtenGroups'
  | 'ownAnswer'
  | 'claimCode'
  | 'claimCodes'
  | 'maskedMessage'
  | 'replacedName'
  | 'extraTime'
  | 'putBack'
  | 'queued';
/** Events of which a flush may consist. */
export type FlushEvent = Exclude<EventFrame, ['flush' | PrivateEvent, unknown]>;

/** A `Mark` in a compact frame; `slot` is -1 and the player named where the slot has another holder by now. */
export type CompactMark = [
  slot: number,
  score: number,
  rank: number,
  /** 1 if the answer was right, plus 2 if alive, plus 4 if the question counted, plus 8 times the gain. */
  outcome: number,
  playerId?: string | null,
  tieMs?: number,
];
/** A `ResultRow` in a compact frame; the player is named where the slot has another holder or name by now. */
export type CompactResult = [
  slot: number,
  score: number,
  rank: number,
  who?: { playerId: string; playerName: string } | null,
  made?: [rights: number, rightMs: number],
];
/** A `TeamFigure` in a compact frame, in results with the name. */
export type CompactTeam = [team: number, figure: number, rank: number, name?: string];
export type CompactScores = [
  marks: CompactMark[],
  teams?: CompactTeam[] | null,
  crowd?: CrowdMarks,
];
export type CompactReveal = [
  answer: number,
  marks: CompactMark[],
  corrected?: { rights: number[]; isVoid?: boolean } | null,
  teams?: CompactTeam[] | null,
  told?: Pick<
    RevealPayload,
    'solution' | 'summary' | 'parts' | 'explanation' | 'texts' | 'nearest' | 'beats' | 'crowd'
  >,
];
export type CompactResults = [
  hostId: string,
  results: CompactResult[],
  league?: LeagueResult[] | null,
  teams?: CompactTeam[] | null,
  final?: Final | null,
  ranked?: number,
];
/** A `LeagueRow` in a compact frame; `slot` is -1 and the player named where the slot has another holder by now. */
export type CompactLeagueRow = [
  slot: number,
  rights: number,
  rank: number,
  isAnswer: 0 | 1,
  playerId?: string,
];

/** An event in a compact frame: what tells of everybody names them by slot. */
export type CompactEvent =
  | Exclude<FlushEvent, ['endQuizTime' | 'updateScores' | 'endGame' | 'ghostLeague', unknown]>
  | ['endQuizTime', CompactReveal]
  | ['updateScores', CompactScores]
  | ['endGame', CompactResults]
  | ['ghostLeague', CompactLeagueRow[]];

/** `slot` is -1 and the sender named where the slot has another holder or name by now; `age` in ms. */
export type CompactMessage = [
  slot: number,
  message: string,
  age: number,
  said?: { playerId: string; playerName: string },
];

/** Ids follow each other up to `lastId`; ages count back from `lastTimestamp` (server epoch ms). */
export type CompactChat = [lastId: number, lastTimestamp: number, messages: CompactMessage[]];

/**
 * One flush (`decodeFlush` reads it). `moves` is base64 of three 16-bit big-endian values a move: slot,
 * x and y in steps. `before` happened before moves and chat, `after` after them. `emotes` is base64 of 12 bits
 * an emote (`encodeEmotes`); clients from before there were any read the rest.
 */
export type CompactFlush = [
  seq: number,
  moves: string,
  chat?: CompactChat | null,
  before?: CompactEvent[] | null,
  after?: CompactEvent[],
  emotes?: string,
];
