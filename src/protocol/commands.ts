/** Commands of clients, and how each is answered. */
import type { AddedItem } from './programme.js';
import type { DoorReport, Removal } from './door.js';
import type { ErrorCode } from './errors.js';
import type { Audience, CockpitRole, Person, ScreenOptions } from './events.js';
import type { RoomOptions, SwitchPayloads } from './room-options.js';
import type { RoomHealth } from './health.js';
import type { ModerationOptions } from './moderation.js';
import type { WirePosition } from './position.js';
import type { Target } from './question.js';
import type { TeamEntry } from './teams.js';
import type { TicketReport } from './tickets.js';

export type AckResult<T = object> =
  ({ ok: true } & T) | { ok: false; error: { code: ErrorCode; message: string } };

type Command<P, A = object> = (payload: P, ack?: (result: AckResult<A>) => void) => void;
type InRoom = { gameId?: string };
/** With the `version` of the phase that it means, a command cannot hit the next one by accident. */
type OnPhase = InRoom & { version?: number };
type ThatPhase = InRoom & { version: number };

export interface JoinAck {
  gameId: string;
  /** Null for a spectator, who has no seat. */
  playerId: string | null;
  slot: number | null;
  resumed: boolean;
  /** Whether the host role came back with the seat, to the owner after an absence. */
  becameHost: boolean;
  /** There for a cockpit: what it may do, and the player whose person it is, where they have a seat, too. */
  cockpit?: { role: CockpitRole; playerId: string | null };
}

type SwitchCommands = { [Name in keyof SwitchPayloads]: Command<InRoom & SwitchPayloads[Name]> };

export interface ClientToServerEvents extends SwitchCommands {
  /**
   * `hostPassword` where the server asks for one (`ServerInfo`). Without `hostPlays` this connection gets no
   * seat and becomes a cockpit (R3.5); it comes back with `role: 'cockpit'` and `joinRoom`. `redial` asks to connect
   * anew with `hall=<PIN>` in the address, by which the proxy finds the process of the room.
   */
  createRoom: Command<
    Partial<RoomOptions> & { playerName?: string; hostPassword?: string; hostPlays?: boolean },
    { gameId: string; redial?: true }
  >;
  /** `team` counts where players choose theirs, and no game runs; else somebody is put into one (R13.2). */
  /** `ticket` is the code of one (R28): whoever shows it is that person in this room, whatever the cookie says. */
  joinRoom: Command<
    { gameId: string; playerName?: string; team?: number; ticket?: string },
    JoinAck
  >;
  setPlayerName: Command<InRoom & { playerName: string }, { playerName: string }>;
  /** `flush` as in `syncTime`, which who moves can spare. */
  updatePosition: Command<InRoom & { newPosition: WirePosition; flush?: number }>;
  /**
   * The answer of a player where people write first (R16.14): one text, of `words` up to three. The last one before the
   * bell counts; at most one a second. The answer tells it as it stands. WRONG_PHASE where nobody writes, TOO_LATE after
   * the bell.
   */
  writeAnswer: Command<InRoom & { texts: string[] }, { texts: string[] }>;
  /** Index in `EMOTES`; at most one a second counts (R22.2). */
  emote: Command<InRoom & { emote: number }>;
  /** In a big room (R23): who sits in these slots, at most `WHO_MOST`; nobody of a slot that is free. */
  whoAre: Command<InRoom & { slots: number[] }, { people: Person[] }>;
  /**
   * Answered when it is stored. With STORE_AWAY it may be stored all the same, and then it is told. With `near`, in a
   * big room, it is told to those near only, and not stored (R23.7).
   */
  chatMessage: Command<InRoom & { message: string; near?: boolean }>;
  updateRoomOption: Command<InRoom & Partial<RoomOptions>>;
  /** `utcOffset`: how far the clocks where the host is are ahead of UTC, in minutes (R27.11). */
  updateRoomQuizset: Command<
    InRoom & { quizSetId: string; quizCount?: number; utcOffset?: number }
  >;
  updateScreen: Command<InRoom & Partial<ScreenOptions>>;
  /** Ends all projectors but the host's own. */
  dismissScreens: Command<InRoom, { count: number }>;
  /** With `nextRound` in `RANKING`, the evening goes on with one more round, of the set that is chosen now (R6.8). */
  /** `lostPictures`: how many cannot be shown, there where it is known at once. */
  startGame: Command<InRoom & { nextRound?: boolean }, { lostPictures?: number }>;
  /** Drops a question that was not on screen for `MIN_SHOWN_MS`, else ends the phase (R4.7), or the item that is on in the lobby. */
  skipPhase: Command<OnPhase, { endTime: number }>;
  /**
   * Ends a reveal or a countdown; refused in a question, which a late press must not hit (R4.10). `lostPictures`, here
   * and below, as at a start: of the slide that is shown then.
   */
  nextPhase: Command<ThatPhase, { endTime: number; lostPictures?: number }>;
  /** Shows the item before the one that is on, or before the countdown of a round (R27.7). */
  backToItem: Command<ThatPhase, { endTime: number; lostPictures?: number }>;
  /** Goes to an item of the programme, between items and in the lobby (R27.6). */
  goToItem: Command<ThatPhase & { item: string }, { endTime: number; lostPictures?: number }>;
  /**
   * Changes what is still to come of the programme, as it was at `revision`: one of `move`, `leaveOut` and `add`, of
   * which places count from 0 (R27.6).
   */
  editProgramme: Command<
    InRoom & {
      revision: number;
      move?: { item: string; to: number };
      leaveOut?: { item: string; isOut: boolean };
      add?: { item: AddedItem; to: number };
    }
  >;
  /** Takes the question back unjudged; another one of the set stands in for it (R4.8). */
  dropQuestion: Command<ThatPhase, { endTime: number }>;
  /** Judges the question now, once its choices were on screen for `MIN_SHOWN_MS` (R4.8). */
  closeQuestion: Command<ThatPhase, { endTime: number }>;
  /**
   * Voids a judged question (`isVoid`), or says what is right: which choices (`rights`, by `order`) or places (by
   * number), of a number question which `number`, or of a typed one all the spellings that are `accepted`, or texts that are right from
   * now on beside those (`accept`), or of a map another `target`; with none of them, as the set says. Until the next game starts; everybody's scores follow (R4.9).
   */
  correctQuestion: Command<
    ThatPhase & {
      /** Its `JudgedName`; part and drops are 0 where they are missing. */
      question: number;
      part?: number;
      drops?: number;
      isVoid: boolean;
      rights: number[] | null;
      number?: { answer: number; tolerance: number };
      accepted?: string[];
      accept?: string[];
      target?: Target;
    },
    { endTime: number }
  >;
  /**
   * While people write: what was written as this text, of `writtenGroups`, becomes no zone, or may again (R16.16). Only
   * from cockpits that are told it; everybody else who runs the room gets FORBIDDEN.
   */
  strikeAnswer: Command<ThatPhase & { text: string; isOut: boolean }, { endTime: number }>;
  /**
   * Points by hand in `RANKING`, for a player or for everybody in a team, with a reason that everybody reads (R27.10).
   * Until the evening ends or the next one starts, as corrections.
   */
  givePoints: Command<
    ThatPhase & { playerId?: string; team?: number; points: number; reason: string },
    { endTime: number }
  >;
  /** By the `id` in `givenPoints`. */
  takeBackPoints: Command<ThatPhase & { id: number }, { endTime: number }>;
  /**
   * Asks `coming[place]` of `hostNotes` as the next question (R4.14). Only from cockpits that are told these;
   * everybody else who runs the room gets FORBIDDEN.
   */
  pickQuestion: Command<ThatPhase & { place: number }, { endTime: number }>;
  /**
   * With `curtain` what is asked is hidden until the game goes on; with `message` and `minutes`, which come
   * together, that is a break. Both may follow while the game is paused (R4.12); not from who stands in.
   */
  pauseGame: Command<
    OnPhase & { curtain?: boolean; message?: string; minutes?: number },
    { endTime: number }
  >;
  resumeGame: Command<OnPhase, { endTime: number }>;
  extendTime: Command<OnPhase, { endTime: number }>;
  endGame: Command<OnPhase, { endTime: number }>;
  /** The host gives the role to a connected player; its owner gets it back with `takeBackHost` only. */
  handOverHost: Command<InRoom & { playerId: string }>;
  takeBackHost: Command<InRoom>;
  /** Owner only: makes a player co-host, or takes that back (R3.4). */
  setCoHost: Command<InRoom & { playerId: string; isCoHost: boolean }>;
  /** Owner only: whether a player stands in while the hosts are away (R3.2). */
  allowActingHost: Command<InRoom & { allowed: boolean }>;
  /**
   * Owner only: a secret by which another browser opens cockpits (R3.6, `HostLinkRequest`), told this once. The
   * one before works no more.
   */
  createHostLink: Command<InRoom, { secret: string }>;
  /** Owner only: ends the link, and what came by it; `count` cockpits were connected. */
  revokeHostLinks: Command<InRoom, { count: number }>;
  /** Owner, and who came by a host link: ends the room for everybody. */
  closeRoom: Command<InRoom>;
  kickRoom: Command<InRoom & { kickPlayerId: string }>;
  renamePlayer: Command<InRoom & { playerId: string; playerName: string }, { playerName: string }>;
  /** A projector tells whether its browser waits for a click before anything is heard. */
  tellSound: Command<InRoom & { silent: boolean }>;
  /** How the players are connected; the answer may be a second old. */
  roomHealth: Command<InRoom, RoomHealth>;
  /** Up to so many bots play for `REHEARSAL_MS` at most; the answer says how many, and until when. */
  startRehearsal: Command<InRoom & { bots: number }, { bots: number; endTime: number }>;
  stopRehearsal: Command<InRoom>;
  mutePlayer: Command<InRoom & { playerId: string; muted: boolean }>;
  /** A player's time counts for two thirds (R6.10); told to who runs the room and to that player. */
  setExtraTime: Command<InRoom & { playerId: string; extra: boolean }>;
  updateModeration: Command<InRoom & Partial<ModerationOptions>>;
  /**
   * Names for the policy `list`, which nobody is ever sent; with `more` they come to those before. `count` is
   * how many there are now, `merged` how many of these were alike others.
   */
  updateNameList: Command<
    InRoom & { names: string[]; more?: boolean },
    { count: number; merged: number }
  >;
  /** Names the teams, in the lobby; there are as many as names. */
  updateTeams: Command<InRoom & { names: string[] }>;
  /** The list of teams, for `teams: 'list'`; as `updateNameList`, in the lobby. */
  updateTeamList: Command<
    InRoom & { entries: TeamEntry[]; more?: boolean },
    { count: number; merged: number }
  >;
  /** Chooses a team in the lobby; host and co-hosts may name a player, whom it is for. */
  setTeam: Command<InRoom & { team: number; playerId?: string }>;
  /**
   * Removes everybody whom `who` names but those who run the room, and bans nobody; `count` says how many. With
   * `justCount` nothing happens but that (R3.7).
   */
  removePlayers: Command<InRoom & { who: Removal; justCount?: boolean }, { count: number }>;
  /** Tells who was turned away and who waits; with `names` also which names of the list nobody has (R1.9). */
  readDoor: Command<InRoom & { names?: boolean }, DoorReport>;
  /**
   * The room takes a copy of a list of tickets that is kept for who asks, or has none any more (null); without `list`
   * it keeps the one that it has. With `others`, others than ticket holders come in as well.
   */
  chooseTickets: Command<InRoom & { list?: string | null; others: boolean }>;
  /** Which tickets have come; `search` is a number, or a part of a name. */
  readTickets: Command<InRoom & { only?: 'come' | 'missing'; search?: string }, TicketReport>;
  /** Gives a ticket another code, told this once; the one before ends, with its connection. */
  reissueTicket: Command<InRoom & { number: number }, { code: string }>;
  /** Frees the seat of a player who is away, with name and score; unlike a kick it bans nobody. */
  freeSeat: Command<InRoom & { playerId: string }>;
  /** `id` counts in `audience`, which is the living's unless given. */
  deleteMessage: Command<InRoom & { id: number; audience?: Audience }>;
  /** Shows a masked message to all as it was said (R8.7); `id` and `audience` as in `deleteMessage`. */
  unmaskMessage: Command<InRoom & { id: number; audience?: Audience }>;
  exitRoom: Command<InRoom>;
  /** `t0` comes back untouched; `t1` is the server's epoch ms; `flush` is the last flush number seen. */
  syncTime: Command<{ t0: number; flush?: number }, { t0: number; t1: number }>;
}

export type CommandName = keyof ClientToServerEvents;

/** `auth` of the Socket.IO handshake; every field may be missing. */
export interface HandshakeAuth {
  token?: string;
  /** Ask for a token in `session` (clients without cookies). */
  wantToken?: boolean;
  /** `cockpit`: in the room without a seat, with the commands of the role that its person has (R3.5). */
  role?: 'player' | 'screen' | 'cockpit';
  /** As in `createRoom`, for who opens a room by the query. */
  hostPassword?: string;
  /**
   * `compact`: what a flush tells comes as one `flush` event; echo its number once a second (`syncTime`). `compact2`
   * is the same, and reads what only big rooms tell.
   */
  format?: 'json' | 'compact' | 'compact2';
  /** The last chat id seen, and in which audience: the history then holds only what was missed. */
  lastChatId?: number;
  lastChatAudience?: Audience;
  /** `incarnation` of the roster that came before that message; with another one, all that is kept comes anew. */
  lastChatIncarnation?: string;
  /** The version of the wire that a page reads (`wire.ts`); another one than the server takes is `OTHER_WIRE`. */
  wire?: number;
}
