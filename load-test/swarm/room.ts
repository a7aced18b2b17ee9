/** One room of the swarm: who is in it, what they send, and what its observers make of it. */

import { performance } from 'node:perf_hooks';
import { ChatLedger, answerOf, ChatTally, ChatMarker } from './chat-ledger.js';
import { CrowdWatch, CrowdTally } from './crowd-watch.js';
import { MoveLedger, toWire, MoveTally, type MeasuringWindow } from './move-ledger.js';
import { type ServerUpdate, encodeCommand, isAboutRoster, isNotable, tells } from './wire.js';
import type { QuestionPayload } from '../../src/protocol/events.js';
import type { RevealPayload } from '../../src/protocol/scores.js';
import { floorOf, valueAt, valuesOf, type Floor } from '../../src/game/kinds/floor.js';
import { drawOne, type Random } from '../../src/game/shared/random.js';
import { positionOn, Walker, type Mover, type Position, Jumper } from './movement.js';
import type { HandshakeAuth } from '../../src/protocol/commands.js';
import { toSteps } from '../../src/protocol/position.js';
import { writingOf } from '../../src/protocol/question.js';
import { addressIn, observes, type SwarmOptions } from './options.js';
import { ECHO_WITH_MOVE_MS, Player, type Joined } from './player.js';
import type { Opener } from './quiz-file.js';
import { Histogram } from './histogram.js';

export interface Traffic {
  frames: number;
  bytes: number;
}

export interface ObservedRoom {
  readonly moves: MoveLedger;
  readonly chat: ChatLedger;
  /** Index of a swarm player of this room; undefined for anybody else. */
  indexOf(playerId: string): number | undefined;
  readonly crowd: Pick<CrowdWatch, 'sitting' | 'met'>;
}

export class Observer {
  /** Payload by event name since the connection began. */
  readonly traffic = new Map<string, Traffic>();
  /** Payload of the frame whose updates are being taken. */
  frameBytes = 0;

  /** `index` is the player's own; it names the observer in the ledgers. */
  constructor(
    readonly index: number,
    private readonly room: ObservedRoom,
  ) {}

  /** `bytes` is the size of the frame's payload. */
  count(event: string, bytes: number): void {
    this.frameBytes = bytes;
    const traffic = this.traffic.get(event) ?? { frames: 0, bytes: 0 };
    traffic.frames++;
    traffic.bytes += bytes;
    this.traffic.set(event, traffic);
  }

  /** `at` is the time of its arrival (performance.now()). */
  take(update: ServerUpdate, at: number): void {
    if (update.name === 'updatePosition') {
      for (const { playerId, playerPosition } of update.payload.updates) {
        const player = this.room.indexOf(playerId);
        if (player !== undefined) this.room.moves.arrived(this.index, player, playerPosition, at);
        else this.room.crowd.met(playerId, { observer: this.index, position: playerPosition, at });
      }
    } else if (update.name === 'chatMessage') {
      for (const entry of update.payload.messages) this.room.chat.arrived(this.index, entry, at);
    } else if (update.name === 'near') this.room.moves.near(this.index, update.payload, at);
    else if (update.name === 'forget') {
      for (const slot of update.payload.slots) {
        const player = this.room.crowd.sitting(slot);
        if (player !== undefined) this.room.moves.forget(this.index, player);
      }
    }
  }
}

/** Applies a update to a set of player ids. */
export function applyToRoster(roster: Set<string>, update: ServerUpdate): void {
  if (update.name === 'joinRoom') {
    if (update.payload.everyone) roster.clear();
    for (const { playerId } of update.payload.players) roster.add(playerId);
  } else if (update.name === 'exitRoom' || update.name === 'kickRoom')
    roster.delete(update.payload.playerId);
}

/** A question that comes sooner after the join may have been running before. */
const FRESH_MS = 1_000;
/** Who changed the answer this shortly before the reveal may be marked either way. */
const STANDING_MS = 1_000;

export class AnswerTally {
  /** When each reveal was seen first, performance.now(). */
  readonly revealedAt: number[] = [];
  /** Questions, per player who got them. */
  questions = 0;
  reveals = 0;
  /** Marks held against the position where the player stood. */
  judged = 0;
  /** Marked right in a wrong zone, or wrong in a right one. Of what has no zones, marks depend on everybody. */
  mismarked = 0;
  /** Where people write first (R16.14): from the bell, by the server's clock, until a player has what was written. */
  readonly groups = new Histogram();
}

/** What this needs to know of a player. */
export interface Answerer {
  readonly player: {
    readonly index: number;
    readonly joinedAt: number;
    send(packet: string): void;
  };
  readonly mover: Mover;
  readonly ghost: boolean;
}

interface Standing {
  position: Position;
  /** Since when on the same value. */
  since: number;
}

/** Half of all write one of these, and the others a text of their own each. */
const COMMON_TEXTS = ['Seoul', 'seoull', 'Busan', 'Incheon', 'Daegu', 'Daejeon'];

export class AnswerSheet {
  #floor: Floor | undefined;
  readonly #takers = new Set<number>();
  readonly #standing = new Map<number, Standing>();
  /** When people have written, server epoch ms; undefined where they do not write first. */
  #written: number | undefined;

  constructor(
    private readonly tally: AnswerTally,
    private readonly random: Random,
  ) {}

  /** Sends a player to a random answer, some time between now and the deadline; who has to write first writes. */
  question(answerer: Answerer, question: QuestionPayload, now: number): void {
    const { player, mover } = answerer;
    if (writingOf(question.kind) !== undefined && question.choiceList.length === 0) {
      this.#write(answerer, question);
      return;
    }
    // The server runs on this machine, by the same clock.
    if (this.#written !== undefined) this.tally.groups.record(Date.now() - this.#written);
    const floor = floorOf(question);
    if (JSON.stringify(floor) !== JSON.stringify(this.#floor)) this.#standing.clear();
    this.#floor = floor;
    this.tally.questions++;
    if (now - player.joinedAt > FRESH_MS) this.#takers.add(player.index);
    if (!(mover instanceof Walker)) return;
    // The question comes before `startTime`, so this much is left whatever the clocks say.
    const left = question.endTime - question.startTime;
    const value = drawOne(this.random, valuesOf(floor));
    const draw = (random: Random): Position => positionOn(value, floor, random);
    mover.headFor(draw, now + this.random() * left * 0.4, now + left * 0.7);
  }

  #write({ player }: Answerer, { startTime, endTime }: QuestionPayload): void {
    this.#written = endTime;
    const isOwn = this.random() < 0.5;
    const texts = [isOwn ? `text ${player.index}` : drawOne(this.random, COMMON_TEXTS)];
    const inMs = startTime - Date.now() + this.random() * 0.7 * (endTime - startTime);
    setTimeout(() => player.send(encodeCommand('writeAnswer', { texts })), inMs).unref();
  }

  moved(player: number, position: Position, now: number): void {
    const before = this.#standing.get(player);
    const stays =
      before !== undefined && this.#valueAt(before.position) === this.#valueAt(position);
    this.#standing.set(player, { position, since: stays ? before.since : now });
  }

  /** The value on which each of those stands who has stood there long enough to be sure of the mark, by index. */
  stands(now: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const [player, { position, since }] of this.#standing)
      if (this.#isZoned && this.#takers.has(player) && now - since >= STANDING_MS)
        found.set(player, this.#valueAt(position));
    return found;
  }

  reveal(
    { answer, rights = [answer], players }: RevealPayload,
    memberOf: (playerId: string) => Answerer | undefined,
    now: number,
  ): void {
    this.tally.reveals++;
    this.tally.revealedAt.push(now);
    this.#written = undefined;
    const stands = this.stands(now);
    for (const { playerId, isAnswer } of players) {
      const member = memberOf(playerId);
      const value = member === undefined ? undefined : stands.get(member.player.index);
      if (value === undefined || member?.ghost !== false) continue;
      this.tally.judged++;
      if (isAnswer !== rights.includes(value)) this.tally.mismarked++;
    }
    this.#takers.clear();
  }

  get #isZoned(): boolean {
    return this.#floor?.kind === 'choice' || this.#floor?.kind === 'ox';
  }

  #valueAt({ x, y }: Position): number {
    return this.#floor === undefined ? 0 : valueAt([x, y], this.#floor);
  }
}

/** What everybody of a room is told at once, as one observer heard it. */
export interface Told {
  readonly pin: string;
  /** The observer, within its room. */
  readonly player: number;
  readonly update: Extract<ServerUpdate, { name: 'endQuizTime' | 'endGame' }>;
  /** performance.now() */
  readonly at: number;
  /** Payload of the frame that told it. */
  readonly bytes: number;
}

/** A player with its part in the room. */
export interface Member {
  readonly player: Player;
  readonly observer: Observer | undefined;
  /** Ids that this player knows of; kept by observers, and by all with `checkRosters`. */
  readonly roster: Set<string> | undefined;
  /** Who was in when this member began to connect, and so must be in the roster it gets. */
  presentBefore: readonly Member[];
  mover: Mover;
  /** Grows by the chat share with each event; at 1 the event is a message. */
  chatDue: number;
  /** Eliminated: the living do not hear it, and it is not judged what it hears (R7). */
  ghost: boolean;
}

export class SwarmRoom implements ObservedRoom {
  readonly members: Member[];
  readonly moves: MoveLedger;
  readonly chat: ChatLedger;
  readonly #byId = new Map<string, Member>();
  readonly crowd: CrowdWatch;
  readonly #answers: AnswerSheet | undefined;
  #pin: string | undefined;
  /** Shows who opened the room; asked for where questions are to be brought. */
  #token = '';

  constructor(
    private readonly options: SwarmOptions,
    private readonly tallies: Tallies,
    private readonly onDropped: () => void,
    /** How many players of the run are in the rooms before this one. */
    private readonly firstOrdinal: number,
    private readonly onTold: (told: Told) => void = () => {},
  ) {
    const { players, lostAfterSeconds, rate } = options;
    const { window, marker } = tallies;
    const lostAfterMs = lostAfterSeconds * 1000;
    this.moves = new MoveLedger(players, tallies.moves, window, lostAfterMs, rate);
    this.chat = new ChatLedger(marker, tallies.chat, window, lostAfterMs);
    this.#answers = options.answer ? new AnswerSheet(tallies.answers, Math.random) : undefined;
    this.crowd = new CrowdWatch(tallies.crowd, options.answer);
    this.#pin = options.pin;
    this.members = Array.from({ length: players }, (_, index) => this.#newMember(index));
  }

  /** Known once the first player is in. */
  get pin(): string | undefined {
    return this.#pin;
  }

  /** Undefined until the room is open. */
  get opener(): Opener | undefined {
    return this.#pin === undefined ? undefined : { pin: this.#pin, token: this.#token };
  }

  indexOf(playerId: string): number | undefined {
    return this.#byId.get(playerId)?.player.index;
  }

  /** Connects a member and records how that went. Never rejects. */
  async join(member: Member): Promise<void> {
    // In a big room nobody is told who is there, and to note it for each would take N².
    member.presentBefore = this.crowd.isBig
      ? []
      : [...this.#byId.values()].filter((one) => one.player.isConnected);
    try {
      if (this.#pin === undefined && this.options.redials) await this.#open(member);
      await member.player.join(this.#url(), this.#headersOf(member));
    } catch (error) {
      this.tallies.joins.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Records that a member had no room to join. */
  cannotOpen(): void {
    this.tallies.joins.fail('ROOM_NOT_OPENED');
  }

  /** How many of the others each lacks who keeps a roster; observers of a big room are told how many there are. */
  missing(): number[] {
    const connected = [...this.#byId.values()].filter(({ player }) => player.isConnected);
    if (this.crowd.isBig) return this.crowd.missing(connected.length);
    return this.members.flatMap(({ player, roster }) => {
      if (roster === undefined || !player.isConnected) return [];
      return [connected.filter((one) => !roster.has(one.player.id)).length];
    });
  }

  /** Sends one event of a member: a move, or a message when its turn has come. */
  act(member: Member, now: number): void {
    const { player } = member;
    if (!player.isConnected || this.#pin === undefined) return;
    member.chatDue += this.options.chatShare;
    const isChat = member.chatDue >= 1;
    if (isChat) {
      member.chatDue--;
      this.#say(member, this.#pin, now);
    } else {
      const position = this.moves.sent(player.index, member.mover.next(now), now);
      this.#answers?.moved(player.index, position, now);
      const flush = player.untoldFlush(ECHO_WITH_MOVE_MS);
      const move = { gameId: this.#pin, newPosition: toWire(position) };
      player.send(encodeCommand('updatePosition', flush === undefined ? move : { ...move, flush }));
    }
    this.tallies.sent(isChat, now);
    if (member.ghost) this.#forgive(member);
    const question = this.crowd.question(player, now);
    if (question !== undefined) player.send(question);
  }

  /** In a big room, the server may refuse what is too much for all, and says so. */
  #say({ player }: Member, gameId: string, now: number): void {
    if (this.crowd.isBig) {
      const { serial, message } = this.chat.asked(player.index, now);
      player.send(encodeCommand('chatMessage', { gameId, message }, serial));
    } else {
      const message = this.chat.sent(player.index, now);
      player.send(encodeCommand('chatMessage', { gameId, message }));
    }
  }

  judge(now: number): void {
    this.moves.judge(now);
    this.chat.judge(now);
  }

  /** The last judgement: what arrives after it is nobody's business any more. */
  conclude(): void {
    this.judge(Infinity);
    this.crowd.conclude();
    for (const member of this.members) this.#unwatch(member);
  }

  settled(): boolean {
    return this.moves.settled() && this.chat.settled();
  }

  #newMember(index: number): Member {
    const observer = observes(index, this.options) ? new Observer(index, this) : undefined;
    const keepsRoster = observer !== undefined || this.options.checkRosters;
    const { answer } = this.options;
    const counts = (frame: Buffer): boolean =>
      this.crowd.reads(player, frame) ||
      isNotable(frame) ||
      (keepsRoster && isAboutRoster(frame)) ||
      (answer && tells(frame, 'startQuizTime'));
    const opens = index === 0 && this.options.pin === undefined;
    const player = new Player(
      index,
      {
        joined: (_, joined) => this.#seat(member, joined),
        frame: (_, event, bytes) => member.observer?.count(event, bytes),
        update: (_, update, at) => this.#take(member, update, at),
        refused: (code) => this.tallies.refuse(code),
        answered: (_, id, result) => {
          if (!this.crowd.answered(player, id, result)) this.chat.answered(id, answerOf(result));
        },
        dropped: (_, reason) => this.#drop(member, reason),
      },
      (frame) => counts(frame) || observer !== undefined,
      () => (opens ? this.#openerAuth() : { format: this.options.format }),
      (slot) => this.crowd.holderAt(slot),
    );
    const member: Member = {
      player,
      observer,
      roster: keepsRoster ? new Set() : undefined,
      presentBefore: [],
      mover: new Jumper(Math.random),
      chatDue: Math.random(),
      ghost: false,
    };
    return member;
  }

  /** By a connection of its own, as the page does where the proxy sends by room: then it dials again with the PIN. */
  async #open(member: Member): Promise<void> {
    const opener = new Player(
      0,
      {
        joined: () => undefined,
        frame: () => undefined,
        update: (_, update) => this.#learn(update),
        refused: () => undefined,
        answered: () => undefined,
        dropped: () => undefined,
      },
      () => false,
      () => this.#openerAuth(),
    );
    await opener.join(this.#url(), this.#headersOf(member));
    await opener.hangUp();
  }

  #openerAuth(): HandshakeAuth {
    const { format, quiz, redials } = this.options;
    if (this.#token !== '') return { format, token: this.#token };
    return quiz !== undefined || redials ? { format, wantToken: true } : { format };
  }

  #learn(update: ServerUpdate): void {
    if (update.name === 'session') this.#token = update.payload.token ?? '';
    if (update.name === 'createRoom') this.#pin = update.payload.gameId;
    this.crowd.learn(update);
  }

  #url(): string {
    const url = new URL('/socket.io/', this.options.target.replace(/^http/, 'ws'));
    url.search = 'EIO=4&transport=websocket';
    if (this.#pin !== undefined) url.searchParams.set('game-id', this.#pin);
    else {
      const size = this.options.seats ?? Math.max(2, this.options.players);
      const room = `title=Swarm;gameMode=RANKING;maxPlayerCount=${size};isPublic=false`;
      url.searchParams.set('create-room', room);
    }
    return url.href;
  }

  #headersOf({ player }: Member): Record<string, string> {
    const { networks, players } = this.options;
    if (networks === 'machine') return {};
    const ordinal = this.firstOrdinal + player.index;
    const network = networks === 'player' ? ordinal : Math.floor(ordinal / players);
    return { 'x-forwarded-for': addressIn(network) };
  }

  #seat(member: Member, { ms, roster }: Joined): void {
    const { player } = member;
    const { joins } = this.tallies;
    joins.joined++;
    joins.latency.record(ms);
    this.#byId.set(player.id, member);
    const ids = new Set(roster.map((one) => one.playerId));
    const lacking = (one: Member): boolean => one.player.isConnected && !ids.has(one.player.id);
    if (member.presentBefore.some(lacking)) joins.incompleteRosters++;
    member.presentBefore = [];
    const self = roster.find((one) => one.playerId === player.id);
    member.ghost = self?.isAlive === false;
    const [x, y] = self?.playerPosition ?? [0.5, 0.5];
    const start = { x: toSteps(x), y: toSteps(y) };
    if (this.options.walk || this.options.answer)
      member.mover = new Walker(Math.random, start, performance.now());
    if (this.crowd.isBig) this.moves.placed(player.index, start, performance.now());
    for (const { observer, position, at } of this.crowd.seat(player, member.observer !== undefined))
      this.moves.arrived(observer, player.index, position, at);
    if (!member.ghost) this.#watch(member);
    if (this.options.names)
      player.send(encodeCommand('setPlayerName', { playerName: `Swarm ${player.index + 1}` }, 0));
  }

  #take(member: Member, update: ServerUpdate, at: number): void {
    const { player, observer, roster } = member;
    this.#learn(update);
    this.crowd.take(player, update, at);
    if (roster !== undefined) applyToRoster(roster, update);
    observer?.take(update, at);
    if (update.name === 'startQuizTime') this.#answers?.question(member, update.payload, at);
    if (observer === undefined) return;
    if (this.#pin !== undefined && (update.name === 'endQuizTime' || update.name === 'endGame'))
      this.onTold({ pin: this.#pin, player: player.index, update, at, bytes: observer.frameBytes });
    if (member !== this.#lead()) return;
    if (update.name === 'startQuizTime') this.crowd.sheet.question(update.payload);
    if (update.name === 'endQuizTime' || update.name === 'endGame')
      this.crowd.sheet.moment(update, this.#answers?.stands(at) ?? new Map());
    if (update.name === 'endQuizTime') {
      this.#answers?.reveal(update.payload, (id) => this.#byId.get(id), at);
      for (const { playerId, isAlive } of update.payload.players)
        this.#setGhost(playerId, !isAlive);
    } else if (update.name === 'endGame') {
      for (const { player: everyone } of this.members) this.#setGhost(everyone.id, false);
    } else if (update.name === 'exitRoom' && player.id !== update.payload.playerId) {
      const gone = this.#byId.get(update.payload.playerId);
      if (gone !== undefined) this.#forgive(gone);
    }
  }

  /** The observer whose word counts for what concerns the room as a whole. */
  #lead(): Member | undefined {
    return this.members.find(
      ({ observer, player }) => observer !== undefined && player.isConnected,
    );
  }

  #setGhost(playerId: string, ghost: boolean): void {
    const member = this.#byId.get(playerId);
    if (member === undefined || member.ghost === ghost) return;
    member.ghost = ghost;
    this.#forgive(member);
    if (ghost) this.#unwatch(member);
    else this.#watch(member);
  }

  #drop(member: Member, reason: string): void {
    this.tallies.drop(reason);
    this.#forgive(member);
    this.#unwatch(member);
    this.onDropped();
  }

  #forgive({ player }: Member): void {
    this.moves.forgive(player.index);
    this.chat.forgive(player.index);
  }

  #watch({ player, observer }: Member): void {
    if (observer === undefined) return;
    this.moves.watch(player.index);
    this.chat.watch(player.index, performance.now());
  }

  #unwatch({ player, observer }: Member): void {
    if (observer === undefined) return;
    this.moves.unwatch(player.index);
    this.chat.unwatch(player.index);
  }
}

class JoinTally {
  joined = 0;
  failed = 0;
  /** Rosters given to a joiner that lacked somebody who was in before the joiner connected. */
  incompleteRosters = 0;
  readonly reasons = new Map<string, number>();
  readonly latency = new Histogram();

  fail(reason: string): void {
    this.failed++;
    count(this.reasons, reason);
  }
}

export class Tallies {
  readonly joins = new JoinTally();
  readonly moves = new MoveTally();
  readonly chat = new ChatTally();
  readonly answers = new AnswerTally();
  readonly crowd = new CrowdTally();
  /** Refused commands by error code. */
  readonly refusals = new Map<string, number>();
  /** Connections that ended by themselves, by reason. */
  readonly drops = new Map<string, number>();
  readonly marker = new ChatMarker(Math.random);
  /** Nothing is inside until the run sets it. */
  readonly window: MeasuringWindow = { from: Infinity, until: Infinity };
  /** Events sent within the window. */
  movesSent = 0;
  chatsSent = 0;

  sent(isChat: boolean, at: number): void {
    if (at < this.window.from || at >= this.window.until) return;
    if (isChat) this.chatsSent++;
    else this.movesSent++;
  }

  refuse(code: string): void {
    count(this.refusals, code);
  }

  drop(reason: string): void {
    count(this.drops, reason);
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
