import type { DraftItem, DraftQuestion } from '../../../protocol/desk.js';
import { MAX_TEAMS } from '../../../protocol/limits.js';
import type { PhasePayload } from '../../../protocol/events.js';
import { toSteps } from '../../../protocol/position.js';
import { isItem, type RoundPayload, type ShownItem } from '../../../protocol/programme.js';
import { writingOf, type ShownQuestion, type Solution } from '../../../protocol/question.js';
import { ownRules } from '../../../game/kinds/own/own-rules.js';
import { itemFormWords } from '../../i18n/host-items.js';
import { PositionSender } from '../../arena/position-sender.js';
import { Walker } from '../../arena/walker.js';
import { ServerClock } from '../../room/clock.js';
import { RoomState } from '../../room/room-state.svelte.js';
import { ownTexts } from '../../kinds/writing/own-writing.js';
import type { StageSession } from '../../arena/stage-session.js';
import { deskImageUrl } from '../desk-image.js';
import type { StageMessage, Tried } from './stage-message.js';
import { judgeTried } from './judge-tried.js';
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
  show({ row, number, count, title, language }: StageMessage): void {
    this.stop();
    // Slides have a clock.
    this.#time = Date.now();
    const { room } = this;
    room.options = { title, gameMode: 'RANKING', crowd: 'visible' } as typeof room.options;
    this.#question = isItem(row) ? null : row;
    room.round = null;
    room.item = isItem(row) ? shownItem(row, this.clock.now()) : null;
    const { players, teamNumber } = itemFormWords[language];
    room.teamNames = Array.from({ length: MAX_TEAMS }, (_, team) => teamNumber(team + 1));
    const example = players.map((name, index) => [name, SCORE_STEP * (9 - index)] as const);
    if (row.kind === 'standings') this.#gather(example);
    else if (room.roster.size > 1) this.#gather([['', 0]]);
    if (!isItem(row)) {
      this.#ask(this.clock.now(), (row.limitTime ?? 0) * 1000, number - 1, count);
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

  /** Runs through the question: get ready, walk, and what was right. */
  begin(onjudged: (tried: Tried | null) => void, onend: () => void): void {
    const { phase } = this.room;
    if (phase === null || this.#question === null) return;
    this.#running = true;
    const limitMs = (this.#question.limitTime ?? 0) * 1000;
    this.walker.place({ x: 0.5, y: 0.5 });
    this.#ask(this.clock.now() + READY_MS, limitMs, phase.index, phase.count);
    const reveal = (): void => {
      onjudged(this.#reveal());
      this.#timer = setTimeout(onend, REVEAL_MS);
    };
    this.#timer = setTimeout(() => {
      const walkMs = this.#walk();
      if (walkMs === 0) reveal();
      else this.#timer = setTimeout(reveal, walkMs);
    }, READY_MS + limitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#time = this.clock.now();
    this.#running = false;
  }

  #ask(startTime: number, limitMs: number, index: number, count: number): void {
    const { room } = this;
    const endTime = startTime + limitMs;
    const question = this.#question;
    room.reveal = null;
    room.question = question && { ...shownOf(question), startTime, endTime };
    room.phase = { version: 1, kind: 'question', index, count, startTime, endTime };
    if (question === null || writingOf(question.kind) === undefined) return;
    room.phase = { ...room.phase, act: 1 };
    room.ownWritten = { phase: room.phase, texts: [] };
    room.question = room.question && withZones(room.question, []);
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

  #reveal(): Tried | null {
    const { room, walker } = this;
    const { phase, question } = room;
    if (phase === null || question === null || this.#question === null) return null;
    const at = [toSteps(walker.x), toSteps(walker.y)] as const;
    const hasMoved = walker.lastMoveAt >= room.askedAt;
    const solution = solutionOf(this.#question);
    const texts = ownTexts(room);
    const { reveal, tried } = judgeTried(SELF, { question, solution, at, hasMoved, texts });
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

/** A question as it is asked; what is not written yet is empty. */
function shownOf(draft: DraftQuestion): ShownQuestion {
  const { quiz, points, image } = draft;
  const worth = points === 1 ? {} : { points };
  return { quiz, ...worth, ...(image && { image }), ...ownRules(draft.kind).preview(draft).shown };
}

/** Undefined where nothing is right, or it is not written yet. */
export function solutionOf(draft: DraftQuestion): Solution | undefined {
  return ownRules(draft.kind).preview(draft).solution ?? undefined;
}
