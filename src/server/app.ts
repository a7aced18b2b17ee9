import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ROOM_SCHEMA } from '../game/room-change.js';
import { WIRE } from '../protocol/index.js';
import { AppModule, closerOf, type AppParts } from './app.module.js';
import { GameGateway } from './live/gateway/game.gateway.js';
import { SocketAdapter } from './live/gateway/socket-adapter.js';
import { declared } from './http/access/way-in.js';
import { limitApi } from './http/api-limits.js';
import { limitConnections } from './http/connection-limits.js';
import { HttpAdapter } from './http/http-adapter.js';
import { HttpErrorFilter } from './http/http-error.filter.js';
import { HallAddress } from './http/hall-address.js';
import { FiguresDoor } from './http/metrics/figures-door.js';
import { pageSender, serveTheme } from './http/page-file.js';
import { servePages } from './http/pages.js';
import { Arrivals, noteArrivals } from './http/start/arrivals.js';
import { hasStartPage, StartDoor } from './http/start/start-door.js';
import { ticketPath } from './http/start/start-ticket.js';
import { sliceInput } from './http/sliced-input.js';
import { listenOnUnixSocket } from './http/unix-socket.js';
import { IdentityService } from './platform/identity/identity.js';
import { PROXY_SETTINGS, type ProxySettings } from './platform/identity/request-origin.js';
import { LIVE, type Live } from './live.js';
import { ServerMetrics } from './metrics/server-metrics.js';
import { openAsBefore } from './private-files.js';
import type { RoomsInUse } from './live/room/running-games.js';
import type { ChosenPort } from './choose-port.js';
import { STORE_PARTS, type StoreParts } from './live/store/parts.js';
import type { OwnTheme } from './platform/theme/own-theme.js';

/** How long connections have to end by themselves once everybody has been sent away. */
const CLOSE_MS = 3_000;

export interface RunningApp {
  port: number;
  /** Another one for the figures, where that is set. */
  internalPort: number | undefined;
  /** The usual port, where another program has that. */
  takenPort: number | undefined;
  /** Opens none for 30 s, so that the last rooms of this version end. */
  openNoRooms: () => void;
  /** The address that players get. */
  /** Rooms that would stop with this process. */
  inUse: () => RoomsInUse;
  hall: HallAddress;
  /** There where the person at the machine has a start page: a path that lets in one browser that is opened now. */
  startPath: (() => string) | undefined;
  /** Resolves when somebody asks there for an end. */
  stopAsked: Promise<void>;
  close: () => Promise<void>;
}

export interface AppOptions extends AppParts {
  /** Of the built client. */
  webDir: string;
  /** Of the operator (R21.2). */
  theme?: OwnTheme;
  /** Asked when everything else is ready; PORT where it is not given. */
  choosePort?: () => Promise<ChosenPort>;
  /** The name of this process among those of its data folder. */
  nonce?: string;
}

/** Starts one process that listens when the promise resolves. */
export async function startApp({
  webDir,
  theme,
  choosePort,
  nonce = randomUUID(),
  ...made
}: AppOptions): Promise<RunningApp> {
  const { version, config, logger, maps } = made;
  let chosen: ChosenPort = { port: config.PORT ?? 0 };
  const hall = new HallAddress({ publicUrl: config.PUBLIC_URL, host: config.HOST });
  let stop = (): void => {};
  const stopAsked = new Promise<void>((resolve) => (stop = resolve));
  const module = AppModule.create(
    made,
    () => ({
      version,
      joinBase: hall.base,
      maxRoomPlayers: config.MAX_ROOM_PLAYERS,
      hostPassword: config.HOST_PASSWORD !== undefined,
      maps: maps.names,
    }),
    { version, hall, port: () => chosen, stop: () => stop(), nonce },
  );
  const app = await NestFactory.create<NestExpressApplication>(module, new HttpAdapter(), {
    bodyParser: false,
    // What fails at the start is told by whoever started us.
    logger: false,
    abortOnError: false,
  });
  const live = app.get<Live>(LIVE);
  const proxy = app.get<ProxySettings>(PROXY_SETTINGS);
  const closeParts = closerOf(app);
  const figures = app.get(FiguresDoor);
  app.disable('x-powered-by');
  app.useWebSocketAdapter(
    new SocketAdapter(app, proxy, live.shared, live.transports, live.handshakes),
  );
  app.use(declared(figures.keepApart, 'goes-on'));
  const sendPage = pageSender(webDir, { theme, legal: config.LEGAL_URLS });
  app.useGlobalFilters(
    new HttpErrorFilter(sendPage, (error) => logger.error({ err: error }, 'http')),
  );
  if (hasStartPage(config)) app.use(noteArrivals(app.get(Arrivals)));
  app.use('/api', limitApi(proxy));
  servePages(
    app,
    webDir,
    sendPage,
    app.get(IdentityService),
    proxy,
    app.get(StartDoor),
    config.EMBED_ORIGINS,
  );
  if (theme !== undefined) serveTheme(app.getHttpAdapter().getInstance(), theme);
  const server: Server = app.getHttpServer();
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await app.get<StoreParts>(STORE_PARTS).ready;
  await app.init();
  await live.recordRestored();
  const missing = await app.get(GameGateway).checkFastPath();
  if (missing.length > 0)
    logger.warn(
      { missing },
      'Engine.IO or ws is not as the fast path needs it: everything goes through Socket.IO, which takes more CPU',
    );
  const { MAX_CONNECTIONS: inAll, MAX_CONNECTIONS_PER_ADDRESS: perAddress } = config;
  sliceInput(server, '/socket.io/');
  limitConnections(server, { inAll, perAddress }, proxy);
  chosen = (await choosePort?.()) ?? chosen;
  await app.listen(chosen.port, config.HOST);
  const { port } = server.address() as AddressInfo;
  chosen = { ...chosen, port };
  hall.listening(port);
  const { SOCKET_DIR } = config;
  const socketPath = SOCKET_DIR === undefined ? undefined : join(SOCKET_DIR, `${port}.sock`);
  const unixServer =
    socketPath === undefined ? undefined : await listenOnUnixSocket(server, socketPath);
  if (socketPath !== undefined) openAsBefore(socketPath);
  const internal = await figures.listen(app.getHttpAdapter().getInstance(), port);
  logger.info({ version, schema: ROOM_SCHEMA, wire: WIRE, port }, 'started');
  return {
    port,
    internalPort: internal && (internal.address() as AddressInfo).port,
    inUse: live.inUse,
    openNoRooms: live.openNoRooms,
    takenPort: chosen.taken,
    hall,
    startPath: hasStartPage(config) ? () => ticketPath(config.SECRET, nonce) : undefined,
    stopAsked,
    close: async () => {
      const servers = [server, ...(unixServer ? [unixServer] : [])];
      const ended = Promise.all(servers.map((one) => once(one, 'close')));
      // From here on a proxy sends newcomers to another process; requests under way are answered. The
      // server with the port must stay until later: at its end, which does not wait for what came by
      // the Unix socket, Socket.IO ends everything.
      app.get(ServerMetrics).isDraining = true;
      const gateway = app.get(GameGateway);
      const began = performance.now();
      const { rooms } = app.get(ServerMetrics).crowd;
      logger.info({ rooms, clients: gateway.clientCount }, 'drain begun');
      await gateway.drain(() => (unixServer ?? server).close());
      const tookMs = Math.round(performance.now() - began);
      logger.info({ clientsLeft: gateway.clientCount, tookMs }, 'drain ended');
      // A client that no longer reads would hold the server open for half a minute.
      const force = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, CLOSE_MS);
      await app.close();
      await ended;
      clearTimeout(force);
      internal?.close();
      internal?.closeAllConnections();
      await closeParts();
    },
  };
}
