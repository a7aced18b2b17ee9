import { CROWD_TILES, decodeCounts, hasBit } from '../../../protocol/crowd.js';
import type { CrowdMarks, CrowdPayload, NearChat } from '../../../protocol/crowd.js';
import type { SlotHolder } from '../../../protocol/compact.js';
import type { Person, ServerPayload } from '../../../protocol/events.js';
import type { Mark } from '../../../protocol/scores.js';
import { STEPS, toFraction } from '../../../protocol/position.js';
import type { RevealBeat } from '../../../protocol/show.js';
import { Tracks } from '../tracks.js';
import type { Point } from '../zones.js';
import type { Member, Roster } from '../roster.svelte.js';
import { Asker } from './asker.js';
import { Near } from './near.js';
import { NearTalk } from './near-talk.js';

/** Faces below the stage of the end. */
const IN_AUDIENCE = 240;
/** Around whom a player reads names. */
const NAMED = 12;

/** By which somebody is drawn whose name need not be known. */
const idOf = (slot: number): string => `slot ${slot}`;

/** What a page knows of a big room (R23): how many there are, where most are, who is near, and whom it knows by name. */
export class Crowd {
  /** How many stand on each of 32 × 32 tiles, in reading order. */
  density: Uint16Array = $state.raw(new Uint16Array(CROWD_TILES * CROWD_TILES));
  /** How many stand on each value of the open question; undefined where that is not told. */
  counts = $state.raw<readonly number[] | undefined>();
  readonly near: Near;
  readonly #talk: NearTalk;
  readonly #asker: Asker;
  #players = 0;
  /** As the last reveal told, of everybody. */
  #marks: CrowdMarks | null = null;
  /** Slots of those whom the page has to know, and who may be called otherwise now. */
  readonly #lost = new Set<number>();
  readonly #drawn = new Map<string, Member>();
  #isStale = true;
  /** Slots. */
  #inLight: readonly number[] = [];
  /** Slots. */
  #told: readonly number[] = [];
  #echo: Point | undefined;
  /** In a frame that tells who is near, the own place is no news. */
  #isNear = false;
  /** Called when somebody near goes somewhere else: places are not reactive. */
  whenMoved: () => void = () => undefined;

  constructor(
    private readonly roster: Roster,
    private readonly tracks: Tracks,
    private readonly selfId: () => string | null,
    ask: (slots: number[]) => Promise<readonly Person[] | undefined>,
    heard: (speaker: SlotHolder, message: string) => void,
  ) {
    this.near = new Near({
      went: (slot, x, y) => this.#go(slot, x, y),
      left: (slot) => {
        tracks.remove(idOf(slot));
        this.#forgetName(slot);
      },
    });
    this.#talk = new NearTalk((slot) => roster.atSlot(slot), heard);
    this.#asker = new Asker(ask, (people) => this.met(people, false));
  }

  /** Who is drawn, by the ids that `Tracks` know them by; without oneself. On a screen those in the light. */
  get members(): ReadonlyMap<string, Member> {
    if (!this.#isStale) return this.#drawn;
    this.#isStale = false;
    this.#drawn.clear();
    const own = this.#ownSlot;
    for (const slot of this.near.isWhole ? this.#inLight : this.near.slots)
      if (slot !== own) this.#drawn.set(idOf(slot), this.#memberAt(slot));
    return this.#drawn;
  }

  /** The slots of the host, of the first ten, and of whom the reveal tells something. */
  get stars(): number[] {
    const ranked = [...this.roster.peek.values()].filter(({ rank }) => rank !== null && rank <= 10);
    const first = ranked.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)).slice(0, 10);
    const hosts = [...this.roster.peek.values()].filter(({ isHost }) => isHost);
    return [...new Set([...[...hosts, ...first].map(({ slot }) => slot), ...this.#told])];
  }

  /** Some of all whom a screen is told of, and those it knows, where they stand now. */
  audience(): { members: ReadonlyMap<string, Member>; tracks: Tracks } {
    const { slots, places } = this.near;
    const each = Math.ceil(slots.size / IN_AUDIENCE);
    const some = [...slots].filter((slot, index) => index % each === 0 || this.#knownAt(slot));
    const members = new Map<string, Member>();
    const tracks = new Tracks();
    for (const slot of some) {
      const member = this.#knownAt(slot) ?? this.#memberAt(slot);
      members.set(member.id, member);
      tracks.place(member.id, (places[slot * 2] ?? 0) / STEPS, (places[slot * 2 + 1] ?? 0) / STEPS);
    }
    return { members, tracks };
  }

  /** The slots that a screen shows as avatars. */
  light(slots: ReadonlySet<number>): void {
    if (slots.size === this.#inLight.length && this.#inLight.every((slot) => slots.has(slot)))
      return;
    this.#inLight = [...slots];
    this.#isStale = true;
  }

  /** As somebody is drawn: nameless until it is told who they are. */
  #memberAt(slot: number): Member {
    const known = this.#knownAt(slot);
    if (known) return { ...known, id: idOf(slot) };
    const nobody = {
      isHost: false,
      isOwner: false,
      isBot: false,
      isCoHost: false,
      isActing: false,
    };
    const standing = { score: 0, rank: null, connected: true, isMuted: false, team: null };
    return { ...nobody, ...standing, id: idOf(slot), name: '', slot, isAlive: this.isAlive(slot) };
  }

  /** Who is drawn for a slot: the id of emotes. */
  drawnAt(slot: number): SlotHolder {
    const self = this.selfId();
    const isOwn = self !== null && slot === this.#ownSlot;
    return { playerId: isOwn ? self : idOf(slot), playerName: '' };
  }

  isDrawnAlive(id: string): boolean {
    return this.members.get(id)?.isAlive !== false;
  }

  isAlive(slot: number): boolean {
    return this.#marks === null || hasBit(this.#marks.aliveSlots, slot);
  }

  wasRight(slot: number): boolean {
    return this.#marks !== null && hasBit(this.#marks.rightSlots, slot);
  }

  /** What those near have said is told when it is known who they are. */
  hear(messages: readonly NearChat[]): void {
    this.#talk.hear(messages);
  }

  /** Others are near from here on. */
  begin(near: ServerPayload<'near'>): void {
    this.near.begin(near);
    this.#isNear = true;
  }

  /** A screen shows whom the beats of a reveal tell of. */
  tellOf(beats: readonly RevealBeat[]): void {
    const moments = beats.flatMap((beat) => ('moment' in beat ? [beat.moment] : []));
    this.#told = moments.flatMap((moment) => ('slot' in moment ? [moment.slot] : []));
    if (this.near.isWhole) for (const slot of this.#told) this.#lost.add(slot);
  }

  /** The moves of a frame; answers where the own avatar is, if they tell. */
  moved(moves: string): Point | undefined {
    const hasChanged = this.near.apply(moves, this.#ownSlot);
    this.#isStale = true;
    if (hasChanged) this.whenMoved();
    this.#ask();
    const echo = this.#isNear ? undefined : this.#echo;
    this.#echo = undefined;
    this.#isNear = false;
    return echo;
  }

  count({ players, density, counts }: CrowdPayload): void {
    this.#players = players;
    this.density = decodeCounts(density, CROWD_TILES * CROWD_TILES);
    this.counts = counts;
    this.#tellCounted();
    this.whenMoved();
  }

  /** Adds whom it is told of; their points only where a snapshot tells them, as else a reveal has its time for it. */
  met(people: readonly Person[], isSnapshot: boolean): void {
    this.roster.add(
      people.map(({ rank, ...told }) => {
        // Nobody is told who drops, or comes back.
        const person = { ...told, connected: true };
        const { score = 0, rank: before = null } = this.roster.peek.get(person.playerId) ?? {};
        const isAlive = this.#marks === null ? person.isAlive : this.isAlive(person.slot);
        if (isSnapshot) return { ...person, ...(rank !== undefined && { rank }) };
        return { ...person, isAlive, score, ...(before !== null && { rank: before }) };
      }),
    );
    this.#talk.met();
    this.#isStale = true;
    this.tracks.whenChanged();
  }

  /** Who sat there has gone, or is called otherwise. */
  forget(slots: readonly number[]): void {
    this.#asker.forget(slots);
    this.#talk.forget(slots);
    for (const slot of slots) {
      this.near.drop(slot);
      const member = this.#knownAt(slot);
      if (member === undefined || member.id === this.selfId()) continue;
      this.#lost.add(slot);
      this.roster.remove(member.id);
    }
    this.#isStale = true;
  }

  /** Who is alive now; null where all are, as a game begins or is over. Of points, only those of `best` are known. */
  tellMarks(marks: CrowdMarks | null, best: readonly Mark[] = []): void {
    this.tellLives(marks);
    if (marks === null) return;
    this.roster.forgetMarks(
      new Set([this.selfId() ?? '', ...best.map(({ playerId }) => playerId)]),
    );
  }

  tellLives(marks: CrowdMarks | null): void {
    this.#marks = marks;
    if (marks) this.roster.applyAlive(({ slot }) => this.isAlive(slot));
    this.#isStale = true;
    this.#tellCounted();
  }

  /** A new connection, or a snapshot on an old one. */
  clear(): void {
    this.near.clear();
    this.#asker.forget();
    this.#talk.forget();
    this.#lost.clear();
    this.#marks = null;
    this.#isStale = true;
  }

  #knownAt(slot: number): Member | undefined {
    return this.roster.peek.get(this.roster.atSlot(slot)?.playerId ?? '');
  }

  /** Nobody is told when somebody far away leaves, or is called otherwise. */
  #forgetName(slot: number): void {
    const member = this.#knownAt(slot);
    if (member && member.id !== this.selfId() && !isKept(member)) this.roster.remove(member.id);
  }

  get #ownSlot(): number | undefined {
    return this.roster.peek.get(this.selfId() ?? '')?.slot;
  }

  /** Thousands on a screen have no tracks. */
  #go(slot: number, x: number, y: number): void {
    const at = { x: toFraction(x), y: toFraction(y) };
    if (slot === this.#ownSlot) this.#echo = at;
    else if (!this.near.isWhole) this.tracks.moveTo(idOf(slot), at.x, at.y, performance.now());
  }

  #tellCounted(): void {
    const alive = this.#marks?.alive ?? this.#players;
    this.roster.counted = { players: this.#players, alive };
  }

  #ask(): void {
    const own = this.#ownSlot;
    const around = own === undefined ? this.#inLight : this.near.nearestTo(own, NAMED);
    const wanted = [...this.#lost, ...this.#talk.unknown, ...around];
    const unknown = wanted.filter((slot) => this.roster.atSlot(slot) === undefined);
    if (this.#asker.want(unknown, performance.now())) this.#lost.clear();
  }
}

/** Whom a page has to know wherever they are. */
const isKept = ({ isHost, isOwner, isCoHost, rank }: Member): boolean =>
  isHost || isOwner || isCoHost || rank !== null;
