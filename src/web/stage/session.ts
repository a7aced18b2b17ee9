import { withWords } from '../i18n/language.svelte.js';
import { ordinalIn } from '../../protocol/judged-name.js';
import type { CommandName, JoinAck } from '../../protocol/commands.js';
import type { PointsGiven } from '../../protocol/scores.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { echoed, putBack } from '../arena/own-place.js';
import { PositionSender } from '../arena/position-sender.js';
import { Walker } from '../arena/walker.js';
import { ServerClock } from '../room/clock.js';
import {
  cursorOf,
  openSocket,
  redial,
  sendCommand,
  type CommandAnswer,
  type CommandPayload,
  type GameSocket,
} from '../room/connection.js';
import { FinalShow } from '../show/final-show.svelte.js';
import { RevealShow } from '../show/reveal-show.svelte.js';
import type { Intent } from './intent.js';
import { renewal } from '../room/renewal.js';
import { RoomEventReader } from '../room/room-events.js';
import { RoomState } from '../room/room-state.svelte.js';
import type { Member } from '../room/roster.svelte.js';
import { remembered, ticketFor } from '../ui/storage.js';
import { TimeKeeper } from '../room/time-keeper.js';
import { tellFailure } from '../ui/tell-failure.js';
import { tellNews } from './tell-news.js';

/** Failures that pass by themselves: the page tries again instead of giving up. */
const PASSING: readonly FailureCode[] = [
  'STORE_AWAY',
  'UPDATING',
  'OTHER_WIRE',
  'INTERNAL',
  'RATE_LIMITED',
  'NO_ANSWER',
];
/** Refusals after which there is nothing to come back to, or to show again. */
const NO_SEAT = /TICKET|KICK|KNOWS|ROOM_NOT/;
const ROLES = { create: 'player', join: 'player', watch: 'screen', host: 'cockpit' } as const;
const RETRY_MS = 1_500;
/** How often a full room is asked for a seat, with up to half of that more (R1.11). */
const FULL_RETRY_MS = 4_000;

/** One seat (or one projector or cockpit) in one room, over as many connections as it takes. */
export class RoomSession {
  readonly room = new RoomState();
  readonly clock = new ServerClock(() => performance.now());
  /** What is shown of a reveal, and of the end of a game, beat by beat. */
  readonly show = new RevealShow(this.room, this.clock);
  readonly final = new FinalShow(this.room, this.clock);
  readonly walker = new Walker();
  readonly sender: PositionSender;
  /** Until the seat is remembered, and a new room has all that was chosen for it. */
  isEntering = true;
  /** Settles when the room of a `create` intent exists or is refused. */
  readonly created: Promise<CommandAnswer<'createRoom'>>;
  #intent: Intent;
  readonly #socket: GameSocket;
  readonly #keeper: TimeKeeper;
  readonly #events: RoomEventReader;
  #lastFlush = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #settleCreated: (answer: CommandAnswer<'createRoom'>) => void = () => undefined;
  #creating = false;
  /** Of a room that is there, while its opener dials again. */
  #opened: CommandAnswer<'createRoom'> | undefined;
  #disposed = false;

  /** `socket` where it is not to be dialled. */
  constructor(intent: Intent, socket?: GameSocket) {
    this.#intent = intent;
    this.created = new Promise(
      (resolve) =>
        (this.#settleCreated = (answer) => {
          this.isEntering = false;
          resolve(answer);
        }),
    );
    if (intent.kind !== 'create') this.room.gameId = intent.gameId;
    this.#socket =
      socket ??
      openSocket(
        () => ({ role: ROLES[this.#intent.kind], ...cursorOf(this.room.chat.last) }),
        () => this.room.gameId,
      );
    this.sender = new PositionSender((newPosition) => {
      // A spectator walks nowhere.
      if (this.isScreen) return true;
      if (!this.#socket.connected || this.room.link !== 'in') return false;
      const flush = this.#keeper.untoldFlush();
      const move = { newPosition };
      this.#socket.emit('updatePosition', flush === undefined ? move : { ...move, flush });
      return true;
    });
    this.#keeper = new TimeKeeper(this.#socket, {
      trip: (trip) => {
        this.clock.add(trip);
        this.show.beats.read();
        this.final.beats.read();
      },
      quiet: (quiet) => (this.room.quiet = quiet),
      lastFlush: () => this.#lastFlush,
      wanted: () => !this.#disposed && this.room.ending === null,
    });
    this.#events = this.#readEvents();
    renewal.shown = this;
    this.#listen();
  }

  /** Without a seat: a projector or a cockpit. */
  get isScreen(): boolean {
    return this.#intent.kind === 'watch' || this.isCockpit;
  }

  get isCockpit(): boolean {
    return this.#intent.kind === 'host';
  }

  /** Runs a command; a failure is told to the person in a toast. */
  async run<C extends CommandName>(name: C, payload: CommandPayload<C>): Promise<CommandAnswer<C>> {
    const answer = await this.ask(name, payload);
    if (!answer.ok) void tellFailure(answer.error.code);
    return answer;
  }

  /** Runs a command whose failure the caller shows. */
  ask<C extends CommandName>(name: C, payload: CommandPayload<C>): Promise<CommandAnswer<C>> {
    return sendCommand(this.#socket, name, payload);
  }

  /** Changes the own name; the server may add a number to it (R1.4). */
  async rename(playerName: string): Promise<boolean> {
    const answer = await this.run('setPlayerName', { playerName });
    if (!answer.ok) return false;
    remembered.name = playerName;
    if (this.#intent.kind === 'join') this.#intent = { ...this.#intent, playerName };
    return true;
  }

  /** After `SESSION_REPLACED` or a refusal: the person wants in, here. */
  tryAgain(): void {
    this.room.ending = null;
    this.room.trouble = null;
    // Whoever was removed with others sits down anew, by the name that they had.
    if (this.#intent.kind === 'join') this.#intent = { ...this.#intent, returning: false };
    this.room.link = 'connecting';
    this.#socket.connect();
  }

  /** Gives up the seat. */
  async leave(): Promise<void> {
    await this.ask('exitRoom', {});
    remembered.seat = undefined;
    this.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    if (renewal.shown === this) renewal.shown = undefined;
    clearTimeout(this.#retry);
    this.show.beats.stop();
    this.final.beats.stop();
    this.#keeper.dispose();
    this.#socket.disconnect();
  }

  #readEvents(): RoomEventReader {
    let positioned = { x: 0.5, y: 0.5 };
    const hooks = {
      positioned: (x: number, y: number) => {
        positioned = { x, y };
        // Before the first snapshot is over there is nothing of the person's own to protect.
        if (this.room.link === 'connecting') this.walker.place(positioned);
        this.sender.known(positioned);
      },
      snapshotDone: (samePhase: boolean) => {
        // Steps taken while the connection was away still count in the same phase; the sender
        // sees that they differ and sends them. In another phase the server's position is the truth.
        const walkedAlone = performance.now() - this.walker.lastMoveAt < 15_000;
        if (!(samePhase && walkedAlone)) this.walker.place(positioned);
        this.room.link = 'in';
      },
      echoed: (x: number, y: number) =>
        echoed(this.walker, this.sender, { x, y }, performance.now()),
      putBack: (x: number, y: number) => {
        putBack(this.walker, this.sender, { x, y });
        this.room.tracks.whenChanged();
      },
      flush: (seq: number) => {
        this.#lastFlush = seq;
        this.#keeper.flushed();
      },
      phaseChanged: () => renewal.look(this.room.kind === 'reveal'),
      dropped: () => void tellNews((t) => t.questionDropped),
      becameHost: () => this.#becameHost(),
      newHost: (member: Member | undefined) => {
        const { isOwner, name = '' } = member ?? {};
        void tellNews((t) => (isOwner ? t.hostBack : t.newHost)({ name }));
      },
      newRole: (role: 'coHost' | 'actingHost') => void tellNews((t) => t.newRole[role], 'good'),
      pointsGiven: async (given: PointsGiven) => {
        const part = await withWords(import('./tell-given.js'), 'game').catch(() => undefined);
        part?.tellGiven(this, given);
      },
      whoAre: async (slots: number[]) => {
        const answer = await this.ask('whoAre', { slots });
        return answer.ok ? answer.people : undefined;
      },
    };
    const shows = { reveal: this.show, final: this.final };
    return new RoomEventReader(this.room, hooks, shows, () => performance.now());
  }

  #listen(): void {
    const socket = this.#socket;
    const { room } = this;
    this.#events.listen(socket);
    socket.on('kickRoom', () => {
      if (room.ending) remembered.seat = undefined;
    });
    const connected = () => {
      this.#lastFlush = 0;
      this.#events.connected();
      this.#keeper.start();
      void this.#enter();
    };
    if (socket.connected) connected();
    socket.on('connect', connected);
    socket.on('disconnect', () => {
      this.#keeper.stop();
      clearTimeout(this.#retry);
      room.queue = null;
      if (room.link === 'in') room.link = 'reconnecting';
      if (room.ending || this.#disposed) return;
      // Told to go without a reason that a person must act on: come back by ourselves.
      if (!socket.active) this.#retry = setTimeout(() => socket.connect(), RETRY_MS);
    });
    socket.on('connect_error', () => {
      // Whoever opens a room is at a form, and tries again there.
      this.#notCreated('NO_ANSWER');
      // Socket.IO gives up where the handshake itself was refused.
      if (!socket.active && !this.#disposed && !room.ending)
        this.#retry = setTimeout(() => socket.connect(), RETRY_MS);
      if (room.link === 'connecting') room.trouble = 'NO_ANSWER';
    });
    socket.on('exception', ({ event, code }) => {
      if (event === 'connection') this.#refused(code);
      else void tellFailure(code);
    });
    socket.on('queued', (place) => (room.queue = place));
    socket.on('notice', ({ code }) => {
      if (code === 'SESSION_REPLACED') room.ending = { kind: 'replaced' };
      if (code === 'SCREEN_DISMISSED') room.ending = { kind: 'dismissed' };
      if (code === 'COCKPIT_ENDED') room.ending = { kind: 'gone', notice: code };
      const ends = ['ROOM_CLOSED', 'ROOM_LOST', 'SERVER_ENDED', 'REMOVED', 'TICKET_ENDED'] as const;
      const end = ends.find((one) => one === code);
      if (end !== undefined) {
        room.ending = { kind: 'gone', notice: end };
        remembered.seat = undefined;
      }
      if (code === 'STORE_AWAY') room.storeAway = true;
      if (code === 'STORE_BACK') room.storeAway = false;
      room.farewell = code === 'DRAINING' || code === 'SERVER_AWAY' ? code : null;
    });
  }

  /** On every connect: takes the seat, the same as before where there was one. */
  async #enter(): Promise<void> {
    const intent = this.#intent;
    this.room.farewell = null;
    this.room.storeAway = false;
    if (intent.kind === 'create') {
      // After a reconnect: the first try may have opened the room, and its answer got lost.
      if (this.#creating) return;
      this.#creating = true;
      const answer = await this.ask('createRoom', intent.options);
      if (answer.ok) {
        const { gameId } = answer;
        const { hostPlays = true, playerName = '' } = intent.options;
        this.room.gameId = gameId;
        if (hostPlays) remembered.seat = gameId;
        this.#intent = hostPlays
          ? { kind: 'join', gameId, playerName, returning: true }
          : { kind: 'host', gameId };
        await this.run('updateModeration', { filterWords: true });
        if (intent.quizSet) await this.run('updateRoomQuizset', intent.quizSet);
        if (answer.redial) this.#opened = answer;
      }
      if (this.#opened) redial(this.#socket);
      else this.#settleCreated(answer);
      return;
    }
    const named = intent.kind === 'join' && !intent.returning && intent.playerName !== '';
    const ticket = ticketFor(intent.gameId);
    const answer = await this.ask('joinRoom', {
      gameId: intent.gameId,
      ...(named ? { playerName: intent.playerName } : {}),
      ...(ticket && { ticket }),
    });
    if (answer.ok) await this.#entered(answer);
    // An earlier try may have gone through after its answer came too late.
    const isIn = answer.ok || answer.error.code === 'ALREADY_IN_ROOM';
    if (isIn) this.isEntering = false;
    else this.#refused(answer.error.code);
    if (this.#opened) this.#settleCreated(this.#opened);
  }

  async #entered(answer: JoinAck): Promise<void> {
    await this.#events.gate?.settled;
    this.room.trouble = null;
    this.room.queue = null;
    this.room.selfId = answer.playerId;
    this.room.cockpit = answer.cockpit;
    if (this.#intent.kind !== 'join') return;
    const { playerName, returning } = this.#intent;
    const { phase } = this.room;
    if (!answer.resumed && (phase?.kind === 'question' || phase?.kind === 'reveal'))
      this.room.scoredFrom = ordinalIn(phase) + 1;
    if (!answer.resumed && this.room.isGhost) void tellNews((t) => t.newGhost);
    if (answer.becameHost) this.#becameHost();
    remembered.seat = answer.gameId;
    this.#intent = { ...this.#intent, returning: true };
    // The seat had been freed meanwhile, and the new one came with a generated name.
    if (returning && !answer.resumed && playerName !== '')
      await this.ask('setPlayerName', { playerName });
  }

  /** The owner had the role from the beginning. */
  #becameHost(): void {
    const { isOwner } = this.room;
    void tellNews((t) => (isOwner ? t.hostAgain : t.hostNow), 'good');
  }

  #notCreated(code: FailureCode): void {
    if (this.#intent.kind !== 'create') return;
    this.#settleCreated({ ok: false, error: { code, message: 'the room was not created' } });
  }

  #refused(code: FailureCode): void {
    this.room.queue = null;
    if (code === 'OTHER_WIRE') renewal.refused();
    this.#notCreated(code);
    if (this.#disposed || this.room.ending) return;
    const intent = this.#intent;
    // The seat had been freed meanwhile, and who sits down anew needs a name of the list.
    if (
      code === 'NAME_NOT_ON_LIST' &&
      intent.kind === 'join' &&
      intent.returning &&
      intent.playerName
    ) {
      this.#intent = { ...intent, returning: false };
      return void this.#enter();
    }
    const waitsForSeat = code === 'ROOM_FULL' && intent.kind === 'join';
    if (!PASSING.includes(code) && !waitsForSeat) {
      // Who sat or watched there before mistyped nothing: the room is no more.
      const isBack =
        this.room.link === 'reconnecting' ||
        (this.#intent.kind === 'join' && this.#intent.returning);
      this.room.ending =
        isBack && code === 'ROOM_NOT_FOUND'
          ? { kind: 'gone', notice: null }
          : { kind: 'refused', code };
      if (NO_SEAT.test(code)) remembered.seat = remembered.ticket = undefined;
      this.#socket.disconnect();
      return;
    }
    this.room.trouble = code;
    clearTimeout(this.#retry);
    // A whole hall that waits does not ask in the same moment.
    const retryMs = waitsForSeat ? FULL_RETRY_MS * (1 + Math.random() / 2) : RETRY_MS;
    this.#retry = setTimeout(() => {
      if (this.#socket.connected) void this.#enter();
    }, retryMs);
  }
}
