import type { Namespace } from 'socket.io';
import type {
  ClientToServerEvents,
  NoticeCode,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
} from '../protocol/index.js';
import type { Outlet } from '../room/outlet.js';
import { terminate } from './transport-guard.js';

export type GameNamespace = Namespace<ClientToServerEvents, ServerToClientEvents>;

/** Sends to the sockets of this process; Socket.IO's adapter encodes and frames a packet once. */
export class SocketOutlet implements Outlet {
  private namespace: GameNamespace | undefined;

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
    // Without a target Socket.IO would send to everybody.
    if (targets.length === 0) return;
    const args = [payload] as unknown as Parameters<ServerToClientEvents[E]>;
    this.bound.local
      .to(targets)
      .except(except)
      .emit(event, ...args);
  }

  enter(connectionId: string, channel: string): void {
    void this.bound.sockets.get(connectionId)?.join(channel);
  }

  leave(connectionId: string, channel: string): void {
    void this.bound.sockets.get(connectionId)?.leave(channel);
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

  private get bound(): GameNamespace {
    if (this.namespace === undefined) throw new Error('the outlet is not bound to a namespace');
    return this.namespace;
  }
}
