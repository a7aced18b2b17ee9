import { decodeFlush } from '../../protocol/compact.js';
import type { FlushEvent, ServerEvent, ServerPayload } from '../../protocol/events.js';
import { BOT_PERSON } from '../../protocol/person.js';
import type { GameSocket } from './connection.js';
import type { RoomState } from './room-state.svelte.js';
import type { Member } from './roster.svelte.js';

export interface RoomEventHooks {
  /** The own position in a roster. */
  positioned: (x: number, y: number) => void;
  /** The own position as the server echoes it. */
  echoed: (x: number, y: number) => void;
  /** The first `phase` after a connect, which comes after the roster; tells whether it is the phase known before. */
  snapshotDone: (samePhase: boolean) => void;
  flush: (seq: number) => void;
  /** A question was taken back unjudged, and another one follows (R4.7). */
  dropped: () => void;
  becameHost: () => void;
  newHost: (member: Member | undefined) => void;
  /** This person is co-host now, or stands in for the hosts. */
  newRole: (role: 'coHost' | 'actingHost') => void;
}

type Handlers = { [E in FlushEvent[0]]?: (payload: ServerPayload<E>) => void };

/** Applies the events of one connection to the state. A reconnect is a new call with the same state. */
export class RoomEventReader {
  /** Of the last phase told; -1 where a snapshot begins, which may stand before what was told. */
  #phaseVersion = -1;
  #isConnecting = true;
  /** History of the very first snapshot is nothing that anybody has missed. */
  #everComplete = false;
  #phaseBefore = '';
  /** For whom the question of the last reveal counted. */
  #played: string[] = [];
  #awaitsPlaces = false;

  constructor(
    private readonly room: RoomState,
    private readonly hooks: RoomEventHooks,
    private readonly monotonicNow: () => number,
  ) {}

  /** A new connection: everything comes again, and versions count anew. */
  connected(): void {
    const { phase } = this.room;
    this.#isConnecting = true;
    this.#phaseVersion = -1;
    // Who comes hears of a rehearsal only where one is going on.
    this.room.rehearsal = null;
    this.#phaseBefore = phase ? `${phase.kind}:${phase.index}` : '';
  }

  listen(socket: GameSocket): void {
    const { room } = this;
    const handlers: Handlers = {
      updateRoomOption: (options) => (room.options = options),
      updateRoomQuizset: (quizSet) => (room.quizSet = quizSet),
      updateScreen: (screen) => (room.screen = screen),
      muteChat: ({ muted }) => (room.chatMuted = muted),
      updateRehearsal: (rehearsal) => this.#rehearses(rehearsal),
      rehearsalEnded: (verdict) => (room.verdict = verdict),
      updateModeration: (moderation) => (room.moderation = moderation),
      mutePlayer: ({ playerId, muted }) => room.roster.update(playerId, { isMuted: muted }),
      getSelfId: ({ playerId }) => (room.selfId = playerId),
      joinRoom: (roster) => this.#joined(roster),
      exitRoom: ({ playerId }) => this.#left(playerId),
      kickRoom: ({ playerId }) => {
        room.chat.takeBack(playerId);
        room.chatRows = room.chat.rows;
        if (playerId === room.selfId) room.ending = { kind: 'kicked' };
        else this.#left(playerId);
      },
      updatePresence: ({ players }) => room.roster.applyPresence(players),
      setPlayerName: ({ playerId, playerName }) =>
        room.roster.update(playerId, { name: playerName }),
      updateHost: ({ hostId }) => this.#hostChanged(hostId),
      updateCoHosts: ({ coHostIds }) => {
        const isNew = !room.self?.isCoHost && coHostIds.includes(room.selfId ?? '');
        room.roster.setCoHosts(coHostIds);
        if (isNew) this.hooks.newRole('coHost');
      },
      actingHost: ({ playerId }) => {
        const isNew = !room.isActing && playerId === room.selfId;
        room.roster.setActing(playerId);
        if (isNew) this.hooks.newRole('actingHost');
      },
      updatePosition: (payload) => this.#moved(payload),
      chatMessage: ({ messages }) => {
        const added = room.chat.add(messages);
        if (this.#everComplete) room.chatCount += added;
        room.chatRows = room.chat.rows;
      },
      deleteMessages: (ids) => {
        room.chat.delete(ids);
        room.chatRows = room.chat.rows;
      },
      startGame: () => (room.results = null),
      phase: (phase) => this.#phaseChanged(phase),
      startQuizTime: (question) => {
        // A snapshot tells it again, and the reveal that has followed stands.
        if (room.question?.startTime === question.startTime) return;
        room.question = question;
        room.reveal = null;
      },
      endQuizTime: (reveal) => {
        // A snapshot tells the reveal again when people have walked on. Who falls by it was counted, too.
        if (room.reveal === null) {
          const played = reveal.players.filter((mark) => mark.played);
          this.#played = played.map(({ playerId }) => playerId);
          room.crowdAtDeadline = room.positionsOf(this.#played);
          // In a blind room everybody's place comes behind the reveal.
          this.#awaitsPlaces = room.options?.crowd === 'blind';
        }
        room.reveal = reveal;
        this.#noteJudged(reveal);
        room.roster.applyMarks(reveal.players);
        room.followAudience();
      },
      updateScores: ({ players }) => {
        room.roster.applyMarks(players);
        room.followAudience();
      },
      endGame: (results) => {
        room.results = results;
        room.roster.setHost(results.hostId);
        this.#backInLobby();
      },
    };
    for (const [event, handler] of Object.entries(handlers))
      // Each handler takes its own event's payload, which `Handlers` checks above.
      socket.on(event as ServerEvent, handler);
    socket.on('flush', (flush) => {
      this.hooks.flush(flush[0]);
      for (const [event, payload] of decodeFlush(flush, (slot) => room.roster.atSlot(slot)))
        (handlers[event] as ((payload: unknown) => void) | undefined)?.(payload);
    });
  }

  #joined({ players, everyone, incarnation }: ServerPayload<'joinRoom'>): void {
    const { roster, tracks, chat } = this.room;
    if (everyone) {
      // A store that has lost its last second goes back to an older phase.
      this.#phaseVersion = -1;
      roster.clear();
      tracks.clear();
      chat.startedAnew(incarnation);
    }
    roster.add(players);
    for (const { playerId, playerPosition } of players) {
      tracks.place(playerId, ...playerPosition);
      if (playerId === this.room.selfId) this.hooks.positioned(...playerPosition);
    }
    this.room.followAudience();
  }

  #rehearses(rehearsal: ServerPayload<'updateRehearsal'>): void {
    const { room } = this;
    room.rehearsal = rehearsal.endTime === 0 ? null : rehearsal;
    if (room.rehearsal !== null) {
      room.verdict = null;
      return;
    }
    // Nothing of it is kept; the results from before it are.
    room.chat.takeBack(BOT_PERSON);
    room.chatRows = room.chat.rows;
    if (room.results === null) room.roster.reviveAll(true);
  }

  #left(playerId: string): void {
    this.room.roster.remove(playerId);
    this.room.tracks.remove(playerId);
  }

  #hostChanged(hostId: string): void {
    const { room } = this;
    if (room.roster.get(hostId)?.isHost) return;
    room.roster.setHost(hostId);
    if (hostId === room.selfId) this.hooks.becameHost();
    else if (hostId !== '') this.hooks.newHost(room.roster.get(hostId));
  }

  #moved({ updates }: ServerPayload<'updatePosition'>): void {
    const now = this.monotonicNow();
    for (const { playerId, playerPosition } of updates) {
      this.room.tracks.moveTo(playerId, ...playerPosition, now);
      if (playerId === this.room.selfId) this.hooks.echoed(...playerPosition);
    }
    if (this.#awaitsPlaces) this.room.crowdAtDeadline = this.room.positionsOf(this.#played);
    this.#awaitsPlaces = false;
  }

  #phaseChanged(phase: ServerPayload<'phase'>): void {
    if (phase.version <= this.#phaseVersion) return;
    const isSnapshot = this.#phaseVersion < 0;
    this.#phaseVersion = phase.version;
    this.#everComplete = true;
    const { room } = this;
    const before = room.phase;
    // Whoever missed the reveal, or came back, hears of a later question, too.
    const follows = before?.kind === 'question' && before.version + 1 === phase.version;
    if (follows && phase.kind === 'question' && (phase.drops ?? 0) > (before.drops ?? 0))
      this.hooks.dropped();
    const hasStarted = before?.kind === 'lobby' && phase.kind !== 'lobby';
    room.phase = phase;
    if (isSnapshot && !this.#isOfJudged(phase)) room.judged = null;
    if (phase.kind === 'lobby') this.#backInLobby();
    if (phase.kind === 'countdown') room.question = room.judged = null;
    if (phase.kind === 'question') room.reveal = null;
    if (hasStarted) room.scoredFrom = 0;
    // The roster of a snapshot has told already who is alive, with which score.
    if (hasStarted && !isSnapshot) {
      room.roster.reviveAll(true);
      room.followAudience();
    }
    if (this.#isConnecting)
      this.hooks.snapshotDone(this.#phaseBefore === `${phase.kind}:${phase.index}`);
    this.#isConnecting = false;
  }

  /** Whether the question that was judged last, as far as this page knows, is of the game in this phase. */
  #isOfJudged({ kind, index }: ServerPayload<'phase'>): boolean {
    const { judged, results } = this.room;
    if (judged === null || judged === undefined) return false;
    if (kind === 'lobby') return results !== null;
    return index > judged.index || (kind === 'reveal' && index === judged.index);
  }

  #noteJudged({ answer, rights = [answer], isVoid = false }: ServerPayload<'endQuizTime'>): void {
    const { room } = this;
    if (!room.question || !room.phase) return;
    const { quiz, choiceList: choices } = room.question;
    room.judged = { index: room.phase.index, quiz, choices, answer, rights, isVoid };
  }

  #backInLobby(): void {
    const { room } = this;
    room.question = null;
    room.reveal = null;
    room.roster.reviveAll(false);
    room.followAudience();
  }
}
