/** What only a big room tells (R23), as the swarm’s players read it and hold it against what they know and the rules. */

import { sharedPoints } from '../../src/game/shared/ranks.js';
import { hasBit, CROWD_TILES, decodeCounts, type CrowdPayload } from '../../src/protocol/crowd.js';
import { CROWD_RESULTS, CROWD_TOP, MOST_IN_HALL } from '../../src/protocol/limits.js';
import { writingOf, type QuestionPayload } from '../../src/protocol/question.js';
import type { OwnMark } from '../../src/protocol/scores.js';
import { Histogram, type Summary } from './histogram.js';
import { type ServerUpdate, encodeCommand, tells } from './wire.js';
import type { AckResult } from '../../src/protocol/commands.js';
import type { SlotHolder } from '../../src/protocol/compact.js';
import type { Person } from '../../src/protocol/events.js';
import type { WirePosition } from '../../src/protocol/position.js';
import type { Player } from './player.js';

/** As the first observer heard it. */
export type MarkingUpdate = Extract<ServerUpdate, { name: 'endQuizTime' | 'endGame' }>;

export interface MarkedPlayer {
  index: number;
  id: string;
  slot: number;
}

/** What came of one reveal, or of the end of a game. */
export interface Marking {
  kind: 'reveal' | 'end';
  /** Of a reveal: from the deadline to each player's frame, in ms by the clock of this machine. */
  afterMs: Summary;
  /** Players who were told their own mark. */
  marked: number;
  /** Those who were not. */
  missing: number;
  /** Marks that are not as the rules say, and what does not fit in what all are told. */
  wrong: number;
}

interface Moment {
  update: MarkingUpdate;
  /** The value on which each of those stood who had stood there long enough, by index. */
  stands: ReadonlyMap<number, number>;
}

export class MarkSheet {
  readonly #deadlines: number[] = [];
  readonly #moments: Moment[] = [];
  #reveals = 0;
  /** Whether people wrote, which is scored by rules of its own (R16.15): it is only judged then who was told a mark. */
  #hasWritten = false;
  /** By player: server epoch ms of each reveal, and each own mark. */
  readonly #heard = new Map<number, number[]>();
  readonly #marks = new Map<number, OwnMark[]>();

  /** `endTime` is server epoch ms; a question with two acts is told twice, and ends with the second one. */
  question({ kind, endTime }: Pick<QuestionPayload, 'kind' | 'endTime'>): void {
    this.#deadlines[this.#reveals] = endTime;
    if (writingOf(kind) !== undefined) this.#hasWritten = true;
  }

  /** A reveal has reached a player; `now` is epoch ms. */
  heard(player: number, now: number): void {
    push(this.#heard, player, now);
  }

  own(player: number, mark: OwnMark): void {
    push(this.#marks, player, mark);
  }

  moment(update: MarkingUpdate, stands: ReadonlyMap<number, number>): void {
    if (update.name === 'endQuizTime') this.#reveals++;
    this.#moments.push({ update, stands });
  }

  /** Of those who were there all along; the n-th mark of each is of the n-th moment. */
  judge(players: readonly MarkedPlayer[]): Marking[] {
    const scores = new Map<number, number>();
    let reveals = 0;
    return this.#moments.map(({ update, stands }, number) => {
      const isReveal = update.name === 'endQuizTime';
      const afterMs = new Histogram();
      const deadline = isReveal ? this.#deadlines[reveals] : undefined;
      for (const { index } of players) {
        const at = this.#heard.get(index)?.[reveals];
        if (deadline !== undefined && at !== undefined) afterMs.record(at - deadline);
      }
      if (isReveal) reveals++;
      const marked = players.flatMap((player) => {
        const mark = this.#marks.get(player.index)?.[number];
        return mark === undefined ? [] : [{ ...player, mark }];
      });
      const wrong = this.#hasWritten ? 0 : wrongIn(update, marked, scores, stands);
      for (const { index, mark } of marked) scores.set(index, mark.score);
      return {
        kind: isReveal ? 'reveal' : 'end',
        afterMs: afterMs.summary(),
        marked: marked.length,
        missing: players.length - marked.length,
        wrong,
      };
    });
  }
}

type Marked = MarkedPlayer & { mark: OwnMark };

/** Points are shared by who is right (R6.1), as in the rooms that the swarm opens. */
function wrongIn(
  update: MarkingUpdate,
  marked: readonly Marked[],
  before: ReadonlyMap<number, number>,
  stands: ReadonlyMap<number, number>,
): number {
  const isRight = ({ mark }: Marked): boolean => mark.played && mark.isAnswer;
  const points = sharedPoints([[1, marked.filter(isRight).length]]);
  const rankOf = ranksBy(marked.map(({ mark }) => mark.score));
  const { rights = [] } = update.name === 'endQuizTime' ? rightsOf(update.payload) : {};
  const isWrong = (one: Marked): boolean => {
    const { score, rank, gain } = one.mark;
    const due = isRight(one) ? points : 0;
    const stood = stands.get(one.index);
    const isMismarked = stood !== undefined && one.mark.isAnswer !== rights.includes(stood);
    return (
      gain !== due ||
      score !== (before.get(one.index) ?? 0) + due ||
      rank !== rankOf(score) ||
      isMismarked
    );
  };
  const wrong = marked.filter(isWrong).length;
  return (
    wrong +
    (update.name === 'endQuizTime'
      ? wrongReveal(update.payload, marked)
      : wrongEnd(update.payload, marked))
  );
}

type Reveal = Extract<MarkingUpdate, { name: 'endQuizTime' }>['payload'];
type End = Extract<MarkingUpdate, { name: 'endGame' }>['payload'];

function rightsOf({ answer, rights = [answer] }: Reveal): { rights: readonly number[] } {
  return { rights };
}

function wrongReveal({ players, crowd }: Reveal, marked: readonly Marked[]): number {
  if (crowd === undefined) return 1;
  const count = (holds: (mark: OwnMark) => boolean): number =>
    marked.filter(({ mark }) => holds(mark)).length;
  const faults = [
    crowd.players !== marked.length,
    crowd.played !== count(({ played }) => played),
    crowd.right !== count(({ isAnswer }) => isAnswer),
    crowd.alive !== count(({ isAlive }) => isAlive),
    ...marked.map(
      ({ slot, mark }) =>
        hasBit(crowd.rightSlots, slot) !== mark.isAnswer ||
        hasBit(crowd.aliveSlots, slot) !== mark.isAlive,
    ),
    ...wrongBest(players, CROWD_TOP, marked),
  ];
  return faults.filter(Boolean).length;
}

function wrongEnd({ results, ranked }: End, marked: readonly Marked[]): number {
  const faults = [ranked !== marked.length, ...wrongBest(results, CROWD_RESULTS, marked)];
  return faults.filter(Boolean).length;
}

/** Whether each of the rows that all are told is what its player was told, and whether they are the best. */
function wrongBest(
  rows: readonly { playerId: string; score: number; rank: number }[],
  most: number,
  marked: readonly Marked[],
): boolean[] {
  const byId = new Map(marked.map(({ id, mark }) => [id, mark]));
  const ranks = marked.map(({ mark }) => mark.rank).toSorted((one, other) => one - other);
  return [
    rows.length !== Math.min(most, marked.length),
    ...rows.map(({ playerId, score, rank }, place) => {
      const own = byId.get(playerId);
      return own?.score !== score || own.rank !== rank || rank !== ranks[place];
    }),
  ];
}

function ranksBy(scores: readonly number[]): (score: number) => number {
  const ranks = new Map<number, number>();
  scores
    .toSorted((one, other) => other - one)
    .forEach((score, better) => {
      if (!ranks.has(score)) ranks.set(score, better + 1);
    });
  return (score) => ranks.get(score) ?? NaN;
}

function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** As many as a page draws with their names. */
const NAMES_AT_ONCE = 12;
const ASK_EVERY_MS = 1_000;
/** Acknowledgements of questions for names are told by their number; messages count up from 1. */
const NAMES_ACK = 0x7fff_ffff;

export class CrowdTally {
  /** From the start of a connection to the first frame that tells who is near. */
  readonly near = new Histogram();
  /** Heads and tiles that observers were told, and those that do not fit each other. */
  counts = 0;
  wrongCounts = 0;
  /** People whom observers were told by slot, and how many of them do not sit there. */
  named = 0;
  misnamed = 0;
  /** Frames to observers with everybody near. */
  fills = 0;
  readonly markings: Marking[] = [];
}

/** A place that an observer was told before it was known here who sits in that slot. */
export interface EarlyPlace {
  observer: number;
  position: WirePosition;
  at: number;
}

interface Watcher {
  heads: number;
  readonly unknown: Set<number>;
  readonly known: Set<number>;
  askedAt: number;
}

/** Of one room. */
export class CrowdWatch {
  isBig = false;
  readonly sheet = new MarkSheet();
  readonly #bySlot = new Map<number, Player>();
  readonly #byId = new Map<string, Player>();
  readonly #inPlace = new Set<Player>();
  readonly #watchers = new Map<Player, Watcher>();
  /** By the id that stands for the slot, and by observer. */
  readonly #early = new Map<string, Map<number, EarlyPlace>>();

  constructor(
    private readonly tally: CrowdTally,
    private readonly answers: boolean,
  ) {}

  learn(update: ServerUpdate): void {
    if (update.name === 'updateRoomOption')
      this.isBig = update.payload.maxPlayerCount > MOST_IN_HALL;
  }

  /** Returns what observers were told of the player already. */
  seat(player: Player, isObserver: boolean): EarlyPlace[] {
    this.#bySlot.set(player.slot, player);
    this.#byId.set(player.id, player);
    if (isObserver)
      this.#watchers.set(player, { heads: 0, unknown: new Set(), known: new Set(), askedAt: 0 });
    const early = this.#early.get(idOf(player.slot));
    this.#early.delete(idOf(player.slot));
    return [...(early?.values() ?? [])];
  }

  /** An observer was told where somebody is whom nobody here knows (yet). */
  met(playerId: string, place: EarlyPlace): void {
    if (!this.isBig) return;
    const places = this.#early.get(playerId) ?? new Map<number, EarlyPlace>();
    this.#early.set(playerId, places.set(place.observer, place));
  }

  /** The index of who sits in a slot. */
  sitting(slot: number): number | undefined {
    return this.#bySlot.get(slot)?.index;
  }

  /** Names are pulled, so the server need not have told who sits where. */
  holderAt(slot: number): SlotHolder | undefined {
    const unknown = this.isBig ? idOf(slot) : undefined;
    const playerId = this.#bySlot.get(slot)?.id ?? unknown;
    return playerId === undefined ? undefined : { playerId, playerName: '' };
  }

  /** Whether a player who only counts has to read this frame. */
  reads(player: Player, frame: Buffer): boolean {
    if (!this.isBig) return false;
    if (!this.#inPlace.has(player) && tells(frame, 'near')) return true;
    if (!this.answers) return false;
    if (tells(frame, 'endQuizTime')) this.sheet.heard(player.index, Date.now());
    return tells(frame, 'myResult');
  }

  take(player: Player, update: ServerUpdate, at: number): void {
    const watcher = this.#watchers.get(player);
    if (update.name === 'near') {
      if (watcher !== undefined) this.tally.fills++;
      if (this.#inPlace.has(player)) return;
      this.#inPlace.add(player);
      this.tally.near.record(at - player.startedAt);
    } else if (update.name === 'myResult') this.sheet.own(player.index, update.payload);
    else if (watcher === undefined) return;
    else if (update.name === 'crowd') this.#count(watcher, update.payload);
    else if (update.name === 'updatePosition' && this.isBig)
      for (const { playerId } of update.payload.updates) this.#meet(watcher, playerId);
    else if (update.name === 'forget')
      for (const slot of update.payload.slots) watcher.known.delete(slot);
  }

  /** An observer asks who they are whom it has met, now and then and for a few at once, as a page does. */
  question(observer: Player, now: number): string | undefined {
    const watcher = this.#watchers.get(observer);
    if (watcher === undefined || watcher.unknown.size === 0) return undefined;
    if (now - watcher.askedAt < ASK_EVERY_MS) return undefined;
    watcher.askedAt = now;
    const slots = [...watcher.unknown].slice(-NAMES_AT_ONCE);
    watcher.unknown.clear();
    return encodeCommand('whoAre', { slots }, NAMES_ACK);
  }

  /** Whether the acknowledgement was one of names. */
  answered(observer: Player, id: number, result: AckResult<{ people?: Person[] }>): boolean {
    if (id !== NAMES_ACK) return false;
    const known = this.#watchers.get(observer)?.known;
    for (const { slot, playerId } of (result.ok && result.people) || []) {
      known?.add(slot);
      this.tally.named++;
      if (this.#bySlot.get(slot)?.id !== playerId) this.tally.misnamed++;
    }
    return true;
  }

  /** By how many the heads that each connected observer was told last differ from how many there are. */
  missing(connected: number): number[] {
    return [...this.#watchers]
      .filter(([player]) => player.isConnected)
      .map(([, { heads }]) => Math.abs(connected - heads));
  }

  conclude(): void {
    if (!this.isBig) return;
    const players = [...this.#bySlot.values()].filter((player) => player.isConnected);
    // Where everybody was dropped, that is what there is to tell.
    if (players.length > 0) this.tally.markings.push(...this.sheet.judge(players));
  }

  #meet({ known, unknown }: Watcher, playerId: string): void {
    const slot = this.#byId.get(playerId)?.slot;
    if (slot !== undefined && !known.has(slot)) unknown.add(slot);
  }

  #count(watcher: Watcher, { players, density }: CrowdPayload): void {
    watcher.heads = players;
    this.tally.counts++;
    const sum = decodeCounts(density, CROWD_TILES ** 2).reduce((all, one) => all + one, 0);
    if (sum !== players) this.tally.wrongCounts++;
  }
}

/** Stands for somebody whose id is not known. */
function idOf(slot: number): string {
  return `slot ${slot}`;
}
