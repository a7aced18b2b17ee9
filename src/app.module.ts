import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { Logger } from 'pino';
import { AccessGuard } from './http/access/access-guard.js';
import type { Config } from './config/config.js';
import { Database } from './database/database.js';
import { noEngine } from './database/engine.js';
import { buildHallDoor } from './hall-door.js';
import { buildDesk, DESK_CONTROLLERS, deskProviders, type DeskParts } from './desk-parts.js';
import { createCommands } from './gateway/commands.js';
import { Dispatcher } from './gateway/dispatcher.js';
import { JoinHandler } from './gateway/join-handler.js';
import { EchoGateway } from './gateway/echo.gateway.js';
import { FastPath } from './gateway/fast-path.js';
import { FrameSink } from './gateway/frame-sink.js';
import { GameGateway, GATEWAY_PARTS, type GatewayParts } from './gateway/game.gateway.js';
import { HandshakeLimits } from './gateway/handshake-limits.js';
import { HostPassword } from './gateway/host-password.js';
import { IdentityLimits } from './gateway/identity-limits.js';
import { createRedisAdapter, type SharedAdapter } from './gateway/redis-adapter.js';
import type { TransportSettings } from './gateway/socket-adapter.js';
import { SocketBroadcaster } from './gateway/socket-broadcaster.js';
import { HealthController, STORE_STATUS } from './http/health/health.controller.js';
import { HostLinkController } from './http/rooms/host-link.controller.js';
import { InfoController, SERVER_INFO } from './http/health/info.controller.js';
import { RoomsController } from './http/rooms/rooms.controller.js';
import { UNKNOWN_HOST } from './identity/host-names.js';
import { IdentityService } from './identity/identity.js';
import { proxySettings } from './config/proxy-settings.js';
import { PROXY_SETTINGS, type ProxySettings } from './identity/request-origin.js';
import { MetricsController, METRICS_READERS } from './http/metrics/metrics.controller.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { WordFilter } from './moderation/word-filter.js';
import { readWordLists } from './moderation/word-lists.js';
import { flushRates } from './config/flush-rates.js';
import { RoomError, type ServerInfo } from './protocol/index.js';
import { phaseLengths } from './config/phase-lengths.js';
import { MIN_SHOWN_MS } from './protocol/limits.js';
import { AttemptLimit, WRONG_LINKS } from './rate/attempt-limit.js';
import { DearRequests } from './rate/dear.js';
import { WrongPins } from './rate/wrong-pins.js';
import { latenessNow } from './rehearsal/loop-lateness.js';
import { Rehearsals } from './rehearsal/rehearsals.js';
import { HostLinks } from './room/host-links.js';
import { HostRoles } from './room/host-roles.js';
import { Moderation } from './room/moderation.js';
import { hasGame, runsGame } from './room/running-games.js';
import { Teams } from './room/teams.js';
import { Housekeeping } from './room/housekeeping.js';
import { GameDriver } from './room/game-driver.js';
import type { QuizBank } from './room/quiz-bank.js';
import { QuizSelection } from './room/quiz-selection.js';
import { Maps } from './room/maps.js';
import { cryptoRandom } from './room/random-source.js';
import { RoomDirectory } from './room/room-directory.js';
import { RoomFinder } from './room/room-finder.js';
import { RoomOpener } from './room/room-opener.js';
import { WrongNames } from './room/wrong-names.js';
import { RoomService } from './room/room-service.js';
import { ROOM_STORE } from './store/contract.js';
import type { StoreParts } from './store/parts.js';
import { openStore } from './open-store.js';
import type { OwnTheme } from './theme/own-theme.js';

export interface Extras {
  /** For tests on a real clock. */
  minShownMs?: number;
  /** Where nothing is kept, there is none. */
  database?: Database;
  theme?: OwnTheme; // of the operator (R21.2)
  maps?: Maps; // with the operator's (R24.1)
  builtDir?: string; // of a test, which finds no processes beside the source
}

/** The long-lived objects of the program, built once from the settings. */
export interface AppParts {
  config: Config;
  proxy: ProxySettings;
  stored: StoreParts;
  /** There where several processes share rooms. */
  shared: SharedAdapter | undefined;
  quizzes: QuizSelection;
  guard: AccessGuard;
  links: HostLinks;
  desk: DeskParts;
  identities: IdentityService;
  gateway: GatewayParts;
  transports: TransportSettings;
  /** Whether any room here plays. */
  hasGame: () => boolean;
  handshakes: HandshakeLimits;
  metrics: ServerMetrics;
  /** Ends timers and subscriptions. */
  close: () => Promise<void>;
}

/** Puts the program together: ordinary objects that get what they need. */
export function buildParts(
  config: Config,
  forAll: QuizBank,
  logger: Logger,
  {
    minShownMs = MIN_SHOWN_MS,
    database = new Database(noEngine('cannot be opened')),
    builtDir,
    maps = new Maps(undefined),
  }: Extras = {},
): AppParts {
  const reportBug = (error: unknown, where: string): void =>
    logger.error({ err: error, where }, 'unexpected error');
  /** A refusal is no bug: the room has ended or gone on, or the store rings again when it is back. */
  const attempt = (where: string, work: Promise<unknown>): void =>
    void work.catch((error: unknown) => {
      if (!(error instanceof RoomError)) reportBug(error, where);
    });
  const proxy = proxySettings(config, (name) => logger.warn({ name }, UNKNOWN_HOST));
  const identities = new IdentityService(config.SECRET);

  const metrics = new ServerMetrics();
  const stored = openStore(config, logger, metrics);
  const { store, writer, bus, timer } = stored;

  const fastPath = new FastPath();
  metrics.transports.watchFastPath(() => fastPath.missingCount);
  const broadcaster = new SocketBroadcaster(fastPath, metrics.transports.hooks.sent);
  const directory = new RoomDirectory(store, writer, bus, broadcaster, {
    ...flushRates(config),
    keepsTracks: config.TRACKS_DAYS > 0,
    hooks: { ...metrics.batch, failed: reportBug },
    mayBeDecided: (roomId) => attempt('survivors', driver.judgeExit(roomId)),
    cleared: (room) => hall.door.cleared(room),
    changed: (room) => void desk.pictures.prepare(room),
    checkSeats: () => attempt('seats', rooms.checkSeats()),
  });
  const hall = buildHallDoor(config, stored, directory);
  metrics.watchRooms(() => directory.all().map(({ attendance }) => attendance));
  const dear = new DearRequests((who) => runsGame(directory.all(), who));
  const desk = buildDesk(
    config,
    database,
    forAll,
    stored,
    identities,
    proxy,
    (error) => error instanceof RoomError || reportBug(error, 'desk'),
    dear,
    (reset) => logger.info(reset, 'a link for a new password'),
    builtDir,
  );
  const { bank, hosts, results } = desk;
  const quizzes = new QuizSelection(store, directory, bank);
  const driver = new GameDriver(
    store,
    writer,
    directory,
    quizzes,
    phaseLengths(config, minShownMs),
    cryptoRandom,
    (room) => results.note(room, directory.get(room.roomId)?.batch.track.of(room)),
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
  const rooms = new RoomService(
    store,
    directory,
    housekeeping,
    broadcaster,
    config.MAX_ROOM_PLAYERS,
    cryptoRandom,
    new WordFilter(readWordLists(config.WORD_LIST_FILE)),
    new WrongNames(stored.counts),
    maps,
    hall.door,
  );
  const finder = new RoomFinder(store, new WrongPins(stored.counts), (pin) => directory.atPin(pin));
  const identityLimits = new IdentityLimits();
  const joinHandler = new JoinHandler(
    store,
    rooms,
    new RoomOpener(store, housekeeping, limits, cryptoRandom, maps),
    new HostPassword(config.HOST_PASSWORD, stored.counts),
    quizzes,
    finder,
    identityLimits,
    broadcaster,
    (owner) => results.keeperOf(owner),
    dear,
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
    links,
    driver,
    quizzes,
    health: hall.health,
    door: hall.reader,
    rehearsals,
    hosts,
    pictures: desk.pictures,
    store,
    dear,
    limits: identityLimits,
  };
  const commands = createCommands(services);
  const dispatcher = new Dispatcher(commands, identityLimits, reportBug, (event, outcome, tookMs) =>
    metrics.commands.note(event, outcome, tookMs),
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
  const stopAnnouncing = stored.onChange((isAway) => {
    broadcaster.announce(isAway ? 'STORE_AWAY' : 'STORE_BACK');
    if (!isAway) void directory.compare();
  });
  const stopMending = stored.onGap(() => void directory.catchUpAll());
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
    config,
    proxy,
    stored,
    shared,
    quizzes,
    guard: new AccessGuard(finder, desk.door, identities, proxy),
    links,
    desk,
    identities,
    gateway: {
      fastPath,
      broadcaster,
      peers: hall.peers,
      identities,
      proxy,
      joinHandler,
      dispatcher,
      directory,
      roomsGoOn: config.REDIS_URL !== undefined,
      reportBug,
    },
    transports: {
      // Sending each event at once is there to show what becomes of clients then.
      cutsOffSlow: config.FLUSH_INTERVAL_MS > 0,
      ...metrics.transports.hooks,
    },
    handshakes,
    metrics,
    hasGame: () => hasGame(directory.all()),
    close: async () => {
      stopWaking();
      stopAnnouncing();
      stopMending();
      rehearsals.close();
      sink.close();
      hall.door.close();
      desk.close();
      directory.close();
      shared?.close();
      await results.close();
      await database.close();
      await stored.close();
    },
  };
}

@Module({})
export class AppModule {
  static create(parts: AppParts, serverInfo: () => ServerInfo): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        HealthController,
        InfoController,
        MetricsController,
        RoomsController,
        HostLinkController,
        ...DESK_CONTROLLERS,
      ],
      providers: [
        GameGateway,
        ...(parts.config.ECHO ? [EchoGateway] : []),
        { provide: GATEWAY_PARTS, useValue: parts.gateway },
        { provide: ROOM_STORE, useValue: parts.stored.store },
        { provide: STORE_STATUS, useValue: parts.desk.status },
        ...deskProviders(parts.desk),
        { provide: RoomDirectory, useValue: parts.gateway.directory },
        { provide: APP_GUARD, useValue: parts.guard },
        { provide: HostLinks, useValue: parts.links },
        { provide: QuizSelection, useValue: parts.quizzes },
        { provide: IdentityService, useValue: parts.identities },
        { provide: PROXY_SETTINGS, useValue: parts.proxy },
        { provide: SERVER_INFO, useValue: serverInfo },
        { provide: ServerMetrics, useValue: parts.metrics },
        { provide: METRICS_READERS, useValue: parts.config.METRICS },
      ],
    };
  }
}
