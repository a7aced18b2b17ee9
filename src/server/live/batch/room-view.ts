import { isDeepStrictEqual } from 'node:util';
import { ChatLog, type Audience } from '../../../game/chat-log.js';
import { deadlineOf, entryKey, isCurtained, isWriting, type Phase } from '../../../game/phase.js';
import { applyChange, noteAppend } from '../../../game/apply-change.js';
import { areRanksTold } from '../../../game/programme.js';
import { endsRehearsal } from '../../../game/rehearsal.js';
import { hasRole } from '../../../game/roles.js';
import type { RoomChange } from '../../../game/room-change.js';
import {
  isAlive,
  isBlind,
  isConnected,
  isSilent,
  seatOfIdentity,
  type RoomSettings,
  type RoomState,
  type Seat,
  type Tally,
} from '../../../game/room-state.js';
import { floorOf, type Floor } from '../../../game/kinds/floor.js';
import type { Position } from '../../../game/shared/zones.js';
import { nameKey, nameOf } from '../../../protocol/judged-name.js';
import {
  BOT_PERSON,
  encodeMove,
  type Person,
  toFraction,
  type PlayerPayload,
  type PlayerTeam,
  type PositionUpdate,
  type WirePosition,
} from '../../../protocol/index.js';
import type { AskedQuestion, CopyHead, RoomSnapshot } from '../store/contract.js';
import { sharedTexts, type AppendUpdate, type ShareUpdate } from '../store/room-update.js';

/** A process's copy of a room. Only updates change it, so all copies are equal at the same `seq`. */
export class RoomView {
  chat!: ChatLog;
  /** Of the store that it is a copy of. */
  incarnation!: string;
  private room!: RoomState;
  /** By player id. */
  private slots!: Map<string, number>;
  /** While a blind question is open: where others are told that somebody stands, by slot (R7.5). */
  private places!: Map<number, Position> | null;
  /** By player id, as the last judgement ranked them. */
  private ranks!: ReadonlyMap<string, number>;

  constructor(snapshot: RoomSnapshot) {
    this.replace(snapshot);
  }

  /** Takes another copy in place of this one, which missed more than can be told. */
  replace({ incarnation, state, chat }: RoomSnapshot): void {
    this.incarnation = incarnation;
    this.room = state;
    this.chat = new ChatLog(chat);
    this.slots = slotsOf(state);
    this.places = placesIn(state);
    this.ranks = ranksIn(state);
  }

  /** To be read, and to be decided on, but not to be changed. */
  get state(): RoomState {
    return this.room;
  }

  /**
   * Whether a copy differs in nothing but moves and chat. Its last append says too little: a store that lost
   * some counts on from before them, so the newest may have been heard here and those before it not.
   */
  isLike(state: RoomState): boolean {
    return isDeepStrictEqual(decided(this.room), decided(state));
  }

  get roomId(): string {
    return this.room.roomId;
  }

  get pin(): string {
    return this.room.pin;
  }

  get seq(): number {
    return this.room.seq;
  }

  get seats(): ReadonlyMap<number, Seat> {
    return this.room.seats;
  }

  get phase(): Phase {
    return this.room.phase;
  }

  get tally(): Tally {
    return this.room.tally;
  }

  /** Whether nobody is told where the others walk (R7.5). */
  get isBlind(): boolean {
    return isBlind(this.room);
  }

  /** Whether people write now, or will when the question begins (R16.14). */
  get isWriting(): boolean {
    return isWriting(this.phase);
  }

  /** Whether nobody who has a seat may say anything (R7.5, R16.14). */
  get isSilent(): boolean {
    return isSilent(this.room);
  }

  /** Whether the game is hidden, and what players do in it is void (R4.12). */
  get isCurtained(): boolean {
    return isCurtained(this.phase);
  }

  /** The question that is asked, with its clock, and its floor but while people write; undefined where none is. */
  get asked(): { name: string; question: AskedQuestion; floor: Floor | null } | undefined {
    const { phase, tally } = this;
    if (phase.kind !== 'question') return undefined;
    const { startTime, pausedAt } = phase.clock;
    const question = { key: entryKey(tally.game, phase), startTime, pausedAt };
    // All parts of a question have one, as its places stand still to the last bell.
    const name = `${tally.game}.${nameKey({ ...nameOf(phase), part: 0 })}`;
    return { name, question, floor: isWriting(phase) ? null : floorOf(phase.question) };
  }

  get settings(): RoomSettings {
    return this.room.settings;
  }

  get hostId(): string {
    return this.room.hostId;
  }

  get kicked(): readonly string[] {
    return this.room.kicked;
  }

  /** Whether somebody is a ghost, of whom the living hear nothing (R7.1). */
  get hasGhosts(): boolean {
    for (const seat of this.seats.values()) if (!isAlive(seat)) return true;
    return false;
  }

  /** Until when moves count for the question that is asked (R5.3), store epoch ms; null where none is. */
  get moveDeadline(): number | null {
    return this.phase.kind === 'question' ? deadlineOf(this.phase) : null;
  }

  /** What `since` needs to know. */
  get head(): CopyHead {
    const { incarnation, room, chat } = this;
    const { seq, lastAppend } = room;
    return { incarnation, seq, lastAppend, lastChatId: chat.lastGhostId() };
  }

  /** One change of an append; `noteAppend` follows the last one. */
  applyChange(change: RoomChange): void {
    if (change.kind === 'seated') this.slots.set(change.seat.playerId, change.seat.slot);
    if (change.kind === 'left') {
      this.slots.delete(change.playerId);
      if (change.reason === 'kicked') this.chat.takeBack(change.playerId);
    }
    if (endsRehearsal(change)) this.chat.takeBack(BOT_PERSON);
    if (change.kind === 'messagesDeleted') this.chat.delete(change.messages);
    if (change.kind === 'messagesUnmasked') this.chat.unmask(change.messages);
    const asked = this.asked?.name;
    applyChange(this.room, change);
    // Who has just come stands where they came in.
    if (change.kind === 'seated') this.places?.set(change.seat.slot, change.seat.position);
    if (change.kind === 'left') this.places?.delete(change.slot);
    if (change.kind !== 'phase') return;
    this.ranks = ranksIn(this.room);
    // A pause moves nobody.
    if (this.asked?.name !== asked) this.places = placesIn(this.room);
  }

  noteAppend(update: AppendUpdate): void {
    noteAppend(this.room, update);
  }

  /** Where everybody is in a snapshot, and the chat that this copy does not have. */
  sharesIn({ state: { seq, seats, texts }, chat }: RoomSnapshot): ShareUpdate {
    const last = this.chat.lastGhostId();
    return {
      kind: 'shared',
      seq,
      moves: Array.from(seats.values(), ({ slot, position }) => ({ slot, position })),
      ...sharedTexts(texts),
      chats: chat.filter(({ ghostId }) => ghostId > last),
    };
  }

  applyShare({ seq, moves, texts = [], chats }: ShareUpdate): void {
    for (const { slot, position } of moves) {
      const seat = this.room.seats.get(slot);
      if (seat !== undefined) seat.position = position;
    }
    for (const { slot, ...text } of texts) this.room.texts.set(slot, text);
    for (const chat of chats) this.chat.append(chat);
    this.room.seq = seq;
  }

  /** Whether one player at most is alive in a game of survival, which ends it unless one began it alone. */
  get hasOneAliveAtMost(): boolean {
    if (this.settings.gameMode !== 'SURVIVAL' || this.phase.kind === 'lobby') return false;
    let living = 0;
    for (const seat of this.seats.values()) if (isAlive(seat) && ++living > 1) return false;
    return true;
  }

  /** Whether this person is host or co-host now. */
  isHelping({ identityId }: Pick<Seat, 'identityId'>): boolean {
    return hasRole(this.room, identityId, 'coHost');
  }

  isOwner({ identityId }: Pick<Seat, 'identityId'>): boolean {
    return identityId === this.room.ownerIdentityId;
  }

  /** Whether this person may not write in the chat (R8.4). */
  isMuted({ identityId }: Pick<Seat, 'identityId'>): boolean {
    return this.room.muted.includes(identityId);
  }

  isCoHost({ identityId }: Pick<Seat, 'identityId'>): boolean {
    return this.room.helpers.coHosts.includes(identityId);
  }

  get coHostIds(): string[] {
    const { coHosts } = this.room.helpers;
    return coHosts.flatMap((identityId) => seatOfIdentity(this.room, identityId)?.playerId ?? []);
  }

  seatOfPlayer(playerId: string): Seat | undefined {
    const slot = this.slots.get(playerId);
    return slot === undefined ? undefined : this.seats.get(slot);
  }

  /** Where somebody sits, unless they have another name by now. */
  slotOf(playerId: string, playerName?: string): number | undefined {
    const seat = this.seatOfPlayer(playerId);
    const isKnown = playerName === undefined || seat?.playerName === playerName;
    return isKnown ? seat?.slot : undefined;
  }

  /** Spectators, who have no slot, are with the living (R7.4). */
  audienceOf(slot: number | null): Audience {
    const seat = slot === null ? undefined : this.seats.get(slot);
    return seat === undefined || isAlive(seat) ? 'living' : 'ghosts';
  }

  roster(audience: Audience): PlayerPayload[] {
    return Array.from(this.seats.values(), (seat) => this.player(seat, audience));
  }

  player(seat: Seat, audience: Audience, position = this.placeOf(seat, audience)): PlayerPayload {
    const { playerId, playerName, ...person } = this.person(seat);
    return { playerId, playerName, playerPosition: toWire(position), ...person };
  }

  /** Who sits in these slots; nobody where they are free. */
  people(slots: Iterable<number>): Person[] {
    return [...new Set(slots)].flatMap((slot) => {
      const seat = this.seats.get(slot);
      return seat === undefined ? [] : this.person(seat);
    });
  }

  private person(seat: Seat): Person {
    return {
      playerId: seat.playerId,
      playerName: seat.playerName,
      isHost: seat.playerId === this.hostId,
      ...(this.isOwner(seat) ? { isOwner: true } : {}),
      ...(seat.isBot ? { isBot: true } : {}),
      ...(this.isCoHost(seat) ? { isCoHost: true } : {}),
      ...(seat.playerId === this.room.actingId ? { isActing: true } : {}),
      slot: seat.slot,
      isAlive: isAlive(seat),
      score: seat.score,
      ...(this.ranks.has(seat.playerId) ? { rank: this.ranks.get(seat.playerId) as number } : {}),
      connected: isConnected(seat),
      ...(this.isMuted(seat) ? { isMuted: true } : {}),
      ...(seat.team === null ? {} : { team: seat.team }),
    };
  }

  /** In which team the player of a slot is, where there are teams. */
  teamOf(slot: number): PlayerTeam[] {
    const { playerId = '', team = null } = this.seats.get(slot) ?? {};
    return team === null ? [] : [{ playerId, team }];
  }

  /** Where an audience is told that a player is: to the living, a ghost stays where it fell (R7.1). */
  placeOf(seat: Seat, audience: Audience): Position {
    const place = this.places?.get(seat.slot) ?? seat.position;
    return audience === 'living' ? (seat.fellAt ?? place) : place;
  }

  positions(slots: Iterable<number>, audience: Audience): PositionUpdate[] {
    const updates: PositionUpdate[] = [];
    for (const slot of slots) {
      const seat = this.seats.get(slot);
      if (seat === undefined) continue;
      updates.push({
        playerId: seat.playerId,
        playerPosition: toWire(this.placeOf(seat, audience)),
      });
    }
    return updates;
  }

  /** The same in the digits of a compact frame. */
  packedPositions(slots: Iterable<number>, audience: Audience): string {
    let packed = '';
    for (const slot of slots) {
      const seat = this.seats.get(slot);
      if (seat === undefined) continue;
      const [x, y] = this.placeOf(seat, audience);
      packed += encodeMove(slot, x, y);
    }
    return packed;
  }
}

function placesIn(room: RoomState): Map<number, Position> | null {
  const { phase } = room;
  if (!isBlind(room) || phase.kind !== 'question') return null;
  return new Map((phase.places ?? []).map(([slot, x, y]) => [slot, [x, y]]));
}

/** Nobody has a rank in the lobby, where the results tell them, and while a round holds ranks back (R27.4). */
function ranksIn({ phase, tally, programme }: RoomState): ReadonlyMap<string, number> {
  const areTold = phase.kind !== 'lobby' && areRanksTold({ phase, programme });
  const marks = areTold ? tally.marks : [];
  return new Map(marks.map(({ playerId, rank }) => [playerId, rank]));
}

/** What appends have made of a room. */
function decided({ seats, ...room }: RoomState): object {
  const settled = Array.from(
    seats,
    ([slot, seat]) => [slot, { ...seat, position: null, entered: null }] as const,
  );
  const undecided = { seq: null, lastActivityAt: null, names: null, walked: null, texts: null };
  return { ...room, ...undecided, seats: new Map(settled) };
}

function slotsOf({ seats }: RoomState): Map<string, number> {
  return new Map(Array.from(seats.values(), ({ playerId, slot }) => [playerId, slot]));
}

/** In fractions of the arena. */
export function toWire([x, y]: Position): WirePosition {
  return [toFraction(x), toFraction(y)];
}
