import type { ProgrammePayload, RoundPayload, ShownItem } from '../../protocol/programme.js';
import type { QueuePlace } from '../../protocol/door.js';
import type { ClaimCode, HostNotes, WrittenGroups } from '../../protocol/cockpit.js';
import type { JoinAck } from '../../protocol/commands.js';
import type {
  PhasePayload,
  QuestionPayload,
  QuizSetChoice,
  ScreenOptions,
} from '../../protocol/events.js';
import type { OptionsPayload } from '../../protocol/room-options.js';
import type { ImageSize } from '../../protocol/images.js';
import {
  hasValues,
  isOpinion,
  type ShownQuestion,
  type PartSolution,
  type TextCount,
} from '../../protocol/question.js';
import type {
  GivenRow,
  LeagueRow,
  Mark,
  ResultsPayload,
  RevealPayload,
} from '../../protocol/scores.js';
import type { BeatAt } from '../../game/shared/beats.js';
import type { RevealBeat } from '../../protocol/show.js';
import type { ShownEmote } from '../../protocol/emotes.js';
import { personOf } from '../../protocol/person.js';
import type { RehearsalPayload, RehearsalVerdict } from '../../protocol/rehearsal.js';
import { DEFAULT_SOUND } from '../../protocol/sound.js';
import type { ModerationOptions, ReplacedName } from '../../protocol/moderation.js';
import type { TeamFigure, TeamResult } from '../../protocol/teams.js';
import type { FailureCode } from '../i18n/failure-code.js';
import type { RoomLanguages } from './languages/room-languages.js';
import { Tracks } from './tracks.js';
import type { Point } from './zones.js';
import { ShownChat, type ChatRow } from './shown-chat.js';
import type { Crowd } from './crowd/crowd.svelte.js';
import type { Ending } from './ending.js';
import { readOutcome, type Outcome } from './outcome.js';
import { rankedByResults } from './ranking.js';
import { figuresOf } from './reveal-figures.js';
import { ordinalIn, type JudgedName } from '../../protocol/judged-name.js';
import { inOrder, Roster, type Member, type RankedMember } from './roster.svelte.js';

/** A question that was judged, and what the host has made of it. */
export interface Judged {
  name: JudgedName;
  question: ShownQuestion;
  /** The first right choice as the set says, 0 where no choice is right. */
  answer: number;
  /** What is right now. */
  solution: PartSolution;
  isVoid: boolean;
  /** Texts that are not right, as `JudgedPayload` has it; only those who run the room are told. */
  texts?: readonly TextCount[] | undefined;
}

export type Link = 'connecting' | 'in' | 'reconnecting';

/** Everything that the pages show of a room, replaced piece by piece by the server's events. */
export class RoomState {
  readonly roster = new Roster();
  readonly tracks = new Tracks();
  readonly chat = new ShownChat();
  /** There in a big room (R23). For those who draw it: pages ask for what it means to them, as `knowsAll`. */
  crowd = $state.raw<Crowd | null>(null);
  /** Whether what this person writes is for those near, for as long as the page is open; null where all hear it (R23.7). */
  speaksNear = $state<boolean | null>(null);
  /** Set by the floor, above which they are shown. */
  whenEmoted: (emotes: readonly ShownEmote[]) => unknown = () => undefined;
  /** The same for what those near say in a big room, by the ids of who is drawn. */
  whenSaid: (said: readonly { playerId: string; message: string }[]) => unknown = () => undefined;

  link = $state<Link>('connecting');
  /** Connected, but nothing was heard for a while. */
  quiet = $state(false);
  ending = $state.raw<Ending | null>(null);
  /** Why joining takes longer than usual, while it is tried again. */
  trouble = $state<FailureCode | null>(null);
  /** Where this person stands who waits to be seated (R1.8). */
  queue = $state.raw<QueuePlace | null>(null);
  gameId = $state('');
  /** Where a question's picture is, for as long as the question is shown; the desk has its own. */
  pictureUrl = (id: string, size: ImageSize): string =>
    `/api/rooms/${this.gameId}/pictures/${id}?size=${size}`;
  selfId = $state<string | null>(null);
  /** There for a cockpit: its role, and the player of its person when it came (R3.5). */
  cockpit = $state.raw<JoinAck['cockpit']>();
  options = $state.raw<OptionsPayload | null>(null);
  quizSet = $state.raw<QuizSetChoice | null>(null);
  /** There once the set is in several languages (R30.17): reads in that of this page what is told. */
  languages = $state.raw<RoomLanguages | null>(null);
  screen = $state.raw<ScreenOptions>({ showChat: false, showNames: true, ...DEFAULT_SOUND });
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
  /** What the teams are called, by index; told where there are teams. */
  teamNames = $state.raw<readonly string[]>([]);
  /** As the last reveal told, best first. */
  teamFigures = $state.raw<readonly TeamFigure[]>([]);
  phase = $state.raw<PhasePayload | null>(null);
  #question = $state.raw<QuestionPayload | null>(null);
  get question(): QuestionPayload | null {
    return this.#read(this.#question);
  }
  set question(told) {
    this.#question = told;
  }
  /** As it arrived at the bell; what of it may be shown already is in `reveal`. */
  #bell = $state.raw<RevealPayload | null>(null);
  get bell(): RevealPayload | null {
    return this.#read(this.#bell);
  }
  set bell(told) {
    this.#bell = told;
  }
  #reveal = $state.raw<RevealPayload | null>(null);
  get reveal(): RevealPayload | null {
    return this.#read(this.#reveal);
  }
  set reveal(told) {
    this.#reveal = told;
  }
  /** Of the reveal that is shown. */
  beat = $state.raw<BeatAt<RevealBeat> | undefined>();
  /** Everybody stands still while a reveal is shown (R19.2). */
  isHeld = $state(false);
  /** Whose people lose the ground now (R19.2). */
  fallingZone = $state<number | undefined>();
  /** Whether ranks are as the last reveal has them: they have a beat of their own. */
  areRanksTold = $state(true);
  /** Of a game of survival: how many lived in the first question that this page saw. */
  begun = $state(0);
  /** Whether a question has counted for oneself in this game. */
  hasLived = $state(false);
  /** Whether ghosts have come back in this game (R14.2). */
  hasRevived = $state(false);
  /** How many share the first rank, in a big room that tells it, as they are more than a list has rows. */
  firstsTold = $state(0);
  /** How many ranks one has gained by the last reveal that told so in a beat. */
  climbed = $state(0);
  /** The same by any reveal, the last one, too; negative where they were lost. */
  rose = $state(0);
  /** Whether this player has walked; until then the page tells how. */
  hasWalked = $state(false);
  /** Monotonic ms of when this page heard of the question. */
  askedAt = 0;
  /** The own value of the question (R16.1), at the bell from then on; undefined for who has none. */
  ownValue = $state<number | undefined>();
  /** Place of that value, 0..1; not reactive, as nothing is shown anew for it. */
  ownPlace: Point | undefined;
  /** The last question of this game that was judged, which the host may correct (R4.9). */
  judged = $state.raw<Judged | null>(null);
  /** All judged questions of this evening, by `nameKey`; only those who run the room are told. */
  allJudged = $state.raw<ReadonlyMap<string, Judged>>(new Map());
  /** While its end is shown; then it is in `results` (R19.5). */
  #final = $state.raw<ResultsPayload | null>(null);
  get final(): ResultsPayload | null {
    return this.#read(this.#final);
  }
  set final(told) {
    this.#final = told;
  }
  #results = $state.raw<ResultsPayload | null>(null);
  get results(): ResultsPayload | null {
    return this.#read(this.#results);
  }
  set results(told) {
    this.#results = told;
  }
  /** By which this person shows who they are, on the podium of `results`; empty for who has none (R6.14). */
  claimCode = $state('');
  /** The codes of all on the podium; only hosts are told. */
  #claimCodes = $state.raw<readonly ClaimCode[]>([]);
  get claimCodes(): readonly ClaimCode[] {
    return this.#read(this.#claimCodes);
  }
  set claimCodes(told) {
    this.#claimCodes = told;
  }
  /** Who is back with the question that stands (R14.2). */
  revived = $state.raw<readonly string[]>([]);
  /** What ghosts are told of each other after a reveal, in order of the seats (R14.1). */
  league = $state.raw<readonly LeagueRow[]>([]);
  /** The first question, counted with those that were dropped, that counts for who came into a running game (R7.3). */
  scoredFrom = $state(0);
  /** Points by hand, as who runs the room is told (R27.10). */
  given = $state.raw<readonly GivenRow[]>([]);
  /** Who has extra time, as far as this person may know (R6.10). */
  extraTimed = $state.raw<readonly string[]>([]);
  storeAway = $state(false);
  farewell = $state<'DRAINING' | 'SERVER_AWAY' | null>(null);
  chatRows = $state.raw<ChatRow[]>([]);
  /** The item of the programme that is on, in a game and in the lobby (R27.2). */
  #item = $state.raw<ShownItem | null>(null);
  get item(): ShownItem | null {
    return this.#read(this.#item);
  }
  set item(told) {
    this.#item = told;
  }
  /** The round that is played, where the evening has a programme. */
  #round = $state.raw<RoundPayload | null>(null);
  get round(): RoundPayload | null {
    return this.#read(this.#round);
  }
  set round(told) {
    this.#round = told;
  }
  /** Only those who run the room are told it. */
  #programme = $state.raw<ProgrammePayload | null>(null);
  get programme(): ProgrammePayload | null {
    return this.#read(this.#programme);
  }
  set programme(told) {
    this.#programme = told;
  }
  /** Only cockpits of people without a seat are told these (R4.2). */
  #hostNotes = $state.raw<HostNotes | null>(null);
  get hostNotes(): HostNotes | null {
    return this.#read(this.#hostNotes);
  }
  set hostNotes(told) {
    this.#hostNotes = told;
  }
  zoneCounts = $state.raw<readonly number[] | null>(null);
  writtenGroups = $state.raw<WrittenGroups | null>(null);
  /** How many games have begun since this page came. */
  games = 0;
  /** The own texts as they stand where people write (R16.14), with a phase of their question. */
  ownWritten = $state.raw<{ phase: PhasePayload | null; texts: readonly string[] }>();
  /** What players wanted to be called whose names the word filter drew, by player; only hosts are told. */
  readonly replacedNames = new Map<string, ReplacedName>();
  /** Messages over the life of this page that a host wrote or that name this person, for the badge of the chat. */
  callCount = $state(0);

  /**
   * Everybody, best first: after a game as its results tell, whoever has left or come since; nobody before
   * anybody else while its end is shown.
   */
  readonly ranked: readonly RankedMember[] = $derived.by(() => {
    if (this.final !== null) {
      const { all } = this.roster;
      return inOrder(all, rankedByResults([], []));
    }
    if (!this.areStandingsTold) return inOrder(this.roster.all, rankedByResults([], []));
    if (this.kind !== 'lobby' || this.results === null) return this.roster.ranked;
    const { all } = this.roster;
    const ids = all.map(({ id }) => id);
    return inOrder(all, rankedByResults(ids, this.results.results));
  });

  #read<T>(told: T): T {
    return this.languages ? this.languages.read(told) : told;
  }

  /** The title of the quiz set. */
  get setTitle(): string {
    return this.#read(this.quizSet)?.title ?? '';
  }

  get self(): Member | undefined {
    return this.roster.get(this.selfId);
  }

  /** The player whose person this page is of: the own seat, or the one beside a cockpit. */
  readonly personId: string | null = $derived.by(() => {
    if (!this.cockpit) return this.selfId;
    const { role, playerId } = this.cockpit;
    // A seat that was taken later has another id.
    const isOwn = ({ id, isOwner }: Member) =>
      role === 'owner' ? isOwner : playerId !== null && personOf(id) === personOf(playerId);
    return this.roster.all.find(isOwn)?.id ?? null;
  });

  /** Whether this person runs the room, as host or as co-host, or by a host link (R3.4, R3.6). */
  get isHost(): boolean {
    // Who gave up the seat is co-host still.
    const isCoHost = this.roster.get(this.personId)?.isCoHost ?? this.cockpit?.role === 'coHost';
    return this.hasHostRole || isCoHost || this.cockpit?.role === 'linked';
  }

  get hasHostRole(): boolean {
    // An owner without a seat runs the room unless somebody else is host.
    if (this.cockpit?.role === 'owner')
      return this.roster.all.every(({ isHost, isOwner }) => isOwner || !isHost);
    return this.roster.get(this.personId)?.isHost ?? false;
  }

  /** Whether this person may do something about a member (R3.4). */
  reaches({ isHost, isOwner, isCoHost }: Pick<Member, 'isHost' | 'isOwner' | 'isCoHost'>): boolean {
    return this.hasHostRole || (this.isHost && !isHost && !isOwner && !isCoHost);
  }

  /** Whether this person stands in for hosts who are away: may pause, go on, and end a reveal (R3.2). */
  get isActing(): boolean {
    return this.self?.isActing ?? false;
  }

  /** Whether this is who opened the room, and may take the host role back (R3.2). */
  get isOwner(): boolean {
    return this.cockpit?.role === 'owner' || (this.self?.isOwner ?? false);
  }

  get isGhost(): boolean {
    return this.self ? !this.self.isAlive : false;
  }

  /** Whether this player may show emotes now (R22.3). */
  get mayEmote(): boolean {
    const isSilenced = this.self?.isMuted === true && !this.isHost;
    const isOn = this.options?.emotes !== false && !this.isCurtained;
    return isOn && this.self !== undefined && !isSilenced;
  }

  /** Whether people play in teams here (R13). */
  get inTeams(): boolean {
    return this.options?.teams !== undefined;
  }

  /** Whether this person says in which team they are. */
  get mayChooseTeam(): boolean {
    const isOpen = this.options?.teams === 'choice' && this.kind === 'lobby';
    return isOpen && this.self !== undefined;
  }

  /** Whether this page is told of everybody; of a big room it knows the best, those near, and some by chance. */
  get knowsAll(): boolean {
    return this.crowd === null;
  }

  /** Some of all where they stand, for a stage on which not everybody has a place; undefined where all have. */
  get audience(): ReturnType<Crowd['audience']> | undefined {
    return this.crowd?.audience();
  }

  get rankedTeams(): TeamResult[] {
    return this.teamFigures.map((one) => ({ ...one, name: this.teamNames[one.team] ?? '' }));
  }

  /** Whether a game of survival runs, in which only the living count. */
  get inSurvival(): boolean {
    return this.options?.gameMode === 'SURVIVAL' && this.kind !== 'lobby';
  }

  get kind(): PhasePayload['kind'] {
    return this.phase?.kind ?? 'lobby';
  }

  /** How many of the living stand on each value now, as the server counts it. */
  countsNow(countHeads: (places: readonly Point[]) => number[]): readonly number[] | undefined {
    if (this.crowd) return this.crowd.counts;
    const living = [...this.roster.peek.values()].filter(({ isAlive }) => isAlive);
    return countHeads(living.flatMap(({ id }) => this.tracks.reported(id) ?? []));
  }

  /** How many were counted in each zone when the question was over; undefined where there are no zones. */
  get countsAtBell(): readonly number[] | undefined {
    const summary = this.reveal?.summary;
    return summary && !hasValues(summary) ? summary.counts : undefined;
  }

  /** False for who came into a running question, which does not count for them (R7.3). */
  get isScored(): boolean {
    return (this.phase ? ordinalIn(this.phase) : 0) >= this.scoredFrom;
  }

  get isLastQuestion(): boolean {
    return this.isRoundOver && (this.round === null || this.round.number >= this.round.of);
  }

  /** Whether the question is the last one of its round. */
  get isRoundOver(): boolean {
    return this.phase !== null && this.phase.index + 1 >= this.phase.count;
  }

  /** Whether ranks are for everybody now: a round may keep them back (R27.4). */
  get areStandingsTold(): boolean {
    const { kind, round } = this;
    if (round === null || round.standings === 'each' || kind === 'lobby') return true;
    if (kind === 'item') return this.item?.kind === 'standings';
    return round.standings === 'round' && kind === 'reveal' && this.isRoundOver;
  }

  /** Whether the reveal that is shown is followed by the end (R6.2). */
  get isLast(): boolean {
    if (this.isLastQuestion) return true;
    // Who plays alone from the start plays on.
    const played = this.reveal ? figuresOf(this.reveal).played : 0;
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
    const points = this.question?.points;
    return readOutcome(this.reveal, { selfId: this.selfId, gameMode, points });
  }

  /** Whether the question counts for nothing, and everybody knows (R6.9). */
  get isJustForFun(): boolean {
    return this.question?.points === 0;
  }

  /** Whether a pause hides what is asked (R4.12). */
  get isCurtained(): boolean {
    return this.phase?.curtain === true;
  }

  /** Whether the picture of the question is its floor. */
  get isOnPicture(): boolean {
    return this.question !== null && 'places' in this.question;
  }

  /** Whether a picture stands beside the floor. */
  get hasPicture(): boolean {
    const { question } = this;
    const isAsked = this.kind === 'question' || this.kind === 'reveal';
    return isAsked && !this.isCurtained && question?.image !== undefined && !this.isOnPicture;
  }

  /** Whether the others are shown where they stood before the question (R7.5). */
  get isBlind(): boolean {
    return this.kind === 'question' && this.question?.blind === true;
  }

  /** Whether a right answer to the question is worth points, and not survival. */
  get hasPoints(): boolean {
    return this.options?.gameMode === 'RANKING' && !this.isJustForFun;
  }

  /** Whether a right answer is worth twice as much as usual (R6.9). */
  get isDouble(): boolean {
    return this.hasPoints && this.question?.points === 2;
  }

  /** The own line of the ghosts' league; undefined for who lives, and before a ghost has answered. */
  get ownLeague(): LeagueRow | undefined {
    return this.isGhost ? this.league.find(({ playerId }) => playerId === this.selfId) : undefined;
  }

  /** Points of the own answer. */
  get ownGain(): number {
    return this.ownMark?.gain ?? 0;
  }

  /** Whether it asks for an opinion: nothing is right, and nothing is scored. */
  get isOpinion(): boolean {
    return this.question !== null && isOpinion(this.question);
  }

  /** `order` of the choices that are right, as the reveal tells; undefined where there are none, or not yet. */
  get rights(): readonly number[] | undefined {
    // 0 is the answer of a kind that has no right choices.
    return this.reveal?.answer ? (this.reveal.rights ?? [this.reveal.answer]) : undefined;
  }

  /** The chat follows the audience: the living and the ghosts talk apart (R7), from the bell on. */
  followAudience(): void {
    const untold = this.reveal === null ? this.bell?.players : undefined;
    const mark = untold?.find(({ playerId }) => playerId === this.selfId);
    const isGhost = mark ? !mark.isAlive : this.isGhost;
    this.chat.audience = isGhost ? 'ghosts' : 'living';
  }

  /** Whether this player has fallen, and the answer is not told yet (R19.2). */
  get isUntoldGhost(): boolean {
    return this.chat.audience === 'ghosts' && !this.isGhost;
  }

  /** Whether somebody is alive who is drawn by this id. */
  isDrawnAlive(id: string): boolean {
    return this.crowd ? this.crowd.isDrawnAlive(id) : this.roster.get(id)?.isAlive !== false;
  }

  /** A question is asked, and nobody has been counted in it. */
  ask(question: QuestionPayload): void {
    this.question = question;
    this.bell = this.reveal = this.writtenGroups = null;
    if (this.crowd) this.crowd.counts = undefined;
  }

  /** Tells who lives after a reveal, and not yet what it has brought them. */
  tellLives({ players, crowd }: Pick<RevealPayload, 'players' | 'crowd'>): void {
    if (crowd) this.crowd?.tellLives(crowd);
    this.roster.applyLives(players);
  }

  tellMarks({ players, crowd }: Pick<RevealPayload, 'players' | 'crowd'>): void {
    if (crowd) this.crowd?.tellMarks(crowd, players);
    this.roster.applyMarks(players);
  }

  /** A screen shows whom the beats of a reveal tell of, and has to know them. */
  nameThoseOf(beats: readonly RevealBeat[]): void {
    this.crowd?.tellOf(beats);
  }

  /** Everybody comes anew. */
  forgetPeople(): void {
    this.roster.clear();
    this.tracks.clear();
    this.crowd?.clear();
  }

  /** All live: a game begins, or, with their scores, it is over. */
  reviveAll(isNewGame: boolean): void {
    this.roster.reviveAll(isNewGame);
    this.crowd?.tellMarks(null);
  }

  showChat(): void {
    if (!this.isUntoldGhost) this.chatRows = this.chat.rows;
  }
}
