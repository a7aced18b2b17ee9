import { Inject } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { tokenOf } from '../../platform/identity/host-cookie.js';
import type { IdentityService } from '../../platform/identity/identity.js';
import {
  addressOf,
  isSentByRoom,
  languageOf,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import {
  NAMESPACE,
  newRoomSchema,
  parseCreateQuery,
  pinSchema,
  readAuth,
  isTakenWire,
  RoomError,
  WIRE,
  type CommandInput,
} from '../../../protocol/index.js';
import type { RoomDirectory } from '../room/room-directory.js';
import { describe, type Dispatcher } from './dispatcher.js';
import type { JoinHandler } from './join-handler.js';
import { drain } from './drain.js';
import type { FastPath } from './fast-path.js';
import { GameConnection, type GameSocket, type Handshake } from './game-connection.js';
import { readMoves } from './move-reader.js';
import { RateGate } from './rate-gate.js';
import type { RoomPeers } from './room-peers.js';
import type { GameNamespace, SocketBroadcaster } from './socket-broadcaster.js';

export interface GatewayParts {
  fastPath: FastPath;
  broadcaster: SocketBroadcaster;
  peers: readonly Pick<RoomPeers<unknown>, 'bind'>[];
  identities: IdentityService;
  proxy: ProxySettings;
  joinHandler: JoinHandler;
  dispatcher: Dispatcher;
  directory: RoomDirectory;
  /** The notice for everybody when this process ends. */
  farewell: 'DRAINING' | 'SERVER_AWAY' | 'SERVER_ENDED';
  reportBug: (error: unknown, event: string) => void;
}

export const GATEWAY_PARTS = Symbol('GATEWAY_PARTS');

/** The Socket.IO edge: who connects, to which room, and every event into the dispatcher. */
@WebSocketGateway({ namespace: NAMESPACE })
export class GameGateway implements OnGatewayInit, OnGatewayConnection {
  private namespace: GameNamespace | undefined;

  private readonly rates = new WeakMap<object, RateGate>();

  constructor(@Inject(GATEWAY_PARTS) private readonly parts: GatewayParts) {}

  afterInit(namespace: GameNamespace): void {
    this.namespace = namespace;
    this.parts.broadcaster.bind(namespace);
    for (const peers of this.parts.peers) peers.bind(namespace);
  }

  /** What throws in here would end the process, with everybody in it. */
  handleConnection(socket: GameSocket): void {
    try {
      this.receive(socket);
    } catch (error) {
      this.reject(socket, error);
    }
  }

  private receive(socket: GameSocket): void {
    const { dispatcher, joinHandler, fastPath, reportBug } = this.parts;
    const rate = this.rates.get(socket.conn) ?? new RateGate(performance.now());
    this.rates.set(socket.conn, rate);
    // Entering the namespace is a command, too; nobody honest does it over and over.
    if (rate.judge(performance.now()) !== 'pass') {
      socket.disconnect(true);
      return;
    }
    const connection = new GameConnection(
      socket,
      this.readHandshake(socket),
      rate,
      (waited, packet) => dispatcher.run(waited, packet),
    );
    // One listener for all events but moves: unknown ones are answered too, and nothing is bound per event.
    socket.onAny((event: unknown, ...args: unknown[]) =>
      dispatcher.receive(connection, event, args),
    );
    const readMove = (move: CommandInput<'updatePosition'>): void => {
      if (socket.connected) dispatcher.receiveMove(connection, move);
    };
    const stopReading = fastPath.isOpen ? readMoves(socket, readMove) : undefined;
    socket.on('disconnect', () => {
      stopReading?.();
      joinHandler.drop(connection).catch((error: unknown) => reportBug(error, 'disconnect'));
    });
    this.joinByQuery(connection).catch((error: unknown) => this.reject(socket, error));
  }

  /** To be called before anybody connects; returns what the fast path misses. */
  async checkFastPath(): Promise<readonly string[]> {
    if (this.namespace === undefined) throw new Error('the gateway is not initialised');
    return this.parts.fastPath.check(this.namespace.server.engine);
  }

  get clientCount(): number {
    return this.namespace?.sockets.size ?? 0;
  }

  /** Sends what is pending, then everybody away; see `drain` for `stopListening`. */
  async drain(stopListening: () => void): Promise<void> {
    const { directory } = this.parts;
    const shareAll = () => Promise.all(directory.all().map((room) => room.share()));
    await shareAll();
    for (const room of directory.all()) room.batch.finish();
    if (this.namespace === undefined) stopListening();
    else {
      await drain(this.namespace, this.parts.farewell, stopListening);
    }
    // What the last ones did.
    await shareAll();
    directory.close();
  }

  private async joinByQuery(connection: GameConnection): Promise<void> {
    const { query } = connection.socket.handshake;
    const { 'create-room': create, 'game-id': pin } = query;
    if (create !== undefined) {
      const options = newRoomSchema.safeParse(parseCreateQuery(String(create)));
      if (!options.success) throw new RoomError('BAD_REQUEST', describe(options.error));
      await this.parts.joinHandler.openOrResume(connection, options.data);
    } else if (pin !== undefined) {
      // A script that keeps PINs as numbers has lost the zeros in front.
      const text = String(pin);
      const parsed = pinSchema.safeParse(/^\d{1,5}$/.test(text) ? Number(text) : text);
      if (!parsed.success) throw new RoomError('BAD_REQUEST', describe(parsed.error));
      await this.parts.joinHandler.enter(connection, { gameId: parsed.data });
    }
  }

  /** The handshake, or its join, failed: the client is told why and does not come back by itself. */
  private reject(socket: GameSocket, error: unknown): void {
    const isExpected = error instanceof RoomError;
    if (!isExpected) this.parts.reportBug(error, 'connection');
    const code = isExpected ? error.code : 'INTERNAL';
    const message = isExpected ? error.message : 'something went wrong on the server';
    socket.emit('exception', { event: 'connection', code, message });
    socket.disconnect();
  }

  private readHandshake(socket: GameSocket): Handshake {
    const { identities, proxy } = this.parts;
    const { request } = socket;
    const auth = readAuth(socket.handshake.auth);
    if (auth.wire !== undefined && !isTakenWire(auth.wire))
      throw new RoomError('OTHER_WIRE', `this server takes pages of wire ${WIRE}`);
    const byToken = auth.token === undefined ? undefined : identities.verify(auth.token);
    // A page that could read an identity out of the cookie could take it away.
    const byCookie = byToken ?? identities.fromCookies(socket.handshake.headers.cookie);
    const identityId = byCookie ?? identities.create().identityId;
    const needsToken = auth.wantToken && (byToken !== undefined || byCookie === undefined);
    if (needsToken || auth.wire !== undefined)
      socket.emit('session', {
        ...(needsToken && { token: identities.tokenOf(identityId) }),
        ...(auth.wire !== undefined && { wire: WIRE }),
      });
    return {
      identityId,
      address: addressOf(request, proxy),
      language: languageOf(request),
      isSentByRoom: isSentByRoom(request, proxy),
      role: auth.role,
      format: auth.format === 'json' ? 'json' : 'compact',
      readsBigRooms: auth.format === 'compact2',
      hostToken: tokenOf(socket.handshake.headers.cookie),
      hostPassword: auth.hostPassword,
      cursor:
        auth.lastChatId === undefined
          ? null
          : {
              id: auth.lastChatId,
              audience: auth.lastChatAudience ?? 'living',
              incarnation: auth.lastChatIncarnation,
            },
    };
  }
}
