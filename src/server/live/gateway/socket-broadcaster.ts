import type { Socket as NetSocket } from 'node:net';
import type { Namespace } from 'socket.io';
import type {
  ClientToServerEvents,
  NoticeCode,
  RehearsalVerdict,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
  Transport,
} from '../../../protocol/index.js';
import type { Broadcaster, FlushText } from '../batch/broadcaster.js';
import { eventFrame, flushFrames } from './event-frames.js';
import type { FastPath } from './fast-path.js';
import type { GameSocket } from './game-connection.js';
import { terminate } from './transport-guard.js';

export type GameNamespace = Namespace<ClientToServerEvents, ServerToClientEvents>;

interface Member {
  socket: Pick<GameSocket, 'id' | 'connected' | 'emit'>;
  /** Its Engine.IO transport: what waits there was sent before. */
  conn: { readyState: string; writeBuffer: readonly unknown[] };
  connection: NetSocket | undefined;
}

/**
 * Sends to the sockets of this process. A frame is made once and written to each connection as it is,
 * past Socket.IO, which halves the cost (docs/performance.md); Socket.IO sends it where something of
 * its own still waits for the connection, or where the client polls.
 */
export class SocketBroadcaster implements Broadcaster {
  private namespace: GameNamespace | undefined;
  /** Who is in each channel, by connection id. */
  private readonly channels = new Map<string, Map<string, Member>>();
  /** Connections that are none of Socket.IO's. */
  private readonly diverted = new Map<string, Member>();

  /** `sent` hears of each frame that goes past Socket.IO, with the bytes of its payload. */
  constructor(
    private readonly fastPath: Pick<FastPath, 'isOpen'>,
    private readonly sent: (bytes: number) => void,
  ) {}

  /** To be called once, before the first connection. */
  bind(namespace: GameNamespace): void {
    this.namespace = namespace;
  }

  emit<E extends ServerEvent>(
    targets: string[],
    event: E,
    payload: ServerPayload<E>,
    except: string[] = [],
  ): void {
    const { frame, payloadBytes } = eventFrame(event, payload);
    const args = [payload] as unknown as Parameters<ServerToClientEvents[E]>;
    const send = (member: Member): void => {
      if (except.length > 0 && except.includes(member.socket.id)) return;
      if (!comesNext(member)) {
        member.socket.emit(event, ...args);
        return;
      }
      member.connection.write(frame);
      this.sent(payloadBytes);
    };
    this.reach(targets, send);
  }

  emitFlushes(targets: string[], flushes: readonly FlushText[]): void {
    const { frames, payloadBytes } = flushFrames(flushes.map(({ json }) => json));
    this.reach(targets, (member) => {
      if (!comesNext(member)) {
        for (const { payload } of flushes) member.socket.emit('flush', payload);
        return;
      }
      member.connection.write(frames);
      for (const bytes of payloadBytes) this.sent(bytes);
    });
  }

  enter(connectionId: string, channel: string): void {
    const member = this.memberOf(connectionId);
    if (member === undefined) return;
    const members = this.channels.get(channel) ?? new Map<string, Member>();
    this.channels.set(channel, members.set(connectionId, member));
  }

  leave(connectionId: string, channel: string): void {
    const members = this.channels.get(channel);
    members?.delete(connectionId);
    if (members?.size === 0) this.channels.delete(channel);
  }

  disconnect(connectionId: string, notice?: NoticeCode): void {
    if (notice !== undefined) this.bound.to(connectionId).emit('notice', { code: notice });
    this.bound.in(connectionId).disconnectSockets();
  }

  reconnect(connectionId: string): void {
    this.bound.sockets.get(connectionId)?.conn.close();
  }

  terminate(connectionId: string): void {
    const transport = this.bound.sockets.get(connectionId)?.conn;
    if (transport !== undefined) terminate(transport);
  }

  transportOf(connectionId: string): Transport | undefined {
    const name = this.bound.sockets.get(connectionId)?.conn.transport.name;
    return name === 'websocket' || name === 'polling' ? name : undefined;
  }

  /** What goes to this connection, which is none of Socket.IO's, is written here; returns the disposer. */
  divert(connectionId: string, connection: NetSocket): () => void {
    const socket = { id: connectionId, connected: true, emit: () => false };
    const conn = { readyState: 'open', writeBuffer: [] };
    this.diverted.set(connectionId, { socket, conn, connection });
    return () => this.diverted.delete(connectionId);
  }

  /** Tells a connection, on whatever process it is, what became of a rehearsal. */
  tellVerdict(connectionId: string, verdict: RehearsalVerdict): void {
    this.bound.to(connectionId).emit('rehearsalEnded', verdict);
  }

  /** Tells those on this process whom it concerns something about the service. */
  announce(code: NoticeCode, concerns: (connectionId: string) => boolean = () => true): void {
    for (const [connectionId, socket] of this.namespace?.sockets ?? [])
      if (concerns(connectionId)) socket.emit('notice', { code });
  }

  private reach(targets: string[], send: (member: Member) => void): void {
    for (const target of targets) {
      const members = this.channels.get(target);
      if (members !== undefined) for (const member of members.values()) send(member);
      else {
        const member = this.memberOf(target);
        if (member !== undefined) send(member);
      }
    }
  }

  private get bound(): GameNamespace {
    if (this.namespace === undefined)
      throw new Error('the broadcaster is not bound to a namespace');
    return this.namespace;
  }

  /** Clients that poll, or began with it, have no connection of their own to write to. */
  private memberOf(connectionId: string): Member | undefined {
    const socket = this.bound.sockets.get(connectionId);
    if (socket === undefined) return this.diverted.get(connectionId);
    const { conn, request } = socket;
    // The request's headers would not tell: a client that polls may send any.
    const isItsOwn = conn.transport.name === 'websocket' && !conn.upgraded;
    return {
      socket,
      conn: conn as unknown as Member['conn'],
      connection: this.fastPath.isOpen && isItsOwn ? request.socket : undefined,
    };
  }
}

/** Whether what is written to the connection comes after everything that Socket.IO has sent. */
function comesNext(member: Member): member is Member & { connection: NetSocket } {
  const { socket, conn, connection } = member;
  if (connection === undefined || !socket.connected || conn.readyState !== 'open') return false;
  return conn.writeBuffer.length === 0 && connection.writable;
}
