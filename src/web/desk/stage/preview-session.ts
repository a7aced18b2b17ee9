import type { DraftItem, DraftQuestion } from '../../../protocol/desk.js';
import { GUESS_TOLERANCE, MAX_TEAMS, PART_GAP_MS } from '../../../protocol/limits.js';
import type { PhasePayload } from '../../../protocol/events.js';
import { toSteps } from '../../../protocol/position.js';
import { isItem, type RoundPayload, type ShownItem } from '../../../protocol/programme.js';
import {
  writingOf,
  type RightNumber,
  type ShownQuestion,
  type Solution,
} from '../../../protocol/question.js';
import { floorOf, valueAt } from '../../../game/kinds/floor.js';
import { ownRules } from '../../../game/kinds/own/own-rules.js';
import { partShown, partSolution, partsOf } from '../../../game/kinds/series.js';
import { sample } from '../../../game/shared/random.js';
import { PositionSender } from '../../arena/position-sender.js';
import { Walker } from '../../arena/walker.js';
import { i18n } from '../../i18n/language.svelte.js';
import { ServerClock } from '../../room/clock.js';
import { RoomState } from '../../room/room-state.svelte.js';
import { ownTexts } from '../../kinds/writing/own-writing.js';
import type { StageSession } from '../../arena/stage-session.js';
import { deskImageUrl } from '../desk-image.js';
import { partSeconds } from '../part-seconds.js';
import type { StageMessage, Tried } from './stage-message.js';
import { judgeParts, type Trial } from './judge-tried.js';
import { triedZones, withZones } from './tried-zones.js';

const SELF = 'self';
/** Of the get-ready part of a question that somebody tries. */
const READY_MS = 2_000;
const REVEAL_MS = 6_000;
/** The countdown of a round. */
const COUNTDOWN_MS = 5_000;
/** Between the scores of the example of standings. */
const SCORE_STEP = 120;

/** A stage without a room: a question as it is asked, or an item, and one player who may walk. */
export class PreviewSession implements StageSession {
  readonly room = new RoomState();
  readonly walker = new Walker();
  readonly sender = new PositionSender(() => true);
  readonly clock: ServerClock;
  /** Epoch ms of a clock that stands unless somebody tries the question. */
  #time = Date.now();
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question: DraftQuestion | null = null;
  /** The question as it is asked as a whole. */
  #drawn: DraftedQuestion | null = null;

  constructor(readonly isScreen: boolean) {
    const origin = this.#time - performance.now();
    this.clock = new ServerClock(
      () => (this.#running ? origin + performance.now() : this.#time),
      () => this.#time,
    );
    const { room } = this;
    room.link = 'in';
    room.pictureUrl = deskImageUrl;
    room.selfId = isScreen ? null : SELF;
    this.#gather([['', 0]]);
  }

  /** Fills the yard with its one walker, or with the players of the example of standings. */
  #gather(players: readonly (readonly [name: string, score: number])[]): void {
    const { roster } = this.room;
    roster.clear();
    roster.add(
      players.map(([playerName, score], index) => ({
        playerId: index === 0 ? SELF : `other-${index}`,
        playerName,
        slot: 3 + index,
        score,
        rank: index + 1,
        connected: true,
        isHost: false,
        isAlive: true,
        playerPosition: [(0.5 + index * 0.37) % 1, (0.5 + index * 0.23) % 1],
      })),
    );
  }

  /** Shows a question with its choices and all of its time left, or an item as it begins. */
  show({ row, number, count, part, title }: StageMessage): void {
    this.stop();
    // Slides have a clock.
    this.#time = Date.now();
    const { room } = this;
    room.options = { title, gameMode: 'RANKING', crowd: 'visible' } as typeof room.options;
    this.#question = isItem(row) ? null : row;
    room.round = null;
    room.item = isItem(row) ? shownItem(row, this.clock.now()) : null;
    const { players, teamNumber } = i18n.host.itemForm;
    room.teamNames = Array.from({ length: MAX_TEAMS }, (_, team) =>
      teamNumber({ number: team + 1 }),
    );
    const example = players.map((name, index) => [name, SCORE_STEP * (9 - index)] as const);
    if (row.kind === 'standings') this.#gather(example);
    else if (room.roster.size > 1) this.#gather([['', 0]]);
    if (!isItem(row)) {
      this.#drawn = draftedOf(row);
      const shown = Math.min(part, partsOf(this.#drawn.shown) - 1);
      this.#ask(this.clock.now(), number - 1, count, Math.max(0, shown));
      return;
    }
    if (row.kind === 'round') room.round = roundOf(row, number, count);
    this.#begin(row);
  }

  #begin(row: DraftItem): void {
    const { room } = this;
    const startTime = this.clock.now();
    const seconds = row.seconds ?? null;
    const isRound = row.kind === 'round';
    const ms = isRound ? COUNTDOWN_MS : (seconds ?? 0) * 1000;
    room.question = room.reveal = null;
    room.phase = {
      version: 1,
      kind: isRound ? 'countdown' : 'item',
      index: 0,
      count: 0,
      startTime,
      endTime: startTime + ms,
      ...(!isRound && { item: row.id }),
      ...(!isRound && seconds === null && { waits: true }),
    };
  }

  /** Runs through the question: get ready, walk in each of its parts, and what was right. */
  begin(onjudged: (tried: Tried | null) => void, onend: () => void): void {
    const { phase } = this.room;
    if (phase === null || this.#question === null) return;
    const { index, count } = phase;
    this.#running = true;
    this.#drawn = drawnParts(draftedOf(this.#question));
    this.walker.place({ x: 0.5, y: 0.5 });
    const trials: Trial[] = [];
    const reveal = (): void => {
      onjudged(this.#reveal(trials));
      this.#timer = setTimeout(onend, REVEAL_MS);
    };
    const ask = (part: number, waitMs: number): void => {
      const limitMs = this.#ask(this.clock.now() + waitMs, index, count, part);
      this.#timer = setTimeout(() => bell(part), waitMs + limitMs);
    };
    const bell = (part: number): void => {
      const walkMs = this.#walk();
      const judge = (): void => {
        trials.push(...this.#judge(part));
        const of = this.#drawn === null ? 1 : partsOf(this.#drawn.shown);
        if (part + 1 < of) ask(part + 1, PART_GAP_MS);
        else reveal();
      };
      if (walkMs === 0) judge();
      else this.#timer = setTimeout(judge, walkMs);
    };
    ask(0, READY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#time = this.clock.now();
    this.#running = false;
  }

  /** Asks a part of the question, and tells how long it is open, in ms. */
  #ask(startTime: number, index: number, count: number, part: number): number {
    const { room } = this;
    const question = this.#question;
    const drawn = this.#drawn;
    if (question === null || drawn === null) return 0;
    const limitMs = (partSeconds(question)[part] ?? question.limitTime ?? 0) * 1000;
    const endTime = startTime + limitMs;
    room.ask({ ...partShown(drawn.shown, part), startTime, endTime });
    const hasParts = partsOf(drawn.shown) > 1 && { part };
    room.phase = {
      version: 1 + part,
      kind: 'question',
      index,
      count,
      startTime,
      endTime,
      ...hasParts,
    };
    if (writingOf(question.kind) === undefined) return limitMs;
    room.phase = { ...room.phase, act: 1 };
    room.ownWritten = { phase: room.phase, texts: [] };
    room.question = room.question && withZones(room.question, []);
    return limitMs;
  }

  /** Begins the second act where there is one, and tells its ms. */
  #walk(): number {
    const { room } = this;
    const { phase, question } = room;
    const draft = this.#question;
    if (phase === null || question === null || draft === null) return 0;
    if (writingOf(draft.kind) === undefined) return 0;
    const zones = triedZones(solutionOf(draft), ownTexts(room));
    const walkMs = (draft.walkTime ?? 0) * 1000;
    if (walkMs === 0 || zones.length < 2) return 0;
    const startTime = this.clock.now();
    const endTime = startTime + walkMs;
    room.ask({ ...withZones(question, zones), startTime, endTime });
    room.phase = { ...phase, act: 2, startTime, endTime };
    return walkMs;
  }

  /** Keeps what somebody writes who tries a question. */
  ask: StageSession['ask'] = (_command, { texts }) => Promise.resolve({ ok: true, texts });

  /** How they stand at the bell of a part; none where nothing is asked. */
  #judge(part: number): Trial[] {
    const { room, walker } = this;
    const { question } = room;
    const drawn = this.#drawn;
    if (question === null || drawn === null) return [];
    const at = [toSteps(walker.x), toSteps(walker.y)] as const;
    const hasMoved = walker.lastMoveAt >= room.askedAt;
    const { choice } = { choice: undefined, ...drawn.shown };
    // Alone they are all who have chosen something.
    if (part === 0 && choice !== undefined) {
      const isChosen = hasMoved && valueAt(at, floorOf(question)) === choice;
      const answer = isChosen ? 100 : 0;
      const share: RightNumber = { kind: 'number', answer, tolerance: GUESS_TOLERANCE };
      this.#drawn = { ...drawn, solution: { kind: 'parts', parts: [null, share] } };
    }
    const solution = partSolution(drawn.solution, part) ?? undefined;
    return [{ question, solution, at, hasMoved, texts: ownTexts(room) }];
  }

  #reveal(trials: readonly Trial[]): Tried | null {
    const { room } = this;
    const { phase } = room;
    if (phase === null || trials.length === 0) return null;
    const { reveal, tried } = judgeParts(SELF, trials);
    room.reveal = reveal;
    const startTime = this.clock.now();
    const shown: PhasePayload = { ...phase, kind: 'reveal', startTime };
    room.phase = { ...shown, endTime: startTime + REVEAL_MS };
    return tried;
  }
}

/** An item as everybody sees it; undefined parts are empty. A round is shown by its countdown. */
function shownItem(row: DraftItem, now: number): ShownItem | null {
  const { title = '', text = '', image, startsAt } = row;
  switch (row.kind) {
    case 'slide':
      return { kind: 'slide', title, text, ...(image && { image }), ...(startsAt && { startsAt }) };
    case 'break': {
      const endTime = now + (row.minutes ?? 0) * 60_000;
      return { kind: 'break', message: row.message ?? '', endTime };
    }
    case 'draw': {
      const { among = 'everybody', team, winners } = row;
      const inTeam = among === 'team' && team != null;
      return {
        kind: 'draw',
        title,
        among,
        ...(inTeam && { team }),
        winners: winners ?? 1,
        hash: '',
      };
    }
    case 'standings':
      return { kind: 'standings' };
    case 'round':
      return null;
  }
}

function roundOf(row: DraftItem, number: number, of: number): RoundPayload {
  const { name = '', factor = 1, standings = 'each' } = row;
  return { number, of, name: name.trim(), factor, standings };
}

interface DraftedQuestion {
  shown: ShownQuestion;
  /** Null where nothing is right, or it is not written yet. */
  solution: Solution | null;
}

/** A question as it is asked; what is not written yet is empty. */
function draftedOf(draft: DraftQuestion): DraftedQuestion {
  const { quiz, points, image } = draft;
  const worth = points === 1 ? {} : { points };
  const { shown, solution } = ownRules(draft.kind).preview(draft);
  return { shown: { quiz, ...worth, ...(image && { image }), ...shown }, solution };
}

/** With its parts in another order, as a game asks them. */
function drawnParts(drafted: DraftedQuestion): DraftedQuestion {
  const { shown, solution } = drafted;
  if (!('parts' in shown)) return drafted;
  const order = sample(Math.random, [...shown.parts.keys()]);
  const drawn = <T>(all: readonly T[]): T[] => order.map((n) => all[n] as T);
  return {
    shown: { ...shown, parts: drawn(shown.parts) },
    solution: solution?.kind === 'parts' ? { ...solution, parts: drawn(solution.parts) } : solution,
  };
}

/** Undefined where nothing is right, or it is not written yet. */
export function solutionOf(draft: DraftQuestion): Solution | undefined {
  return ownRules(draft.kind).preview(draft).solution ?? undefined;
}
