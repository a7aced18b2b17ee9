import type { Socket } from 'socket.io';
import type { ChatCursor } from '../../../game/chat-log.js';
import {
  limits,
  RoomError,
  type AckResult,
  type ClientToServerEvents,
  type ErrorCode,
  type Format,
  type HandshakeAuth,
  type Language,
  type ServerToClientEvents,
} from '../../../protocol/index.js';
import type { ShownCode } from '../../../game/tickets.js';
import type { Membership, Visitor } from '../room/room-service.js';
import type { RateGate } from './rate-gate.js';

export type GameSocket = Socket<ClientToServerEvents, ServerToClientEvents>;
export type Ack = (result: AckResult) => void;

export interface Packet {
  event: string;
  payload: unknown;
  /** The payload is what the schema would make of it already. */
  isRead?: true;
  ack: Ack | undefined;
  /** By `performance.now()`. */
  receivedAt: number;
}

/** Who connected, as the handshake told. */
export interface Handshake {
  identityId: string;
  /** There while somebody is in a room by a ticket, whose identity they have then (R28). */
  ticket?: ShownCode;
  address: string;
  language: Language;
  /** Whether the proxy sends by room (`isSentByRoom`). */
  isSentByRoom: boolean;
  role: NonNullable<HandshakeAuth['role']>;
  format: Format;
  /** Whether the client reads what only big rooms tell (R23). */
  readsBigRooms: boolean;
  cursor: ChatCursor | null;
  /** Of a session in which quiz sets are kept, where there is one; it proves nothing by itself. */
  hostToken: string | undefined;
  /** For rooms that are opened by the query. */
  hostPassword?: string | undefined;
}

/** One socket in the namespace: who it is, where it sits, and what it still has to do. */
export class GameConnection {
  /** Where the connection is; `joining` while that is being settled. */
  private state: Outside | Joining | InRoom = { kind: 'outside' };

  /** The identity, as the handshake or a ticket says. */
  handshake: Handshake;

  private cursor: ChatCursor | null;

  constructor(
    readonly socket: GameSocket,
    private readonly told: Handshake,
    /** Of the transport: leaving and entering the namespace again does not renew it. */
    readonly rate: RateGate,
    /** Runs a command that had to wait for a join. */
    private readonly run: (connection: GameConnection, packet: Packet) => void,
  ) {
    this.handshake = told;
    this.cursor = told.cursor;
  }

  get membership(): Membership | undefined {
    return this.state.kind === 'inRoom' ? this.state.membership : undefined;
  }

  get isInRoom(): boolean {
    return this.state.kind !== 'outside';
  }

  get visitor(): Visitor {
    return {
      connectionId: this.socket.id,
      ...this.handshake,
      waiter: {
        isHere: () => this.socket.connected,
        tell: (place) => {
          this.queue();
          this.socket.emit('queued', place);
        },
      },
    };
  }

  /** The client's chat cursor, once: it means the room that the client was in before it connected. */
  takeCursor(): ChatCursor | null {
    const { cursor } = this;
    this.cursor = null;
    return cursor;
  }

  /** Until the room is left, or a join fails, this is whom a ticket says (R28). */
  become({ identityId, ticket }: Required<Pick<Handshake, 'identityId' | 'ticket'>>): void {
    this.handshake = { ...this.told, identityId, ticket };
  }

  /** From here on commands wait; ends with `settle` or `failJoin`. Throws ALREADY_IN_ROOM. */
  beginJoin(): void {
    if (this.state.kind !== 'outside') throw new RoomError('ALREADY_IN_ROOM');
    this.state = { kind: 'joining', waiting: [], isQueued: false };
  }

  /** Keeps a command for later while a join is under way; false when it can run now. Throws RATE_LIMITED. */
  defer(packet: Packet): boolean {
    if (this.state.kind !== 'joining' || this.state.isQueued) return false;
    if (this.state.waiting.length >= limits.MAX_WAITING_COMMANDS)
      throw new RoomError('RATE_LIMITED', 'too many commands before the join has settled');
    this.state.waiting.push(packet);
    return true;
  }

  /**
   * The join takes longer, as others come first: commands run as from outside, so that nothing of them is held
   * meanwhile and clocks go on.
   */
  private queue(): void {
    if (this.state.kind !== 'joining' || this.state.isQueued) return;
    const { waiting } = this.state;
    this.state = { kind: 'joining', waiting: [], isQueued: true };
    for (const packet of waiting) this.run(this, packet);
  }

  /** The join has settled, and the commands that waited run. */
  settle(membership: Membership): void {
    this.endJoin({ kind: 'inRoom', membership });
  }

  /** The join has failed, and the commands that waited run as from outside. */
  failJoin(): void {
    this.handshake = this.told;
    this.endJoin({ kind: 'outside' });
  }

  private endJoin(state: GameConnection['state']): void {
    const waiting = this.state.kind === 'joining' ? this.state.waiting : [];
    this.state = state;
    for (const packet of waiting) this.run(this, packet);
  }

  /** Ends the membership and returns it, if there was one. */
  leave(): Membership | undefined {
    if (this.state.kind !== 'inRoom') return undefined;
    const { membership } = this.state;
    this.state = { kind: 'outside' };
    this.handshake = this.told;
    return membership;
  }

  succeed(packet: Packet, result: object | undefined): void {
    packet.ack?.({ ok: true, ...result });
  }

  /** An error is told once: in the acknowledgement where the client asked for one. */
  fail({ event, ack }: Pick<Packet, 'event' | 'ack'>, code: ErrorCode, message: string): void {
    if (ack !== undefined) ack({ ok: false, error: { code, message } });
    else this.socket.emit('exception', { event, code, message });
  }
}

interface Outside {
  kind: 'outside';
}

interface Joining {
  kind: 'joining';
  waiting: Packet[];
  isQueued: boolean;
}

interface InRoom {
  kind: 'inRoom';
  membership: Membership;
}
