import type { z } from 'zod';
import { hasRole } from '../../../game/roles.js';
import {
  commandSchemas,
  RoomError,
  type CommandInput,
  type CommandName,
  type ErrorCode,
} from '../../../protocol/index.js';
import type { Membership } from '../room/room-service.js';
import type { Command, Who } from './commands.js';
import type { Ack, GameConnection, Packet } from './game-connection.js';
import type { IdentityLimits } from './identity-limits.js';
import type { Verdict } from './rate-gate.js';
import type { RoomGate } from './room-gate.js';

/** What everybody in the room reads. */
const TALK: ReadonlySet<string> = new Set<CommandName>(['chatMessage', 'setPlayerName', 'setTeam']);
/** Longer than the name of any command. */
const MAX_EVENT_UNITS = 64;

/**
 * Hears what became of each event, with the time from its packet to its answer, or without where the
 * rate refused it. The name is the client's, who may have made it up.
 */
export type CommandObserver = (event: string, outcome: 'ok' | ErrorCode, tookMs?: number) => void;

interface Entry {
  schema: z.ZodType;
  command: Command;
}

/**
 * Takes every event of every socket: rate, role, schema (unless it is a move that was read already),
 * then the command; the answer goes into the acknowledgement, an error without one into `exception`.
 * Synchronous unless the command is not.
 */
export class Dispatcher {
  private readonly table: ReadonlyMap<string, Entry>;

  constructor(
    commands: Record<CommandName, Command>,
    private readonly limits: IdentityLimits,
    private readonly roomGate: RoomGate,
    private readonly reportBug: (error: unknown, event: string) => void,
    private readonly observe: CommandObserver,
  ) {
    const names = Object.keys(commandSchemas) as CommandName[];
    this.table = new Map(
      names.map((name) => [name, { schema: commandSchemas[name], command: commands[name] }]),
    );
  }

  /** Name and arguments of an event as they came; nothing in them can be trusted. */
  receive(connection: GameConnection, name: unknown, args: unknown[]): void {
    // An error names the event, but need not carry 16 kB back; the wire also allows numbers here.
    const event = String(name).slice(0, MAX_EVENT_UNITS);
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (last as Ack) : undefined;
    const payload = ack !== undefined && args.length === 1 ? undefined : args[0];
    const receivedAt = performance.now();
    this.admit(connection, { event, payload, ack, receivedAt });
  }

  /** A move that was read without Socket.IO and without the schema (`readMove`). */
  receiveMove(connection: GameConnection, input: CommandInput<'updatePosition'>): void {
    const receivedAt = performance.now();
    const event = 'updatePosition';
    this.admit(connection, { event, payload: input, isRead: true, ack: undefined, receivedAt });
  }

  private admit(connection: GameConnection, packet: Packet): void {
    const { event } = packet;
    const verdict = this.judge(connection, packet);
    if (verdict === 'pass') return this.run(connection, packet);
    this.observe(event, 'RATE_LIMITED');
    if (verdict === 'close') connection.socket.disconnect(true);
    if (verdict === 'tell') connection.fail(packet, 'RATE_LIMITED', 'too many commands');
  }

  private judge({ handshake, rate }: GameConnection, { event, receivedAt }: Packet): Verdict {
    const { identityId } = handshake;
    if (TALK.has(event))
      return rate.judgeTalk(receivedAt, () => this.limits.mayTalk(identityId, receivedAt));
    if (event === 'emote')
      return rate.judgeEmote(receivedAt, () => this.limits.mayEmote(identityId, receivedAt));
    return rate.judge(receivedAt);
  }

  /** Runs a command that has passed the rate, or lets it wait while a join is under way. */
  run(connection: GameConnection, packet: Packet): void {
    try {
      if (connection.defer(packet)) return;
      const result = this.execute(connection, packet);
      if (result instanceof Promise)
        result.then(
          (value: object | undefined) => this.succeed(connection, packet, value),
          (error: unknown) => this.refuse(connection, packet, error),
        );
      else this.succeed(connection, packet, result as object | undefined);
    } catch (error) {
      this.refuse(connection, packet, error);
    }
  }

  private execute(connection: GameConnection, packet: Packet): unknown {
    const entry = this.table.get(packet.event);
    if (entry === undefined) throw new RoomError('UNKNOWN_EVENT', 'no such command');
    const { command } = entry;
    const { payload, isRead } = packet;
    const readInput = (): never => (isRead ? payload : validate(entry.schema, payload)) as never;
    if (command.who === 'anyone')
      return command.run({ connection, room: undefined, seat: undefined }, readInput());

    const { room, seat } = allowed(connection, command.who);
    const input = readInput();
    const { gameId } = input as { gameId?: string };
    if (gameId !== undefined && gameId !== room.view.pin) throw new RoomError('WRONG_ROOM');
    this.roomGate.take(room.view.roomId, command.told, packet.receivedAt);
    return command.run({ connection, room, seat }, input);
  }

  private succeed(connection: GameConnection, packet: Packet, result: object | undefined): void {
    connection.succeed(packet, result);
    this.observe(packet.event, 'ok', performance.now() - packet.receivedAt);
  }

  private refuse(connection: GameConnection, packet: Packet, error: unknown): void {
    const isExpected = error instanceof RoomError;
    if (!isExpected) this.reportBug(error, packet.event);
    const code = isExpected ? error.code : 'INTERNAL';
    const message = isExpected ? error.message : 'something went wrong on the server';
    connection.fail(packet, code, message);
    this.observe(packet.event, code, performance.now() - packet.receivedAt);
  }
}

/** Returns the place of a sender who may give such a command, before anything of it is read (R10.1). Throws otherwise. */
function allowed({ membership, handshake }: GameConnection, who: Who): Membership {
  if (membership === undefined) throw new RoomError('NOT_IN_ROOM');
  if (who === 'anyone' || who === 'member') return membership;
  const { room, seat, isCockpit } = membership;
  if (seat === null && (who === 'player' || isCockpit !== true))
    throw new RoomError('NOT_A_PLAYER');
  if (who !== 'player' && !hasRole(room.view.state, handshake.identityId, who))
    throw new RoomError('NOT_HOST');
  return membership;
}

function validate(schema: z.ZodType, payload: unknown): unknown {
  // Commands without fields may come without a payload.
  const parsed = schema.safeParse(payload ?? {});
  if (!parsed.success) throw new RoomError('BAD_REQUEST', describe(parsed.error));
  return parsed.data;
}

/** The first issue as `path: message`; never echoes what the client sent. */
export function describe(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid payload';
  const path = issue.path.join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
