/** One connection of a client, over any of the layers. */
import type { MessageKind } from './message.js';

export interface Line {
  /** Sends `count` messages in one go, the first of them with this serial number. */
  send(kind: MessageKind, first: number, count: number): void;
  /** Drops the connection without a word. */
  drop(): void;
  /** Bytes of the layer and below it down to TCP's payload, both ways, handshake included. */
  bytes(): number;
}

export interface LineEvents {
  /** The message is the bytes from `start` to `end`; they are the caller's only until it returns. */
  onMessage: (bytes: Buffer, start: number, end: number) => void;
  /** Once, whoever closed it; never before the line is open. */
  onClose: () => void;
}

/** Rejects when the connection does not stand in time. */
export type OpenLine = (events: LineEvents) => Promise<Line>;

/** Like a client that gives up on a server. */
export const CONNECT_TIMEOUT_MS = 5_000;
