import { EventEmitter } from 'node:events';
import type { Socket as NetSocket } from 'node:net';
import { vi } from 'vitest';
import { toSteps, type ServerPayload } from '../../src/protocol/index.js';
import { Walking } from '../../src/server/live/room/walking.js';
import { TestBank } from './app.js';
import { Hall, SLOW, slowSet, type OpenRoom } from './hall.js';
import { openWithBroadcaster, type BroadcasterInside } from './broadcaster-inside.js';
import { RawClient } from './raw-client.js';
import { PATIENT } from './patience.js';

/** The server's end of a transport. */
export interface ServerEnd extends EventEmitter {
  transport: { name: string; socket?: EventEmitter };
  pingTimeoutTimer: unknown;
  hasRefreshedPingTimeout: boolean;
}

interface Engine {
  clients: Record<string, ServerEnd>;
  opts: { pingInterval: number; pingTimeout: number };
}

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const MOST = 1_000;
const at = (n: number): string => `"newPosition":[0.${MOST + n},0.5]`;
/** A numbered move as pages spell it, and the same in ways that only Socket.IO and the schema read. */
export const plain = (n: number): string => `42/game,["updatePosition",{${at(n)}}]`;
export const spaced = (n: number): string => `42/game,["updatePosition", {${at(n)}}]`;
export const asking = (n: number): string => `42/game,${n}["updatePosition",{${at(n)}}]`;
export const reordered = (n: number): string => `42/game,["updatePosition",{"flush":0,${at(n)}}]`;

const numberAt = new Map(numbers(MOST).map((n) => [toSteps(Number(`0.${MOST + n}`)), n]));

/** A server with an open room, into which clients come that speak by hand, and which notes their moves. */
export class MoveHall {
  readonly moving = vi.spyOn(Walking.prototype, 'move');
  readonly engine: Engine;
  readonly pin: string;
  readonly host: OpenRoom['host'];
  private readonly clients: RawClient[] = [];

  private constructor(
    readonly hall: Hall,
    readonly broadcaster: BroadcasterInside,
    room: OpenRoom,
  ) {
    ({ engine: this.engine } = broadcaster.namespace.server as unknown as { engine: Engine });
    ({ pin: this.pin, host: this.host } = room);
  }

  static async open(): Promise<MoveHall> {
    const hall = new Hall();
    const broadcaster = await openWithBroadcaster(hall, SLOW, new TestBank([slowSet()]));
    return new MoveHall(hall, broadcaster, await hall.openRoom());
  }

  async close(): Promise<void> {
    this.moving.mockRestore();
    for (const client of [...this.clients, ...this.hall.clients]) client.close();
    await Promise.all(this.clients.map(({ closed }) => closed));
    await until(() => Object.keys(this.engine.clients).length === 0);
    await this.hall.close();
  }

  /** A transport outside of the namespace. */
  async connect(query = ''): Promise<RawClient> {
    const client = await RawClient.open(this.hall.app.url, query);
    this.clients.push(client);
    await client.wait((frame) => frame.startsWith('0'));
    return client;
  }

  /** The same in the room. */
  async enter(auth: object = {}): Promise<RawClient> {
    const client = await this.connect(`&game-id=${this.pin}`);
    await client.enter(auth);
    await client.wait((frame) => frame.startsWith('42/game,["joinRoom"'));
    return client;
  }

  endOf({ frames }: RawClient): ServerEnd {
    const { sid } = JSON.parse(frames[0]!.slice(1)) as { sid: string };
    return this.engine.clients[sid]!;
  }

  /** The numbers of the moves that the room was given, in order. */
  taken(): number[] {
    return this.moving.mock.calls.map(([, , [x]]) => numberAt.get(x) ?? -1);
  }

  /** Where the host was told that somebody is: newcomers with the roster, then all. */
  positionsOf(id: string): unknown[] {
    const told = this.host.all('updatePosition').flatMap(({ updates }) => updates);
    return [...this.host.all('joinRoom').flatMap(({ players }) => players), ...told]
      .filter(({ playerId }) => playerId === id)
      .map(({ playerPosition }) => playerPosition);
  }
}

/** Looks often, and waits as long as a busy machine may need. */
export const until = (condition: () => boolean): Promise<unknown> =>
  vi.waitUntil(condition, { ...PATIENT, interval: 5 });

export const hooksOf = ({ transport }: ServerEnd) => transport.socket!.listeners('message');

/** What Engine.IO hands to Socket.IO from now on. */
export function readByEngine(end: ServerEnd): string[] {
  const messages: string[] = [];
  end.on('data', (data: unknown) => messages.push(String(data)));
  return messages;
}

/** Sends several messages in one write to the connection, so that the server reads them together. */
export function sendAtOnce({ socket }: RawClient, messages: string[]): void {
  const { _socket: connection } = socket as unknown as { _socket: NetSocket };
  connection.cork();
  for (const message of messages) socket.send(message);
  connection.uncork();
}

/** Resolves when everything that the client sent before is done, and what it was told has come. */
export async function finish(client: RawClient): Promise<void> {
  // What the first answer follows has been read; what the second follows has been done.
  for (const namespace of ['/nowhere', '/elsewhere']) {
    client.send(`40${namespace},`);
    await client.wait((frame) => frame.startsWith(`44${namespace}`));
  }
}

export const exceptionsIn = ({ frames }: RawClient): ServerPayload<'exception'>[] =>
  frames.flatMap((frame) =>
    frame.startsWith('42/game,["exception"')
      ? (JSON.parse(frame.slice('42/game,'.length)) as [string, ServerPayload<'exception'>])[1]
      : [],
  );
