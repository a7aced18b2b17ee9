import type { Redis } from 'ioredis';
import type { OpenRoom } from '../../game/give-way.js';
import { nameStem } from '../../game/names.js';
import { deadlineOf, nextQuestionIndex } from '../../game/phase.js';
import type { QuizSet } from '../../game/quiz-set.js';
import type { HostChange } from '../../game/host.js';
import type { RoomState } from '../../game/room-state.js';
import { limits, type PublicRoom, type QuizSetChoice } from '../../protocol/index.js';
import type {
  Heads,
  Member,
  NewRoom,
  PhaseClaim,
  RoomPatch,
  RoomSnapshot,
  RoomStore,
  ScreenGrant,
  ScreenRequest,
  SeatGrant,
  SeatRef,
  SeatRequest,
  ShareBatch,
} from '../contract.js';
import type { CloseReason, LeaveReason } from '../facts.js';
import { newRoomId } from '../room-id.js';
import { dueMember, type RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';
import {
  formatFlag,
  formatPosition,
  parseChat,
  parseRoom,
  parseSeat,
  type Hash,
} from './room-codec.js';
import type { RoomRegistry } from './room-registry.js';
import type { Scripts } from './scripts.js';

export interface RedisStoreSettings {
  /** Names this process, and this run of it, among those that hold seats. */
  processId: string;
  /** How long after a deadline moves that other processes had in time may still arrive, in ms. */
  settleMs: number;
  slotRestMs: number;
  /** Epoch ms by Redis time. */
  now: () => number;
  /** Whether new seats have to be refused for want of memory. */
  isFull: () => boolean;
}

/** Rooms in Redis. What must be atomic is one script; a read is one MULTI. */
export class RedisStore implements RoomStore {
  constructor(
    private readonly redis: Redis,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly registry: RoomRegistry,
    private readonly settings: RedisStoreSettings,
  ) {}

  now(): number {
    return this.settings.now();
  }

  openRoom(room: NewRoom): Promise<string | undefined> {
    return this.registry.open(room);
  }

  closeRoom(roomId: string, reason: CloseReason, seq: number): Promise<void> {
    return this.registry.close(roomId, reason, seq);
  }

  findRoom(pin: string): Promise<string | undefined> {
    return this.registry.find(pin);
  }

  ownedRoom(identityId: string): Promise<{ roomId: string; pin: string } | undefined> {
    return this.registry.ownedBy(identityId);
  }

  publicRooms(): Promise<PublicRoom[]> {
    return this.registry.listed();
  }

  openRooms(): Promise<OpenRoom[]> {
    return this.registry.opened();
  }

  async readRoom(roomId: string): Promise<RoomState | undefined> {
    const [room, seats, positions] = await askAll(this.readState(roomId));
    return parseRoom(room as Hash, seats as Hash, positions as Hash);
  }

  async snapshot(roomId: string): Promise<RoomSnapshot | undefined> {
    const read = this.readState(roomId)
      .lrange(this.keys.part(roomId, 'living'), 0, -1)
      .lrange(this.keys.part(roomId, 'ghosts'), 0, -1)
      .info('server');
    const [room, seats, positions, living, ghosts, info] = await askAll(read);
    const state = parseRoom(room as Hash, seats as Hash, positions as Hash);
    const chat = parseChat(living as string[], ghosts as string[]);
    return state && { incarnation: incarnationOf(info), state, chat };
  }

  private readState(roomId: string): ReturnType<Redis['multi']> {
    const read = this.redis.multi();
    for (const part of ['room', 'seats', 'positions'] as const)
      read.hgetall(this.keys.part(roomId, part));
    return read;
  }

  async heads(roomIds: readonly string[]): Promise<Heads> {
    const read = this.redis.pipeline().info('server');
    for (const roomId of roomIds) read.hmget(this.keys.part(roomId, 'room'), 'seq', 'version');
    const [info, ...found] = await askAll(read);
    const rooms: Heads['rooms'] = new Map();
    for (const [i, roomId] of roomIds.entries()) {
      const [seq, version] = found[i] as (string | null)[];
      if (seq != null) rooms.set(roomId, { seq: Number(seq), version: Number(version) });
    }
    return { incarnation: incarnationOf(info), rooms };
  }

  async seatPlayer(roomId: string, request: SeatRequest): Promise<SeatGrant> {
    const { identityId, address, connectionId, playerId, playerName, position } = request;
    const granted = await this.scripts.room('seat-player', roomId, [
      identityId,
      address,
      connectionId,
      playerId,
      playerName,
      nameStem(playerName),
      ...position,
      this.settings.processId,
      this.settings.isFull() ? 1 : 0,
    ]);
    const [resumed, replaced, seat, xy, becameHost] = granted as [
      number,
      string,
      string,
      string,
      number,
    ];
    return {
      seat: parseSeat(seat, xy),
      resumed: resumed === 1,
      replaced: replaced === '' ? null : replaced,
      becameHost: becameHost === 1,
    };
  }

  async findMember(pin: string, identityId: string): Promise<Member | undefined> {
    const found = await this.registry.find(pin);
    // A wrong PIN asks for as much, so that its time does not tell.
    const roomId = found ?? newRoomId(/^\d{6}$/.test(pin) ? pin : '000000');
    const isHost = await this.scripts.room('find-member', roomId, [identityId]);
    return isHost === null ? undefined : { roomId, isHost: isHost === 1 };
  }

  async isFamiliar(
    roomId: string,
    { identityId, address }: { identityId: string; address: string },
  ): Promise<boolean> {
    const read = this.redis
      .pipeline()
      .hexists(this.keys.part(roomId, 'slots'), identityId)
      .sismember(this.keys.part(roomId, 'addresses'), address);
    return (await askAll(read)).includes(1);
  }

  async addScreen(
    roomId: string,
    { connectionId, identityId }: ScreenRequest,
  ): Promise<ScreenGrant> {
    const args = [connectionId, identityId, this.settings.processId, limits.MAX_SCREENS];
    const replaced = (await this.scripts.room('add-screen', roomId, args)) as string;
    return { replaced: replaced === '' ? null : replaced };
  }

  async removeScreen(roomId: string, connectionId: string): Promise<void> {
    await this.scripts.room('remove-screen', roomId, [connectionId]);
  }

  async dismissScreens(roomId: string): Promise<string[]> {
    return (await this.scripts.room('dismiss-screens', roomId, [])) as string[];
  }

  async dropPlayer(roomId: string, slot: number, epoch: number): Promise<void> {
    await this.scripts.room('drop-player', roomId, [slot, epoch]);
  }

  async removePlayer(roomId: string, who: SeatRef, reason: LeaveReason): Promise<void> {
    const { slot, serial, epoch = '' } = who;
    const { slotRestMs } = this.settings;
    const args = [slot, serial, epoch, reason, slotRestMs, limits.KICKED_KEPT];
    await this.scripts.room('remove-player', roomId, args);
  }

  async renamePlayer(roomId: string, who: SeatRef, wanted: string): Promise<string> {
    const args = [who.slot, who.serial, wanted, nameStem(wanted)];
    return (await this.scripts.room('rename-player', roomId, args)) as string;
  }

  async setHost(roomId: string, change: HostChange): Promise<boolean> {
    const { from, to, isHandedOver, ifAway } = change;
    const flags = [formatFlag(isHandedOver), formatFlag(ifAway)];
    return (await this.scripts.room('set-host', roomId, [from, to, ...flags])) === 1;
  }

  updateRoom(roomId: string, patch: RoomPatch, guard: { inLobby: boolean }): Promise<void> {
    return this.update(roomId, patch, guard);
  }

  putQuizSet(roomId: string, set: QuizSet, choice: QuizSetChoice): Promise<void> {
    return this.update(roomId, { quizSet: choice }, { inLobby: true }, set);
  }

  private async update(
    roomId: string,
    { options = {}, quizSet, screen = {}, muted }: RoomPatch,
    { inLobby }: { inLobby: boolean },
    ownSet?: QuizSet,
  ): Promise<void> {
    const optionArgs = fieldArgs(options);
    await this.scripts.room('update-room', roomId, [
      formatFlag(inLobby),
      quizSet === undefined ? '' : JSON.stringify(quizSet),
      JSON.stringify({ kind: 'quizSet', quizSet }),
      ownSet === undefined ? '' : JSON.stringify(ownSet),
      muted === undefined ? '' : formatFlag(muted),
      optionArgs.length,
      ...optionArgs,
      ...fieldArgs(screen),
    ]);
  }

  async getQuizSet(roomId: string): Promise<QuizSet | undefined> {
    const set = await askRedis(this.redis.get(this.keys.part(roomId, 'quiz')));
    return set === null ? undefined : (JSON.parse(set) as QuizSet);
  }

  async share(roomId: string, { moves, chats }: ShareBatch): Promise<number[]> {
    const leftOut = await this.scripts.room('share', roomId, [
      limits.CHAT_KEPT,
      limits.CHAT_KEPT_BYTES,
      moves.length,
      ...moves.map(({ slot }) => slot),
      ...moves.map(({ epoch }) => epoch),
      ...moves.map(({ position }) => formatPosition(position)),
      ...chats.flatMap(({ slot, epoch, message }) => [slot, epoch, message]),
    ]);
    return leftOut as number[];
  }

  async claimPhase(
    roomId: string,
    { fromVersion, deadline, transition }: PhaseClaim,
  ): ReturnType<RoomStore['claimPhase']> {
    const { phase, game, everyone, seatMarks } = transition;
    const { version, kind } = phase;
    const versions = [version, fromVersion];
    const outcome = await this.scripts.room(
      'claim-phase',
      roomId,
      [
        fromVersion,
        deadline,
        this.settings.settleMs,
        version,
        kind,
        nextQuestionIndex(phase),
        deadlineOf(phase) ?? '',
        JSON.stringify(phase),
        game === null ? '' : JSON.stringify(game),
        everyone ?? '',
        JSON.stringify(seatMarks),
        JSON.stringify({ kind: 'phase', phase, seatMarks, everyone }),
        dueMember({ kind: 'phase', roomId, version: fromVersion }),
        dueMember({ kind: 'phase', roomId, version }),
      ],
      versions.map((one) => this.keys.timer(roomId, one)),
    );
    return outcome as Awaited<ReturnType<RoomStore['claimPhase']>>;
  }

  async armHousekeeping(roomId: string, at: number): Promise<void> {
    const members = [
      dueMember({ kind: 'housekeeping', roomId }),
      dueMember({ kind: 'again', roomId }),
    ];
    const opened = await this.scripts.room('arm-housekeeping', roomId, [at, ...members]);
    if (opened !== null) await this.registry.renew(roomId, opened as [string, string]);
  }
}

/** A Redis that restarts, or another one that takes its place, has another run id. */
function incarnationOf(info: unknown): string {
  return /^run_id:(\w+)/m.exec(info as string)?.[1] ?? '';
}

/** Fields and values of a hash, in turn. */
function fieldArgs(fields: Record<string, string | number | boolean>): (string | number)[] {
  return Object.entries(fields).flatMap(([name, value]) => [
    name,
    typeof value === 'boolean' ? formatFlag(value) : value,
  ]);
}
