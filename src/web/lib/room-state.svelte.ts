import type {
  Choice,
  Mark,
  OptionsPayload,
  PhasePayload,
  QuestionPayload,
  QuizSetChoice,
  ResultsPayload,
  RevealPayload,
  ScreenOptions,
} from '../../protocol/events.js';
import type { RehearsalPayload, RehearsalVerdict } from '../../protocol/rehearsal.js';
import type { ModerationOptions } from '../../protocol/moderation.js';
import type { FailureCode } from '../i18n/ko-errors.js';
import { Tracks } from '../arena/tracks.js';
import type { Point } from '../arena/zones.js';
import { ChatLog, type ChatRow } from './chat-log.js';
import { readOutcome, type Outcome } from './outcome.js';
import { rankedByResults } from './ranking.js';
import { inOrder, Roster, type Member, type RankedMember } from './roster.svelte.js';

/** Why this page is out of the room for good, until the person does something. */
export type Ending =
  | { kind: 'refused'; code: FailureCode }
  | { kind: 'kicked' }
  | { kind: 'replaced' }
  /** A projector that the host has ended. */
  | { kind: 'dismissed' }
  /** Without a notice where the seat that one comes back to has no room any more. */
  | { kind: 'gone'; notice: 'ROOM_CLOSED' | 'ROOM_LOST' | null };

/** A question that was judged, and what the host has made of it. */
export interface Judged {
  index: number;
  quiz: string;
  choices: readonly Choice[];
  answer: number;
  rights: readonly number[];
  isVoid: boolean;
}

export type Link = 'connecting' | 'in' | 'reconnecting';

/** Everything that the pages show of a room, replaced piece by piece by the server's events. */
export class RoomState {
  readonly roster = new Roster();
  readonly tracks = new Tracks();
  readonly chat = new ChatLog();

  link = $state<Link>('connecting');
  /** Connected, but nothing was heard for a while. */
  quiet = $state(false);
  ending = $state.raw<Ending | null>(null);
  /** Why joining takes longer than usual, while it is tried again. */
  trouble = $state<FailureCode | null>(null);
  gameId = $state('');
  selfId = $state<string | null>(null);
  options = $state.raw<OptionsPayload | null>(null);
  quizSet = $state.raw<QuizSetChoice | null>(null);
  screen = $state.raw<ScreenOptions>({ showChat: false, showNames: true });
  chatMuted = $state(false);
  /** Null unless bots rehearse with everybody. */
  rehearsal = $state.raw<RehearsalPayload | null>(null);
  /** What came of the last rehearsal; only its host is told. */
  verdict = $state.raw<RehearsalVerdict | null>(null);
  moderation = $state.raw<ModerationOptions>({
    slowSeconds: 0,
    filterWords: false,
    names: 'free',
  });
  phase = $state.raw<PhasePayload | null>(null);
  question = $state.raw<QuestionPayload | null>(null);
  reveal = $state.raw<RevealPayload | null>(null);
  /** Where those who were playing stood at the deadline of the question being revealed. */
  crowdAtDeadline = $state.raw<readonly Point[]>([]);
  /** The last question of this game that was judged, which the host may correct (R4.9). */
  judged = $state.raw<Judged | null>(null);
  results = $state.raw<ResultsPayload | null>(null);
  /** The first question, counted with those that were dropped, that counts for who came into a running game (R7.3). */
  scoredFrom = $state(0);
  storeAway = $state(false);
  draining = $state(false);
  chatRows = $state.raw<ChatRow[]>([]);
  /** Messages that came in over the life of this page, for unread counts. */
  chatCount = $state(0);

  /** Everybody, best first: after a game as its results tell, whoever has left or come since. */
  readonly ranked: readonly RankedMember[] = $derived.by(() => {
    if (this.kind !== 'lobby' || this.results === null) return this.roster.ranked;
    const { all } = this.roster;
    const ids = all.map(({ id }) => id);
    return inOrder(all, rankedByResults(ids, this.results.results));
  });

  get self(): Member | undefined {
    return this.roster.get(this.selfId);
  }

  /** Whether this person runs the room, as host or as co-host (R3.4). */
  get isHost(): boolean {
    return this.hasHostRole || (this.self?.isCoHost ?? false);
  }

  get hasHostRole(): boolean {
    return this.self?.isHost ?? false;
  }

  /** Whether this person stands in for hosts who are away: may pause, go on, and end a reveal (R3.2). */
  get isActing(): boolean {
    return this.self?.isActing ?? false;
  }

  /** Whether this is who opened the room, and may take the host role back (R3.2). */
  get isOwner(): boolean {
    return this.self?.isOwner ?? false;
  }

  get isGhost(): boolean {
    return this.self ? !this.self.isAlive : false;
  }

  /** Whether a game of survival runs, in which only the living count. */
  get inSurvival(): boolean {
    return this.options?.gameMode === 'SURVIVAL' && this.kind !== 'lobby';
  }

  get kind(): PhasePayload['kind'] {
    return this.phase?.kind ?? 'lobby';
  }

  /** Where the living stand, as the server counts it. */
  get crowd(): Point[] {
    const living = [...this.roster.peek.values()].filter(({ isAlive }) => isAlive);
    return this.positionsOf(living.map(({ id }) => id));
  }

  /** Where the server has these players stand, as far as they are here. */
  positionsOf(ids: readonly string[]): Point[] {
    return ids.flatMap((id) => this.tracks.reported(id) ?? []);
  }

  /** False for who came into a running question, which does not count for them (R7.3). */
  get isScored(): boolean {
    return (this.phase?.index ?? 0) + (this.phase?.drops ?? 0) >= this.scoredFrom;
  }

  get isLastQuestion(): boolean {
    return this.phase !== null && this.phase.index + 1 >= this.phase.count;
  }

  /** Whether the reveal that is shown is followed by the end (R6.2). */
  get isLast(): boolean {
    if (this.isLastQuestion) return true;
    // Who plays alone from the start plays on.
    const played = this.reveal?.players.filter((mark) => mark.played).length ?? 0;
    return this.inSurvival && played > 1 && this.roster.aliveCount <= 1;
  }

  /** The own line of the reveal, where this player was scored. */
  get ownMark(): Mark | undefined {
    return this.reveal?.players.find((mark) => mark.playerId === this.selfId);
  }

  /** What the reveal means for oneself; null outside of reveals and for projectors. */
  get outcome(): Outcome | null {
    if (!this.reveal) return null;
    const gameMode = this.options?.gameMode ?? 'RANKING';
    return readOutcome(this.reveal, { selfId: this.selfId, gameMode });
  }

  /** Points of the own answer. */
  get ownGain(): number {
    return this.ownMark?.gain ?? 0;
  }

  /** `order` of the choices that are right, as the reveal tells; undefined while they are not to be shown. */
  get rights(): readonly number[] | undefined {
    return this.reveal ? (this.reveal.rights ?? [this.reveal.answer]) : undefined;
  }

  /** The chat follows the audience: the living and the ghosts talk apart (R7). */
  followAudience(): void {
    const audience = this.isGhost ? 'ghosts' : 'living';
    if (this.chat.audience === audience) return;
    this.chat.audience = audience;
  }
}
