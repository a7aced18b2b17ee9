/** A steady load: observers in each room hold what arrives against what was sent. */
import { performance } from 'node:perf_hooks';
import { ChatLedger, ChatTally, ChatMarker } from '../swarm/chat-ledger.js';
import { startMonitor } from '../swarm/monitor.js';
import { MoveLedger, MoveTally, toWire, type MeasuringWindow } from '../swarm/move-ledger.js';
import { Jumper } from '../swarm/movement.js';
import { pause, until } from '../swarm/waiting.js';
import {
  Run,
  type Room,
  type Seat,
  readServerClock,
  serverTimes,
  Settings,
  type Metrics,
} from './run.js';

const JUDGE_EVERY_MS = 1_000;

interface Ledgers {
  moves: MoveLedger;
  chat: ChatLedger;
}

export class Hall extends Run {
  readonly window: MeasuringWindow;
  readonly #observers: number;
  readonly #ledgers: Map<Room, Ledgers>;
  readonly #moves: MoveTally;
  readonly #chat: ChatTally;
  readonly #mover = new Jumper(Math.random);
  readonly #lostAfterMs: number;
  /** Grows with each event of a player; at 1 the event is a message. */
  readonly #chatDue = new WeakMap<Seat, number>();
  readonly #chatShare: number;
  readonly #over: Promise<void>;

  constructor(vars: Record<string, unknown>, metrics: Metrics) {
    const settings = new Settings(vars);
    const players = settings.number('players');
    const modes = Array.from({ length: settings.number('rooms') }, () => 'RANKING' as const);
    super(settings, metrics, modes, players);
    this.#observers = settings.number('observers');
    this.#chatShare = settings.number('chatShare');
    this.#lostAfterMs = settings.number('lostAfterSeconds') * 1000;
    const warmUp = settings.number('joinSeconds') + settings.number('warmupSeconds');
    const from = this.startedAt + warmUp * 1000;
    this.window = { from, until: from + settings.number('seconds') * 1000 };
    this.#moves = new MoveTally(this.recorder.histogramOf('move'));
    this.#chat = new ChatTally(this.recorder.histogramOf('chat'));
    const marker = new ChatMarker(Math.random);
    const rate = settings.number('rate');
    this.#ledgers = new Map(
      this.rooms.map((room) => [
        room,
        {
          moves: new MoveLedger(players, this.#moves, this.window, this.#lostAfterMs, rate),
          chat: new ChatLedger(marker, this.#chat, this.window, this.#lostAfterMs),
        },
      ]),
    );
    this.#over = this.#measure();
  }

  /** The observers of a room are those who came first. */
  watch(seat: Seat): void {
    const { moves, chat } = this.#of(seat);
    seat.socket.on('disconnect', () => {
      this.#forgive(seat);
      moves.unwatch(seat.index);
      chat.unwatch(seat.index);
    });
    if (seat.index >= this.#observers) return;
    moves.watch(seat.index);
    chat.watch(seat.index, performance.now());
    seat.socket.on('updatePosition', ({ updates }) => {
      const at = performance.now();
      for (const { playerId, playerPosition } of updates) {
        const player = seat.room.byId.get(playerId);
        if (player !== undefined) moves.arrived(seat.index, player.index, playerPosition, at);
      }
    });
    seat.socket.on('chatMessage', ({ messages }) => {
      const at = performance.now();
      for (const entry of messages) chat.arrived(seat.index, entry, at);
    });
  }

  isOpen(seat: Seat): boolean {
    return performance.now() < this.window.until && seat.socket.connected;
  }

  /** The event's name and payload, noted as sent. */
  nextEvent(seat: Seat): [event: 'updatePosition' | 'chatMessage', payload: object] {
    const now = performance.now();
    const { moves, chat } = this.#of(seat);
    const due = (this.#chatDue.get(seat) ?? Math.random()) + this.#chatShare;
    const isChat = due >= 1;
    this.#chatDue.set(seat, isChat ? due - 1 : due);
    if (now >= this.window.from && now < this.window.until)
      this.recorder.count(isChat ? 'messages sent' : 'moves sent');
    const payload = isChat
      ? { gameId: seat.pin, message: chat.sent(seat.index, now) }
      : {
          gameId: seat.pin,
          newPosition: toWire(moves.sent(seat.index, this.#mover.next(), now)),
        };
    // Its connection fell while it was thinking: this will never be sent.
    if (!seat.socket.connected) this.#forgive(seat);
    return [isChat ? 'chatMessage' : 'updatePosition', payload];
  }

  /** Resolves when everything sent has arrived or counts as lost, and is accounted for. */
  over(): Promise<void> {
    return this.#over;
  }

  #forgive(seat: Seat): void {
    const { moves, chat } = this.#of(seat);
    moves.forgive(seat.index);
    chat.forgive(seat.index);
  }

  #of(seat: Seat): Ledgers {
    const ledgers = this.#ledgers.get(seat.room);
    if (ledgers === undefined) throw new Error('a room of another run');
    return ledgers;
  }

  async #measure(): Promise<void> {
    const judging = setInterval(() => this.#judge(performance.now()), JUDGE_EVERY_MS);
    await pause(this.window.from - performance.now());
    const before = await readServerClock(this.settings.processes);
    const stop = startMonitor(this.settings.parts);
    await pause(this.window.until - performance.now());
    this.recorder.cost = stop();
    this.recorder.serverTimes = serverTimes(before, await readServerClock(this.settings.processes));
    const all = [...this.#ledgers.values()];
    const settled = (): boolean =>
      all.every(({ moves, chat }) => moves.settled() && chat.settled());
    // Who was about to send when the window closed does so within a turn.
    await pause(1000 / this.settings.number('rate'));
    await until(settled, { limitMs: this.#lostAfterMs });
    clearInterval(judging);
    this.#judge(Infinity);
    this.finish();
  }

  #judge(now: number): void {
    for (const { moves, chat } of this.#ledgers.values()) {
      moves.judge(now);
      chat.judge(now);
    }
    const { judged, lost, folded, skipped, repeated, backwards, unknown } = this.#moves;
    const chat = this.#chat;
    const counts = {
      'moves judged': judged,
      'moves lost': lost,
      'moves folded': folded,
      'moves skipped': skipped,
      'moves repeated': repeated,
      'moves backwards': backwards,
      'moves unknown': unknown,
      'messages judged': chat.judged,
      'messages lost': chat.lost,
      'messages duplicated': chat.duplicates,
      'messages out of order': chat.idGaps + chat.disordered,
      'messages strayed': chat.strayed,
    };
    for (const [name, count] of Object.entries(counts)) this.recorder.set(name, count);
  }
}
