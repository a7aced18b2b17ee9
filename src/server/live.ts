import type { Logger } from 'pino';
import type { Config } from './platform/config/config.js';
import { flushRates } from './live/room/flush-rates.js';
import { bugReporter, reportUnlessRefused } from './platform/config/logger.js';
import type { PhaseLengths } from '../game/phase-lengths.js';
import { createCommands } from './live/gateway/commands.js';
import { Dispatcher } from './live/gateway/dispatcher.js';
import { FastPath } from './live/gateway/fast-path.js';
import { FrameSink } from './live/gateway/frame-sink.js';
import type { GatewayParts } from './live/gateway/game.gateway.js';
import { HandshakeLimits } from './live/gateway/handshake-limits.js';
import { HostPassword } from './live/gateway/host-password.js';
import { IdentityLimits } from './live/gateway/identity-limits.js';
import { JoinHandler } from './live/gateway/join-handler.js';
import { createRedisAdapter, type SharedAdapter } from './live/gateway/redis-adapter.js';
import { RoomGate, type RoomRates } from './live/gateway/room-gate.js';
import { RoomPeers } from './live/gateway/room-peers.js';
import type { TransportSettings } from './live/gateway/socket-adapter.js';
import { SocketBroadcaster } from './live/gateway/socket-broadcaster.js';
import type { Hosts } from './desk/accounts/hosts.js';
import type { IdentityService } from './platform/identity/identity.js';
import { TicketSigner } from './platform/identity/ticket-signer.js';
import type { ProxySettings } from './platform/identity/request-origin.js';
import type { ServerMetrics } from './metrics/server-metrics.js';
import { WordFilter } from './live/moderation/word-filter.js';
import { readWordLists } from './live/moderation/word-lists.js';
import { AttemptLimit, WRONG_LINKS, WRONG_TICKETS } from './platform/rate/attempt-limit.js';
import { DearRequests } from './platform/rate/dear.js';
import { WrongPins } from './platform/rate/wrong-pins.js';
import { latenessNow } from './live/rehearsal/loop-lateness.js';
import { Rehearsals } from './live/rehearsal/rehearsals.js';
import type { Results } from './desk/results/results.js';
import { Door } from './live/room/door.js';
import { DoorReader, doorHere, type DoorFacts } from './live/room/door-report.js';
import { GameDriver } from './live/room/game-driver.js';
import type { GamePictures } from './live/room/game-pictures.js';
import { HostLinks } from './live/room/host-links.js';
import { HostRoles } from './live/room/host-roles.js';
import { Housekeeping } from './live/room/housekeeping.js';
import { RoomLooks } from './live/room/looks.js';
import type { Maps } from './live/room/maps.js';
import { Moderation } from './live/room/moderation.js';
import type { KeptLooks } from './contracts/kept-looks.js';
import type { QuizBank } from './contracts/quiz-bank.js';
import type { TicketLists } from './contracts/ticket-lists.js';
import { QuizSelection } from './live/room/quiz-selection.js';
import { cryptoRandom } from './live/room/random-source.js';
import { RoomDirectory } from './live/room/room-directory.js';
import { RoomFinder } from './live/room/room-finder.js';
import { healthHere, RoomHealthReader, type ConnectionHealth } from './live/room/room-health.js';
import { RoomOpener } from './live/room/room-opener.js';
import { RoomService } from './live/room/room-service.js';
import { roomsInUse, runsGame, type RoomsInUse } from './live/room/running-games.js';
import { SpokenWords } from './live/room/spoken-words.js';
import { Teams } from './live/room/teams.js';
import { Tickets } from './live/room/tickets.js';
import { WrongNames } from './live/room/wrong-names.js';
import type { StoreParts } from './live/store/parts.js';

/** What the live parts stand on. */
export interface LiveNeeds {
  config: Config;
  logger: Logger;
  stored: StoreParts;
  metrics: ServerMetrics;
  identities: IdentityService;
  proxy: ProxySettings;
  hosts: Hosts;
  bank: QuizBank;
  ticketLists: TicketLists;
  results: Results;
  /** Those of the games here. */
  pictures: GamePictures;
  /** Those of accounts. */
  looks: KeptLooks;
  lengths: PhaseLengths;
  maps: Maps;
  /** The rates of R10.2 unless a test plays faster than people. */
  roomRates: RoomRates | undefined;
}

/** The rooms of this process, and all that plays in them. */
export interface Live {
  directory: RoomDirectory;
  finder: RoomFinder;
  tickets: Tickets;
  links: HostLinks;
  quizzes: QuizSelection;
  words: SpokenWords;
  dear: DearRequests;
  gateway: GatewayParts;
  transports: TransportSettings;
  /** There where several processes share rooms. */
  shared: SharedAdapter | undefined;
  handshakes: HandshakeLimits;
  /** Records what came back with the rooms of the process before, as it may have ended in between. */
  recordRestored: () => Promise<void>;
  /** Rooms here that would stop with this process. */
  inUse: () => RoomsInUse;
  /** Opens none for 30 s, so that the last rooms of this version end. */
  openNoRooms: () => void;
  /** Nothing begins any more: nobody is woken, no bot moves. */
  stop: () => void;
  /** Ends timers and subscriptions. To be called after `stop`. */
  close: () => void;
}

export const LIVE = Symbol('LIVE');

/** Puts the live parts together: ordinary objects that get what they need, some of them each other. */
export function buildLive({
  config,
  logger,
  stored,
  metrics,
  identities,
  proxy,
  hosts,
  bank,
  ticketLists,
  results,
  pictures,
  looks: keptLooks,
  lengths,
  maps,
  roomRates,
}: LiveNeeds): Live {
  const { store, writer, bus, timer } = stored;
  const reportBug = bugReporter(logger);
  const attempt = (where: string, work: Promise<unknown>): void =>
    void work.catch(reportUnlessRefused(reportBug, where));

  const fastPath = new FastPath();
  metrics.transports.watchFastPath(() => fastPath.missingCount);
  const broadcaster = new SocketBroadcaster(fastPath, metrics.transports.hooks.sent);
  const directory = new RoomDirectory(store, writer, bus, broadcaster, {
    ...flushRates(config),
    keepsTracks: config.TRACKS_DAYS > 0,
    hooks: { ...metrics.batch, failed: reportBug },
    mayBeDecided: (roomId) => attempt('survivors', driver.judgeExit(roomId)),
    restored: (room) => attempt('draws', driver.renewSeed(room)),
    cleared: (room) => hall.door.cleared(room),
    changed: (room) => void pictures.prepare(room),
    forgotten: (roomId) => pictures.forget(roomId),
    checkSeats: () => attempt('seats', rooms.checkSeats()),
  });
  const hall = buildHallDoor(config, stored, directory);
  metrics.watchRooms(() => directory.all().map(({ attendance }) => attendance));
  const dear = new DearRequests((who) => runsGame(directory.all(), who));
  const quizzes = new QuizSelection(store, directory, bank);
  const driver = new GameDriver(store, writer, directory, quizzes, lengths, cryptoRandom, (room) =>
    results.note(room, directory.get(room.roomId)?.batch.track.of(room)),
  );
  const housekeeping = new Housekeeping(store, writer, {
    seatGraceMs: config.SEAT_GRACE_S * 1000,
    hostGraceMs: config.HOST_GRACE_S * 1000,
    emptyRoomMs: config.EMPTY_ROOM_S * 1000,
    idleRoomMs: config.IDLE_ROOM_S * 1000,
    pausedRoomMs: config.PAUSED_ROOM_S * 1000,
  });
  const limits = {
    rooms: config.MAX_ROOMS,
    perIdentity: config.MAX_ROOMS_PER_IDENTITY,
    perAddress: config.MAX_ROOMS_PER_ADDRESS,
  };
  const words = new SpokenWords(new WordFilter(readWordLists(config.WORD_LIST_FILE)), cryptoRandom);
  const rooms = new RoomService(
    store,
    directory,
    housekeeping,
    broadcaster,
    config.MAX_ROOM_PLAYERS,
    cryptoRandom,
    words,
    new WrongNames(stored.counts),
    maps,
    hall.door,
  );
  const finder = new RoomFinder(store, new WrongPins(stored.counts), (pin) => directory.atPin(pin));
  const identityLimits = new IdentityLimits();
  const opener = new RoomOpener(store, housekeeping, limits, cryptoRandom, maps);
  const looks = new RoomLooks(hosts, keptLooks);
  const tickets = new Tickets(
    store,
    directory,
    ticketLists,
    new TicketSigner(config.SECRET),
    new AttemptLimit(WRONG_TICKETS, stored.counts),
    broadcaster,
    config.MAX_ROOM_PLAYERS,
    reportUnlessRefused(reportBug, 'tickets'),
  );
  const joinHandler = new JoinHandler(
    store,
    rooms,
    opener,
    new HostPassword(config.HOST_PASSWORD, stored.counts),
    quizzes,
    finder,
    tickets,
    identityLimits,
    broadcaster,
    (owner) => results.keeperOf(owner),
    dear,
    looks,
  );
  const sink = new FrameSink(broadcaster);
  const rehearsals = new Rehearsals(directory, rooms, {
    processId: store.processId,
    now: () => store.now(),
    random: Math.random,
    connect: (connectionId) => sink.connect(connectionId),
    latenessNow,
    players: (room) => hall.health.players(room),
    tell: (connectionId, verdict) => broadcaster.tellVerdict(connectionId, verdict),
    failed: (error) => reportBug(error, 'rehearsal'),
  });
  const wrongLinks = new AttemptLimit(WRONG_LINKS, stored.counts);
  const links = new HostLinks(store, directory, wrongLinks, broadcaster);
  const services = {
    joinHandler,
    rooms,
    roles: new HostRoles(store, directory, housekeeping),
    moderation: new Moderation(directory),
    teams: new Teams(directory),
    tickets,
    links,
    driver,
    quizzes,
    health: hall.health,
    door: hall.reader,
    rehearsals,
    hosts,
    pictures,
    looks,
    store,
    dear,
    limits: identityLimits,
  };
  const commands = createCommands(services);
  const dispatcher = new Dispatcher(
    commands,
    identityLimits,
    new RoomGate(roomRates),
    reportBug,
    (event, outcome, tookMs) => metrics.commands.note(event, outcome, tookMs),
  );

  const stopWaking = timer.onDue((due, trigger) => {
    const work =
      due.kind === 'phase'
        ? driver
            .advance(due.roomId, due.version, trigger)
            .then((lateMs) => metrics.claimed(trigger, lateMs))
        : housekeeping.run(due.roomId);
    attempt(due.kind, work);
  });
  const stopAnnouncing = stored.onChange((isAway, concerns) => {
    const others = directory.all().filter(({ view }) => !concerns(view.roomId));
    broadcaster.announce(
      isAway ? 'STORE_AWAY' : 'STORE_BACK',
      (connectionId) => !others.some((room) => room.has(connectionId)),
    );
    if (!isAway) void directory.compare();
  });
  const stopMending = stored.onGap((concerns) => void directory.catchUpAll(concerns));
  const shared =
    config.REDIS_URL === undefined
      ? undefined
      : createRedisAdapter(config.REDIS_URL, config.REDIS_PREFIX);

  const handshakes = new HandshakeLimits(
    proxy,
    config.MAX_CONNECTIONS_PER_ADDRESS,
    ({ headers }) => {
      const identityId = identities.fromCookies(headers.cookie);
      return directory.hasSeated(identityId) ? identityId : undefined;
    },
  );

  return {
    directory,
    finder,
    tickets,
    links,
    quizzes,
    words,
    dear,
    shared,
    handshakes,
    recordRestored: async () => {
      if (config.REDIS_URL !== undefined) return;
      for (const { roomId } of await store.openRooms()) {
        const room = await store.readRoom(roomId);
        if (room === undefined) continue;
        results.note(room);
        // The last writes may be lost with the power.
        await driver.renewSeed(room);
      }
    },
    inUse: () => roomsInUse(directory.all()),
    openNoRooms: () => {
      if (opener.openNoneForNow()) logger.info('no new rooms, as rooms of another version come');
    },
    gateway: {
      fastPath,
      broadcaster,
      peers: hall.peers,
      identities,
      proxy,
      joinHandler,
      dispatcher,
      directory,
      farewell: farewellOf(config),
      reportBug,
    },
    transports: {
      // Sending each event at once is there to show what becomes of clients then.
      cutsOffSlow: config.FLUSH_INTERVAL_MS > 0,
      ...metrics.transports.hooks,
    },
    stop: () => {
      stopWaking();
      stopAnnouncing();
      stopMending();
      rehearsals.close();
      sink.close();
      hall.door.close();
    },
    close: () => {
      directory.close();
      shared?.close();
    },
  };
}

/** The notice for everybody when this process ends: it says what becomes of the rooms. */
function farewellOf({ REDIS_URL, ROOMS }: Config): GatewayParts['farewell'] {
  if (REDIS_URL !== undefined) return 'DRAINING';
  return ROOMS === 'kept' ? 'SERVER_AWAY' : 'SERVER_ENDED';
}

interface HallDoor {
  door: Door;
  reader: DoorReader;
  health: RoomHealthReader;
  /** By which all processes answer for a room together. */
  peers: Pick<RoomPeers<unknown>, 'bind'>[];
}

/** Who comes into rooms, and what those who run them are told of that and of how players are connected. */
function buildHallDoor(
  config: Config,
  { store, counts }: Pick<StoreParts, 'store' | 'counts'>,
  directory: RoomDirectory,
): HallDoor {
  const isShared = config.REDIS_URL !== undefined;
  const healthPeers = new RoomPeers<ConnectionHealth>('roomHealth', isShared, (roomId) => {
    const room = directory.get(roomId);
    return room === undefined ? [] : healthHere(room);
  });
  const doorPeers: RoomPeers<DoorFacts> = new RoomPeers('readDoor', isShared, (roomId) => [
    doorHere(door, roomId),
  ]);
  const door = new Door({
    counts,
    isHosted: (room) => directory.get(room.view.roomId) === room,
    perSecond: config.NEWCOMERS_PER_S,
    storeNow: () => store.now(),
    turnedAwayElsewhere: async (roomId) =>
      (await doorPeers.ask(roomId)).facts.flatMap(({ turnedAway }) => turnedAway),
  });
  const reader = new DoorReader(
    (roomId) => doorHere(door, roomId),
    (roomId) => doorPeers.ask(roomId),
  );
  const health = new RoomHealthReader((roomId) => healthPeers.ask(roomId));
  return { door, reader, health, peers: [healthPeers, doorPeers] };
}
