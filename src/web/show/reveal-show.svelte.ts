import type { LeagueRow, Mark, RevealPayload } from '../../protocol/scores.js';
import type { RevealBeat } from '../../protocol/show.js';
import type { ServerClock } from '../room/clock.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { judgedOf } from './judged-of.js';
import { figuresOf } from '../room/reveal-figures.js';
import { BeatFollower } from './beat-follower.svelte.js';

/** What of a reveal the room has been told of. */
type ToldPart = 'nothing' | 'answer' | 'all';

/** Holds back what a reveal tells until its beat comes (R19.2): it has all arrived at the bell. */
export class RevealShow {
  readonly beats: BeatFollower<RevealBeat>;
  #reveal: RevealPayload | null = null;
  #league: readonly LeagueRow[] = [];
  #told: ToldPart = 'all';
  #answerAt = 0;
  #rankingAt = 0;
  /** Where everybody stood at the bell is still to come, as nobody saw them walk (R7.5). */
  #isAwaited = false;

  constructor(
    private readonly room: RoomState,
    clock: ServerClock,
  ) {
    this.beats = new BeatFollower(clock, (index) => this.#tellUntil(index));
  }

  begin(reveal: RevealPayload): void {
    this.#reveal = reveal;
    this.#league = [];
    this.#told = 'nothing';
    const { room } = this;
    room.bell = reveal;
    room.climbed = 0;
    room.begun = Math.max(room.begun, figuresOf(reveal).played);
    this.#noteOwn(reveal.players);
    const { beats = [] } = reveal;
    if (beats.length === 0) return this.finish();
    room.reveal = null;
    room.areRanksTold = false;
    const isNewHere = room.roster.undoMarks(reveal.players);
    room.followAudience();
    if (isNewHere && room.isUntoldGhost)
      room.chatRows = room.chatRows.filter(
        (row) => row.kind === 'gap' || row.audience === 'living',
      );
    this.#answerAt = beats.findIndex(({ scene }) => scene === 'answer');
    const rankingAt = beats.findIndex(({ scene }) => scene === 'ranking');
    // Who leads at the end is for the podium to tell.
    const never = room.isLastQuestion ? Infinity : beats.length - 1;
    this.#rankingAt = rankingAt < 0 ? never : rankingAt;
    this.#follow(beats);
    this.#isAwaited = room.question?.blind === true;
    // Moves of the same flush, behind the reveal, are of before the bell.
    if (!this.#isAwaited) queueMicrotask(() => room.tracks.hold(room.isHeld));
  }

  /** The own line, behind the reveal of a big room, which has those of the best (R23). */
  beginOwn(mark: Mark): void {
    const { room } = this;
    if (this.#reveal === null) return;
    const { players } = this.#reveal;
    const isThere = players.some(({ playerId }) => playerId === mark.playerId);
    if (!isThere) this.#reveal = { ...this.#reveal, players: [...players, mark] };
    room.bell = this.#reveal;
    this.#noteOwn([mark]);
    if (this.#told === 'nothing') {
      // Ranks among the best are no ranks of somebody behind them.
      if (room.roster.undoMarks([mark])) room.roster.update(mark.playerId, { rank: null });
    } else {
      room.reveal = this.#reveal;
      room.roster.applyLives([mark]);
    }
    if (this.#told === 'all') room.roster.applyMarks([mark]);
    room.followAudience();
  }

  /** Of the ghosts, behind the reveal. */
  beginLeague(rows: readonly LeagueRow[]): void {
    this.#league = rows;
    if (this.#told !== 'nothing') this.room.league = rows;
  }

  /** Some have been told to stand somewhere. */
  placed(): void {
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    this.room.tracks.hold(this.room.isHeld);
  }

  /** The phase has another clock. */
  moved(): void {
    const beats = this.#reveal?.beats;
    if (beats !== undefined && beats.length > 0 && this.room.kind === 'reveal') this.#follow(beats);
  }

  /** Tells all that is not told yet: another phase begins. */
  finish(): void {
    this.beats.stop();
    this.#tellAnswer();
    this.#tellRanks();
    const { room } = this;
    room.isHeld = this.#isAwaited = false;
    room.beat = undefined;
    room.tracks.hold(false);
  }

  #noteOwn(marks: readonly Mark[]): void {
    const { room } = this;
    room.hasLived ||= marks.some(({ playerId, played }) => playerId === room.selfId && played);
  }

  #follow(beats: readonly RevealBeat[]): void {
    const { phase } = this.room;
    if (phase === null) return;
    const { startTime, endTime, pausedLeftMs } = phase;
    this.beats.follow(beats, startTime, pausedLeftMs === undefined ? null : endTime - pausedLeftMs);
  }

  #tellUntil(index: number): void {
    const { room } = this;
    if (index >= this.#answerAt) this.#tellAnswer();
    if (index >= this.#rankingAt) this.#tellRanks();
    room.beat = this.beats.current;
    const beat = room.beat?.beat;
    room.fallingZone = beat?.scene === 'fall' ? beat.zone : undefined;
    room.isHeld = beat?.scene !== 'rest';
    if (!room.isHeld) room.tracks.hold(false);
  }

  #tellAnswer(): void {
    const { room } = this;
    if (this.#reveal === null || this.#told !== 'nothing') return;
    this.#told = 'answer';
    room.reveal = this.#reveal;
    room.league = this.#league;
    room.tellLives(this.#reveal);
    room.followAudience();
    room.showChat();
    const judged = judgedOf(room, this.#reveal);
    if (judged !== undefined) room.judged = judged;
  }

  #tellRanks(): void {
    const { room } = this;
    if (this.#reveal === null || this.#told === 'all') return;
    this.#told = 'all';
    room.teamFigures = this.#reveal.teams ?? [];
    const rankBefore = room.self?.rank ?? 0;
    room.tellMarks(this.#reveal);
    room.areRanksTold = true;
    const ranking = this.#reveal.beats?.find(({ scene }) => scene === 'ranking');
    room.firstsTold = (ranking?.scene === 'ranking' ? ranking.firsts : undefined) ?? 0;
    room.rose = rankBefore - (room.self?.rank ?? rankBefore);
    if (this.beats.current?.beat.scene === 'ranking')
      room.climbed = rankBefore - (room.self?.rank ?? rankBefore);
  }
}
