/**
 * The parts of Artillery's interface that the functions of the scenarios use. The types are our own,
 * as Artillery and its Socket.IO client are installed for load tests only.
 */
import type { AckResult, CommandName } from '../../src/protocol/commands.js';
import type { ServerEvent, ServerToClientEvents } from '../../src/protocol/events.js';

/** A socket as the engine opens it. */
export interface GameSocket {
  readonly connected: boolean;
  auth: object;
  readonly io: {
    on(event: 'reconnect_attempt', listener: () => void): unknown;
    readonly engine: { close(): unknown };
  };
  on<E extends ServerEvent>(event: E, listener: ServerToClientEvents[E]): unknown;
  on(event: 'disconnect', listener: (reason: string) => void): unknown;
  timeout(ms: number): {
    emitWithAck(command: CommandName, payload: unknown): Promise<AckResult>;
  };
  disconnect(): unknown;
}

/** What Artillery calls the context: `vars` fill the templates of the scenario's file. */
export interface VirtualUser {
  readonly vars: Record<string, unknown>;
  /** By namespace; the engine opens one when a step emits to it first. */
  readonly sockets: Record<string, GameSocket | undefined>;
}

/** Where Artillery takes a scenario's own figures from. */
export interface Metrics {
  emit(kind: 'counter' | 'histogram', name: string, value: number): void;
}

/** Ends a step that must not wait: what follows runs in the same turn of the event loop. */
export type Done = () => void;

/** The engine connects every virtual user to the root namespace first, which no player does. */
export function leaveRootNamespace({ sockets }: VirtualUser): void {
  sockets['']?.disconnect();
}
