import { vi } from 'vitest';
import type { SmallRooms } from '../../src/server/live/batch/room-rate.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import type { GraceTimes } from '../../src/game/housekeeping.js';
import type { ChatCursor } from '../../src/game/chat-log.js';
import type { PhaseLengths } from '../../src/game/phase-lengths.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import type { RoomState } from '../../src/game/room-state.js';
import type { Position } from '../../src/game/shared/zones.js';
import {
  isAway,
  type FlushEvent,
  type Format,
  type RoomOptions,
} from '../../src/protocol/index.js';
import { WordFilter } from '../../src/server/live/moderation/word-filter.js';
import { showEmote } from '../../src/server/live/room/emotes.js';
import { HostRoles } from '../../src/server/live/room/host-roles.js';
import { Housekeeping } from '../../src/server/live/room/housekeeping.js';
import { GameDriver } from '../../src/server/live/room/game-driver.js';
import type { Walls } from '../../src/game/map/walls.js';
import { Door } from '../../src/server/live/room/door.js';
import type { LocalRoom } from '../../src/server/live/room/local-room.js';
import { Maps } from '../../src/server/live/room/maps.js';
import { Moderation } from '../../src/server/live/room/moderation.js';
import { QuizSelection } from '../../src/server/live/room/quiz-selection.js';
import { RoomDirectory } from '../../src/server/live/room/room-directory.js';
import type { RoomLimits } from '../../src/game/give-way.js';
import { RoomOpener } from '../../src/server/live/room/room-opener.js';
import { SpokenWords } from '../../src/server/live/room/spoken-words.js';
import { WrongNames } from '../../src/server/live/room/wrong-names.js';
import { RoomService, type Membership } from '../../src/server/live/room/room-service.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';
import { MemoryBus } from '../../src/server/live/store/memory/memory-bus.js';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import { RoomWriter } from '../../src/server/live/store/room-writer.js';
import { flushEventsIn } from './compact-reader.js';
import { FakeBroadcaster } from './fake-broadcaster.js';
import type { Writing } from './store-verbs.js';
import { aSet, EPOCH, LENGTHS, someOptions } from './game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';

export const INTERVAL_MS = 50;
/** Turns of the event loop that a few commands take, one after the other. */
const SETTLING_TURNS = 5;

const TIMES: GraceTimes = {
  seatGraceMs: 120_000,
  hostGraceMs: 30_000,
  emptyRoomMs: 300_000,
  idleRoomMs: 1_800_000,
  pausedRoomMs: 7_200_000,
};
const LIMITS = { rooms: 100, perIdentity: 100, perAddress: 100 };
const MOST_PLAYERS = 500;

interface StageSettings {
  flushIntervalMs?: number;
  flushMaxMs?: number;
  shareLeadMs?: number;
  smallRooms?: SmallRooms;
  /** A skip judges a question at once, unless a test says after how long. */
  minShownMs?: number;
  /** Off, unless a test says otherwise. */
  show?: PhaseLengths['show'];
  set?: QuizSet;
  /** The operator's. */
  map?: Walls;
  limits?: Partial<RoomLimits>;
  /** Newcomers that are seated in a second; all at once unless given. */
  newcomersPerS?: number;
  /** Results of its games are kept, and how players walk. */
  keepsTracks?: boolean;
}

/** A player or spectator at one end of the stage's wire. */
export interface Actor {
  connectionId: string;
  membership: Membership;
  /** Slot, generation and id of the seat; throws for a spectator. */
  seat: NonNullable<Membership['seat']>;
  isAdmitted: () => boolean;
}

/** One process over an embedded store: all of the room layer, with a fake clock and a fake broadcaster. */
export class Stage {
  readonly broadcaster = new FakeBroadcaster();
  readonly failures: unknown[] = [];
  readonly flushes: { moves: number; chats: number; newcomers: number }[] = [];
  readonly bus = new MemoryBus();
  readonly timer = new MemoryTimer(Date.now);
  readonly store = new MemoryStore(this.bus, this.timer, Date.now, { processId: 'memory' });
  readonly writer = new RoomWriter(this.store);
  /** Another process on the same store. */
  readonly elsewhere = anotherProcess(this.store);
  readonly directory: RoomDirectory;
  readonly quizzes: QuizSelection;
  readonly driver: GameDriver;
  readonly housekeeping = new Housekeeping(this.store, this.writer, TIMES);
  readonly door: Door;
  readonly rooms: RoomService;
  readonly roles: HostRoles;
  readonly moderation: Moderation;
  private readonly opener: RoomOpener;
  private connections = 0;

  constructor(private readonly settings: StageSettings = {}) {
    const { flushIntervalMs = INTERVAL_MS, set = aSet(), limits } = settings;
    const { flushMaxMs = flushIntervalMs, shareLeadMs = 0, minShownMs = -Infinity } = settings;
    const { show = LENGTHS.show } = settings;
    const { store, writer, bus, broadcaster, housekeeping } = this;
    const random = seeded(1);
    this.directory = new RoomDirectory(store, writer, bus, broadcaster, {
      tickRate: new TickRate(flushIntervalMs, flushMaxMs),
      smallRooms: settings.smallRooms,
      shareLeadMs,
      keepsTracks: settings.keepsTracks === true,
      hooks: {
        failed: (error) => this.failures.push(error),
        flushed: ({ moves, chats, newcomers }) => this.flushes.push({ moves, chats, newcomers }),
      },
      restored: (room) =>
        void this.driver.renewSeed(room).catch((error: unknown) => this.failures.push(error)),
      cleared: (room) => this.door.cleared(room),
      mayBeDecided: (roomId) =>
        void this.driver.judgeExit(roomId).catch((error: unknown) => this.failures.push(error)),
      checkSeats: () =>
        void this.rooms.checkSeats().catch((error: unknown) => {
          if (!isAway(error)) this.failures.push(error);
        }),
    });
    const bank = {
      list: async () => [],
      find: async (id: string) => (id === set.id ? set : undefined),
      picture: () => undefined,
      defaultId: () => set.id,
    };
    this.quizzes = new QuizSelection(store, this.directory, bank);
    const lengths = { ...LENGTHS, minShownMs, show };
    const { directory, quizzes } = this;
    this.driver = new GameDriver(store, writer, directory, quizzes, lengths, random);
    const { driver } = this;
    const maps = new Maps(settings.map);
    // As many as come, unless a test says otherwise: halls are seated at once here.
    this.door = new Door({
      counts: new MemoryCounts(Date.now),
      isHosted: (room) => directory.get(room.view.roomId) === room,
      perSecond: settings.newcomersPerS ?? Infinity,
      storeNow: () => store.now(),
    });
    this.rooms = new RoomService(
      store,
      directory,
      housekeeping,
      this.broadcaster,
      MOST_PLAYERS,
      random,
      new SpokenWords(new WordFilter({ bad: ['bad'], good: [] }), random),
      new WrongNames(new MemoryCounts(Date.now)),
      maps,
      this.door,
    );
    this.roles = new HostRoles(store, directory, housekeeping);
    this.moderation = new Moderation(directory);
    this.opener = new RoomOpener(store, housekeeping, { ...LIMITS, ...limits }, random, maps);
    this.timer.onDue((due) => {
      const work =
        due.kind === 'phase'
          ? driver.advance(due.roomId, due.version)
          : housekeeping.run(due.roomId);
      work.catch((error: unknown) => this.failures.push(error));
    });
  }

  /** Opens a room that plays `quizCount` questions; its owner need not come. */
  async open(options: Partial<RoomOptions> = {}, quizCount = 3, owner = 'ann'): Promise<string> {
    const quizSet = { quizSetId: 'test-set', quizCount, title: 'Test set' };
    const opener = {
      identityId: owner,
      address: '192.0.2.1',
      language: 'en' as const,
      keeper: this.settings.keepsTracks ? { session: null } : null,
    };
    return this.opener.open(opener, someOptions(options), quizSet);
  }

  /** Seats somebody, who is admitted at the next flush. The first in a room is its host. */
  async sit(roomId: string, name: string, cursor: ChatCursor | null = null): Promise<Actor> {
    const connectionId = this.newConnection(name);
    const visitor = { connectionId, identityId: name, address: '192.0.2.1', readsBigRooms: true };
    const membership = await this.rooms.sit(roomId, { ...visitor, language: 'en' }, name);
    return this.join(membership, connectionId, cursor);
  }

  async watch(roomId: string): Promise<Actor> {
    const connectionId = this.newConnection('screen');
    const membership = await this.rooms.watch(roomId, {
      connectionId,
      identityId: 'screen',
      readsBigRooms: true,
    });
    return this.join(membership, connectionId, null);
  }

  /** Seats several and has them all admitted, then forgets what was sent. */
  async seatAll(roomId: string, ...names: string[]): Promise<Actor[]> {
    const actors: Actor[] = [];
    for (const name of names) actors.push(await this.sit(roomId, name));
    await this.flush();
    this.broadcaster.clear();
    return actors;
  }

  room(roomId: string): LocalRoom {
    const room = this.directory.get(roomId);
    if (room === undefined) throw new Error('the room is not hosted here');
    return room;
  }

  async state(roomId: string): Promise<RoomState> {
    const state = await this.store.readRoom(roomId);
    if (state === undefined) throw new Error('the room is closed');
    return state;
  }

  move({ membership, seat }: Actor, position: Position): void {
    membership.room.walking.move(seat.slot, seat.generation, position);
  }

  emote({ membership, seat }: Actor, emote: number): void {
    showEmote(membership.room, seat, emote);
  }

  /** Says something without a look at what becomes of it. */
  chat(actor: Actor, message: string): void {
    void this.say(actor, message).catch(() => {});
  }

  /** Resolves when it is stored; what is refused at once throws. */
  say({ membership, seat }: Actor, message: string): Promise<void> {
    return membership.room.chat(seat.slot, seat.generation, () => [message]);
  }

  drop({ membership, connectionId }: Actor): Promise<void> {
    return this.rooms.drop(membership, connectionId);
  }

  exit({ membership, connectionId }: Actor): Promise<void> {
    return this.rooms.exit(membership, connectionId);
  }

  /** What those who join from here on read. */
  format: Format = 'json';

  /** Everything that was sent to a connection, whatever the format. */
  told({ connectionId }: Actor): FlushEvent[] {
    return flushEventsIn(this.broadcaster.heard(connectionId));
  }

  eventsTo(actor: Actor): string[] {
    return this.told(actor).map(([event]) => event);
  }

  /** Another process does this to the room. */
  changeElsewhere<Answer>(roomId: string, command: RoomCommand<Answer>): Promise<Answer> {
    return this.elsewhere.writer.run(roomId, command);
  }

  /** Lets time pass to where every room has flushed what is pending now. */
  flush(): Promise<void> {
    return this.pass(INTERVAL_MS);
  }

  async pass(ms: number): Promise<void> {
    await settle();
    await vi.advanceTimersByTimeAsync(ms);
    await settle();
  }

  /** Lets time pass until that work has ended. */
  async finish<T>(work: Promise<T>, stepMs = 10): Promise<T> {
    const progress = { isOver: false };
    const end = (): void => {
      progress.isOver = true;
    };
    work.then(end, end);
    while (!progress.isOver) await this.pass(stepMs);
    return work;
  }

  close(): void {
    this.directory.close();
    this.door.close();
    this.timer.close();
  }

  private newConnection(name: string): string {
    this.connections += 1;
    return `${name}#${this.connections}`;
  }

  private join(membership: Membership, connectionId: string, cursor: ChatCursor | null): Actor {
    let admitted = false;
    void membership.room
      .join({
        connectionId,
        slot: membership.seat?.slot ?? null,
        grant: membership.seat,
        format: this.format,
        isCreator: false,
        cursor,
      })
      .then(() => (admitted = true));
    return {
      connectionId,
      membership,
      get seat() {
        if (membership.seat === null) throw new Error('a spectator has no seat');
        return membership.seat;
      },
      isAdmitted: () => admitted,
    };
  }
}

/** Its appends have ids of their own, and whatever a test makes of this process's verbs is not for them. */
function anotherProcess(store: MemoryStore): Writing {
  const other = Object.assign(Object.create(store) as MemoryStore, {
    processId: 'elsewhere',
    append: store.append.bind(store),
    readRoom: store.readRoom.bind(store),
    share: store.share.bind(store),
  });
  return { store: other, writer: new RoomWriter(other) };
}

/** Lets commands that were begun get as far as they do without time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn++) await new Promise((go) => setImmediate(go));
}

/** What stands still with the clock. Immediates go on: whoever waits for a command waits for one. */
const FAKED = [
  'Date',
  'performance',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
] as const;

/** Fakes the clock and opens a stage on it; `closeStage` gives the clock back. */
export function openStage(settings: StageSettings = {}): Stage {
  vi.useFakeTimers({ now: EPOCH, toFake: [...FAKED] });
  return new Stage(settings);
}

interface FakeTimer {
  func: () => void;
}

/** Closes a stage; throws where it leaves timers behind, or something failed that no test expected. */
export function closeStage(stage: Stage): void {
  stage.close();
  const timers = timersLeft();
  vi.useRealTimers();
  if (stage.failures.length > 0)
    throw new Error(`failed: ${stage.failures.map(String).join('; ')}`);
  if (timers.length > 0) throw new Error(`the stage leaves timers: ${timers.join('; ')}`);
}

/** The beginning of what each timer of the faked clock would call. */
function timersLeft(): string[] {
  const { clock } = setTimeout as unknown as { clock: { timers?: Record<string, FakeTimer> } };
  return Object.values(clock.timers ?? {}).map(({ func }) => String(func).slice(0, 200));
}
