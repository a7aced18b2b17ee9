import type { Socket as NetSocket } from 'node:net';
import type { Namespace } from 'socket.io';
import {
  NAMESPACE,
  type ClientToServerEvents,
  type NoticeCode,
  type ServerEvent,
  type ServerPayload,
  type ServerToClientEvents,
} from '../protocol/index.js';
import type { Outlet } from '../room/outlet.js';
import type { GameSocket } from './game-connection.js';
import { terminate } from './transport-guard.js';
import { textFrame } from './web-socket-frame.js';

export type GameNamespace = Namespace<ClientToServerEvents, ServerToClientEvents>;

/** An Engine.IO packet with a Socket.IO event in it. */
const EVENT_PREFIX = `42${NAMESPACE},`;

/**
 * Sends to the sockets of this process. A frame is made once and written to each connection as it is,
 * past Socket.IO, which halves the cost (docs/performance.md); Socket.IO sends it where something of
 * its own still waits for the connection, or where the client polls.
 */
export class SocketOutlet implements Outlet {
  private namespace: GameNamespace | undefined;
  /** Who is in each channel, by connection id. */
  private readonly channels = new Map<string, Map<string, GameSocket>>();

  /** `sent` hears of each frame that goes past Socket.IO, with the bytes of its payload. */
  constructor(private readonly sent: (bytes: number) => void) {}

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
    const text = EVENT_PREFIX + JSON.stringify([event, payload]);
    const { frame, payloadBytes } = textFrame(text);
    const args = [payload] as unknown as Parameters<ServerToClientEvents[E]>;
    for (const socket of this.reached(targets, except)) {
      const connection = directConnection(socket);
      if (connection === undefined) socket.emit(event, ...args);
      else {
        connection.write(frame);
        this.sent(payloadBytes);
      }
    }
  }

  enter(connectionId: string, channel: string): void {
    const socket = this.bound.sockets.get(connectionId);
    if (socket === undefined) return;
    const members = this.channels.get(channel);
    if (members === undefined) this.channels.set(channel, new Map([[connectionId, socket]]));
    else members.set(connectionId, socket);
  }

  leave(connectionId: string, channel: string): void {
    const members = this.channels.get(channel);
    members?.delete(connectionId);
    if (members?.size === 0) this.channels.delete(channel);
  }

  dismiss(connectionId: string, notice?: NoticeCode): void {
    if (notice !== undefined) this.bound.to(connectionId).emit('notice', { code: notice });
    this.bound.in(connectionId).disconnectSockets();
  }

  hangUp(connectionId: string): void {
    this.bound.sockets.get(connectionId)?.conn.close();
  }

  cut(connectionId: string): void {
    const transport = this.bound.sockets.get(connectionId)?.conn;
    if (transport !== undefined) terminate(transport);
  }

  /** Tells everybody on this process something about the service. */
  announce(code: NoticeCode): void {
    this.namespace?.local.emit('notice', { code });
  }

  /** Each once: nobody is in two channels of a room. */
  private *reached(targets: string[], except: string[]): Iterable<GameSocket> {
    const excluded = new Set(except);
    for (const target of targets) {
      const members = this.channels.get(target);
      if (members === undefined) {
        const socket = this.bound.sockets.get(target);
        if (socket !== undefined && !excluded.has(target)) yield socket;
      } else
        for (const [connectionId, socket] of members) if (!excluded.has(connectionId)) yield socket;
    }
  }

  private get bound(): GameNamespace {
    if (this.namespace === undefined) throw new Error('the outlet is not bound to a namespace');
    return this.namespace;
  }
}

/**
 * The TCP connection under a socket, where what is written to it comes after everything that Socket.IO
 * has sent. Undefined for clients that poll, or began with it.
 */
function directConnection({ connected, conn, request }: GameSocket): NetSocket | undefined {
  const isOpen = connected && conn.readyState === 'open' && conn.transport.name === 'websocket';
  const { writeBuffer } = conn as unknown as { writeBuffer: readonly unknown[] };
  if (!isOpen || writeBuffer.length > 0 || request.headers.upgrade === undefined) return undefined;
  return request.socket.writable ? request.socket : undefined;
}
