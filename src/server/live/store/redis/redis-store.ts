import type { ChainableCommander } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { ChatBounds } from '../../../../game/chat-bucket.js';
import type { OpenRoom } from '../../../../game/give-way.js';
import { EARLIEST_MS } from '../../../../game/shared/judged.js';
import { deadlineOf } from '../../../../game/phase.js';
import type { QuizSet } from '../../../../game/shared/quiz-set.js';
import { isActivity, revisionOf, type CloseReason } from '../../../../game/room-change.js';
import type { Revision, RoomState } from '../../../../game/room-state.js';
import { COCKPIT_SPEAKER, limits, type PublicRoom } from '../../../../protocol/index.js';
import type {
  Append,
  AppendOutcome,
  CopyHead,
  FieldName,
  Heads,
  KnownRoom,
  Missed,
  NewRoom,
  RoomSnapshot,
  RoomStore,
  ShareBatch,
  Standing,
} from '../contract.js';
import { LOG_LENGTH } from '../limits.js';
import { sharedTexts, type RoomUpdate } from '../room-update.js';
import { dueMember, type RedisKeys } from './keys.js';
import { readKnown } from './known-room.js';
import { formatChanges, referring } from './packed.js';
import { formatMove, parseMoves } from './places.js';
import { askAll, askRedis } from './redis-errors.js';
import {
  formatFlag,
  parseChat,
  parseFields,
  parseRoom,
  parseTexts,
  parseUpdate,
  readField,
  STATE_PARTS,
  takenBack,
  type Hash,
} from './room-codec.js';
import type { RedisRegistry } from './redis-registry.js';
import { writeArgs } from './room-writes.js';
import type { Scripts } from './scripts.js';
import { fromAny, type Shards } from './shards.js';
import { readStanding } from './standing.js';

/** Rooms of other processes whose tickets are kept here, some 500 kB each at most. */
const MOST_TICKETS = 20;
/** Stands for any revision. */
const ANY = '*';
/** Stands for the slot of who speaks in a cockpit. */
const COCKPIT = 'cockpit';
/** A moment that never comes, in epoch ms. */
const NEVER = 2 ** 52;
/** Text of a room's log, beside which its length is bounded, too. */
const LOG_BYTES = 512 * 1024;
/** For a turn, in ms: longer than an append takes. */
export const TURN_MS = 50;

export interface RedisStoreSettings {
  /** Names this process, and this run of it, among those that hold seats. */
  processId: string;
  /** How long after a deadline moves that other processes had in time may still arrive, in ms. */
  settleMs: number;
  /** How long a process may take for its turn before the next one has it, in ms. */
  turnMs: number;
  /** Epoch ms by Redis time. */
  now: () => number;
  /** Whether new rooms and seats have to be refused for want of memory. */
  isFull: () => boolean;
  /** Hears of each append and end that this process made happen. */
  observe: (roomId: string, update: RoomUpdate) => void;
}

/** Rooms in Redis. What must be atomic is one script; a read is one MULTI. */
export class RedisStore implements RoomStore {
  /** Tickets by room, with the revision that each change of them raises, so that a wrong code does not read them all. */
  private readonly tickets = new LRUCache<
    string,
    { revision: string | null; tickets: RoomState['tickets'] }
  >({ max: MOST_TICKETS });

  constructor(
    private readonly shards: Pick<Shards, 'of' | 'group' | 'aheadMs'>,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly registry: RedisRegistry,
    private readonly settings: RedisStoreSettings,
  ) {}

  get processId(): string {
    return this.settings.processId;
  }

  isFull(): boolean {
    return this.settings.isFull();
  }

  now(): number {
    return this.settings.now();
  }

  openRoom(room: NewRoom): Promise<string | undefined> {
    return this.registry.open(room);
  }

  async closeRoom(roomId: string, reason: CloseReason, seq: number): Promise<void> {
    const closedAt = await this.registry.close(roomId, reason, seq);
    if (closedAt !== undefined)
      this.settings.observe(roomId, { kind: 'closed', seq: closedAt, reason });
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

  countOpenRooms(): Promise<number> {
    return this.registry.count();
  }

  async readRoom(roomId: string, known?: KnownRoom): Promise<RoomState | undefined> {
    const shard = this.shards.of(roomId);
    const room = known && (await readKnown(shard, this.keys, known));
    return room ?? parseRoom(await askAll(this.readState(shard.commands.multi(), roomId)));
  }

  async readFields<Name extends FieldName>(
    roomId: string,
    names: readonly Name[],
  ): Promise<Pick<RoomState, Name> | undefined> {
    if (!(names as readonly FieldName[]).includes('tickets'))
      return (await this.readHash(roomId, names)).fields;
    const known = this.tickets.get(roomId);
    if (known !== undefined) {
      const others = names.filter((name) => name !== 'tickets');
      const { fields, revision } = await this.readHash(roomId, others);
      if (fields === undefined) return undefined;
      if (revision === known.revision) return { ...fields, tickets: known.tickets };
    }
    const { fields, revision } = await this.readHash(roomId, names);
    if (fields !== undefined)
      this.tickets.set(roomId, {
        revision,
        tickets: (fields as Pick<RoomState, 'tickets'>).tickets,
      });
    return fields;
  }

  private async readHash<Name extends FieldName>(
    roomId: string,
    names: readonly Name[],
  ): Promise<{ fields: Pick<RoomState, Name> | undefined; revision: string | null }> {
    const { commands } = this.shards.of(roomId);
    const key = this.keys.part(roomId, 'room');
    const [revision = null, ...texts] = await askRedis(
      commands.hmget(key, 'phaseRevision', 'schema', ...names),
    );
    return { fields: parseFields(names, texts), revision };
  }

  async snapshot(roomId: string): Promise<RoomSnapshot | undefined> {
    const { commands, incarnation } = this.shards.of(roomId);
    const read = this.readChat(this.readState(commands.multi(), roomId), roomId);
    const replies = await askAll(incarnation.ask(read));
    return parseSnapshot(replies.slice(0, -1), incarnation.of(replies.at(-1)));
  }

  async since(roomId: string, head: CopyHead): Promise<Missed | undefined> {
    const { lastAppend, lastChatId } = head;
    const { commands, incarnation } = this.shards.of(roomId);
    const read = incarnation
      .ask(commands.multi())
      .hmget(this.keys.part(roomId, 'room'), 'seq', 'appendId', 'settings', 'deleted', 'unmasked')
      .xrange(this.keys.part(roomId, 'log'), `${lastAppend.seq}-0`, '+')
      .get(this.keys.part(roomId, 'positions'))
      .hgetall(this.keys.part(roomId, 'texts'))
      .hgetall(this.keys.part(roomId, 'banned'));
    const [info, heads, log, positions, texts, banned, living, ghosts] = await askAll(
      this.readChat(read, roomId),
    );
    const [seq, appendId, settings, deleted, unmasked] = heads as (string | null)[];
    if (seq == null || settings == null) return undefined;
    const entries = (log as [string, string[]][]).map(([entryId, fields]) => {
      const [, id = '', , update = ''] = fields;
      return { seq: Number.parseInt(entryId, 10), id, update };
    });
    const isLast = appendId === lastAppend.id;
    const isLogged = entries[0]?.seq === lastAppend.seq && entries[0].id === lastAppend.id;
    if (incarnation.of(info) !== head.incarnation || !(isLast || isLogged)) {
      const snapshot = await this.snapshot(roomId);
      return snapshot && { kind: 'snapshot', snapshot };
    }
    const appends = isLast ? [] : entries.slice(1);
    const kept = parseChat(living as string[], ghosts as string[]);
    const taken = {
      banned: new Map(Object.entries(banned as Hash)),
      settings: readField('settings', settings),
      deleted: readField('deleted', deleted ?? ''),
      unmasked: readField('unmasked', unmasked ?? ''),
    };
    const shared: RoomUpdate = {
      kind: 'shared',
      seq: Number(seq),
      moves: parseMoves((positions as string | null) ?? ''),
      ...sharedTexts(parseTexts(texts as Hash)),
      chats: takenBack(kept, taken).filter(({ ghostId }) => ghostId > lastChatId),
    };
    return {
      kind: 'replay',
      updates: [...appends.map(({ update }) => parseUpdate(update)), shared],
    };
  }

  /** Adds to a read what `parseRoom` is made of. */
  private readState(read: ChainableCommander, roomId: string): ChainableCommander {
    for (const part of STATE_PARTS) {
      const key = this.keys.part(roomId, part);
      if (part === 'watchers') read.smembers(key);
      else if (part === 'positions' || part === 'entered') read.get(key);
      else read.hgetall(key);
    }
    return read;
  }

  private readChat(read: ChainableCommander, roomId: string): ChainableCommander {
    for (const part of ['livingChat', 'ghostChat'] as const)
      read.lrange(this.keys.part(roomId, part), 0, -1);
    return read;
  }

  async heads(roomIds: readonly string[]): Promise<Heads> {
    const rooms: Heads['rooms'] = new Map();
    const away = new Set(roomIds);
    const asked = Array.from(this.shards.group(roomIds), async ([shard, ids]) => {
      const read = shard.incarnation.ask(shard.commands.pipeline());
      for (const roomId of ids) read.hget(this.keys.part(roomId, 'room'), 'seq');
      const [info, ...seqs] = await askAll(read);
      const incarnation = shard.incarnation.of(info);
      for (const [i, roomId] of ids.entries()) {
        away.delete(roomId);
        if (seqs[i] != null) rooms.set(roomId, { seq: Number(seqs[i]), incarnation });
      }
    });
    await fromAny(asked);
    return { rooms, away };
  }

  async append(roomId: string, append: Append): Promise<AppendOutcome> {
    const { id, before, expects, changes, after, deadline } = append;
    const { processId, settleMs, turnMs } = this.settings;
    // The primary goes by its own clock.
    const aheadMs = this.shards.aheadMs(roomId);
    const expected = (revision: Revision): string =>
      expects.has(revision) ? before.revisions[revision] : ANY;
    const changed = new Set(changes.map(revisionOf));
    const endsAt = deadlineOf(before.phase);
    // A phase that ends at a deadline ends when all had time to share what was done before it.
    const notBefore = deadline === 'due' ? (endsAt ?? NEVER) + settleMs + aheadMs : null;
    const notAfter = deadline === 'open' && endsAt !== null ? endsAt + aheadMs : null;
    const writes = writeArgs(append, { processId, settleMs: settleMs + aheadMs });
    const pieces = referring(formatChanges(changes), writes);
    const reply = await this.scripts.room(
      'append',
      roomId,
      {
        id,
        process: processId,
        roster: expected('roster'),
        phase: expected('phase'),
        bumpsRoster: formatFlag(changed.has('roster')),
        bumpsPhase: formatFlag(changed.has('phase')),
        notBefore: notBefore ?? '',
        notAfter: notAfter ?? '',
        isActivity: formatFlag(changes.some(isActivity)),
        turnMs,
        logLength: LOG_LENGTH,
        logBytes: LOG_BYTES,
        pieceCount: pieces.length,
      },
      [...pieces, ...writes],
      [after, before].map(({ phase: { version } }) => this.keys.timer(roomId, version)),
    );
    const outcome = parseOutcome(reply as [AppendOutcome['kind'], number, number]);
    if (outcome.kind === 'done' && changes.length > 0)
      this.settings.observe(roomId, { kind: 'appended', seq: outcome.seq, id, changes });
    return outcome;
  }

  async lastAppendOf(roomId: string): Promise<{ id: string; seq: number } | undefined> {
    const field = `append:${this.settings.processId}`;
    const { commands } = this.shards.of(roomId);
    const last = await askRedis(commands.hget(this.keys.part(roomId, 'room'), field));
    const [id = '', seq] = last?.split(' ') ?? [];
    return last == null ? undefined : { id, seq: Number(seq) };
  }

  async standing(
    roomId: string,
    who: { identityId: string; address: string },
  ): Promise<Standing | undefined> {
    return readStanding(this.shards.of(roomId).commands, this.keys, roomId, who);
  }

  async getQuizSet(roomId: string): Promise<QuizSet | undefined> {
    const { commands } = this.shards.of(roomId);
    const set = await askRedis(commands.get(this.keys.part(roomId, 'quiz')));
    return set === null ? undefined : (JSON.parse(set) as QuizSet);
  }

  async share(roomId: string, batch: ShareBatch): Promise<number[]> {
    const { moves, emotes = [], texts = [], chats, chatNumber, question, walked = 0 } = batch;
    const aheadMs = this.shards.aheadMs(roomId);
    const pausedAt = question?.pausedAt ?? null;
    const inQuestion = question === undefined ? [] : moves;
    const entering = inQuestion.filter(({ entered }) => entered);
    const moving = inQuestion.filter(({ entered, moved }) => moved && !entered);
    const named = {
      kept: limits.CHAT_KEPT,
      keptBytes: limits.CHAT_KEPT_BYTES,
      process: this.settings.processId,
      chatNumber: chatNumber ?? '',
      question: question?.key ?? '',
      startTime: question === undefined ? '' : question.startTime + aheadMs,
      pausedAt: pausedAt === null ? '' : pausedAt + aheadMs,
      earliest: EARLIEST_MS,
      cockpitSpeaker: JSON.stringify(COCKPIT_SPEAKER),
      walked,
      entering: entering.length,
      moving: moving.length,
      writing: texts.length,
    };
    const leftOut = await this.scripts.room('share', roomId, named, [
      ...entering.map(({ slot }) => slot),
      ...moving.map(({ slot }) => slot),
      moves.length,
      ...moves.map(({ slot }) => slot),
      ...moves.map(({ generation }) => generation),
      ...moves.map(formatMove),
      emotes.length,
      ...emotes.flatMap(({ slot, generation, emote }) => [slot, generation, emote]),
      ...texts.flatMap(({ slot, generation, ...text }) => [slot, generation, JSON.stringify(text)]),
      ...chats.flatMap((chat) =>
        'cockpit' in chat
          ? [COCKPIT, chat.cockpit, chat.message, chat.original ?? '', '']
          : [
              chat.slot,
              chat.generation,
              chat.message,
              chat.original ?? '',
              chat.near ? 'near' : '',
            ],
      ),
    ]);
    return leftOut as number[];
  }

  async takeChat(roomId: string, { perSecond, atOnce }: ChatBounds): Promise<number> {
    return (await this.scripts.room('take-chat', roomId, { perSecond, atOnce })) as number;
  }

  async armHousekeeping(roomId: string, at: number): Promise<void> {
    const housekeeping = dueMember({ kind: 'housekeeping', roomId });
    const again = dueMember({ kind: 'again', roomId });
    const opened = await this.scripts.room('arm-housekeeping', roomId, { at, housekeeping, again });
    if (opened !== null) await this.registry.renew(roomId, opened as [string, string]);
  }
}

/** Undefined where there is no such room. */
function parseSnapshot(replies: unknown[], incarnation: string): RoomSnapshot | undefined {
  const state = parseRoom(replies.slice(0, STATE_PARTS.length));
  const [living, ghosts] = replies.slice(STATE_PARTS.length) as [string[], string[]];
  return state && { incarnation, state, chat: takenBack(parseChat(living, ghosts), state) };
}

function parseOutcome([kind, seq, waitMs]: [AppendOutcome['kind'], number, number]): AppendOutcome {
  switch (kind) {
    case 'done':
      return { kind, seq };
    case 'stale':
    case 'turn':
      return { kind, seq, waitMs };
    case 'early':
    case 'late':
      return { kind };
  }
}
