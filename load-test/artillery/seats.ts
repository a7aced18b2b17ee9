/** Rooms and who sits in them: how virtual users get in, and what every scenario notes about them. */
import { performance } from 'node:perf_hooks';
import type { ClientToServerEvents, CommandName } from '../../src/protocol/commands.js';
import type { PlayerPayload } from '../../src/protocol/events.js';
import type { GameMode } from '../../src/protocol/room-options.js';
import type { Recorder } from './recorder.js';
import type { GameSocket } from './virtual-user.js';
import { Signal, within } from './waiting.js';

const JOIN_TIMEOUT_MS = 15_000;
const ACK_TIMEOUT_MS = 10_000;

export class Room {
  readonly pin = new Signal<string>();
  readonly seats: Seat[] = [];
  /** Those whose roster came, by player id. */
  readonly byId = new Map<string, Seat>();

  constructor(readonly mode: GameMode) {}

  /** True when everybody who was expected has come in or failed. */
  isFull(expected: number): boolean {
    return this.seats.filter((seat) => seat.settled).length >= expected;
  }
}

/** One virtual user in its room. */
export class Seat {
  readonly #joined = new Signal<PlayerPayload>();
  #socket: GameSocket | undefined;
  #connectsSince = 0;
  playerId = '';
  pin = '';
  token = '';
  /** Ids of those that this player was told of. */
  readonly roster = new Set<string>();
  /** As the latest roster shows this player. */
  self: PlayerPayload | undefined;
  /** Joined or failed. */
  settled = false;
  /** Set when it may lose its connection. */
  leaving = false;

  constructor(
    private readonly recorder: Recorder,
    readonly room: Room,
    /** Within its room; 0 opened it. */
    readonly index: number,
  ) {}

  get socket(): GameSocket {
    if (this.#socket === undefined) throw new Error('not connected');
    return this.#socket;
  }

  /** What the templates of the scenario's file need to connect. */
  async prepare(vars: Record<string, unknown>, number: number, capacity: number): Promise<void> {
    // Behind nginx one address would send every player to one process; its first three octets count.
    vars['address'] = `10.${number >> 8}.${number & 255}.1`;
    vars['playerName'] = `Artillery ${number + 1}`;
    if (this.index === 0) {
      const options = `title=Load;gameMode=${this.room.mode};maxPlayerCount=${capacity};isPublic=false`;
      vars['query'] = { 'create-room': options };
    } else {
      this.pin = await within(JOIN_TIMEOUT_MS, this.room.pin.promise, 'room not opened');
      vars['query'] = { 'game-id': this.pin };
    }
    this.#connectsSince = performance.now();
  }

  /** Call it in the turn in which the socket has connected. Resolves when the roster holds this player. */
  async enter(socket: GameSocket): Promise<void> {
    const { recorder } = this;
    this.#socket = socket;
    socket.on('session', ({ token }) => {
      this.token = token;
      // What a phone keeps as a cookie: it shows who comes back.
      socket.auth = { token };
    });
    socket.on('createRoom', ({ gameId }) => {
      this.pin = gameId;
      this.room.pin.give(gameId);
    });
    socket.on('getSelfId', ({ playerId }) => (this.playerId = playerId));
    socket.on('exitRoom', ({ playerId }) => this.roster.delete(playerId));
    socket.on('joinRoom', ({ players }) => {
      for (const { playerId } of players) this.roster.add(playerId);
      const self = players.find(({ playerId }) => playerId === this.playerId);
      if (self === undefined) return;
      this.self = self;
      this.#joined.give(self);
    });
    socket.on('exception', ({ event, code }) => recorder.count(`refused ${event} ${code}`));
    socket.on('exception', () => recorder.count('refused'));
    socket.on('disconnect', (reason) => {
      if (this.leaving) return;
      recorder.count('dropped');
      recorder.count(`dropped ${reason}`);
    });
    try {
      await within(JOIN_TIMEOUT_MS, this.#joined.promise, 'no roster');
      // Whoever opens the room is another case, and one sample only.
      if (this.index > 0) recorder.latency('join', performance.now() - this.#connectsSince);
      recorder.count('joined');
      this.room.byId.set(this.playerId, this);
    } finally {
      this.settled = true;
    }
  }

  /** Sends a command and rejects unless the server agrees. */
  async command<C extends CommandName>(
    command: C,
    payload: Parameters<ClientToServerEvents[C]>[0],
  ): Promise<void> {
    const answer = await this.socket.timeout(ACK_TIMEOUT_MS).emitWithAck(command, payload);
    if (!answer.ok) throw new Error(`${command} refused: ${answer.error.code}`);
  }
}
