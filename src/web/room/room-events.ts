import { decodeFlush } from '../../protocol/compact.js';
import type {
  CompactFlush,
  FlushEvent,
  Person,
  PhasePayload,
  ServerEvent,
  ServerPayload,
} from '../../protocol/events.js';
import type { ShownEmote } from '../../protocol/emotes.js';
import { isSameName, nameKey, nameOf } from '../../protocol/judged-name.js';
import { BOT_PERSON } from '../../protocol/person.js';
import type {
  LeagueRow,
  Mark,
  PointsGiven,
  ResultsPayload,
  RevealPayload,
} from '../../protocol/scores.js';
import { isCall } from './chat-calls.js';
import type { GameSocket } from './connection.js';
import { FlushGate } from './crowd/flush-gate.js';
import type { RoomState } from './room-state.svelte.js';
import type { Member } from './roster.svelte.js';

/** Tells a phase from others, but for its clock. */
const momentOf = (phase: PhasePayload): string => `${phase.kind}:${nameKey(nameOf(phase))}`;

export interface RoomEventHooks {
  /** The own position in a roster. */
  positioned: (x: number, y: number) => void;
  /** The own position as the server echoes it. */
  echoed: (x: number, y: number) => void;
  putBack: (x: number, y: number) => void;
  /** The first `phase` after a connect, which comes after the roster; tells whether it is the phase known before. */
  snapshotDone: (samePhase: boolean) => void;
  flush: (seq: number) => void;
  /** Another kind of phase is told. */
  phaseChanged: () => void;
  /** A question was taken back unjudged, and another one follows (R4.7). */
  dropped: () => void;
  becameHost: () => void;
  newHost: (member: Member | undefined) => void;
  /** This person is co-host now, or stands in for the hosts. */
  newRole: (role: 'coHost' | 'actingHost') => void;
  /** Points by hand were given, or taken back (R27.10). */
  pointsGiven: (given: PointsGiven) => void;
  /** Asks who sits in these slots of a big room; undefined without an answer. */
  whoAre: (slots: number[]) => Promise<readonly Person[] | undefined>;
}

/** Tell the room of reveals and ends of games, beat by beat. */
export interface Shows {
  reveal: {
    begin: (reveal: RevealPayload) => void;
    beginOwn: (mark: Mark) => void;
    beginLeague: (rows: readonly LeagueRow[]) => void;
    placed: () => void;
    moved: () => void;
    finish: () => void;
  };
  final: {
    begin: (results: ResultsPayload | null) => void;
    beginOwn: (mark: Mark) => void;
  };
}

type Handlers = { [E in Exclude<ServerEvent, 'flush'>]?: (payload: ServerPayload<E>) => void };

/** Applies the events of one connection to the state. A reconnect is a new call with the same state. */
export class RoomEventReader {
  gate: FlushGate | undefined;
  /** Of the last phase told; -1 where a snapshot begins, which may stand before what was told. */
  #phaseVersion = -1;
  #isConnecting = true;
  /** History of the very first snapshot is nothing that anybody has missed. */
  #everComplete = false;
  #phaseBefore = '';
  /** What the next own result is of (R23). */
  #ownOf: 'reveal' | 'scores' | 'end' = 'reveal';

  constructor(
    private readonly room: RoomState,
    private readonly hooks: RoomEventHooks,
    private readonly shows: Shows,
    private readonly monotonicNow: () => number,
  ) {}

  /** A new connection: everything comes again, and versions count anew. */
  connected(): void {
    const { phase } = this.room;
    this.gate?.forget();
    this.#isConnecting = true;
    this.#phaseVersion = -1;
    // A page without chat is told of a rehearsal only while there is one; extra time and points by hand are told only where
    // there are any.
    this.room.rehearsal = null;
    this.room.extraTimed = [];
    this.room.given = [];
    this.#phaseBefore = phase ? momentOf(phase) : '';
  }

  listen(socket: GameSocket): void {
    const { room } = this;
    const handlers: Handlers = {
      updateRoomOption: (options) => {
        room.options = options;
        if (options.teams === undefined) room.roster.leaveTeams();
      },
      updateRoomQuizset: (quizSet) => {
        room.quizSet = quizSet;
        if (quizSet.rounds === undefined) room.programme = room.round = null;
        if (quizSet.languages && !room.languages)
          import('./languages/quiz-languages.svelte.js').then(
            // A projector may have been first.
            ({ QuizLanguages }) => (room.languages ??= new QuizLanguages(room)),
            // The main language is there without it.
            () => undefined,
          );
      },
      showItem: (item) => (room.item = item),
      round: (round) => (room.round = round),
      programme: (programme) => (room.programme = programme),
      judgedQuestions: ({ questions, isAll }) => {
        const all = new Map(isAll ? [] : room.allJudged);
        for (const { shown, setRight, solution, isVoid, texts, ...name } of questions)
          all.set(nameKey(name), {
            name,
            question: shown,
            answer: setRight,
            solution,
            isVoid,
            texts,
          });
        room.allJudged = all;
      },
      updateScreen: (screen) => (room.screen = screen),
      muteChat: ({ muted }) => (room.chatMuted = muted),
      updateRehearsal: (rehearsal) => this.#rehearses(rehearsal),
      rehearsalEnded: (verdict) => (room.verdict = verdict),
      updateModeration: (moderation) => (room.moderation = moderation),
      updateTeams: ({ teams }) => (room.teamNames = teams.map(({ name }) => name)),
      setTeam: ({ players }) => {
        for (const { playerId, team } of players) room.roster.update(playerId, { team });
      },
      mutePlayer: ({ playerId, muted }) => room.roster.update(playerId, { isMuted: muted }),
      extraTime: ({ playerIds }) => (room.extraTimed = playerIds),
      getSelfId: ({ playerId }) => (room.selfId = playerId),
      joinRoom: (roster) => this.#joined(roster),
      exitRoom: ({ playerId }) => this.#left(playerId),
      kickRoom: ({ playerId }) => {
        room.chat.takeBack(playerId);
        room.showChat();
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
      putBack: ({ playerPosition }) => this.hooks.putBack(...playerPosition),
      emote: ({ emotes }) => {
        const isHidden = ({ playerId }: ShownEmote) =>
          room.isUntoldGhost && !room.isDrawnAlive(playerId);
        void room.whenEmoted(emotes.filter((one) => !isHidden(one)));
      },
      chatMessage: ({ messages }) => {
        const added = room.chat.add(messages);
        if (this.#everComplete)
          room.callCount += added.filter((entry) => isCall(room, entry)).length;
        room.showChat();
      },
      deleteMessages: (ids) => {
        room.chat.delete(ids);
        room.showChat();
      },
      startGame: () => {
        this.#tableChanged(null);
        room.teamFigures = [];
      },
      phase: (phase) => this.#phaseChanged(phase),
      startQuizTime: (question) => {
        // A snapshot tells it again, and the reveal that has followed stands. Zones may come with the reveal (R16.15).
        const { startTime, choiceList } = room.question ?? {};
        if (startTime === question.startTime && choiceList?.length === question.choiceList.length)
          return;
        // The open part is shown by itself.
        room.ask({ ...question, quiz: question.title ?? question.quiz });
        room.askedAt = this.monotonicNow();
      },
      endQuizTime: (reveal) => {
        room.league = [];
        room.zoneCounts = null;
        this.#ownOf = 'reveal';
        room.nameThoseOf(reveal.beats ?? []);
        this.shows.reveal.begin(reveal);
      },
      updateScores: (scores) => {
        this.#ownOf = 'scores';
        // A reveal that a curtain hides comes again with them.
        if (this.#isRevealUntold) return;
        room.teamFigures = scores.teams ?? [];
        room.tellMarks(scores);
        room.followAudience();
      },
      myResult: (own) => {
        const mark = { ...own, playerId: room.selfId ?? '' };
        if (this.#ownOf === 'reveal') this.shows.reveal.beginOwn(mark);
        if (this.#ownOf === 'end') this.shows.final.beginOwn(mark);
        if (this.#ownOf !== 'scores' || this.#isRevealUntold) return;
        room.roster.applyMarks([mark]);
        room.followAudience();
      },
      revival: ({ playerIds }) => {
        room.revived = playerIds;
        room.hasRevived ||= playerIds.length > 0;
      },
      // Behind the reveal.
      ghostLeague: ({ players }) => this.shows.reveal.beginLeague(players),
      hostNotes: (notes) => (room.hostNotes = notes),
      zoneCounts: ({ counts }) => (room.zoneCounts = counts),
      writtenGroups: (groups) => (room.writtenGroups = groups),
      // It is of the question that the snapshot tells.
      ownAnswer: ({ texts }) =>
        void this.gate?.settled.then(() => (room.ownWritten = { phase: room.phase, texts })),
      endGame: (results) => {
        this.#ownOf = 'end';
        this.#tableChanged(results);
        room.roster.setHost(results.hostId);
        this.#backInLobby();
      },
      unmaskMessages: ({ messages }) => {
        room.chat.unmask(messages);
        room.showChat();
      },
      maskedMessage: (masked) => room.chat.noteMasked(masked),
      replacedName: (name) => room.replacedNames.set(name.playerId, name),
      pointsGiven: (given) => this.hooks.pointsGiven(given),
      givenPoints: ({ given }) => (room.given = given),
      claimCode: ({ code }) => (room.claimCode = code),
      claimCodes: ({ codes }) => (room.claimCodes = codes),
    };
    for (const [event, handler] of Object.entries(handlers))
      // Each handler takes its own event's payload, which `Handlers` checks above.
      socket.on(event as ServerEvent, handler);
    const tell = ([event, payload]: FlushEvent): void =>
      (handlers[event] as ((payload: unknown) => void) | undefined)?.(payload);
    let read = (flush: CompactFlush): void => {
      for (const frame of decodeFlush(flush, (slot) => room.roster.atSlot(slot))) tell(frame);
    };
    const load = async (): Promise<void> => {
      const { openCrowd } = await import('./crowd/open-crowd.js');
      const { whoAre, echoed } = this.hooks;
      const placed = () => this.shows.reveal.placed();
      const isSnapshot = () => this.#phaseVersion < 0;
      read = openCrowd(room, { whoAre, echoed, placed, isSnapshot, tell });
    };
    this.gate = new FlushGate(load, (flush) => read(flush));
    socket.on('flush', (flush) => {
      this.hooks.flush(flush[0]);
      this.gate?.take(flush);
    });
  }

  get #isRevealUntold(): boolean {
    return !this.room.areRanksTold && (this.room.bell?.players.length ?? 0) > 0;
  }

  #joined({ players, everyone, incarnation }: ServerPayload<'joinRoom'>): void {
    const { roster, tracks, chat } = this.room;
    if (everyone) {
      // A store that has lost its last second goes back to an older phase.
      this.#phaseVersion = -1;
      this.room.forgetPeople();
      // It follows, where there is any.
      this.room.extraTimed = [];
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
    const before = room.rehearsal;
    room.rehearsal = rehearsal.endTime === 0 ? null : rehearsal;
    if (room.rehearsal !== null) room.verdict = null;
    const isOver = before !== null && before.endTime !== rehearsal.endTime;
    // Nothing of it is kept; the results from before it are.
    if (isOver || room.rehearsal === null) {
      room.chat.takeBack(BOT_PERSON);
      room.showChat();
    }
    // After a new connection the ghosts may be those of a game.
    if (isOver && room.results === null) room.roster.reviveAll(true);
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
    this.shows.reveal.placed();
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
    if (phase.kind !== 'reveal' || !this.#isSameReveal(phase)) this.shows.reveal.finish();
    room.phase = phase;
    this.shows.reveal.moved();
    if (isSnapshot && !this.#isOfJudged(phase)) room.judged = null;
    if (phase.kind === 'lobby') this.#backInLobby();
    if (phase.item === undefined) room.item = null;
    if (phase.kind === 'countdown' || phase.kind === 'item') room.question = null;
    if (phase.kind === 'countdown' && hasStarted) room.judged = null;
    if (phase.kind === 'question' || phase.kind === 'item') room.bell = room.reveal = null;
    else room.revived = [];
    if (hasStarted) {
      room.games += 1;
      room.ownWritten = undefined;
      room.scoredFrom = 0;
      room.league = [];
      room.begun = room.firstsTold = 0;
      room.hasLived = room.hasRevived = false;
    }
    // The roster of a snapshot has told already who is alive, with which score.
    if (hasStarted && !isSnapshot) {
      room.reviveAll(true);
      room.followAudience();
    }
    if (this.#isConnecting) this.hooks.snapshotDone(this.#phaseBefore === momentOf(phase));
    this.#isConnecting = false;
    if (before?.kind !== phase.kind) this.hooks.phaseChanged();
  }

  /** Whether the phase is the reveal that stands, with another clock. */
  #isSameReveal(next: ServerPayload<'phase'>): boolean {
    const { phase } = this.room;
    return phase?.kind === 'reveal' && isSameName(nameOf(phase), nameOf(next));
  }

  /** Whether the question that was judged last, as far as this page knows, is of the game in this phase. */
  #isOfJudged(phase: ServerPayload<'phase'>): boolean {
    const { kind } = phase;
    const { judged, results } = this.room;
    if (judged === null || judged === undefined) return false;
    if (kind === 'lobby') return results !== null;
    const { question } = nameOf(phase);
    return (
      question > judged.name.question || (kind === 'reveal' && question === judged.name.question)
    );
  }

  /** The codes of the podium come behind its table. */
  #tableChanged(results: ServerPayload<'endGame'> | null): void {
    const { room } = this;
    this.shows.final.begin(results);
    room.claimCode = '';
    room.claimCodes = [];
  }

  #backInLobby(): void {
    const { room } = this;
    room.question = null;
    room.bell = room.reveal = null;
    room.hostNotes = room.zoneCounts = null;
    room.reviveAll(false);
    room.followAudience();
  }
}
