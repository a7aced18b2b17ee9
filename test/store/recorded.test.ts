/**
 * What drawn courses of a room write into Redis, tell its channel and send to pages, byte by byte, as it was
 * recorded in `recorded/`: rooms that are open, and servers and pages of two versions, have to understand each
 * other. Whoever changes a format on purpose raises `ROOM_SCHEMA`, or says why nobody reads the older one, and
 * records anew: `RECORD_FORMATS=1 npx vitest run test/store/recorded.test.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { applyChange, applyAppend } from '../../src/game/apply-change.js';
import { draftOf } from '../../src/game/draft.js';
import { drawInt } from '../../src/game/shared/random.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import {
  copyRoom,
  type RoomSettings,
  type RoomState,
  type Revision,
} from '../../src/game/room-state.js';
import { leave, sit } from '../../src/game/seat-commands.js';
import { listTeams, moveToTeam } from '../../src/game/teams.js';
import { chooseTickets, reissueTicket } from '../../src/game/tickets.js';
import { RoomError } from '../../src/protocol/index.js';
import { LocalRoom, type RoomHost } from '../../src/server/live/room/local-room.js';
import type { Append, ShareBatch } from '../../src/server/live/store/contract.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import { formatMove } from '../../src/server/live/store/redis/places.js';
import { RedisStore, TURN_MS } from '../../src/server/live/store/redis/redis-store.js';
import { formatRoom, parseUpdate } from '../../src/server/live/store/redis/room-codec.js';
import type { Shard } from '../../src/server/live/store/redis/shard.js';
import { Scripts, type Arg } from '../../src/server/live/store/redis/scripts.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { bringQuizSet } from '../../src/game/settings-commands.js';
import { editProgramme, programmeOf } from '../../src/game/programme.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { PaperRedis } from '../game/paper-redis.js';
import { EVENING, RandomCourse } from '../game/random-course.js';
import { opened } from '../game/room-trial.js';
import { FakeBroadcaster } from '../support/fake-broadcaster.js';
import { EPOCH, someTickets, withTicket } from '../support/game-data.js';

const STEPS = 90;
const OWNER = 'identity-0';
const TICK_MS = 50;
/** Of an append and a share: the arguments before those whose number differs. */
const FIXED_ARGS = 13;

interface Course {
  seed: number;
  settings: Partial<RoomSettings>;
  /** What comes first, where it is rarely drawn. */
  first?: () => RoomCommand<unknown>[];
}

const TEAMS = ['Oaks', 'Elms'];

const COURSES: Record<string, Course> = {
  ranking: { seed: 11, settings: { gameMode: 'RANKING', isPublic: true } },
  survival: { seed: 12, settings: { gameMode: 'SURVIVAL', crowd: 'blind', revival: true } },
  teams: { seed: 99, settings: { gameMode: 'RANKING', teams: 'choice', scoring: 'early' } },
  evening: {
    seed: 13,
    settings: { gameMode: 'RANKING' },
    first: () => [
      bringQuizSet(
        EVENING,
        { quizSetId: 'own', quizCount: 5, title: 'Own', rounds: 2 },
        programmeOf(EVENING, seeded(13)),
      ),
      editProgramme(0, { kind: 'move', id: 'end', to: 3 }),
    ],
  },
  tickets: {
    seed: 14,
    settings: { gameMode: 'RANKING' },
    first: () => [
      chooseTickets(
        someTickets(3, (n) => ({ team: n % 2, ...(n === 1 && { extra: true }) }), TEAMS),
        true,
        8,
      ),
      sit(withTicket(1)),
      sit(withTicket(2)),
      moveToTeam(OWNER, 'p102', 1),
      listTeams([{ playerName: 'Kim', team: 1 }], false),
      reissueTicket(OWNER, 1, 'anew'),
      leave({ slot: 1, generation: 2 }),
    ],
  },
};

const KINDS = Object.keys({
  seated: 1,
  attached: 1,
  dropped: 1,
  left: 1,
  renamed: 1,
  muted: 1,
  extraTime: 1,
  host: 1,
  helpers: 1,
  acting: 1,
  settings: 1,
  nameList: 1,
  teamList: 1,
  tickets: 1,
  ticketReissued: 1,
  dealt: 1,
  messagesDeleted: 1,
  messagesUnmasked: 1,
  screenAdded: 1,
  screensRemoved: 1,
  restored: 1,
  programme: 1,
  phase: 1,
} satisfies Record<RoomChange['kind'], 1>);

/** A room that is played, with all that is written and told of it. */
class Recording {
  readonly lines: string[] = [];
  /** Changes as they are read back, beside what they were. */
  readonly reread: [read: unknown, written: unknown][] = [];
  /** As `settings` and seats lie in the memory of servers: their keys in order. */
  private readonly room: RoomState;
  private readonly paper: PaperRedis;
  private readonly course: RandomCourse;
  private readonly broadcaster = new FakeBroadcaster();
  private readonly local: LocalRoom;
  private readonly store: RedisStore;
  private args: readonly Arg[] = [];
  private appends = 0;
  private readonly chats = { ghostId: 0, livingId: 0 };

  constructor({ seed, settings, first = () => [] }: Course) {
    const before = opened({ maxPlayerCount: 8, ...settings }, OWNER);
    this.note('opened', formatRoom(before));
    this.note('keys', Object.keys(before).sort());
    this.note('keys of settings', Object.keys(before.settings));
    this.room = copyRoom(before);
    this.paper = new PaperRedis(before);
    this.course = new RandomCourse(seeded(seed), first());
    const snapshot = { incarnation: 'recorded', state: copyRoom(before), chat: [] };
    const host: RoomHost = {
      now: Date.now,
      share: async () => [],
      nextChatNumber: () => 1,
      takeChat: () => 0,
      mayBeDecided: () => {},
      cleared: () => {},
    };
    this.local = new LocalRoom(snapshot, this.broadcaster, host, {
      tickRate: new TickRate(TICK_MS, TICK_MS),
      shareLeadMs: 0,
      hooks: {
        failed: (error) => {
          throw error;
        },
      },
    });
    const keys = new RedisKeys();
    const redis = {
      defineCommand: (name: string) => {
        if (name === 'append' || name === 'share')
          Object.assign(redis, { [name]: (...args: Arg[]) => this.answer(name, args) });
      },
    };
    const shard = { commands: redis as unknown as Redis } as Shard;
    const of = (): Shard => shard;
    const shards = { of, ofKey: of, group: () => new Map(), aheadMs: () => 0, isCluster: false };
    const scripts = new Scripts(shards, keys);
    scripts.defineOn(shard.commands);
    this.store = new RedisStore(shards, keys, scripts, {} as never, {
      processId: 'process',
      turnMs: TURN_MS,
      settleMs: 150,
      now: Date.now,
      isFull: () => false,
      observe: () => {},
    });
    for (const format of ['json', 'compact'] as const) this.listen(`watching-${format}`, format);
  }

  /** Notes what a script is called with, but for the room's keys, its channel and its TTL. */
  private async answer(name: string, [count, ...given]: Arg[]): Promise<unknown> {
    const room = new RedisKeys().room(this.room.roomId).length;
    const keys = given.slice(0, Number(count));
    this.args = given.slice(Number(count) + 2);
    this.note(name, [...this.args.slice(0, FIXED_ARGS), ...keys.slice(room)]);
    return name === 'append' ? ['done', this.room.seq + 1] : [];
  }

  async run(): Promise<string> {
    for (let step = 0; step < STEPS; step++) {
      vi.advanceTimersByTime(drawInt(this.course.random, 2_000));
      await this.step();
      this.noteFrames();
    }
    vi.advanceTimersByTime(2 * TICK_MS);
    this.noteFrames();
    this.local.close();
    this.noteEnd();
    return `${this.lines.join('\n')}\n`;
  }

  private async step(): Promise<void> {
    const { course, room } = this;
    const die = course.random();
    if (die < 0.5) {
      const commands = [0, 1].map(() => course.command(copyRoom(room), 'process'));
      const { append } = decideAll(room, commands, Date.now());
      await this.append(append);
    } else if (die < 0.8) await this.goOn();
    else await this.share();
  }

  private async goOn(): Promise<void> {
    try {
      const transition = this.course.transition(this.room, Date.now());
      const change: RoomChange = { kind: 'phase', ...transition };
      const after = draftOf(this.room);
      applyChange(after, change);
      const before = { ...this.room };
      const expects = new Set<Revision>(['phase']);
      await this.append({ before, after, expects, changes: [change], deadline: 'open' });
    } catch (error) {
      if (!(error instanceof RoomError)) throw error;
    }
  }

  private async append(decided: Omit<Append, 'id'>): Promise<void> {
    if (decided.changes.length === 0) return;
    const append = { ...decided, id: `process.${++this.appends}` };
    await this.store.append(this.room.roomId, append);
    const pieceCount = Number(this.args[FIXED_ARGS - 1]);
    const pieces = this.args.slice(FIXED_ARGS, FIXED_ARGS + pieceCount).map(String);
    const writes = this.args.slice(FIXED_ARGS + pieceCount);
    this.note('changes', pieces);
    for (let i = 0; i < writes.length;) {
      const end = i + 3 + Number(writes[i + 2]);
      this.note('write', writes.slice(i, end));
      i = end;
    }
    const seq = this.room.seq + 1;
    const text = pieces.map((piece) =>
      /^@\d+$/.test(piece) ? writes[Number(piece.slice(1))] : piece,
    );
    const update = parseUpdate(`${seq} a ${append.id} - ${text.join('')}`);
    if (update.kind !== 'appended') throw new Error('an append is read as something else');
    this.reread.push([update.changes, JSON.parse(JSON.stringify(append.changes))]);
    applyAppend(this.room, update);
    this.paper.append(append, seq);
    this.local.apply(parseUpdate(`${seq} a ${append.id} - ${text.join('')}`));
    for (const change of update.changes)
      if (change.kind === 'seated') {
        const { slot, playerId, generation, connectionId } = change.seat;
        this.listen(connectionId!, 'compact', { slot, grant: { playerId, generation } });
      }
  }

  /** What the script `share` stores and tells is composed here as it does, all of it valid. */
  private async share(): Promise<void> {
    const { course, room } = this;
    const seats = [...room.seats.values()];
    const moves = course.moves(room).map((move) => ({ ...move, entered: course.chance(0.5) }));
    const emotes = seats
      .filter(() => course.chance(0.2))
      .map(({ slot, generation }) => ({ slot, generation, emote: drawInt(course.random, 3) }));
    const chats: ShareBatch['chats'] = seats
      .filter(() => course.chance(0.3))
      .map(({ slot, generation }) => ({
        slot,
        generation,
        message: `“${slot}” says *** \n${this.chats.ghostId}`,
        ...(course.chance(0.3) && { original: 'says it' }),
      }));
    if (course.chance(0.3)) chats.push({ cockpit: 'cockpit-1', message: 'hello' });
    const question = { key: 'g1.0', startTime: EPOCH, pausedAt: null };
    const batch = { moves, emotes, chats, question, walked: 17, chatNumber: room.seq + 1 };
    await this.store.share(room.roomId, batch);
    this.note('shared', this.args.slice(FIXED_ARGS - 3));
    const told = chats.map((chat) => {
      const seat = 'slot' in chat ? room.seats.get(chat.slot)! : undefined;
      this.chats.ghostId++;
      const byGhost = seat !== undefined && seat.fellAt !== null;
      if (!byGhost) this.chats.livingId++;
      return {
        ghostId: this.chats.ghostId,
        livingId: byGhost ? null : this.chats.livingId,
        playerId: seat?.playerId ?? '',
        playerName: seat?.playerName ?? '',
        message: chat.message,
        original: chat.original,
        timestamp: Date.now(),
      };
    });
    const seq = room.seq + 1;
    const shown = emotes.map(({ slot, emote }) => `${slot},${emote}`).join(';');
    const said = told.length > 0 ? JSON.stringify(told) : '';
    const text = `${seq} s ${moves.map(formatMove).join('')} ${shown} ${said}`;
    this.note('update', [JSON.stringify(parseUpdate(text))]);
    this.local.apply(parseUpdate(text));
    for (const { slot, position } of moves) {
      room.seats.set(slot, { ...room.seats.get(slot)!, position });
      this.paper.share(slot, position, seq);
    }
    room.seq = seq;
  }

  private listen(
    connectionId: string,
    format: 'json' | 'compact',
    seat: Pick<Parameters<LocalRoom['join']>[0], 'slot' | 'grant'> = { slot: null, grant: null },
  ): void {
    this.local.expect(connectionId);
    void this.local.join({ connectionId, ...seat, format, isCreator: false, cursor: null });
  }

  private noteEnd(): void {
    const read = this.paper.read();
    this.note('read', Object.keys(read).sort());
    this.note('read settings', Object.keys(read.settings));
    for (const seat of read.seats.values()) this.note('read seat', [JSON.stringify(seat)]);
    this.note('copied', Object.keys(copyRoom(read)).sort());
    this.note('drafted', Object.keys(draftOf(read)).sort());
    for (const [name, hash] of this.paper.hashes)
      for (const [field, value] of hash) this.note(`held ${name}`, [field, value]);
    for (const [name, text] of this.paper.texts) this.note(`held ${name}`, [text]);
    for (const [name, set] of this.paper.sets) this.note(`held ${name}`, [...set]);
    this.note('formatted', formatRoom(read));
  }

  private noteFrames(): void {
    for (const { targets, except, text } of this.broadcaster.frames)
      this.note('sent', [targets.join(' '), except.join(' '), text]);
    this.broadcaster.clear();
  }

  private note(what: string, args: readonly unknown[]): void {
    this.lines.push(`${what}: ${JSON.stringify(args)}`);
  }
}

beforeEach(() => void vi.useFakeTimers({ now: EPOCH }));
afterEach(() => void vi.useRealTimers());

describe('formats', () => {
  it.each(Object.keys(COURSES))(
    'are as they were recorded (with RECORD_FORMATS=1) in a course of %s',
    async (name) => {
      const recording = new Recording(COURSES[name]!);
      const text = await recording.run();
      for (const [read, written] of recording.reread) expect(read).toEqual(written);
      const file = join(import.meta.dirname, 'recorded', `${name}.txt`);
      if (process.env['RECORD_FORMATS'] === '1') writeFileSync(file, text);
      const recorded = readFileSync(file, 'utf8').split('\n');
      const lines = text.split('\n');
      // One line is told, as all of them are too many to be read.
      const differs = lines.findIndex((line, i) => line !== recorded[i]);
      expect([differs, lines[differs]]).toEqual([-1, undefined]);
      expect(lines.length).toBe(recorded.length);
    },
  );

  it('and every kind of change is among them, as random-course.ts draws it', () => {
    const all = Object.keys(COURSES)
      .map((name) => readFileSync(join(import.meta.dirname, 'recorded', `${name}.txt`), 'utf8'))
      .join('');
    const missing = KINDS.filter((kind) => !all.includes(`{\\"kind\\":\\"${kind}\\"`));
    expect(missing).toEqual([]);
  });
});
